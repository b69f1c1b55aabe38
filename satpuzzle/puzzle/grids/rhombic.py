"""Tetrahedra: the planes x = +-y, y = +-z, z = +-x through the centre of a cube divide it into 24.

Rhombic dodecahedra, their halves and thirds, and sticks and blocks cut from them are unions of such cells.  This is
grid 3 of BurrTools.

A cube is a block of 5 x 5 x 5 points.  Of the coordinates of a cell in its block, one is 0 or 4 and determines the face
of the cube, one is 1 or 3 and determines the edge of that face, and one is 2.  Doubled, and relative to the centre of
the cube, they are (+-4, +-2, 0) in any order, while the faces of the cube lie at +-5.  Neighbouring cells are mirror
images in the plane of their common face, so the tetrahedra are the Voronoi cells of these points.  Each cell has four
neighbours: one in the next cube, and three in the same cube.
The point group is that of the cube, of order 48, with 24 rotations; translations are multiples of 5.

The faces are perpendicular to vectors like (1, 0, 0) and (1, 1, 0).  Two planes of faces meet along an edge, a face
diagonal or a space diagonal of a cube, so pieces move in 26 directions, by one cube each.
"""

from itertools import permutations, product

import numpy as np

from satpuzzle.puzzle.grids.blocks import Blocks
from satpuzzle.puzzle.grids.cubic import OCTAHEDRAL

_EDGE = 5
_CELLS = sorted({cell for two in product((0, 4), (1, 3)) for cell in permutations((*two, 2))})

RHOMBIC = Blocks(
    "rhombic", _EDGE * np.eye(3, dtype=np.int64), OCTAHEDRAL, np.array(_CELLS), period=_EDGE, middle=_EDGE - 1
)
