"""Covers with colours: every engine finds what brute force over sets of items and colours finds."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from classic_colours import Bounds, Options, graceful_path, memory_wheel, toy
from coloured import Problem, as_cover, problems, solutions
from hypothesis import given, settings

import satpuzzle as sp
from satpuzzle.cnf.recipe import CHOICES, Recipe
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import SolverConfig
from satpuzzle.engines.external import ExternalEngine
from satpuzzle.search.checker import Checker

Found = list[tuple[int, ...]]
_clingo = pytest.param("clingo", marks=[] if find_spec("clingo") else [pytest.mark.skip(reason="not installed")])
EXTERNAL = ("cpsat", "cadical", "minisat22", _clingo)


def collected(backend: str, cover: sp.ExactCover, recipe: Recipe) -> Found:
    """Return what an external solver finds, without a process of its own."""
    engine = BACKENDS[backend]
    assert isinstance(engine, ExternalEngine)
    if cover.hopeless() is not None:
        return []
    found: Found = []
    task = engine.task(cover, SolverConfig(engine, recipe))
    task.pop("task")(cover, lambda options: found.append(tuple(options)), {}, **task)
    return sorted(found)


def check_native(problem: Problem) -> None:
    cover, expected = as_cover(*problem), solutions(*problem)
    for one in (cover, presolve(cover)):
        assert sorted(sp.solve(one)) == expected
    assert sorted(sp.solve(cover, parts=5, jobs=1)) == expected


def check_external(backend: str, problem: Problem) -> None:
    cover, expected = as_cover(*problem), solutions(*problem)
    for colours in CHOICES["colours"] if backend in ("cadical", "minisat22") else ("direct",):
        assert collected(backend, cover, Recipe("mine", colours=colours)) == expected


@settings(deadline=None, max_examples=140)
@given(problems())
def test_the_native_search_finds_what_brute_force_finds(problem: Problem) -> None:
    check_native(problem)


@pytest.mark.parametrize("backend", EXTERNAL)
@settings(deadline=None, max_examples=40)
@given(problem=problems())
def test_external_solvers_find_what_brute_force_finds(backend: str, problem: Problem) -> None:
    check_external(backend, problem)


@pytest.mark.slow
@settings(deadline=None, max_examples=2000)
@given(problems(most_options=11))
def test_all_engines_find_what_brute_force_finds(problem: Problem) -> None:
    check_native(problem)
    for backend in ("cpsat", "cadical", "minisat22", *(["clingo"] if find_spec("clingo") else [])):
        check_external(backend, problem)


@settings(deadline=None, max_examples=60)
@given(problems())
def test_the_compiled_checker_accepts_just_the_solutions(problem: Problem) -> None:
    cover, expected = as_cover(*problem), {*solutions(*problem)}
    checker, dice = Checker(cover), np.random.default_rng(len(expected))
    for _ in range(20):
        chosen = np.sort(dice.permutation(len(cover.rows))[: dice.integers(1, 5)])
        assert checker.accepts(chosen[None]) == (tuple(chosen.tolist()) in expected)
    for solution in [*expected][:20]:
        assert checker.accepts(np.array([solution or (-1,)], np.int64))


CLASSICS: dict[str, tuple[Callable[[], tuple[Options, Bounds]], int]] = {
    "Knuth's toy": (toy, 1),
    "memory wheel": (memory_wheel, 64),  # TAOCP 7.2.2.1, exercise 94
    "graceful path of 7": (partial(graceful_path, 7), 32),  # OEIS A006967
    "graceful path of 8": (partial(graceful_path, 8), 40),
}


@pytest.mark.parametrize("backend", ["bitmask", "cadical", "cpsat", _clingo])
@pytest.mark.parametrize("name", CLASSICS)
def test_known_counts(backend: str, name: str) -> None:
    make, known = CLASSICS[name]
    cover = sp.ExactCover.of_sets(*make())
    found = [*sp.solve(cover, backend)]
    assert len(found) == len(set(found)) == known


@pytest.mark.parametrize(("vertices", "known"), [(9, 120), (10, 296)])
def test_longer_graceful_paths(vertices: int, known: int) -> None:
    assert sp.count(sp.ExactCover.of_sets(*graceful_path(vertices))).raw == known


def test_given_and_forbidden_options_are_kept() -> None:
    cover = sp.ExactCover.of_sets(*graceful_path(7))
    found = sorted(sp.solve(cover))
    option = found[0][0]
    assert sorted(sp.solve(cover.given([option]))) == [chosen for chosen in found if option in chosen]
    banned = np.arange(len(cover.rows)) % 7 == 0
    left = [chosen for chosen in found if not banned[list(chosen)].any()]
    assert sorted(sp.solve(cover.without(banned), "cadical")) == sorted(sp.solve(cover.without(banned))) == left != []
