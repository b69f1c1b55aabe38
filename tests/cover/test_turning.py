"""Pieces that may be turned in some ways only: their orientations, their symmetries, what is said of them."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import complaint, run, said
from witness.counting import Problem

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import mirrored, rotated
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.shape import orientations
from satpuzzle.questions.sets import count_by_pieces

F = [[1, 0, 0], [2, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0]]


def ways(grid: str, cells: list[list[int]], mirror: bool, rotate: bool | int) -> int:
    return len(orientations(np.array(cells), GRIDS[grid], mirror, rotate=rotate))


@pytest.mark.parametrize(("rotate", "number"), [(False, 1), (2, 2), (4, 4), (True, 4)])
def test_an_f_pentomino_is_turned_as_often_as_told_and_over_besides(rotate: bool | int, number: int) -> None:
    assert ways("square", F, False, rotate) == number
    assert ways("square", F, True, rotate) == 2 * number


@pytest.mark.parametrize(("rotate", "number"), [(False, 1), (2, 2), (3, 3), (6, 6), (True, 6)])
@pytest.mark.parametrize("grid", ["hexagonal", "triangular"])
def test_a_piece_without_symmetry_turns_by_sixths_on_hexagons_and_triangles(
    grid: str, rotate: bool | int, number: int
) -> None:
    cells = {
        "hexagonal": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, -1, 0]],
        "triangular": [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0]],
    }[grid]
    assert ways(grid, cells, False, rotate) == number
    assert ways(grid, cells, True, rotate) == 2 * number


@pytest.mark.parametrize("grid", ["cubic", "fcc", "prisms", "rhombic", "tetra-octa"])
def test_in_space_a_piece_is_turned_about_z_and_never_over(grid: str) -> None:
    every = GRIDS[grid]
    dice = np.random.default_rng(3)
    cells = every.box([2, 2, 2])
    cells = np.concatenate([cells[:1], dice.permutation(cells[1:])[:6]])
    number = every.about_z
    assert ways(grid, cells.tolist(), True, False) == 1
    assert ways(grid, cells.tolist(), True, number) == ways(grid, cells.tolist(), False, number) == number
    assert ways(grid, cells.tolist(), True, True) > number


@pytest.mark.parametrize("grid", ["square", "triangular"])
def test_a_piece_is_turned_over_from_left_to_right(grid: str) -> None:
    """A board that is the reflected drawing has room for a piece that may be turned over and not be turned."""
    drawn = {"square": "***\n*..\n**.", "triangular": "*****\n***.."}[grid]
    rows = drawn.splitlines()
    left: dict[str, Any] = {"grid": grid, "board": "\n".join(row[::-1] for row in rows), "rotate": False}
    down: dict[str, Any] = {"grid": grid, "board": "\n".join(rows[::-1]), "rotate": False}
    assert sp.count(sp.make_puzzle(pieces=[drawn], **left)).raw == 1
    assert sp.count(sp.make_puzzle(pieces=[drawn], mirror=False, **left)).raw == 0
    if grid == "square":
        assert sp.count(sp.make_puzzle(pieces=[drawn], **down)).raw == 0


def box(width: int, height: int) -> list[list[int]]:
    return [[x, y, 0] for x in range(width) for y in range(height)]


@pytest.mark.parametrize("size", [[3, 4], [4, 4], [6, 5]])
def test_lying_and_standing_dominoes_fill_a_board_as_dominoes_do(size: list[int]) -> None:
    """A quarter turn makes of a domino that lies one that stands, and so is a symmetry of the pieces."""
    fixed: list[Any] = [
        {"name": name, "cells": cells, "max": "any"} for name, cells in (("lies", "**"), ("stands", "*\n*"))
    ]
    apart = sp.make_puzzle(grid="square", box=size, rotate=False, pieces=fixed)
    plain = sp.make_puzzle(grid="square", box=size, pieces=[{"cells": "**", "max": "any"}])
    assert apart.pieces[0].max == size[0] * size[1] // 2
    one, other = sp.count(apart, method="search"), sp.count(plain)
    assert (one.raw, one.isometries) == (other.raw, other.isometries)
    assert sp.count(apart, method="frontier") == one


def test_a_trominos_four_ways_to_lie_are_four_pieces() -> None:
    drawn = ("**\n*", "**\n.*", ".*\n**", "*\n**")
    pieces = [{"name": f"V{number}", "cells": cells, "max": "any"} for number, cells in enumerate(drawn)]
    four = sp.count(sp.make_puzzle(grid="square", box=[6, 6], rotate=False, mirror=False, pieces=pieces))
    one = sp.count(sp.make_puzzle(grid="square", box=[6, 6], pieces=[{"name": "V", "cells": "**\n*", "max": "any"}]))
    assert (four.raw, four.isometries) == (one.raw, one.isometries) == (162, 25)
    assert four.rotations == four.raw  # no turn is one that each of them may make


def tower() -> dict[str, Any]:
    """Return an upright domino, which may be left out, and squares and bars on a square board."""
    return {
        "grid": "square",
        "board": box(4, 4),
        "pieces": [
            {"name": "up", "cells": [[0, 0, 0], [0, 1, 0]], "max": 2, "rotate": False},
            {"name": "bar", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "max": 4},
            {"name": "box", "cells": [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], "max": 4},
        ],
    }


def test_where_a_fixed_piece_may_be_left_out_a_turn_is_a_symmetry_of_packings_without_it() -> None:
    keys = tower()
    puzzle = sp.make_puzzle(**keys)
    symmetry = Tables.of(puzzle).symmetry
    assert symmetry.orders == {"rotations": 2, "isometries": 8}
    assert int(symmetry.total.sum()) == 4  # half turns and reflections keep upright dominoes upright
    counts = sp.count(puzzle, jobs=1)
    assert counts.known() == Problem(keys).counts()
    without = sp.make_puzzle(**keys | {"pieces": keys["pieces"][1:]})
    assert (sp.count(without).isometries or 0) > 1
    assert counts.known() == sp.count(puzzle, "cadical", jobs=1).known()
    assert sp.count(puzzle, method="frontier").raw == counts.raw


def test_certificates_of_fixed_pieces_are_verified(tmp_path: Path) -> None:
    keys = tower()
    puzzle, counts = sp.make_puzzle(**keys), Problem(keys).counts()
    assert sp.certify(puzzle, tmp_path / "tree", jobs=1).known() == counts
    for plain in (False, True):
        assert sp.verify(tmp_path / "tree", plain=plain).counts.known() == counts


def several() -> Iterator[dict[str, Any]]:
    """Yield puzzles whose pieces become each other by some turns: three of the four ways of a tromino to lie."""
    for mirror in (False, True):
        drawn = (
            [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
            [[0, 0, 0], [1, 0, 0], [1, 1, 0]],
            [[0, 0, 0], [0, 1, 0], [1, 1, 0]],
        )
        for bounds in ((2, 2, 2), (1, 2, 3), (1, 1, 3)):
            pieces = [
                {"name": str(number), "cells": cells, "max": most}
                for number, (cells, most) in enumerate(zip(drawn, bounds, strict=True))
            ]
            cell = {"name": "cell", "cells": [[0, 0, 0]], "max": 3}
            yield {"grid": "square", "board": box(3, 3), "rotate": False, "mirror": mirror, "pieces": [*pieces, cell]}


@pytest.mark.parametrize("keys", [*several()])
def test_pieces_that_become_each_other_are_counted_as_the_definition_says(keys: dict[str, Any], tmp_path: Path) -> None:
    counts, puzzle = Problem(keys).counts(), sp.make_puzzle(**keys)
    assert sp.count(puzzle, jobs=1).known() == counts
    assert sp.certify(puzzle, tmp_path / "tree", jobs=1).known() == counts
    if len(Tables.of(puzzle).symmetry.conditions) > 1:
        with pytest.raises(PuzzleError, match="a certificate of the form lrat cannot express this: rotate"):
            sp.certify(puzzle, tmp_path / "lrat", "lrat")


@pytest.mark.parametrize("keys", [*several(), tower()])
def test_each_set_of_fixed_pieces_has_its_own_numbers(keys: dict[str, Any]) -> None:
    puzzle = sp.make_puzzle(**keys)
    found = count_by_pieces(sp.solve(puzzle, jobs=1))
    for convention in ("raw", "rotations"):
        listed = Counter[tuple[int, ...]]()
        for solution in sp.solve(puzzle, jobs=1, up_to=convention):
            used = Counter(piece["piece"] for piece in solution.as_list())
            listed[tuple(used[piece.name] for piece in puzzle.pieces)] += 1
        assert {used: getattr(counts, convention) for used, counts in found.items()} == listed
    assert max(counts.isometries or 0 for counts in found.values()) <= (sp.count(puzzle).isometries or 0)


@pytest.mark.parametrize("rotate", [False, 2, 4])
@pytest.mark.parametrize("mirror", [False, True])
def test_a_puzzle_that_is_turned_keeps_its_packings_or_says_why_not(mirror: bool, rotate: bool | int) -> None:
    pieces = [{"cells": "**\n*", "max": "any"}, {"cells": "**", "max": "any"}]
    puzzle = sp.make_puzzle(grid="square", box=[4, 3], mirror=mirror, rotate=rotate, pieces=pieces)
    assert sp.count(mirrored(puzzle)).known() == sp.count(puzzle).known()
    if mirror and not rotate:  # it would be turned over from top to bottom
        with pytest.raises(PuzzleError, match="rotate z: piece A may be turned in some ways only"):
            rotated(puzzle, "z")
    else:
        assert sp.count(rotated(puzzle, "z")).known() == sp.count(puzzle).known()


def test_a_puzzle_of_upright_pieces_is_not_laid_down() -> None:
    pieces = [{"cells": "**\n*", "max": "any"}, {"cells": "**", "max": "any"}]
    puzzle = sp.make_puzzle(box=[2, 2, 3], rotate=4, pieces=pieces)
    assert sp.count(rotated(puzzle, "z")).known() == sp.count(puzzle).known()
    with pytest.raises(PuzzleError, match="rotate x: piece A may be turned in some ways only"):
        rotated(puzzle, "x")


def test_a_set_of_pieces_is_fixed_by_the_puzzle(tmp_path: Path) -> None:
    puzzle = sp.make_puzzle(grid="square", box=[6, 10], pieces="pentominoes", rotate=2)
    assert {piece.rotate for piece in puzzle.pieces} == {2}
    assert {piece.rotate for piece in sp.load("pentominoes-6x10").pieces} == {True}
    sp.save(puzzle, tmp_path / "halves.toml")
    assert [piece.rotate for piece in sp.load(tmp_path / "halves.toml").pieces] == [2] * 12


def test_what_is_said_of_a_piece_says_how_it_may_be_turned(tmp_path: Path) -> None:
    puzzle = sp.make_puzzle(**tower())
    sp.save(puzzle, tmp_path / "tower.toml")
    assert "up: 2 cells, 0 to 2 copies, 12 placements, not to be turned\n" in said(run("show", tmp_path / "tower.toml"))
    halves = sp.make_puzzle(grid="square", box=[2, 4], rotate=2, pieces=[{"cells": "**\n*\n*", "count": 2}])
    sp.save(halves, tmp_path / "halves.json")
    assert "turned by multiples of 180 degrees" in said(run("show", tmp_path / "halves.json"))
    line = complaint(run("convert", tmp_path / "halves.json", tmp_path / "halves.xmpuzzle"))
    assert line.endswith("cannot express this: that pieces are not turned in every way (rotate)")


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"rotate": 3}, "piece A: rotate is 3, allowed on the grid square are true, false, 2, 4"),
        ({"rotate": 0}, "rotate is 0, allowed are true, false and a number of turns"),
        ({"rotate": "half"}, 'rotate is "half", allowed are true, false and a number of turns'),
        ({"rotate": 2.0}, "rotate is 2.0, allowed are true, false and a number of turns"),
        ({"rotate": False, "parts": "separate"}, 'A: rotate: parts is "separate", where all pieces may be turned'),
        ({"grid": "cubic", "rotate": 6, "box": [2, 2, 2]}, "allowed on the grid cubic are true, false, 2, 4"),
        ({"pieces": None, "tiles": "AABB", "rotate": 2}, "rotate is 2, allowed are true and false"),
        ({"pieces": [{"cells": "**", "max": "all"}]}, 'max is "all", allowed are integers from 1 to 1000000'),
    ],
)
def test_what_is_wrong_is_one_line(keys: dict[str, Any], line: str) -> None:
    with pytest.raises(PuzzleError) as raised:
        sp.make_puzzle(**{"grid": "square", "box": [2, 2], "pieces": ["**"]} | keys)
    assert str(raised.value).endswith(line)


def test_a_piece_of_a_program_is_checked_too() -> None:
    assert sp.Piece("A", np.zeros((1, 3), np.int64), rotate=1).rotate is False
    for wrong in (0, -1, 2.0, "half"):
        with pytest.raises(PuzzleError, match="allowed are true, false and a number of turns"):
            sp.Piece("A", np.zeros((1, 3), np.int64), rotate=wrong)  # type: ignore[arg-type]


def test_as_many_copies_as_the_board_has_room_for(tmp_path: Path) -> None:
    puzzle = sp.make_puzzle(grid="square", box=[3, 3], pieces=[{"cells": "**", "max": "any"}, {"cells": "*"}])
    assert (puzzle.pieces[0].min, puzzle.pieces[0].max) == (0, 4)
    assert sp.count(puzzle).raw == 18
    large = sp.make_puzzle(
        grid="square", box=[2, 2], pieces=[{"cells": "*****", "max": "any"}, {"cells": "*", "max": "any"}]
    )
    assert [piece.max for piece in large.pieces] == [1, 4]
    (tmp_path / "pool.toml").write_text('grid = "square"\npieces = [{ name = "A", cells = "**", max = "any" }]\n')
    line = complaint(run("choose", tmp_path / "pool.toml", "--board", "soma"))
    assert 'piece "A": max is "any", which is for pieces of a puzzle' in line
