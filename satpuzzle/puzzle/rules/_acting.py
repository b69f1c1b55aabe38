"""What the isometries of a board make of its cells and its pieces, as docs/counting.md defines it.

An isometry maps the board to itself with what belongs to each cell (whether it may stay empty, its colour, the regions
that rules name) and with the frame.  One that is a motion which every piece may make, a *rotation*, keeps each piece.
Any other one makes of a piece the one whose possible placements are the images of its own: its mirror image, or one of
its mates if some pieces may be turned in some ways only.  Else rules play no part in this.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import eq
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.cells import keeping, onto
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.rules._base import Ground
from satpuzzle.puzzle.shape import coloured_orientations, orientations

Cells = tuple[int, ...]  # the image of each cell
Pieces = tuple[int, ...]  # the image of each piece, -1 for none


class Isometry(NamedTuple):
    """An isometry of a board but for the identity."""

    cells: Cells
    pieces: Pieces
    ways: tuple[Cells, ...]  # the images of all points that make these of the cells


class Place(NamedTuple):
    """The cells of a board and of its frame."""

    points: Points  # the points, in lexicographic order
    own: NDArray[np.int64]  # which of them are the cells of the board


@lru_cache(maxsize=16)
def points_of(ground: Ground) -> Place:
    """Return the cells of the board and of the frame."""
    points = np.concatenate([ground.board, ground.frame])
    order = np.lexsort(points.T[::-1])
    return Place(points[order], np.flatnonzero(order < len(ground.board)))


@lru_cache(maxsize=16)
def isometries(ground: Ground) -> list[Isometry]:
    """Return the isometries of the board but for the identity, in the order of their images of cells."""
    points, own = points_of(ground)
    mirror, rotate = ground.turning
    rotations = keeping(ground.up, lambda these: ground.grid.some_rotations(these, mirror, rotate=rotate), points)
    turns = {_on_board(ground, ways) for ways in _keeping(ground, rotations)}
    every: dict[Cells, list[Cells]] = {}
    for ways in _keeping(ground, keeping(ground.up, ground.grid.some_isometries, points)):
        every.setdefault(_on_board(ground, ways), []).append(ways)
    still = tuple(range(len(own)))
    others = sorted(every.keys() - turns)
    pieces = dict(zip(others, _becoming(ground, others), strict=True))
    kept = tuple(range(len(ground.pieces)))
    return [Isometry(cells, pieces.get(cells, kept), tuple(every[cells])) for cells in sorted(every.keys() - {still})]


def _keeping(ground: Ground, portions: Iterator[NDArray[np.int64]]) -> Iterator[Cells]:
    """Yield the images of all points by isometries that keep the kinds of cells."""
    points, own = points_of(ground)
    kinds = np.full((len(points), 3), -1)
    kinds[own] = np.stack([ground.optional, ground.below, ground.within], axis=1)
    for images in portions:
        moved = onto(points, points, ground.grid, images)
        yield from map(tuple, moved[(kinds[moved] == kinds).all(axis=(1, 2))].tolist())


def _on_board(ground: Ground, ways: Cells) -> Cells:
    own = points_of(ground).own
    number = {point: cell for cell, point in enumerate(own.tolist())}
    return tuple(number[ways[point]] for point in own.tolist())


def _becoming(ground: Ground, others: Sequence[Cells]) -> list[Pieces]:
    """Return what each piece becomes under isometries that are no rotations.

    Pieces are matched in their order, first those with equal bounds, then those whose bounds have a number in common:
    each with the first that has no mates yet, for each set of placements that none of its own mates has.
    """
    if not others:
        return []
    lying = [lying_of(ground, number) for number in range(len(ground.pieces))]
    freely = all(piece.rotate is True for piece in ground.pieces)
    own, many = [_named(some) for some in lying], range(len(lying))
    images = [[_named(_moved(cells, some)) for some in lying] for cells in (others[:1] if freely else others)]
    mates, bounds = [{name: piece} for piece, name in enumerate(own)], [(one.min, one.max) for one in ground.pieces]
    for match in (eq, _meeting):
        for piece, other in product(many, repeat=2):
            wanted = own[other] not in mates[piece] and any(image[piece] == own[other] for image in images)
            if wanted and len(mates[other]) == 1 and match(bounds[piece], bounds[other]):
                mates[piece][own[other]] = other
                mates[other] = mates[piece]
    found = [tuple(mates[piece].get(image[piece], -1) for piece in many) for image in images]
    return found * len(others) if freely else found


def _meeting(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])


def lying_of(ground: Ground, number: int) -> NDArray[np.int64]:
    """Return the possible placements of a piece, (placements, cells, 2): numbers of cells and the colours on them."""
    piece, grid, board = ground.pieces[number], ground.grid, ground.board
    coloured = ground.pairs is not None and bool(piece.colours.any())
    if coloured:
        turned, hues = coloured_orientations(piece, grid)
    else:
        turned = orientations(piece.cells, grid, piece.mirror, rotate=piece.rotate)
        hues = np.zeros(turned.shape[:2], np.int64)
    kinds, found = grid.kind(board), [np.zeros((0, len(piece.cells), 2), np.int64)]
    for cells, colours in zip(turned, hues, strict=True):
        there = ground.at(board[kinds == grid.kind(cells[:1]), None] + (cells - cells[0]))
        there = there[(there >= 0).all(axis=1)]
        found.append(np.stack([there, np.broadcast_to(colours, there.shape)], axis=2))
    every = np.concatenate(found)
    if coloured and ground.below.any():
        going = {(0, hue) for hue in ground.below.tolist()} | {(hue, 0) for hue in piece.colours.tolist()}
        going |= ground.pairs or frozenset()
        allowed = np.array([[(a, b) in going for b in range(ground.below.max() + 1)] for a in range(hues.max() + 1)])
        every = every[allowed[every[..., 1], ground.below[every[..., 0]]].all(axis=1)]
    return every


def _moved(cells: Cells, lying: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([np.array(cells)[lying[..., 0]], lying[..., 1]], axis=2)


def _named(lying: NDArray[np.int64]) -> tuple[int, bytes]:
    """Return a name of a set of placements: the same for two arrays that have the same ones in any order."""
    if not len(lying):
        return lying.shape[1], b""
    order = lying[..., 0].argsort(axis=1)
    ordered = np.take_along_axis(lying, order[..., None], axis=1).reshape(len(lying), -1)
    return lying.shape[1], np.unique(ordered, axis=0).tobytes()
