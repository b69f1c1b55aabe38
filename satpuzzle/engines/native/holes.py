"""Holes: empty cells that no option can cover any more, since their neighbours are all filled.

The options define the neighbours: H(c) is a small set of cells such that every option that covers c also covers a cell
of H(c).  In the order of a scan, most cells have their neighbours at the same distances.  So the holes are found for
all cells at once by a few shifts of the filled cells; a mask excludes the cells that have no neighbour at a distance:

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
    """Return for each cell a small set of other cells such that every option that covers the cell covers one of them.

    `inside` has a row for each option and a column for each cell.  A cell that some option covers alone is never a
    hole; its only neighbour is the cell itself.  The sets are chosen greedily: each step adds the cell that most of the
    remaining options cover.
    """
    cells = np.arange(inside.shape[1])
    alone = inside[inside.sum(axis=1) == 1].any(axis=0)  # some option covers this cell only: never a hole
    alone |= ~inside.any(axis=0)
    columns = to_words(inside.T, -(-len(inside) // 64))
    open_ = np.where(alone[:, None], np.uint64(0), columns)  # options that cover the cell but no neighbour found so far
    found = [[cell] if alone[cell] else [] for cell in cells.tolist()]
    while open_.any():
        # The second term prefers the nearer cell in a tie.
        often = np.bitwise_count(open_[:, None] & columns).sum(axis=2) - abs(cells - cells[:, None]) / 1024
        often[cells, cells] = -1
        other = often.argmax(axis=1)
        for cell in np.flatnonzero(open_.any(axis=1)).tolist():
            found[cell].append(int(other[cell]))
        open_ &= ~columns[other]
    return found


def distances(inside: NDArray[np.bool_]) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the distances of cells to their neighbours, positive ones first, and a mask for each distance.

    The mask marks the cells that have no neighbour at this distance.  The shapes are (distances,) and (distances,
    cells).
    """
    return _distances(inside.tobytes(), inside.shape)


@lru_cache(maxsize=4)  # planning and search use the same cover
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
    """Tell for each row of `filled`, which marks the filled cells of a board, whether the board has a hole.

    The other arguments are the results of `distances`.
    """
    hole, cells = ~filled, np.arange(filled.shape[1])
    for step, none in zip(distance.tolist(), without, strict=True):
        # Indices that wrap around belong to cells without a neighbour.
        hole &= none | filled[:, (cells + step) % len(cells)]
    found: NDArray[np.bool_] = np.logical_or.reduce(hole, axis=1)
    return found
