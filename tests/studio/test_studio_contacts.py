"""Classes of the page where pieces must not touch: those of all packings, listed and carried to each other by hand."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from test_studio_counts import counted
from witnessed import counts_of

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.formats.plain import make_puzzle
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.model import Puzzle

# Pieces and their mirror images; K is another L.
SQUARE = {"L": "***\n*..", "J": "***\n..*", "S": ".**\n**.", "Z": "**.\n.**", "K": "***\n*..", "D": "**", "O": "*"}
HEXAGONS = {
    "W": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]],
    "M": [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 2, 0]],
    "D": [[0, 0, 0], [1, 0, 0]],
    "O": [[0, 0, 0]],
}
SCREWS = {
    "R": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]],
    "L": [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1]],
    "V": [[0, 0, 0], [1, 0, 0], [1, 1, 0]],
    "D": [[0, 0, 0], [1, 0, 0]],
    "O": [[0, 0, 0]],
}
KINDS: dict[str, tuple[Mapping[str, Any], list[str], list[tuple[int, ...]]]] = {
    "square": (SQUARE, ["LJ", "SZ", "KJ"], [(4, 2), (5, 2), (3, 3), (4, 3)]),
    "hexagonal": (HEXAGONS, ["WM"], [(3, 2), (4, 2), (3, 3)]),
    "cubic": (SCREWS, ["RL"], [(2, 2, 2), (3, 2, 2), (3, 2, 1)]),
}


def any_apart(random: Random) -> Puzzle:
    """Return a puzzle of a few pieces, two of them mirror images, some of which must not touch."""
    grid = random.choice(sorted(KINDS))
    shapes, pairs, sizes = KINDS[grid]
    board = [[*cell, *[0] * (3 - len(cell))] for cell in product(*map(range, random.choice(sizes)))]
    pair = random.choice(pairs)
    names = [*pair, *random.sample(sorted({*shapes} - {*pair}), random.randint(0, 2))]
    random.shuffle(names)
    pieces = []
    for name in names:
        least = random.choice((0, 0, 0, 1))
        pieces.append({"name": name, "cells": shapes[name], "min": least, "max": random.randint(1, 3)})
    apart = [random.sample(names, random.randint(1, len(names))) for _ in range(random.choice((1, 1, 2)))]
    free = random.choice((board, random.sample(board, random.randint(1, 5))))
    mirror = random.random() < 0.1
    return make_puzzle(grid=grid, board=board, pieces=pieces, apart=apart, mirror=mirror, optional=free)


def check(puzzles: list[Puzzle]) -> int:
    """Compare the counts; return how many puzzles have reflections that keep the rule for some packings only."""
    some = 0
    for puzzle, found in zip(puzzles, counted([content(p, drawn=False) for p in puzzles], parts=3), strict=True):
        expected = counts_of(puzzle).known()
        if not expected["raw"]:
            assert found is None or not any(found["counts"].values()), content(puzzle, drawn=False)
            continue
        assert found is not None
        assert found["counts"] == found["divided"] == expected, content(puzzle, drawn=False)
        assert len(found["solutions"]) == min(expected["isometries"], len(found["solutions"]))
        some += not Tables.of(puzzle).symmetry.total.all()
    return some


@pytest.mark.full
def test_random_packings_and_their_mirror_images_are_one_class_if_both_keep_the_rule() -> None:
    random = Random(43)
    assert check([any_apart(random) for _ in range(50)]) > 2


@pytest.mark.slow
def test_many_packings_and_their_mirror_images_are_one_class_if_both_keep_the_rule(seed: int) -> None:
    random = Random(seed)
    assert check([any_apart(random) for _ in range(500)]) > 10


def test_a_rule_that_excludes_nothing_does_not_change_the_classes() -> None:
    said: dict[str, Any] = {"grid": "square", "box": [4, 3], "mirror": False}
    said["pieces"] = [{"name": name, "cells": SQUARE[name], "count": 1 + (name == "D")} for name in "LJD"]
    for rule in ({}, {"apart": [["L"]]}, {"apart": [["J"]]}):
        (found,) = counted([said | rule])
        assert found is not None
        assert found["counts"] == {"raw": 18, "rotations": 9, "isometries": 6}


@pytest.mark.full
def test_puzzles_with_contacts_are_counted_as_in_python() -> None:
    random = Random(45)
    puzzles = [any_apart(random) for _ in range(40)]
    for puzzle, found in zip(puzzles, counted([content(p, drawn=False) for p in puzzles]), strict=True):
        counts = sp.count(puzzle).known()
        assert (found["counts"] if found else dict.fromkeys(counts, 0)) == counts, content(puzzle, drawn=False)
