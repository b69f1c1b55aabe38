"""The branching of external solvers: on cells in scan order or by their own heuristic, chosen by a sample of parts."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pretending import pretend
from strategies import SHAPES, box_cells, make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import Offer, SolverConfig, Stats
from satpuzzle.engines.clingo import enumerate_sets
from satpuzzle.engines.config import solver_config
from satpuzzle.engines.cpsat import enumerate_solutions
from satpuzzle.engines.external import FEWER, ExternalEngine
from satpuzzle.engines.order import first_items, ranks
from satpuzzle.engines.pysat import enumerate_models


class Pretender(ExternalEngine):
    """Does nothing, and reports a given number of conflicts for each branching."""

    name = description = "pretender"
    reads = ("decisions",)
    orders = ("activity", "static")
    ordered_parts = FEWER

    def __init__(self, **conflicts: int) -> None:
        self.conflicts = conflicts

    def task(self, cover: ExactCover, config: SolverConfig) -> dict[str, Any]:
        assert config.recipe is not None
        return {"task": pretend, "conflicts": self.conflicts.get(config.recipe.decisions, 0)}


def many(items: int) -> ExactCover:
    """Return a cover with forty options for each item."""
    return ExactCover.of_sets([{item} for item in range(items)] * 40, [(1, 1)] * items)


@pytest.mark.full
@pytest.mark.parametrize(
    ("activity", "static", "taken", "parts"),
    [(10, 9, "activity", 1200), (10, 7, "static", 200), (10, 30, "activity", 1200), (-1, 10, "static", 200)],
)
def test_the_other_way_to_decide_must_take_clearly_fewer_conflicts(
    activity: int, static: int, taken: str, parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = iter([1.0 if activity < 0 else 60.0, *[60.0] * 3])  # seconds; -1: never ready
    monkeypatch.setattr("satpuzzle.engines.external.Clock", lambda seconds, within: Clock(next(patience), within))
    engine = Pretender(activity=activity, static=static)
    prepared = engine.prepare(Offer([(None, many(40))]), SolverConfig(engine, Recipe("any")), Clock())
    prepared.solver.close()
    assert prepared.config.recipe is not None
    assert (prepared.config.recipe.decisions, prepared.parts) == (taken, parts)
    assert prepared.stats["deciding"] == taken


@pytest.mark.parametrize(
    ("cover", "recipe", "parts", "limit"),
    [
        (many(40), Recipe("asked", decisions="activity"), None, None),
        (many(40), Recipe("any"), 1, None),
        (many(20), Recipe("any"), None, None),
        (many(20), Recipe("any"), 30, None),
        (many(40), Recipe("any"), None, 1),
    ],
    ids=["decided", "undivided", "few options", "few options in parts", "one solution"],
)
def test_nothing_is_tried_where_it_is_decided_or_not_worth_it(
    cover: ExactCover, recipe: Recipe, parts: int | None, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satpuzzle.engines.external._conflicts", None)
    engine = Pretender()
    prepared = engine.prepare(Offer([(None, cover)], limit=limit), SolverConfig(engine, recipe, parts=parts), Clock())
    prepared.solver.close()
    assert prepared.config.recipe == replace(recipe, decisions="activity")
    assert prepared.stats.get("deciding") == (None if recipe.decisions == "auto" else "activity")


@pytest.mark.parametrize(("backend", "parts"), [("cadical", 1200), ("cpsat", 200), ("clingo", 200)])
def test_a_solver_that_decides_by_cells_gets_the_parts_that_suit_it(backend: str, parts: int) -> None:
    if missing := BACKENDS[backend].missing():
        pytest.skip(missing)
    config = solver_config(backend, "static", "auto", None, None, None)
    prepared = config.engine.prepare(Offer([(None, many(40))]), config, Clock())
    prepared.solver.close()
    assert prepared.parts == parts


@pytest.mark.parametrize(("words", "parts"), [(1 << 28, 1200), (100 * 1601, 100), (1600, 1)])
def test_a_cover_is_split_into_fewer_parts_if_its_rows_are_many(
    words: int, parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satpuzzle.engines.external._WORDS", words)
    engine, cover = Pretender(), many(40)
    assert cover.rows.size == 1600
    prepared = engine.prepare(Offer([(None, cover)], limit=1), SolverConfig(engine, Recipe("any")), Clock())
    prepared.solver.close()
    assert prepared.parts == parts


def test_what_was_not_found_out_in_time_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.engines.external._PATIENCE", 0.1)
    engine = Pretender(activity=-1, static=-1)
    prepared = engine.prepare(Offer([(None, many(40))]), SolverConfig(engine, Recipe("any")), Clock())
    prepared.solver.close()
    assert prepared.config.recipe == Recipe("any", decisions="activity")
    assert (prepared.stats.get("deciding"), prepared.parts) == (None, 1200)


def test_cells_are_ranked_along_the_shortest_side_of_the_board() -> None:
    puzzle = make_puzzle(
        "cubic", box_cells("cubic", 2, 1, 3), [make_piece("domino", SHAPES["two"], "cubic", min=3, max=3)]
    )
    tables = Tables.of(puzzle)
    rank = ranks(tables.cover, tables.points)
    assert [tuple(cell) for cell in puzzle.board[np.argsort(rank[:6])].tolist()] == [
        (x, 0, z) for z in range(3) for x in range(2)
    ]
    assert rank[6:].tolist() == [6]
    firsts = first_items(tables.cover, rank).tolist()
    assert sorted(firsts) == [0, 0, 1, 2, 2, 3, 4]  # the dominoes of a ladder, by their first cell
    assert sorted(first_items(tables.cover, None).tolist()) == [0, 0, 1, 1, 2, 3, 4]


@pytest.mark.full
@pytest.mark.parametrize(
    ("enumerate_all", "options"),
    [
        (enumerate_sets, {"static": True}),
        (enumerate_solutions, {"static": True, "whole": False}),
        (enumerate_models, {"solver": "cadical195", "recipe": Recipe("static", decisions="static")}),
    ],
    ids=["clingo", "cpsat", "cadical"],
)
def test_a_solver_takes_fewer_conflicts_along_the_short_side(enumerate_all: Any, options: dict[str, Any]) -> None:
    pytest.importorskip("clingo")
    cells = {piece.name: piece.cells for piece in sp.load("pentominoes-3x20").pieces}
    pieces = [make_piece(name, cells[name], "square") for name in "FILPUVXY"]
    tables = Tables.of(make_puzzle("square", box_cells("square", 4, 10), pieces))
    conflicts = []
    for rank in (ranks(tables.cover, tables.points), None):
        found: list[list[int]] = []
        stats: Stats = {}
        enumerate_all(tables.cover, found.append, stats, rank=rank, **options)
        assert len(set(map(tuple, found))) == len(found) == 40
        conflicts.append(stats["conflicts"])
    assert 2 * conflicts[0] < conflicts[1]
