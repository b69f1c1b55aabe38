"""Sweeps: what they find are solutions, and they find first ones of covers that are too large for other searches."""

import random
from dataclasses import replace

import pytest
from clocks import Countdown
from covers import solutions_of

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Offer, Stats
from satpuzzle.engines.native import sweep
from satpuzzle.errors import Stopped
from satpuzzle.measure.benchmark import polyominoes
from satpuzzle.measure.instances import filled
from satpuzzle.puzzle.grids import Points

L3, Y5 = ((0, 0), (0, 1), (1, 0)), ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1))


def swept(
    cover: ExactCover, points: Points | None = None, clock: Clock = UNLIMITED, most: int = 50
) -> tuple[set[tuple[int, ...]], Stats]:
    """Return the solutions of the first sweep that finds any, among the first `most` batches."""
    stats = Stats()
    for number, batch in enumerate(sweep.sweeps(Offer([(None, cover)], points, 1), stats, clock)):
        if len(batch):
            cover.check(batch)
            return {tuple(sorted(option for option in row if option >= 0)) for row in batch.tolist()}, stats
        if number == most:
            break
    return set(), stats


@pytest.mark.parametrize("seed", range(60))
def test_sweeps_find_solutions_of_small_covers_and_nothing_else(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "LARGE", 0)
    dice = random.Random(seed)
    cells, pieces = dice.randint(4, 8), dice.randint(1, 3)
    options = {
        (*sorted(dice.sample(range(cells), dice.randint(1, 3))), cells + dice.randrange(pieces)) for _ in range(30)
    }
    bounds = [(1, 1)] * cells + [(low := dice.randint(0, 2), low + dice.randint(1, 2)) for _ in range(pieces)]
    cover = ExactCover.of_sets(sorted(options), bounds)
    every = set(solutions_of(cover))
    if sweep.refused(cover) is None and cover.hopeless() is None:
        found, _ = swept(cover)
        assert found <= every
        # So few states are never too many for a beam, but it never chooses an option without cells.
        if cover.members()[:, sweep.cells_of(cover, None)].any(axis=1).all():
            assert bool(found) == bool(every)


@pytest.mark.parametrize(
    ("cells", "sides"), [(L3, (9, 15)), (Y5, (10, 20)), pytest.param(Y5, (20, 20), marks=pytest.mark.full)]
)
def test_a_board_is_swept_from_one_end_to_the_other(cells: tuple[tuple[int, ...], ...], sides: tuple[int, int]) -> None:
    tables = Tables.of(filled("piece", sides, cells))
    found, stats = swept(tables.cover, tables.points)
    assert found
    if sides < (20,):
        assert stats == swept(tables.cover, tables.points)[1]  # always the same


def test_a_cover_without_points_has_an_order_of_its_own() -> None:
    tables = Tables.of(filled("Y", (5, 40), Y5))
    cells = sweep.cells_of(tables.cover, None)
    assert sorted(cells.tolist()) == list(range(200))  # the piece is no cell
    assert tables.points is not None
    along = tables.points[cells].max(axis=1)
    assert (abs(along[1:] - along[:-1]) < 5).all()
    assert swept(tables.cover)[0]


@pytest.mark.parametrize("sides", [(9, 9), (8, 8)])  # in which empty cells are not counted, and counted
def test_cells_that_may_stay_empty_are_swept_too(sides: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "LARGE", 0)
    board = [(x, y, 0) for x in range(sides[0]) for y in range(sides[1])]
    puzzle = sp.make_puzzle(board=[], optional=board, pieces="pentominoes", grid="square")
    tables = Tables.of(puzzle)
    found, _ = swept(tables.cover, tables.points)  # checks them
    assert found
    counted = tables.cover.names[-1] == "empty"
    assert counted == (sides == (8, 8))
    assert {len(chosen) for chosen in found} == {12 + 4 * counted}


def test_given_options_belong_to_a_swept_solution() -> None:
    tables = Tables.of(filled("Y", (15, 20), Y5))
    solution = min(swept(tables.cover, tables.points)[0])
    part = tables.cover.given(solution[:3])
    found, _ = swept(part, tables.points)
    assert found
    assert all(set(solution[:3]) <= set(one) for one in found)


@pytest.mark.parametrize("looks", [1, 3, 30])
def test_a_sweep_stops_when_its_clock_does(looks: int) -> None:
    tables = Tables.of(filled("Y", (10, 20), Y5))
    with pytest.raises(Stopped):
        swept(tables.cover, tables.points, Countdown(looks))


def test_small_covers_and_those_with_colours_are_not_swept() -> None:
    tables = Tables.of(sp.load("pentominoes-6x10"))
    assert swept(tables.cover, tables.points) == (set(), {})
    assert sweep.refused(tables.cover, tables.points) == "its solutions have fewer than 40 options"
    large = Tables.of(filled("Y", (10, 20), Y5)).cover
    assert (
        sweep.refused(replace(large, lower=0 * large.lower))
        == "no items must be covered once, and no cells may stay empty"
    )


def test_solve_says_what_found_the_first_solution() -> None:
    run = sp.solve("soma", limit=1)
    assert run.first() is not None
    assert run.stats["found_by"] == "early"
    run = sp.solve(filled("Y", (20, 20), Y5), limit=1)
    assert run.first() is not None
    assert run.status is Status.SOLUTION_LIMIT
    assert run.stats["found_by"] in ("early", "sweep")


@pytest.mark.parametrize(
    ("sides", "cells"), [((13, 23), range(1, 7)), pytest.param((211, 5), range(1, 8), marks=pytest.mark.slow)]
)
def test_all_small_polyominoes_fill_a_rectangle(sides: tuple[int, int], cells: range) -> None:
    run = sp.solve(polyominoes(*sides, *cells), limit=1)
    assert run.first() is not None
    assert run.stats["found_by"] == "sweep"
    assert run.stats["sweeps"] <= 6
