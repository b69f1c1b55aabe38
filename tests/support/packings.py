"""Packings of which only the pieces' places are known: drawn, or random."""

from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st
from strategies import box_cells, make_puzzle

from satpuzzle.cover.exact_cover import ExactCover
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
    cover = ExactCover.of(puzzle, placements)
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


@st.composite
def packings(
    draw: st.DrawFn, most_pieces: int = 4, grids: tuple[str, ...] = tuple(_BOXES), frame: bool = False
) -> Solution:
    """Draw a packing with empty cells: pieces that grow from seeds, and a few cells that belong to any of them."""
    grid = draw(st.sampled_from(grids))
    near = _neighbours(grid, draw(st.sampled_from(_BOXES[grid])))
    cells = list(near)
    names = "ABCDEFGH"[: draw(st.integers(2 - frame, most_pieces))] + "#" * frame
    random = Random(draw(st.integers(0, 1 << 30)))
    seeds = names + "." * random.randrange(len(cells) // 3) + "".join(random.choices(names, k=random.randrange(5)))
    marks = dict(zip(random.sample(cells, len(cells)), seeds, strict=False))
    for _ in range(50 * len(cells)):
        cell = random.choice(cells)
        beside = [marks[other] for other in near[cell] if marks.get(other, ".") != "."]
        if cell not in marks and beside:
            marks[cell] = random.choice(beside)
    return packing(grid, dict.fromkeys(cells, ".") | marks)


@cache
def _neighbours(grid_name: str, box: tuple[int, ...]) -> dict[Cell, list[Cell]]:
    """Return for each cell of a box those nearest to it."""
    cells = box_cells(grid_name, *box)
    nearest = (GRIDS[grid_name].basis ** 2).sum(axis=1).min()
    return {a: [b for b in cells if sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) == nearest] for a in cells}
