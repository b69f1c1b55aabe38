"""Presolve rules out options, never a solution."""

from typing import Any

import numpy as np
import pytest
from brute_force import solutions
from hypothesis import given as drawn
from hypothesis import settings
from strategies import Bounds, Sets, boards, covers

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.cover.presolve import presolve


@pytest.mark.full
@settings(deadline=None, max_examples=150)
@drawn(covers() | boards())
def test_no_solution_is_lost(cover: tuple[Sets, Bounds]) -> None:
    left = presolve(ExactCover.of_sets(*cover))
    every = solutions(*cover)
    assert all(left.live[list(solution)].all() for solution in every)


@pytest.mark.full
@settings(deadline=None, max_examples=100)
@drawn(covers() | boards())
def test_what_is_left_has_support_and_nothing_more_can_be_ruled_out(cover: tuple[Sets, Bounds]) -> None:
    options, bounds = cover
    left = presolve(ExactCover.of_sets(options, bounds))
    live = np.flatnonzero(left.live).tolist()

    def together(a: int, b: int) -> bool:
        return a != b and all(bounds[item][1] > 1 for item in options[a] & options[b])

    for option in live:
        for item, (lower, _) in enumerate(bounds):
            beside = sum(item in options[other] and together(option, other) for other in live)
            assert beside + (item in options[option]) >= lower


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("galakub", 747, 674), ("pentominoes-3x20", 1236, 1086), ("bedlam", 4188, 4188), ("pentominoes-6x10", 2056, 1912)],
)
def test_bundled_puzzles_lose_these_placements(name: str, before: int, after: int) -> None:
    puzzle = sp.load(name)
    cover = cover_of(puzzle, place(puzzle))
    assert (len(cover.rows), int(presolve(cover).live.sum())) == (before, after)


@pytest.mark.full
@pytest.mark.parametrize(("backend", "options"), [("native", {}), ("cadical", {}), ("cpsat", {"parts": 4})])
def test_a_run_finds_the_same_with_and_without(backend: str, options: dict[str, Any]) -> None:
    found = []
    for wanted in (False, True):
        run = sp.solve("steinhaus", backend, presolve=wanted, up_to="raw", **options)
        found.append(sorted(solution.options for solution in run))
        assert run.counts.raw == 48
    assert found[0] == found[1]


@pytest.mark.full
def test_a_run_says_how_many_placements_are_left() -> None:
    run = sp.solve("soma", "cadical", presolve=True)
    assert run.exhaust().isometries == 240
    assert [run.stats[key] for key in ("placements", "options", "presolved")] == [688, 618, 457]
    run = sp.solve("soma", "native", presolve=True)
    assert run.exhaust().isometries == 240


def test_an_option_counts_once_even_if_it_excludes_nothing() -> None:
    assert not presolve(ExactCover.of_sets([{0}], [(2, 2)])).live.any()
    assert presolve(ExactCover.of_sets([{0}, {0}], [(2, 2)])).live.all()
