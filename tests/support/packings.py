"""Packings of which only the pieces' places are known: drawn, or random."""

from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st
from strategies import make_puzzle

from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Piece
from satpuzzle.solutions.solution import Solution

Cell = tuple[int, ...]


def packing(grid: str, marks: dict[Cell, str]) -> Solution:
    """Return the packing with these marks on cells: `#` is the frame, `.` an empty cell, anything else a piece."""
    cells: dict[str, list[Cell]] = {}
    for cell, mark in sorted(marks.items()):
        cells.setdefault(mark, []).append(cell)
    frame, empty = cells.pop("#", []), cells.pop(".", [])
    pieces = [Piece(mark, np.array(where, dtype=np.int64)) for mark, where in sorted(cells.items())]
    board = [cell for where in cells.values() for cell in where] + empty
    puzzle = make_puzzle(grid, board, pieces, empty, frame)
    placements = place(puzzle)
    options = [
        option
        for option, number in enumerate(placements.piece.tolist())
        if np.array_equal(puzzle.board[placements.covered(option)], pieces[number].cells)
    ]
    found = Solution(tuple(options), puzzle, placements)
    cover = cover_of(puzzle, placements)
    cover.check(np.array([options]))
    return found


def drawn(text: str, grid: str = "cubic") -> Solution:
    """Return a packing from a drawing with its layers below each other."""
    points = drawing.read(drawing.split(text), GRIDS[grid])
    return packing(grid, {tuple(point.tolist()): mark for mark, point in points})


def cells_of(solution: Solution) -> tuple[frozenset[Cell], ...]:
    return tuple(frozenset(map(tuple, cells.tolist())) for _, cells in solution.pieces)


_BOXES: dict[str, list[tuple[int, ...]]] = {
    "square": [(3, 3), (3, 4), (4, 4), (5, 4)],
    "cubic": [(3, 3, 2), (3, 3, 3), (4, 3, 2), (4, 3, 3)],
    "fcc": [(3, 2, 2), (3, 3, 2)],
}


_MORE_BOXES: dict[str, list[tuple[int, ...]]] = {
    "hexagonal": [(4, 3), (4, 4)],
    "triangular": [(3, 3), (4, 3)],
    "prisms": [(3, 2, 2), (3, 3, 2)],
    "rhombic": [(1, 1, 1), (2, 1, 1)],
    "tetra-octa": [(1, 1, 1), (2, 1, 1)],
}


@st.composite
def packings(
    draw: st.DrawFn, most_pieces: int = 4, grids: tuple[str, ...] = tuple(_BOXES), frame: bool = False
) -> Solution:
    """Draw a packing with empty cells: pieces that grow from seeds, and a few cells that belong to any of them."""
    grid = draw(st.sampled_from(grids))
    near = _neighbours(grid, draw(st.sampled_from(_BOXES[grid])))
    names = "ABCDEFGH"[: draw(st.integers(2 - frame, most_pieces))] + "#" * frame
    return packing(grid, _grown(near, names, Random(draw(st.integers(0, 1 << 30))), 50))


def random_packing(random: Random, grids: tuple[str, ...] = ()) -> Solution:
    """Return a packing on any of some grids: up to seven pieces, in a shell with some holes, a piece or a frame."""
    grid, boxes = random.choice(
        [(grid, boxes) for grid, boxes in (_BOXES | _MORE_BOXES).items() if grid in grids or not grids]
    )
    near = _neighbours(grid, random.choice(boxes))
    frame = random.random() < 0.3
    names = "ABCDEFG"[: random.randint(2 - frame, 6)] + "#" * frame
    marks = _grown(near, names, random, random.choice([0, 1, 1]))
    around = {other for cell in near for other in _beside(grid, cell)} - near.keys()
    around |= {other for cell in around for other in _beside(grid, cell)} - near.keys()
    shell = random.sample(sorted(around), max(1, len(around) - random.randrange(len(around) // 2)))
    return packing(grid, marks | dict.fromkeys(shell, random.choice("#SS")))


def _grown(near: dict[Cell, list[Cell]], names: str, random: Random, growth: int) -> dict[Cell, str]:
    """Return the marks of pieces that grow from seeds, so often as there are cells and `growth` times that."""
    cells = list(near)
    seeds = names + "." * random.randrange(len(cells) // 3) + "".join(random.choices(names, k=random.randrange(5)))
    marks = dict(zip(random.sample(cells, len(cells)), seeds, strict=False))
    for _ in range(growth * len(cells)):
        cell = random.choice(cells)
        beside = [marks[other] for other in near[cell] if marks.get(other, ".") != "."]
        if cell not in marks and beside:
            marks[cell] = random.choice(beside)
    return dict.fromkeys(cells, ".") | marks


@cache
def _neighbours(grid: str, box: tuple[int, ...]) -> dict[Cell, list[Cell]]:
    """Return for each cell of a box those beside it."""
    cells = [*map(tuple, GRIDS[grid].box(box).tolist())]
    return {cell: [other for other in _beside(grid, cell) if other in {*cells}] for cell in cells}


@cache
def _beside(grid: str, cell: Cell) -> list[Cell]:
    near = GRIDS[grid].neighbours(int(GRIDS[grid].kind(np.array(cell)))) + cell
    return [*map(tuple, near.tolist())]
