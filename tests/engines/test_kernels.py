"""The kernels: they try the same options every time, can stop and go on, and find what brute force finds."""

import numpy as np
import pytest
from covers import searched
from hypothesis import assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from strategies import boards, covers
from textbook import Solutions, Textbook, check, graphs, of, queens

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, STACK_FULL
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.engines.strategy import AUTO

NODES = {  # options tried for all solutions on the fixed board: one puzzle of each kind of kernel and board
    "slothouber-graatsma": {"pieces": 4852, "pieces-pockets": 4844, "scan:plain": 833, "mrv": 316},  # equal pieces
    "diabolical-cube": {"cell": 26082, "rows": 99347, "scan:holes,hard": 63078},
    "iq-pyramid-4": {"item": 27201, "pieces-isolated": 308854, "pieces-pockets": 285243},  # pieces that may be left out
    "soma": {"mrv": 256916, "scan:holes": 461956, "scan:holes,hard,filter": 461956},
    "y-pentominoes-5x10": {"mrv": 128, "scan:holes,hard": 97},
}


def cover_named(name: str) -> ExactCover:
    puzzle = sp.load(name)
    return cover_of(puzzle, place(puzzle))


def applies(strategy: str, cover: ExactCover) -> bool:
    return strategy == AUTO or find(strategy).refusal(cover) is None


def stepwise(strategy: str, cover: ExactCover, budget: int, room: int) -> tuple[Solutions, int, int]:
    """Return the solutions in the order of the search, its nodes, and how often the kernel was called."""
    state = find(strategy).state(cover)
    found: Solutions = []
    calls = 0
    while True:
        batch = np.full((room, state.longest), -1, np.int64)
        outcome, count = state.advance(budget, batch)
        calls += 1
        assert 0 <= count <= room
        found += [tuple(option for option in row if option >= 0) for row in batch[:count].tolist()]
        if outcome == EXHAUSTED:
            return found, state.nodes, calls
        if outcome == STACK_FULL:
            state.grow()


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "strategy"), [(name, strategy) for name in NODES for strategy in NODES[name]])
def test_a_kernel_tries_the_same_options_every_time(name: str, strategy: str) -> None:
    search = sp.solve(cover_named(name), strategy=strategy, parts=1)
    assert len(list(search)) == sp.load(name).published.raw
    assert search.stats["nodes"] == NODES[name][strategy]


_STEPS = [  # a million of them are enough for the slow tests
    pytest.param(
        name, room, budget, strategy, marks=pytest.mark.slow if name in long and (room, budget) != (3, 7) else ()
    )
    for long in [{"3-regular graphs", "diabolical-cube"}]
    for name in ("3-regular graphs", "matchings", "queens", "slothouber-graatsma", "diabolical-cube")
    for room in (1, 3)
    for budget in (1, 2, 7, 1000)
    for strategy in STRATEGIES
    if strategy != "edges"  # which is for tiles
    if strategy != "scan" or name not in ("3-regular graphs", "matchings")  # which have no cells
    if not strategy.startswith("pieces") or name != "diabolical-cube"  # too much to search
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "room", "budget", "strategy"), _STEPS)
def test_a_search_in_small_steps_finds_the_same_in_the_same_order(
    name: str, room: int, budget: int, strategy: str
) -> None:
    textbooks = {"3-regular graphs": graphs(6, 3, 3), "matchings": graphs(6, 0, 1), "queens": queens(6)}
    cover = of(textbooks[name]) if name in textbooks else cover_named(name)
    whole, nodes, _ = stepwise(strategy, cover, 1 << 40, 1 << 12)
    found, same_nodes, calls = stepwise(strategy, cover, budget, room)
    assert found == whole
    assert same_nodes == nodes
    assert calls >= max(nodes / budget, len(whole) / room) / 4  # options of one item may be tried at once


@pytest.mark.full
@settings(deadline=None, max_examples=60)
@drawn(covers() | boards(), st.integers(1, 5), st.integers(1, 3), st.sampled_from(STRATEGIES))
def test_random_searches_can_be_taken_up_again(cover: Textbook, budget: int, room: int, strategy: str) -> None:
    assume(of(cover).hopeless() is None)  # the host does not ask a kernel then
    assume(applies(strategy, of(cover)))
    whole, nodes, _ = stepwise(strategy, of(cover), 1 << 40, 1 << 10)
    found, same_nodes, _ = stepwise(strategy, of(cover), budget, room)
    assert (found, same_nodes) == (whole, nodes)
    check([tuple(sorted(solution)) for solution in whole], *cover)


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "edges"])  # which is for tiles
def test_a_kernel_spends_about_its_budget(strategy: str) -> None:
    cover = cover_named("soma")
    most = int(cover.members().sum(axis=0).max())  # options of one item, which may be tried at once
    state = find(strategy).state(cover)
    batch = np.full((1000, state.longest), -1, np.int64)
    for _ in range(1, 20):
        before = state.nodes
        outcome, _ = state.advance(10, batch)
        assert outcome == BUDGET_SPENT
        assert 9 <= state.nodes - before <= 10 + most


@pytest.mark.full
@settings(deadline=None, max_examples=150)
@drawn(boards(), st.sampled_from((AUTO, *STRATEGIES)), st.data())
def test_every_strategy_finds_what_brute_force_finds(cover: Textbook, strategy: str, data: st.DataObject) -> None:
    options, bounds = cover
    assume(applies(strategy, of(cover)))
    line = data.draw(st.none() | st.permutations(range(len(bounds))))
    points = None if line is None else np.array([[x, 0, 0] for x in line])
    check(searched(of(cover), strategy, points)[0], options, bounds)


@pytest.mark.parametrize("words", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in (5, 6, 7, 8, 15, 24))])
@settings(deadline=None, max_examples=100)
@drawn(cover=covers(), each=st.integers(1, 60), seed=st.integers(0, 1 << 32))
def test_rows_that_become_shorter_lose_nothing(words: int, cover: Textbook, each: int, seed: int) -> None:
    options, bounds = cover
    # Many more items, each covered by one option, that are chosen first: then the rest fits into fewer words.
    others = 64 * (words - 1) - len(bounds)
    place = np.random.default_rng(seed).permutation(len(bounds) + others).tolist()
    more = [set(range(first, first + each)) & set(range(others)) for first in range(0, others, each)]
    sets = [*options, *({len(bounds) + item for item in option} for option in more)]
    wide = [(1, 1)] * len(place)
    for item, bound in enumerate(bounds):
        wide[place[item]] = bound
    search = sp.solve(of(([{place[item] for item in option} for option in sets], wide)), strategy="mrv")
    check([solution[: len(solution) - len(more)] for solution in search], options, bounds)


@pytest.mark.parametrize(("name", "words"), [("slothouber-graatsma", 9), ("y-pentominoes-5x10", 23), ("soma", 47)])
def test_long_rows_have_one_code_that_visits_the_same_nodes(name: str, words: int) -> None:
    cover = cover_named(name)
    options, items = cover.members().shape
    own = -(-(64 * words - 40 - items) // options)  # items that nobody else covers make a row longer, and nothing else
    sets = [
        {*np.flatnonzero(row).tolist(), *range(items + own * option, items + own * (option + 1))}
        for option, row in enumerate(cover.members())
    ]
    bounds = [*zip(cover.lower.tolist(), cover.upper.tolist(), strict=True), *[(0, 1)] * (own * options)]
    state = Mrv(ExactCover.of_sets(sets, bounds))
    assert words <= state.words
    found = np.full((1 << 16, state.longest), -1, np.int64)
    while (outcome := state.advance(1 << 20, found)[0]) != EXHAUSTED:
        if outcome == STACK_FULL:
            state.grow()
    assert state.nodes == NODES[name]["mrv"]
