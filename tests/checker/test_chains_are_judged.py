"""Chains by the checker in C, on random boards, against `verify`."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checking import check
from test_rules_of_puzzles import agree

import satpuzzle as sp

Keys = dict[str, Any]
BOXES = {"square": (4, 3), "hexagonal": (3, 3), "cubic": (3, 2, 2), "fcc": (2, 2, 2)}
RULES = ("apart: C", "at border: all", "at border: C", "together: C exactly 1", "supported: everywhere")
RIGID = ("supported", "symmetric: half turn")
WRAPS = ("x", "y", "xy", "moebius", "klein", "klein y")


def some_chain(dice: Random, longest: int) -> str | list[int]:
    """Return a word, often a palindrome, or lengths of straight parts."""
    if dice.random() < 0.2:
        return [dice.randint(2, 3) for _ in range(dice.randint(1, 3))]
    word = "".join(dice.choice("SBBB??") for _ in range(dice.randint(0, longest - 2)))
    return word[: len(word) // 2] + word[::-1][: (len(word) + 1) // 2] if dice.random() < 0.4 else word


def chained(dice: Random) -> Keys:
    """Return the keys of a puzzle with a chain or two and other pieces; it need not be one."""
    grid = dice.choice([*BOXES] * 8 + ["triangular", "prisms"])
    box = [dice.randint(1, most) for most in BOXES.get(grid, (2, 1, 1)[: 2 + (grid == "prisms")])]
    keys: Keys = {"grid": grid, "box": box}
    pieces: list[Keys] = [{"name": "C", "chain": some_chain(dice, 6), "count": dice.choice([1, 1, 2])}]
    if dice.random() < 0.3:
        pieces += [{"name": "D", "chain": dice.choice([pieces[0]["chain"], some_chain(dice, 5)]), "max": 1}]
    if dice.random() < 0.2:
        keys["optional"] = "all"
    else:
        cell = [1, 1, 1] if grid == "prisms" else [0, 0, 0]
        pieces += [{"name": "o", "cells": [cell], "max": "any"}]
    if grid == "square" and dice.random() < 0.4:
        pieces += [{"name": "L", "cells": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "max": 1, "colours": [1, 2, 3]}]
    if len(box) == 2 and dice.random() < 0.3:
        keys["wrap"] = dice.choice(WRAPS[: 3 if grid == "hexagonal" else None])
    elif dice.random() < 0.2:
        keys["parts"] = "separate"
    turned = ({"mirror": False}, {"rotate": 2}, {"rotate": False}, {"rotate": 3}, {"motions": "translations"})
    if len(box) == 2 and dice.random() < 0.3:
        keys |= dice.choice(turned)
    if dice.random() < 0.05:
        pieces[0] |= dice.choice([*turned, {"weight": 2}, {"colours": [0, 0]}, {"cells": [[0, 0, 0]]}, {"paint": ""}])
    if dice.random() < 0.3:
        keys["rules"] = [dice.choice([*RULES, *RIGID] if dice.random() < 0.3 else RULES)]
    return keys | {"pieces": dice.sample(pieces, len(pieces))}


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 50), marks=pytest.mark.full)], ids=str)
def test_chains_are_judged_as_by_verify(seeds: range, checker: Path, tmp_path: Path) -> None:
    seen = agree(checker, tmp_path, seeds, chained)
    assert seen["kept"] >= len(seeds) // 5 and seen["refused"] >= len(seeds) // 20, seen


@pytest.mark.slow
def test_a_thousand_puzzles_with_chains(checker: Path, tmp_path: Path, seed: int) -> None:
    seen, first = Counter[str](), 10_000 * (seed + 1)
    while seen["kept"] < 1000:
        seen += agree(checker, tmp_path / str(first), range(first, first + 100), chained)
        first += 100


@pytest.mark.parametrize("name", ["snake-cube", "snake-cube-4x4x4"])
def test_snake_cubes_have_one_folding(checker: Path, tmp_path: Path, name: str) -> None:
    sp.save(sp.load(name), tmp_path / "snake.json")
    sp.certify(tmp_path / "snake.json", tmp_path / "made", jobs=1)
    status, said = check(checker, tmp_path / "made")
    assert status == 0 and said.startswith("VERIFIED: raw 48, rotations 2, isometries 1, by a tree of "), said
