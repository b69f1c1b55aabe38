"""Tetrahedra and octants of octahedra: grid 4 of BurrTools.

Regular tetrahedra and octahedra fill space.  In a grid of cubes, every other corner is the centre of an octahedron; the
other corners are corners of eight tetrahedra.  So a cube consists of a tetrahedron and four octants, each an eighth of
an octahedron, and neighbouring cubes are mirror images.

A cube is a block of 3 x 3 x 3 points: the central one is the tetrahedron, and four of those at the corners are the
octants.  Doubled, and relative to the centre of an octahedron, its octants lie at (+-1, +-1, +-1) and the adjacent
tetrahedra at (+-3, +-3, +-3): mirror images in the planes of the faces between them, so the cells are the Voronoi cells
of these points.  (The points are not the centres of gravity of the octants.)  Each cell has four neighbours.  The point
group is that of the cube, of order 48, with 24 rotations.  Translations are multiples of 3 with an even sum.

The faces are perpendicular to vectors like (1, 1, 1) and (1, 0, 0).  Two planes of faces meet along an axis or a face
diagonal of a cube, so pieces move in 18 directions, as balls do.
"""

import numpy as np

from satpuzzle.puzzle.grids.blocks import Blocks
from satpuzzle.puzzle.grids.cubic import OCTAHEDRAL

_EVEN = [(1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)]
_ODD = [(4, 1, 1), (3, 0, 0), (5, 2, 0), (5, 0, 2), (3, 2, 2)]  # in the next cube to the right

TETRA_OCTA = Blocks(
    "tetra-octa",
    np.array([(6, 0, 0), (3, 3, 0), (3, 0, 3)], np.int64),
    OCTAHEDRAL,
    np.array([*_EVEN, *_ODD], np.int64),
    period=6,
    middle=5,
)
