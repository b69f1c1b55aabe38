"""Counting by remembered states, against brute force, the search, the frontier and published numbers."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import brute_force
import coloured
import numpy as np
import pytest
from clocks import Countdown
from hypothesis import assume, settings
from hypothesis import given as drawn
from strategies import puzzles
from wide import edges

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.frontier.count import count_packings
from satpuzzle.engines.memo import count
from satpuzzle.engines.memo.compiled import Compiled
from satpuzzle.engines.memo.count import Remembering
from satpuzzle.engines.memo.interpreted import Interpreted
from satpuzzle.engines.memo.problem import Problem, problem_of
from satpuzzle.engines.memo.state import DONE, GOES_ON, Counting
from satpuzzle.errors import FrontierError, MethodError, Stopped
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.search.count import count_solutions

MEMORY, _FEW = 1 << 26, 1000
BOUNDS = [(1, 1), (1, 1), (0, 1), (2, 2), (1, 2), (0, 2), (1, 9), (0, 9), (3, 3)]
DOMINO, V = [(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
P = [*V, (1, 1, 0), (0, 2, 0)]


def box(shape: list[tuple[int, int, int]], *sides: int) -> Puzzle:
    """Return a box to be filled with copies of one piece."""
    board = np.array(list(product(*map(range, (*sides, 1)[:3]))), dtype=np.int64)
    copies = len(board) // len(shape)
    piece = Piece("piece", np.array(shape, dtype=np.int64), copies, copies)
    return Puzzle("box", SQUARE if len(sides) == 2 else CUBIC, board, np.zeros(len(board), np.bool_), (piece,))


def random_cover(seed: int) -> tuple[ExactCover, int]:
    """Return a cover with bounds, with pieces, or with bounds and colours, and the number of its solutions."""
    dice = Random(seed)
    if seed % 3 == 1:
        return random_pieces(dice)
    if seed % 3 == 0:
        cover = coloured.strip(seed)
        try:
            return cover, count_packings(cover, np.arange(len(cover.families["cells"])), MEMORY).packings
        except FrontierError:  # a few reach too far
            return cover, sp.count(cover, method="search", jobs=1).raw or 0
    cells, others = dice.randint(1, 6), dice.randint(0, 3)
    bounds = [dice.choice(BOUNDS) for _ in range(cells + others)]
    sets = [
        {*dice.sample(range(cells), dice.randint(1, min(3, cells)))}
        | {*dice.sample(range(cells, cells + others), dice.randint(0, min(2, others)))}
        for _ in range(dice.randint(1, 14))
    ]
    return ExactCover.of_sets(sets, bounds), len(brute_force.solutions(sets, bounds))


def random_pieces(dice: Random) -> tuple[ExactCover, int]:
    """Return a cover with cells and pieces, as a frontier needs it, and the number of its solutions."""
    cells, pieces = dice.randint(1, 7), dice.randint(1, 3)
    bounds = [dice.choice([(1, 1), (1, 1), (0, 1)]) for _ in range(cells)] + dice.choices(BOUNDS, k=pieces)
    sizes = [dice.randint(1, min(3, cells)) for _ in range(pieces)]
    chosen = [dice.randrange(pieces) for _ in range(dice.randint(1, 14))]
    sets = [{*dice.sample(range(cells), sizes[piece]), cells + piece} for piece in chosen]
    families = {"cells": range(cells), "pieces": range(cells, cells + pieces)}
    return replace(ExactCover.of_sets(sets, bounds), families=families), len(brute_force.solutions(sets, bounds))


def finished(state: Counting) -> Counting:
    while (outcome := state.advance(UNLIMITED)) == GOES_ON:
        pass
    assert outcome == DONE
    return state


def colliding(problem: Problem) -> Compiled:
    """Return a search whose states all have the same fingerprint."""
    state = Compiled(problem)
    state._call["mixer"] = 0
    return state


def agree(seeds: range) -> None:
    """Hold the methods against each other on random covers; fingerprints that are all equal change no count."""
    for seed in seeds:
        cover, number = random_cover(seed)
        assert sp.count(cover, method="search", jobs=1).raw == number, seed
        if seed % 3 == 1:
            assert count_packings(cover, np.arange(len(cover.families["cells"])), MEMORY).packings == number, seed
        _, problem = problem_of(cover)
        states = [finished(kind(problem)) for kind in (Compiled, Interpreted)]
        if states[0].states < _FEW:  # each look-up compares all of them
            states.append(finished(colliding(problem)))
        assert {state.total << problem.free for state in states} == {number}, seed


@pytest.mark.full
def test_random_covers_with_bounds_and_colours_have_as_many_solutions_by_all_methods() -> None:
    agree(range(200))


@pytest.mark.slow
def test_thousands_of_random_covers_have_as_many_solutions_by_all_methods(seed: int) -> None:
    agree(range(3 * seed, 3 * seed + 5000))


def nodes_of(kind: Callable[[Problem], Counting], problem: Problem) -> tuple[int, int, int]:
    state = finished(kind(problem))
    return state.total, state.nodes, state.states


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma", "iq-pyramid-4"])
def test_a_count_has_the_same_nodes_without_a_compiler(name: str) -> None:
    tables = sp.solve(name).tabulate()
    _, problem = problem_of(tables.cover)
    found = nodes_of(Compiled, problem)
    assert nodes_of(Interpreted, problem) == found
    assert found[0] == sp.load(name).published.raw


@pytest.mark.parametrize("seed", [seed for seed in range(40) if seed % 3])
def test_random_covers_are_searched_alike_without_a_compiler(seed: int) -> None:
    _, problem = problem_of(random_cover(seed)[0])
    assert nodes_of(Compiled, problem) == nodes_of(Interpreted, problem)


@pytest.mark.parametrize("name", ["soma", "galakub", "diabolical-cube", "tetracubes-2x4x4", "slothouber-graatsma"])
def test_all_three_counts_are_those_of_the_search(name: str) -> None:
    assert sp.count(name, method="memo") == sp.count(name, method="search")


@pytest.mark.full
@settings(deadline=None, max_examples=60)
@drawn(puzzles())
def test_random_puzzles_are_counted_alike_by_memo_and_search(puzzle: Puzzle) -> None:
    assume(len(sp.place(puzzle)) <= 60)
    assert sp.count(puzzle, method="memo") == sp.count(puzzle, method="search")


def test_pieces_may_be_given() -> None:
    given = "V: 0,0,0 1,0,0 0,1,0"
    assert sp.count("soma", given=given, method="memo") == sp.count("soma", given=given, method="search")


@pytest.mark.parametrize(
    ("shape", "sides", "counts", "nodes"),
    [
        (DOMINO, (7, 6), sp.Counts(31529, 8121, 8121), 339),
        (DOMINO, (3, 3, 4), sp.Counts(117805, 14939, 7650), 4835),
        (V, (3, 3, 4), sp.Counts(471296, 59336, 29759), 13282),
    ],
)
def test_equal_pieces_take_few_nodes(
    shape: list[tuple[int, int, int]], sides: tuple[int, ...], counts: sp.Counts, nodes: int
) -> None:
    puzzle = box(shape, *sides)
    tables = sp.solve(puzzle).tabulate()
    assert Remembering(tables.cover, MEMORY, leaders=tables.leaders).finish().nodes == nodes
    assert sp.count(puzzle, method="memo") == counts


def test_numbers_of_more_than_64_bits_are_exact() -> None:
    run = sp.solve(box(DOMINO, 120, 4))
    tables = run.tabulate()
    known = count_packings(tables.cover, scan_order(run.puzzle.board), MEMORY).packings
    assert known > 1 << 128
    assert Remembering(tables.cover, MEMORY, leaders=tables.leaders).finish().packings == known


def test_a_full_table_changes_no_count() -> None:
    tables = sp.solve(box(V, 3, 3, 4)).tabulate()
    much, little = (Remembering(tables.cover, memory, leaders=tables.leaders).finish() for memory in (MEMORY, 1 << 16))
    assert little.packings == much.packings == 471296
    assert little.states < much.states
    assert little.nodes > much.nodes


def test_without_kernels_a_full_table_changes_no_count_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "missing", lambda: "none")
    tables = sp.solve(box(DOMINO, 4, 6)).tabulate()
    much, little = (Remembering(tables.cover, memory, leaders=tables.leaders).finish() for memory in (MEMORY, 3000))
    assert little.packings == much.packings == 281
    assert (little.states, much.states > 10) == (10, True)


def test_a_table_that_finds_no_memory_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    zeros = np.zeros

    def scarce(shape: Any, kind: Any) -> Any:
        if np.prod(shape) > 1 << 14:
            raise MemoryError
        return zeros(shape, kind)

    tables = sp.solve(box(V, 3, 3, 4)).tabulate()
    monkeypatch.setattr(np, "zeros", scarce)
    assert Remembering(tables.cover, MEMORY).finish().packings == 471296


def test_a_count_that_is_stopped_says_how_many_it_found() -> None:
    run = sp.solve(box(P, 10, 10))
    run.watch = lambda run: run.interrupt()
    counts = count_solutions(run, "memo")
    assert run.status is Status.INTERRUPTED
    assert not counts.final
    assert 0 < (counts.raw or 0) < 378268


def test_a_count_looks_at_the_clock() -> None:
    tables = sp.solve(box(P, 10, 10)).tabulate()
    with pytest.raises(Stopped):
        Remembering(tables.cover, MEMORY, Countdown(3)).finish()
    assert count_solutions(sp.solve(box(P, 10, 10), time_limit=1e-9), "memo").final is False


def test_what_must_be_listed_is_refused_with_its_reason() -> None:
    for options, reason in (
        ({"node_limit": 9}, "a memo has no limit of nodes"),
        ({"assemblable": True}, "a memo lists no packings, so none can be taken apart"),
    ):
        with pytest.raises(MethodError, match=reason):
            sp.count("soma", method="memo", jobs=1, **options)
    assert issubclass(FrontierError, MethodError)


def test_a_count_says_that_a_memo_made_it() -> None:
    run = sp.solve("soma")
    count_solutions(run, "memo")
    assert run.stats["method"] == "memo"
    assert run.stats["nodes"] == 4051
    assert run.stats["states"] > 0


def test_a_memo_gives_up_after_the_time_it_may_take() -> None:
    tables = sp.solve(box(P, 10, 10)).tabulate()
    memo = Remembering(tables.cover, MEMORY)
    assert memo.advance(1e-4) is None
    assert memo.advance(1e-4, seconds=1e6) == memo.finish() == Remembering(tables.cover, MEMORY).finish()
    assert memo.finish().packings == 378268


def test_a_memo_of_long_rows_gives_up_by_its_work() -> None:
    tables, last = sp.solve(sp.loads(edges(6, 5, 1)), jobs=1).tabulate(), [0]

    def watch(nodes: int, found: int) -> None:
        last[0] = nodes

    assert Remembering(tables.cover, MEMORY, watch=watch).advance(0.25, seconds=1.0) is None
    assert 0 < last[0] < 400_000


class Slowing:
    """Does four fifths of a count in a million nodes, and the rest in four million."""

    nodes, met, stretches, states, total = 0, 1 << 40, 0.0, 0, 0

    @property
    def fraction(self) -> float:
        return min(0.8 * self.nodes / 1e6, 0.75 + 0.05 * self.nodes / 1e6)

    def advance(self, clock: Clock, budget: int = 0) -> int:
        self.nodes += budget
        return GOES_ON


def test_a_memo_expects_to_go_on_as_it_did_in_the_last_half_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    memo = Remembering(sp.solve(box(P, 10, 10)).tabulate().cover, MEMORY)
    monkeypatch.setattr(memo, "_begun", Slowing)
    assert memo.expected == float("inf")
    for nodes, expected in ((1.0e6, 1.25e6), (2.1e6, 5e6), (4.3e6, 5e6)):
        assert memo.advance(nodes * count._NODE) is None
        assert memo.expected == pytest.approx(expected * count._NODE, rel=1e-3)
