"""The processes that a process has started."""

import time
from collections.abc import Callable

import psutil


def children(process: int | None = None) -> list[int]:
    """Return the processes that a process, by default this one, has started and that have not ended.

    Python's own resource tracker, which lives as long as whoever needed it, is none of them.
    """
    found = psutil.Process(process).children(recursive=True)
    return [child.pid for child in found if alive(child.pid) and not _tracks(child)]


def _tracks(process: psutil.Process) -> bool:
    try:
        return any("resource_tracker" in argument for argument in process.cmdline())
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
