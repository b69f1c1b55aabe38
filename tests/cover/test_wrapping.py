"""Boards that wrap round: cylinders and tori, held against published numbers."""

from itertools import product
from json import dumps
from math import cos, pi, prod, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from witness import counting

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import mirrored
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.solutions.read import read


def dominoes(columns: int, rows: int, wrap: str) -> sp.Puzzle:
    pieces = [{"name": "domino", "count": columns * rows // 2, "cells": "**"}]
    return sp.make_puzzle(grid="square", box=[columns, rows], wrap=wrap, pieces=pieces)


@pytest.mark.parametrize(("half", "tilings"), [(2, 272), (3, 90176)])  # OEIS A335586
def test_tori_have_as_many_tilings_by_dominoes_as_kasteleyn_found(half: int, tilings: int) -> None:
    first, second = (
        prod(4 * sin(j * pi / half) ** 2 + 4 * sin((2 * k - 1) * pi / (2 * half)) ** 2 for j, k in pairs)
        for pairs in (
            [*product(range(1, half), range(1, half + 1))],
            [*product([j - 0.5 for j in range(1, half + 1)], range(1, half + 1))],
        )
    )
    assert round(4 * first + second / 2) == tilings
    torus = dominoes(2 * half, 2 * half, "xy")
    assert sp.count(torus).raw == sp.count(torus, method="frontier").raw == tilings
    if half == 2:
        assert {sp.count(torus, backend).raw for backend in ("cadical", "cpsat", "clingo")} == {tilings}


@pytest.mark.parametrize(("around", "high"), [(4, 4), (6, 4), (4, 5), (8, 3)])
def test_cylinders_have_as_many_tilings_by_dominoes_as_kasteleyn_found(around: int, high: int) -> None:
    squares = [
        4 * sin((2 * j - 1) * pi / around) ** 2 + 4 * cos(k * pi / (high + 1)) ** 2
        for j, k in product(range(1, around + 1), range(1, high + 1))
    ]
    assert sp.count(dominoes(around, high, "x")).raw == round(prod(squares) ** 0.25)
    assert sp.count(dominoes(high, around, "y"), method="frontier").raw == round(prod(squares) ** 0.25)


def test_the_tetrominoes_go_round_a_cylinder_in_seven_ways() -> None:
    assert sp.count("tetrominoes-cylinder") == sp.Counts(140, 7, 7)
    assert Tables.of(sp.load("tetrominoes-cylinder")).symmetry.orders == {"rotations": 20, "isometries": 20}


def test_translations_and_turns_are_the_symmetries_of_a_torus() -> None:
    for columns, rows, order in ((5, 5, 25 * 8), (5, 3, 15 * 4)):
        puzzle = sp.make_puzzle(grid="square", box=[columns, rows], wrap="xy", pieces=["*"])
        assert Tables.of(puzzle).symmetry.orders == {"rotations": order, "isometries": order}
    hexagons = sp.make_puzzle(grid="hexagonal", box=[4, 4], wrap="xy", pieces=["*"], mirror=False)
    assert Tables.of(hexagons).symmetry.orders == {"rotations": 16 * 6, "isometries": 16 * 12}


def test_a_piece_that_goes_all_round_has_one_placement_in_each_row() -> None:
    ring = sp.make_puzzle(grid="square", box=[4, 2], wrap="x", pieces=[{"name": "I", "count": 2, "cells": "****"}])
    assert len(Tables.of(ring).placements) == 2
    assert sp.count(ring) == sp.Counts(1, 1, 1)
    longer = sp.make_puzzle(grid="square", box=[4, 2], wrap="x", pieces=["*****", "***"])
    assert Tables.of(longer).placements.piece.tolist() == [1] * 8  # five squares would overlap


def test_colours_of_tiles_match_across_the_seam() -> None:
    said: dict[str, Any] = {"grid": "square", "box": [3, 1], "rotate": False, "wrap": "x"}
    assert sp.count(sp.make_puzzle(**said, tiles="XAXB XBXC XCXA")).raw == 3
    assert sp.count(sp.make_puzzle(**said, tiles="XAXB XBXC XCXB")).raw == 0
    assert sp.count(sp.make_puzzle(**said, tiles="XAXB XBXC XCXA", border="X")).raw == 3
    turning = sp.make_puzzle(grid="square", box=[3, 3], wrap="xy", tiles="ABAB*9", mirror=False)
    assert sp.count(turning) == sp.count(turning, "cadical") == sp.Counts(2, 1, 1)


def test_solutions_are_drawn_open_where_pieces_go_on_and_are_read_again() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[3, 1], wrap="x", pieces=["**", "*"])
    found = list(sp.solve(puzzle, up_to="raw"))
    assert sorted(map(str, found)) == ["AAB", "ABA", "BAA"]
    assert read(puzzle, "\n\n".join(map(str, found)), "text") == found
    across, lines = next(s for s in found if str(s) == "ABA"), {}
    for solution in found:
        lines[str(solution)] = sp.draw(solution).svg.count("L")
    assert lines["ABA"] == lines["AAB"]  # two sides more, and two that are open
    assert sp.view(across).html
    for ending in (".toml", ".json"):
        assert parsed(text(puzzle, ending), ending, "again").wrap == "x"


def test_what_does_not_know_such_boards_refuses_them() -> None:
    puzzle = dominoes(4, 3, "x")
    with pytest.raises(PuzzleError, match="a BurrTools file cannot express this: that the board wraps round"):
        burr_of(puzzle)
    with pytest.raises(PuzzleError, match="a board that wraps round is not scaled, mirrored or rotated"):
        mirrored(puzzle)
    with pytest.raises(PuzzleError, match="packings on a board that wraps round cannot be taken apart"):
        sp.assemble(next(iter(sp.solve(puzzle))))


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ('wrap = "z"', "wrap is 'z', allowed are x, y, xy, klein, klein x, klein y, moebius, moebius x, moebius y, and"
                       " one or two periods"),
        ("wrap = [[1, 0]]", "wrap: [0, 0, 0] and [1, 0, 0] of the board are the same cell"),
        ("wrap = [[3, 0], [6, 0]]",
         "wrap is [[3, 0], [6, 0]], allowed are one or two translations of the grid square in different directions"),
        ("wrap = [[3, 0, 0]]",
         "wrap is [[3, 0, 0]], allowed are x, y, xy, klein, klein x, klein y, moebius, moebius x, moebius y, and one or"
         ' two periods such as [[6, 0], [2, 5]] or [[6, 0, "flip"]]'),
        ("wrap = 1", "wrap is 1, allowed is text"),
        ('wrap = "x"\ngrid = "cubic"',
         "wrap is for boards on flat grids, such as square, and not on the grid cubic"),
        ('wrap = "x"\nframe = [[3, 0, 0]]', "frame: a board that wraps round has none"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_such_a_board_is_told_in_a_line(said: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    grid = "" if "grid" in said else 'grid = "square"\n'
    path.write_text(f'{grid}board = [[0, 0, 0], [1, 0, 0]]\n{said}\npieces = [{{ name = "A", cells = "**" }}]\n')
    with pytest.raises(PuzzleError) as told:
        sp.load(path)
    assert str(told.value) == f"{path}: {complaint}"


TORI = [("xy", 272), ([[4, 0], [0, 4]], 272), ([[4, 0], [1, 4]], 194), ([[4, 0], [2, 4]], 260), ([[8, 4], [4, 4]], 272)]


@pytest.mark.parametrize(("wrap", "many"), TORI)
def test_a_torus_may_have_any_periods(wrap: Any, many: int) -> None:
    """The same lattice has the same packings, whatever its periods; the witness counts by its own cells."""
    keys = {"grid": "square", "board": [[x, y, 0] for x in range(4) for y in range(4)], "wrap": wrap}
    keys["pieces"] = [{"name": "D", "cells": [[0, 0, 0], [1, 0, 0]], "count": 8}]
    found = sp.count(parsed(dumps(keys), ".json", "torus"))
    assert found.raw == many
    assert counting.Problem(keys).counts() == {key: getattr(found, key) for key in ("raw", "rotations", "isometries")}


def test_tiles_need_room_all_round() -> None:
    with pytest.raises(PuzzleError, match=r"wrap: tiles need at least 3 cells all round, .* has fewer"):
        sp.make_puzzle(grid="square", box=[2, 3], wrap="xy", tiles="AAAA*6")


def test_each_cell_has_one_representative_in_the_box() -> None:
    wrapping = sp.make_puzzle(grid="triangular", box=[3, 2], wrap="xy", pieces=["*"]).wrapping
    cells = np.array([(x, y, z) for x in range(-4, 8) for y in range(-4, 6) for z in (0, 1)])
    home = wrapping.home(cells)
    assert len(np.unique(home, axis=0)) == 12
    assert wrapping.vanishes(cells[:, :] * (1, 1, 0) - home * (1, 1, 0)).all()
