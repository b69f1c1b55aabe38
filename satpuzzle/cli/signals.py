"""Signals that ask a command to end: Ctrl-C, SIGTERM, and SIGHUP when its terminal is closed.

All have the same effect: a search stops and its results are written; in any other command, KeyboardInterrupt is raised.
Only the exit status tells which signal it was.  A signal that is ignored when the command begins stays ignored: SIGHUP
with `nohup`, Ctrl-C where a shell runs the command in the background.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from satpuzzle.cli.exits import CTRL_C, LIMIT

_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_received: list[int] = []  # signals since the command began
_terminals: list[int] = []  # those of standard output and standard error that were terminals when it began


def interrupt() -> None:
    """Raise KeyboardInterrupt, as Python does at Ctrl-C."""
    raise KeyboardInterrupt


@contextmanager
def handled(act: Callable[[], None]) -> Iterator[list[int]]:
    """Make the first signal call `act`, and later ones raise KeyboardInterrupt; provide a list of those received."""
    came: list[int] = []
    before = {
        number: handler
        for number in _ENDING
        if (handler := signal.getsignal(number)) not in (signal.SIG_IGN, None)  # None: not installed by Python
    }

    def handle(number: int, frame: object) -> None:
        first = not came
        came.append(number)
        _received.append(number)
        _let_go()
        (act if first else interrupt)()

    for number in before:
        signal.signal(number, handle)
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def command() -> Iterator[None]:
    """Run a command as a context in which any of the signals raises KeyboardInterrupt."""
    _received.clear()
    _terminals[:] = [number for number in (1, 2) if os.isatty(number)]
    with handled(interrupt):
        yield


def received() -> bool:
    """Tell whether a signal has asked the command to end."""
    return bool(_received)


def status(code: int) -> int:
    """Return the exit status of a command: `code`, or 128 plus the signal's number if a signal stopped it."""
    return 128 + _received[0] if code in (CTRL_C, LIMIT) and _received else code


def _let_go() -> None:
    """If the terminal is closed, redirect output to the null device."""
    for number in _terminals:
        if not os.isatty(number):
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), number)
