"""Taking apart in the page's language: the verdicts and levels of Python's search, and steps that Python replays."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from in_node import in_node
from packings import random_packing
from test_geometry import any_puzzle, grown

import satpuzzle as sp
from satpuzzle.motion.replay import replay
from satpuzzle.motion.rules import Rules, surroundings
from satpuzzle.motion.split import Move
from satpuzzle.motion.sweep import free_steps
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Piece
from satpuzzle.solutions.solution import Solution

MOST = 5_000  # positions

_TAKEN = """
const take = ({ grid, pieces, frame }) => takeApart(library.grids.get(grid), pieces, frame, { most: input.most });
answer(input.packings.map(take));
"""
_FREE = "answer(input.pairs.map(([grid, cells, others]) => freeSteps(library.grids.get(grid), cells, others)));"


def taken(solutions: list[Solution]) -> list[dict[str, Any]]:
    packings = [
        {
            "grid": solution.puzzle.grid.name,
            "pieces": [_placed(solution, piece, cells.tolist()) for piece, cells in solution.pieces],
            "frame": solution.puzzle.frame.tolist(),
        }
        for solution in solutions
    ]
    found: list[dict[str, Any]] = in_node(_TAKEN, "disassembly.js", packings=packings, most=MOST)
    return found


def _placed(solution: Solution, piece: Piece, cells: list[list[int]]) -> dict[str, Any]:
    number = [each.name for each in solution.puzzle.pieces].index(piece.name)
    groups = {str(group): copies for group, copies in piece.groups}
    return {"piece": number, "cells": cells, "weight": piece.weight, "groups": groups}


def agree(solution: Solution, found: dict[str, Any]) -> None:
    """The verdict, the steps and the level are Python's, and the steps take the packing apart."""
    expected = sp.assemble(solution, moves="steps", max_states=MOST)
    facts = expected.as_dict()
    assert found["verdict"] == expected.verdict
    if found["verdict"] == "unknown":
        return
    for key in ("steps", "core"):
        assert found[key] == facts[key]
    assert found["together"] == facts.get("together", [])
    assert (found.get("level"), found.get("levels", [])) == (expected.level, facts["levels"])
    if found["verdict"] == "yes":
        (around,) = surroundings(solution.puzzle, Rules())
        steps = [
            Move(tuple(s["pieces"]), tuple(s["direction"]), None if s["distance"] == "out" else s["distance"])
            for s in found["steps"]
        ]
        replay([cells for _, cells in solution.pieces], around, steps, True, expected.together)


def grouped(solution: Solution, random: Random) -> Solution:
    """Return a packing with the same places, whose pieces have random weights and are in random groups."""

    def changed(piece: Piece) -> Piece:
        groups = tuple((group, random.randint(1, 2)) for group in (1, 2) if random.random() < 0.6)
        return replace(piece, weight=random.choice((-1, 1, 1, 2)), groups=groups)

    puzzle = replace(solution.puzzle, pieces=tuple(map(changed, solution.puzzle.pieces)))
    return replace(solution, puzzle=puzzle)


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


def test_more_than_thirty_pieces_come_apart_as_in_python() -> None:
    cubes = {"cells": [[0, 0, 0]], "count": 25}
    bars = {"cells": [[0, 0, 0], [1, 0, 0]], "count": 8, "groups": {"1": 2}}
    frame = [[x, 0, -1] for x in range(41)]
    puzzles = [sp.Puzzle.of(box=[41, 1, 1], pieces={"O": cubes, "I": bars}, frame=each) for each in (None, frame)]
    solutions = [solution for puzzle in puzzles for solution in sp.solve(puzzle, limit=1)]
    for solution, found in zip(solutions, taken(solutions), strict=True):
        assert len(solution.pieces) == 33
        agree(solution, found)


def check_packings(many: int, seed: int) -> None:
    """Compare random packings, most of them with weights and groups; some have a level and stay together in part."""
    random = Random(seed)
    plain = [random_packing(random) for _ in range(many)]
    solutions = [grouped(each, random) if number % 4 else each for number, each in enumerate(plain)]
    found = taken(solutions)
    for solution, each in zip(solutions, found, strict=True):
        agree(solution, each)
    assert any(each["together"] and each["steps"] for each in found)
    assert any(each.get("levels", [0])[:1] > [1] for each in found)


def test_random_packings_with_groups_and_weights_come_apart_as_in_python() -> None:
    check_packings(80, seed=5)


@pytest.mark.slow
def test_many_random_packings_come_apart_as_in_python(seed: int) -> None:
    check_packings(400, seed)
