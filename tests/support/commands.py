"""Commands, run as another program would run them."""

import atexit
import os
import signal
import subprocess
import sys
from pathlib import Path

from forking import TIMEOUT, Ended, Forks

import satpuzzle

ESCAPES = ("FORCE_COLOR", "CLICOLOR_FORCE", "GITHUB_ACTIONS", "PY_COLORS", "TTY_COMPATIBLE")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ESCAPES} | {
    "PYTHONPATH": os.pathsep.join([str(Path(satpuzzle.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]),
    "PYTHONIOENCODING": "utf-8",
}
COMMAND = [sys.executable, "-m", "satpuzzle"]

_FORKS = Forks(ENVIRONMENT)


def run(*arguments: str | Path, cwd: Path | None = None, input: str = "", env: dict[str, str] | None = None) -> Ended:
    """Run a command to its end; whatever it says, it says without colours and without a traceback."""
    words = [str(argument) for argument in arguments]
    if env is None and hasattr(os, "fork"):
        ended = _FORKS.run(words, cwd or Path.cwd(), input)
    else:
        ended = subprocess.run(
            [*COMMAND, *words], capture_output=True, encoding="utf-8", timeout=TIMEOUT, cwd=cwd, input=input, env=env
        )
    assert "\x1b" not in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended


def begin(*arguments: str | Path) -> "subprocess.Popen[str]":
    """Start a command as a user would, in a session of its own; it ends with the tests at the latest."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=ENVIRONMENT,
        start_new_session=True,
    )
    atexit.register(_end, process)
    return process


def _end(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def said(ended: Ended, status: int = 0) -> str:
    """Return what a command printed, which had nothing to complain of."""
    assert (ended.returncode, ended.stderr) == (status, "")
    return ended.stdout


def complaint(ended: Ended, status: int = 2) -> str:
    """Return the one line that a command complained in."""
    assert ended.returncode == status, ended.stderr
    assert ended.stderr.startswith("satpuzzle: ")
    assert ended.stderr.endswith("\n")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr.removeprefix("satpuzzle: ").rstrip("\n")
