"""Certificates whose trees are written by hand, of puzzles so small that one sees all solutions."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from checking import check

Keys = dict[str, Any]


def judged(checker: Path, folder: Path, keys: Keys, tree: list[int], counts: tuple[int, int, int]) -> str:
    """Return what the checker says of a puzzle with this tree, with the numbers of symmetries that it finds."""
    folder.mkdir(exist_ok=True)
    names = ("raw", "rotations", "isometries")
    (folder / "puzzle.json").write_text(json.dumps(keys))
    (folder / "tree.xz").write_bytes(lzma.compress(bytes(tree)))
    manifest: Keys = {
        "satpuzzle certificate": 4, "form": "tree", "puzzle": "made by hand", "listed": False, "restrictions": [],
        "counts": dict(zip(names, counts, strict=True)), "symmetry": {"rotations": 1, "isometries": 1},
        "nodes": len(tree), "files": {},
    }  # fmt: skip
    for name in names[1:]:
        for order in (1, 2, 4, 8):
            manifest["symmetry"][name] = order
            (folder / "manifest.json").write_text(json.dumps(manifest))
            said = check(checker, folder)[1]
            if f'"{name}" is not' not in said:
                break
    return said


SIDES: Keys = {"grid": "square", "box": [2, 1], "rotate": False, "border": "X"}


def two(first: str, second: str, **keys: Any) -> Keys:
    """Return two tiles, of which each fits one cell; items are two cells, two tiles, two edges."""
    return SIDES | {"tiles": [{"sides": f"X{first}XX"}, {"sides": f"XXX{second}"}]} | keys


@pytest.mark.parametrize(
    ("match", "sides", "meet"),
    [
        ("opposite", "Aa", True),
        ("opposite", "bB", True),
        ("opposite", "AA", False),
        ("opposite", "AB", False),
        ("opposite", "77", True),
        ("opposite", "78", False),
        ("HT W3", "TH", True),
        ("HT  W3 ", "3W", True),
        ("HT W3", "HH", False),
        ("HT W3", "HW", False),
        ("HT W3", "aa", True),
        ("HT W3", "aA", False),
    ],
)
def test_opposite_colours_meet(checker: Path, tmp_path: Path, match: str, sides: str, meet: bool) -> None:
    """One tile beside the other; or the second cell, with the number 1, is a dead end."""
    keys, tree = two(*sides, match=match), [0, 1, 6] if meet else [0, 7]
    said = judged(checker, tmp_path / "made", keys, tree, (int(meet),) * 3)
    assert said.startswith(f"VERIFIED: raw {int(meet)}, "), said
    other = judged(checker, tmp_path / "made", keys, [0, 7] if meet else [0, 1, 6], (int(not meet),) * 3)
    assert other.startswith("REFUSED: tree.xz: "), other


OWN: Keys = {"title": "own", "sentence": "so", "items": [{"place": "underside", "bounds": "at most 1"}]}


@pytest.mark.parametrize(
    ("rules", "items", "kept"),
    [([], 2, True), (["supported"], 2, False), (["supported: everywhere"], 2, True), ([OWN], 3, True)],
)
def test_a_ring_has_nothing_below_it(
    checker: Path, tmp_path: Path, rules: list[str | Keys], items: int, kept: bool
) -> None:
    """A hexagon on a board of one cell that wraps round is above itself: the place of its underside has no cells."""
    keys = {"grid": "hexagonal", "box": [1, 1], "wrap": "y", "pieces": [{"name": "A", "cells": [[0, 0, 0]]}]}
    trees = [[items + 1], [0, items]]
    for solutions in range(2):
        said = judged(checker, tmp_path / "made", keys | {"rules": rules}, trees[solutions], (solutions,) * 3)
        assert said.startswith("VERIFIED" if solutions == kept else "REFUSED: tree.xz: "), said
