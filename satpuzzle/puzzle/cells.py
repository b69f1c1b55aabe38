"""The cells of a board by their numbers, which are those of the lexicographic order."""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.wrapping import Wrapping

Up = tuple[int, int, int] | None  # the translation that leads upward, None if no side is up


def place_of(board: Points, cells: Points) -> NDArray[np.int64]:
    """Return the number of each cell, shape (...), on a board in lexicographic order; -1 for cells not on it."""
    least = np.minimum(board.min(axis=0), cells.reshape(-1, 3).min(axis=0, initial=0))
    spans = np.maximum(board.max(axis=0), cells.reshape(-1, 3).max(axis=0, initial=0)) - least + 1
    strides = np.array([spans[1] * spans[2], spans[2], 1], np.int64)
    codes, wanted = (board - least) @ strides, (cells - least) @ strides
    index = wide(np.minimum(np.searchsorted(codes, wanted), len(codes) - 1))
    found: NDArray[np.int64] = np.where(codes[index] == wanted, index, -1)
    return found


def neighbours_on(board: Points, grid: Grid, wrapping: Wrapping | None = None) -> NDArray[np.int64]:
    """Return the pairs of different cells of a board that have a side in common, (pairs, 2); each pair in both orders.

    `board` is in lexicographic order; `wrapping` tells which cells are the same cell, by default none.
    """
    wrapping = wrapping or Wrapping.of(board, grid, "")
    kinds, found = grid.kind(board), []
    for kind in range(len(grid.kinds)):
        here = np.flatnonzero(kinds == kind)
        there = board[here, None] + grid.neighbours(kind)
        other = place_of(board, wrapping.home(there))
        found.append(np.stack([np.broadcast_to(here[:, None], other.shape), other], axis=-1).reshape(-1, 2))
    pairs = np.concatenate(found)
    on_board: NDArray[np.int64] = pairs[(pairs[:, 1] >= 0) & (pairs[:, 0] != pairs[:, 1])]
    return on_board


def keeping(up: Up, portions: Callable[[Points], Iterator[NDArray[np.int64]]], points: Points) -> Iterator[Points]:
    """Yield the images of points, (isometries, points, 3) at a time, under those isometries that carry `up` to itself.

    `portions` gives the images of any points; `up` is a translation of the grid, None for isometries of all kinds.
    """
    if up is None:
        yield from portions(points)
        return
    for images in portions(np.concatenate([points, points[:1] + up])):
        yield images[(images[:, -1] - images[:, 0] == up).all(axis=1), :-1]


def onto(points: Points, others: Points, grid: Grid, images: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of each point's image among `others`, shape (isometries, points).

    `images` has images of the points; those are used that a translation of the grid carries to the set of the others,
    which are in lexicographic order.
    """
    if not len(images):
        return np.zeros((0, len(points)), np.int64)
    span = 2 * max(int(some.max() - some.min()) for some in (images, others)) + 1
    strides = np.array([span * span, span, 1], np.int64)  # of different steps the codes differ; FURTHEST limits them
    codes, wanted = images @ strides, others @ strides
    order = codes.argsort(axis=1)
    rows = np.arange(len(codes))[:, None]
    steps = codes[rows, order]
    same = (steps - steps[:, :1] == wanted - wanted[0]).all(axis=1).nonzero()[0]
    order = order[same]
    order = order[grid.translates(others[0] - images[same, order[:, 0]])]
    found = np.empty(order.shape, np.int64)
    found[rows[: len(order)], order] = np.arange(order.shape[1])
    return found
