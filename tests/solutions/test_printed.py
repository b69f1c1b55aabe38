"""Printed solutions read back."""

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.cli.writers import Json, NdJson, Text, Writer
from satpuzzle.errors import PuzzleError
from satpuzzle.solutions.read import read, solutions


def printed(puzzle: sp.Puzzle, format: str, limit: int | None = None) -> tuple[str, list[tuple[int, ...]]]:
    out = StringIO()
    writers: dict[str, Writer] = {"text": Text(out, None, False), "json": Json(out), "ndjson": NdJson(out)}
    writer = writers[format]
    run = sp.solve(puzzle, limit=limit, up_to="raw")
    found = []
    for solution in run:
        writer.solution(solution)
        found.append(solution.options)
    writer.summary(run)
    return out.getvalue(), found


@pytest.mark.parametrize("format", ["text", "json", "ndjson"])
@pytest.mark.parametrize("name", ["soma", "galakub", "iq-pyramid-4", "iq-triangle", "dubois-burr", "pentominoes-8x8"])
def test_what_solve_prints_is_read_back(tmp_path: Path, name: str, format: str) -> None:
    puzzle = sp.load(name)
    text, found = printed(puzzle, format, 3)
    (tmp_path / "found").write_text(text)
    assert [solution.options for solution in solutions(puzzle, tmp_path / "found")] == found


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_any_printed_solution_is_read_back_as_text_and_json(
    tmp_path_factory: pytest.TempPathFactory, puzzle: sp.Puzzle
) -> None:
    path = tmp_path_factory.mktemp("printed") / "found"
    for format in ("text", "json"):
        text, found = printed(puzzle, format, 4)
        path.write_text(text)
        if found:
            assert [solution.options for solution in solutions(puzzle, path)] == found
        else:
            with pytest.raises(PuzzleError, match="holds no solution"):
                solutions(puzzle, path)


def test_a_solution_whose_marks_all_stand_in_odd_columns_is_read_back(tmp_path: Path) -> None:
    """As if a terminal had put a space after each character."""
    board = np.array([[1, 1, 1], [2, 0, 0], [2, 2, 2]])
    piece = sp.Piece("A", board[:1])
    puzzle = sp.Puzzle("small", sp.GRIDS["tetra-octa"], board, np.ones(3, np.bool_), (piece,))
    text, found = printed(puzzle, "text")
    (tmp_path / "found").write_text(text)
    assert [solution.options for solution in solutions(puzzle, tmp_path / "found")] == found


def refused(tmp_path: Path, text: str, name: str = "soma") -> str:
    path = tmp_path / "found"
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        solutions(sp.load(name), path)
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(f"{path}: ")


def test_a_wrong_file_is_told_what_is_wrong_in_one_line(tmp_path: Path) -> None:
    whole = "PBB   BBA   VVA\nPPT   LAA   VZZ\nLLL   TTT   ZZ."
    assert refused(tmp_path, "") == "holds no solution"
    assert refused(tmp_path, "[]") == "holds no solution"
    assert refused(tmp_path, "{").startswith("solution 1: not JSON: ")
    assert refused(tmp_path, "VVV\nVVV\nVVV").startswith(
        "solution 1: the drawings have 1 layers in all, which is no multiple of 3"
    )
    assert "stands for no piece" in refused(tmp_path, whole.replace(".", "X"))
    assert "piece P has 4 cells, you gave 3" in refused(tmp_path, whole)
    no_cells = '{"solution": [{"piece": "V", "cells": [[9, 9, 9]]}]}'
    assert refused(tmp_path, no_cells) == "solution 1: piece V: [9, 9, 9] is not a cell of the board"
    one_line = (
        "GGCC   GGCC   BBBF   BBBF\nGGCC   GGFF   BEEF   BEEF\nAACC   ADFF   AD..   EE..\nAADD   ADDD   AD..   EE.."
    )
    assert refused(tmp_path, f"{one_line}", "galakub") == "solution 1: the cell [2, 2, 2] is not covered"
    with pytest.raises(PuzzleError, match="No such file"):
        solutions(sp.load("soma"), tmp_path / "nothing")


def test_a_piece_that_is_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "found"
    path.write_text("A..")
    pieces = [make_piece("A", [(0, 0, 0)], "square"), make_piece("B", [(0, 0, 0)], "square")]
    board = [(x, 0, 0) for x in range(3)]
    with pytest.raises(PuzzleError, match="solution 1: piece B must be placed 1 times"):
        solutions(make_puzzle("square", board, pieces, board), path)


def test_a_picture_may_be_of_a_part_of_a_packing() -> None:
    puzzle = sp.load("soma")
    (solution,) = sp.solve(puzzle, limit=1)
    part = json.dumps(solution.as_list()[:3])
    (found,) = read(puzzle, part, "text", partial=True)
    assert found.options == solution.options[:3]
    with pytest.raises(PuzzleError, match="text: solution 1: the cell"):
        read(puzzle, part, "text")


@pytest.mark.parametrize("text", ["{}", "[]x", '{"solutions": [3]}', "3"])
def test_what_is_no_solution_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"^text: "):
        read(sp.load("soma"), text, "text")
