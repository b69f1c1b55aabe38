"""Cubes with coloured faces, and the rules of borders."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.wedges import hues
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.tiles import ring

Cell = tuple[int, ...]
BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM = ((0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1))


def faces(solution: sp.Solution) -> frozenset[tuple[Cell, Cell, str]]:
    """Return the colour of each face of each cell: the cell, the direction of the face, the colour."""
    return frozenset(
        (tuple(cells[0].tolist()), face, letter)
        for (_, cells), sides in zip(solution.pieces, solution.sides, strict=True)
        for face, letter in zip(BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM, sides or "", strict=True)
    )


def test_the_faces_of_a_cube_are_told_clockwise_then_above_and_below() -> None:
    assert [tuple(step) for step in ring(GRIDS["cubic"], 0).tolist()] == [*BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM]
    for kind, count in ((0, 5), (1, 5)):
        steps = ring(GRIDS["prisms"], kind)
        assert len(steps) == count and steps[3:].tolist() == [[0, 0, 1], [0, 0, -1]]


def test_instant_insanity_has_one_solution_but_for_the_order_of_its_cubes() -> None:
    assert sp.count("instant-insanity") == sp.Counts(192, 24, 24)
    assert sp.count("instant-insanity", "cadical").raw == 192
    sides = {tuple(zip(*(each or "" for each in s.sides), strict=True)) for s in sp.solve("instant-insanity", "clingo")}
    shown = {"".join(sorted(each[side])) for each in sides for side in (0, 2, 4, 5)}  # back, front, top, bottom
    assert shown == {"BGRW"}


@pytest.mark.full
def test_macmahons_cubes_have_the_solutions_of_knuth() -> None:
    corner = [{"piece": "ABCDEF", "cells": [[0, 0, 0]], "sides": "ABCDEF"}]  # Knuth has one of 720 there
    found = [*sp.solve("macmahon-cubes", given=corner, up_to="raw")]
    assert len(found) == 244
    outside = [{letter for cell, face, letter in faces(s) if beyond(cell, face)} for s in found]
    assert sum(len(colours) == 6 for colours in outside) == 22
    assert sp.count("macmahon-cubes", "cadical", given=corner).raw == 244


def test_bricks_of_two_by_two_by_two_are_those_of_knuth() -> None:
    cubes = [{"sides": piece.sides, "min": 0} for piece in sp.load("macmahon-cubes").pieces]
    brick = sp.make_puzzle(box=[2, 2, 2], tiles=cubes, border="same on each side")
    assert sp.count(brick).raw == 26 * 720  # exercise 147 has 26 with one cube in the corner


def beyond(cell: tuple[int, ...], face: tuple[int, ...]) -> bool:
    return any(not 0 <= x + step < size for x, step, size in zip(cell, face, (2, 2, 4), strict=True))


def test_sides_of_the_border_differ_on_flat_boards_too() -> None:
    said: dict[str, Any] = {"box": [2, 1], "grid": "square", "rotate": False, "border": "different on each side"}
    assert sp.count(sp.make_puzzle(**said, tiles="AACD CBDA")).raw == 1
    assert sp.count(sp.make_puzzle(**said, tiles="AACD ABDA")).raw == 0  # both have A above
    assert sp.count(sp.make_puzzle(**said, tiles="AACD CBDB")).raw == 0  # they do not meet in one colour
    assert sp.count(sp.make_puzzle(**said, tiles="AACD CBDB", match=False)).raw == 2


def test_a_tile_with_a_question_mark_may_be_left_out() -> None:
    puzzle = sp.make_puzzle(box=[2, 1], grid="square", mirror=False, tiles="AAAA*2? AAAB?")
    assert [(piece.min, piece.max) for piece in puzzle.pieces] == [(0, 2), (0, 1)]
    assert sp.count(puzzle).raw == 1 + 2 * 3
    assert "min = 0, max = 2" in text(puzzle, ".toml") or '"min": 0' in text(puzzle, ".json")


def test_cubes_are_drawn_with_the_colours_of_the_faces_that_are_seen() -> None:
    puzzle = sp.make_puzzle(box=[1, 1, 1], tiles="ABCDEF", rotate=False)
    (solution,) = sp.solve(puzzle)
    hue, drawn = hues(puzzle), sp.draw(solution, "solid").svg
    assert hue["E"] in drawn  # the top is in the light, the others are darker
    page = sp.view(solution)
    assert {colour for colour, _ in page.begin["given"]["paint"][0][0]["polygons"]} == {hue[each] for each in "ABCDEF"}


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ('tiles = "AABCD"', "tile AABCD has 5 sides, allowed on the grid cubic are 6"),
        ('tiles = "AABCDE"\ngrid = "fcc"', "the grid fcc takes no tiles with coloured edges, allowed are square, "
         "cubic, hexagonal, triangular, prisms"),
        ('tiles = "AABCDE"\nborder = "Z"', 'border is "Z", allowed are "same", "same on each side", '
         '"different on each side" and colours of tiles: A B C D E'),
        ('pieces = "pentominoes"\ngrid = "square"\nmatch = false', "match is for tiles, the puzzle has none"),
        ('tiles = "AABCDE"\nmatch = 1', "match is 1, allowed are true and false"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_cubes_is_told_in_a_line(said: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"board = [[0, 0, 0]]\n{said}\n")
    with pytest.raises(PuzzleError) as told:
        sp.load(path)
    assert str(told.value) == f"{path}: {complaint}"


def test_the_symmetries_of_cubes_are_those_of_the_board() -> None:
    tables = Tables.of(sp.load("macmahon-cubes"))
    assert tables.symmetry.orders == {"rotations": 8, "isometries": 16}
    assert np.bincount(tables.placements.piece).tolist() == [16 * 24] * 30
