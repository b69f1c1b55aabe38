"""Tiles: one cell, sides with colours."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from witnessed import TILED, mixed_puzzle

import satpuzzle as sp
from satpuzzle import machine
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.wedges import hues, wedges
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.search import count as counting
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.report import facts, verdict
from satpuzzle.solutions.read import read

SIX = sp.make_puzzle(
    box=[3, 2], grid="square", mirror=False, border="A", tiles="BAAA ACAA ACCA CAAA ACCA BACC", name="six"
)


@pytest.mark.full
@pytest.mark.parametrize("seed", TILED)
def test_cadical_finds_the_same_solutions_and_they_are_read_again(seed: int) -> None:
    puzzle = mixed_puzzle(seed)
    found = [*sp.solve(puzzle, up_to="raw")]
    assert {s.options for s in sp.solve(puzzle, "cadical", up_to="raw")} == {s.options for s in found}
    assert read(puzzle, "\n\n".join(map(str, found)), "text") == found
    assert read(puzzle, json.dumps([s.as_list() for s in found]), "JSON") == found
    for ending in (".toml", ".json"):
        again = parsed(text(puzzle, ending), ending, puzzle.name)
        assert {str(s) for s in sp.solve(again, up_to="raw")} == {str(s) for s in found}


def test_a_solution_is_drawn_with_the_sides_of_its_tiles() -> None:
    first, _ = sp.solve(SIX, up_to="raw")
    assert str(first).splitlines() == [
        "CDB",
        "EFA",
        "",
        "sides:",
        "AACA ACCA AAAC",
        "CCAA CBAC AAAB",
    ]
    assert first.as_list()[0] == {"piece": "BAAA", "cells": [[2, 1, 0]], "sides": "AAAB"}


def test_a_tile_in_its_place_is_given_with_its_sides() -> None:
    given = [{"piece": "BACC", "cells": [[1, 0, 0]], "sides": "ACCB"}]
    assert sp.count(SIX, given=given).raw == 1
    with pytest.raises(PuzzleError, match=r"cannot lie on .* with the sides BBBB"):
        sp.count(SIX, given=[given[0] | {"sides": "BBBB"}])
    with pytest.raises(PuzzleError, match='4 ways that differ in colours: choose one, in JSON with "sides"'):
        sp.count(sp.make_puzzle(box=[2, 1], grid="square", tiles="AABA CAAA", mirror=False),
                 given=[{"piece": "AABA", "cells": [[0, 0, 0]]}])  # fmt: skip


def test_equal_rotations_of_a_tile_are_one_option_and_equal_tiles_are_copies() -> None:
    puzzle = sp.make_puzzle(box=[2, 2], grid="square", tiles="ABAB*2 BABA AAAA", mirror=False)
    assert [(piece.name, piece.max) for piece in puzzle.pieces] == [("ABAB", 3), ("AAAA", 1)]
    assert len(Tables.of(puzzle).placements) == 4 * (2 + 1)


def test_the_border_has_any_one_colour() -> None:
    tiles: dict[str, Any] = {"box": [2, 1], "grid": "square", "tiles": "AAAB BBBA", "mirror": False}
    assert sp.count(sp.make_puzzle(**tiles, border="same")).raw == 0
    tiles["tiles"] = "AAAB AAAB BBBC BBBC"
    assert sp.count(sp.make_puzzle(**tiles | {"box": [2, 2]}, border="same")).raw == 0
    tiles["tiles"] = [{"sides": "AAAB", "min": 0, "max": 2}, {"sides": "BBBC", "min": 0, "max": 2}]
    assert sp.count(sp.make_puzzle(**tiles, border="same")).raw == 2
    assert sp.count(sp.make_puzzle(**tiles, border="B")).raw == 1


def test_tiles_that_may_not_be_rotated_have_no_symmetries() -> None:
    puzzle = sp.make_puzzle(box=[2, 1], grid="square", tiles="AAAA AAAA", rotate=False)
    assert sp.count(puzzle) == sp.Counts(1, 1, 1)
    assert Tables.of(puzzle).symmetry.orders == {"rotations": 1, "isometries": 1}


@pytest.mark.parametrize("backend", ["native", "cadical", "cpsat", "clingo"])
def test_every_kind_of_backend_finds_the_only_solution_of_a_tetravex(backend: str) -> None:
    (solution,) = sp.solve("tetravex-3x3", backend)
    assert solution.marks()[0, 0, 0] == "F"
    assert sp.count("tetravex-3x3", backend) == sp.Counts(1, 1, 1)


def test_macmahons_squares_are_the_published_ones() -> None:
    puzzle = sp.load("macmahon-squares")
    tables = Tables.of(puzzle)
    assert len(puzzle.pieces) == 24 and len(tables.cover.rows) == 1008  # as many options as Knuth has
    assert tables.symmetry.orders == {"rotations": 2, "isometries": 4, "patterns": 8}


@pytest.mark.parametrize("tiles", ["AABC", "AABB AACC*2", "AABB AACB AABC AABC"])
def test_colours_that_cannot_be_exchanged_are_told_in_a_line(tiles: str, tmp_path: Path) -> None:
    puzzle = sp.make_puzzle(box=[2, 2], grid="square", mirror=False, tiles=tiles, interchangeable="BC", name="mine")
    with pytest.raises(
        PuzzleError, match=r"^mine: interchangeable: with B to C, C to B, no tile is what AA\w\w becomes,"
    ):
        sp.count(puzzle)
    with pytest.raises(PuzzleError, match=r"^mine: interchangeable: no tile is what AA\w\w becomes$"):
        sp.certify(puzzle, tmp_path / "new", "frontier")


def test_a_group_of_patterns_that_does_not_fit_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = [{"sides": "BBBA", "min": 0, "max": 3}, {"sides": "AAAB", "min": 0, "max": 3}]
    puzzle = sp.make_puzzle(box=[2, 2], grid="square", interchangeable="AB", tiles=tiles)
    tables = Tables.of(puzzle)
    size = tables.symmetry.options.nbytes
    monkeypatch.setattr(machine, "total", lambda: 8 * size)
    assert symmetry_of(puzzle, tables.cover).orders == tables.symmetry.orders
    monkeypatch.setattr(machine, "total", lambda: size)
    with pytest.raises(PuzzleError, match=f"{len(tables.symmetry.items)} symmetries do not fit into memory$"):
        symmetry_of(puzzle, tables.cover)


def test_a_frontier_counts_patterns_even_if_an_exchange_maps_each_item_to_itself() -> None:
    tiles: list[Any] = [{"sides": "BBBA", "min": 0, "max": 3}, {"sides": "AAAB", "min": 0, "max": 3}]
    said: dict[str, Any] = {"box": [2, 2], "grid": "square", "border": "different on each side"}
    puzzle = sp.make_puzzle(**said, tiles=tiles, interchangeable="AB")
    assert counting.count_solutions(sp.solve(puzzle), "frontier") == sp.count(puzzle) == sp.Counts(28, 4, 4, 3)
    tiles = [{"sides": "ABAB", "min": 0, "max": 4}, {"sides": "AABB", "min": 0, "max": 4}]
    puzzle = sp.make_puzzle(box=[2, 2], grid="square", tiles=tiles, interchangeable="AB")
    symmetry = Tables.of(puzzle).symmetry
    assert len(np.unique(symmetry.items, axis=0)) < len(symmetry.items)
    counted = counting.count_solutions(sp.solve(puzzle), "frontier")
    assert counted == sp.count(puzzle) and counted.patterns is not None


def test_patterns_are_reported() -> None:
    said: dict[str, Any] = {"box": [2, 1], "grid": "square", "border": "A", "interchangeable": "BC"}
    said["tiles"] = [{"sides": f"AA{x}A", "min": 0, "max": 2} for x in "ABC"]
    run = sp.solve(sp.make_puzzle(**said))
    assert str(run.exhaust()) == "raw 3, rotations 3, isometries 3, patterns 2"
    assert facts(run)["counts"] == {"raw": 3, "rotations": 3, "isometries": 3, "patterns": 2}
    assert facts(run)["symmetry"] == {"rotations": 2, "isometries": 2, "patterns": 4}
    assert verdict(run).splitlines() == [
        "puzzle: 3 solutions up to isometries (raw 3, rotations 3, isometries 3, patterns 2)",
        "search exhausted, the count is final; symmetry: 2 rotations, 2 isometries, 4 with exchanged colours",
    ]
    said["tiles"] = [{"sides": f"AA{x}A", "min": 0, "max": 1} for x in "BC"]
    none = sp.count(sp.make_puzzle(**said))
    assert none == sp.Counts(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ('tiles = "AABC"\nborder = "D"', 'border is "D", allowed are "same", "same on each side", "different on'),
        ('tiles = "AABC AAB"', "tile AAB has 3 sides, allowed on the grid square are 4"),
        ('tiles = "AA-C"', 'tile 1 has the sides "AA-C", allowed are letters and digits, one for each side'),
        ('tiles = "AABC*x"', 'tile 1 is "AABC*x", allowed after * is the number of copies'),
        ('tiles = "AABC*any"', 'the tile is a table with max = "any"'),
        ('tiles = "AABC*1000001"', 'tile 1 is "AABC*1000001", allowed after * is the number of copies, up to 1000000'),
        ('tiles = "AABC*0"', 'tile "AABC": count is 0, allowed are integers from 1 to 1000000'),
        ("tiles = 7", "tiles is 7, allowed are text such as AABC ABCB*2 and a list of tiles"),
        ("tiles = [7]", "tile 1 is an integer, allowed are text and a table with name, sides, count, min, max, mirror"),
        ('tiles = "AAB"\ngrid = "triangular"\nrotate = false',
         "rotate is false: on the grid triangular tiles fit all cells only if rotated"),
        ('tiles = "AABC"\nborder = "A"\ninterchangeable = "AB"',
         'interchangeable is "AB", allowed are colours of tiles that the border does not have, each once: B C'),
        ('tiles = "AABC"\ninterchangeable = "BC CB"', 'interchangeable is "BC CB", allowed are colours of tiles'),
        ('tiles = "ABCD EFAA"\ninterchangeable = "ABCDEF"',
         "interchangeable: 720 permutations of colours, allowed are 120"),
        ('pieces = "pentominoes"\ninterchangeable = "AB"', "interchangeable is for tiles, the puzzle has none"),
        ('tiles = "AABC"\npieces = "pentominoes"', "has both pieces and tiles, one of them is allowed"),
        ('pieces = "pentominoes"\nborder = "A"', "border is for tiles, the puzzle has none"),
        ('tiles = [{ sides = "AABC", cells = "*" }]', 'tile 1: unknown key "cells": choose from count, max, min,'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_tiles_is_told_in_a_line(said: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    grid = "" if "grid" in said else 'grid = "square"\n'
    path.write_text(f"{grid}board = [[0, 0, 0]]\n{said}\n")
    with pytest.raises(PuzzleError) as told:
        sp.load(path)
    assert str(told.value).startswith(f"{path}: ") and complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_the_colours_of_sides_are_drawn_where_they_are() -> None:
    square = np.array([(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)])  # right and down, begun at any corner
    for corners in (square, square[::-1], np.roll(square, 1, axis=0)):
        outer = [wedge[:2].mean(axis=0).tolist() for wedge in wedges(corners)]
        assert outer == [[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]]
    drawn = sp.draw(next(iter(sp.solve(SIX)))).svg
    assert set(hues(SIX)) == set("ABC")
    assert all(f'fill="{hue}"' in drawn for hue in hues(SIX).values())


def test_files_of_burrtools_refuse_tiles() -> None:
    with pytest.raises(PuzzleError, match=r"a BurrTools file cannot express this: .*tiles with coloured edges"):
        burr_of(SIX)


def test_a_journal_goes_on_with_tiles_and_with_no_others(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    puzzle = sp.load("tetravex-3x3")
    begun = sp.count(puzzle, journal=journal, parts=3)
    assert sp.count(puzzle, journal=journal) == begun == sp.Counts(1, 1, 1)
    with Journal(journal) as opened:
        assert audit(opened)[1] == begun.isometries
    with pytest.raises(PuzzleError, match="begun for another puzzle"):
        sp.count(replace(puzzle, rotate=True), journal=journal)
