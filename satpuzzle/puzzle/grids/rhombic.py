"""Tetrahedra, 24 a cube: what the planes x = +-y, y = +-z, z = +-x through its centre leave of it.

From these one builds rhombic dodecahedra, their halves and thirds, and the sticks and blocks that are cut from them.
BurrTools has them as its grid 3.

A cube takes 5 x 5 x 5 points.  Of the coordinates of a cell in its cube one is 0 or 4 and tells the face of the cube,
one is 1 or 3 and tells the edge of that face, and one is 2.  From the centre of the cube, with the half of an edge 5
and coordinates twice as fine, the points with (4, 2, 0) in any order and with any signs are images of each other in the
planes of all faces, so that the tetrahedra are the points nearest to them.  Each has four neighbours: one in the next
cube, and three that exchange two of these numbers or their signs.
The point group is that of the cube, 48 elements, 24 of them rotations; translations are multiples of 5.

Faces lie in planes across (1, 0, 0) and (1, 1, 0) and what is like these.  Two of them meet along an edge, a diagonal
of a face or one of the cube, so pieces move in 26 directions, each to the next cube that lies there.
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
