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
    return [child.pid for child in found if child.pid not in spare and _works(child)]


_SERVERS = ("resource_tracker", "forking", "playwright", "chrom")


def _works(process: psutil.Process) -> bool:
    """Return False if a process serves others or is about to end: it then has no arguments any more."""
    try:
        arguments = process.cmdline()
    except psutil.Error:
        return False
    return bool(arguments) and not any(name in argument for argument in arguments for name in _SERVERS)


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
