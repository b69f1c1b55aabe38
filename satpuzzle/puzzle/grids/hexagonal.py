"""Hexagons in the plane z = 0, in axes at 60 degrees.

Hexagon (x, y) touches those at (1, 0), (0, 1), (-1, 1) and their opposites from it.  In these axes a sixth of a turn
takes (x, y) to (-y, x + y).  With a reflection it generates the dihedral group of order 12; with the reflection in the
plane there are 24 isometries of space, 12 of them rotations: 6 about z, and 6 that turn pieces over.

In a drawing the characters of a row are two columns apart, and each row begins half a hexagon farther than the last, so
that three hexagons that touch each other stand in a triangle:

     * * *
    * * * *
     * * *

Hexagons move towards their six neighbours, where three cells are in the way of one, and in the six directions between
(`+x+y`), along edges, where only two are.
"""

import numpy as np

from satpuzzle.puzzle.grids.base import Grid, Points, generated

_SIXTH = [(0, -1, 0), (1, 1, 0), (0, 0, 1)]
_MIRROR = [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
_UPSIDE_DOWN = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]

DIHEDRAL = generated(_SIXTH, _MIRROR, _UPSIDE_DOWN)


class Hexagons(Grid):
    """A grid that is drawn in rows which alternate."""

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character; see `Grid`."""
        x, y, _ = np.moveaxis(cells, -1, 0)
        return np.stack([2 * x + y, y, 0 * x], axis=-1)

    def _at(self, positions: Points) -> Points:
        column, row, _ = np.moveaxis(positions, -1, 0)
        return np.stack([(column - row) // 2, row, 0 * row], axis=-1)

    @property
    def margins(self) -> Points:
        """Return the shifts of which one puts a drawing on cells; see `Grid`."""
        return np.array([(0, 0, 0), (1, 0, 0)])


HEXAGONAL = Hexagons("hexagonal", np.array([(1, 0, 0), (0, 1, 0)]), DIHEDRAL)
