"""Makes all pieces that can be cut out of a shape: sticks with notches, plates with holes.

A shape is a board: each piece has all its required cells and some of its optional cells.  Only connected pieces are
kept, each once up to rotations.  A piece is *notchable* if it can be made with a saw, by straight cuts from the
outside: each cell that is missing from its box lies in a notch.  A notch is a row of missing cells from one side of the
box to the opposite one, above which all cells are missing too.

    * . . *        notchable: two rows of cells were sawn out of the upper layer
    * * * *

There are 837 pieces of a six-piece burr, of which 59 are notchable (Bill Cutler, The Six-Piece Burr, Journal of
Recreational Mathematics 10 (1978)); a test reproduces both numbers.
"""

from collections.abc import Iterable
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import neighbours_on
from satpuzzle.puzzle.editing import check_square
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, PieceSet, Puzzle
from satpuzzle.puzzle.polyforms import names
from satpuzzle.puzzle.shape import normalised

MOST_OPTIONAL = 20  # the largest number of optional cells: there are a million candidates then


def pieces_in(shape: Puzzle, notchable: bool = False, clock: Clock = UNLIMITED) -> PieceSet:
    """Return the connected pieces that have all required cells of a board and any of its optional ones.

    They are distinct up to rotations, the largest first; with `notchable`, only those that a saw can make (see the
    module's docstring).  Raises PuzzleError if too many cells are optional, or if
    `notchable` is given for a grid without squares or cubes, and Stopped if the clock stops.
    """
    optional = np.flatnonzero(shape.optional).tolist()
    if len(optional) > MOST_OPTIONAL:
        raise PuzzleError(f"{shape.name}: {len(optional)} optional cells, at most {MOST_OPTIONAL} are allowed")
    fixed = sum(1 << cell for cell in np.flatnonzero(~shape.optional).tolist())
    parts = (
        fixed | sum(1 << cell for number, cell in enumerate(optional) if taken >> number & 1)
        for taken in range(1 << len(optional))
    )
    return distinct_parts(shape, parts, f"cut out of {shape.title}", notchable, clock)


def distinct_parts(
    shape: Puzzle, parts: Iterable[int], made: str, notchable: bool = False, clock: Clock = UNLIMITED
) -> PieceSet:
    """Return the connected ones of the given parts of a board as pieces, distinct up to rotations, the largest first.

    Bit i of an entry of `parts` says whether the part has cell i of the board; `made` is the title of the set.  With
    `notchable`, only pieces that a saw can make.  Raises PuzzleError if `notchable` is given for a grid without squares
    or cubes, and Stopped if the clock stops.
    """
    grid, over = shape.grid, shape.pieces[0].mirror
    if notchable:
        check_square(shape, "notchable")
    beside = _neighbours(shape.board, grid)
    found: dict[bytes, Points] = {}
    for cells in parts:
        clock.check()
        if cells and _connected(cells, beside):
            piece = shape.board[[number for number in range(len(beside)) if cells >> number & 1]]
            if not notchable or is_notchable(piece):
                images = normalised(grid.rotations(piece, over), grid)
                found.setdefault(min(image.tobytes() for image in images), piece)
    cells_of = sorted(found.values(), key=lambda piece: (-len(piece), piece.tolist()))
    pieces = [Piece(name, cells, mirror=over) for name, cells in zip(names(len(cells_of)), cells_of, strict=True)]
    kind = "notchable, " if notchable else ""
    return PieceSet(shape.name, f"{kind}{made}", grid, tuple(pieces))


def _neighbours(board: Points, grid: Grid) -> list[int]:
    """Return an integer for each cell of a board; its bit i is set if cell i shares a face with this cell."""
    beside = [0] * len(board)
    for cell, other in neighbours_on(board, grid).tolist():
        beside[cell] |= 1 << other
    return beside


def _connected(cells: int, beside: list[int]) -> bool:
    reached = fresh = cells & -cells
    while fresh:
        lowest = fresh & -fresh
        more = beside[lowest.bit_length() - 1] & cells & ~reached
        reached |= more
        fresh = (fresh ^ lowest) | more
    return reached == cells


def is_notchable(piece: Points) -> bool:
    """Tell whether a saw can make a piece: each cell of its bounding box that it lacks lies in a notch."""
    low, size = piece.min(axis=0), np.ptp(piece, axis=0) + 1
    solid = np.zeros(size, np.bool_)
    solid[tuple((piece - low).T)] = True
    sawn = np.zeros(size, np.bool_)
    for (through, down, _), upwards in product(permutations(range(3)), (1, -1)):
        if size[through] > 1 or size[down] > 1:
            sawn |= _sawn(solid, through, down, upwards)
    return bool((solid | sawn).all())


def _sawn(solid: NDArray[np.bool_], through: int, down: int, upwards: int) -> NDArray[np.bool_]:
    """Return the cells of all notches that run along the axis `through` and are sawn along the axis `down`.

    `solid` marks the cells of the piece in its box.  The saw enters where the coordinate of `down` is 0 if `upwards` is
    1, at the opposite side if it is -1.
    """
    rows = solid.any(axis=through, keepdims=True)  # no notch has a row with a solid cell, or a row below such a row
    steps = np.flip(rows, down) if upwards < 0 else rows
    below = np.logical_or.accumulate(steps, axis=down)
    return np.broadcast_to(~(np.flip(below, down) if upwards < 0 else below), solid.shape)
