"""Triangles in the plane, upward and downward ones, with axes at 60 degrees.

Triangle (x, y, 0) has the corners (x, y), (x + 1, y), (x, y + 1), and points up on paper, away from the reader.
Triangle (x, y, 1) points down and shares the right edge of (x, y, 0).  So upward (x, y) touches downward (x, y),
(x - 1, y) and (x, y - 1).  In exact coordinates the corners lie at multiples of 3, and the centres are those plus
(1, 1) or (2, 2).  The point group is that of hexagons about a corner: 24 isometries of space, 12 of them rotations.  A
half turn exchanges the two kinds of triangles.

In a drawing each triangle is a character, and the kinds alternate along a row.  The first character of the first line
points up; if the first triangle points down, a `.` precedes it.  The drawings of a triangle and of a hexagon:

       *          *****
      ***        *******
     *****       *******
                  *****

Triangles move along their edges, in six directions.  A translation across an edge, such as (1, 1), takes two moves; it
can never start where none of the six can.
"""

from functools import cached_property
from math import sqrt

import numpy as np

from satpuzzle.puzzle.grids.base import NOWHERE, Grid, Points
from satpuzzle.puzzle.grids.bodies import Places
from satpuzzle.puzzle.grids.hexagonal import DIHEDRAL


class Triangles(Grid):
    """A grid with alternating upward and downward triangles; row 0 is drawn at the bottom."""

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
        """Return the position of the first column, row and layer, an upward triangle; see `Grid`."""
        column, row, layer = positions.min(axis=0).tolist()
        return np.array([column - (column + row) % 2, row, layer], np.int64)

    def drawn(self, positions: Points, points: Points = NOWHERE) -> Points:
        """Return the cells of a drawing: its first character points up, and its last line has y = 0; see `Grid`."""
        self._check_points(points)
        moved = positions - np.array((0, positions[:, 1].max(initial=0), 0))
        first = moved[np.lexsort(moved.T)[:1]]
        return self.cells_at(moved + np.array((int(first[:, :2].sum()) % 2, 0, 0)))

    @cached_property
    def _translations_in_space(self) -> Places:
        """Return the basis in space; the second vector points away from the reader, because rows are drawn upwards."""
        return np.array([(1, 0, 0), (1 / 2, -sqrt(3) / 2, 0), (0, 0, 1)])[: len(self.basis)]


TRIANGULAR = Triangles(
    "triangular", np.array([(1, 0, 0), (0, 1, 0)], np.int64), DIHEDRAL, kinds=np.array([(0, 0, 0), (0, 0, 1)], np.int64)
)
