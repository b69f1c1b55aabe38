"""Taking apart in the page's language: the verdicts of Python's search, and steps that Python replays."""

from typing import Any

import numpy as np
import pytest
from in_node import in_node
from test_geometry import any_puzzle, grown

import satpuzzle as sp
from satpuzzle.motion.replay import replay
from satpuzzle.motion.rules import Rules, surroundings
from satpuzzle.motion.split import Move
from satpuzzle.motion.sweep import free_steps
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.solutions.solution import Solution

_TAKEN = """
const enough = (states) => states > 20000;
answer(input.packings.map(({ grid, pieces, frame }) => takeApart(library.grids.get(grid), pieces, frame, enough)));
"""
_FREE = "answer(input.pairs.map(([grid, cells, others]) => freeSteps(library.grids.get(grid), cells, others)));"


def taken(solutions: list[Solution]) -> list[dict[str, Any]]:
    packings = [
        {
            "grid": solution.puzzle.grid.name,
            "pieces": [{"cells": cells.tolist(), "weight": piece.weight} for piece, cells in solution.pieces],
            "frame": solution.puzzle.frame.tolist(),
        }
        for solution in solutions
    ]
    found: list[dict[str, Any]] = in_node(_TAKEN, "taking.js", packings=packings)
    return found


def agree(solution: Solution, found: dict[str, Any]) -> None:
    """The verdict is Python's, and the steps take the packing apart."""
    expected = sp.assembly(solution, moves="steps", max_states=20_000)
    if "unknown" in (found["verdict"], expected.verdict):
        return
    assert found["verdict"] == expected.verdict
    if found["verdict"] == "yes":
        (around,) = surroundings(solution.puzzle, Rules())
        steps = [
            Move(tuple(s["pieces"]), tuple(s["direction"]), None if s["distance"] == "out" else s["distance"])
            for s in found["steps"]
        ]
        replay([cells for _, cells in solution.pieces], around, steps, complete=True)


@pytest.mark.parametrize("grid", GRIDS)
def test_pieces_get_as_far_as_in_python(grid: str) -> None:
    random = np.random.default_rng(7)
    pairs = []
    for seed in range(6):
        cells = grown(grid, 4, seed)
        away = random.integers(-2, 3, size=len(GRIDS[grid].basis)) @ GRIDS[grid].basis
        others = [
            cell for cell in (np.array(grown(grid, 5, seed + 50)) + away).tolist() if tuple(cell) not in set(cells)
        ]
        pairs.append([grid, [list(cell) for cell in cells], others])
    for (_, mine, them), steps in zip(pairs, in_node(_FREE, "taking.js", pairs=pairs), strict=True):
        expected = free_steps(np.array(mine), np.array(them).reshape(-1, 3), GRIDS[grid])
        assert [None if step == 1e9 else step for step in steps] == expected


def test_bundled_puzzles_come_apart_as_in_python() -> None:
    names = ["soma", "galakub", "dubois-burr", "slothouber-graatsma", "iq-pyramid-4", "stella-octangula-any"]
    solutions = [solution for name in names for solution in sp.solve(name, limit=2)]
    for solution, found in zip(solutions, taken(solutions), strict=True):
        agree(solution, found)


@pytest.mark.parametrize("grid", GRIDS)
def test_random_packings_come_apart_as_in_python(grid: str) -> None:
    solutions = [solution for seed in range(25) for solution in sp.solve(any_puzzle(grid, seed), limit=1)]
    assert solutions
    for solution, found in zip(solutions, taken(solutions), strict=True):
        agree(solution, found)
