"""Random puzzles with chiral pieces that may be left out, and mirror images that are missing or not there as often."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
from by_cells import apart
from by_hand import TURNS, Cell, Moves, board_moves, cells_of, may_have_images, mirror_names, mirrored, placements
from strategies import BOARDS, grown, make_puzzle

import satpuzzle as sp
from satpuzzle.puzzle.model import Piece, Puzzle

_BOUNDS = [(0, 1), (0, 1), (0, 2), (0, 2), (0, 3), (1, 1), (1, 2), (2, 2), (1, 3)]
_SHAPES = 40  # of each size
_MOST = 1500  # packings that leave out what they like; brute force goes through all of them


def pools(seed: int) -> Iterator[Puzzle]:
    """Yield puzzles of all grids without end.

    Their boards have reflections.  As far as numbers of copies tell, these carry some solutions to solutions, and some
    not.  No two pieces can cover the same cells, and there are solutions, but not many.
    """
    dice = Random(seed)
    while True:
        for grid in sorted(BOARDS):
            while not _suits(puzzle := _drawn(grid, dice)):
                pass
            yield puzzle


def _suits(puzzle: Puzzle) -> bool:
    names = mirror_names(puzzle, _reflection(puzzle.grid.name, cells_of(puzzle.board.tolist())))
    bounds = {piece.name: (piece.min, piece.max) for piece in puzzle.pieces}
    if all(bounds.get(names.get(name, "")) == bound for name, bound in bounds.items()):
        return False
    free = [replace(piece, min=0) for piece in puzzle.pieces]
    return (
        may_have_images(puzzle, names)
        and apart(puzzle)
        and (sp.count(replace(puzzle, optional=np.ones_like(puzzle.optional), pieces=tuple(free))).raw or 0) <= _MOST
        and bool(sp.count(puzzle).raw)
    )


def _drawn(grid: str, dice: Random) -> Puzzle:
    board, reflection, chiral = dice.choice(_boards(grid))
    shapes = dice.sample(chiral, k=min(len(chiral), dice.choice([1, 1, 2])))
    mirror = TURNS[grid][2] if grid in TURNS else mirrored
    shapes += [tuple(map(mirror, shape)) for shape in shapes if dice.random() < 0.6]
    pieces = [_piece(f"{number}", shape, dice, mirror=False) for number, shape in enumerate(shapes)]
    for size in dice.sample([1, 2, 3], k=dice.choice([0, 1, 1, 2])):  # these fill what is left
        shape = cells_of(grown(grid, size, dice.randrange(_SHAPES)))
        pieces.append(_piece(f"{len(pieces)}", shape, dice, dice.random() < 0.5))
    cell = dice.choice(board)
    optional = dice.choice([(), (), board, (cell, reflection[cell])])
    return make_puzzle(grid, board, dice.sample(pieces, k=len(pieces)), optional)


def _piece(name: str, cells: tuple[Cell, ...], dice: Random, mirror: bool) -> Piece:
    least, most = dice.choice(_BOUNDS)
    return Piece(name, np.array(sorted(cells)), least, most if len(cells) > 2 else most + 2, mirror=mirror)


@cache
def _boards(grid: str) -> list[tuple[tuple[Cell, ...], Moves, list[tuple[Cell, ...]]]]:
    """Return small boards that have a reflection, one of these, and shapes that can lie where mirror images cannot."""
    found = []
    for board in (tuple(sorted(cells)) for cells in BOARDS[grid] if len(cells) <= 12):
        reflection = _reflection(grid, board)
        shapes = [cells_of(grown(grid, size, seed)) for size in (3, 4, 5) for seed in range(_SHAPES)]
        chiral = [shape for shape in shapes if reflection and _is_chiral(shape, board, reflection, grid)]
        if chiral:
            found.append((board, reflection, chiral))
    return found


@cache
def _reflection(grid: str, board: tuple[Cell, ...]) -> Moves:
    """Return an isometry of a board that a one-sided piece cannot make, empty if there is none."""
    turns, isometries = board_moves(make_puzzle(grid, board, [Piece("cell", np.array(board[:1]), mirror=False)]))
    return next((moves for moves in isometries if moves not in turns), {})


def _is_chiral(shape: tuple[Cell, ...], board: tuple[Cell, ...], reflection: Moves, grid: str) -> bool:
    places = placements(shape, board, grid, turn_over=False)
    return {frozenset(map(reflection.__getitem__, cells)) for cells in places} != places
