"""Hexagons in the plane z = 0, with axes at 60 degrees.

The neighbours of a hexagon lie at (1, 0), (0, 1), (-1, 1) and the negatives of these.  A rotation by 60 degrees takes
(x, y) to (-y, x + y).  With a reflection it generates the dihedral group of order 12; with the reflection in the plane
there are 24 isometries of space, 12 of them rotations: 6 about z, and 6 that turn pieces over.

In a drawing the characters of a row are two columns apart, and each row is shifted by one column, half a hexagon,
against the next, so that three hexagons that touch each other form a triangle:

     * * *
    * * * *
     * * *

Hexagons move towards their six neighbours, where three cells can block a cell, and in the six directions in between
(`+x+y`), along edges, where two can.
"""

import numpy as np

from satpuzzle.puzzle.grids.base import Grid, Points
from satpuzzle.puzzle.grids.groups import generated

_SIXTH = [(0, -1, 0), (1, 1, 0), (0, 0, 1)]
_MIRROR = [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
_UPSIDE_DOWN = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]

DIHEDRAL = generated(_SIXTH, _MIRROR, _UPSIDE_DOWN)


class Hexagons(Grid):
    """A grid that is drawn in staggered rows."""

    how_drawn = ": hexagons of a row are two columns apart, and each row is shifted by one column"

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character; see `Grid`."""
        x, y, _ = np.moveaxis(cells, -1, 0)
        return np.stack([2 * x + y, y, 0 * x], axis=-1)

    def _at(self, positions: Points) -> Points:
        column, row, _ = np.moveaxis(positions, -1, 0)
        return np.stack([(column - row) // 2, row, 0 * row], axis=-1)

    @property
    def margins(self) -> Points:
        """Return the two shifts that are tried, by no column and by one; see `Grid`."""
        return np.array([(0, 0, 0), (1, 0, 0)], np.int64)


HEXAGONAL = Hexagons("hexagonal", np.array([(1, 0, 0), (0, 1, 0)], np.int64), DIHEDRAL)
