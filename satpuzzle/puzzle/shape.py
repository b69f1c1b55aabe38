"""Shapes: sets of cells, turned and compared.

An *orientation* of a piece is its set of cells after a motion that the piece may make, up to a translation of the grid.
"""

import numpy as np

from satpuzzle.puzzle.grids import Grid, Points


def normalised(cells: Points, grid: Grid) -> Points:
    """Return the cells in lexicographic order, translated so that the first is at home: at the origin, if it can."""
    ordered = cells[np.lexsort(cells.T[::-1])]
    moved: Points = ordered - (ordered[0] - grid.home(ordered[0]))
    return moved


def orientations(cells: Points, grid: Grid, turn_over: bool = True) -> list[Points]:
    """Return the distinct orientations of a piece, each normalised, in a fixed order."""
    images = (normalised(image, grid) for image in grid.rotations(cells, turn_over))
    distinct = {image.tobytes(): image for image in images}
    return sorted(distinct.values(), key=lambda image: image.tolist())
