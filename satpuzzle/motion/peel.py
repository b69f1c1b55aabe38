"""Takes packings apart piece by piece, many packings at once.

For each direction, the *blocking graph* of a packing says which pieces must be removed before another one can leave.  A
piece can leave if in some direction no remaining piece blocks it.  Since removing a piece never blocks another one,
greedy removal is exact: it ends with the same core, or with nothing, in whatever order pieces are removed.  For a
single direction, this tests that the blocking graph has no cycle.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.sweep import pairs

_ENTRIES = 1 << 24  # the largest number of entries of a table of graphs


class Peeler:
    """Removes pieces one by one as long as possible, for all packings of one board in the same surroundings."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.directions = around.exits
        self._pairs: dict[int, tuple[NDArray[np.intp], NDArray[np.intp]]] = {}  # by direction, computed when needed

    def peel(
        self, labels: NDArray[np.int64], pieces: int, clock: Clock = UNLIMITED
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Remove pieces from packings one by one; return which pieces are left, and how the others were removed.

        `labels`, shape (packings, cells), has the number of the piece that covers each cell of the board, or -1;
        `pieces` is the number of pieces of a packing.  The first result, shape (packings, pieces), marks the pieces
        that are left at the end.  The second, shape (packings, pieces, 2), has the round in which each piece was
        removed and the number of its direction; both are -1 for a piece that was not moved.  A piece number that covers
        no cell counts as removed in the first round.  If nothing holds the packing, its last piece counts as removed at
        the end.  Raises Stopped if the clock stops.
        """
        portion = max(1, _ENTRIES // (len(self.directions) * (pieces + 2) ** 2))
        parts = [self._peel(labels[at : at + portion], pieces, clock) for at in range(0, max(1, len(labels)), portion)]
        left, moved = (np.concatenate(part) for part in zip(*parts, strict=True))
        return left, moved

    def _peel(
        self, labels: NDArray[np.int64], pieces: int, clock: Clock
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        blocked = self.graphs(labels, pieces, clock)
        present = np.zeros((len(labels), pieces + 1), np.bool_)  # the last column is the frame
        np.put_along_axis(present, np.where(labels < 0, pieces, labels), True, axis=1)
        present[:, pieces] = True
        left = present[:, :pieces]
        moved = np.full((len(labels), pieces, 2), -1, np.int64)
        turn = 0
        while True:
            clock.check()
            free = ~(blocked & present[:, None, None, :]).any(axis=3) & left[:, None, :]
            if not self.around.holding:
                free[left.sum(axis=1) < 2] = False  # a last piece may stay
            leaving = free.any(axis=1)
            if not leaving.any():
                break
            moved[leaving, 0] = turn
            moved[..., 1] = np.where(leaving, free.argmax(axis=1), moved[..., 1])
            left &= ~leaving
            turn += 1
        if not self.around.holding:
            left[left.sum(axis=1) == 1] = False
        return left, moved

    def graphs(self, labels: NDArray[np.int64], pieces: int, clock: Clock = UNLIMITED) -> NDArray[np.bool_]:
        """Return the blocking graphs, shape (packings, directions, pieces, pieces + 1).

        Entry (i, j) says whether piece j, or the frame for j = `pieces`, blocks piece i.
        """
        points = np.concatenate([self.around.board, self.around.frame])
        for number, direction in enumerate(self.directions):
            if number not in self._pairs:
                self._pairs[number] = pairs(points, self.around.grid, direction, clock)
        frame = np.full((len(labels), len(self.around.frame)), pieces)
        owner = np.concatenate([np.where(labels < 0, pieces + 1, labels), frame], axis=1)
        blocked = np.zeros((len(labels), len(self.directions), pieces + 2, pieces + 2), np.bool_)
        for number, (p, q) in self._pairs.items():
            clock.check()
            blocked[np.arange(len(labels))[:, None], number, owner[:, p], owner[:, q]] = True
        itself = np.arange(pieces)
        blocked[:, :, itself, itself] = False
        return blocked[:, :, :pieces, : pieces + 1]
