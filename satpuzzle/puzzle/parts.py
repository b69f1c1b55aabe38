"""Parts: the connected components of a board, such as two boxes that are packed together.

Cells are neighbours if they have a side in common.  By default symmetries move all parts of a board together; with
`parts = "separate"` each part is moved by itself, and equal parts are exchanged.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points

TOGETHER, SEPARATE = PARTS = ("together", "separate")


def parts_of(board: Points, grid: Grid) -> NDArray[np.int64]:
    """Return the number of each cell's part; `board` is in lexicographic order, and so are the parts' first cells.

    Neighbouring cells get the smallest number of both, until all cells of a part have the number of its first one.
    """
    one, other = neighbours_on(board, grid).T
    first = np.arange(len(board))
    while (first[one] != first[other]).any():
        low, high = (choose(first[one], first[other]) for choose in (np.minimum, np.maximum))
        np.minimum.at(first, high, low)
        while (first[first] != first).any():
            first = first[first]
    part: NDArray[np.int64] = np.unique(first, return_inverse=True)[1].reshape(-1)
    return part


def neighbours_on(board: Points, grid: Grid) -> NDArray[np.int64]:
    """Return the pairs of neighbouring cells of a board in lexicographic order, as numbers, shape (pairs, 2)."""
    steps = [grid.neighbours(kind) for kind in range(len(grid.kinds))]
    margin = int(max(np.abs(each).max(initial=0) for each in steps))
    sizes = np.ptp(board, axis=0) + 2 * margin + 1
    weights = np.array([sizes[1] * sizes[2], sizes[2], 1])
    codes, kinds = board @ weights, grid.kind(board)
    found = []
    for kind, each in enumerate(steps):
        here = np.flatnonzero(kinds == kind)
        for step in (each @ weights).tolist():
            there = np.searchsorted(codes, codes[here] + step)
            met = codes[np.minimum(there, len(codes) - 1)] == codes[here] + step
            found.append(np.stack([here[met], there[met]], axis=1))
    return np.concatenate(found)
