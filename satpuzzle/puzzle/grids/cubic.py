"""Cubes in space.

Quarter turns about two axes generate the 24 rotations of a cube, one for each permutation of its four diagonals.  With
the inversion through the centre they generate the full octahedral group of order 48: all permutations and signs of the
axes.
"""

import numpy as np

from satpuzzle.puzzle.grids.base import Grid
from satpuzzle.puzzle.grids.groups import generated

_ABOUT_Z = [(0, -1, 0), (1, 0, 0), (0, 0, 1)]
_ABOUT_X = [(1, 0, 0), (0, 0, -1), (0, 1, 0)]
_INVERSION = [(-1, 0, 0), (0, -1, 0), (0, 0, -1)]

OCTAHEDRAL = generated(_ABOUT_Z, _ABOUT_X, _INVERSION)

CUBIC = Grid("cubic", np.eye(3, dtype=np.int64), OCTAHEDRAL)
