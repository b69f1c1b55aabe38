"""Counts the solutions of a cover that are perfect matchings of a planar graph, such as tilings by dominoes.

The number is the Pfaffian of the matrix of an orientation (`planar.py`, `pfaffian.py`).  On a board of 64 by 64 cells a
frontier would have 10^18 states.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.determinant.graph import graph_of, pairs_of
from satpuzzle.engines.determinant.pfaffian import pfaffian
from satpuzzle.engines.determinant.planar import oriented
from satpuzzle.errors import MethodError

Watch = Callable[[], None]

_CELL, _ENTRY = 160e-6, 12e-12  # about the seconds for a cell, and for an entry that is changed, modulo all primes


@dataclass(frozen=True)
class Matched:
    """The number of solutions, and of the rows of the matrix."""

    packings: int
    rows: int


def count_matchings(
    cover: ExactCover,
    centres: NDArray[np.float64],
    memory: int,
    clock: Clock = UNLIMITED,
    *,
    under: Group | None = None,
    watch: Watch = lambda: None,
) -> Matched:
    """Count the solutions of a puzzle's cover exactly, or those that all elements of a group map to themselves.

    `centres` are those of the cells, (cells, 2), and `memory` the limit in bytes.  `watch` is called several times a
    second.  Raises MethodError if options do not cover two cells, anything else limits what may be chosen, the graph is
    not planar, or the matrix does not fit into the memory, and Stopped if the clock stops.
    """
    pairs_of(cover, len(centres), clock)
    _refuse(cover, len(centres), clock)
    under = under or (np.arange(len(cover.names))[None], np.arange(len(cover.rows))[None])
    vertices, ends, directions = graph_of(cover, centres, under, clock)
    if vertices % 2 or len(np.unique(ends)) < vertices:
        return Matched(0, vertices)
    ahead = oriented(ends, directions, vertices, clock)
    rows: list[dict[int, int]] = [{} for _ in range(vertices)]
    for (one, other), forward in zip(ends.tolist(), ahead.tolist(), strict=True):
        sign = 1 if forward else -1
        rows[one][other] = rows[one].get(other, 0) + sign
        rows[other][one] = rows[other].get(one, 0) - sign
    return Matched(abs(pfaffian(rows, memory, clock, watch)), vertices)


def expected_seconds(cover: ExactCover, centres: NDArray[np.float64], clock: Clock) -> float:
    """Return about the seconds that the determinant of a board takes, infinity if there is none; raises Stopped."""
    try:
        pairs_of(cover, len(centres), clock)
        _refuse(cover, len(centres), clock)
    except MethodError:
        return math.inf
    cells = len(centres)
    width = cells / (1 + np.ptp(centres, axis=0).max(initial=0))
    return float(_CELL * cells + _ENTRY * cells * cells * width * width)


def _refuse(cover: ExactCover, cells: int, clock: Clock) -> None:
    """Raise MethodError if a solution is no perfect matching of the cells."""
    if cover.chosen:
        raise MethodError("pieces are given")
    if cover.colours:
        raise MethodError("colours must agree, which a determinant does not know")
    if (cover.lower[:cells] != 1).any():
        raise MethodError("cells may stay empty, which a determinant does not know")
    pieces = cover.families.get("pieces", range(0))
    for item in range(cells, len(cover.names)):
        clock.check()
        few, most = 0, int(cover.times(item).sum())
        if item in pieces:  # of two cells each
            few, most = cells // 2 if len(pieces) == 1 else 0, min(most, cells // 2)
        if cover.lower[item] > few or cover.upper[item] < most:
            raise MethodError(f"{cover.names[item]} has bounds, which a determinant does not know")
