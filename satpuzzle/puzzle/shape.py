"""Shapes: sets of cells, turned and compared.

An *orientation* of a piece is its set of cells after a motion that the piece may make, up to a translation of the grid.
"""

from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle


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
    return _orientations(np.asarray(cells, np.int64).tobytes(), grid, turn_over)


@lru_cache(maxsize=1024)  # many puzzles have the same pieces
def _orientations(cells: bytes, grid: Grid, turn_over: bool) -> NDArray[np.int64]:
    piece = np.frombuffer(cells, np.int64).reshape(-1, 3)
    distinct = {image.tobytes(): image for image in normalised(grid.rotations(piece, turn_over), grid)}
    found = np.array(sorted(distinct.values(), key=lambda image: image.tolist()))
    found.setflags(write=False)
    return found


def coloured(piece: Piece, grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the orientations of a piece, and the colours of the cells of each, (n, cells), 0 where there is none.

    Orientations that differ in colours alone are both there.
    """
    if not piece.colours.any():
        turned = orientations(piece.cells, grid, piece.turn_over)
        return turned, np.zeros(turned.shape[:2], np.int64)
    distinct = np.array(sorted(_images(piece, grid, grid.rotations(piece.cells, piece.turn_over)).values()))
    return distinct[..., :3], distinct[..., 3]


def closed_under_reflection(puzzle: Puzzle) -> bool:
    """Tell whether the mirror image of each piece is a piece that occurs as often, itself perhaps."""
    grid = puzzle.grid
    own, mirrored = Counter[_Kind](), Counter[_Kind]()
    for piece in puzzle.pieces:
        turned = frozenset(_images(piece, grid, grid.rotations(piece.cells, piece.turn_over)))
        reflected = frozenset(_images(piece, grid, grid.isometries(piece.cells))) - turned
        own[turned, piece.minimum, piece.maximum] += 1
        mirrored[reflected or turned, piece.minimum, piece.maximum] += 1
    return own == mirrored


_Kind = tuple[frozenset[bytes], int, int]


def _images(piece: Piece, grid: Grid, images: NDArray[np.int64]) -> dict[bytes, list[list[int]]]:
    """Return the distinct images of a piece as rows x, y, z, colour."""
    order = np.lexsort((images[..., 2], images[..., 1], images[..., 0]))
    colours = piece.colours if len(piece.colours) else np.zeros(len(piece.cells), np.int64)
    both = np.concatenate([normalised(images, grid), colours[order][..., None]], axis=2)
    return {image.tobytes(): image.tolist() for image in both}
