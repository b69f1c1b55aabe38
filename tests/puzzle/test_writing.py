"""Writing puzzle files: each puzzle that can be read can be written, and reads the same again."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import box_cells, make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.data import files
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.table import FORMATS
from satpuzzle.puzzle.formats.writing import content, text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Puzzle

BOTH = pytest.mark.parametrize("ending", [each.ending for each in FORMATS if each.own])

DRAWN = '''title = "Small"
grid = "square"
mirror = false
board = """
#***
##?.
"""
source = "a \\"book\\""

[counts]
raw = 3

[[pieces]]
name = "I"
count = 2
cells = "**"

[[pieces]]
name = "V"
min = 0
max = 4
cells = """
**
*.
"""
'''
LISTED = """{
  "title": "Small",
  "grid": "square",
  "mirror": false,
  "board": [[1, 0, 0], [2, 0, 0], [2, 1, 0], [3, 0, 0]],
  "optional": [[2, 1, 0]],
  "frame": [[0, 0, 0], [0, 1, 0], [1, 1, 0]],
  "source": "a \\"book\\"",
  "counts": {"raw": 3},
  "pieces": [
    {"name": "I", "count": 2, "cells": [[0, 0, 0], [1, 0, 0]]},
    {"name": "V", "min": 0, "max": 4, "cells": [[0, 0, 0], [0, 1, 0], [1, 0, 0]]}
  ]
}
"""


def assert_same(found: Puzzle, wanted: Puzzle) -> None:
    assert found.grid is wanted.grid
    assert found.board.tolist() == wanted.board.tolist()
    assert found.optional.tolist() == wanted.optional.tolist()
    assert found.frame.tolist() == wanted.frame.tolist()
    assert (found.title, found.source, found.published) == (
        wanted.title or found.name,
        wanted.source,
        wanted.published,
    )
    for piece, original in zip(found.pieces, wanted.pieces, strict=True):
        assert piece.cells.tolist() == original.cells.tolist()
        assert (piece.name, piece.min, piece.max, piece.mirror) == (
            original.name,
            original.min,
            original.max,
            original.mirror,
        )


@pytest.mark.full
@BOTH
@given(puzzle=puzzles())
def test_what_was_written_reads_the_same(ending: str, puzzle: Puzzle) -> None:
    again = parsed(text(puzzle, ending), ending, "small")
    assert_same(again, puzzle)
    first, second = sp.place(puzzle), sp.place(again)
    assert np.array_equal(first.rows, second.rows)
    assert np.array_equal(first.piece, second.piece)


@pytest.mark.few(3)
@BOTH
@pytest.mark.parametrize("name", sorted(files("puzzles")))
def test_every_bundled_puzzle_reads_the_same_again(name: str, ending: str, tmp_path: Path) -> None:
    puzzle = sp.load(name)
    sp.save(puzzle, tmp_path / f"{name}{ending}")
    assert_same(sp.load(tmp_path / f"{name}{ending}"), puzzle)


@pytest.mark.full
@BOTH
@given(
    grid=st.sampled_from(["square", "cubic", "fcc"]),
    steps=st.sets(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(-1, 2)), min_size=2),
    solid=st.integers(0, 3),
    far=st.integers(0, 300),
)
def test_boards_anywhere_with_frames_around_them_read_the_same(
    ending: str, grid: str, steps: set[tuple[int, int, int]], solid: int, far: int
) -> None:
    basis = GRIDS[grid].basis
    places = sorted({tuple((np.array(step)[: len(basis)] @ basis).tolist()) for step in steps | {(far, 0, 0)}})
    frame, board = places[: min(solid, len(places) - 1)], places[min(solid, len(places) - 1) :]
    pieces = [make_piece("A", [(far, 1, 0), (0, 0, 0)], grid)]
    puzzle = make_puzzle(grid, board, pieces, board[::2], frame)
    assert_same(parsed(text(puzzle, ending), ending, "small"), puzzle)


@pytest.mark.parametrize(("ending", "wanted"), [(".toml", DRAWN), (".json", LISTED)])
def test_toml_is_drawn_for_people_and_json_listed_for_programs(ending: str, wanted: str) -> None:
    assert text(parsed(DRAWN, ".toml", "small"), ending) == wanted
    assert text(parsed(LISTED, ".json", "small"), ending) == wanted


def test_a_box_is_written_as_one() -> None:
    board = box_cells("fcc", 2, 3, 1)
    puzzle = make_puzzle("fcc", board, [make_piece("A", [(0, 0, 0)], "fcc", max=6)])
    assert content(puzzle, drawn=True)["box"] == content(puzzle, drawn=False)["box"] == [2, 3, 1]


def test_cells_far_apart_are_listed_rather_than_drawn() -> None:
    puzzle = make_puzzle("cubic", [(0, 0, 0), (900, 900, 900)], [make_piece("A", [(0, 0, 0)], "cubic", max=2)])
    assert content(puzzle, drawn=True)["board"] == [[0, 0, 0], [900, 900, 900]]


def test_a_piece_that_may_be_turned_over_says_so_where_another_may_not() -> None:
    sides = [make_piece(name, [(0, 0, 0)], "square", mirror=over) for name, over in (("A", False), ("B", True))]
    found = content(make_puzzle("square", [(0, 0, 0), (1, 0, 0)], sides), drawn=True)
    assert "mirror" not in found
    assert [piece.get("mirror") for piece in found["pieces"]] == [False, None]


@BOTH
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("two\nlines", "piece 1 has the name"),
        ('"""\n', "small: "),
    ],
)
def test_a_puzzle_that_no_file_can_say_is_refused(name: str, says: str, ending: str, tmp_path: Path) -> None:
    puzzle = make_puzzle("cubic", [(0, 0, 0)], [make_piece(name, [(0, 0, 0)], "cubic")])
    with pytest.raises(sp.PuzzleError, match=says):
        sp.save(puzzle, tmp_path / f"x{ending}")
    assert not [*tmp_path.iterdir()]


def test_a_puzzle_too_large_for_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.data.SMALL", 1 << 20)
    cells = [(x, y, z) for x in range(0, 300, 2) for y in range(0, 300, 2) for z in range(4)]
    puzzle = make_puzzle("cubic", cells, [make_piece("A", [(0, 0, 0)], "cubic")])
    with pytest.raises(sp.PuzzleError, match="takes more than the 1 MiB of a puzzle file"):
        text(puzzle, ".json")


def test_a_puzzle_is_saved_under_a_name_that_says_the_format(tmp_path: Path) -> None:
    with pytest.raises(sp.PuzzleError, match=r"a file of puzzles ends in \.toml, \.json or \.xmpuzzle"):
        sp.save(sp.load("soma"), tmp_path / "soma.yaml")
