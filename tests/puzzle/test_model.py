"""Puzzles made by programs: from drawings, lists and tables, and what is refused when they are made."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satpuzzle as sp
from satpuzzle.puzzle.grids import GRIDS

HEART = """
.*...*.
*******
*******
.*****.
..***..
...*...
"""
FIVE = {"L": "****\n*...", "N": "***.\n..**", "P": "***\n**.", "W": "*..\n**.\n.**", "X": ".*.\n***\n.*."}


def cells(*found: tuple[int, ...]) -> Any:
    return np.array(found, dtype=np.int64).reshape(-1, 3)


# make_puzzle


def test_a_puzzle_is_drawn_in_a_program_as_in_a_file(tmp_path: Path) -> None:
    heart = sp.make_puzzle(board=HEART, pieces=FIVE, grid="square", name="heart", title="A heart")
    assert sp.count(heart) == sp.Counts(raw=2, rotations=1, isometries=1)
    sp.save(heart, tmp_path / "heart.toml")
    again = sp.load(tmp_path / "heart.toml")
    assert again.board.tolist() == heart.board.tolist()
    assert [piece.cells.tolist() for piece in again.pieces] == [piece.cells.tolist() for piece in heart.pieces]
    assert (again.name, again.title, again.grid) == (heart.name, heart.title, heart.grid)


SAME: list[Callable[[], sp.Puzzle]] = [
    lambda: sp.make_puzzle(board="**?\n***", pieces=["**", "**\n*."], grid="square"),
    lambda: sp.make_puzzle(box=(3, 2), optional=[(2, 0, 0)], pieces=({"cells": "**"}, "**\n*."), grid="square"),
    lambda: sp.make_puzzle(
        board=np.argwhere(np.ones((3, 2, 1))),
        optional={(2, 0, 0)},
        pieces={"A": [[0, 0, 0], [1, 0, 0]], "B": np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)])},
        grid=GRIDS["square"],
    ),
    lambda: sp.make_puzzle(
        board=[[x, y, 0] for x in range(3) for y in range(2)],
        optional="  *",
        pieces=[{"name": "A", "cells": "**"}, sp.Piece("B", cells((0, 0, 0), (0, 1, 0), (1, 0, 0)))],
        grid="square",
    ),
]


@pytest.mark.parametrize("make", SAME[:3])
def test_drawings_lists_arrays_and_tables_say_the_same(make: Callable[[], sp.Puzzle]) -> None:
    first, found = SAME[0](), make()
    assert found.board.tolist() == first.board.tolist()
    assert found.optional.tolist() == first.optional.tolist()
    assert [(piece.name, sorted(piece.cells.tolist())) for piece in found.pieces] == [
        (piece.name, sorted(piece.cells.tolist())) for piece in first.pieces
    ]
    assert sp.count(found) == sp.count(first)


def test_pieces_are_a_common_set_or_those_of_another_puzzle() -> None:
    by_name = sp.make_puzzle(box=(6, 10), pieces="pentominoes", grid="square")
    assert sp.count(by_name).isometries == 2339
    again = sp.make_puzzle(box=(3, 20), pieces=by_name.pieces, grid="square")
    assert sp.count(again).isometries == 2


def test_a_table_of_a_piece_says_how_often_it_occurs_and_whether_it_is_turned_over() -> None:
    table = {"L": {"cells": "***\n*..", "count": np.int64(2)}, "S": {"cells": ".**\n**.", "min": 0, "mirror": False}}
    two, ess = sp.make_puzzle(box=(2, 4), pieces=table, grid="square").pieces
    assert (two.min, two.max, two.mirror) == (2, 2, True)
    assert (ess.min, ess.max, ess.mirror) == (0, 1, False)


def test_known_counts_and_a_source_are_kept() -> None:
    for counts in ({"raw": 3}, sp.Counts(3)):
        puzzle = sp.make_puzzle(box=(1, 1, 1), pieces=["*"], counts=counts, source="a book")
        assert (puzzle.published, puzzle.source, puzzle.name, puzzle.title) == (
            sp.Counts(3), "a book", "puzzle", "puzzle",
        )  # fmt: skip


def test_pieces_of_a_list_have_letters_and_then_numbers() -> None:
    many = [[[x, 0, 0] for x in range(n + 1)] for n in range(28)]
    names = [piece.name for piece in sp.make_puzzle(box=(30, 1, 1), pieces=many).pieces]
    assert names == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "P27", "P28"]


WRONG: list[dict[str, Any]] = [
    {},
    {"box": [2, 2]},
    {"box": [2, 1, 1], "board": "**"},
    {"board": ""},
    {"board": 3},
    {"board": [[0, 0]]},
    {"board": [[0, 0, 0.5]]},
    {"board": [[0, 0, 0], [0, 0, 0]]},
    {"board": [[0, 0, 2**40]]},
    {"board": "*y"},
    {"board": "**", "grid": "cube"},
    {"board": [[1, 0, 0]], "grid": "fcc"},
    {"board": "**", "frame": [[0, 0, 0]]},
    {"board": "**", "mirror": "no"},
    {"board": "**", "title": 3},
    {"board": "**", "counts": {"raw": -1}},
    {"board": "**", "pieces": []},
    {"board": "**", "pieces": "pentagons"},
    {"board": "**", "pieces": 3},
    {"board": "**", "pieces": [{"name": "A", "cells": "*", "count": 0}]},
    {"board": "**", "pieces": [{"name": "A", "cells": "*", "min": 3, "max": 2}]},
    {"board": "**", "pieces": [{"name": "A", "cells": "*"}, {"name": "A", "cells": "**"}]},
    {"board": "**", "pieces": [{"name": "", "cells": "*"}]},
    {"board": "**", "pieces": [{"name": "A", "cells": "*", "colour": 3}]},
    {"board": "**", "pieces": [{"name": "A"}]},
]


@pytest.mark.parametrize("said", WRONG, ids=str)
def test_what_makes_no_sense_is_refused_with_the_line_that_a_file_gets(said: dict[str, Any], tmp_path: Path) -> None:
    said = {"pieces": [{"name": "A", "cells": "*"}], **said}
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(said))
    with pytest.raises(sp.PuzzleError) as by_file:
        sp.load(path)
    with pytest.raises(sp.PuzzleError) as by_program:
        sp.make_puzzle(**said, name="wrong")
    line = str(by_file.value).replace(str(path), "wrong")
    assert str(by_program.value) == line
    assert "\n" not in line


def test_an_unknown_keyword_is_a_type_error_of_that_function() -> None:
    with pytest.raises(TypeError, match=r"^make_puzzle\(\) has no parameter boards \(did you mean board\?\)"):
        sp.make_puzzle(boards="**", pieces=["*"])  # type: ignore[call-arg]


# Puzzle and Piece themselves


A = sp.Piece("A", cells((0, 0, 0)))
SMALL: dict[str, Any] = {
    "name": "small",
    "grid": GRIDS["square"],
    "board": cells((0, 0, 0), (1, 0, 0)),
    "optional": np.zeros(2, np.bool_),
    "pieces": (A, sp.Piece("B", cells((0, 0, 0)))),
}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"name": 3}, "name is 3, allowed is a str"),
    ({"grid": "square"}, "grid is 'square', allowed is a Grid; make_puzzle takes its name"),
    ({"board": [[0, 0], [1, 0]]}, "board is [[0, 0], [1, 0]], allowed are cells, three integers each"),
    ({"board": [[0, 0, 0], [1]]}, "board is [[0, 0, 0], [1]], allowed are cells, three integers each"),
    ({"board": [[0, 0, 0], [0.5, 0, 0]]}, "board is [[0.0, 0.0, 0.0], [0.5, 0.0, 0.0]], allowed are cells, three "),
    ({"board": 3}, "board is 3, allowed are cells, three integers each"),
    ({"board": "**"}, 'board is "**", allowed are cells, three integers each'),
    ({"board": []}, "board has no cells, at least one is needed"),
    ({"board": [[1, 0, 0], [0, 0, 0]]}, "board is not in lexicographic order: [0, 0, 0] comes too late"),
    ({"board": [[0, 0, 0], [0, 0, 0]]}, "board has the cell [0, 0, 0] more than once"),
    ({"board": [[0, 0, 0], [0, 0, 1]]}, "board has [0, 0, 1], not a cell of the grid square"),
    ({"board": [[0, 0, 0], [2**20, 0, 0]]}, "board has [1048576, 0, 0], coordinates go up to 262143"),
    ({"frame": [[1, 0, 0]]}, "frame has [1, 0, 0], which is a cell of the board"),
    ({"optional": None}, "optional is null, allowed are 2 truth values, one for each cell"),
    ({"optional": [True]}, "optional is [true], allowed are 2 truth values, one for each cell"),
    ({"optional": [0, 1]}, "optional is [0, 1], allowed are 2 truth values, one for each cell"),
    ({"colours": [0, -1]}, "colours is [0, -1], allowed are 2 integers from 0, one for each cell"),
    ({"pieces": None}, "pieces has None, allowed are Piece objects; make_puzzle takes drawings and lists"),
    ({"pieces": ("A",)}, "pieces has 'A', allowed are Piece objects; make_puzzle takes drawings and lists"),
    ({"pieces": (A, A)}, '2 pieces have the name "A": use count for equal copies, other names otherwise'),
    ({"pieces": (sp.Piece("C", cells((0, 0, 1))),)}, "piece C: cells has [0, 0, 1], not a cell of the grid square"),
    ({"published": {"raw": 3}}, "published is {'raw': 3}, allowed is a Counts"),
    ({"empty": -1}, "empty is -1, allowed are integers from 0 to 1000000"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "says"), REFUSED, ids=lambda value: str(value)[:40])
def test_a_puzzle_that_would_break_later_is_refused_when_it_is_made(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(sp.PuzzleError) as error:
        sp.Puzzle(**(SMALL | wrong))
    assert str(error.value).startswith(says)
    with pytest.raises(sp.PuzzleError):
        replace(sp.Puzzle(**SMALL), **wrong)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": ""}, "a piece has the name '', allowed is text of at least one character"),
        ({"cells": []}, "piece A: has no cells, at least one is needed"),
        ({"cells": [[0, 0, 0], [0, 0, 0]]}, "piece A: cells has the cell [0, 0, 0] more than once"),
        ({"min": 2}, "piece A: min is 2, allowed are integers from 0 to 1"),
        ({"max": 0}, "piece A: max is 0, allowed are integers from 1 to 1000000"),
        ({"max": 1.5}, "piece A: max is 1.5, allowed are integers from 1 to 1000000"),
        ({"colours": [1, 2]}, "piece A: colours is [1, 2], allowed are 1 integers from 0, one for each cell"),
    ],
    ids=str,
)
def test_a_piece_that_would_break_later_is_refused_when_it_is_made(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(sp.PuzzleError) as error:
        sp.Piece(**({"name": "A", "cells": cells((0, 0, 0))} | wrong))
    assert str(error.value) == says


def test_a_puzzle_without_pieces_is_refused() -> None:
    with pytest.raises(sp.PuzzleError) as error:
        sp.Puzzle(**(SMALL | {"pieces": []}))
    assert str(error.value) == "has no pieces, at least one is needed"


def test_lists_of_cells_become_arrays() -> None:
    listed = sp.Puzzle("two", GRIDS["square"], [[0, 0, 0], [1, 0, 0]], [False, True], [A])  # type: ignore[arg-type]
    assert listed.board.dtype == np.int64
    assert listed.optional.dtype == np.bool_
    assert sp.count(listed) == sp.Counts(1, 1, 1)


_SOME = st.sampled_from([
    None, 3, -1, "", "**", [], [[0, 0, 0]], [[0, 0]], [[0, 0, 0], [1, 0, 0]], [[1, 0, 0], [0, 0, 0]], [True, False],
    [True], [0, 1], [[2**62, 0, 0], [0, 0, 0]], np.zeros((2, 3)), np.zeros((2, 3), np.int8), np.ones(2, np.uint64),
    (A,), (A, A), (A, None), {}, GRIDS["fcc"], GRIDS["triangular"], sp.Counts(), np.full((1, 3), -(2**63)),
])  # fmt: skip


@settings(deadline=None)
@given(changes=st.dictionaries(st.sampled_from(["name", "colours", "frame", "empty", *SMALL]), _SOME, max_size=3))
def test_whatever_is_not_refused_is_counted_drawn_and_described(changes: dict[str, Any]) -> None:
    try:
        puzzle = sp.Puzzle(**(SMALL | changes))
    except sp.PuzzleError as error:
        assert "\n" not in str(error)
        return
    assert sp.count(puzzle).raw is not None
    for solution in sp.solve(puzzle, limit=2):
        assert str(solution)
        assert sp.draw(solution).svg
    assert len(repr(puzzle)) < 100


def test_puzzles_and_pieces_show_in_a_line() -> None:
    soma = sp.load("soma")
    assert repr(soma) == "<puzzle soma: cubic, cells 27, pieces 7>"
    assert repr(sp.load("galakub").pieces[0]) == "<piece J: cells 8, copies 3>"
    assert repr(sp.Piece("D", cells((0, 0, 0)), 0, 4)) == "<piece D: cells 1, copies 0 to 4>"
