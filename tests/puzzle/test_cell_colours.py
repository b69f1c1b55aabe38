"""Cells with colours in files: drawn as digits or listed, in TOML, JSON and BurrTools' format."""

from pathlib import Path

import numpy as np
import pytest
from any_puzzles import restricting
from hypothesis import given, settings
from hypothesis import strategies as st

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.problem import opened
from satpuzzle.solutions import palette

CHEQUERED = '''
grid = "square"
board = """
121
212
"""
pieces = [{ name = "V", cells = "12\\n.1" }, { name = "L", cells = "2\\n12" }]
'''


def test_digits_in_drawings_are_colours() -> None:
    puzzle = parsed(CHEQUERED, ".toml", "chequered")
    assert dict(zip(map(tuple, puzzle.board.tolist()), puzzle.colours.tolist(), strict=True))[1, 0, 0] == 2
    assert puzzle.pieces[0].colours.tolist() == [1, 2, 1]
    assert puzzle.pairs == frozenset([(1, 1), (2, 2)])
    assert sorted(map(str, sp.solve(puzzle, up_to="raw"))) == ["LLV\nLVV", "VLL\nVVL"]


def test_pairs_say_what_goes_together() -> None:
    counts = {
        said: sp.count(parsed(f"pairs = {said}\n{CHEQUERED}", ".toml", "chequered")).raw
        for said in ('"equal"', '"all"', "[[1, 1], [2, 2]]", "[[1, 2], [2, 1]]", "[[1, 1]]")
    }
    assert counts == {'"equal"': 2, '"all"': 4, "[[1, 1], [2, 2]]": 2, "[[1, 2], [2, 1]]": 2, "[[1, 1]]": 0}


@st.composite
def coloured(draw: st.DrawFn) -> str:
    """Return a file with pieces that were cut out of a coloured board, so that there is a solution."""
    columns, rows = draw(st.sampled_from([(2, 2), (3, 2), (4, 2)]))
    board = [[draw(st.sampled_from("12*")) for _ in range(columns)] for _ in range(rows)]
    cut = draw(st.integers(1, columns - 1))
    cells = "\\n".join("".join(row) for row in board)
    left, right = ("\\n".join("".join(row[part]) for row in board) for part in (slice(cut), slice(cut, None)))
    return (
        f'grid = "cubic"\nboard = "{cells}"\n'
        f'pieces = [{{ name = "A", cells = "{left}" }}, {{ name = "B", cells = "{right}" }}]\n'
    )


@pytest.mark.full
@settings(deadline=None, max_examples=25)
@given(coloured())
def test_files_of_all_formats_say_the_same(said: str) -> None:
    puzzle = parsed(said, ".toml", "cut")
    found = {frozenset(map(str, solution.as_list())) for solution in sp.solve(puzzle, up_to="raw")}
    assert found
    for again in (
        parsed(text(puzzle, ".toml"), ".toml", "cut"),
        parsed(text(puzzle, ".json"), ".json", "cut"),
        opened(burr_of(puzzle), "cut").puzzle,
    ):
        assert restricting(again) == restricting(puzzle)
        assert sp.count(again) == sp.count(puzzle)
        assert len([*sp.solve(again, "cadical", up_to="raw")]) == len(found)


@pytest.mark.full
def test_the_draughtboard_has_as_many_solutions_by_other_backends() -> None:
    assert sp.count("draughtboard") == sp.Counts(168, 84, 84)
    assert sp.count("draughtboard", "clingo").raw == 168
    first = next(iter(sp.solve("draughtboard")))
    for (piece, cells), colours in zip(first.pieces, first.colours, strict=True):
        assert colours == [1 + int(cell[:2].sum()) % 2 for cell in cells], piece.name


def test_colours_are_drawn_as_patches() -> None:
    puzzle = parsed(CHEQUERED, ".toml", "chequered")
    solution = next(iter(sp.solve(puzzle)))
    drawn, page = sp.draw(solution).svg, sp.view(solution).begin
    one, two = palette.COLOURS[:2]
    assert drawn.count(f'fill="{one}"') >= 3 and drawn.count(f'fill="{two}"') >= 3
    assert {colour for colour, _ in page["given"]["paint"][0][0]["polygons"]} == {one, two}
    assert sp.draw(puzzle).svg.count(f'fill="{two}"') >= 6  # the board and the pieces


def test_a_piece_is_drawn_in_its_own_paint_which_files_and_links_keep() -> None:
    pieces = [{"name": "A", "cells": "**", "paint": "#12ab34"}, {"name": "B", "cells": "*"}]
    puzzle = sp.from_dict({"grid": "square", "box": [3, 1], "pieces": pieces})
    assert [piece["paint"] for piece in sp.to_dict(puzzle)["pieces"] if "paint" in piece] == ["#12ab34"]
    assert palette.colours(puzzle) == ["#12ab34", palette.COLOURS[1]]
    assert palette.colours(puzzle, "copy") == [*palette.COLOURS[:2]]
    with pytest.raises(PuzzleError, match="piece A: paint has"):
        sp.from_dict({"grid": "square", "box": [3, 1], "pieces": [pieces[0] | {"paint": "red"}]})


def test_files_are_written_with_drawings_where_these_say_all() -> None:
    puzzle = sp.load("draughtboard")
    assert "12121212" in text(puzzle, ".toml") and "pairs" not in text(puzzle, ".toml")
    assert '"colours"' in text(puzzle, ".json")
    many = sp.make_puzzle(board=[[x, 0, 0] for x in range(3)], pieces=["***"])
    painted = parsed(
        'board = [[0, 0, 0], [1, 0, 0]]\ncolours = [12, 3]\npieces = [{ name = "A", cells = "**" }]', ".toml", "many"
    )
    assert "colours = [12, 3]" in text(painted, ".toml")
    assert parsed(text(painted, ".toml"), ".toml", "many").colours.tolist() == [12, 3]
    assert not restricting(many) and "pairs" not in text(many, ".toml")


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ('pairs = "same"', 'pairs is "same", allowed are "equal", "all" and a list of pairs [colour of a piece, colour'
         " of the board]"),
        ("pairs = [[1, 64]]", "pairs: colour is 64, allowed are integers from 0 to 63"),
        ("colours = [1]", "colours needs a list of all board, [x, y, z] each; in a drawing, draw digits"),
        ('optional = "1"', 'optional is drawn with "1", allowed are * and .'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_colours_is_told_in_a_line(said: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'{said}\nboard = "12*"\npieces = [{{ name = "A", cells = "**" }}]\n')
    with pytest.raises(PuzzleError) as told:
        sp.load(path)
    assert str(told.value) == f"{path}: {complaint}"


def test_zero_is_no_colour_in_a_drawing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('board = "120"\npieces = [{ name = "A", cells = "**" }]\n')
    with pytest.raises(PuzzleError, match=r'board is drawn with "0", allowed are \* \? # 1-9 and'):
        sp.load(path)
    assert np.array_equal(parsed('board = "1*"\npieces = [{ name = "A", cells = "**" }]', ".toml", "a").colours, [1, 0])
