"""Shapes: the orientations of pieces, and comparison of sets of cells.

An *orientation* of a piece is the image of its cells under a rotation that the piece may make, up to a translation of
the grid.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece


def normalised(cells: Points, grid: Grid) -> Points:
    """Return the cells in lexicographic order, translated so that the first is its own home (see `Grid.home`).

    Several sets of cells, of shape (..., cells, 3), are treated separately.
    """
    order = np.lexsort((cells[..., 2], cells[..., 1], cells[..., 0]))
    ordered = np.take_along_axis(cells, order[..., None], axis=-2)
    first = ordered[..., :1, :]
    moved: Points = ordered - (first - grid.home(first))
    return moved


def orientations(cells: Points, grid: Grid, turn_over: bool = True) -> NDArray[np.int64]:
    """Return the distinct orientations of a piece, (n, cells, 3), each normalised, in a fixed order."""
    return _orientations(np.asarray(cells, np.int64).tobytes(), grid, turn_over)


@lru_cache(maxsize=1024)  # many puzzles have the same pieces
def _orientations(cells: bytes, grid: Grid, turn_over: bool) -> NDArray[np.int64]:
    piece = np.frombuffer(cells, np.int64).reshape(-1, 3)
    distinct = {image.tobytes(): image for image in normalised(grid.rotations(piece, turn_over), grid)}
    found = np.array(sorted(distinct.values(), key=lambda image: image.tolist()))
    found.setflags(write=False)
    return found


def coloured_orientations(piece: Piece, grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the orientations of a piece with colours, and the colour of each of their cells, (n, cells).

    Orientations that differ only in their colours are distinct.
    """
    images = grid.rotations(piece.cells, piece.turn_over)
    order = np.lexsort((images[..., 2], images[..., 1], images[..., 0]))
    both = np.concatenate([normalised(images, grid), piece.colours[order][..., None]], axis=2)
    distinct = np.array(sorted({image.tobytes(): image.tolist() for image in both}.values()))
    return distinct[..., :3], distinct[..., 3]
