"""What is particular to the native search: strategies, probes, splitting, machines."""

import dataclasses
import itertools
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ascending
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.split import split
from satpuzzle.engines import rules
from satpuzzle.engines.base import Estimate
from satpuzzle.engines.library import missing
from satpuzzle.engines.native import mrv, plan, probe, scan, trial
from satpuzzle.engines.state import EXHAUSTED, State
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids.cubic import CUBIC

OF_PIECES = [name for name in STRATEGIES if name != "edges"]  # for tiles, see test_edges.py


def searched(*names: str) -> list[tuple[str, str]]:
    """Return puzzles with the strategies that need no long search of them."""
    return [
        (name, strategy)
        for strategy in OF_PIECES
        for name in names
        if name != "pentominoes-3x20" or not strategy.startswith("pieces")
    ]


PUZZLES = ["soma", "steinhaus", "pentominoes-3x20", "iq-pyramid-4", "tetracubes-2x4x4", "galakub"]


def restrictions(name: str) -> Sequence[tuple[int | None, sp.ExactCover]]:
    puzzle = sp.load(name)
    cover = sp.cover_of(puzzle, sp.place(puzzle))
    return symmetry_of(puzzle, cover).restrictions(cover)


@pytest.mark.parametrize("name", PUZZLES)
def test_both_strategies_find_the_same_solutions(name: str) -> None:
    by_fewest, by_scan = ({s.options for s in sp.solve(name, strategy=strategy)} for strategy in ("scan", "mrv"))
    assert by_fewest == by_scan


@pytest.mark.skipif(missing() is not None, reason="only kernels compare parts of a tree")
def test_equal_pieces_in_a_box_are_searched_by_survivors() -> None:
    first, again = (sp.solve("y-pentacubes-5x5x5", jobs=jobs) for jobs in (1, 2))
    assert first.exhaust() == again.exhaust() == sp.Counts(60672, 2528, 1264)
    assert (first.stats["strategy"], first.stats["nodes"]) == ("survivors", 6244883)
    assert (again.stats["strategy"], again.stats["nodes"]) == ("survivors", 6244883)


@pytest.mark.skipif(missing() is not None, reason="only kernels compare parts of a tree")
@pytest.mark.parametrize("name", ["soma", "galakub", "iq-pyramid-5", "conway-6-6-5", "n-pentacubes-5x5x5"])
def test_a_search_that_takes_more_work_by_survivors_stays_as_it_was(name: str) -> None:
    _, cover = restrictions(name)[0]
    rest = cover.residual()[1]
    assert not trial.weeds(rest, 0.0)
    state = mrv.Mrv(rest)
    seen = probe.estimate(state, 1000)
    assert not trial.weeding_pays(state, seen.nodes)
    assert not state.weeded and nodes_of(state) == nodes_of(mrv.Mrv(rest))


def nodes_of(state: State) -> int:
    found = np.empty((64, state.longest), np.int64)
    state.advance(20_000, found)
    return state.nodes


@pytest.mark.few(1, "parts")
@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("parts", [2, 10, 100])
def test_the_parts_of_a_split_have_all_solutions_between_them_and_none_twice(name: str, parts: int) -> None:
    _, cover = restrictions(name)[0]
    whole = sorted(sp.solve(cover, "native"))
    found = [list(sp.solve(part, "native")) for _, part in split([cover], parts)]
    assert sorted(solution for part in found for solution in part) == whole


@pytest.mark.parametrize("strategy", OF_PIECES)
def test_parts_in_which_nothing_is_left_are_solutions(strategy: str) -> None:
    assert sp.count("slothouber-graatsma", strategy=strategy, parts=300) == sp.count("slothouber-graatsma")


@pytest.mark.parametrize("strategy", ["scan", "mrv"])
def test_solutions_come_in_one_order_whatever_the_number_of_jobs(strategy: str) -> None:
    one, two, three = (
        [s.options for s in sp.solve("pentominoes-8x8", strategy=strategy, parts=40, jobs=jobs)] for jobs in (1, 2, 3)
    )
    assert one == two == three
    assert len(one) == 65


@pytest.mark.few(1, "strategy")
@pytest.mark.some(2, "strategy")
@pytest.mark.parametrize(("name", "strategy"), searched("soma", "pentominoes-3x20", "iq-pyramid-4"))
def test_probes_estimate_the_size_of_the_tree(name: str, strategy: str) -> None:
    first, cover = restrictions(name)[0]
    points = sp.load(name).board
    _, rest = cover.residual()
    state = find(strategy).state(rest, points, first)
    guess = probe.estimate(state, 60_000)
    found = np.zeros((1 << 16, state.longest), np.int64)
    while state.advance(1 << 40, found)[0] != EXHAUSTED:
        pass
    assert abs(guess.nodes - state.nodes) < 5 * guess.nodes_error + 1
    assert guess.nodes_error < 0.6 * guess.nodes


@pytest.mark.parametrize("name", ["pentominoes-4x15", "pentominoes-5x12"])
def test_a_search_goes_on_with_the_arrays_of_its_plan(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    begin = scan.Scan.__init__

    def counted(self: scan.Scan, *arguments: Any, **options: Any) -> None:
        made.append(1)
        begin(self, *arguments, **options)

    monkeypatch.setattr(scan.Scan, "__init__", counted)
    sp.solve(name, jobs=1).exhaust()
    assert len(made) == 1


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("pentominoes-3x20", []),  # a short scan was enough
        ("pentominoes-4x15", ["Scan", "Scan"]),  # once more with a table
        ("pentominoes-5x12", ["Scan", "Scan"]),
        ("pentominoes-6x10", ["Scan", "Mrv", "Scan"]),
        ("pentominoes-8x8", ["Mrv"]),
        ("solid-pentominoes-2x5x6", ["Mrv", "Scan"]),
    ],
)
def test_a_plan_does_not_look_at_what_cannot_be_much_shorter(
    name: str, looks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def watched(state: State, *arguments: Any, **options: Any) -> Estimate:
        seen.append(type(state).__name__)
        return probe.estimate(state, *arguments, **options)

    monkeypatch.setattr(plan, "estimate", watched)
    sp.solve(name).plan()
    assert seen == looks


@pytest.mark.parametrize(("enough", "rounds"), [(0, 3), (math.inf, 8)])
def test_probes_stop_when_they_are_enough_for_so_short_a_search(
    enough: float, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = mrv.Mrv(sp.ExactCover.of_sets([{0}, {0, 1}, {1}, {2}, {0, 2}], [(1, 1)] * 3))
    dice, advance = set(), state.advance

    def watched(budget: int, found: Any) -> tuple[int, int]:
        dice.add(int(state.dice[0]))
        return advance(budget, found)

    monkeypatch.setattr(state, "advance", watched)
    found = probe.estimate(state, 500, enough=lambda seconds: enough)
    assert len(dice) == rounds
    assert found.nodes_error < found.nodes
    assert found.nodes == pytest.approx(5, rel=0.5)


def test_solutions_in_long_and_in_short_rows_that_begin_alike() -> None:
    lines = [range(8 * number + 1, 8 * number + 9) for number in range(10)]
    cover = sp.ExactCover.of_sets([{0}, *map(set, lines)], [(1, 1)] + [(0, 1)] * 80)
    found = set(sp.solve(cover, strategy="mrv").options())
    assert found == {(0, *some) for many in range(11) for some in itertools.combinations(range(1, 11), many)}


def test_probes_of_covers_with_copies_and_optional_items_leave_no_trace() -> None:
    cover = sp.ExactCover.of_sets([{0}, {0}, {0, 1}, {1}, {2}, {0, 2}], [(0, 3), (1, 2), (0, 1)])
    state = mrv.Mrv(cover)
    before = state.stack.copy()
    probe.estimate(state, 2000)
    assert (state.stack[: len(before)] == before)[: state.single.shape[1] * int(state.level[0, 2])].all()


def test_a_scan_needs_pieces_that_lie_close_together() -> None:
    with pytest.raises(PuzzleError, match="strategy scan: allowed if each piece is on cells that must be filled"):
        sp.count("n-pentacubes-5x5x5", strategy="scan")


def test_a_scan_needs_a_cell_to_fill_under_every_piece() -> None:
    cover = sp.ExactCover.of_sets([{0}, {1}], [(1, 1), (0, 1)])
    assert scan.refusal(cover)
    assert not scan.refusal(sp.ExactCover.of_sets([{0}, {0, 1}], [(1, 1), (0, 1)]))


@pytest.mark.full
@pytest.mark.skipif(
    not sys.platform.startswith("linux") or os.uname().machine != "x86_64", reason="names x86 processors"
)
def test_a_processor_without_vector_instructions_visits_the_same_nodes() -> None:
    script = """
import satpuzzle as sp
for strategy in ("mrv", "scan"):
    run = sp.solve("soma", strategy=strategy)
    print(run.exhaust().isometries, run.stats["nodes"])
"""
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    here = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    environment["SATPUZZLE_KERNELS"] = "sse2"
    there = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert here.stdout == there.stdout
    assert here.stdout.count("240") == 2


def test_solutions_that_fill_the_buffer_are_all_handed_over() -> None:
    dominoes = [{2 * row, 2 * row + 1} for row in range(14)] + [{2 * row, 2 * row + 1} for row in range(14)]
    cover = sp.ExactCover.of_sets(dominoes, [(1, 1)] * 28)
    for strategy in OF_PIECES:
        batches = list(sp.solve(cover, "native", strategy=strategy).batches())
        assert sum(map(len, batches)) == 2**14
        assert len(np.unique(np.concatenate([ascending(batch) for batch in batches if len(batch)]), axis=0)) == 2**14


def test_cells_that_given_pieces_fill_take_no_room_in_a_scan() -> None:
    # 64 cells and 32 pieces are more than the bits of two words; what is filled already does not count.
    cover = sp.ExactCover.of_sets([{2 * i, 2 * i + 1, 64 + i} for i in range(32)], [(1, 1)] * 96)
    cover = dataclasses.replace(cover, families={"cells": range(64), "pieces": range(64, 96)})
    part = cover.given(range(25))
    assert not scan.refusal(part.residual()[1])
    assert list(sp.solve(part, "native", strategy="scan")) == [tuple(range(32))]


# Strategies


@pytest.mark.few(1, "strategy")
@pytest.mark.parametrize(("name", "strategy"), searched("soma", "steinhaus", "iq-pyramid-4", "pentominoes-3x20"))
def test_every_strategy_gives_the_same_solutions(name: str, strategy: str) -> None:
    assert {s.options for s in sp.solve(name, strategy=strategy)} == {s.options for s in sp.solve(name)}


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["soma", "steinhaus", "iq-pyramid-4", "tetracubes-2x4x4", pytest.param("galakub", marks=pytest.mark.slow)]
)
def test_tests_for_isolated_cells_and_pockets_leave_nodes_out_and_no_solutions(name: str) -> None:
    _, cover = restrictions(name)[0]
    searches = [sp.solve(cover, strategy=f"pieces{test}", parts=1) for test in ("", "-isolated", "-pockets")]
    one, two, three = ([*search] for search in searches)
    assert one == two == three
    nodes = [search.stats["nodes"] for search in searches]
    assert nodes[0] > nodes[1] > nodes[2]


@pytest.mark.few(1, "strategy")
@pytest.mark.parametrize("name", ["soma", "steinhaus", "iq-pyramid-4", "galakub", "tetracubes-2x4x4"])
@pytest.mark.parametrize("strategy", ["pieces-pockets", "rows"])
def test_strategies_of_articles_give_the_published_counts(name: str, strategy: str) -> None:
    published = sp.load(name).published.known()
    assert published.items() <= sp.count(name, strategy=strategy).known().items()


@pytest.mark.full
def test_the_axes_of_a_scan_change_its_tree_and_nothing_else() -> None:
    nodes = {}
    for axes in ("xyz", "xzy", "yzx", "zyx"):
        run = sp.solve("diabolical-cube", strategy=f"scan:holes,{axes}")
        assert run.exhaust() == sp.count("diabolical-cube")
        nodes[axes] = run.stats["nodes"]
    assert len(set(nodes.values())) > 1
    along, across = (sp.solve("pentominoes-3x20", strategy=f"scan:{axes}") for axes in ("yx", "xy"))
    assert along.exhaust() == across.exhaust()
    assert int(along.stats["nodes"]) > 4 * int(across.stats["nodes"])


@pytest.mark.parametrize(
    ("strategy", "complaint"),
    [
        ("fastest", "strategy fastest: choose from auto, cell, "),
        ("scan:zz", "strategy scan:zz: zz after the colon; allowed are axes, x, y and z in some order"),
        ("mrv:xyz", "strategy mrv:xyz: mrv takes no axes and no tricks, scan does"),
    ],
)
def test_a_strategy_that_is_none_is_named_in_one_line(strategy: str, complaint: str) -> None:
    with pytest.raises(PuzzleError, match=complaint):
        sp.solve("soma", strategy=strategy)


def from_the_corner(view: rules.Node) -> int:
    best, nearest = rules.ANY, 1 << 30
    for cell in view.cells:
        distance = view.points[cell].sum()
        if view.needed[cell] and distance < nearest:
            best, nearest = cell, distance
    return int(best)


@pytest.mark.full
def test_a_strategy_may_be_a_function_of_the_user() -> None:
    run = sp.solve("soma", strategy=from_the_corner)
    assert {s.options for s in run} == {s.options for s in sp.solve("soma")}
    assert run.stats["strategy"] == "from_the_corner"
    by_name = sp.solve("soma", strategy="cell")
    by_name.exhaust()
    assert run.stats["nodes"] != by_name.stats["nodes"]


def test_a_function_that_gives_up_everywhere_finds_nothing() -> None:
    def give_up(view: rules.Node) -> int:
        return rules.GIVE_UP

    assert sp.count("soma", strategy=give_up).raw == 0


def test_a_function_that_returns_nonsense_is_told_so() -> None:
    def covered(view: rules.Node) -> int:
        for cell in view.cells:
            if not view.needed[cell]:
                return int(cell)
        return rules.ANY

    with pytest.raises(PuzzleError, match="rule returned 0: allowed are an item that must still be covered"):
        sp.count("soma", strategy=covered)


def test_a_function_that_cannot_be_compiled_runs_as_it_is_and_that_is_said(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("numba")

    def with_a_generator(view: rules.Node) -> int:
        return int(min((cell for cell in view.cells if view.needed[cell]), default=rules.ANY))

    assert sp.count("slothouber-graatsma", strategy=with_a_generator).raw == 8
    assert "strategy with_a_generator: runs as plain Python, it cannot be compiled: " in caplog.text
    assert "a loop in its place is compiled" in caplog.text


def test_a_table_of_endings_has_every_ending() -> None:
    puzzle = sp.load("tetracubes-2x4x4")
    cover = sp.cover_of(puzzle, sp.place(puzzle))
    nodes = []
    for effort in (1, 100, 10_000, 1_000_000):
        state = find("scan").state(cover, puzzle.board, None, effort)
        found = np.full((20_000, state.longest), -1, np.int64)
        outcome, count = state.advance(1 << 40, found)
        assert (outcome, count) == (EXHAUSTED, 11120)
        nodes.append(state.nodes)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[-1] < nodes[0] / 2


@pytest.mark.full
def test_a_board_of_a_thousand_cells_is_searched_and_its_astronomic_tree_estimated() -> None:
    board = np.array(list(np.ndindex(10, 10, 10)), dtype=np.int64)
    domino = sp.Piece("domino", np.array([(0, 0, 0), (1, 0, 0)]), 500, 500)
    puzzle = sp.Puzzle("box", CUBIC, board, np.zeros(1000, np.bool_), (domino,))
    search = sp.solve(puzzle, limit=1, jobs=1)
    (solution,) = search
    assert len(solution.options) == 500
    assert float(sp.solve(puzzle, jobs=1).plan().stats["estimated_nodes"]) > 1e100


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_option_is_chosen_once_however_often_its_items_may_be_covered(strategy: str) -> None:
    cover = sp.ExactCover.of_sets([{0}], [(0, 9)])
    if find(strategy).refusal(cover) is None:
        assert list(sp.solve(cover, "native", strategy=strategy)) == [(), (0,)]


def test_a_long_search_begins_with_the_best_of_many_items() -> None:
    """The first item looked at has twice the nodes, 68 million instead of 30."""
    plan = sp.solve("tetris-cube", jobs=1).plan()
    assert plan.stats["estimated_nodes"] < 5e7
    assert plan.tables.cover.names[plan.branches[0].leaders[0]] == "D"


def test_a_part_in_which_nothing_is_left_has_what_is_given_as_its_solution() -> None:
    cover = sp.ExactCover.of_sets([[0], [0, 1, 2], [0], [0]], [(1, 1), (1, 1), (0, 1)])
    assert [*sp.solve(cover, parts=5, jobs=1)] == [(1,)]
