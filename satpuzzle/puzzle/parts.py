"""Parts: the connected components of a board, such as two boxes that are packed together.

Cells are neighbours if they have a side in common.  By default symmetries move all parts of a board together; with
`parts = "separate"` each part is moved by itself, and equal parts are exchanged.
"""

from collections.abc import Mapping, Set

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.cells import neighbours_on
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.wrapping import Wrapping

TOGETHER, SEPARATE = PARTS = ("together", "separate")


def parts_of(board: Points, grid: Grid, wrapping: Wrapping | None = None) -> NDArray[np.int64]:
    """Return the number of each cell's part, for a board in lexicographic order; the first cell has part 0.

    `wrapping` tells which cells are the same cell, by default none.
    Neighbouring cells get the smallest number of both, until all cells of a part have the number of its first one.
    """
    one, other = neighbours_on(board, grid, wrapping).T
    first = np.arange(len(board))
    while (first[one] != first[other]).any():
        low, high = (choose(first[one], first[other]) for choose in (np.minimum, np.maximum))
        np.minimum.at(first, high, low)
        while (first[first] != first).any():
            first = first[first]
    part: NDArray[np.int64] = np.unique(first, return_inverse=True)[1].reshape(-1)
    return part


def connected(cells: Set[int], beside: Mapping[int, Set[int]]) -> bool:
    """Tell whether cells hang together, which have these cells beside them; no cells do."""
    left = {*cells}
    waiting = [left.pop()] if left else []
    while waiting:
        near = left & beside[waiting.pop()]
        left -= near
        waiting += near
    return not left


def number_of_parts(cells: Points, grid: Grid) -> int:
    """Return the number of connected parts of a set of cells, in any order."""
    return int(parts_of(cells[np.lexsort(cells.T[::-1])], grid).max()) + 1
