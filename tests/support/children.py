"""The processes that a process has started."""

import time
from collections.abc import Callable

import psutil

from satpuzzle import sandbox


def children(process: int | None = None) -> list[int]:
    """Return the processes that a process, by default this one, has started and that have not ended.

    None of them are those that live as long as whoever needed them: Python's resource tracker, the process of which
    commands are forks (see forking.py), a browser with what drives it, and what a sandbox keeps for the next.
    """
    found = psutil.Process(process).children(recursive=True)
    spare = {child.process.pid for child in sandbox._spare}
    return [child.pid for child in found if alive(child.pid) and child.pid not in spare and not _serves(child)]


_SERVERS = ("resource_tracker", "forking", "playwright", "chrom")


def _serves(process: psutil.Process) -> bool:
    try:
        return any(name in argument for argument in process.cmdline() for name in _SERVERS)
    except psutil.Error:
        return False


def alive(process: int) -> bool:
    try:
        return bool(psutil.Process(process).status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def within(seconds: float, wanted: Callable[[], object]) -> bool:
    """Wait until something holds; tell whether it does in the end."""
    until = time.monotonic() + seconds
    while not (reached := bool(wanted())) and time.monotonic() < until:
        time.sleep(0.02)
    return reached
