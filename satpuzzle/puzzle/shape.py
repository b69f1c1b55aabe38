"""Shapes: the orientations of pieces, and comparison of sets of cells.

An *orientation* of a piece is the image of its cells under a rotation that the piece may make, up to a translation of
the grid.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import LARGE
from satpuzzle.puzzle.grids.base import normalised as normalised  # exported from here
from satpuzzle.puzzle.piece import Piece

_NEAREST = 6  # the number of steps along each axis within which `corner` looks for a translation


def orientations(
    cells: Points, grid: Grid, mirror: bool = True, clock: Clock = UNLIMITED, rotate: bool | int = True
) -> NDArray[np.int64]:
    """Return the distinct orientations of a piece, (n, cells, 3), each normalised, in lexicographic order.

    `mirror` and `rotate` are those of the piece.  Raises Stopped if the clock stops.
    """
    if len(cells) > LARGE:
        return _distinct(normalised(images, grid) for images in grid.some_rotations(cells, mirror, clock, rotate))
    return _orientations(np.asarray(cells, np.int64).tobytes(), grid, mirror, rotate)


@lru_cache(maxsize=1024, typed=True)  # many puzzles have the same pieces; True is another key than 1
def _orientations(cells: bytes, grid: Grid, mirror: bool, rotate: bool | int) -> NDArray[np.int64]:
    points = np.frombuffer(cells, np.int64).reshape(-1, 3)
    found = _distinct([normalised(grid.rotations(points, mirror, rotate), grid)])
    found.setflags(write=False)
    return found


def coloured_orientations(
    piece: Piece, grid: Grid, clock: Clock = UNLIMITED
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the orientations of a piece with colours, and the colour of each of their cells, (n, cells).

    Orientations that differ only in their colours are distinct.  Raises Stopped if the clock stops.
    """

    def both() -> Iterator[NDArray[np.int64]]:
        for images in grid.some_rotations(piece.cells, piece.mirror, clock, piece.rotate):
            order = np.lexsort((images[..., 2], images[..., 1], images[..., 0]))
            yield np.concatenate([normalised(images, grid), piece.colours[order][..., None]], axis=2)

    found = _distinct(both())
    return found[..., :3], found[..., 3]


def _distinct(images: Iterable[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return each different image once, in lexicographic order, (n, cells, coordinates)."""
    every = np.concatenate([*images])
    ranks, size = (every + 2**62).astype(">i8").tobytes(), every[0].nbytes  # sort as the integers, from -2^62, do
    distinct = {ranks[size * number : size * (number + 1)]: number for number in range(len(every))}
    return every.take([distinct[rank] for rank in sorted(distinct)], axis=0)


def reflection(grid: Grid) -> NDArray[np.int64]:
    """Return an element of the point group of a grid that is not a rotation.

    On a flat grid it is a reflection in a line, unless the grid has none: then it is that in the plane, which carries
    each cell to itself.
    """
    others = grid.group[np.rint(np.linalg.det(grid.group)) < 0]
    found: NDArray[np.int64] = max(others, key=lambda matrix: bool(matrix[2, 2] > 0)) if grid.two_sided else others[0]
    return found


def image(cells: Points, matrix: NDArray[np.int64], grid: Grid) -> Points:
    """Return the image of cells under an element of the point group, in their order; its position is arbitrary."""
    found: Points = grid.images(matrix[None], cells)[0]
    return found


def mirror_image(cells: Points, grid: Grid) -> Points:
    """Return a mirror image of cells, in their order; its position is arbitrary."""
    return image(cells, reflection(grid), grid)


def corner(cells: Points, grid: Grid) -> Points:
    """Return the translation of the grid that moves cells nearest to the origin without negative coordinates."""
    steps = np.indices((_NEAREST,) * grid.dimension).reshape(grid.dimension, -1).T
    steps = np.pad(steps, ((0, 0), (0, 3 - grid.dimension))) - cells.min(axis=0) * (np.arange(3) < grid.dimension)
    allowed = steps[grid.translates(steps)]
    nearest: Points = allowed[allowed.sum(axis=1).argmin()]
    return nearest
