"""Which method `count` chooses, and why: for a table of puzzles, without a clock."""

from itertools import product
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.search.count import count_solutions

SHAPES = {
    "I2": "##",
    "V3": "##/#.",
    "I4": "####",
    "L4": "###/#..",
    "T4": "###/.#.",
    "O4": "##/##",
    "L5": "####/#...",
    "Y5": "####/.#..",
}

CHOSEN = {
    "soma": ("search", "all pieces are different"),
    "pentominoes-6x10": ("search", "all pieces are different"),
    "y-pentominoes-5x10": ("memo", "states are soon met again"),
    "dominoes-torus": ("memo", "a torus is no plane, and states are soon met again"),
    "conway-blocks": ("search", "a cube of 5 is too wide for a frontier, and a memo would take longer"),
    "T4 12x12": ("memo", "states are soon met again"),
    "L4 8x8": ("memo", "it is soon done, and a search takes longer than a short one expects"),
    "L5 10x10": ("memo", "it has a quarter of its way to go when a search would be planned"),
    "I2 2x10": ("memo", "there are few states"),
    "I2 8x8": ("memo", "states are soon met again"),
    "I2 16x16": ("determinant", "a frontier might have 2^16 states at a cell"),
    "I2 30x30": ("determinant", "no frontier fits into memory"),
    "I2 3x4x4": ("frontier", "a box is no plane"),
    "I2 V3 8x8": ("frontier", "it has at most 2^9 states at a cell"),
    "I2 V3 13x13": ("frontier", "it needs less than a memo, whose states are not met again"),
    "I2 V3 14x14": ("frontier", "it needs less than a memo, whose states are not met again"),
    "I4 O4 10x12": ("frontier", "it needs less than a memo"),
}


def cells_of(shape: str) -> list[list[int]]:
    """Return the cells of a drawing of a shape."""
    return [[x, y, 0] for y, row in enumerate(shape.split("/")) for x, one in enumerate(row) if one == "#"]


def puzzle_of(text: str) -> sp.Puzzle:
    """Return a bundled puzzle, or a box for any number of each of some pieces."""
    *names, sides = text.split()
    if not names:
        return sp.load(text)
    box = [*map(int, sides.split("x"))]
    board = [*map(list, product(*map(range, [*box, 1][:3])))]
    pieces = [
        {
            "name": name,
            "min": 0,
            "max": len(board),
            "cells": cells_of(SHAPES[name]),
        }
        for name in names
    ]
    keys: dict[str, Any] = {"grid": "cubic" if len(box) == 3 else "square", "board": board, "pieces": pieces}
    return of_table(keys, text)


@pytest.mark.parametrize("text", CHOSEN)
def test_count_chooses_the_method_that_is_expected_to_be_fastest(text: str) -> None:
    run = sp.solve(puzzle_of(text), jobs=1)
    assert count_solutions(run).final
    method, reason = CHOSEN[text]
    assert run.stats.get("method", "search") == method, reason


def test_two_methods_take_turns_and_do_the_same_work_each_time() -> None:
    runs = [sp.solve(puzzle_of("I4 O4 10x12"), jobs=1) for _ in range(2)]
    for run in runs:
        count_solutions(run)
    assert runs[0].stats["widest"] == runs[1].stats["widest"] == 2373  # of the frontier, which won
    assert runs[0].stats["nodes"] == runs[1].stats["nodes"] > 1000  # of the memo


def test_a_memo_that_gets_slower_leaves_its_turn_to_a_frontier() -> None:
    rows = ["o******", "*******", "*******", "**o****", "*******", "******o", "******o", "*******", "******"]
    cells = {(x, y, 0): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    optional = [[*cell] for cell, letter in cells.items() if letter == "o"]
    pieces = [
        {"name": name, "min": least, "max": most, "cells": cells_of(shape)}
        for name, shape, least, most in (
            ("L5", "####/#...", 1, 2),
            ("U5", "#.#/###", 0, 2),
            ("N5", "##../.###", 0, 1),
            ("I3", "###", 2, 32),
        )
    ]
    run = sp.solve(
        of_table({"grid": "square", "board": [*map(list, cells)], "optional": optional, "pieces": pieces}, "slow"),
        jobs=1,
    )
    assert count_solutions(run).raw == 1203770
    assert run.stats["method"] == "frontier"
    assert run.stats["nodes"] < 500_000  # of the memo, whose last branches are the largest: it would need two million


def test_a_short_search_tells_how_long_a_whole_one_takes() -> None:
    run = sp.solve("conway-6-6-5", jobs=1)
    assert run.looked == float("inf")
    run.quick()
    assert 0.003 < run.looked < 0.03  # by the words that it read, not by a clock


def test_a_narrow_board_is_scanned_without_a_plan() -> None:
    run = sp.solve("pentominoes-3x20", jobs=1)
    run.exhaust()
    assert run.stats["strategy"] == "scan"
    assert "estimated_nodes" not in run.stats
