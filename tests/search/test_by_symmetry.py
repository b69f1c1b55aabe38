"""How many solutions are symmetric, and how: by quotients, by the list, and by turning drawings."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.cover.subgroups import Subgroups
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.by_symmetry import NO_SYMMETRY, count_by_symmetry

SHAPES = {"I": "**", "V": "**\n*.", "T": "***\n.*.", "S": ".**\n**.", "O": "**\n**", "I3": "***"}
Move = tuple[int, int, int, int]
MOVES: list[Move] = [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0),
                     (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0)]  # fmt: skip


def rows(puzzle: Puzzle | str, method: str = "auto") -> list[tuple[str, int, int, int, int]]:
    kinds = count_by_symmetry(sp.solve(puzzle, jobs=1), method)
    return [(k.name, k.order, k.counts.raw or 0, k.counts.rotations or 0, k.counts.isometries or 0) for k in kinds]


def added(found: list[tuple[str, int, int, int, int]]) -> list[int]:
    """Return the sums of the three counts."""
    return [sum(column) for column in zip(*(row[2:] for row in found), strict=True)]


def dominoes(width: int, height: int, **more: Any) -> Puzzle:
    pieces = {"D": {"cells": "**", "count": width * height // 2}}
    return sp.make_puzzle(grid="square", box=[width, height], pieces=pieces, **more)


def moved(cells: frozenset[tuple[int, int]], move: Move, width: int, height: int) -> frozenset[tuple[int, int]]:
    """Return the image of some cells under a move about the middle of a board."""
    a, b, c, d = move
    found = set()
    for x, y in cells:
        u, v = 2 * x - width + 1, 2 * y - height + 1
        found.add(((a * u + b * v + width - 1) // 2, (c * u + d * v + height - 1) // 2))
    return frozenset(found)


def times(one: Move, other: Move) -> Move:
    a, b, c, d = one
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def by_turning(puzzle: Puzzle, width: int, height: int) -> Counter[tuple[int, int]]:
    """Return how many solutions there are for each subgroup up to conjugacy, as (its order, its solutions), counted."""
    group = [move for move in MOVES if width == height or not move[1]]
    kept: Counter[frozenset[frozenset[Move]]] = Counter()
    order = {}
    for solution in sp.solve(puzzle, up_to="raw"):
        placed = {(piece.name, frozenset((x, y) for x, y, _ in cells.tolist())) for piece, cells in solution.pieces}
        own = {
            move for move in group if placed == {(name, moved(cells, move, width, height)) for name, cells in placed}
        }
        back = {move: next(other for other in group if times(move, other) == MOVES[0]) for move in group}
        key = frozenset(frozenset(times(times(g, move), back[g]) for move in own) for g in group)
        kept[key] += 1
        order[key] = len(own)
    return Counter((order[key], many) for key, many in kept.items())


@pytest.mark.few(3)
@pytest.mark.some(20)
@pytest.mark.parametrize("seed", range(40))
def test_symmetric_packings_of_random_boards_are_those_that_turned_drawings_show(seed: int) -> None:
    random = Random(seed)
    width, height = random.choice([(3, 3), (4, 4), (2, 4), (3, 4), (2, 5), (4, 3)])
    some = random.sample([*SHAPES], random.randint(1, 3))
    pieces = {name: {"cells": SHAPES[name], "min": 0, "max": "any"} for name in some}
    optional = random.random() < 0.5
    board: dict[str, Any] = {"board": "\n".join(["?" * width] * height)} if optional else {"box": [width, height]}
    rules = random.choice(
        [[], ["no crossroads"], ["together: " + " ".join(some) + " at most 3"], ["symmetric: half turn"]]
    )
    puzzle = sp.make_puzzle(grid="square", pieces=pieces, rules=rules, **board)
    if sp.count(puzzle).raw == 0:
        assert rows(puzzle) == rows(puzzle, "search") == []
        return
    found = rows(puzzle)
    assert found == rows(puzzle, "search")
    assert Counter((order, raw) for _, order, raw, _, _ in found) == by_turning(puzzle, width, height)
    counts = sp.count(puzzle)
    assert added(found) == [counts.raw, counts.rotations, counts.isometries]


def test_symmetric_packings_of_dominoes_have_the_numbers_of_their_quotients() -> None:
    assert rows(dominoes(6, 6)) == [
        (NO_SYMMETRY, 1, 6096, 762, 762),
        ("half turn", 2, 80, 20, 20),
        ("vertical", 2, 512, 128, 128),
        ("half turn, horizontal, vertical", 4, 40, 20, 20),
    ]
    large = rows(dominoes(12, 12))
    kept = {
        rule: sp.count(dominoes(12, 12, rules=[f"symmetric: {rule}"])).raw or 0
        for rule in ("half turn", "quarter turn")
    }
    assert sum(raw for name, _, raw, _, _ in large if "half turn" in name) == kept["half turn"] == 354990720
    assert sum(raw for name, _, raw, _, _ in large if "quarter turn" in name) == kept["quarter turn"] == 10392
    assert sum(row[2] for row in large) == 53060477521960000


@pytest.mark.parametrize(
    "name", ["slothouber-graatsma", "hard-squares", "steinhaus", "dominoes-torus", "tetrahexes-4x7", "soma"]
)
def test_quotients_and_the_list_agree_on_symmetries(name: str) -> None:
    found = rows(name)
    assert found == rows(name, "search")
    counts = sp.count(name)
    assert added(found) == [counts.raw, counts.rotations, counts.isometries]


def test_pieces_without_mirror_images_and_filters_are_listed() -> None:
    pieces = {
        "L": {"cells": "*.\n*.\n**", "mirror": False, "max": 1, "min": 0},
        "D": {"cells": "**", "min": 0, "max": "any"},
    }
    puzzle = sp.make_puzzle(grid="square", box=[3, 4], pieces=pieces)
    assert Tables.of(puzzle).symmetry.conditions
    found = rows(puzzle)
    counts = sp.count(puzzle)
    assert added(found) == [counts.raw, counts.rotations, counts.isometries]
    assert len(found) > 1
    filtered = sp.with_rules(dominoes(4, 4), ["symmetric: upright"])
    assert {name for name, *_ in rows(filtered)} == {"vertical", "half turn, horizontal, vertical"}


def test_a_cube_has_as_many_subgroups_as_is_known() -> None:
    cube = sp.make_puzzle(grid="cubic", box=[2, 2, 2], pieces={"A": {"cells": "*", "count": 8}})
    subgroups = Subgroups(Tables.of(cube).symmetry)
    every = [*subgroups.grown(lambda group: True)]
    assert (len(every), len({subgroups.leader(group) for group in every})) == (98, 33)


def test_the_command_counts_by_symmetry() -> None:
    shown = said(run("count", "hard-squares", "--by", "symmetry", "-q")).splitlines()
    assert shown[0] == "no symmetry: raw 976, rotations 122, isometries 122"
    assert shown[4] == "half turn, 2 × quarter turn: raw 2, rotations 1, isometries 1"
    data = json.loads(said(run("count", "hard-squares", "--by", "symmetry", "--format", "json")))
    assert data["by_symmetry"][1] == {
        "symmetry": "half turn",
        "order": 2,
        "counts": {"raw": 16, "rotations": 4, "isometries": 4},
    }
    assert "not allowed with --count-only" in complaint(
        run("count", "soma", "--by", "symmetry", "--count-only", "--journal", "x")
    )


def test_a_search_that_is_cut_short_says_so() -> None:
    kinds = count_by_symmetry(sp.solve("bedlam", node_limit=1000))
    assert all(not kept.counts.final for kept in kinds)
