"""The interface of carriers, which accept the parts of a search and return their results, in any order."""

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
    """All data that are needed to solve the parts of one search."""

    plan: Plan
    judge: Judge | None
    patience: float | None  # seconds after which a part is split
    count_only: bool = False  # the outcomes have no solutions

    def work(self, part: Part, clock: Clock) -> Result:
        """Solve a part; return its outcome, or an error of the solver.

        If the part takes longer than `patience`, the parts into which it can be split are returned instead.  If the
        clock stops, the outcome is incomplete.
        """
        for patience in (self.patience, None):
            try:
                limited = Clock(patience, within=clock)
                outcome = solve_part(self.plan, part, limited, self.judge, self.count_only)
            except BackendError as error:
                return error
            if patience is None or outcome.status is Status.EXHAUSTED or clock.stopped():
                return outcome
            if children := part.children(self.plan.tables):
                return children
        raise AssertionError("without a limit there is an outcome")


class Carrier(Protocol):
    """Solves the parts of a search, for example in threads or on other machines."""

    @property
    def width(self) -> int:
        """The number of parts that the carrier should have at a time to be fully used."""

    def submit(self, place: Any, part: Any) -> None:
        """Start to solve a part; its results are returned together with `place`."""

    def finished(self, timeout: float) -> Sequence[Back]:
        """Return the results that have arrived; wait up to `timeout` seconds if there are none."""

    def stop(self) -> None:
        """End all running parts soon; their results may be incomplete."""

    def close(self) -> None:
        """Stop, wait until no part is running, and discard results that `finished` has not returned."""
