"""Pieces in files for puzzlecad: what its parser takes for cubes is read, and what is written is read again."""

import random
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said
from printing import printed

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats import puzzlecad
from satpuzzle.puzzle.formats.table import format_named
from satpuzzle.puzzle.library import piece_set

LEFT_OUT = format_named("puzzlecad").leaves_out
HALF_HOUR = """// Stewart Coffin, Half Hour: burr_piece("zz") in a comment
include <puzzlecad.scad>
*burr_plate([
    ["xxx|.x.", "...|.x."], [".xx|xx.", "...|.x."], /* burr_plate([
    ["x"]]) */ [".x.|xxx", "...|x.."],
    [".x.|xxx"],
    "x{label_text=A,label_orient=y-x+}..|xxx",
    ["{label_text=//}", "x.|#x", "..|.x",],
], $burr_scale = 17);
"""


def test_half_hour_is_read_and_has_one_solution(tmp_path: Path) -> None:
    pieces, board = tmp_path / "half.scad", tmp_path / "box.toml"
    pieces.write_text(HALF_HOUR)
    board.write_text("box = [3, 3, 3]\n")
    found = piece_set(str(pieces))
    assert [len(piece.cells) for piece in found.pieces] == [5, 5, 5, 4, 4, 4]
    assert sorted(map(tuple, found.pieces[2].cells.tolist())) == [(0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0), (2, 1, 0)]
    assert "1 up to isometries" in said(run("choose", pieces, "--board", board))
    said(run("convert", board, tmp_path / "half.toml", "--pool", pieces))
    assert sp.count(sp.load(tmp_path / "half.toml")).isometries == 1


def test_numbers_are_those_of_sticks_and_equal_pieces_are_copies() -> None:
    table = puzzlecad.parse('burr_plate([975, ["xx"], 975]); module x() { burr_piece(["xx"], $burr_inset = 0.1); }')
    assert table["pieces"] == [{"burr": 975, "count": 2}, {"name": "A", "cells": "**", "count": 2}]


@pytest.mark.parametrize("name", ["soma", "dubois-burr", "pentominoes-6x10", "bedlam"])
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    puzzle, path = sp.load(name), tmp_path / "pieces.scad"
    told = run("convert", name, path)
    assert told.returncode == 0 and told.stderr == f"satpuzzle: {path}: {LEFT_OUT}\n"
    found = piece_set(str(path), puzzle.grid)
    wanted = [piece for piece in puzzle.pieces for _ in range(piece.max)]
    again = [piece for piece in found.pieces for _ in range(piece.max)]
    assert len(again) == len(wanted)
    for one, other in zip(wanted, again, strict=True):
        moved = one.cells - one.cells.min(axis=0)
        assert np.array_equal(moved[np.lexsort(moved.T)], other.cells[np.lexsort(other.cells.T)])


def test_all_pieces_of_four_cubes_are_written(tmp_path: Path) -> None:
    told = run("pieces", "4", "--grid", "cubic", "-o", tmp_path / "four.scad")
    assert told.returncode == 0 and LEFT_OUT in told.stderr
    assert len(piece_set(str(tmp_path / "four.scad")).pieces) == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cube(3);", "has no burr_piece(...) and no burr_plate(...) with pieces"),
        ("\nburr_piece(shape);", "line 2: burr_piece: allowed are numbers, texts, lists, names of them and"),
        ('burr_piece(["xY"]);', 'line 1: burr_piece: "Y" in "xY": allowed are a to z, +, ., | and annotations'),
        ('burr_piece("#");', '"#" in "#"'),
        (
            'burr_piece(["x{connect=mz+y-,clabel=A}"]);',
            'a joint with the label "A" has no match',
        ),
        ('burr_piece("x{components={z-,z-z+}}x");', "components={z-,z-z+}: allowed are tetrahedra such as z+ and z+y-"),
        ('burr_piece("x{components=z-y-x+}");', "half a tetrahedron, which is no cell of the grid rhombic"),
        ('burr_piece("x{connect=mz+z-}");', "connect=mz+z-: no joint of puzzlecad"),
        ('burr_plate(["x{connect=mz+y+}", "x{connect=mz+y-}"]);', 'a joint with the label "" has no match'),
        ("burr_plate([for (i = [1:3]) i]);", "not calculations"),
        ("a = a;\nburr_piece(a);", "allowed are"),
        ("burr_plate(repeat(99999, 1));", "repeat(...): allowed are calls of generalized_altekruse"),
        ("burr_plate([1], num_copies = 0);", "num_copies is 0, allowed are 1 to 1000"),
        ('burr_plate([1, "x{components=z+}"]);', "sticks by their numbers beside parts of cubes"),
        ("burr_piece(" + 100 * "[" + ");", "allowed are numbers"),
        ('burr_piece("x{label_text=a");', "has a brace that is not closed"),
        ('burr_plate("x");', "line 1: burr_plate: allowed is a list of pieces"),
        ("burr_piece([[1]]);", "a piece is a number, a text, or a list with a text for each layer"),
        ('burr_plate(["x", ', "allowed are numbers, texts, lists"),
        ("burr_piece(99999999999999999999);", "burr"),
        ('burr_piece("...");', "a piece has no cubes"),
    ],
)
def test_what_is_no_piece_of_whole_cubes_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.scad"
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        piece_set(str(path))
    assert message in str(error.value) and str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def cells(text: str) -> list[set[tuple[int, ...]]]:
    """Return the cells of each piece that a file says, moved to the origin."""
    table = puzzlecad.parse(text)
    pieces = sp.make_puzzle(box=[9, 9, 9], pieces=[*table["pieces"]]).pieces
    return [{*map(tuple, (each.cells - each.cells.min(axis=0)).tolist())} for each in pieces]


def test_letters_are_cubes_of_one_piece() -> None:
    assert cells('burr_piece(["aab|..b", "...|..+"]);') == [{(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (2, 1, 1)}]


@pytest.mark.parametrize(
    ("parts", "piece"),
    [  # a foot that lies while it is printed stands at the end of a bar: z+ is carried to x+, and x- to z+
        (
            '"xx{connect=mz+y+,clabel=A}", "x{connect=fx-y+,clabel=A}xx"',
            {(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (0, 0, 1)},
        ),  # the second direction of one joint lies on that of the other: the upper bar is turned about
        ('"x{connect=mz+y+}|x", "x{connect=fz-y-}|x"', {(0, 1, 0), (0, 2, 0), (0, 1, 1), (0, 0, 1)}),
        (
            '"x{connect={mz+y+,fx+z+},clabel={A,B}}", "x{connect=fz-y+,clabel=A}", "x{connect=mx-z+,clabel=B}"',
            {(0, 0, 0), (1, 0, 0), (0, 0, 1)},
        ),
    ],
)
def test_parts_with_joints_are_one_piece(parts: str, piece: set[tuple[int, ...]]) -> None:
    assert cells(f"burr_plate([{parts}]);") == [piece]


def test_joints_of_other_calls_and_copies_are_matched() -> None:
    tips = 'burr_plate(repeat(3, "x{connect=mx-z+,clabel=A}"));'
    table = puzzlecad.parse('burr_plate(["xx{connect=fx+z+,clabel=A}"], num_copies = 3);' + tips)
    assert table["pieces"] == [{"name": "A", "cells": "***", "count": 3}]


def test_cut_cubes_are_tetrahedra_of_the_grid_rhombic() -> None:
    table = puzzlecad.parse('burr_plate(["xx{components={z-,y+z+}}", "x{components=sz+y-}"]);')
    assert table["grid"] == "rhombic"
    one, other = ({tuple(cell) for cell in piece["cells"]} for piece in table["pieces"])
    assert len(one) == 24 + 5 and {cell for cell in one if cell[0] > 4 and cell[2] > 0} == {(7, 4, 3)}
    upper = {(2, 1, 4), (2, 3, 4), (1, 2, 4), (3, 2, 4)}
    assert other == upper | {(2, 0, 1), (2, 0, 3), (1, 0, 2), (3, 0, 2), (0, 2, 3), (0, 1, 2), (4, 2, 3), (4, 1, 2)}


def test_a_diagonal_joint_lies_between_two_tetrahedra() -> None:
    # the male one is at y+z+, so the female one, z+y- of its own cube, becomes z+y+ of that cube
    parts = '"x{components=z+y-,connect=dfz+y-}", "x{components={y+z+,y+x+},connect=dmy+z+}"'
    (piece,) = puzzlecad.parse(f"burr_plate([{parts}]);")["pieces"]
    assert {*map(tuple, piece["cells"])} == {(2, 4, 3), (3, 4, 2), (2, 3, 4)}


def test_names_and_simple_calls_stand_for_values() -> None:
    text = """wide = 2;
function tip(label, more = "x") = [str_interpolate("x{connect=mz+y+,clabel=$0}$1", [label, more])];
burr_plate([tip("A"), tip(more = ".", label = "B"), "x{connect=fz-y+,clabel=A}", "xx{connect=fz-y+,clabel=B}"]);
burr_piece(generalized_altekruse("db", wide));
burr_piece(burr_stick(1024));
"""
    pieces = puzzlecad.parse(text)["pieces"]
    drawn = [piece.get("cells", "").replace("\n", "|") for piece in pieces]
    assert drawn == ["****..**|********||**....**|**..****", "", "**||*.", ".*||**"]
    assert pieces[1] == {"burr": 1024, "count": 1}


def test_a_file_of_pieces_is_no_puzzle_and_other_grids_have_no_cubes(tmp_path: Path) -> None:
    path = tmp_path / "half.scad"
    path.write_text(HALF_HOUR)
    assert "has pieces and no board: see choose, and convert with --pool" in complaint(run("count", path))
    with pytest.raises(PuzzleError, match="not of the grid triangular"):
        puzzlecad.written_set(sp.load("hexiamonds-6x6"))
    assert "has colours" in complaint(run("convert", "macmahon-squares", tmp_path / "x.scad"))


def test_the_letter_of_a_joint_may_say_how_it_is_turned() -> None:
    old = '"x{connect=mz+,clabel=Ay+}|x", "x{connect=fz-,clabel=Ay-}|x"'
    assert cells(f"burr_plate([{old}]);") == [{(0, 1, 0), (0, 2, 0), (0, 1, 1), (0, 0, 1)}]


def test_a_puzzle_that_is_printed_in_several_ways_keeps_its_parts_apart() -> None:
    one = 'burr_plate(["xx{connect=mx+z+,clabel=A}", "x{connect=fx-z+,clabel=A}"]);'
    other = 'burr_plate(["x{connect=mx+z+,clabel=A}", "x{connect=fx-z+,clabel=A}xx{connect=mx+z+,clabel=X}"]);'
    tips = 'burr_plate(["x{connect=fx-z+}"]);'
    for text in (one + other + tips, tips + other + one):
        pieces = puzzlecad.parse(text)["pieces"]
        assert sorted(piece["cells"].count("*") for piece in pieces) == [3, 5]


def check_that_parts_count_as_in_burrtools(name: str, seed: int, path: Path) -> None:
    """Cut the pieces of a puzzle into parts, glue them by reading, and count them beside the file for BurrTools."""
    puzzle, dice = sp.load(name), random.Random(seed)
    sp.save(puzzle, path)
    text = "".join(printed(piece.cells, puzzle.grid.name, dice, cuts=2) for piece in puzzle.pieces)
    many = {"min": puzzle.pieces[0].min, "max": puzzle.pieces[0].max}
    pieces = [{"name": piece["name"], "cells": piece["cells"], **many} for piece in puzzlecad.parse(text)["pieces"]]
    again = sp.make_puzzle(grid=puzzle.grid.name, board=puzzle.board.tolist(), pieces=pieces)
    assert sp.count(again) == sp.count(str(path)), text


@pytest.mark.parametrize("name", ["soma", pytest.param("rhombic-cube", marks=pytest.mark.full)])
def test_parts_count_as_in_burrtools(name: str, seed: int, tmp_path: Path) -> None:
    check_that_parts_count_as_in_burrtools(name, seed, tmp_path / "burrtools.xmpuzzle")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["soma", "involute", "rhombic-cube", "rhombic-dodecahedron"])
def test_parts_cut_at_random_count_as_in_burrtools(name: str, seed: int, tmp_path: Path) -> None:
    for number in range(5):
        check_that_parts_count_as_in_burrtools(name, seed + number, tmp_path / "burrtools.xmpuzzle")
