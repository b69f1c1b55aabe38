"""Random puzzles of all kinds are written and read again: in each format the same puzzle, or what is lost is named."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from again import AGAIN, link
from any_puzzles import (
    any_puzzle,
    as_burrtools_says,
    as_files_say,
    as_puzzle_studio_says,
    differences,
    restricting,
)

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.table import FORMATS
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import FLAT, burr_of, left_out
from satpuzzle.puzzle.formats.xmpuzzle.problem import open_file
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.parts import TOGETHER


def in_all_files(puzzle: Puzzle) -> None:
    """Compare a puzzle with what TOML, JSON, a table and a link say of it."""
    again = [sp.loads(text(puzzle, each.name), name=puzzle.name) for each in FORMATS if each.own]
    again.append(sp.from_dict(sp.to_dict(puzzle), name=puzzle.name))
    again.append(replace(sp.load(link(puzzle)), name=puzzle.name))
    for found in again:
        found = replace(found, title=puzzle.name) if found.title == "link" else found
        assert not differences(found, as_files_say(puzzle))
        assert found == puzzle and hash(found) == hash(puzzle)


def in_a_burrtools_file(puzzle: Puzzle, path: Path) -> str:
    """Compare a puzzle with what a BurrTools file says of it; return what was refused or left out."""
    try:
        save(burr_of(puzzle), path)
    except PuzzleError as error:
        assert "a BurrTools file cannot express this: " in str(error)
        return "refused"
    again = open_file(path).puzzle
    found = replace(again, name=puzzle.name, hues=(), pairs=again.pairs if restricting(again) else None)
    wanted = as_burrtools_says(puzzle)
    assert not differences(found, wanted)
    assert sp.count(again).raw == sp.count(replace(puzzle, parts=TOGETHER)).raw  # parts matter for classes only
    assert (FLAT in left_out(puzzle)) == puzzle.grid.two_sided
    return "left out" if {*left_out(puzzle)} - {FLAT} else "written"


def in_a_file_of_puzzle_studio(puzzle: Puzzle) -> str:
    """Compare a puzzle with what a file of Puzzle Studio says of it; return what was refused or left out."""
    try:
        written = text(puzzle, "puzzle-studio")
    except PuzzleError as error:
        assert "a file of Puzzle Studio cannot express this: " in str(error)
        return "no studio"
    again = sp.loads(written, name=puzzle.name)
    found = replace(again, pieces=tuple(replace(piece, paint="") for piece in again.pieces))
    assert not differences(found, as_puzzle_studio_says(puzzle))
    assert sp.count(again).raw == sp.count(replace(puzzle, parts=TOGETHER)).raw
    return "studio"


def go_round(dice: Random, number: int, path: Path) -> Counter[str]:
    """Send random puzzles round; return how many BurrTools files were written, and how many could not be."""
    how = Counter[str]()
    for _ in range(number):
        puzzle = any_puzzle(dice)
        try:
            in_all_files(puzzle)
            how[in_a_burrtools_file(puzzle, path)] += 1
            how[in_a_file_of_puzzle_studio(puzzle)] += 1
        except BaseException as error:
            error.add_note(text(puzzle, ".json"))
            raise
    return how


@pytest.mark.parametrize("name", AGAIN)
def test_a_puzzle_comes_back_from_every_format(name: str, tmp_path: Path) -> None:
    puzzle = sp.load("soma")
    assert sp.count(AGAIN[name](puzzle, tmp_path)) == sp.count(puzzle)


@pytest.mark.full
@pytest.mark.parametrize("number", [120, pytest.param(5000, marks=pytest.mark.slow)])
def test_random_puzzles_of_all_kinds_come_back_from_every_format(number: int, seed: int, tmp_path: Path) -> None:
    how = go_round(Random(seed), number, tmp_path / "any.xmpuzzle")
    print(dict(how))
    assert how["refused"] > how["left out"] > number / 25
    assert how["written"] > number / 10
    assert how["studio"] > number / 25


@pytest.mark.parametrize(
    "name", ["soma", "a-puzzle-a-day#Jan 25", "macmahon-squares", "tetrasticks-5x5", "draughtboard"]
)
def test_bundled_puzzles_of_equal_content_are_equal(name: str) -> None:
    puzzle = sp.load(name)
    again = sp.from_dict(sp.to_dict(puzzle))
    assert again == puzzle and len({again, puzzle}) == 1
    assert (replace(again, labels=()) == puzzle) == (not puzzle.labels)
    other = replace(puzzle.pieces[0], max=puzzle.pieces[0].max + 1)
    assert puzzle.pieces[0] == again.pieces[0] != other
    assert puzzle not in (
        replace(puzzle, source="elsewhere"),
        replace(puzzle, pieces=(other, *puzzle.pieces[1:])),
        name,
    )


def test_a_frame_of_one_cell_is_told_from_none() -> None:
    plain = {
        "grid": "square",
        "board": [[1, 0, 0], [2, 0, 0]],
        "pieces": [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]]}],
    }
    frames: list[dict[str, object]] = [{}, {"frame": [[0, 0, 0]]}, {"frame": [[0, 0, 0], [3, 0, 0]]}]
    puzzles = [sp.from_dict(plain | frame) for frame in frames]
    assert [puzzles.index(puzzle) for puzzle in puzzles] == [0, 1, 2]
