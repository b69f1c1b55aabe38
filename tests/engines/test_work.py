"""Stretches of a search end after an amount of work, also in the middle of a node, and lose nothing by it."""

from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from clocks import Countdown
from coloured import Problem, as_cover, problems
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import boards, covers
from textbook import Textbook, graphs, of, queens
from wide import presents

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.base import Offer
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.quick_search import quick_search
from satpuzzle.engines.native.record import Recorder
from satpuzzle.engines.state import EXHAUSTED, STACK_FULL, WORK, State
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.errors import Stopped

SHAVING, SIFTING = 0, 2  # the steps of kernels/mrv.c at which a list is shaved, and the options of an item are tried


def cover_named(name: str) -> ExactCover:
    puzzle = sp.load(name)
    return cover_of(puzzle, place(puzzle)).residual()[1]


@dataclass
class Search:
    """What a search found: solutions, the numbers of a recorded tree, nodes at the end, and how many stretches it took.

    `nodes` is None if it has not ended.
    """

    solutions: list[list[int]]
    codes: list[int]
    nodes: int | None
    stretches: int


def searched(state: Any, work: int, most: int = 1 << 40) -> Search:
    """Search up to this number of nodes, in stretches of this work."""
    done = Search([], [], None, 0)
    state.work = work
    found = np.full((64, state.longest), -1, np.int64)
    while state.nodes < most:
        outcome, count = state.advance(1 << 12 if isinstance(state, Recorder) else 1 << 40, found)
        done.solutions += found[:count].tolist()
        done.codes += state.codes.tolist() if isinstance(state, Recorder) else []
        done.stretches += 1
        if outcome == EXHAUSTED:
            done.nodes = state.nodes
            break
        if outcome == STACK_FULL:
            state.grow()
    return done


def alike(begin: Any, work: int, most: int = 2000) -> int:
    """Compare a search in stretches of this work with one in a single stretch; return how many more it took."""
    little, whole = searched(begin(), work, most), searched(begin(), 1 << 60, most)
    assert whole.nodes == little.nodes or None in (whole.nodes, little.nodes)
    for one, other in ((whole.solutions, little.solutions), (whole.codes, little.codes)):
        shorter = min(len(one), len(other))
        assert one[:shorter] == other[:shorter]
    return little.stretches - whole.stretches


def shaved(kind: Any, cover: ExactCover, depth: int, weeded: bool = False) -> Any:
    state = kind(cover)
    state.shaved, state.weeded = depth, weeded
    return state


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        (name, strategy)
        for name in ("slothouber-graatsma", "queens", "graphs")
        for strategy in STRATEGIES
        if strategy != "edges" and (name, strategy) != ("graphs", "scan")  # which are for tiles, and for cells
    ],
)
@pytest.mark.parametrize("work", [1, 5000])
def test_a_search_in_little_stretches_is_the_same(name: str, work: int, strategy: str) -> None:
    textbooks = {"queens": queens(6), "graphs": graphs(6, 3, 3)}
    cover = of(textbooks[name]).residual()[1] if name in textbooks else cover_named(name)
    assert alike(partial(find(strategy).state, cover), work) > 0


@settings(deadline=None, max_examples=40)
@given(st.one_of(covers(), boards()), st.sampled_from([1, 300]), st.integers(-1, 3))
def test_every_step_of_a_node_can_be_interrupted(drawn: Textbook, work: int, depth: int) -> None:
    _, cover = of(drawn).residual()
    assume(cover.hopeless() is None)
    for kind in (Mrv, Interpreted):
        alike(partial(shaved, kind, cover, depth), work)
        with patch("satpuzzle.engines.native.shared._WEEDED", 2):
            alike(partial(shaved, kind, cover, depth, weeded=True), work)
    alike(partial(Recorder, cover, "<u2"), work)


@settings(deadline=None, max_examples=40)
@given(problems(12), st.sampled_from([1, 300]), st.integers(-1, 3))
def test_every_step_of_a_node_with_colours_can_be_interrupted(drawn: Problem, work: int, depth: int) -> None:
    _, cover = as_cover(*drawn).residual()
    assume(cover.hopeless() is None)
    alike(partial(shaved, Mrv, cover, depth), work)
    alike(partial(Recorder, cover, "<u2"), work)


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma", "iq-pyramid-4"])
def test_a_probe_can_be_interrupted(name: str) -> None:
    seen = []
    for work in (1, 1 << 60):
        state = Mrv(cover_named(name))
        state.dice[:], state.weight[0] = (12345, 20), 1
        done = searched(state, work)
        assert done.solutions == []
        seen.append((done.nodes, state.dice.tolist(), state.weight[-3:].tolist()))
    assert seen[0] == seen[1]


def test_a_stretch_of_a_wide_cover_ends_in_the_middle_of_a_node() -> None:
    puzzle = presents(14, 2)
    cover = cover_of(puzzle, place(puzzle)).residual()[1]
    wide = ExactCover.of_sets([{*np.flatnonzero(row).tolist()} for row in cover.members()[:, :196]], [(1, 1)] * 196)
    state = shaved(Mrv, wide, 0)
    found, list_of_all, steps = np.empty((64, state.longest), np.int64), wide.rows.size, set()
    for _ in range(100):
        nodes, state.work = state.nodes, 1 << 20 if state.head[2] == SHAVING else 1 << 12
        if state.advance(1 << 40, found)[0] == STACK_FULL:
            state.grow()
        assert state._call["work"] > -40 * list_of_all  # a step at a time: this is all that is looked at too much
        steps.add((int(state.head[2]), state.nodes > nodes))
    assert {(SHAVING, False), (SIFTING, False)} <= steps


@pytest.mark.parametrize("strategy", ["mrv", "item", "cell", "pieces"])
def test_a_stretch_on_a_wide_board_reads_no_more_than_it_may(strategy: str) -> None:
    puzzle = presents(20, 4)
    cover = cover_of(puzzle, place(puzzle)).residual()[1]
    state: State = find(strategy).state(cover, puzzle.board)
    entries = int(cover.members().sum()) * cover.rows.shape[1]
    state.work, found = 1 << 22, np.empty((64, state.longest), np.int64)
    for _ in range(30):
        before = state.nodes
        if state.advance(1 << 40, found)[0] == STACK_FULL:
            state.grow()
        assert state._call["work"] > -40 * entries  # type: ignore[attr-defined]
        assert state.nodes - before < 1 << 17


def test_a_quick_search_looks_at_the_clock() -> None:
    puzzle = presents(30, 13)
    offer = Offer([(None, cover_of(puzzle, place(puzzle)))])
    clock = Countdown(3)
    with pytest.raises(Stopped):
        quick_search(offer, clock)
    assert clock.looks == 3


def test_half_a_second_is_enough_for_a_stretch() -> None:
    """A word is read in about a nanosecond on a slow machine, and a twentieth of that on a fast one."""
    assert WORK * 1e-9 < 0.25
