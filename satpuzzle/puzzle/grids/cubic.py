"""Cubes in space.

Quarter turns about two axes generate the 24 rotations of a cube (as many as permutations of its four diagonals); with
the inversion through its centre it is the full octahedral group of 48, all orders of the axes times all signs.
"""

import numpy as np

from satpuzzle.puzzle.grids.base import Grid, generated

_ABOUT_Z = [(0, -1, 0), (1, 0, 0), (0, 0, 1)]
_ABOUT_X = [(1, 0, 0), (0, 0, -1), (0, 1, 0)]
_INVERSION = [(-1, 0, 0), (0, -1, 0), (0, 0, -1)]

OCTAHEDRAL = generated(_ABOUT_Z, _ABOUT_X, _INVERSION)

CUBIC = Grid("cubic", np.eye(3, dtype=np.int64), OCTAHEDRAL)
