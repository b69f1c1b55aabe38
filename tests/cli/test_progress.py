"""What a long run tells while it lasts."""

import pytest

import satpuzzle as sp
from satpuzzle.search.progress import _short, duration, expectation, fraction_done, state_of
from satpuzzle.search.run import Search


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_fraction_grows_to_one(jobs: int) -> None:
    def stop_in_the_middle(search: Search) -> None:
        if 0 < (fraction_done(search.stats) or 0.0) < 1:
            search.interrupt()

    run = sp.solve("ct-puzzle", jobs=jobs, watch=stop_in_the_middle)
    run.exhaust()
    assert run.status == "interrupted"
    whole = sp.solve("pentominoes-6x10", jobs=jobs)
    assert fraction_done(whole.stats) is None
    whole.exhaust()
    assert fraction_done(whole.stats) == 1.0


def test_a_solver_without_an_estimate_tells_no_fraction() -> None:
    run = sp.solve("slothouber-graatsma", backend="cadical")
    run.exhaust()
    assert state_of(run, 1.0)["fraction"] is None
    assert state_of(run, 1.0)["left"] is None


def test_long_runs_begin_with_intervals_and_short_ones_with_nothing() -> None:
    run = sp.solve("ct-puzzle", strategy="item", limit=1)
    list(run)
    told = expectation(run)
    assert told is not None
    assert "M to " in told
    assert told.endswith("on one core")
    short = sp.solve("soma")
    short.exhaust()
    assert expectation(short) is None


def test_numbers_and_times_are_short() -> None:
    assert [_short(number) for number in (0, 12, 3400, 120e6, 5.6e12)] == ["0", "12", "3.4k", "120M", "5.6e+12"]
    times = [duration(seconds) for seconds in (8, 200, 20000, 1e6, 1e12)]
    assert times == ["8 s", "3.3 min", "5.6 h", "12 days", "3.2e+04 years"]
