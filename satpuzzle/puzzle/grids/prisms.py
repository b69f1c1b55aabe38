"""Triangular prisms in space, as high as their edges are long: grid 1 of BurrTools.

Cell (x, y, z) has its centre x half edges to the right, in row y (away from the reader) of layer z.  It points up on
paper if x + y is even.  It touches (x - 1, y, z), (x + 1, y, z), the cells above and below, and (x, y - 1, z), or
(x, y + 1, z) if it points down.  The translations of the grid change x + y by an even number.  The point group is that
of the triangular grid: 24 isometries, 12 of them rotations.  A layer is drawn like a board of triangles.

Prisms move up, down, and along the edges of triangles: eight directions, each to the next cell of the same kind.  Faces
slide in no other direction.  BurrTools uses the same directions.
"""

import numpy as np

from satpuzzle.puzzle.grids.base import Points
from satpuzzle.puzzle.grids.hexagonal import DIHEDRAL
from satpuzzle.puzzle.grids.triangular import Triangles


class Prisms(Triangles):
    """Layers of triangles."""

    def exact(self, cells: Points) -> Points:
        """Return the exact coordinates of centres: those of triangles, and the layer."""
        x, y, z = np.moveaxis(cells, -1, 0)
        down = (x + y) % 2
        triangles = super().exact(np.stack([(x - y - down) // 2, y, down], axis=-1))
        exact: Points = triangles + np.stack([0 * z, 0 * z, z], axis=-1)
        return exact

    def from_exact(self, points: Points) -> Points:
        """Return the cells with these exact coordinates."""
        x, y, down = np.moveaxis(super().from_exact(points), -1, 0)
        return np.stack([2 * x + y + down, y, points[..., 2]], axis=-1)

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character; see `Grid`."""
        return cells * (1, -1, 1)

    def _at(self, positions: Points) -> Points:
        return positions * (1, -1, 1)


PRISMS = Prisms(
    "prisms",
    np.array([(2, 0, 0), (1, 1, 0), (0, 0, 1)], np.int64),
    DIHEDRAL,
    kinds=np.array([(0, 0, 0), (1, 0, 0)], np.int64),
)
