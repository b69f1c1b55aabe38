"""Solvers on a bare cover: all count the same, and a limit of CPU seconds ends them."""

import sys
from typing import Any

import pytest
from lab import bare

import satpuzzle as sp
from satpuzzle import ExactCover, load, place
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.measure.instances import DOMINO, edge_matching, filled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no timer of CPU time")

WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "native": ("native", {}),
    "cadical": ("pysat", {}),
    "cadical by cells": ("pysat", {"by_cells": True}),
    "gluecard": ("pysat", {"name": "gluecard4", "recipe": "native"}),
    "clingo": ("clingo", {}),
    "clingo by cells": ("clingo", {"by_cells": True, "seed": 3}),
    "clingo that forgets": ("clingo", {"arguments": bare.CLINGO_FORGETS}),
    "cpsat": ("cpsat", {"parameters": {"linearization_level": 2}}),
}
DOMINOES = filled("domino", (4, 4), DOMINO)
COVER = cover_of(DOMINOES, place(DOMINOES))


@pytest.mark.parametrize("way", WAYS)
def test_every_solver_counts_the_36_packings_of_4x4_by_dominoes(way: str) -> None:
    pytest.importorskip("clingo")
    solver, options = WAYS[way]
    found = bare.run(bare.shuffled(COVER, 1), solver, 60, **options)
    assert (found["status"], found["solutions"]) == (bare.ENDED, 36), found
    assert 0 <= found["first_cpu"] <= found["cpu"]


@pytest.mark.slow  # it is compiled first, which takes 17 s
def test_the_generic_solver_counts_them_too() -> None:
    pytest.importorskip("xcover")
    cells = ExactCover.of_sets(
        [COVER.items_of(option)[:2].tolist() for option in range(len(COVER.rows))], [(1, 1)] * 16
    )
    assert bare.run(cells, "xcover", 60)["solutions"] == 36


@pytest.mark.parametrize("way", ["cadical", "gluecard", "clingo", "cpsat"])
def test_the_first_solution_is_enough_if_it_is_asked_for(way: str) -> None:
    pytest.importorskip("clingo")
    solver, options = WAYS[way]
    assert bare.run(COVER, solver, 60, first=True, **options)["solutions"] == 1


@pytest.mark.full
def test_a_run_ends_at_its_limit_of_cpu_seconds() -> None:
    puzzle = load("bedlam")
    found = bare.run(cover_of(puzzle, place(puzzle)), "pysat", 0.5)
    assert found["status"] == bare.CUT
    assert "cpu" not in found


def test_a_solver_that_fails_says_how() -> None:
    found = bare.run(COVER, "pysat", 60, name="no-such-solver")
    assert found["status"] == bare.FAILED
    assert "no-such-solver" in found["error"]


def test_deleting_what_was_learnt_costs_conflicts_on_a_mutilated_board() -> None:
    pytest.importorskip("clingo")
    board = filled("domino", (8, 8), DOMINO, 2)
    cover = cover_of(board, place(board))
    learns, forgets = (
        bare.run(cover, "clingo", 60, by_cells=True, seed=0, arguments=each) for each in ((), bare.CLINGO_FORGETS)
    )
    assert learns["solutions"] == forgets["solutions"] == 0
    assert forgets["conflicts"] > 5 * learns["conflicts"]


@pytest.mark.full
def test_a_peer_counts_edges_in_colours() -> None:
    pytest.importorskip("xcover")
    cover = edge_matching(3, 3, 3)
    stats: dict[str, Any] = {}
    known = sp.count(cover).raw
    found: list[object] = []
    bare.xcover(cover, found.append, stats)
    assert len(found) == sum(bare.native(cover, stats)) == known != 0


def test_the_native_search_tells_its_nodes_its_seconds_and_what_was_estimated() -> None:
    stats: dict[str, Any] = {}
    assert sum(bare.native(COVER, stats, "scan:holes", DOMINOES.board.tolist())) == 36
    assert stats["nodes"] > 36
    assert stats["estimated_nodes"] > 0
    assert stats["seconds"] >= 0
