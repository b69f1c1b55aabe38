"""The clock of a computation: a time limit and a request to stop.

Every function that can take long takes a clock and checks it several times a second.  One clock serves a whole run or
command: reading a file, enumerating placements, planning, counting by a frontier and searching share the deadline and
the request to stop.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from enum import StrEnum
from math import inf
from typing import TypeVar

from satpuzzle.errors import PuzzleError, Stopped

_Member = TypeVar("_Member")
_OFTEN = 256  # members of an iterable between two checks of the clock


class Status(StrEnum):
    """Why a search stopped; only EXHAUSTED makes a count final."""

    EXHAUSTED = "exhausted"
    SOLUTION_LIMIT = "solution_limit"
    TIME_LIMIT = "time_limit"
    NODE_LIMIT = "node_limit"
    INTERRUPTED = "interrupted"
    SHARE = "share"  # this run's share of a search is finished


class Clock:
    """A deadline, `seconds` after the clock is started or first checked, and a request to stop, by any thread.

    A clock also stops when the clock `within` stops.  Raises PuzzleError for seconds that are not above 0.
    """

    def __init__(self, seconds: float | None = None, within: "Clock | None" = None) -> None:
        if seconds is not None and not seconds > 0:
            raise PuzzleError(f"time limit {seconds}: allowed are seconds above 0")
        self.seconds = seconds
        self._within = within
        self._deadline: float | None = None
        self._asked = threading.Event()

    def start(self) -> "Clock":
        """Start the clock, unless it is running; return it."""
        if self._deadline is None:
            self._deadline = time.monotonic() + (inf if self.seconds is None else self.seconds)
        return self

    def stop(self) -> None:
        """Request a stop.  Signal handlers and other threads may call this."""
        self._asked.set()

    def wait(self, seconds: float) -> None:
        """Wait for this number of seconds, or until a stop is requested."""
        self._asked.wait(seconds)

    @property
    def status(self) -> Status | None:
        """Return the reason to stop, None to continue."""
        if self._deadline is None:
            self.start()
        if self._asked.is_set():
            return Status.INTERRUPTED
        if self._within is not None and (status := self._within.status) is not None:
            return status
        assert self._deadline is not None
        return Status.TIME_LIMIT if self._deadline < inf and time.monotonic() >= self._deadline else None

    @property
    def left(self) -> float:
        """Return the seconds until the deadline, for solvers that have a time limit of their own."""
        if self.status is not None:
            return 0.0
        assert self._deadline is not None
        return max(0.0, min(self._deadline - time.monotonic(), inf if self._within is None else self._within.left))

    def stopped(self) -> bool:
        """Tell whether the computation must stop."""
        return self.status is not None

    def check(self) -> None:
        """Raise Stopped if the computation must stop."""
        status = self.status
        if status is not None:
            limit = status is Status.TIME_LIMIT
            raise Stopped("the time limit was reached" if limit else "interrupted", by_limit=limit)

    def each(self, members: Iterable[_Member]) -> Iterator[_Member]:
        """Yield the members of an iterable, and check the clock after every few of them; raises Stopped if it stops."""
        for number, member in enumerate(members):
            if number % _OFTEN == 0:
                self.check()
            yield member

    def slices(self, length: int, size: int) -> Iterator[slice]:
        """Yield slices of `size` (at least 1) that divide a sequence of this length; check the clock before each."""
        for start in range(0, length, max(1, size)):
            self.check()
            yield slice(start, start + max(1, size))


class _Unlimited(Clock):
    """The default clock: it never stops, and cannot be stopped, since all callers share it."""

    @property
    def status(self) -> Status | None:
        return None

    def __reduce__(self) -> str:
        return "UNLIMITED"  # by name, when a function with this default is sent to other processes

    def stop(self) -> None:
        raise TypeError("UNLIMITED cannot be stopped: pass a Clock of your own to the call that you want to stop")


UNLIMITED: Clock = _Unlimited().start()
