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

from satpuzzle.cover.bits import Ints, Words
from satpuzzle.engines.library import Call, empty


def neighbours(inside: Words, cells: int) -> NDArray[np.bool_]:
    """Return a mask of shape (cells, cells): entry (i, j) says that cell j is a neighbour of cell i.

    `inside`, shape (options, words), has the cells of each option as bits.  A cell that some option covers alone is
    never a hole; its only neighbour is the cell itself, and so it is for a cell that no option covers.
    `kernels/holes.c` explains how the sets are chosen.
    """
    beside = np.zeros((cells, cells), np.bool_)
    options, words = inside.shape
    memory = {"open": empty(options), "often": empty(cells)}
    Call("holes", {"rows": inside, **memory, "beside": beside, "options": options, "words": words, "cells": cells})()
    return beside


def distances(inside: Words, cells: int) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the distances of cells to their neighbours, positive ones first, and a mask for each distance.

    `inside` is as for `neighbours`.  The mask marks the cells that have no neighbour at this distance.  The shapes are
    (distances,) and (distances, cells).
    """
    return _distances(inside.tobytes(), inside.shape, cells)


@lru_cache(maxsize=4)  # planning and search use the same cover
def _distances(rows: bytes, shape: tuple[int, int], cells: int) -> tuple[Ints, NDArray[np.bool_]]:
    cell, other = np.nonzero(neighbours(np.frombuffer(rows, np.uint64).reshape(shape), cells))
    every, number = np.unique(other - cell, return_inverse=True)
    without = np.ones((len(every), cells), np.bool_)
    without[number, cell] = False
    below = int((every < 0).sum())
    return np.roll(every, -below), np.roll(without, -below, axis=0)


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
