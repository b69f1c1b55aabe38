"""The clock of a computation: why it has to stop, if it has to.

One clock serves a whole run: writing placements down, planning, counting by a frontier and searching look at the
same deadline, and hear the same request to stop.
"""

import threading
import time
from enum import StrEnum

from satpuzzle.errors import Stopped


class Status(StrEnum):
    """Why a search stopped; only EXHAUSTED makes a count final."""

    EXHAUSTED = "exhausted"
    SOLUTION_LIMIT = "solution_limit"
    TIME_LIMIT = "time_limit"
    INTERRUPTED = "interrupted"
    SHARE = "share"  # of a search that several do, this one's share is done


class Clock:
    """A deadline, `seconds` after the first look at it, and a request to stop, which any thread may make.

    A clock `within` another stops with that one, if not before.
    """

    def __init__(self, seconds: float | None = None, within: "Clock | None" = None) -> None:
        self.seconds = seconds
        self._within = within
        self._deadline: float | None = None
        self._asked = threading.Event()

    def start(self) -> None:
        """Let the time run, unless it runs already."""
        if self._deadline is None:
            self._deadline = time.monotonic() + (float("inf") if self.seconds is None else self.seconds)

    def stop(self) -> None:
        """Ask for a stop; may be called from a signal handler or another thread."""
        self._asked.set()

    def wait(self, seconds: float) -> None:
        """Wait so long, or until somebody asks for a stop."""
        self._asked.wait(seconds)

    @property
    def status(self) -> Status | None:
        """Return why to stop, None to go on."""
        self.start()
        if self._asked.is_set():
            return Status.INTERRUPTED
        if self._within is not None and (status := self._within.status) is not None:
            return status
        assert self._deadline is not None
        return Status.TIME_LIMIT if time.monotonic() >= self._deadline else None

    def stopped(self) -> bool:
        """Tell whether to stop."""
        return self.status is not None

    def check(self) -> None:
        """Raise Stopped if it is time to stop."""
        if self.status is not None:
            raise Stopped(self.status)
