"""The early search: the first solutions are found before a search is planned, and none is lost or invented."""

import random
from collections.abc import Iterator

import pytest
from clocks import Countdown
from covers import solutions_of

import satpuzzle as sp
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Offer, Stats
from satpuzzle.engines.config import solver_config
from satpuzzle.engines.native import early
from satpuzzle.measure.instances import L5, N5, P5, Y5, filled
from satpuzzle.questions.ask import Asker
from satpuzzle.search.plan import make_plan

CONFIG = solver_config("native")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let slices be so short that even small covers need restarts, and often a plan."""
    monkeypatch.setattr(early, "_FIRST", 2)
    monkeypatch.setattr(early, "_LENGTHS", 0)
    monkeypatch.setattr(early, "_SMALL", 4)
    monkeypatch.setattr(early, "_MOST", 40)


def covers(many: int) -> Iterator[ExactCover]:
    """Yield random covers with a few solutions each, or none."""
    dice = random.Random(0)
    for _ in range(many):
        items = dice.randint(4, 9)
        options = {tuple(sorted(dice.sample(range(items), dice.randint(1, 3)))) for _ in range(dice.randint(6, 24))}
        yield ExactCover.of_sets(sorted(options), [(int(dice.random() < 0.9), 1)] * items)


BOXES = [
    ("N", N5, (5, 5, 5), 518_999),
    ("P", P5, (5, 5, 5), 237),
    ("L", L5, (5, 5, 6), 9_096),
    ("Y", Y5, (5, 5, 6), 59_417),
    ("Y", Y5, (6, 6, 5), 106_876),
]


@pytest.mark.parametrize(("name", "cells", "sides", "nodes"), BOXES)
def test_the_first_packing_of_a_box_is_found_without_a_plan(
    name: str, cells: tuple[tuple[int, ...], ...], sides: tuple[int, ...], nodes: int
) -> None:
    run = sp.solve(filled(name, sides, cells), limit=1)
    assert run.first() is not None
    assert run.status is Status.SOLUTION_LIMIT
    assert "planning" not in run.stats
    assert run.stats["nodes"] == nodes


def test_some_packings_are_found_without_a_plan_where_one_is() -> None:
    run = sp.solve("bedlam", jobs=1, limit=10)
    assert len(list(run)) == 10
    assert ("planning" in run.stats, run.stats["nodes"]) == (False, 24695)


def test_a_search_for_some_packings_is_not_planned_as_one_for_all() -> None:
    run = sp.solve("tetris-cube")
    plan = make_plan(run.tabulate(), run.request.config, Clock(), limit=100, rate=1 / 3000)
    assert plan.stats["estimated_seconds"] > 1  # for all, which would be 64 parts
    assert len(plan.parts) == 1


def test_restarts_are_the_same_each_time_and_differ_from_each_other() -> None:
    orders = [early._shuffled(50, number).tolist() for number in (1, 2, 3)]
    assert orders == [early._shuffled(50, number).tolist() for number in (1, 2, 3)]
    assert len({tuple(order) for order in orders}) == 3
    assert all(sorted(order) == list(range(50)) for order in orders)


@pytest.mark.full
@pytest.mark.usefixtures("impatient")
def test_whatever_the_limit_all_solutions_up_to_it_are_found_once() -> None:
    for cover in covers(75):
        every = set(solutions_of(cover))
        for limit in (1, 2, 3, len(every) or 4, len(every) + 1):
            run = sp.solve(cover, limit=limit)
            found = list(run)
            assert len(set(found)) == len(found) == min(limit, len(every))
            assert set(found) <= every
            assert (run.status is Status.EXHAUSTED) == (len(found) < limit)
            assert run.counts.final == (run.status is Status.EXHAUSTED)


@pytest.mark.full
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", ["soma", "galakub", "pentominoes-3x20"])
def test_classes_are_listed_once_though_restarts_find_their_members_again(name: str) -> None:
    counts = sp.count(name)
    run = sp.solve(name, limit=1000)
    found = {solution.options for solution in run}
    assert len(found) == run.counts.isometries == counts.isometries
    assert run.counts == counts
    assert run.status is Status.EXHAUSTED


@pytest.mark.full
@pytest.mark.usefixtures("impatient")
def test_a_query_reads_on_after_what_was_found_early() -> None:
    for cover in covers(100):
        every = solutions_of(cover)
        engine = CONFIG.engine
        assert sorted(engine.solutions(cover, CONFIG, Clock(), limit=1)) == sorted(every)
        assert len(list(engine.solutions(cover, CONFIG, Clock(), limit=2))) == len(every)


def test_a_small_tree_is_searched_to_its_end() -> None:
    cover = sp.solve("soma").tabulate().restricted[0][1]
    stats = Stats()
    batches = early.early_search(Offer([(None, cover)], limit=10_000), stats, Clock())
    found = 0
    with pytest.raises(StopIteration) as end:
        while True:
            found += len(next(batches))
    assert end.value.value is True
    assert found >= 240
    run = sp.solve("soma")
    run.exhaust()
    assert stats["nodes"] == run.stats["nodes"]


def test_an_impossible_puzzle_is_refuted_by_a_complete_search_or_a_reason() -> None:
    board = filled("domino", (8, 8), ((0, 0), (1, 0)), 2)
    run = sp.solve(board, limit=1)
    assert run.first() is None
    assert run.status is Status.EXHAUSTED
    assert run.obstacle is not None


def test_a_stop_keeps_what_was_found() -> None:
    clock = Countdown()
    run = sp.solve(filled("P", (5, 5, 5), P5), limit=100, clock=clock)
    found = []
    for solution in run:
        found.append(solution)
        if len(found) == 3:
            clock.last = clock.looks + 1
    assert len(found) == 3
    assert run.status is Status.INTERRUPTED
    assert run.counts.isometries == 3


def test_the_nodes_of_an_early_search_count_for_the_limit_of_nodes() -> None:
    puzzle = filled("N", (5, 5, 5), N5)
    run = sp.solve(puzzle, limit=1, node_limit=10_000)
    assert list(run) == []
    assert run.status is Status.NODE_LIMIT
    assert run.stats["nodes"] in range(10_000, 11_000)


def test_a_strategy_is_never_replaced_by_an_early_search() -> None:
    run = sp.solve("soma", strategy="item", limit=1)
    assert run.first() is not None
    assert "planning" in run.stats


def test_a_question_for_one_solution_searches_few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("a plan")

    asker = Asker(filled("P", (5, 5, 5), P5))
    monkeypatch.setattr(type(CONFIG.engine), "prepare", refuse)
    found = asker.one()
    assert found is not None
    assert len(found) == 25
