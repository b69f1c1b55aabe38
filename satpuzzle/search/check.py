"""Every solution is checked, whoever found it.

`ExactCover.check` says what a solution is, and is quick enough for a few.  Large batches go to a compiled checker that
shares nothing with the engines' kernels but the compiler.  A batch that it does not accept is checked by the plain one,
which says what is wrong.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.library import missing

if TYPE_CHECKING:
    from satpuzzle.search.checker import Checker

MANY = 1 << 14  # places for options in a batch, from which on it pays to load what is compiled


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
