"""Taking apart in the page's language: the verdicts and levels of Python's search, and steps that Python replays."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from by_turning import cage
from in_node import in_node
from packings import random_packing
from test_geometry import any_puzzle

import satpuzzle as sp
from satpuzzle.motion.quarter import swept
from satpuzzle.motion.replay import replay
from satpuzzle.motion.rules import Rules, surroundings
from satpuzzle.motion.split import Move
from satpuzzle.pictures.instructions import stages
from satpuzzle.pictures.scene import Scene
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Piece
from satpuzzle.solutions.solution import Solution

MOST, MOST_TURNS = 5_000, 300  # positions

_TAKEN = """
const kernels = { module: new WebAssembly.Module(readFileSync(input.module)), fields: input.data.fields };
const { most, turns } = input;
const take = ({ grid, pieces, frame }) => takeApart(kernels, library.grids.get(grid), pieces, frame, { most, turns });
answer(input.packings.map(take));
"""
_SWEPT = """
const { squares, bounds } = sweeps(input.reach);
const along = [...squares];
answer(bounds.flatMap((from, i) => (i % 2 ? [] : [along.slice(2 * from, 2 * bounds[i + 1])])));
"""
_BUILT = """
const built = ({ grid: name, pieces, board, frame, letters, apart }) => {
  const grid = library.grids.get(name);
  const from = frame.length ? null : lifted(pieces, grid);
  const steps = from ?? apart;
  return { from, said: building(steps, pieces, { grid, board, frame }, letters, () => ({})).map(({ text }) => text) };
};
answer(input.packings.map(built));
"""


def taken(solutions: list[Solution], turns: bool = False) -> list[dict[str, Any]]:
    packings = [
        {
            "grid": solution.puzzle.grid.name,
            "pieces": [_placed(solution, piece, cells.tolist()) for piece, cells in solution.pieces],
            "frame": solution.puzzle.frame.tolist(),
        }
        for solution in solutions
    ]
    found: list[dict[str, Any]] = in_node(
        _TAKEN, "disassembly.js", packings=packings, most=MOST_TURNS if turns else MOST, turns=turns
    )
    return found


def _placed(solution: Solution, piece: Piece, cells: list[list[int]]) -> dict[str, Any]:
    number = [each.name for each in solution.puzzle.pieces].index(piece.name)
    groups = {str(group): copies for group, copies in piece.groups}
    return {"piece": number, "cells": cells, "weight": piece.weight, "groups": groups}


def agree(solution: Solution, found: dict[str, Any], turns: bool = False) -> None:
    """The verdict, the steps and the level are Python's, and the steps take the packing apart."""
    expected = sp.assemble(solution, moves="turns" if turns else "steps", max_states=MOST_TURNS if turns else MOST)
    facts = expected.as_dict()
    assert found["verdict"] == expected.verdict
    if found["verdict"] == "unknown":
        return
    if turns:  # the page recognizes equal positions of pieces that are symmetric: so it may compare more ways
        assert found.get("levels", []) <= facts["levels"]
    else:
        assert (found.get("level"), found.get("levels", [])) == (expected.level, facts["levels"])
        assert (found["steps"], found["together"]) == (facts["steps"], facts.get("together", []))
        assert found.get("cut") != expected.least  # neither says of a level that may not be the least that it is
    assert found["core"] == facts["core"]
    if found["verdict"] == "yes":
        (around,) = surroundings(solution.puzzle, Rules())
        steps = [_move(step) for step in found["steps"]]
        replay([cells for _, cells in solution.pieces], around, steps, True, tuple(map(tuple, found["together"])))


def _move(step: dict[str, Any]) -> Move:
    pieces = tuple(step["pieces"])
    if turn := step.get("turn"):
        x, y, z = (round(2 * place) for place in turn["through"])
        return Move(pieces, tuple(turn["axis"]), 1, (x, y, z))
    return Move(pieces, tuple(step["direction"]), None if step["distance"] == "out" else step["distance"])


def grouped(solution: Solution, random: Random) -> Solution:
    """Return a packing with the same places, whose pieces have random weights and are in random groups."""

    def changed(piece: Piece) -> Piece:
        groups = tuple((group, random.randint(1, 2)) for group in (1, 2) if random.random() < 0.6)
        return replace(piece, weight=random.choice((-1, 1, 1, 2)), groups=groups)

    puzzle = replace(solution.puzzle, pieces=tuple(map(changed, solution.puzzle.pieces)))
    return replace(solution, puzzle=puzzle)


@pytest.mark.full
def test_the_page_tells_how_to_build_in_the_words_of_the_sheet_and_from_above_if_that_is_possible() -> None:
    names = ["soma", "bedlam", "iq-pyramid-4", "dubois-burr", "prisms-triangle", "slothouber-graatsma"]
    every = [sp.assemble(solution) for name in names for solution in sp.solve(name, limit=3)]
    apart = [found for found in every if found.verdict == "yes"]
    packings = []
    for found in apart:
        solution = found.solution
        assert solution is not None
        letters = [copy.letter for figure in Scene.of(solution).figures if (copy := figure.copy)]
        pieces = [{"cells": cells.tolist()} for _, cells in solution.pieces]
        puzzle = solution.puzzle
        more = {"board": puzzle.board.tolist(), "frame": puzzle.frame.tolist()}
        packings.append(
            {"grid": puzzle.grid.name, "pieces": pieces, "letters": letters, "apart": found.as_dict()["steps"], **more}
        )
    built = in_node(_BUILT, "building.js", packings=packings)
    assert {each["from"] is None for each in built} == {True, False}
    for found, each in zip(apart, built, strict=True):
        solution = found.solution
        assert solution is not None
        above = sp.assemble(solution, open="+z", moves="single").verdict == "yes"
        assert (each["from"] is not None) == above, solution.puzzle.name
        if above:
            (around,) = surroundings(solution.puzzle, Rules())
            replay([cells for _, cells in solution.pieces], around, [*map(_move, each["from"])], True, ())
        scene = Scene.of(solution, each["from"] or found.as_dict()["steps"])
        assert each["said"] == [stage.sentence for stage in stages(scene, held=False)]


@pytest.mark.full
def test_squares_are_swept_as_in_python() -> None:
    reach = 9
    around = [(u, v) for u in range(-reach, reach + 1) for v in range(-reach, reach + 1)]
    for (u, v), found in zip(around, in_node(_SWEPT, "quarter.js", reach=reach), strict=True):
        expected = [] if (u - v) % 2 else swept(u, v)
        assert {*zip(found[::2], found[1::2], strict=True)} == {*expected}


@pytest.mark.full
def test_bundled_puzzles_come_apart_as_in_python() -> None:
    names = ["soma", "galakub", "dubois-burr", "slothouber-graatsma", "iq-pyramid-4", "stella-octangula-any"]
    solutions = [solution for name in names for solution in sp.solve(name, limit=2)]
    for solution, found in zip(solutions, taken(solutions), strict=True):
        agree(solution, found)


@pytest.mark.full
def test_random_packings_come_apart_as_in_python() -> None:
    solutions = []
    for grid in (name for name in GRIDS if GRIDS[name].cells_of == name):
        every = (solution for seed in range(25) for solution in sp.solve(any_puzzle(grid, seed), limit=1))
        some = [*islice(every, 3)]
        assert some, grid
        solutions += some
    for solution, found in zip(solutions, taken(solutions), strict=True):
        agree(solution, found)


def test_a_level_that_may_not_be_the_least_says_so_as_in_python() -> None:
    packing = random_packing(Random(160), ("cubic", "prisms"))
    (found,) = taken([packing])
    agree(packing, found)
    assert found["cut"]


def test_more_than_thirty_pieces_come_apart_as_in_python() -> None:
    cubes = {"cells": [[0, 0, 0]], "count": 25}
    bars = {"cells": [[0, 0, 0], [1, 0, 0]], "count": 8, "groups": {"1": 2}}
    frame = [[x, 0, -1] for x in range(41)]
    puzzles = [sp.make_puzzle(box=[41, 1, 1], pieces={"O": cubes, "I": bars}, frame=each) for each in (None, frame)]
    solutions = [solution for puzzle in puzzles for solution in sp.solve(puzzle, limit=1)]
    for solution, found in zip(solutions, taken(solutions), strict=True):
        assert len(solution.pieces) == 33
        agree(solution, found)


@pytest.mark.full
def test_what_turns_comes_apart_as_in_python() -> None:
    random = Random(3)
    solutions = [cage(Random(seed)) for seed in range(12)] + [random_packing(random, ("cubic",)) for _ in range(4)]
    turned = 0
    for solution, found in zip(solutions, taken(solutions, turns=True), strict=True):
        agree(solution, found, turns=True)
        turned += any("turn" in step for step in found["steps"])
    assert turned >= 2


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


@pytest.mark.full
def test_random_packings_with_groups_and_weights_come_apart_as_in_python() -> None:
    check_packings(40, seed=5)


@pytest.mark.slow
def test_many_random_packings_come_apart_as_in_python(seed: int) -> None:
    check_packings(400, seed)
