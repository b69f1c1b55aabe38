"""Scores over many instances."""

import math

import pytest
from lab.score import common, least_limit, scores

from satpuzzle.measure.trial import Record


def run(solver: str, instance: int, cpu: float | None, limit: float = 10.0) -> Record:
    status = "time_limit" if cpu is None else "exhausted"
    return {"solver": solver, "instance": instance, "status": status, "cpu": cpu, "limit": limit}


def test_a_run_that_was_cut_short_counts_twice_the_limit_in_par2_and_once_in_the_geometric_mean() -> None:
    fast, slow = scores([run("a", 0, 1.0), run("b", 0, 4.0), run("a", 1, 4.0), run("b", 1, None)], 10.0)
    assert (fast.solver, fast.solved, fast.instances, fast.par2) == ("a", 2, 2, 2.5)
    assert (slow.solver, slow.solved, slow.instances, slow.par2) == ("b", 1, 2, 12.0)
    assert (fast.geometric, slow.geometric) == pytest.approx((2.0, math.sqrt(40)))


def test_what_ended_after_the_limit_was_not_solved() -> None:
    (score,) = scores([run("a", 0, 9.0), run("a", 1, 11.0)], 10.0)
    assert (score.solved, score.par2) == (1, 14.5)


def test_only_instances_that_all_solvers_have_seen_are_compared() -> None:
    runs = [run("a", 0, 1.0), run("b", 0, 1.0), run("a", 1, 1.0)]
    assert common(runs, ["instance"]) == runs[:2]


def test_the_smallest_limit_that_cut_a_run_short_is_the_limit_of_all() -> None:
    assert least_limit([run("a", 0, None, 60.0), run("a", 1, None, 20.0), run("a", 2, 1.0, 5.0)]) == 20.0
    assert least_limit([run("a", 0, 1.0)]) == math.inf
