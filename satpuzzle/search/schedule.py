"""The scheduler: parts go out, several at a time, and what comes back is taken down.

A *carrier* works on parts: on this thread, on others, or on machines (`carriers/`).  A *ledger* knows which parts there
are and what came of them: a journal (`journaled.py`), or a list of parts whose results are wanted in order (`Line`).
"""

import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Protocol

from satpuzzle.clock import Clock
from satpuzzle.search.carriers.base import Carrier, Work
from satpuzzle.search.carriers.threads import Inline, Threads

_PATIENCE = 0.05  # seconds between looks at the clock
_AHEAD = 4  # parts per thread that may be begun before the results of the first of them are handed over
_HELD = 1 << 28  # bytes of results that may wait in all; then threads pause, but for the one whose results are due


class Ledger(Protocol):
    """Knows which parts there are, each by its place, and what came of them."""

    def lease(self, most: int) -> Sequence[tuple[Any, Any]]:
        """Return up to so many parts to work on, each with its place before it."""

    def take(self, place: Any, result: Any, ended: bool) -> None:
        """Take down what came of a part; nothing more comes if it has `ended`."""

    def unfinished(self) -> bool:
        """Tell whether parts are left although nothing is out; wait a moment if others work on them."""


class Scheduler:
    """Gives the parts of a ledger to a carrier until all are done or the clock stops."""

    def __init__(self, ledger: Ledger, carrier: Carrier, clock: Clock) -> None:
        self._ledger, self._carrier, self._clock = ledger, carrier, clock
        self._out: set[Any] = set()

    def step(self, seconds: float) -> bool:
        """Hand out as many parts as the carrier wants, and take what comes back within so many seconds.

        Return False at the end, or if the clock has stopped.
        """
        if self._clock.stopped():
            return False
        wanted = self._carrier.width - len(self._out)
        for place, part in self._ledger.lease(wanted) if wanted > 0 else ():
            self._out.add(place)
            self._carrier.submit(place, part)
        if not self._out:
            return self._ledger.unfinished()
        self._collect(seconds)
        return True

    def stop(self) -> None:
        """Let the carrier stop, and take what comes back, done or not."""
        self._carrier.stop()
        while self._out:
            self._collect(_PATIENCE)

    def _collect(self, seconds: float) -> None:
        for place, result, ended in self._carrier.finished(seconds):
            if ended:
                self._out.discard(place)
            self._ledger.take(place, result, ended)


class Line:
    """A list of parts, whose results are handed over part after part, however many are at work."""

    def __init__(self, parts: Sequence[Any], ahead: int, clock: Clock) -> None:
        self._parts, self._ahead, self._clock = parts, ahead, clock
        self._begun = self._due = 0
        self._boxes: list[deque[tuple[Any, bool]]] = [deque() for _ in parts]
        self._room, self._held = threading.Condition(), 0

    def lease(self, most: int) -> Sequence[tuple[int, Any]]:
        """Return the next parts, unless the results of too many wait."""
        first, self._begun = self._begun, min(len(self._parts), self._begun + most, self._due + self._ahead)
        return [*enumerate(self._parts[first : self._begun], first)]

    def take(self, place: int, result: Any, ended: bool) -> None:
        """Keep a result until it is due."""
        self._boxes[place].append((result, ended))

    def unfinished(self) -> bool:
        """Tell whether results are left."""
        return self._due < len(self._parts)

    def hold(self, place: int, result: Any) -> None:
        """Wait, in the thread that works on a part, until there is room for its result."""
        size = _size(result)
        with self._room:
            while self._held > _HELD and (place != self._due or self._boxes[place]) and not self._clock.stopped():
                self._room.wait(_PATIENCE)
            self._held += size

    def ready(self) -> Iterator[Any]:
        """Yield the results that are due; raise what a part has raised in its turn."""
        while self._due < len(self._parts) and self._boxes[self._due]:
            result, ended = self._boxes[self._due].popleft()
            if isinstance(result, BaseException):
                raise result
            if ended:
                self._due += 1
            elif self._held:
                with self._room:
                    self._held -= _size(result)
                    self._room.notify_all()
            if result is not None:
                yield result


def in_order(work: Work, parts: Sequence[Any], jobs: int, halt: Clock | None = None) -> Generator[Any, None, None]:
    """Yield what `work` yields and returns for each part, part after part, `jobs` at a time; None while waiting.

    A result of None only says that a part is still at work.  An exception of `work` is raised in its turn, and Stopped
    if `halt` stops, a clock that is for this alone: it is stopped at the end, and so are threads, at their next result.
    """
    halt = halt or Clock()
    line = Line(parts, jobs * _AHEAD, halt)
    carrier: Carrier = Threads(work, jobs, halt, line.hold) if jobs > 1 else Inline(work)
    scheduler = Scheduler(line, carrier, halt)
    try:
        while scheduler.step(_PATIENCE):
            waiting = True
            for result in line.ready():
                waiting = False
                yield result
            if waiting:
                yield None
        halt.check()
    finally:
        halt.stop()
        carrier.close()


def _size(result: Any) -> int:
    return int(getattr(result, "nbytes", 1))
