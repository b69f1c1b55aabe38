"""The interface of carriers: they take parts, several at a time, and return the results in any order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from satpuzzle.clock import Clock, Status
from satpuzzle.errors import BackendError, SatpuzzleError
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Judge
from satpuzzle.search.solve import solve_part

Work = Callable[[Any], Iterator[Any]]  # yields the results of a part, None while there is none; may return a last one
Back = tuple[Any, Any, bool]  # (the part's place, a result, whether it is the part's last one)
Result = Outcome | list[Part] | SatpuzzleError  # an outcome, the parts that replace the part, or an error


@dataclass(frozen=True)
class Workplace:
    """Everything that is needed to solve the parts of one problem."""

    plan: Plan
    judge: Judge | None
    patience: float | None  # seconds after which a part is split

    def work(self, part: Part, clock: Clock) -> Result:
        """Solve a part; return its outcome, the parts to split it into if it takes too long, or an error of the solver.

        If the clock stops, the outcome is incomplete.
        """
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
    """Solves parts, such as in threads or on other machines."""

    @property
    def width(self) -> int:
        """The number of parts that keeps it busy."""

    def submit(self, place: Any, part: Any) -> None:
        """Begin a part; `place` identifies it in the results."""

    def finished(self, timeout: float) -> Sequence[Back]:
        """Return the results that have arrived; wait up to `timeout` seconds if there are none."""

    def stop(self) -> None:
        """Make all parts return soon, finished or not."""

    def close(self) -> None:
        """Stop, wait until no part is running, and discard results that were not fetched."""
