"""Parts are data: named by what they mean, solved anywhere, added up in any order."""

import dataclasses
import json
import pickle
import random
from contextlib import closing

import numpy as np
import pytest
from covers import solutions_of
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from strategies import covers, puzzles
from textbook import Textbook, of

import satpuzzle as sp
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import SolverConfig
from satpuzzle.engines.config import solver_config
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan, make_plan
from satpuzzle.search.solve import solve_part, stream_part


def planned(name: str, parts: int, backend: str = "native") -> Plan:
    return make_plan(Tables.of(sp.load(name)), solver_config(backend, parts=parts), Clock())


def alone(tables: Tables, config: SolverConfig) -> Plan:
    """Return a plan for parts that come from elsewhere."""
    return make_plan(tables, config, Clock(), divide=False)


def added_up(outcomes: list[Outcome]) -> Counts:
    every = [outcome.counts for outcome in outcomes]
    return Counts(
        sum(counts.raw or 0 for counts in every),
        sum(counts.rotations or 0 for counts in every),
        sum(counts.isometries or 0 for counts in every),
    )


@pytest.mark.parametrize("name", ["soma", "iq-pyramid-4", "pentominoes-3x20", "tetracubes-2x4x4"])
def test_outcomes_of_parts_add_up_in_any_order(name: str) -> None:
    plan = planned(name, 40)
    parts = [*plan.parts]
    assert len(parts) > 30
    random.Random(1).shuffle(parts)
    other = alone(plan.tables, solver_config("native", strategy="mrv"))
    outcomes = [solve_part(other, part) for part in parts]
    assert added_up(outcomes) == sp.count(name)
    found = {tuple(option for option in row if option >= 0) for o in outcomes for row in o.solutions.tolist()}
    assert len(found) == sum(len(outcome.solutions) for outcome in outcomes) == sp.count(name).isometries


def test_a_part_that_was_sent_elsewhere_has_the_solutions_of_its_subproblem() -> None:
    plan = planned("galakub", 10)
    assert any(part.ruled_out for part in plan.parts)
    for part in plan.parts:
        sent: Part = pickle.loads(pickle.dumps(part))
        assert part.known is not None and sent.known is None
        assert sorted(sp.solve(sent.cover(plan.tables))) == sorted(sp.solve(part.known))


def test_a_part_is_solved_alike_by_another_engine() -> None:
    plan = planned("soma", 12)
    other = alone(plan.tables, solver_config("cadical"))
    with closing(other.solver):  # which has a child process
        for part in plan.parts[:3]:
            ours, theirs = solve_part(plan, part), solve_part(other, part)
            assert ours.counts == theirs.counts
            assert sorted(ours.solutions.tolist()) == sorted(theirs.solutions.tolist())


def test_a_part_can_be_written_down_and_read_again() -> None:
    part = planned("soma", 12).named()[5]
    kept = json.loads(json.dumps(dataclasses.asdict(part)))
    assert Part(kept["id"], tuple(kept["chosen"]), tuple(kept["ruled_out"]), tuple(kept["leaders"])) == part


def test_a_part_remembers_its_cover_and_sends_only_what_it_says() -> None:
    plan = planned("soma", 12)
    for part in plan.parts:
        sent = pickle.loads(pickle.dumps(part.named(plan.tables)))
        assert sent == part.named(plan.tables) != part
        assert vars(sent).keys() == {"id", "chosen", "ruled_out", "leaders"}
        assert part.cover(plan.tables) is part.named(plan.tables).cover(plan.tables)
        again = sent.cover(plan.tables)
        assert (again.live == part.cover(plan.tables).live).all()
        assert again.chosen == part.cover(plan.tables).chosen


def test_what_is_streamed_is_what_is_collected() -> None:
    plan = planned("pentominoes-3x20", 12)
    for part in plan.parts:
        streamed = stream_part(plan, part, Clock(), None, {})
        found = []
        while True:
            try:
                if (one := next(streamed)) is not None:
                    found += one.solutions.tolist()
            except StopIteration as end:
                outcome = end.value
                break
        collected = solve_part(plan, part)
        assert sorted(map(sorted, found)) == sorted(map(sorted, collected.solutions.tolist()))
        assert (outcome.counts, outcome.status) == (collected.counts, collected.status)
        assert outcome.counts.isometries == len(found)


def test_a_part_that_is_stopped_is_not_final() -> None:
    plan = planned("bedlam", 1)
    clock = Clock(0.2)
    outcome = solve_part(plan, plan.parts[0], clock)
    assert outcome.status is Status.TIME_LIMIT
    assert not outcome.counts.final


# What parts are called; these names must be the same in every version, or journals cannot be taken up again.

NAMES = {
    "soma": "3aef6c20e01fc7cdb4eef4751428665f",
    "iq-pyramid-4": "e1cabb7049e8f76e00f48b429c1021bf",
    "pentominoes-3x20": "d0cf76e7e370fa5c2df384b2a47f488e",
    "tetracubes-2x4x4": "9cc55f4a7678aeef67b3ad08d0d2c1ee",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_problem_has_the_same_name_everywhere(name: str) -> None:
    assert Tables.of(sp.load(name)).meaning.of() == NAMES[name]


def test_a_part_has_the_same_name_everywhere() -> None:
    tables = Tables.of(sp.load("galakub"))
    cells = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]]
    cube = next(
        option
        for option in range(len(tables.placements))
        if tables.cover.items_of(option).tolist()[:-1]
        == [tables.cover.names.index(",".join(map(str, c))) for c in cells]
    )
    meaning = tables.meaning
    assert meaning.of([cube]) == "5a2f0467615daf4e4cf2a724bffe6122"
    assert meaning.of([], [cube]) == "e3dd6fd019d2b1b0448ea5a0508f2463"


@pytest.mark.full
@settings(deadline=None, max_examples=60)
@drawn(puzzles(), st.randoms())
def test_a_name_does_not_depend_on_the_order_of_pieces_and_cells(puzzle: Puzzle, dice: random.Random) -> None:
    pieces = list(puzzle.pieces)
    dice.shuffle(pieces)
    shuffled = dataclasses.replace(puzzle, pieces=tuple(pieces))
    one, other = Tables.of(puzzle), Tables.of(shuffled)
    assert one.meaning.of() == other.meaning.of()
    if len(one.placements):
        option = dice.randrange(len(one.placements))
        items = {one.cover.names[item] for item in one.cover.items_of(option)}
        same = next(
            number
            for number in range(len(other.placements))
            if {other.cover.names[item] for item in other.cover.items_of(number)} == items
        )
        assert one.meaning.of([option]) == other.meaning.of([same]) != one.meaning.of()


def test_other_bounds_or_boards_have_other_names() -> None:
    soma = sp.load("soma")
    more = dataclasses.replace(soma.pieces[0], max=2)
    without = np.ones(len(soma.board), np.bool_)
    without[0] = False
    changed = [
        soma,
        dataclasses.replace(soma, pieces=(more, *soma.pieces[1:])),
        dataclasses.replace(soma, board=soma.board[without], optional=soma.optional[without]),
        dataclasses.replace(soma, optional=~without),
        dataclasses.replace(soma, pieces=soma.pieces[1:]),
    ]
    assert len({Tables.of(puzzle).meaning.of() for puzzle in changed}) == len(changed)


@settings(deadline=None, max_examples=60)
@drawn(covers(), st.integers(2, 6))
def test_random_covers_can_be_solved_in_parts(cover: Textbook, parts: int) -> None:
    tables = Tables.bare(of(cover))
    config = solver_config("native", parts=parts)
    if tables.reason is not None:
        return
    plan = make_plan(tables, config, Clock())
    outcomes = [solve_part(plan, part) for part in plan.parts]
    found = [tuple(o for o in row if o >= 0) for outcome in outcomes for row in outcome.solutions.tolist()]
    assert sorted(found) == sorted(solutions_of(of(cover)))
