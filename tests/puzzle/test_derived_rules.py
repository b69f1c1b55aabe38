"""Both files of a rule say the same: what is searched, and what checkers derive, where cells may stay empty, too."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.proofs.check.rules._touching import touching
from satpuzzle.puzzle import rules
from satpuzzle.puzzle.rules import Ground, Items, Rule, kinds
from satpuzzle.puzzle.rules._base import Numbers, Table

WITHOUT_WORDS = [kind.word for kind in kinds() if not kind.takes and not kind.filters]
SAID = [
    *(*WITHOUT_WORDS, "at border: all", "at border: none", "at border: S", "together: S Z at most 1"),
    *("together: S V exactly 2", "apart: S I", "apart at corners: S", "apart at corners: S Z"),
    *("symmetric: half turn", "symmetric: vertical", "symmetric: quarter turn"),
]
S, Z = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]], [[0, 1, 0], [1, 1, 0], [1, 0, 0], [2, 0, 0]]
BOARDS: list[dict[str, Any]] = [
    {"box": [3, 4]},
    {"box": [4, 4]},
    {"box": [5, 1]},
    {"box": [2, 2, 3]},
    *({"box": [3, 4], "free": free, "empty": empty} for free, empty in [((0, 3), None), ((0, 1, 2, 3), 3)]),
    {"box": [3, 4], "free": (0, 1, 2, 3), "mirror": True},
    {"box": [2, 2, 2], "free": (0, 1)},
]


def puzzle_of(rule: str | Rule, box: list[int], free: tuple[int, ...] = (), **keys: Any) -> sp.Puzzle:
    """Return a puzzle with ranges of copies and one-sided pieces, whose cells with these y may stay empty.

    Raises PuzzleError if it cannot have the rule.
    """
    pieces = {
        "S": {"cells": S, "min": 0, "max": 2},
        "Z": {"cells": Z, "min": 0, "max": 1},
        "I": {"cells": S[:2], "min": 1, "max": 3},
        "V": {"cells": S[:3], "min": 0, "max": 2},
        "o": {"cells": S[:1], "min": 0, "max": 2},
    }
    cells = np.argwhere(np.ones([*box, 1][:3])).tolist()
    grid = "square" if len(box) == 2 else "cubic"
    keys = {"mirror": False} | keys if len(box) == 2 else keys
    if free:
        keys["optional"] = [cell for cell in cells if cell[1] in free]
    board = [cell for cell in cells if cell[1] not in free]
    return sp.make_puzzle(grid=grid, board=board, pieces=pieces, rules=[rule], **keys)


@pytest.mark.few(2, "rule")
@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("rule", SAID)
def test_what_is_derived_for_checkers_is_what_is_searched(rule: str, board: dict[str, Any]) -> None:
    try:
        puzzle = puzzle_of(rule, **board)
    except PuzzleError as error:
        assert rule in str(error)
        return
    if not puzzle.filters:
        assert_derived(puzzle)


@pytest.mark.parametrize("place", ["corner", "crossing"])
@pytest.mark.parametrize("grid", sp.GRIDS)
def test_places_that_a_grid_does_not_have_are_none(grid: str, place: str) -> None:
    """In space there are no corners, and only sticks cross, also beside rows that have places."""
    rule: Any = {"title": "own", "sentence": "it is so"}
    rule["items"] = [{"place": one, "bounds": "at most 1"} for one in (place, "cell")]
    board = sp.GRIDS[grid].box((2,) * len(sp.GRIDS[grid].basis))
    assert_derived(
        sp.make_puzzle(
            grid=grid,
            board=board,
            pieces=[{"name": "A", "cells": board}],
            rules=[rule],
        )
    )


def assert_derived(puzzle: sp.Puzzle) -> None:
    """Assert that checkers derive the cover that is searched: its bounds, options, colours and symmetries."""
    cover, derived = sp.cover_of(puzzle, sp.place(puzzle)), statement(puzzle)
    assert len(cover.rows) == len(derived.options)
    if not derived.options:
        return  # bounds without an end would be 0
    bounds = [(low, min(high, len(cover.rows))) for low, high in zip(cover.lower, cover.upper, strict=True)]
    painted = {item for item, names in zip(cover.colours.items, cover.colours.names, strict=True) if not names}
    assert [(0, 1) if item in painted else pair for item, pair in enumerate(bounds)] == derived.bounds
    every = range(len(cover.rows))
    named = [{item: hue for item, hue in cover.colours_of(option).items() if hue} for option in every]
    pairs = sorted(zip((tuple(cover.items_of(option).tolist()) for option in every), named, strict=True), key=str)
    others = sorted(zip(derived.options, derived.colours, strict=True), key=str)
    assert [items for items, _ in pairs] == [items for items, _ in others]
    hues = {
        (item, hue, own[item])
        for (_, named), (_, own) in zip(pairs, others, strict=True)
        for item, hue in named.items()
    }
    assert len(hues) == len({(item, hue) for item, hue, _ in hues}) == len({(item, own) for item, _, own in hues})
    assert sorted(map(str, derived.weights)) == sorted(str(cover.weights_of(option)) for option in every)
    found = sp.symmetry_of(puzzle, cover)
    symmetries = zip(map(tuple, found.items.tolist()), found.rotation.tolist(), strict=True)
    assert {*symmetries} == {*derived.symmetries}


# A rule about empty cells alone


@dataclass(frozen=True)
class Lonely(Rule):
    """No two empty cells have a side in common."""

    word: ClassVar[str] = "lonely"

    def items(self, ground: Ground) -> Items:
        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = np.asarray(inside[:, ground.sides].any(axis=2))
            return found

        sides: list[list[int]] = ground.sides.tolist()
        names, about = [ground.name(pair) for pair in sides], [frozenset([frozenset(pair)]) for pair in sides]
        return Items(names, [(0, 1)] * len(sides), about, [frozenset([-1])] * len(sides), covered, empties=True)


def derived_lonely(rule: Rule, scene: Scene) -> list[Item]:
    def item(a: Any, b: Any) -> Item:
        # The contract shows the piece, too, so that a rule may tell what lies there.
        return Item((0, 1), frozenset([frozenset([a, b])]), frozenset([-1]), lambda piece, cells: bool({a, b} & cells))

    beside = {(min(a, b), max(a, b)) for a, near in touching(scene.grid, scene.board) for b in near}
    return [item(a, b) for a, b in sorted(beside) if {a, b} <= {*scene.board}]


@pytest.fixture
def lonely(monkeypatch: pytest.MonkeyPatch) -> str:
    """Make the rule one of those that files may have."""
    for name, its in (
        ("puzzle", {"rule": Lonely}),
        ("proofs.check", {"derived": derived_lonely, "counts_empty": lambda rule: True}),
    ):
        module = ModuleType(f"satpuzzle.{name}.rules.lonely")
        vars(module).update(its)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(rules, "_MODULES", (*rules._MODULES, "lonely"))
    return "lonely"


@pytest.mark.full
@pytest.mark.parametrize("board", [board | {"box": [3, 3]} for board in BOARDS[4:7]] + BOARDS[7:], ids=str)
def test_a_rule_may_speak_of_empty_cells_alone(board: dict[str, Any], lonely: str, tmp_path: Path) -> None:
    def alone(packing: list[tuple[str, list[tuple[int, ...]]]]) -> bool:
        empty = {*map(tuple, puzzle.board.tolist())} - {cell for _, cells in packing for cell in cells}
        return not any((x + 1, y, z) in empty or (x, y + 1, z) in empty or (x, y, z + 1) in empty for x, y, z in empty)

    puzzle = puzzle_of(lonely, **board)
    assert_derived(puzzle)
    judged = sp.with_rules(replace(puzzle, rules=()), [alone])
    counts = sp.certify(puzzle, tmp_path / "certificate")
    assert counts == sp.verify(tmp_path / "certificate").counts == sp.count(puzzle, "cadical") == sp.count(judged)
    assert counts.raw
