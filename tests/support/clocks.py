"""Clocks that say stop when a test wants them to."""

from satpuzzle.clock import Clock, Status
from satpuzzle.search.run import Search


def over_once_something_is_found(search: Search) -> None:
    """Let the time be over when a solution was found that counts; a watcher for searches with a time limit."""
    if any(search.counts.known().values()):
        search.clock._deadline = 0.0


class Countdown(Clock):
    """A clock that counts the looks at it, and says stop at the last of so many."""

    def __init__(self, last: int = 1 << 60) -> None:
        super().__init__()
        self.last, self.looks = last, 0

    @property
    def status(self) -> Status | None:
        self.looks += 1
        return Status.INTERRUPTED if self.looks >= self.last else None
