"""The search without a compiler: the kernel's tree, in the kernel's order, and it ends in time."""

import time
from pathlib import Path

import numpy as np
import pytest
from commands import ENVIRONMENT, run, said
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Bounds, Sets, boards, covers
from textbook import chain, graphs, of

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import place
from satpuzzle.engines.base import Offer
from satpuzzle.engines.compiled import Patience
from satpuzzle.engines.native import glance
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, STACK_FULL

Course = list[tuple[int, float, list[list[int]]]]


def course(state: Mrv | Interpreted, budget: int, room: int, most: int) -> Course:
    """Return the nodes, the fraction and the solutions found each time that a search comes back."""
    steps: Course = []
    while state.nodes < most:
        before, found = state.nodes, np.full((room, state.longest), -1, np.int64)
        outcome, count = state.advance(budget, found)
        solutions = found[:count].tolist()
        while outcome == STACK_FULL:
            state.grow()
            outcome, count = state.advance(budget - state.nodes + before, found[len(solutions) :])
            solutions += found[len(solutions) :][:count].tolist()
        steps.append((state.nodes, state.fraction if outcome == BUDGET_SPENT else 1.0, solutions))
        if outcome == EXHAUSTED:
            break
    return steps


@settings(deadline=None)
@given(st.one_of(covers(), boards(), covers(14, 40)), st.integers(1, 50), st.integers(1, 5))
def test_a_search_is_the_same_without_a_compiler(drawn: tuple[Sets, Bounds], budget: int, room: int) -> None:
    _, cover = of(drawn).residual()
    assume(cover.hopeless() is None)
    assert course(Interpreted(cover), budget, room, 2000) == course(Mrv(cover), budget, room, 2000)


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma", "y-pentominoes-5x10", "iq-pyramid-4", "soma"])
def test_puzzles_are_searched_alike(name: str) -> None:
    puzzle = sp.load(name)
    _, cover = ExactCover.of(puzzle, place(puzzle)).residual()
    assert course(Interpreted(cover), 1000, 64, 10_000) == course(Mrv(cover), 1000, 64, 10_000)


@pytest.mark.parametrize("textbook", [chain(151), graphs(12, 1, 1), graphs(9, 2, 4)], ids=["chain", "pairs", "graphs"])
def test_covers_with_many_items_or_copies_are_searched_alike(textbook: tuple[Sets, Bounds]) -> None:
    _, cover = of(textbook).residual()
    assert course(Interpreted(cover), 100, 64, 5000) == course(Mrv(cover), 100, 64, 5000)


def test_it_ends_in_time() -> None:
    _, cover = ExactCover.of_sets([{0}, {0}], [(1, 1)]).residual()
    with pytest.raises(TimeoutError):
        Interpreted(cover, time.perf_counter() - 1).advance(100, np.zeros((4, 1), np.int64))


@pytest.mark.parametrize("name", ["soma", "galakub", "pentominoes-8x8", "bedlam"])
def test_a_glance_sees_the_same_whether_or_not_a_kernel_is_at_hand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen() -> tuple[int, list[list[int]]] | None:
        over = glance.glance(Offer([(None, sp.solve(name).tabulate().cover)]))
        return None if over is None else (over.nodes, [solution for batch in over.found for solution in batch.tolist()])

    monkeypatch.setattr(glance, "_patience", Patience(0))
    compiled = seen()
    monkeypatch.setattr(Mrv, "ready", lambda state, found: False)
    monkeypatch.setattr(glance, "_patience", Patience(100))
    assert seen() == compiled
    assert glance._patience.left < 100
    monkeypatch.setattr(glance, "_patience", Patience(1e-6))  # it begins, and is compiled after all
    assert seen() == compiled


def test_a_glance_keeps_more_solutions_than_a_batch_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = ExactCover.of_sets(
        [{item, 8 + other} for item in range(6) for other in range(6)], [(1, 1)] * 6 + [(0, 1)] * 8
    )
    monkeypatch.setattr("satpuzzle.engines.native.strategy._LEAST", 100)
    monkeypatch.setattr("satpuzzle.engines.native.strategy._ROOM", 100)
    run = sp.solve(cover)
    assert run.exhaust().raw == 720
    assert "estimated_nodes" not in run.stats  # there was no plan


def test_a_small_puzzle_is_solved_without_compiling_anything(tmp_path: Path) -> None:
    assert "240" in said(run("count", "soma", env=ENVIRONMENT | {"NUMBA_CACHE_DIR": str(tmp_path)}))
    assert not list(tmp_path.rglob("*.kernel"))
