"""What a long run tells while it lasts."""

from pathlib import Path

import pytest

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats
from satpuzzle.search.progress import duration, expectation, fraction_done, seconds_left, short, state_of, words
from satpuzzle.search.run import Search
from satpuzzle.search.totals import Account


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_fraction_grows_to_one(jobs: int) -> None:
    def stop_in_the_middle(search: Search) -> None:
        if 0 < (fraction_done(search) or 0.0) < 1:
            search.interrupt()

    run = sp.solve("ct-puzzle", jobs=jobs, watch=stop_in_the_middle)
    run.exhaust()
    assert run.status == "interrupted"
    whole = sp.solve("pentominoes-6x10", jobs=jobs)
    assert fraction_done(whole) is None
    whole.exhaust()
    assert fraction_done(whole) == 1.0


def test_a_solver_without_an_estimate_tells_a_fraction_as_soon_as_a_part_is_done() -> None:
    run = sp.solve("slothouber-graatsma", backend="cadical")
    assert state_of(run, 1.0)["fraction"] is state_of(run, 1.0)["left"] is None
    run.exhaust()
    state = state_of(run, 1.0)
    assert (state["fraction"], state["left"], state["parts_done"]) == (1.0, 0.0, state["parts"])


def account(*options: int) -> Account:
    """Return the account of parts with so many options to choose from."""
    return Account(ExactCover.of_sets([{0}] * number, [(1, 1)]) for number in options)


def test_parts_that_are_done_say_what_is_left_by_their_weights() -> None:
    work = account(20, 20, 10)
    assert work.share() is None
    work.begin(0)["nodes"] = 640
    assert work.share() is None
    work.begin(0)["parts_done"] = 1
    assert work.share() == pytest.approx(64 / 129)
    work.begin(1)["nodes"] = 320
    assert work.share() == pytest.approx(96 / 129)
    work.begin(1)["nodes"] = 6400
    assert work.share() == pytest.approx((64 + 0.9 * 64) / 129)
    for number in (1, 2):
        work.begin(number)["parts_done"] = 1
    assert work.share() == 1.0
    assert work.stats() == {"nodes": 7040, "parts_done": 3}


def test_what_a_part_has_counted_is_added_once() -> None:
    work = account(20, 20, 10)
    work.begin(0).update(Stats(nodes=5, nodes_done=5, parts_done=1))
    work.begin(1)["nodes"] = 3
    for _ in range(2):
        assert work.stats() == {"nodes": 8, "nodes_done": 5, "parts_done": 1}
    work.begin(1)["nodes"] = 4
    work.begin(2).update(Stats(conflicts=2, parts_done=1))
    for _ in range(2):
        assert work.stats() == {"nodes": 9, "nodes_done": 5, "parts_done": 2, "conflicts": 2}
    work.begin(1).update(Stats(nodes=6, nodes_done=6, parts_done=1))
    for _ in range(2):
        assert work.stats() == {"nodes": 11, "nodes_done": 11, "parts_done": 3, "conflicts": 2}
    assert work.begin(1) == {"nodes": 6, "nodes_done": 6, "parts_done": 1}


def test_time_left_gets_shorter_by_what_is_done_and_not_by_what_was_expected() -> None:
    def stop_in_the_middle(search: Search) -> None:
        fraction = fraction_done(search)
        if fraction is not None and "parts_done" in search.stats:
            left = seconds_left(search, fraction)
            assert left == pytest.approx(search.stats["seconds"] * (1 / fraction - 1))
            search.stats["estimated_nodes"] = 1.0  # what the probes say does not matter any more
            assert seconds_left(search, fraction_done(search)) == pytest.approx(left, rel=0.2)
            search.interrupt()

    run = sp.solve("iq-triangle", jobs=1, parts=100, strategy="mrv", watch=stop_in_the_middle)
    run.exhaust()
    assert run.status == "interrupted"


def test_a_journal_tells_what_is_left_by_the_time_that_parts_took(tmp_path: Path) -> None:
    run = sp.solve("soma", jobs=2, parts=40, journal=tmp_path / "soma.journal")
    run.stats |= Stats(parts=40, parts_done=10, cpu=30.0, seconds=1.0)
    assert fraction_done(run) == 0.25
    assert seconds_left(run, 0.25) == 3.0 * 30 / 2


def test_a_run_tells_what_it_has_found_once_it_searches() -> None:
    run = sp.solve("soma")
    assert words(run, 2.0) == ["preparing, 2 s"]
    run.stats |= Stats(preparation=0.1)
    assert words(run, 2.0) == ["2 s"]
    run.stats |= Stats(nodes=1000)
    assert words(run, 2.0) == ["2 s", "0 solutions", "1k nodes, 500 a second"]
    run.stats |= Stats(estimated_nodes=4000.0, parts=4, seconds=1.0)
    assert words(run, 2.0) == [
        "25%, about 3 s left", "0 of 4 parts", "0 solutions", "1k nodes, 1k a second"
    ]  # fmt: skip


def test_long_runs_begin_with_intervals_and_short_ones_with_nothing() -> None:
    run = sp.solve("soma")
    assert expectation(run) is None
    run.stats |= Stats(estimated_nodes=5e6, estimated_nodes_error=1e6, estimated_seconds=0.1)
    assert expectation(run) is None
    run.stats |= Stats(estimated_solutions=0.0, estimated_solutions_error=0.0, estimated_seconds=2.0)
    assert expectation(run) == "soma: about 5M nodes by random samples (likely 3M to 7M)"
    assert "estimated_nodes" in state_of(run, 1.0) and "estimated_solutions" not in state_of(run, 1.0)
    run.stats |= Stats(estimated_solutions=2e4, estimated_solutions_error=1e3)
    assert str(expectation(run)).endswith("(likely 3M to 7M) and 20k solutions")
    assert state_of(run, 1.0)["estimated_solutions"] == 2e4


def test_numbers_and_times_are_short() -> None:
    assert [short(number) for number in (0, 12, 3400, 120e6, 5.6e12)] == ["0", "12", "3.4k", "120M", "5.6e+12"]
    times = [duration(seconds) for seconds in (0.4, 8, 200, 20000, 1e6, 1e12)]
    assert times == ["less than 1 s", "8 s", "3.3 min", "5.6 h", "12 days", "3.2e+04 years"]
