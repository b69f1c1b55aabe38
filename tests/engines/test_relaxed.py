"""Relaxations rule out options that are in no solution, never a solution."""

import numpy as np
import pytest
from brute_force import solutions as of_plain
from classic_colours import path_dominoes
from coloured import Problem, as_cover, problems, solutions, strip
from hypothesis import given, settings
from strategies import Bounds, Sets, covers

import satpuzzle as sp
from satpuzzle.engines.native import relaxed
from satpuzzle.engines.native.relaxed import narrowed


@pytest.fixture(autouse=True)
def _every_relaxation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaxed, "_MERGED", 1)  # small covers have few options that become one
    monkeypatch.setattr(relaxed, "_CLASSES", 99)


def without_those_in_no_solution(cover: sp.ExactCover, expected: list[tuple[int, ...]]) -> int:
    """Check that no solution is lost; return how many options are ruled out."""
    left = narrowed(cover, 1e6)
    assert all(left.live[sorted({*solution} - {*cover.chosen})].all() for solution in expected)
    return int((cover.live & ~left.live).sum())


@pytest.mark.full
@settings(deadline=None, max_examples=150)
@given(problems())
def test_no_solution_of_a_cover_with_colours_is_lost(problem: Problem) -> None:
    without_those_in_no_solution(as_cover(*problem), solutions(*problem))


@pytest.mark.full
@settings(deadline=None, max_examples=100)
@given(covers())
def test_no_solution_of_a_cover_without_colours_is_lost(problem: tuple[Sets, Bounds]) -> None:
    without_those_in_no_solution(sp.ExactCover.of_sets(*problem), of_plain(*problem))


@pytest.mark.full
def test_no_solution_of_a_strip_is_lost_and_often_options_are_ruled_out() -> None:
    ruled_out = 0
    for seed in range(100):
        cover = strip(seed)
        found = [*sp.solve(cover, limit=3000)]
        ruled_out += without_those_in_no_solution(cover, found) > 0
        for option in sorted({solution[0] for solution in found})[:3]:  # in a part of the search as well
            part = cover.given([option])
            without_those_in_no_solution(part, [solution for solution in found if option in solution])
    assert ruled_out > 10


def test_equal_options_that_may_be_chosen_together_are_not_merged() -> None:
    """Without x and y, the first two options would be one, which covers `a` once."""
    options = [["a", "x"], ["a", "y"], ["b", "x"], ["b", "y"]]
    cover = sp.ExactCover.of_sets(options, {"a": (2, 2), "b": (0, 2), "x": (1, 1), "y": (1, 1)})
    without_those_in_no_solution(cover, [(0, 1)])
    assert [*sp.solve(cover)] == [(0, 1)]


def test_dominoes_that_stand_elsewhere_than_in_every_other_row_and_column_are_ruled_out() -> None:
    options, bounds = path_dominoes(8, 9, 32, 4)
    left = narrowed(sp.ExactCover.of_sets(options, bounds), 1e7)
    standing = {option[2] for option, live in zip(options, left.live, strict=True) if live and option[0] == "standing"}
    assert standing == {("cell", row, column) for row in range(0, 8, 2) for column in range(0, 9, 2)}
    assert int(left.live.sum()) == 1666


def test_a_relaxation_without_solutions_ends_the_search() -> None:
    """Each of eight rows of nine cells needs a standing domino, of which three are too few."""
    cover = sp.ExactCover.of_sets(*path_dominoes(8, 9, 33, 3))
    assert not narrowed(cover, 1e7).live.any()
    assert sp.count(cover).raw == 0


def test_a_relaxation_that_takes_too_long_is_left() -> None:
    cover = sp.ExactCover.of_sets(*path_dominoes(8, 9, 32, 4))
    assert narrowed(cover, 1e4) is cover
    assert np.count_nonzero(narrowed(cover, 1e7).live) < len(cover.rows)
