"""Holes: empty cells that no option can cover any more, since their neighbours are all filled.

The options define the neighbours: H(c) is a small set of cells such that every option that covers c also covers a cell
of H(c).  In the order of a scan, most cells have their neighbours at the same distances.  So the holes are found for
all cells at once by a few shifts of the filled cells; a mask excludes the cells that have no neighbour at a distance:

    filled                  1 1 1 0 1 1    cell 3 is empty, and so is no other
    shifted by distance 1   1 1 0 1 1      its neighbour on the right is filled,
    and by distance -1        1 1 1 0 1 1  that on the left is filled: cell 3 is a hole
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words, ones
from satpuzzle.engines.library import Call
from satpuzzle.engines.native.shared import run


def neighbours(option: Ints, cell: Ints, options: int, cells: int, clock: Clock = UNLIMITED) -> tuple[Ints, Ints]:
    """Return the pairs of a cell and a neighbour of it, both ascending.

    `option` and `cell` have the option and the cell of each pair of an option and a cell that it covers, option by
    option.  A cell that some option covers alone is never a hole; its only neighbour is the cell itself, and so it is
    for a cell that no option covers.  `kernels/holes.c` explains how the sets are chosen.  Raises Stopped if the clock
    stops.
    """
    many = len(cell) + cells
    arrays: dict[str, NDArray[Any]] = {
        "start": offsets(cell, cells), "options": option[np.argsort(cell, kind="stable")],
        "begin": offsets(option, options), "covered": np.ascontiguousarray(cell), "open": np.zeros(options, np.bool_),
        "often": np.zeros(cells, np.int64), "touched": np.zeros(cells, np.int64), "of": np.zeros(many, np.int64),
        "beside": np.zeros(many, np.int64),
    }  # fmt: skip
    call = Call("holes", {**arrays, "cells": cells})
    run(call, clock)
    found = call["found"]
    of, beside = arrays["of"][:found], arrays["beside"][:found]
    order = np.lexsort((beside, of))
    return of[order], beside[order]


def offsets(numbers: Ints, many: int) -> Ints:
    """Return where the entries of each number from 0 to many - 1 begin if `numbers` is sorted, then where all end."""
    return np.concatenate([[0], np.cumsum(bincount(numbers, minlength=many))]).astype(np.int64)


def distances(inside: Words, cells: int, clock: Clock = UNLIMITED) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the distances of cells to their neighbours, positive ones first, and a mask for each distance.

    `inside`, shape (options, words), has the cells of each option as bits.  The mask marks the cells that have no
    neighbour at this distance.  The shapes are (distances,) and (distances, cells).  Raises Stopped if the clock stops.
    """
    return _distances(_Rows(inside.tobytes(), inside.shape, clock), cells)


@dataclass(frozen=True)
class _Rows:
    """Rows of bits as a key of a cache."""

    content: bytes
    shape: tuple[int, int]
    clock: Clock = field(compare=False)


@lru_cache(maxsize=4)  # planning and search use the same cover
def _distances(rows: _Rows, cells: int) -> tuple[Ints, NDArray[np.bool_]]:
    option, covered = ones(np.frombuffer(rows.content, np.uint64).reshape(rows.shape), cells, rows.clock)
    cell, other = neighbours(option, covered, rows.shape[0], cells, rows.clock)
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
