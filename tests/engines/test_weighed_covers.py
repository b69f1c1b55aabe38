"""Covers with weights: every engine finds what brute force over sets of options finds."""

from importlib.util import find_spec

import numpy as np
import pytest
from certified import certified
from hypothesis import given, settings
from weighed import Option, Problem, as_cover, problems, solutions

import satpuzzle as sp
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover import dlx
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.extended import with_items
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.presolve import presolve
from satpuzzle.cover.reasons.weighing import weighing
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import SolverConfig
from satpuzzle.engines.external import ExternalEngine
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.state import stretches
from satpuzzle.engines.strategies import STRATEGIES
from satpuzzle.search.check import Checker

Found = list[tuple[int, ...]]
EXTERNAL = ("cadical", "minisat22", "cpsat", *(["clingo"] if find_spec("clingo") else []))
# Each of p and q must be covered exactly five times, by weights 1 to 4.
FIVES: Problem = (
    [{"p": 4, "q": 1}, {"p": 1, "q": 4}, {"p": 2}, {"p": 3, "q": 2}, {"q": 3}],
    {"p": (5, 5), "q": (5, 5)},
)


def searched(cover: sp.ExactCover, kind: type[Mrv] | type[Interpreted]) -> tuple[Found, int]:
    """Return the solutions that a search finds, and its nodes."""
    numbers, rest = cover.residual()
    state = kind(rest)
    found = [numbers[row[row >= 0]].tolist() for batch in stretches(state, lambda: 999) for row in batch]
    return sorted(tuple(sorted(row)) for row in found), state.nodes


def by_external(backend: str, cover: sp.ExactCover) -> Found:
    """Return what an external solver finds, without a process of its own."""
    engine, (numbers, rest) = BACKENDS[backend], cover.residual()
    assert isinstance(engine, ExternalEngine)
    found: Found = []
    task = engine.task(rest, SolverConfig(engine, Recipe("mine")))
    task.pop("task")(rest, lambda options: found.append(tuple(numbers[list(options)].tolist())), {}, **task)
    return sorted(found)


def check_all(problem: Problem) -> None:
    cover, expected = as_cover(*problem), solutions(*problem)
    assert sorted(sp.solve(cover)) == sorted(sp.solve(presolve(cover))) == expected
    if cover.live.any():
        assert sorted(sp.solve(cover, parts=5, jobs=1)) == expected
    assert sp.count(cover, method="memo").raw == len(expected)
    assert sorted(sp.solve(dlx.parse("\n".join(dlx.write(cover))))) == sorted(_renumbered(cover, expected))
    if cover.hopeless() is None and cover.live.any():
        compiled, plain = (searched(cover, kind) for kind in (Mrv, Interpreted))
        assert compiled == plain and compiled[0] == expected
        for backend in EXTERNAL:
            assert by_external(backend, cover) == expected


def _renumbered(cover: sp.ExactCover, found: Found) -> Found:
    """Return solutions by the numbers that options have in a file, which has only those that may be chosen."""
    place = np.cumsum(cover.live) - 1
    return [tuple(place[list(chosen)].tolist()) for chosen in found]


@settings(deadline=None, max_examples=25)
@given(problems())
def test_all_engines_find_what_brute_force_finds(problem: Problem) -> None:
    check_all(problem)


@pytest.mark.slow
@settings(deadline=None, max_examples=2000)
@given(problems(most_options=11))
def test_all_engines_find_what_brute_force_finds_in_thousands_of_covers(problem: Problem) -> None:
    check_all(problem)


@settings(deadline=None, max_examples=60)
@given(problems())
def test_both_checkers_accept_just_the_solutions(problem: Problem) -> None:
    cover, expected = as_cover(*problem), {*solutions(*problem)}
    checker, dice = Checker(cover), np.random.default_rng(len(expected))
    for _ in range(20):
        chosen = np.sort(dice.permutation(len(cover.rows))[: dice.integers(1, 5)])
        right = tuple(chosen.tolist()) in expected
        assert checker.accepts(chosen[None]) == right
        if not right:
            with pytest.raises(AssertionError):
                cover.check(chosen[None])
    for solution in [*expected][:20]:
        batch = np.array([solution or (-1,)], np.int64)
        cover.check(batch)
        assert checker.accepts(batch)


@settings(deadline=None, max_examples=30)
@given(problem=problems())
def test_more_items_leave_weights_as_they_are(problem: Problem) -> None:
    cover = as_cover(*problem)
    covering = np.ones((len(cover.rows), 1), np.bool_)
    wider = with_items(cover, ["more"], [(0, len(cover.rows))], covering)
    for option in range(len(cover.rows)):
        assert {*wider.words(option)} == {*cover.words(option), "more"}
    if cover.hopeless() is None and cover.live.any():
        assert searched(wider, Mrv)[0] == solutions(*problem)


@settings(deadline=None, max_examples=15)
@given(problem=problems(most_options=7))
def test_certificates_of_covers_with_weights_are_verified(
    tmp_path_factory: pytest.TempPathFactory, problem: Problem
) -> None:
    cover, expected = as_cover(*problem), solutions(*problem)
    if cover.live.all():
        assert certified(cover, tmp_path_factory.mktemp("weights") / "tree").raw == len(expected)


def test_sums_of_weights_are_exact() -> None:
    cover = as_cover(*FIVES)
    assert [[cover.words(option) for option in chosen] for chosen in sp.solve(cover)] == [
        [["4|p", "q"], ["p", "4|q"]],
        [["2|p"], ["3|p", "2|q"], ["3|q"]],
    ]


def test_covers_with_other_weights_mean_something_else() -> None:
    """So no journal of one is taken for one of the other."""
    options, bounds = FIVES
    other = [{**options[0], "p": 3}, *options[1:]]
    covers = [as_cover(one, bounds) for one in (options, other, options)]
    said = [Meaning(None, one, Symmetry.trivial(one), np.zeros((0, 0), np.uint8)).of() for one in covers]
    assert said[0] == said[2] != said[1]


def test_a_cover_says_how_many_items_have_weights() -> None:
    assert repr(as_cover(*FIVES)) == "<exact cover: items 2 (2 with weights), options 5>"
    assert repr(sp.ExactCover.of_sets([[sp.Weighted("a", 1)]])) == "<exact cover: items 1, options 1>"


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name not in ("mrv", "survivors")])
def test_a_strategy_without_weights_says_so(strategy: str) -> None:
    with pytest.raises(
        sp.PuzzleError, match=f"strategy {strategy}: its options cover each item once, mrv knows weights"
    ):
        list(sp.solve(as_cover(*FIVES), strategy=strategy))


def test_a_linear_relaxation_knows_weights() -> None:
    options: list[Option] = [{"p": 2, "q": 1}, {"p": 3, "q": 2}, {"p": 1, "q": 1}, {"p": 2, "q": 2}]
    cover = as_cover(options, {"p": (9, 9), "q": (0, 4)})
    reason = weighing(cover)
    assert reason is not None and reason.kind == "weighing"
    assert not [*sp.solve(cover)]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([[sp.Weighted("a", 0)]], "option 0 has the item a with the weight 0: allowed are 1 to 1000000, and no colour"),
        ([[sp.Weighted("a", True)]], "option 0 has the item a with the weight True: allowed are 1 to 1000000"),
        ([["a", sp.Weighted("a", 2)]], "option 0 has the item a several times: allowed is once, with a weight"),
        ([[sp.Coloured("a", "x")], [sp.Weighted("a", 2)]], "item a has colours and weights: allowed is one of both"),
        ([[sp.Weighted(sp.Coloured("a", "x"), 2)]], "option 0 has the item a:x with the weight 2"),
    ],
)
def test_what_is_no_weight_is_refused(options: list[list[object]], complaint: str) -> None:
    with pytest.raises(sp.PuzzleError, match=complaint):
        sp.ExactCover.of_sets(options)


@pytest.mark.parametrize("word", ["0|a", "1000001|a", "3|b", "3|a:x"])
def test_what_is_no_weight_in_a_file_is_refused(word: str) -> None:
    with pytest.raises(sp.PuzzleError, match=r"line 2: "):
        dlx.parse(f"0:4|a | b\n{word}\n")


def test_a_solution_of_a_file_is_written_with_its_weights() -> None:
    text = ["2:4|a b", "3|a b", "2|a b"]
    assert [*dlx.write(dlx.parse("\n".join(text)))] == text


@pytest.mark.parametrize(
    ("name", "nodes"), [("genius-square", 8415), ("tetracubes-2x4x4", 9584), ("conway-6-6-5", 45098)]
)
def test_a_puzzle_without_weights_is_searched_by_as_many_nodes_as_before_there_were_any(name: str, nodes: int) -> None:
    assert not sp.cover_of(sp.load(name), sp.place(sp.load(name))).weights
    run = sp.solve(name, strategy="mrv", jobs=1)
    run.exhaust()
    assert run.stats["nodes"] == nodes


@settings(deadline=None, max_examples=20)
@given(problem=problems())
def test_weights_of_one_are_none(problem: Problem) -> None:
    """The same options without weights make the same cover, bit by bit."""
    options, bounds = problem
    ones = [{item: 1 if isinstance(said, int) else said for item, said in option.items()} for option in options]
    bare = [
        [item if isinstance(said, int) else sp.Coloured(item, said) for item, said in option.items()] for option in ones
    ]
    cover, plain = as_cover(ones, bounds), sp.ExactCover.of_sets(bare, bounds)
    assert not cover.weights and (cover.rows == plain.rows).all() and (cover.exclusions() == plain.exclusions()).all()
