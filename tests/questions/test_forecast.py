"""Estimates of long searches: unbiased, with intervals that hold, and makespans that a rehearsal gives."""

import json
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import Stopped
from satpuzzle.search.makespan import HANDING, makespans, rehearsed
from satpuzzle.search.sample import Interval, Sampled, Sampler, sample, student


@cache
def sampler(name: str, most: int) -> Sampler:
    search = sp.solve(name, parts=64)
    plan = search.plan()
    return Sampler(plan, most, Clock())


@cache
def true_nodes(name: str) -> int:
    search = sp.solve(name, parts=64)
    search.exhaust()
    return search.stats["nodes"]


def test_a_short_search_is_searched_to_its_end() -> None:
    found = sp.estimate("soma", workers=[1, 3])
    assert (found.nodes.low, found.nodes.high) == (found.nodes.mean, found.nodes.mean)
    assert found.draws == 0
    assert list(found.makespans) == [1, 3]


@pytest.mark.parametrize("parts", [1, 300])
def test_a_search_in_one_part_or_in_very_small_ones_has_an_estimate(parts: int) -> None:
    search = sp.solve("slothouber-graatsma", parts=parts)
    search.exhaust()
    assert sp.estimate("slothouber-graatsma", parts=parts).nodes.mean == search.stats["nodes"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "seeds"), [("iq-pyramid-5", 8), pytest.param("conway-blocks", 100, marks=pytest.mark.slow)]
)
def test_intervals_of_nine_in_ten_hold_as_often_and_estimates_are_right_in_the_mean(name: str, seeds: int) -> None:
    truth = true_nodes(name)
    found = [sample(sampler(name, 2000), 32, seed) for seed in range(seeds)]
    assert all(one.draws == 32 for one in found)
    held = sum(one.nodes.low <= truth <= one.nodes.high for one in found)
    assert held >= 0.7 * seeds
    assert np.mean([one.nodes.mean for one in found]) == pytest.approx(truth, rel=0.1)


@pytest.mark.full
def test_the_parts_of_a_scan_are_not_split_since_their_children_have_other_nodes() -> None:
    name = "pentominoes-6x10"
    found = [sample(sampler(name, 1000), 40, seed).nodes.mean for seed in range(10)]
    assert sampler(name, 1000).shares == []
    assert np.mean(found) == pytest.approx(true_nodes(name), rel=0.2)


def test_a_search_that_cannot_be_divided_is_searched_to_its_end() -> None:
    beside = [{item, (item + 1) % 8} for item in range(8)]
    free = sp.ExactCover.of_sets(beside, dict.fromkeys(range(8), (0, 1)))  # no item must be covered: none to branch on
    search = sp.solve(free, parts=1, strategy="mrv")  # which branches as parts are split
    (part,) = search.plan().parts
    drawn = Sampler(search.plan(), 5, Clock()).draw(part, np.random.default_rng(0))
    search.exhaust()
    assert drawn == search.stats["nodes"] > 5
    misled = Sampler(search.plan(), 5, Clock())
    misled._sizes[part.chosen] = 1.0  # probes think that it is small, so it is searched first as a small one
    assert misled.draw(part, np.random.default_rng(0)) == drawn


def test_a_seed_gives_the_same_nodes_again() -> None:
    one, again, other = (sample(sampler("iq-pyramid-5", 2000), 12, seed).nodes for seed in (3, 3, 4))
    assert one == again != other


@pytest.mark.full
def test_what_was_drawn_when_the_time_is_over_counts_if_it_is_enough() -> None:
    class Ticking(Clock):
        left = 0

        def check(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise Stopped

    mine = sampler("iq-pyramid-5", 2001)
    mine.clock = Ticking()
    mine.clock.left = 9000
    assert 10 <= sample(mine, 100, 0).draws < 100
    mine.clock.left = 0
    mine._known.clear()
    with pytest.raises(Stopped):
        sample(mine, 100, 0)


def test_an_interval_is_wider_for_fewer_draws() -> None:
    draws = np.array([1.0, 2.0, 3.0] * 4)
    few, many = Interval.of(draws[:3]), Interval.of(draws)
    assert few.mean == many.mean == 2
    assert few.low < many.low < 2 < many.high < few.high


@pytest.mark.parametrize(("freedom", "quantile"), [(9, 1.8331), (19, 1.7291), (30, 1.6973)])
def test_intervals_are_as_wide_as_the_tables_of_student_say(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=1e-3)


def test_times_follow_from_the_parts_that_were_searched_but_the_first() -> None:
    plan = sampler("slothouber-graatsma", 2000).plan
    searched = [(5, 90.0), (10, 1.5), (20, 2.5), (30, 3.5)]  # (nodes, seconds): half a second a part, a tenth a node
    assert Sampler(plan, 2000, Clock(), _costs=searched).seconds(100, 4) == pytest.approx(100 * 0.1 + 4 * 0.5)
    assert Sampler(plan, 2000, Clock(), _costs=searched[:1]).seconds(100, 4) == pytest.approx(4 * 90)


@pytest.mark.parametrize(
    ("lengths", "workers", "patience", "end", "parts"),
    [
        ([3, 2, 1], 1, 60, 6, 3),
        ([3, 2, 1], 2, 60, 3, 3),
        ([1, 2, 3], 2, 60, 4, 3),
        ([1, 2, 3], 1000, 60, 3, 3),
        ([32], 1, 16, 16 + 32, 17),
        ([32], 2, 16, 16 + 16, 17),
        ([32, 100], 100, 16, 16 + 100 / 16, 34),
        ([], 3, 60, 0, 0),
    ],
)
def test_parts_are_handed_out_to_whoever_is_free(
    lengths: list[float], workers: int, patience: float, end: float, parts: int
) -> None:
    found = rehearsed(np.array(lengths, float), workers, patience, [], np.random.default_rng(0))
    assert found[0] == pytest.approx(end, abs=40 * HANDING)
    assert found[1] == parts


def test_the_one_who_writes_is_a_limit_for_many_workers() -> None:
    sampled = Sampled(Interval(1, 1, 1), Interval(1, 1, 1), np.full(10_000, 1e-6), 0.0, [], 0)
    assert makespans(sampled, 1000, 60, 0)[0].mean == pytest.approx(10_000 * HANDING, rel=0.01)


def test_more_workers_are_never_slower_than_the_longest_part_allows() -> None:
    sampled = Sampled(Interval(100, 80, 125), Interval(100, 80, 125), np.full(50, 2.0), 0.5, [], 20)
    spans = [makespans(sampled, workers, 1e9, 0)[0] for workers in (1, 10, 100)]
    assert spans[0].mean > 5 * spans[1].mean
    assert spans[1].mean > spans[2].mean > 2
    assert all(span.low < span.mean < span.high for span in spans)


def test_the_command_says_it_in_lines_or_as_data() -> None:
    lines = said(run("count", "--estimate", "soma", "--workers", "1,10")).splitlines()
    assert lines[0].startswith("soma: ")
    assert "searched to the end" in lines[0]
    assert [line.split("  ")[-1] for line in lines[1:]] == ["less than 1 s, 66 parts"]  # equal rows are one
    assert lines[1].strip().startswith("1 to 10 workers")
    told = json.loads(said(run("count", "--estimate", "soma", "--workers", "2", "--format", "json")))
    assert [span["workers"] for span in told["makespans"]] == [2]
    assert told["nodes"]["mean"] > 0


@pytest.mark.full
def test_an_estimate_says_at_once_what_it_does_and_then_how_far_it_is() -> None:
    ended = run("count", "--estimate", "bedlam", "--draws", "10", "--progress", "json")
    doing = [json.loads(line) for line in ended.stderr.splitlines()]
    assert doing[0]["doing"] == "bedlam: preparing"
    assert 0 <= doing[0]["elapsed"] <= doing[-1]["elapsed"]
    told: list[str] = []
    sp.estimate("bedlam", draws=10, watch=told.append)
    assert told[0] == "bedlam: preparing"
    assert told[-1].endswith("nodes by first probes, 9 of 10 parts drawn")


def test_what_cannot_be_estimated_is_refused() -> None:
    assert "allowed are integers from 1" in complaint(run("count", "--estimate", "soma", "--workers", "1,x"))
    assert "it cannot be estimated" in complaint(run("count", "--estimate", "soma", "-b", "cadical"))
    with pytest.raises(sp.PuzzleError, match="workers 0"):
        sp.estimate("soma", workers=[0])


@pytest.mark.parametrize("removed", [{(0, 0), (7, 7)}, {(0, 0), (0, 2), (1, 1)}])
def test_a_board_that_cannot_be_filled_costs_nothing(removed: set[tuple[int, int]]) -> None:
    """A colouring forbids the first, and in the second a cell has no neighbours."""
    cells = {(row, column) for row in range(8) for column in range(8)} - removed
    dominoes = [{(r, c), (r + dr, c + dc)} for r, c in cells for dr, dc in ((0, 1), (1, 0))]
    found = sp.estimate(
        sp.ExactCover.of_sets([d for d in dominoes if d <= cells], dict.fromkeys(sorted(cells), (1, 1)))
    )
    assert (found.parts, found.nodes.mean, found.makespans[1000].mean) == (0, 0, 0)


def test_the_spread_of_parts_is_what_two_draws_of_one_part_share() -> None:
    """Parts of 1,000 and of 3,000 nodes are expected to be equally long; each second draw is 200 nodes less."""
    drawn: list[int] = []

    def draw(part: int, dice: object) -> float:
        drawn.append((1000, 3000)[part] + (100, -100)[len(drawn) % 2])
        return drawn[-1]

    fake: Any = SimpleNamespace(
        plan=SimpleNamespace(parts=(0, 1), cover=lambda part: part),
        sizes=lambda covers: np.array([1e6, 1e6]),
        most=1,
        watch=lambda words: None,
        draw=draw,
        seconds=lambda nodes, parts: nodes,
        shares=[],
    )
    found = sample(fake, 20, seed=1)
    first, second = (2 * np.array(drawn).reshape(-1, 2)).T  # each part is drawn half of the time
    assert found.draws == len(first) == 20 and {*first} == {2200, 6200}
    assert found.nodes.mean == pytest.approx((first + second).mean() / 2)
    assert found.spread == pytest.approx((first * second).mean() / found.nodes.mean**2 - 1)
    assert 0.1 < found.spread < 0.4
