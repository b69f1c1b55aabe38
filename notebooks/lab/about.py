"""The conditions of a measurement: commit, processor, memory, system, versions, load."""

import os
import platform
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from satpuzzle import machine
from satpuzzle.errors import PuzzleError

MOST = 0.5  # the load average of a core above which other programs have a share in what is measured


def header() -> str:
    """Return one line with commit, processor, memory, system, versions and load, for the top of a notebook."""
    about = machine.surroundings()
    average = load()
    said = [
        f"commit {commit()}",
        f"{about['machine']}, {machine.cores()} of {os.cpu_count()} cores",
        f"{machine.total() / 2**30:.0f} GiB of memory",
        f"{platform.system()} {platform.release()}",
        f"Python {about['python']}",
        ", ".join(f"{name} {version}" for name, version in about["versions"].items()),
        "load unknown" if average is None else f"load average {average:.1f}",
    ]
    return " | ".join(said)


def load() -> float | None:
    """Return the load average of the last minute, None on Windows, which has none."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def wait_for_quiet(
    patience: float = 240,
    *,
    average: Callable[[], float | None] = load,
    cores: int | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until the load average is at most `MOST` for each core, which it is a minute or two after the last work.

    Raises PuzzleError if it is above that after `patience` seconds.  Does nothing where there is no load average.
    """
    most = MOST * (cores or machine.cores())
    waited = 0.0
    while (now := average()) is not None and now > most:
        if waited >= patience:
            raise PuzzleError(f"load average {now:g}: seconds are measured only at {most:g} or less, {MOST:g} a core")
        sleep(5)
        waited += 5


def commit() -> str:
    """Return the short hash of the current commit, with `+` if source files have changed since; "none" without git."""
    folder = Path(__file__).parents[1]

    def asked(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        changed = asked("status", "--porcelain", "--untracked-files=no", "--", ".", ":!measurements")
        return asked("rev-parse", "--short=7", "HEAD") + "+" * bool(changed)
    except (OSError, subprocess.CalledProcessError):
        return "none"
