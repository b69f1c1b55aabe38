"""Checks every solution of every engine.

`ExactCover.check` defines what a solution is, and is fast enough for small batches.  Large batches go to a compiled
checker, which shares no code with the engines' kernels.  If it rejects a batch, `ExactCover.check` checks the batch
again and says what is wrong.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.library import missing

if TYPE_CHECKING:
    from satpuzzle.search.checker import Checker

MANY = 1 << 14  # the size of a batch's array from which on it pays to load the compiled checker


class Check:
    """Checks batches of solutions of one cover, one batch at a time."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover

    def __call__(self, batch: Batch) -> None:
        """Raise AssertionError unless every row of the batch is a solution."""
        if batch.size < MANY or missing() is not None or not self._compiled.accepts(batch):
            self.cover.check(batch)

    @cached_property
    def _compiled(self) -> "Checker":
        from satpuzzle.search.checker import Checker

        return Checker(self.cover)
