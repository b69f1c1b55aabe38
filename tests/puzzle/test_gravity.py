"""Gravity: which side is up, and pieces that rest on others or on the floor; a filter in Python is the witness."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import run

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.puzzle.formats.writing import text

Packing = list[tuple[str, list[tuple[int, ...]]]]
CUBE = [[x, y, z] for x in range(3) for y in range(3) for z in range(3)]
BRICKS: dict[str, Any] = {
    "board": [],
    "optional": CUBE,
    "pieces": [
        {"name": "A", "cells": "***\n***", "count": 2},
        {"name": "B", "cells": "**\n**", "count": 2},
        {"name": "C", "cells": "***"},
    ],
}


def resting(
    board: list[tuple[int, ...]], up: tuple[int, ...], enough: Callable[[list[bool]], bool]
) -> Callable[[Packing], bool]:
    """Return what tells whether pieces rest, if of the cells below each, other pieces or the floor, are `enough`."""

    def held(packing: Packing) -> bool:
        filled = {cell for _, cells in packing for cell in cells}
        for _, cells in packing:
            under = [tuple(a - b for a, b in zip(cell, up, strict=True)) for cell in cells]
            if not enough([cell in filled or cell not in board for cell in under if cell not in cells]):
                return False
        return True

    return held


@pytest.mark.parametrize(
    ("rule", "raw", "isometries"), [("supported", 4424, 563), ("supported: everywhere", 1484, 190)]
)
def test_bricks_in_a_box_rest_as_a_filter_says(rule: str, raw: int, isometries: int) -> None:
    puzzle = sp.make_puzzle(**BRICKS, rules=[rule], up="z")
    found = sp.count(puzzle)
    assert (found.raw, found.isometries) == (raw, isometries)
    assert Tables.of(puzzle).symmetry.orders == {"rotations": 4, "isometries": 8}
    board = [tuple(cell) for cell in CUBE]
    judge = resting(board, (0, 0, 1), all if "everywhere" in rule else any)
    assert sp.count(sp.make_puzzle(**BRICKS, rules=[judge], up="z")).raw == raw
    assert sp.count(sp.make_puzzle(**BRICKS, up="z")).raw == 5700


@pytest.mark.parametrize("backend", ["cadical", "cpsat"])
def test_backends_agree_on_what_rests(backend: str) -> None:
    keys = BRICKS | {"pieces": BRICKS["pieces"][:1] + BRICKS["pieces"][2:]}
    for rule in ("supported", "supported: everywhere"):
        puzzle = sp.make_puzzle(**keys, rules=[rule])
        assert sp.count(puzzle, backend=backend) == sp.count(puzzle)


def test_a_rule_of_gravity_says_which_side_is_up() -> None:
    for grid, said in (("cubic", "z"), ("square", "-y")):
        keys: dict[str, Any] = {"grid": grid, "board": [], "optional": "***\n***", "pieces": {"A": "**"}}
        one, other = (sp.make_puzzle(**keys, rules=["supported"], up=up) for up in (None, said))
        assert sp.count(one) == sp.count(other) and one.upward == other.upward


def test_one_bar_in_a_box_lies_in_three_ways() -> None:
    keys: dict[str, Any] = {"grid": "square", "board": [], "optional": "**\n**", "pieces": {"A": "**"}}
    assert sp.count(sp.make_puzzle(**keys, rules=["supported"])).raw == 3
    keys["pieces"] = {"A": {"cells": "**", "count": 2}}
    assert sp.count(sp.make_puzzle(**keys, rules=["supported: everywhere"])).raw == 2


def test_holes_and_the_frame_are_floor_and_empty_cells_are_not() -> None:
    board = "?.\n??"  # a hole in the upper row: what lies beside it rests on nothing else
    for rule, raw in (("supported", 2), ("supported: everywhere", 2)):
        found = sp.make_puzzle(
            grid="square", optional=board.replace("?", "*"), board=[], pieces={"A": "**"}, rules=[rule]
        )
        assert sp.count(found).raw == raw
    tall = sp.make_puzzle(
        grid="square", board=[], optional="***\n.**\n.**", pieces={"A": "***"}, rules=["supported"], frame=[[0, 1, 0]]
    )
    assert sp.count(tall).raw == 3  # over the frame, and two that stand
    every = sp.make_puzzle(
        grid="square", board=[], optional="***\n.**\n.**", pieces={"A": "***"}, rules=["supported: everywhere"]
    )
    assert sp.count(every).raw == 2


def test_a_filter_that_is_not_symmetric_is_told_the_way_out() -> None:
    judge = resting([tuple(cell) for cell in CUBE], (0, 0, 1), all)
    with pytest.raises(PuzzleError, match=r'symmetric packings get different answers; .* up = "z"'):
        sp.count(sp.make_puzzle(**BRICKS, rules=[judge]))


@pytest.mark.parametrize(
    ("grid", "up", "rotations", "isometries"),
    [("cubic", "z", 4, 8), ("cubic", [0, 0, 2], 4, 8), ("cubic", [1, 1, 1], 3, 6), ("cubic", [1, 1, 0], 2, 4),
     ("fcc", [0, 0, 1], 4, 8)],
)  # fmt: skip
def test_up_leaves_the_isometries_that_keep_it(grid: str, up: Any, rotations: int, isometries: int) -> None:
    cells = CUBE if grid == "cubic" else [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    if grid == "fcc":
        cells = [[x + 1, y, z] for x, y, z in cells]
    puzzle = sp.make_puzzle(grid=grid, board=cells, pieces={"A": {"cells": [[0, 0, 0]], "count": len(cells)}}, up=up)
    assert Tables.of(puzzle).symmetry.orders == {"rotations": rotations, "isometries": isometries}
    again = statement(puzzle)
    assert (sum(turned for _, turned in again.symmetries), len(again.symmetries)) == (rotations, isometries)


def test_what_is_up_is_written_and_read_again() -> None:
    for up in ("z", [0, 1, 0]):
        puzzle = sp.make_puzzle(**BRICKS, up=up, rules=["supported: everywhere"])
        assert sp.from_dict(sp.to_dict(puzzle)) == puzzle and "up = " in text(puzzle, "toml")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"up": "down"}, "up is 'down', allowed are x, -x, y, -y, z, -z and three whole numbers"),
        ({"up": [0, 0, 0]}, "allowed are x, -x"),
        ({"up": [0, 0, 1], "grid": "square"}, "which no translation of the grid square leads to"),
        ({"rules": ["supported"], "grid": "fcc", "up": [0, 0, 1]}, "is for grids whose cells stand on each other"),
        ({"up": "y", "parts": "separate"}, 'up: parts is "separate"'),
        ({"rules": ["supported: here"]}, 'allowed is "supported: everywhere"'),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(more: dict[str, Any], message: str) -> None:
    keys: dict[str, Any] = {"board": [[0, 0, 0], [0, 1, 0]], "pieces": {"A": [[0, 0, 0]]}}
    if more.get("grid") == "fcc":
        keys["board"] = [[0, 0, 0], [1, 1, 0]]
    with pytest.raises(PuzzleError) as told:
        sp.make_puzzle(**keys | more)
    assert message in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(("ending", "program"), [("xmpuzzle", "BurrTools"), ("json", "Puzzle Studio")])
def test_files_of_other_programs_say_that_up_is_left_out(ending: str, program: str, tmp_path: Path) -> None:
    """Their packings are those of the puzzle; what is the same but for a turn is theirs to say."""
    sp.save(sp.make_puzzle(box=[2, 2, 2], up="z", pieces={"A": {"cells": "**", "count": 4}}), tmp_path / "it.toml")
    form = ["--format", "puzzle-studio"] if ending == "json" else []
    told = run("convert", "it.toml", f"out.{ending}", *form, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (0, "") and "left out" in told.stderr and "up" in told.stderr
    if program == "BurrTools":
        assert 'up = "z" is left out' in told.stderr
        assert 'up = "z" is left out' in run("solve", "it.toml", "-n", "1", "-o", "y.xmpuzzle", cwd=tmp_path).stderr
