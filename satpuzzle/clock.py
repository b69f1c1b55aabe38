"""The clock of a computation: why it has to stop, if it has to.

Everything that can take long takes a clock and looks at it several times a second.  One clock serves a whole run or a
whole command: reading a file, writing placements down, planning, counting by a frontier and searching look at the same
deadline, and hear the same request to stop.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from enum import StrEnum
from math import inf
from typing import TypeVar

from satpuzzle.errors import PuzzleError, Stopped

_Member = TypeVar("_Member")
_OFTEN = 256  # members of an iterable between two looks at the clock


class Status(StrEnum):
    """Why a search stopped; only EXHAUSTED makes a count final."""

    EXHAUSTED = "exhausted"
    SOLUTION_LIMIT = "solution_limit"
    TIME_LIMIT = "time_limit"
    INTERRUPTED = "interrupted"
    SHARE = "share"  # of a search that several do, this one's share is done


class Clock:
    """A deadline, `seconds` after the clock is started or first looked at, and a request to stop by any thread.

    A clock `within` another stops with that one, if not before.  Raises PuzzleError for seconds that are not above 0.
    """

    def __init__(self, seconds: float | None = None, within: "Clock | None" = None) -> None:
        if seconds is not None and not seconds > 0:
            raise PuzzleError(f"time limit {seconds}: allowed are seconds above 0")
        self.seconds = seconds
        self._within = within
        self._deadline: float | None = None
        self._asked = threading.Event()

    def start(self) -> "Clock":
        """Let the time run, unless it runs already; return the clock."""
        if self._deadline is None:
            self._deadline = time.monotonic() + (inf if self.seconds is None else self.seconds)
        return self

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

    @property
    def left(self) -> float:
        """Return the seconds until the clock stops: the limit for a solver that has one of its own."""
        if self.status is not None:
            return 0.0
        assert self._deadline is not None
        return max(0.0, min(self._deadline - time.monotonic(), inf if self._within is None else self._within.left))

    def stopped(self) -> bool:
        """Tell whether to stop."""
        return self.status is not None

    def check(self) -> None:
        """Raise Stopped if it is time to stop."""
        status = self.status
        if status is not None:
            limit = status is Status.TIME_LIMIT
            raise Stopped("the time limit was reached" if limit else "interrupted", by_limit=limit)

    def each(self, members: Iterable[_Member]) -> Iterator[_Member]:
        """Yield the members of an iterable, each of which takes little time; raise Stopped if it is time to stop."""
        for number, member in enumerate(members):
            if number % _OFTEN == 0:
                self.check()
            yield member


class _Unlimited(Clock):
    """The clock of whoever names none: it never stops, and nobody can stop it, since all of them share it."""

    @property
    def status(self) -> Status | None:
        return None

    def stop(self) -> None:
        raise TypeError("UNLIMITED cannot be stopped: give a Clock of your own to what you want to stop")


UNLIMITED: Clock = _Unlimited().start()
