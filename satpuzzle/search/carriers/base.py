"""The contract of carriers: parts go out, several at a time, and what came of them comes back in any order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from satpuzzle.clock import Clock, Status
from satpuzzle.errors import BackendError, SatpuzzleError
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Judge
from satpuzzle.search.solve import solve_part

Work = Callable[[Any], Iterator[Any]]  # works on a part: yields results, None while at work; may return a last one
Back = tuple[Any, Any, bool]  # a part's place, a result, and whether it was the last
Result = Outcome | list[Part] | SatpuzzleError  # an outcome, the parts it was split into, or what went wrong


@dataclass(frozen=True)
class Workplace:
    """All that it takes to work on the parts of one problem."""

    plan: Plan
    judge: Judge | None
    patience: float | None  # seconds of work on a part after which it is split

    def work(self, part: Part, clock: Clock) -> Result:
        """Solve a part, or say into what it is to be split since it takes long; an outcome may be cut short."""
        for patience in (self.patience, None):
            try:
                outcome = solve_part(self.plan, part, Clock(patience, within=clock), self.judge)
            except BackendError as error:
                return error
            if patience is None or outcome.status is Status.EXHAUSTED or clock.stopped():
                return outcome
            if children := part.children(self.plan.tables):
                return children
        raise AssertionError("without a limit there is an outcome")


class Carrier(Protocol):
    """Works on parts, somewhere."""

    @property
    def width(self) -> int:
        """How many parts it wants to have, to be busy."""

    def submit(self, place: Any, part: Any) -> None:
        """Take a part on, which is known by its place."""

    def finished(self, timeout: float) -> Sequence[Back]:
        """Return what has come back, after at most so many seconds if there is nothing."""

    def stop(self) -> None:
        """Let what is out come back soon, done or not."""

    def close(self) -> None:
        """Stop, and wait until nothing is at work; what has not come back is given up."""
