"""Grids that cut cubes: a cube is a block of points, and those that are cells have their places in it.

The coordinates of a cell are those of its character in a drawing; a space stands where there is no cell.  The point
group is that of the cube, about a point halfway between points with integer coordinates or on one, so that exact
coordinates are twice as fine and count from there.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from satpuzzle.puzzle.grids.base import Grid, Points


@dataclass(frozen=True, eq=False, repr=False)
class Blocks(Grid):
    """A grid of which the cells lie in blocks, and the same again after `period` steps along each axis."""

    period: int = 1
    middle: int = 0  # twice each coordinate of the point that the group leaves in its place

    def exact(self, cells: Points) -> Points:
        """Return the exact coordinates of centres; see `Grid`."""
        exact: Points = 2 * cells - self.middle
        return exact

    def from_exact(self, points: Points) -> Points:
        """Return the cells with these exact coordinates."""
        cells: Points = (points + self.middle) // 2
        return cells

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character, its coordinates."""
        return cells

    def _at(self, positions: Points) -> Points:
        return positions

    def corner(self, positions: Points) -> Points:
        """Return the position of a block's first point, from which all others lie as from the origin; see `Grid`."""
        before: Points = positions.min(axis=0) - self.margins
        first: Points = before[self.translates(before).argmax()]
        return first

    @cached_property
    def margins(self) -> Points:
        """Return the shifts of which one puts a drawing on cells, the shortest first; see `Grid`."""
        return np.array(sorted(product(range(self.period), repeat=3), key=lambda shift: (sum(shift), shift)))
