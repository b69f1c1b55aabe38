"""Computes which cells must be free when a piece moves, and how far a piece can move.

A piece moves in a straight line along a direction of its grid, a whole number of steps.  For each direction the grid
has the vectors to the cells that a cell's first step *sweeps*; later steps sweep the same cells, translated.  So a cell
at q blocks a cell at p exactly if q - p = s + n d, where s is a swept vector, d the direction and n >= 0 the number of
steps that are possible before.
"""

from functools import cache
from math import gcd

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import index
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.puzzle.grids import Direction, Grid, Points
from satpuzzle.puzzle.grids.base import AXES

_CELLS = 1 << 18  # the number of places that are looked up at a time


def named(direction: Direction) -> str:
    """Return a direction as text, such as `+z`, `+x-y` for the direction (1, -1, 0), or `+2x-y` for (2, -1, 0)."""
    unit = gcd(*direction)
    steps = [(axis, x // unit) for axis, x in zip(AXES, direction, strict=True) if x]
    return "".join(f"{x:+}{axis}" if abs(x) > 1 else f"{'+' if x > 0 else '-'}{axis}" for axis, x in steps)


def pairs(
    points: Points, grid: Grid, direction: Direction, clock: Clock = UNLIMITED
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return two arrays of indices p and q: all pairs of points for which a cell at q blocks a cell at p.

    Raises Stopped if the clock stops.
    """
    d = np.array(direction, dtype=np.int64)
    low, size = points.min(axis=0), np.ptp(points, axis=0) + 1
    codes = _codes(points, low, size)
    order = np.argsort(codes)
    longest, length = int(np.ptp(points @ d)), int(d @ d)
    kinds = grid.kind(points)
    found = [(np.zeros(0, np.intp), np.zeros(0, np.intp))]
    for kind, swept in enumerate(grid.swept(direction)):
        moving = np.flatnonzero(kinds == kind)
        many = [(longest - int(step @ d)) // length + 1 for step in swept]
        steps = np.concatenate([step + np.arange(ahead)[:, None] * d for step, ahead in zip(swept, many, strict=True)])
        portion = max(1, _CELLS // max(1, len(moving)))
        for first in range(0, len(steps), portion):
            clock.check()
            wanted = points[moving] + steps[first : first + portion, None]
            inside = ((wanted >= low) & (wanted < low + size)).all(axis=-1)
            code = _codes(wanted[inside], low, size)
            at = np.minimum(np.searchsorted(codes, code, sorter=order), len(codes) - 1)
            there = codes[order[at]] == code
            found.append((moving[np.nonzero(inside)[1][there]], order[at[there]]))
    p, q = (np.concatenate(part) for part in zip(*found, strict=True))
    return p, q


def free_steps(cells: Points, others: Points, grid: Grid) -> list[int | None]:
    """Return for each direction of the grid how many steps the cells can make before they hit one of `others`.

    None means any number of steps.
    """
    most = np.full(len(grid.directions), np.inf)
    kinds = grid.kind(cells)
    for kind in range(len(grid.kinds)):
        swept = _swept(grid, kind)
        apart = (others - cells[kinds == kind, None]).reshape(-1, 3).astype(np.float64)
        # A cell blocks if the difference of its vector and a swept vector is a multiple of the direction, that is, if
        # the difference is as long as its projection on the direction.
        between = apart @ swept.table + swept.constants
        ahead, squares = between[:, : len(swept.lengths)], between[:, len(swept.lengths) :]
        squares += (apart * apart).sum(axis=1)[:, None]
        steps = ahead / swept.lengths
        stopped = (squares * swept.lengths == ahead * ahead) & (steps >= 0) & (steps == np.floor(steps))
        steps[~stopped] = np.inf
        most = np.minimum(most, np.minimum.reduceat(steps.min(axis=0, initial=np.inf), index(swept.starts)))
    return [None if step == np.inf else int(step) for step in most.tolist()]


class _Swept:
    """The vectors that a cell of one kind sweeps in each direction, as tables of linear functions of a vector v.

    For a direction d and a swept vector s the functions are (v - s) d and (v - s)^2 - v^2.  All values are small
    integers, so floating point is exact.
    """

    def __init__(self, grid: Grid, kind: int) -> None:
        each = [grid.swept(direction)[kind] for direction in grid.directions]
        vectors = np.concatenate(each)
        ways = np.repeat(np.array(grid.directions), list(map(len, each)), axis=0)
        self.starts = np.cumsum([0, *map(len, each[:-1])])  # the index of each direction's first vector
        self.lengths = (ways**2).sum(axis=1).astype(np.float64)
        self.table = np.concatenate([ways, -2 * vectors]).T.astype(np.float64)  # (3, two a vector)
        self.constants = np.concatenate([-(vectors * ways).sum(axis=1), (vectors**2).sum(axis=1)]).astype(np.float64)


@cache
def _swept(grid: Grid, kind: int) -> _Swept:
    return _Swept(grid, kind)


def _codes(points: Points, low: Points, size: Points) -> NDArray[np.intp]:
    x, y, z = (points - low).T
    return np.asarray(np.ravel_multi_index((x, y, z), tuple(size.tolist())))
