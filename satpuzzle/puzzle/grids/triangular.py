"""Triangles in the plane, upward and downward ones, in axes at 60 degrees.

Triangle (x, y, 0) has the corners (x, y), (x + 1, y), (x, y + 1), and points up on paper, away from the reader; (x, y,
1) points down and has the same edge on the right.  So an upward one touches the downward ones at (x, y), (x - 1, y) and
(x, y - 1).  The corners lie at multiples of 3 in exact coordinates, the centres at (1, 1) and (2, 2) beyond.
The symmetries are those of hexagons about a corner, 24 isometries of space and 12 rotations.  Half a turn takes
one kind of triangle to the other.

In a drawing each triangle is a character and its row alternates between the kinds.  The first character of the first
line points up, so where the first triangle points down, there is a `.` before it.  The lines of a triangle and of a
hexagon:

       *          *****
      ***        *******
     *****       *******
                  *****

Triangles move along their edges, in six directions.  One to the side, (2, -1) or (1, 1), takes two moves and never
begins where none of these does.
"""

from functools import cached_property
from math import sqrt

import numpy as np

from satpuzzle.puzzle.grids.base import Grid, Points
from satpuzzle.puzzle.grids.bodies import Places
from satpuzzle.puzzle.grids.hexagonal import DIHEDRAL


class Triangles(Grid):
    """A grid of which the rows are drawn upwards, and have upward and downward triangles in turn."""

    def exact(self, cells: Points) -> Points:
        """Return the exact coordinates of centres; see `Grid`."""
        x, y, z = np.moveaxis(cells, -1, 0)
        return np.stack([3 * x + z + 1, 3 * y + z + 1, 0 * z], axis=-1)

    def from_exact(self, points: Points) -> Points:
        """Return the cells with these exact coordinates."""
        x, y, _ = np.moveaxis(points, -1, 0)
        return np.stack([x // 3, y // 3, x % 3 - 1], axis=-1)

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character; see `Grid`."""
        x, y, z = np.moveaxis(cells, -1, 0)
        return np.stack([2 * x + y + z, -y, 0 * z], axis=-1)

    def _at(self, positions: Points) -> Points:
        column, row, _ = np.moveaxis(positions, -1, 0)
        return np.stack([(column + row) // 2, -row, (column + row) % 2], axis=-1)

    def corner(self, positions: Points) -> Points:
        """Return the position that a drawing counts from, that of an upward triangle; see `Grid`."""
        column, row, layer = positions.min(axis=0).tolist()
        return np.array([column - (column + row) % 2, row, layer])

    def drawn(self, positions: Points) -> Points:
        """Return the cells of a drawing of its own: the first points up, and those of the last line have y = 0."""
        moved = positions - np.array((0, positions[:, 1].max(initial=0), 0))
        first = moved[np.lexsort(moved.T)[:1]]
        return self.cells_at(moved + np.array((int(first[:, :2].sum()) % 2, 0, 0)))

    @cached_property
    def _translations_in_space(self) -> Places:
        """Return where the basis leads in space: rows are drawn upwards, so the second vector leads away."""
        return np.array([(1, 0, 0), (1 / 2, -sqrt(3) / 2, 0), (0, 0, 1)])[: len(self.basis)]


TRIANGULAR = Triangles("triangular", np.array([(1, 0, 0), (0, 1, 0)]), DIHEDRAL, kinds=np.array([(0, 0, 0), (0, 0, 1)]))
