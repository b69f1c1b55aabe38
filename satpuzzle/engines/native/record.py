"""Recording: a search that records its tree, so that another program can walk the tree and check that it is complete.

At each node the search records a number.  If it branches, this is the number of the item on which it branches: the one
with the fewest options, as in `mrv.py`, or, if the search is `weeded`, with the fewest that survive; no option is
removed then.  If some item has too few options, it is the number of items plus one, which means "a dead end".  If
everything is covered, it is the number of items, which means "a solution".  If options are left at a solution, the
search continues to larger solutions.  The options of an item are tried in ascending order, and an option is excluded
after it was tried, so these numbers determine the tree.

The search is that of `mrv.py`, in a kernel of its own (`record` in `kernels/mrv.c`).
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.native.mrv import Mrv, with_colours
from satpuzzle.engines.native.shared import allow

DEAD_END = 1  # this plus the number of items is recorded at a dead end


class Recorder(Mrv):
    """The state of a search that records its tree.  Budgets are in recorded numbers, not in nodes.

    The cover may have items that no option covers.
    """

    KERNEL = "record"

    def __init__(self, cover: ExactCover, kind: str, clock: Clock = UNLIMITED) -> None:
        super().__init__(cover, clock)
        self._kind = kind
        self.codes: NDArray[np.integer] = np.empty(0, kind)  # the numbers that the last stretch recorded

    def _laid_out(self, cover: ExactCover, clock: Clock) -> tuple[Words, Ints, range, range]:
        # bits have the numbers of items, which are recorded
        return cover.rows, np.arange(len(cover.names)), cover.weights.columns, cover.colours.columns

    def _counts(self, cover: ExactCover) -> NDArray[np.bool_]:
        return (cover.upper > 0) & ~with_colours(cover)

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search until `budget` numbers are recorded, the work is done or `found` is full.

        Return why the search stopped, and how many solutions it found.  Each solution is a row of option
        numbers in the order of choice, padded with -1; rows after the last solution are not changed.
        """
        call, codes = self._call, np.empty(budget, self._kind)
        call.hand_over("codes", codes)
        call["code_room"], call["code_bytes"] = len(codes), codes.itemsize
        allow(call, budget, self.work, found)
        outcome = call()
        self.codes = codes[: call["written"]]
        return outcome, call["solutions"]
