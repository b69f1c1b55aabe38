"""The search in plain Python: the kernel's tree, in the kernel's order."""

import numpy as np
import pytest
from coloured import Problem, as_cover, problems
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import Bounds, Sets, boards, covers
from textbook import chain, graphs, of

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.base import Offer
from satpuzzle.engines.native import quick_search
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, STACK_FULL

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


@pytest.mark.full
@settings(deadline=None)
@given(st.one_of(covers(), boards(), covers(14, 40)), st.integers(1, 50), st.integers(1, 5))
def test_a_search_is_the_same_without_a_compiler(drawn: tuple[Sets, Bounds], budget: int, room: int) -> None:
    _, cover = of(drawn).residual()
    assume(cover.hopeless() is None)
    assert course(Interpreted(cover), budget, room, 2000) == course(Mrv(cover), budget, room, 2000)


@settings(deadline=None)
@given(problems(12), st.integers(1, 50), st.integers(1, 5))
def test_a_search_with_colours_is_the_same_without_a_compiler(drawn: Problem, budget: int, room: int) -> None:
    _, cover = as_cover(*drawn).residual()
    assume(cover.hopeless() is None)
    assert course(Interpreted(cover), budget, room, 2000) == course(Mrv(cover), budget, room, 2000)


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma", "y-pentominoes-5x10", "iq-pyramid-4", "soma"])
def test_puzzles_are_searched_alike(name: str) -> None:
    puzzle = sp.load(name)
    _, cover = cover_of(puzzle, place(puzzle)).residual()
    assert course(Interpreted(cover), 1000, 64, 10_000) == course(Mrv(cover), 1000, 64, 10_000)


@pytest.mark.parametrize("textbook", [chain(151), graphs(12, 1, 1), graphs(9, 2, 4)], ids=["chain", "pairs", "graphs"])
def test_covers_with_many_items_or_copies_are_searched_alike(textbook: tuple[Sets, Bounds]) -> None:
    _, cover = of(textbook).residual()
    assert course(Interpreted(cover), 100, 64, 5000) == course(Mrv(cover), 100, 64, 5000)


def shaved(state: Mrv | Interpreted, depth: int) -> Mrv | Interpreted:
    state.shaved = depth
    return state


@pytest.mark.full
@settings(deadline=None)
@given(st.one_of(covers(), boards(), covers(14, 40)), st.integers(0, 3), st.integers(1, 50))
def test_lists_are_shaved_alike(drawn: tuple[Sets, Bounds], depth: int, budget: int) -> None:
    _, cover = of(drawn).residual()
    assume(cover.hopeless() is None)
    expected, found = (course(shaved(kind(cover), depth), budget, 5, 2000) for kind in (Interpreted, Mrv))
    assert found == expected
    everything = (course(state, 1 << 20, 64, 1 << 30) for state in (Mrv(cover), shaved(Mrv(cover), depth)))
    assert len({str(sorted(solutions_of(steps))) for steps in everything}) == 1


@pytest.fixture
def any_list_is_weeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.engines.native.shared._WEEDED", 2)


def weeded(state: Mrv | Interpreted, depth: int = -1) -> Mrv | Interpreted:
    state.weeded = True
    return shaved(state, depth)


@pytest.mark.full
@pytest.mark.usefixtures("any_list_is_weeded")
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(st.one_of(covers(), boards(), covers(14, 40)).map(of), problems(12).map(lambda drawn: as_cover(*drawn))),
    st.integers(-1, 2),
    st.integers(1, 50),
)
def test_lists_are_weeded_alike(drawn: ExactCover, depth: int, budget: int) -> None:
    _, cover = drawn.residual()
    assume(cover.hopeless() is None)
    expected, found = (course(weeded(kind(cover), depth), budget, 5, 2000) for kind in (Interpreted, Mrv))
    assert found == expected
    everything = (course(state, 1 << 20, 64, 1 << 30) for state in (Mrv(cover), weeded(Mrv(cover), depth)))
    assert len({str(sorted(solutions_of(steps))) for steps in everything}) == 1


def solutions_of(steps: Course) -> list[list[int]]:
    return [sorted(solution) for _, _, solutions in steps for solution in solutions]


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma", "y-pentominoes-5x10", "iq-pyramid-4", "soma"])
def test_shaved_puzzles_are_searched_alike(name: str) -> None:
    puzzle = sp.load(name)
    _, cover = cover_of(puzzle, place(puzzle)).residual()
    assert course(shaved(Interpreted(cover), 1), 1000, 64, 5000) == course(shaved(Mrv(cover), 1), 1000, 64, 5000)


@pytest.mark.parametrize("depth", [-1, 1])
@pytest.mark.parametrize("name", ["galakub", "y-pentominoes-5x10", "iq-pyramid-4", "soma", "y-pentacubes-5x5x5"])
def test_weeded_puzzles_are_searched_alike(name: str, depth: int) -> None:
    puzzle = sp.load(name)
    _, cover = cover_of(puzzle, place(puzzle)).residual()
    plain, *found = (
        course(state, 1000, 64, 5000)
        for state in (Mrv(cover), weeded(Interpreted(cover), depth), weeded(Mrv(cover), depth))
    )
    assert found[0] == found[1] != plain
    assert thrown(weeded(Interpreted(cover)), 20) == thrown(weeded(Mrv(cover)), 20)


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma", "y-pentominoes-5x10", "iq-pyramid-4", "soma"])
def test_probes_go_the_same_ways(name: str) -> None:
    puzzle = sp.load(name)
    _, cover = cover_of(puzzle, place(puzzle)).residual()
    assert thrown(Interpreted(cover), 50) == thrown(Mrv(cover), 50)


@pytest.mark.full
@settings(deadline=None)
@given(st.one_of(covers(), boards()), st.integers(1, 1 << 62))
def test_probes_of_random_covers_go_the_same_ways(drawn: tuple[Sets, Bounds], seed: int) -> None:
    _, cover = of(drawn).residual()
    assume(cover.hopeless() is None)
    assert thrown(Interpreted(cover), 9, seed) == thrown(Mrv(cover), 9, seed)


def thrown(state: Mrv | Interpreted, probes: int, seed: int = 12345) -> list[float]:
    """Return what is known after random probes: nodes, dice, and the sums of solutions and nodes."""
    state.dice[:] = seed, probes
    state.weight[0] = 1
    found = np.full((1, state.longest), -1, np.int64)
    outcome = BUDGET_SPENT
    while outcome != EXHAUSTED:
        if outcome == STACK_FULL:
            state.grow()
        outcome, count = state.advance(5, found)
        assert count == 0
    return [state.nodes, *state.dice.tolist(), state.weight[-3], state.weight[-1]]


@pytest.mark.parametrize("name", ["soma", "galakub", "steinhaus"])
def test_a_quick_search_sees_the_same_without_kernels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen() -> tuple[int, list[list[int]]] | None:
        over, *_ = quick_search.quick_search(Offer([(None, sp.solve(name).tabulate().cover)]))
        return None if over is None else (over.nodes, over.found.tolist())

    compiled = seen()
    monkeypatch.setattr(quick_search, "begin", Interpreted)
    monkeypatch.setattr(quick_search, "_SECONDS", 1.0)
    assert seen() == compiled


def test_a_glance_keeps_more_solutions_than_a_batch_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = ExactCover.of_sets(
        [{item, 8 + other} for item in range(6) for other in range(6)], [(1, 1)] * 6 + [(0, 1)] * 8
    )
    monkeypatch.setattr("satpuzzle.engines.state._LEAST", 100)
    monkeypatch.setattr("satpuzzle.engines.state._ROOM", 100)
    run = sp.solve(cover)
    assert run.exhaust().raw == 720
    assert "estimated_nodes" not in run.stats  # there was no plan
