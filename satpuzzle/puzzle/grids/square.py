"""Squares in the plane z = 0.

The symmetries of a square form the dihedral group of order 8, which a quarter turn and a reflection generate.  Each is
the restriction of two isometries of space, with and without the reflection in the plane: 16.  Half of these are
rotations of space: 4 about z, and 4 that turn pieces over.
"""

import numpy as np

from satpuzzle.puzzle.grids.base import Grid
from satpuzzle.puzzle.grids.groups import generated

_QUARTER = [(0, -1, 0), (1, 0, 0), (0, 0, 1)]
_MIRROR = [(-1, 0, 0), (0, 1, 0), (0, 0, 1)]
_UPSIDE_DOWN = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]

SQUARE = Grid("square", np.array([(1, 0, 0), (0, 1, 0)], np.int64), generated(_QUARTER, _MIRROR, _UPSIDE_DOWN))
