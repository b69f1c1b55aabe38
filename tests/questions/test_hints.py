"""Hints are forced exactly if all solutions agree, and sets of hints are smallest: against brute force."""

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from brute_force import solutions
from commands import complaint, run, said
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import puzzles

import satpuzzle as sp
from satpuzzle.cli import app
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.ask import Asker
from satpuzzle.questions.challenge import challenge
from satpuzzle.questions.hint import hint, least_removal, possible
from satpuzzle.questions.hints import hints, smallest

SMALL = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def every_solution(puzzle: Puzzle) -> list[tuple[int, ...]]:
    cover = Tables.of(puzzle).cover
    members = [np.flatnonzero(row).tolist() for row in cover.members()]
    return solutions(members, list(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)))


@SMALL
@given(puzzles())
def test_a_hint_is_forced_exactly_if_all_solutions_agree(puzzle: Puzzle) -> None:
    every = every_solution(puzzle)
    found = hint(puzzle)
    common = set.intersection(*map(set, every)) if every else set()
    if not every:
        assert found.verdict == "wrong"
    elif found.piece is not None:
        assert (found.verdict == "forced") == bool(common)
        [option] = found.piece.options
        assert option in (common or set().union(*every))
    else:
        assert found.verdict == "complete"
        assert () in every


@SMALL
@given(puzzles())
def test_what_is_possible_is_counted(puzzle: Puzzle) -> None:
    every = every_solution(puzzle)
    found = possible(puzzle)
    assert (found.solutions, found.final) == (len(every), True)
    assert {placed.options[0]: number for placed, number in found.placements} == {
        option: sum(option in solution for solution in every) for solution in every for option in solution
    }


@pytest.mark.full
def test_what_is_possible_is_the_same_by_a_diagram_and_one_by_one() -> None:
    given = "P: 0,0,0 1,0,0 0,1,0 0,0,1"
    at_once, one_by_one = (possible("soma", given, backend) for backend in ("native", "cadical"))
    assert at_once.solutions == one_by_one.solutions == 1218
    assert str(at_once) == str(one_by_one)


def test_how_many_solutions_each_next_domino_leaves_is_known_without_a_list() -> None:
    domino: dict[str, Any] = {"name": "D", "cells": "**", "count": 32}
    found = possible(sp.make_puzzle(grid="square", box=[8, 8], pieces=[domino]), "D: 0,0 1,0")
    assert (found.solutions, found.final) == (6_494_408, True)
    assert sum(number for _, number in found.placements) == 31 * found.solutions


@SMALL
@given(puzzles(), st.data())
def test_what_is_in_the_way_is_smallest(puzzle: Puzzle, data: st.DataObject) -> None:
    asker, every = Asker(puzzle), every_solution(puzzle)
    live = list(range(len(asker.tables.cover.rows)))
    if not every or not live:
        return
    chosen: list[int] = []
    for option in data.draw(st.lists(st.sampled_from(live), max_size=4, unique=True)):
        if asker.tables.cover.open_beside(chosen)[option]:
            chosen.append(option)
    back = least_removal(asker, tuple(chosen))
    enough = [
        size
        for size in range(len(chosen) + 1)
        for some in combinations(chosen, size)
        if any(set(chosen) - set(some) <= set(solution) for solution in every)
    ]
    assert len(back) == min(enough)
    assert any(set(chosen) - set(back) <= set(solution) for solution in every)


@SMALL
@given(puzzles())
def test_sets_of_hints_are_smallest(puzzle: Puzzle) -> None:
    every = every_solution(puzzle)
    if not every:
        return

    def least(solution: tuple[int, ...]) -> int | None:
        for size in range(len(solution) + 1):
            for some in combinations(solution, size):
                if sum(set(some) <= set(other) for other in every) == 1:
                    return size
        return None  # another solution has all its pieces and more

    first = next(iter(Asker(puzzle).solutions()))
    if least(first) is not None:
        assert len(smallest(Asker(puzzle), first)) == least(first)
    sizes = [size for size in map(least, every) if size is not None]
    found = hints(puzzle)
    if sizes:
        assert found.given is not None
        assert len(found.given.options) == min(sizes)


@SMALL
@given(puzzles(), st.data())
def test_hints_besides_given_pieces_are_smallest(puzzle: Puzzle, data: st.DataObject) -> None:
    every = every_solution(puzzle)
    if not every:
        return
    chosen = set(data.draw(st.sets(st.sampled_from(every[0])))) if every[0] else set()
    asker = Asker(puzzle)
    left = [set(solution) for solution in every if chosen <= set(solution)]
    sizes = [
        size
        for solution in left
        for size in range(len(solution) + 1)
        if any(sum(set(some) <= other for other in left) == 1 for some in combinations(solution, size))
    ]
    found = hints(puzzle, given=asker.shown(tuple(chosen)).as_list())
    if sizes:
        assert found.given is not None
        assert len(found.given.options) == min(sizes)
        assert not chosen & set(found.given.options)


@pytest.mark.usefixtures("told_at_once")
def test_a_question_tells_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    challenge("soma", 2, 3, watch=told.append)
    hints("galakub", 2, watch=told.append)
    assert {"soma: card 1 of 2: 1 searches", "soma: card 2 of 2", "galakub: 2 searches"} <= {
        part for text in told for part in (text, text.rpartition(":")[0])
    }
    app(["rate", "soma", "--progress", "json", "--tries", "2"], standalone_mode=False)
    lines = capsys.readouterr().err.splitlines()
    assert all(json.loads(line).keys() == {"schema", "doing", "elapsed"} for line in lines)
    assert any("of 2" in line for line in lines)


def test_one_piece_of_soma_never_leaves_one_solution() -> None:
    found = hints("soma")
    assert found.given is not None
    assert (len(found.given.options), found.smallest) == (2, True)


def test_a_hint_is_not_always_the_same() -> None:
    assert len({str(hint("pentominoes-6x10", seed=seed).piece) for seed in range(6)}) > 2


def test_a_solution_that_is_not_there_is_refused() -> None:
    with pytest.raises(PuzzleError, match="galakub: there is no solution 9 on the fixed board"):
        hints("galakub", 9)


def test_the_commands_hint_and_hints() -> None:
    told = json.loads(said(run("hint", "galakub", "--format", "json")))
    assert told["verdict"] == "possible"
    assert complaint(run("hint", "soma", "--given", "L: 0,0,0 1,0,0 2,0,0 2,1,0; L: 0,0,1 1,0,1 2,0,1 2,1,1")) == (
        "given: piece L is placed more often than it occurs"
    )
    assert "given pieces leave one solution" in said(run("hint", "soma", "--fewest", "--solution", "3"))
