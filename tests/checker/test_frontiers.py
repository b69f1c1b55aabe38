"""Counts without a list by the checker in C, against `verify`, and against the trees of the same puzzles."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checking import check, judge_a_forged_one, told
from test_chains_are_judged import chained
from test_rules_of_puzzles import ruled
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle.errors import PuzzleError, Stopped

Keys = dict[str, Any]
BOXES = {
    "square": (6, 4),
    "hexagonal": (4, 4),
    "triangular": (3, 3),
    "kites": (2, 2),
    "cubic": (3, 2, 2),
    "fcc": (2, 2, 2),
}
WRAPS = ("x", "y", "xy", "klein", "moebius")


def a_board(dice: Random) -> Keys:
    """Return the keys of a small board with copies of a few pieces, some of its cells optional."""
    grid = dice.choice([*BOXES])
    box = [dice.randint(1, most) for most in BOXES[grid]]
    cell = [1, 1, 0] if grid == "fcc" else [1, 0, 0]
    pieces: list[Keys] = [{"name": "I", "cells": [[0, 0, 0], cell], "max": "any"}]
    if dice.random() < 0.8:
        cells = [[0, 0, 0], cell, [1, 0, 1] if grid in ("cubic", "fcc") else [0, 1, 0]]
        pieces += [{"name": "L", "cells": cells, "min": dice.randint(0, 1), "max": dice.choice([2, "any", "any"])}]
    if dice.random() < 0.3:
        pieces += [{"name": "o", "cells": [[0, 0, 0]], "count": dice.randint(1, 3)}]
    keys: Keys = {"grid": grid, "box": box, "pieces": pieces}
    if dice.random() < 0.5:
        keys |= {"optional": "all", "empty": dice.choice([0, 1, 2, 100])}
    if grid == "square" and dice.random() < 0.3:
        keys["wrap"] = dice.choice(WRAPS)
    if dice.random() < 0.3:
        keys["rules"] = [dice.choice(["apart: I", "at border: all", "together: I L at most 3", "fault-free"])]
    return keys


def a_mixed_one(dice: Random) -> Keys:
    return mixed(dice.randrange(10**9))


MAKERS: tuple[Callable[[Random], Keys], ...] = (a_board, a_mixed_one, ruled, chained)


def agree(checker: Path, folder: Path, make: Callable[[Random], Keys], seeds: range, forgeries: int) -> Counter[str]:
    """Return how often both accept and refuse; each certificate must be accepted, with the counts of a tree."""
    seen, file = Counter[str](), folder / "made.json"
    folder.mkdir(exist_ok=True)
    for seed in seeds:
        dice = Random(seed)
        file.write_text(json.dumps(make(dice)))
        try:
            found = sp.certify(file, folder / "tree", jobs=1, time_limit=60, count_only=True)
            counts = sp.certify(file, folder / "made", "frontier", time_limit=60)
        except (PuzzleError, Stopped):
            seen["no certificate"] += 1
            continue
        status, said = check(checker, folder / "made")
        assert counts.known().items() <= found.known().items(), (seed, counts, found)
        assert status == 0 and said.startswith(f"VERIFIED: {told(counts)}, by a frontier of "), (seed, said)
        seen["accepted" if counts.raw else "accepted, of none"] += 1
        for _ in range(forgeries):
            seen["refused" if judge_a_forged_one(checker, folder / "made", dice, seed) else "as right"] += 1
    return seen


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 35), marks=pytest.mark.full)], ids=str)
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_frontiers_are_judged_as_by_verify(
    make: Callable[[Random], Keys], seeds: range, checker: Path, tmp_path: Path
) -> None:
    seen = agree(checker, tmp_path, make, seeds, 2)
    assert seen["accepted"] >= len(seeds) // 5 and seen["refused"] >= len(seeds) // 5, seen


A_TILE_WITH_A_DIGIT: Keys = {
    "grid": "hexagonal", "mirror": False, "board": [[1, 1, 0]],
    "tiles": [{"name": "may be", "sides": "Aa1AAA", "min": 0, "max": 1}, {"name": "is", "sides": "AAAAA1"}],
}  # fmt: skip
NOTHING_LEFT: Keys = {
    "grid": "hexagonal", "mirror": False, "box": [4, 4], "rules": ["at border: none"],
    "pieces": [
        {"name": "apart", "rotate": False, "cells": [[1, 5, 0], [2, 3, 0]]},
        {"name": "bent", "rotate": False, "cells": [[4, 0, 0], [5, 0, 0], [5, 1, 0]], "min": 0, "max": 1},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param(A_TILE_WITH_A_DIGIT, "raw 6, rotations 1, isometries 1", id="a side is no number along a chain"),
        pytest.param(NOTHING_LEFT, "raw 0, rotations 0", id="a partial symmetry of no option is not the identity"),
    ],
)
def test_what_is_known_where_symmetries_are_partial(keys: Keys, expected: str, checker: Path, tmp_path: Path) -> None:
    (tmp_path / "made.json").write_text(json.dumps(keys))
    counts = sp.certify(tmp_path / "made.json", tmp_path / "made", "frontier")
    status, said = check(checker, tmp_path / "made")
    assert told(counts) == expected
    assert status == 0 and said.startswith(f"VERIFIED: {expected}, by a frontier of "), said


@pytest.mark.slow
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_hundreds_of_frontiers(make: Callable[[Random], Keys], sanitized: Path, tmp_path: Path, seed: int) -> None:
    seen, first = Counter[str](), 10_000 * (seed + 1)
    while seen["accepted"] < 200:
        seen += agree(sanitized, tmp_path / str(first), make, range(first, first + 50), 3)
        first += 50
    print(seen)
    assert seen["refused"] >= 200, seen
