"""The processes that a process has started."""

import time
from collections.abc import Callable, Iterator

import psutil

from satpuzzle import sandbox


def children(process: int | None = None) -> list[int]:
    """Return the processes that a process, by default this one, has started and that have not ended.

    None of them are those that live as long as whoever needed them, and what these start: Python's resource tracker,
    the process of which commands are forks (see forking.py), what drives a browser, and what a sandbox keeps for the
    next.
    """
    spare = {child.process.pid for child in sandbox._spare}
    return [child for child in _below(psutil.Process(process)) if child not in spare]


_SERVERS = ("resource_tracker", "forking", "playwright")


def _below(process: psutil.Process) -> Iterator[int]:
    """Yield what a process has started, and what these have."""
    for child in process.children():
        try:
            arguments = child.cmdline()
            if arguments and not any(name in argument for argument in arguments for name in _SERVERS):
                yield child.pid
                yield from _below(child)
        except psutil.Error:  # it has ended
            continue


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
