"""Instances to measure on: boxes and what is left of them, families that grow, and random ones, solvable or not."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Piece, Puzzle

_FLAT, _SOLID = (
    "pentominoes-6x10",
    "solid-pentominoes-2x5x6",
)  # which have the twelve, that may be turned over, and solid


def box(name: str, sides: Sequence[int], pieces: Iterable[Piece], without: Collection[tuple[int, ...]] = ()) -> Puzzle:
    """Return a puzzle of a box with two sides, flat, or three, without some of its cells.

    Raises PuzzleError for another number of sides.
    """
    if len(sides) not in (2, 3):
        raise PuzzleError(f"{len(sides)} sides: a box has 2 or 3")
    cells = [cell for cell in product(*map(range, sides)) if cell not in without]
    board = np.array([(*cell, 0)[:3] for cell in cells], np.int64)
    grid = GRIDS["square" if len(sides) == 2 else "cubic"]
    return Puzzle(name, grid, board, np.zeros(len(board), np.bool_), tuple(pieces))


def copies(name: str, cells: Sequence[tuple[int, ...]], count: int) -> Piece:
    """Return a piece of so many copies, told by its cells."""
    return Piece(name, np.array([(*cell, 0, 0)[:3] for cell in cells], np.int64), minimum=count, maximum=count)


def filled(name: str, sides: Sequence[int], cells: Sequence[tuple[int, ...]], without: int | None = None) -> Puzzle:
    """Return a box to be filled with copies of one piece; `without` is how many corners are cut off, by colours.

    One corner goes at the beginning; the second is the next corner of the same colour of a chessboard.
    """
    corners = [corner for corner in product(*((0, side - 1) for side in sides)) if sum(corner) % 2 == 0]
    cut = corners[: without or 0]
    count = (prod(sides) - len(cut)) // len(cells)
    return box(
        f"{name}-{'x'.join(map(str, sides))}{f'-less-{len(cut)}' * bool(cut)}", sides, [copies(name, cells, count)], cut
    )


DOMINO = ((0, 0), (1, 0))
I3 = ((0, 0), (1, 0), (2, 0))
N5 = ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1))
P5 = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
Y5 = ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1))


def generated(count: int, seed: int = 0, sizes: Sequence[int] = (5, 6, 7, 8)) -> list[Puzzle]:
    """Return random puzzles: five rows and two layers of them in turn, as wide as so many random pentominoes need.

    Pieces may occur more than once, as few or many of the puzzles would have a solution otherwise.
    """
    dice = np.random.default_rng(seed)
    kinds = [load(_FLAT).pieces, load(_SOLID).pieces]
    found = []
    for number in range(count):
        solid = number % 2 == 1
        size = 2 * (int(dice.choice(sizes)) // 2) if solid else int(dice.choice(sizes))
        drawn, many = np.unique(dice.integers(12, size=size), return_counts=True)
        pieces = [
            replace(kinds[solid][kind], minimum=times, maximum=times)
            for kind, times in zip(drawn.tolist(), many.tolist(), strict=True)
        ]
        sides = (2, 5, size // 2) if solid else (5, size)
        found.append(box(f"random-{number:02}", sides, pieces))
    return found
