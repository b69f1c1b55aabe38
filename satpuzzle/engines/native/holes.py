"""Holes: empty cells that no option can cover any more, since their neighbours are all filled.

What a neighbour is, the options tell: H(c) is a small set of cells such that every option that covers c covers one of
H(c) as well.  Where H(c) lies at the same distances from most cells, in the order of a scan, holes are found for all
cells at once by a few shifts of the filled cells; cells that have no neighbour at a distance are listed:

    filled                  1 1 1 0 1 1    cell 3 is empty, and so is no other
    shifted by distance 1   1 1 0 1 1      its neighbour on the right is filled,
    and by distance -1        1 1 1 0 1 1  that on the left is filled: cell 3 is a hole
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words

Ints = NDArray[np.int64]


def neighbours(inside: NDArray[np.bool_]) -> list[list[int]]:
    """Return for each cell a small set of cells such that every option that covers the cell covers one of them.

    `inside` has a row for each option and a column for each cell.  Where an option covers a single cell, the cell
    itself stands for it.  The sets are chosen greedily: next is the cell that most options still without one cover.
    """
    cells = np.arange(inside.shape[1])
    alone = inside[inside.sum(axis=1) == 1].any(axis=0)  # some option covers this cell only: never a hole
    alone |= ~inside.any(axis=0)
    columns = to_words(inside.T, -(-len(inside) // 64))
    open_ = np.where(alone[:, None], np.uint64(0), columns)  # options that cover the cell and no neighbour so far
    found = [[cell] if alone[cell] else [] for cell in cells.tolist()]
    while open_.any():
        often = np.bitwise_count(open_[:, None] & columns).sum(axis=2) - abs(cells - cells[:, None]) / 1024  # or nearer
        often[cells, cells] = -1
        other = often.argmax(axis=1)
        for cell in np.flatnonzero(open_.any(axis=1)).tolist():
            found[cell].append(int(other[cell]))
        open_ &= ~columns[other]
    return found


def distances(inside: NDArray[np.bool_]) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the distances to neighbours, later ones first, and for each the cells that have no neighbour there."""
    return _distances(inside.tobytes(), inside.shape)


@lru_cache(maxsize=4)  # a plan looks at a cover before it is searched
def _distances(table: bytes, shape: tuple[int, int]) -> tuple[Ints, NDArray[np.bool_]]:
    inside = np.frombuffer(table, np.bool_).reshape(shape)
    pairs = [(other - cell, cell) for cell, others in enumerate(neighbours(inside)) for other in others]
    found = np.array(sorted({distance for distance, _ in pairs}, key=lambda d: (d < 0, d)), dtype=np.int64)
    without = np.ones((len(found), shape[1]), np.bool_)
    place = {distance: number for number, distance in enumerate(found.tolist())}
    for distance, cell in pairs:
        without[place[distance], cell] = False
    return found, without


def have_holes(filled: NDArray[np.bool_], distance: Ints, without: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each row of filled cells whether it has a hole."""
    hole, cells = ~filled, np.arange(filled.shape[1])
    for step, none in zip(distance.tolist(), without, strict=True):
        # What comes round the end belongs to cells without a neighbour.
        hole &= none | filled[:, (cells + step) % len(cells)]
    found: NDArray[np.bool_] = np.logical_or.reduce(hole, axis=1)
    return found
