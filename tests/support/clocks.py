"""Clocks that say stop when a test wants them to, however fast or slow the machine is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

from satpuzzle.clock import Clock, Status
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.run import Search


def over_once(holds: Callable[[Search], object]) -> Callable[[Search], None]:
    """Return a watcher for searches with a time limit: the time is over when something holds."""

    def watch(search: Search) -> None:
        if holds(search):
            search.clock._deadline = 0.0

    return watch


over_once_something_is_found = over_once(lambda search: any(search.counts.known().values()))


class Countdown(Clock):
    """A clock that counts the looks at it, and says stop at the last of so many."""

    def __init__(self, last: int = 1 << 60) -> None:
        super().__init__()
        self.last, self.looks = last, 0

    @property
    def status(self) -> Status | None:
        self.looks += 1
        return Status.INTERRUPTED if self.looks >= self.last else None


@contextmanager
def over_for_the_first(parts: int) -> Iterator[None]:
    """Let the first parts of a search take too long, however short they are, and all others not, however long."""
    numbers = count()

    def limited(seconds: float | None, within: Clock) -> Clock:
        late = seconds is not None and next(numbers) < parts
        return Clock(1e-9 if late else None, within=within)

    with patch("satpuzzle.search.carriers.base.Clock", limited):
        yield


@contextmanager
def over_after(parts: int, clock: Clock) -> Iterator[None]:
    """Let the time of a clock be over when so many parts were recorded in a journal."""
    record, numbers = Journal.record, count(1)

    def recording(journal: Journal, *arguments: Any) -> None:
        record(journal, *arguments)
        if next(numbers) >= parts:
            clock.start()._deadline = 0.0

    with patch.object(Journal, "record", recording):
        yield
