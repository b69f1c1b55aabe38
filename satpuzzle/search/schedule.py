"""The scheduler: it takes parts from a ledger, gives them to a carrier, and returns the results to the ledger.

A *carrier* solves parts: in this thread, in other threads, or on other machines (`carriers/`).  A *ledger* has the
parts and records their results.  It is a journal (`journaled.py`), or a list of parts whose results are read in order
(`Line`).
"""

import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Protocol

from satpuzzle.clock import Clock
from satpuzzle.errors import Stopped
from satpuzzle.machine import BROWSER
from satpuzzle.search.carriers.base import Carrier, Work
from satpuzzle.search.carriers.threads import Threads, close

_PATIENCE = 0.05  # seconds between two checks of the clock
_AHEAD = 4  # parts per thread that may begin before the results of the first of them have been read
_HELD = 1 << 28  # bytes of waiting results at which threads pause, except the one whose results are due


class Ledger(Protocol):
    """Keeps the parts of a search, each identified by its place, and their results."""

    def lease(self, most: int) -> Sequence[tuple[Any, Any]]:
        """Return up to `most` parts to solve next, each as (place, part)."""

    def take(self, place: Any, result: Any, ended: bool) -> None:
        """Record a result of a part; `ended` says that it is the part's last one."""

    def unfinished(self) -> bool:
        """Tell whether parts are unfinished, although this process has none to solve.

        If other processes are solving them, wait a moment.
        """


class Scheduler:
    """Gives the parts of a ledger to a carrier until all are finished or the clock stops."""

    def __init__(self, ledger: Ledger, carrier: Carrier, clock: Clock) -> None:
        self._ledger, self._carrier, self._clock = ledger, carrier, clock
        self._out: set[Any] = set()

    def step(self, seconds: float) -> bool:
        """Give the carrier as many parts as it can use, wait up to `seconds` for results, and record them.

        Return False if all parts are finished or the clock has stopped.
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

    def change(self, carrier: Carrier) -> None:
        """Give the parts that are running back to the ledger, unfinished, and go on with another carrier."""
        for place in self._out:
            self._ledger.take(place, Stopped("interrupted"), True)
        self._out.clear()
        self._carrier = carrier

    def stop(self) -> None:
        """Stop the carrier, and record the last results of the running parts."""
        self._carrier.stop()
        while self._out:
            self._collect(_PATIENCE)

    def _collect(self, seconds: float) -> None:
        for place, result, ended in self._carrier.finished(seconds):
            if ended:
                self._out.discard(place)
            self._ledger.take(place, result, ended)


class Line:
    """A ledger for a list of parts: several are solved at a time, but results are read in the order of the list."""

    def __init__(self, parts: Sequence[Any], ahead: int, clock: Clock) -> None:
        self._parts, self._ahead, self._clock = parts, ahead, clock
        self._begun = self._due = 0
        self._boxes: list[deque[tuple[Any, bool]]] = [deque() for _ in parts]
        self._room, self._held = threading.Condition(), 0

    def lease(self, most: int) -> Sequence[tuple[int, Any]]:
        """Return up to `most` next parts, each as (place, part); fewer if the results of too many parts are unread."""
        first, self._begun = self._begun, min(len(self._parts), self._begun + most, self._due + self._ahead)
        return [*enumerate(self._parts[first : self._begun], first)]

    def take(self, place: int, result: Any, ended: bool) -> None:
        """Keep a result until those before it have been read."""
        self._boxes[place].append((result, ended))

    def unfinished(self) -> bool:
        """Tell whether some results have not been read yet."""
        return self._due < len(self._parts)

    def hold(self, place: int, result: Any) -> None:
        """Wait until there is room for a result; called by the thread that solves the part."""
        size = _size(result)
        with self._room:
            while self._held > _HELD and (place != self._due or self._boxes[place]) and not self._clock.stopped():
                self._room.wait(_PATIENCE)
            self._held += size

    def ready(self) -> Iterator[Any]:
        """Yield the results that have come, in the order of the parts; an exception is raised in place of a result."""
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
    """Apply `work` to the parts in `jobs` threads; yield its results in the order of the parts, and None while waiting.

    `work` yields and returns results; None means that a part is still running.  An exception of `work` is raised in
    place of its part's result.  Raises Stopped if the clock `halt` stops.  `halt` must not be used for anything else:
    it is stopped at the end, which stops all threads at their next result.
    """
    halt = halt or Clock()
    if jobs == 1 or BROWSER:
        yield from _one_by_one(work, parts, halt)
        return
    line = Line(parts, jobs * _AHEAD, halt)
    carrier = Threads(work, jobs, halt, line.hold)
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


def _one_by_one(work: Work, parts: Sequence[Any], halt: Clock) -> Generator[Any, None, None]:
    """Do what `in_order` does in this thread, which needs no scheduler."""
    results: Iterator[Any] = iter(())
    try:
        for part in parts:
            results, ended = work(part), False
            while not ended:
                halt.check()
                try:
                    result = next(results)
                except StopIteration as end:
                    result, ended = end.value, True
                if result is not None or not ended:
                    yield result
        halt.check()
    finally:
        halt.stop()
        close(results)


def _size(result: Any) -> int:
    return int(getattr(result, "nbytes", 1))
