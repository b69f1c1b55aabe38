"""Pieces in files for puzzlecad: what its parser takes for cubes is read, and what is written is read again."""

from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said

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
        ("\nburr_piece(shape);", "line 2: burr_piece: allowed are numbers, texts and lists of them"),
        ('burr_piece(["xy"]);', 'line 1: burr_piece: "y" in "xy": allowed are x, ., | and annotations after an x'),
        ('burr_piece("#");', '"#" in "#"'),
        (
            'burr_piece(["x{connect=mz+y-,clabel=A}"]);',
            "{connect=mz+y-}: a piece here is of whole cubes and in one part",
        ),
        ('burr_piece("x{components={z-,y-}}x");', "{components={z-,y-}}: a piece here is of whole cubes"),
        ('burr_piece("x{label_text=a");', "has a brace that is not closed"),
        ('burr_plate("x");', "line 1: burr_plate: allowed is a list of pieces"),
        ("burr_piece([[1]]);", "a piece is a number, a text, or a list with a text for each layer"),
        ('burr_plate(["x", ', "allowed are numbers, texts and lists"),
        ("burr_piece(99999999999999999999);", "burr"),
        ('burr_piece("...");', "cells"),
    ],
)
def test_what_is_no_piece_of_whole_cubes_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.scad"
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        piece_set(str(path))
    assert message in str(error.value) and str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_a_file_of_pieces_is_no_puzzle_and_other_grids_have_no_cubes(tmp_path: Path) -> None:
    path = tmp_path / "half.scad"
    path.write_text(HALF_HOUR)
    assert "has pieces and no board: see choose, and convert with --pool" in complaint(run("count", path))
    with pytest.raises(PuzzleError, match="not of the grid triangular"):
        puzzlecad.written_set(sp.load("hexiamonds-6x6"))
    assert "has colours" in complaint(run("convert", "macmahon-squares", tmp_path / "x.scad"))
