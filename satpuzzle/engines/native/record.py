"""Recording: a search that writes down its tree, so that another program can walk it again and see that it is complete.

At each node it writes the item that it branches on: the one with the fewest options, as in `mrv.py`.  Where an item has
too few options it writes one more than the number of items, "a dead end".  Where everything is covered it writes the
number of items, "a solution", and goes on to larger ones, if options are left.  The options of an item are tried in
ascending order, and an option once tried is left out afterwards; so the numbers written are the whole tree.

The search is that of `mrv.py`, in a kernel of its own (`kernels/mrv.c`).
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.native.mrv import Ints, Mrv, Words, with_colours

DEAD_END = 1  # and the number of items: what is written at a dead end


class Recorder(Mrv):
    """All that a recording search knows; a budget is of numbers, not of nodes.

    A cover may have items that no option covers.
    """

    KERNEL = "record"

    def __init__(self, cover: ExactCover, kind: str) -> None:
        super().__init__(cover)
        self._kind = kind
        self.codes: NDArray[np.integer] = np.empty(0, kind)  # what the last stretch has written

    def _laid_out(self, cover: ExactCover) -> tuple[Words, Ints, range]:
        columns = cover.colours.columns  # the number of a bit is that of an item, which is written down
        return cover.rows, np.arange(len(cover.names)), columns

    def _counts(self, cover: ExactCover) -> NDArray[np.bool_]:
        return (cover.upper > 0) & ~with_colours(cover)

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work until so many numbers are written or `found` is full; return the outcome and how many were found.

        Solutions are rows of option numbers in the order of choice, padded with -1; other rows stay as they were.
        """
        call, codes = self._call, np.empty(budget, self._kind)
        call.hand_over("codes", codes)
        call["code_room"], call["code_bytes"] = len(codes), codes.itemsize
        outcome = self._run(found)
        self.codes = codes[: call["written"]]
        return outcome, call["solutions"]
