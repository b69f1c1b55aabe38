"""Commands whose n-th write fails, or whose n-th array finds no memory: `Faults` runs one for each n, until none fails.

Writes fail in the C library (`faults.c` is preloaded), so those of SQLite and of compressed files do too.  Arrays are
those that the program makes by functions of NumPy: tables, the state and the results of kernels, buffers.
"""

import ctypes
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import forking
from commands import ENVIRONMENT
from forking import Ended, Forks

_MAKING = (
    "array",
    "arange",
    "concatenate",
    "empty",
    "full",
    "full_like",
    "ones",
    "repeat",
    "stack",
    "zeros",
    "zeros_like",
)
WRITE, DISK, MEMORY = "write", "disk", "memory"  # one write fails; all from the n-th on do; one array finds no memory


class Run(NamedTuple):
    """A command in which something failed."""

    number: int
    ended: Ended


class Faults:
    """Runs commands in which something fails; needs Linux and a C compiler."""

    def __init__(self, folder: Path) -> None:
        library = folder / "faults.so"
        source = Path(__file__).with_name("faults.c")
        compiler = shutil.which("cc") or "gcc"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", str(source), "-o", str(library), "-ldl"], check=True)
        self._mark = folder / "failed"
        self._forks = Forks(ENVIRONMENT | {"LD_PRELOAD": str(library)}, module="faulty")

    def end(self) -> None:
        """End the process from which commands are forked."""
        self._forks.end()

    def whole(self, *arguments: str | Path, cwd: Path) -> Ended:
        """Run a command in which nothing fails; it must succeed."""
        ended = self._forks.run([json.dumps([WRITE, -1, str(self._mark)]), *map(str, arguments)], cwd)
        assert not ended.returncode and not complaints(ended), ended
        return ended

    def runs(self, kind: str, *arguments: str | Path, cwd: Path, first: int = 0, step: int = 1) -> Iterator[Run]:
        """Yield a run for each n, from `first` on in steps, as long as there are so many writes or arrays.

        At the end it prints how many runs there were, which `pytest -rP` shows.
        """
        number = first
        while True:
            self._mark.unlink(missing_ok=True)
            words = [json.dumps([kind, number, str(self._mark)]), *map(str, arguments)]
            ended = self._forks.run(words, cwd)
            if not self._mark.exists():
                assert ended.returncode == 0, (number, ended)
                print(f"{(number - first) // step} runs ({kind}): {' '.join(map(str, arguments))}")
                return
            yield Run(number, ended)
            number += step


def complaints(ended: Ended) -> list[str]:
    """Return the lines in which a command says something, but that it begins a journal."""
    lines = [line for line in ended.stderr.splitlines() if line.startswith("satpuzzle: ")]
    return [line for line in lines if not line.endswith(": a new journal")]


def told(ended: Ended, *statuses: int) -> str:
    """Return the line in which a command that failed complained, which is one line and no traceback.

    Before it, another line may say where the beginning of a long output is.
    """
    assert "Traceback" not in ended.stderr, ended.stderr
    assert ended.returncode in (statuses or (1,)), (ended.returncode, ended.stderr)
    *before, line = complaints(ended)
    assert ended.stderr.endswith(f"{line}\n"), ended.stderr
    assert all("the output until then is in" in other for other in before), ended.stderr
    return line


def serve() -> None:
    """Fork for each command, as `forking.serve`; the first word of each says what fails."""
    plain = forking.be_command

    def command(arguments: list[str], cwd: str, *files: str) -> None:
        kind, number, mark = json.loads(arguments[0])
        if kind == MEMORY:
            _without_memory(number, Path(mark))
        else:
            arm = ctypes.CDLL(None).faults_arm
            arm(ctypes.c_long(number), int(kind == DISK), mark.encode())
        plain(arguments[1:], cwd, *files)

    forking.be_command = command
    forking.serve()


def _without_memory(number: int, mark: Path) -> None:
    """Let the program's n-th array find no memory."""
    import numpy

    left = [number]

    def failing(made: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(made)
        def maybe(*arguments: Any, **options: Any) -> Any:
            if str(sys._getframe(1).f_globals.get("__name__", "")).startswith("satpuzzle."):
                left[0] -= 1
                if left[0] == -1:
                    mark.touch()
                    raise MemoryError
            return made(*arguments, **options)

        return maybe

    for name in _MAKING:
        setattr(numpy, name, failing(getattr(numpy, name)))
