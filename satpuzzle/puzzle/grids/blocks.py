"""Grids whose cells divide cubes: a cube is a block of integer points, some of which are cells.

The coordinates of a cell are the column, row and layer of its character in a drawing; points that are not cells are
spaces.  The point group is that of the cube, about a point with integer or half-integer coordinates.  Exact coordinates
are therefore doubled, and relative to that point.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from satpuzzle.puzzle.grids.base import Grid, Points


@dataclass(frozen=True, eq=False, repr=False)
class Blocks(Grid):
    """A grid that repeats after `period` steps along each axis."""

    period: int = 1
    middle: int = 0  # twice each coordinate of the point that the group fixes

    def exact(self, cells: Points) -> Points:
        """Return the exact coordinates of centres; see `Grid`."""
        exact: Points = 2 * cells - self.middle
        return exact

    def from_exact(self, points: Points) -> Points:
        """Return the cells with these exact coordinates."""
        cells: Points = (points + self.middle) // 2
        return cells

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character, which are its coordinates."""
        return cells

    def _at(self, positions: Points) -> Points:
        return positions

    def corner(self, positions: Points) -> Points:
        """Return the nearest translation of the grid that is not behind any position; see `Grid`."""
        before: Points = positions.min(axis=0) - self.margins
        first: Points = before[self.translates(before).argmax()]
        return first

    @cached_property
    def margins(self) -> Points:
        """Return all shifts within a block, the shortest first; see `Grid`."""
        return np.array(sorted(product(range(self.period), repeat=3), key=lambda shift: (sum(shift), shift)), np.int64)
