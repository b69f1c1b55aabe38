"""Tetrahedra and octants of octahedra.  BurrTools has them as its grid 4.

Space can be filled by regular tetrahedra and octahedra. Eight cubes around a corner of a cube have an octahedron
around it or the corners of eight tetrahedra, in turn; so a cube is a tetrahedron and four corners, each an eighth of
an octahedron, and neighbouring cubes are mirror images.

A cube takes 3 x 3 x 3 points: its middle one is the tetrahedron, and four of those at its corners are cells. From the
middle of an octahedron, in coordinates twice as fine, its octants lie at (1, 1, 1) with any signs, and the tetrahedra
beyond them at (3, 3, 3): images of each other in the planes of the faces between them, so that these cells are also
the points nearest to them. (The octants' centres of gravity lie elsewhere.) Each cell has four neighbours. The point
group is that of the cube, 48 elements, 24 of them rotations. Translations are multiples of 3 of which the sum is
even.

Faces lie in planes across (1, 1, 1) and (1, 0, 0) and what is like these. Two of them meet along an axis or a
diagonal of a cube's face, so pieces move in 18 directions, as balls do.
"""

import numpy as np

from satpuzzle.puzzle.grids.blocks import Blocks
from satpuzzle.puzzle.grids.cubic import OCTAHEDRAL

_EVEN = [(1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)]
_ODD = [(4, 1, 1), (3, 0, 0), (5, 2, 0), (5, 0, 2), (3, 2, 2)]  # in the cube to the right of it

TETRA_OCTA = Blocks(
    "tetra-octa",
    np.array([(6, 0, 0), (3, 3, 0), (3, 0, 3)]),
    OCTAHEDRAL,
    np.array([*_EVEN, *_ODD]),
    period=6,
    middle=5,
)
