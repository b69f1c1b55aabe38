"""Recording: a search that writes down its tree, so that somebody else can walk it again and see that it is complete.

At each node it writes the item that it branches on: the one with the fewest options, as in `mrv.py`.  Where an item has
too few options it writes one more than the number of items, "a dead end".  Where everything is covered it writes the
number of items, "a solution", and goes on to larger ones, if options are left.  The options of an item are tried in
ascending order, and an option once tried is left out afterwards; so the numbers written are the whole tree.

The search is that of `mrv.py`, in a kernel of its own (`kernels/mrv.c`).
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.shared import STACK_FULL

Codes = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]

DEAD_END = 1  # and the number of items: what is written at a dead end


class Recorder:
    """All that a recording search knows; it can stop after any node and go on later.

    A cover may have items that no option covers.
    """

    def __init__(self, cover: ExactCover) -> None:
        self._state = _Recording(cover)
        self.longest = self._state.longest

    def advance(self, codes: Codes, found: Batch) -> tuple[int, int, int]:
        """Work until `codes` or `found` is full; return the outcome, the number of codes and that of solutions.

        Solutions are rows of option numbers in the order of choice, padded with -1; other rows stay as they were.
        """
        while True:
            outcome, written, solutions = self._state.record(codes, found)
            if outcome == STACK_FULL:
                self._state.grow()
            if outcome != STACK_FULL or written or solutions:
                return outcome, written, solutions


class _Recording(Mrv):
    KERNEL = "record"

    def _counts(self, cover: ExactCover) -> NDArray[np.bool_]:
        return cover.upper > 0

    def record(self, codes: Codes, found: Batch) -> tuple[int, int, int]:
        call = self._call
        call.hand_over("codes", codes)
        call["code_room"], call["code_bytes"] = len(codes), codes.itemsize
        return self._run(found), call["written"], call["solutions"]
