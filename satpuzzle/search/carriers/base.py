"""The contract of carriers: parts go out, several at a time, and what came of them comes back in any order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.errors import BackendError, SatpuzzleError
from satpuzzle.search.part import Outcome, Part, work
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Judge

Result = Outcome | list[Part] | SatpuzzleError  # an outcome, the parts it was split into, or what went wrong


@dataclass(frozen=True)
class Workplace:
    """All that it takes to work on the parts of one problem."""

    plan: Plan
    judge: Judge | None
    patience: float | None  # seconds of work on a part after which it is split

    def work(self, part: Part, clock: Clock) -> Result:
        """Solve a part, or say into what it is to be split since it takes long; an outcome may be cut short."""
        tables, solver = self.plan.tables, self.plan.solver
        for patience in (self.patience, None):
            own = Clock(patience, within=clock)

            def keep(batch: Batch, own: Clock = own) -> tuple[NDArray[np.bool_], int]:
                assert self.judge is not None
                return self.judge.judge(tables.placements, batch, own)

            try:
                outcome = work(tables, part, self.plan.cover(part), solver, own, keep if self.judge else None)
            except BackendError as error:
                return error
            if patience is None or outcome.status is Status.EXHAUSTED or clock.stopped():
                return outcome
            if children := part.children(tables):
                return children
        raise AssertionError("without a limit there is an outcome")


class Carrier(Protocol):
    """Works on parts, somewhere."""

    @property
    def width(self) -> int:
        """How many parts it wants to have, to be busy."""

    def submit(self, place: bytes, part: Part) -> None:
        """Take a part on, which is known by its place."""

    def finished(self, timeout: float) -> Sequence[tuple[bytes, Result]]:
        """Return what has come back, after at most so many seconds if there is nothing."""

    def stop(self) -> None:
        """Let what is out come back soon, done or not."""

    def close(self) -> None:
        """Stop, and wait until nothing is at work; what has not come back is given up."""
