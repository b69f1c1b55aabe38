"""Stopping: what may take long asks now and then, at least every tenth of a second or so, whether it is to go on."""

from collections.abc import Callable

from satpuzzle.errors import Stopped

Stop = Callable[[], bool]


def never() -> bool:
    """Go on to the end."""
    return False


def ask(stop: Stop) -> None:
    """Raise Stopped if `stop` says so."""
    if stop():
        raise Stopped("stopped before it was known whether the packing can be put together")
