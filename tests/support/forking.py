"""Commands that need not import anything: a process that has everything imported forks for each of them.

Most of the time of a short command is its imports.  What a test asks of a command (its output, its status, the files it
leaves) is the same in a fork; what concerns the process itself is tested with one that was started as a user would.
"""

import atexit
import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

Ended = subprocess.CompletedProcess[str]
TIMEOUT = 600  # seconds


class Forks:
    """One process that forks, started when the first command is run."""

    def __init__(self, environment: dict[str, str], module: str = "forking") -> None:
        self._module = module  # its `serve` forks
        self._environment = environment | {"PYTHONPATH": os.pathsep.join([*sys.path, str(Path(__file__).parent)])}
        self._process: subprocess.Popen[str] | None = None
        self._busy = threading.Lock()

    def run(self, arguments: list[str], cwd: Path, said: str = "") -> Ended:
        """Run a command to its end; raises as `status` does."""
        with tempfile.TemporaryDirectory() as folder:
            streams = [Path(folder, name) for name in ("in", "out", "err")]
            streams[0].write_text(said, encoding="utf-8")
            status = self.status(arguments, cwd, streams)
            return Ended(arguments, status, *(file.read_bytes().decode() for file in streams[1:]))

    def status(self, arguments: list[str], cwd: Path, streams: Sequence[str | Path]) -> int:
        """Run a command to its end, one at a time, with these files as its standard streams; return how it exits.

        Raises TimeoutError after TIMEOUT; nothing of the command is left then.
        """
        with self._busy:
            process = self._started()
            assert process.stdin is not None and process.stdout is not None
            end = threading.Timer(TIMEOUT, os.killpg, (process.pid, signal.SIGKILL))
            end.start()
            process.stdin.write(json.dumps([arguments, str(cwd), *map(str, streams)]) + "\n")
            process.stdin.flush()
            status = process.stdout.readline()
            end.cancel()
            if not status:
                ended = process.wait()
                assert ended == -signal.SIGKILL, f"the process that forks for each command ended with {ended}"
                raise TimeoutError(f"satpuzzle {' '.join(arguments)} took more than {TIMEOUT} s")
            return int(status)

    def end(self) -> None:
        """End the process; the next command would start another one."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"import {self._module}; {self._module}.serve()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                env=self._environment,
                start_new_session=True,  # it and the command are killed together
            )
        return self._process


def serve() -> None:
    """Fork for each command that standard input asks for, and say its exit status."""
    prepare()
    for line in sys.stdin:
        arguments, *others = json.loads(line)
        if arguments[:1] in (["studio"], ["view"]):  # what all pages have in common is made once
            from satpuzzle.studio.page import contents

            contents()
        child = os.fork()
        if not child:
            be_command(arguments, *others)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def prepare() -> None:
    """Import all commands, and let kernels be in memory."""
    from satpuzzle.cli import app
    from satpuzzle.cli.guide import COMMANDS
    from satpuzzle.engines.library import missing

    for name in COMMANDS:
        import_module(f"satpuzzle.cli.{name}")
    warm = () if missing() else (("soma", "mrv"), ("pentominoes-3x20", "scan"))
    with contextlib.redirect_stdout(io.StringIO()):
        for puzzle, strategy in warm:  # kernels, and what converts options, are in memory then
            app(["solve", puzzle, "-s", strategy, "--limit", "1"], standalone_mode=False)


def be_command(arguments: list[str], cwd: str, *files: str) -> None:
    """Be a command, from its first line to its exit."""
    os.chdir(cwd)
    for number, file in enumerate(files):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOCTTY), number)
    sys.stdin, sys.stdout, sys.stderr = (_text(number, "rww"[number]) for number in range(3))
    sys.argv = ["satpuzzle", *arguments]
    from satpuzzle.__main__ import main

    status: Any = 1
    try:
        main()
        status = 0
    except SystemExit as left:
        status = left.code or 0
    except BaseException:
        traceback.print_exc()
    if not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _text(number: int, mode: str) -> IO[str]:
    return open(number, mode, encoding="utf-8", closefd=False)
