"""Pieces that may be turned in some ways only: the page keeps what a file says of them, and does not search."""

from dataclasses import replace

import numpy as np
import pytest
from in_node import in_node
from test_geometry import any_puzzle
from test_studio_counts import check_counts_and_classes, counted

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Puzzle

READ = """
const known = (puzzle) => puzzle.pieces.map(({ name, min, max, rotate = true }) => [name, min, max, rotate]);
const tried = (read) => { try { return read(); } catch (error) { return error.message; } };
answer(input.files.map((file) => tried(() => {
  const puzzle = puzzleOf(file, library);
  return [known(puzzle), known(puzzleOf(contentOf(puzzle), library)), tried(() => coverOf(puzzle).options.length)];
})));
"""


def test_the_page_keeps_how_pieces_may_be_turned() -> None:
    pieces = [
        {"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "max": "any"},
        {"name": "B", "cells": [[0, 0, 0]], "rotate": 2},
        {"name": "C", "cells": [[0, 0, 0]], "rotate": True},
    ]
    files = [
        {"grid": "square", "box": [3, 3], "rotate": False, "pieces": pieces},
        {"grid": "square", "box": [3, 3], "pieces": pieces[:1]},
        {"grid": "square", "box": [3, 3], "rotate": "half", "pieces": pieces},
    ]
    kept = [["A", 0, 4, False], ["B", 1, 1, 2], ["C", 1, 1, True]]
    fixed, free, wrong = in_node(READ, "placements.js", files=files)
    assert fixed == [kept, kept, 6 + 9 + 9]
    assert free == [[["A", 0, 4, True]], [["A", 0, 4, True]], 12]
    assert wrong == "“rotate” has a value that is not allowed."


def test_the_page_reads_what_is_written_of_a_puzzle_with_fixed_pieces() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[6, 10], rotate=2, pieces="pentominoes")
    ((kept, again, searched),) = in_node(READ, "placements.js", files=[content(puzzle, drawn=False)])
    assert kept == again == [[piece.name, 1, 1, 2] for piece in puzzle.pieces]
    assert searched == len(sp.place(puzzle))


BOXES = {"square": (3, 3), "hexagonal": (3, 3), "triangular": (2, 2), "rhombic": (1, 1, 1), "tetra-octa": (1, 1, 1)}
BOXES |= dict.fromkeys(
    ("cairo", "drafters", "half-squares", "kites", "octasquares", "snub-square", "trigs", "trihexes", "twigs"), (2, 1)
)


def fixed_puzzle(grid: str, seed: int) -> Puzzle:
    """Return a random puzzle on a box whose pieces may be turned in some ways only; some are others turned."""
    dice = np.random.default_rng(seed)
    puzzle = any_puzzle(grid, seed)
    board = ordered(puzzle.grid.box(BOXES.get(grid, (3, 2, 1)[: len(puzzle.grid.basis)])))
    many, pieces = puzzle.grid.about_z, list(puzzle.pieces[:3])
    for piece in pieces[: int(dice.integers(3))]:
        images = puzzle.grid.rotations(piece.cells, True, many)
        cells = np.array(sorted(images[int(dice.integers(len(images)))].tolist()))
        most = max(1, piece.max + int(dice.integers(-1, 2)))
        pieces.append(replace(piece, name=f"{piece.name} turned", cells=cells, min=min(piece.min, most), max=most))
    ways = [False, False, False, True, *(n for n in range(2, many + 1) if many % n == 0)]
    turned = tuple(replace(piece, rotate=ways[int(dice.integers(len(ways)))]) for piece in pieces)
    optional = dice.random(len(board)) < dice.choice([0, 0.7, 0.9])
    return replace(puzzle, board=board, optional=optional & ~optional.all(), pieces=turned)


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", [name for name in GRIDS if GRIDS[name].cells_of == name])
def test_random_puzzles_of_fixed_pieces_have_the_same_counts_and_classes(grid: str, seed: int) -> None:
    puzzles = [fixed_puzzle(grid, seed + number) for number in range(12)]
    several = any(len(Tables.of(puzzle).symmetry.conditions) > 1 for puzzle in puzzles)
    assert several or grid not in ("square", "hexagonal", "triangular")
    check_counts_and_classes(puzzles, seed)


@pytest.mark.slow
@pytest.mark.parametrize("grid", [name for name in GRIDS if GRIDS[name].cells_of == name])
def test_many_random_puzzles_of_fixed_pieces_have_the_same_counts_and_classes(grid: str, seed: int) -> None:
    check_counts_and_classes([fixed_puzzle(grid, seed + number) for number in range(200)], seed)


def test_lying_and_standing_dominoes_are_counted_as_dominoes() -> None:
    cells = {"lies": [[0, 0, 0], [1, 0, 0]], "stands": [[0, 0, 0], [0, 1, 0]]}
    pieces = [{"name": name, "cells": some, "max": "any"} for name, some in cells.items()]
    (found,) = counted([{"grid": "square", "box": [6, 6], "rotate": False, "pieces": pieces}], parts=5)
    assert found is not None
    assert found["counts"] == found["divided"] == {"raw": 6728, "rotations": 3512, "isometries": 930}
