"""Runs: one deadline for everything, one listing, answers that say whether they are final."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from clocks import Countdown

import satpuzzle as sp
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.presolve import presolve
from satpuzzle.cover.split import split
from satpuzzle.cover.tables import Tables
from satpuzzle.engines import burnside
from satpuzzle.engines.burnside import count_classes
from satpuzzle.engines.config import solver_config
from satpuzzle.engines.frontier.count import count_packings
from satpuzzle.errors import ConsumedError, SatpuzzleError, Stopped
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.count import count_solutions
from satpuzzle.search.plan import make_plan
from satpuzzle.search.unlisted import by_frontier


def test_a_clock_tells_why_to_stop() -> None:
    assert Clock().status is None
    assert Clock(1e-9).status is Status.TIME_LIMIT
    clock = Clock(1e-9)
    clock.stop()
    assert clock.status is Status.INTERRUPTED
    with pytest.raises(Stopped, match="interrupted"):
        clock.check()


def test_exhausting_a_run_that_was_listed_counts_nothing_twice() -> None:
    run = sp.solve("galakub")
    assert len(list(run)) == 1
    assert run.exhaust() == run.counts == sp.Counts(8, 1, 1)


def test_a_listing_that_was_begun_is_not_begun_again() -> None:
    run = sp.solve("soma")
    listing = iter(run)
    next(listing)
    for consume in (run.exhaust, lambda: list(run)):
        with pytest.raises(ConsumedError, match="solve again"):
            consume()
    assert len(list(listing)) == 239
    assert run.counts.isometries == 240


def test_a_frontier_that_is_stopped_while_it_counts_classes_is_not_final(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped_after_the_raw_count(*arguments: Any) -> Counts:
        run.interrupt()
        return count_classes(*arguments)

    monkeypatch.setattr(burnside, "count_classes", stopped_after_the_raw_count)
    run = sp.solve("soma")
    assert count_solutions(run, "frontier") == sp.Counts(11520, final=False)
    assert run.status is Status.INTERRUPTED


def test_a_frontier_gives_an_outcome_and_leaves_the_run_alone() -> None:
    run = sp.solve("soma")
    outcome = by_frontier(run)
    assert (outcome.status, outcome.counts) == (Status.EXHAUSTED, sp.count("soma"))
    assert outcome.stats["states"] > 0
    assert run.status is None
    assert run.exhaust() == outcome.counts


def test_an_empty_time_limit_stops_before_anything_is_written_down() -> None:
    run = sp.solve("ct-puzzle", time_limit=1e-9)
    assert run.exhaust() == sp.Counts(0, 0, 0, final=False)
    assert run.status is Status.TIME_LIMIT
    counted = sp.solve("ct-puzzle", time_limit=1e-9)
    count_solutions(counted)
    assert counted.status is Status.TIME_LIMIT


def test_everything_that_takes_long_looks_at_the_clock() -> None:
    tables = Tables.of(sp.load("pentominoes-6x10"))
    order = np.arange(60)
    for step in (
        lambda clock: Tables.of(replace(sp.load("pentominoes-6x10"), name="other"), clock=clock),
        lambda clock: presolve(tables.cover, clock),
        lambda clock: split([tables.cover], 500, clock),
        lambda clock: count_packings(tables.cover, order, 1 << 28, clock),
    ):
        with pytest.raises(Stopped):
            step(Countdown(3))


@pytest.mark.parametrize(
    ("name", "branches"), [("conway-blocks", 8), ("y-pentacubes-5x5x5", 3), ("pentominoes-6x10", 1)]
)
def test_symmetry_is_broken_once_more_where_that_spares_enough(name: str, branches: int) -> None:
    assert len(sp.solve(name, jobs=1).plan().branches) == branches
    assert len(sp.solve(name, strategy="mrv", limit=1, jobs=1).plan().branches) == branches


def test_a_plan_that_is_stopped_says_so() -> None:
    clock = Clock()
    clock.stop()
    with pytest.raises(Stopped):
        make_plan(Tables.of(sp.load("soma")), solver_config("native"), clock)


def test_one_family_of_errors() -> None:
    assert issubclass(sp.PuzzleError, SatpuzzleError)
    assert issubclass(sp.BackendError, SatpuzzleError)


def test_a_bare_cover_is_solved_by_the_same_call() -> None:
    cover = sp.ExactCover.of_sets([{2, 4}, {0, 3, 6}, {1, 2, 5}, {0, 3, 5}, {1, 6}, {3, 4, 6}], [(1, 1)] * 7)
    run = sp.solve(cover)
    assert list(run) == [(0, 3, 4)]
    assert sp.count(cover, "cadical") == sp.Counts(1, 1, 1)


def test_a_listing_that_is_left_ends_as_the_clock_says() -> None:
    for clock, status in ((Clock(), Status.INTERRUPTED), (Clock(1e-9), Status.TIME_LIMIT)):
        run = sp.solve("soma")
        packings = iter(run)
        next(packings)
        run.clock = clock  # as if the time was over now
        packings.close()
        assert run.status is status


def test_solutions_come_in_the_same_order_in_portions_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [solution.options for solution in sp.solve("soma")]
    monkeypatch.setattr("satpuzzle.search.run._PORTION", 7)
    assert [solution.options for solution in sp.solve("soma")] == whole
