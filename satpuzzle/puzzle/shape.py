"""Shapes: sets of cells, turned and compared.

An *orientation* of a piece is its set of cells after a motion that the piece may make, up to a translation of the grid.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points


def normalised(cells: Points, grid: Grid) -> Points:
    """Return the cells in lexicographic order, translated so that the first is at home: at the origin, if it can.

    Of several sets of cells, of shape (..., cells, 3), each is treated so.
    """
    order = np.lexsort((cells[..., 2], cells[..., 1], cells[..., 0]))
    ordered = np.take_along_axis(cells, order[..., None], axis=-2)
    first = ordered[..., :1, :]
    moved: Points = ordered - (first - grid.home(first))
    return moved


def orientations(cells: Points, grid: Grid, turn_over: bool = True) -> NDArray[np.int64]:
    """Return the distinct orientations of a piece, (n, cells, 3), each normalised, in a fixed order."""
    distinct = {image.tobytes(): image for image in normalised(grid.rotations(cells, turn_over), grid)}
    return np.array(sorted(distinct.values(), key=lambda image: image.tolist()))
