"""Covers with colours: every engine finds what brute force over sets of items and colours finds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from classic_colours import (
    Bounds,
    Options,
    fixed_by,
    graceful_path,
    memory_wheel,
    path_dominoes,
    tilted,
    toy,
    windmill,
)
from coloured import Problem, as_cover, problems, solutions
from hypothesis import given, settings
from skips import lacks

import satpuzzle as sp
from satpuzzle.cnf.recipe import CHOICES, Recipe
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import SolverConfig
from satpuzzle.engines.external import ExternalEngine
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.relaxed import narrowed
from satpuzzle.engines.state import stretches
from satpuzzle.measure.instances import edge_matching
from satpuzzle.search.check import Checker

Found = list[tuple[int, ...]]
_with_clingo = pytest.mark.skipif(find_spec("clingo") is None, reason="clingo is not installed")
_clingo = pytest.param("clingo", marks=_with_clingo)
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


def listed_by_xcover(cover: sp.ExactCover) -> Iterator[tuple[int, ...]]:
    """Yield the solutions that another program finds, which knows colours but no items of several copies."""
    from xcover import covers

    texts = [f"i{item}" for item in range(len(cover.names))]
    options = []
    for option in range(len(cover.rows)):
        colours = cover.colours_of(option)
        items = cover.items_of(option).tolist()
        options.append([f"{texts[item]}:{colours[item]}" if item in colours else texts[item] for item in items])
    needed = (cover.lower > 0).tolist()
    first, second = ([text for text, need in zip(texts, needed, strict=True) if need is want] for want in (True, False))
    for found in covers(options, first, second, colored=True):
        yield tuple(sorted(found))


def interpreted(cover: sp.ExactCover) -> Found:
    """Return what the search in plain Python finds."""
    if cover.hopeless() is not None:
        return []
    return sorted(
        tuple(sorted(row[row >= 0].tolist())) for found in stretches(Interpreted(cover), lambda: 999) for row in found
    )


def check_native(problem: Problem) -> None:
    cover, expected = as_cover(*problem), solutions(*problem)
    assert interpreted(cover) == expected
    for one in (cover, presolve(cover)):
        assert sorted(sp.solve(one)) == expected
    assert sorted(sp.solve(cover, parts=5, jobs=1)) == expected


def check_external(backend: str, problem: Problem) -> None:
    cover, expected = as_cover(*problem), solutions(*problem)
    for colours in CHOICES["colours"] if backend in ("cadical", "minisat22") else ("direct",):
        assert collected(backend, cover, Recipe("mine", colours=colours)) == expected


@pytest.mark.full
@settings(deadline=None, max_examples=70)
@given(problems())
def test_the_native_search_finds_what_brute_force_finds(problem: Problem) -> None:
    check_native(problem)


@pytest.mark.full
@pytest.mark.parametrize("backend", EXTERNAL)
@settings(deadline=None, max_examples=20)
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


@pytest.mark.few(1, "backend")
@pytest.mark.parametrize("backend", ["native", "cadical", "cpsat", _clingo])
@pytest.mark.parametrize("name", CLASSICS)
def test_known_counts(backend: str, name: str) -> None:
    make, known = CLASSICS[name]
    cover = sp.ExactCover.of_sets(*make())
    found = [*sp.solve(cover, backend)]
    assert len(found) == len(set(found)) == known


@pytest.mark.parametrize(("vertices", "known"), [(9, 120), (10, 296)])
def test_longer_graceful_paths(vertices: int, known: int) -> None:
    assert sp.count(sp.ExactCover.of_sets(*graceful_path(vertices))).raw == known


def test_windmill_dominoes_fill_rectangles() -> None:
    """TAOCP 7.2.2.1, exercise 305, by either layer."""
    cover = sp.ExactCover.of_sets(*windmill(4, 5))
    assert len(cover.rows) == 396
    assert sp.count(cover).raw == 501484
    assert sp.count(sp.ExactCover.of_sets(*windmill(8, 8, tilted((3, 4), 2, 10)))).raw == 69120
    assert sp.count(sp.ExactCover.of_sets(*windmill(9, 9, tilted((4, 5), 2, 10)))).raw == 157398


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["cadical", "cpsat", _clingo])
def test_windmill_dominoes_are_found_one_by_one(backend: str) -> None:
    cover = sp.ExactCover.of_sets(*windmill(8, 8, tilted((3, 4), 2, 10)))
    assert sorted(sp.solve(cover, backend)) == sorted(sp.solve(cover))


LARGE: dict[str, tuple[Callable[[], sp.ExactCover], int]] = {
    "windmill dominoes 4x5": (lambda: sp.ExactCover.of_sets(*windmill(4, 5)), 501484),
    "edge matching 4x3": (lambda: edge_matching(4, 3, 4), 85330),
    "edge matching 4x4": (lambda: edge_matching(4, 4, 6), 7588),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:unsafe cast")  # said by Numba when it compiles xcover for the first time
@pytest.mark.parametrize("peer", ["clingo", "xcover"])
@pytest.mark.parametrize("name", LARGE)
def test_large_lists_of_solutions_are_those_of_two_other_solvers(name: str, peer: str) -> None:
    if find_spec(peer) is None:
        lacks(peer)
    make, known = LARGE[name]
    cover = make()
    found = sorted(sp.solve(cover))
    others = sp.solve(cover, "clingo") if peer == "clingo" else listed_by_xcover(cover)
    assert len(found) == known and sorted(others) == found


def test_path_dominoes_have_as_many_options_as_knuths() -> None:
    options, bounds = path_dominoes(8, 9, 32, 4)
    cover = sp.ExactCover.of_sets(options, bounds)
    assert (len(cover.rows), len(cover.colours.items)) == (2698, 127)
    assert sum(pair[0] for item, pair in bounds.items() if isinstance(item, tuple) and item[0] == "kind") == 36


@pytest.mark.slow
def test_path_dominoes_fill_an_array() -> None:
    """TAOCP 7.2.2.1, exercise 151."""
    assert sp.count(sp.ExactCover.of_sets(*path_dominoes(8, 9, 32, 4))).raw == 6420


@pytest.mark.slow
@_with_clingo
def test_path_dominoes_are_found_one_by_one() -> None:
    """Another solver gets only the options that a relaxation leaves (see test_relaxed.py)."""
    cover = sp.ExactCover.of_sets(*path_dominoes(8, 9, 32, 4))
    assert sorted(sp.solve(narrowed(cover, 1e8), "clingo")) == sorted(sp.solve(cover))


def _hexagon() -> sp.ExactCover:
    triangles = sp.load("macmahon-triangles")
    free = replace(triangles, border="", interchangeable=("ABCD",))
    x, y, _ = triangles.board.min(axis=0) + triangles.board.max(axis=0)
    return fixed_by(free, (int(x), int(y)), ("AB", "DC"))


def test_symmetric_hexagons_have_as_many_options_as_knuths() -> None:
    assert len(_hexagon().rows) == 768


@pytest.mark.slow
def test_symmetric_hexagons_of_triangles() -> None:
    """TAOCP 7.2.2.1, exercise 129: what a half turn and two exchanges of colours leave as it is."""
    assert sp.count(_hexagon()).raw == 68024064


# Bundled puzzles


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["cadical", _clingo])
@pytest.mark.parametrize(
    "name",
    [
        "dominoes-torus",
        "draughtboard",
        "hard-squares",
        "instant-insanity",
        "macmahon-cubes",
        "macmahon-squares",
        "tetravex-3x3",
        "tetrominoes-cylinder",
    ],
)
def test_other_solvers_find_the_same_solutions_of_bundled_puzzles(name: str, backend: str) -> None:
    found = {solution.options for solution in sp.solve(name, backend)}
    assert found == {solution.options for solution in sp.solve(name)}


def test_given_and_forbidden_options_are_kept() -> None:
    cover = sp.ExactCover.of_sets(*graceful_path(7))
    found = sorted(sp.solve(cover))
    option = found[0][0]
    assert sorted(sp.solve(cover.given([option]))) == [chosen for chosen in found if option in chosen]
    banned = np.arange(len(cover.rows)) % 7 == 0
    left = [chosen for chosen in found if not banned[list(chosen)].any()]
    assert sorted(sp.solve(cover.without(banned), "cadical")) == sorted(sp.solve(cover.without(banned))) == left != []
