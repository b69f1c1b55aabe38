"""The rule `symmetric` by the checker in C, on random boards that have symmetries, against `verify`."""

import json
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checking import check, judge_a_forged_one, told

import satpuzzle as sp
from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.puzzle.formats.reading import of_table

Keys = dict[str, Any]
TURNS = ("half turn", "third turn", "quarter turn", "sixth turn")
KINDS = (*TURNS, "horizontal", "vertical", "upright", "diagonal", "mirror", "point", "any")
FLAT = ("square", "hexagonal", "triangular", "half-squares", "kites", "octasquares", "trihexes", "cairo", "sticks")
UNIT = {
    "square": (3, 2),
    "hexagonal": (3, 2),
    "triangular": (2, 2),
    "cubic": (3, 2, 1),
    "fcc": (2, 2, 1),
    "prisms": (2, 1, 1),
}


def symmetric(dice: Random) -> Keys:
    """Return keys of a puzzle whose board is a box, from which a cell or two may be missing, with random pieces."""
    grid = dice.choice([*FLAT, "cubic", "fcc", "prisms"])
    size = [dice.randint(1, most) for most in UNIT.get(grid, (2, 1))]
    whole = of_table({"grid": grid, "box": size, "pieces": [{"name": "A", "cells": [[0, 0, 0]], "max": "any"}]}, "box")
    board = [list(map(int, cell)) for cell in whole.board]
    board = dice.sample(board, max(1, len(board) - dice.choice([0, 0, 0, 1, 2])))
    pieces: list[Keys] = [{"name": "M", "cells": [board[0]], "max": "any"}]
    for name in "PQR"[: dice.randint(1, 3)]:
        cells = dice.sample(board, min(len(board), dice.randint(1, 3)))
        piece: Keys = {"name": name, "cells": cells, "max": dice.choice([1, 2, "any"])}
        if dice.random() < 0.2:
            piece["rotate"] = False
        if dice.random() < 0.2:
            piece["colours"] = [dice.randint(0, 2) for _ in cells]
        pieces.append(piece)
    keys: Keys = {"grid": grid, "board": board, "pieces": pieces}
    if dice.random() < 0.3:
        keys["optional"] = dice.sample(board, dice.randint(1, len(board)))
    if grid in FLAT and dice.random() < 0.3:
        keys["mirror"] = False
    more = ["at border: P"] if dice.random() < 0.2 else []
    return keys | {"rules": [f"symmetric: {dice.choice(KINDS)}", *more]}


def agree(checker: Path, folder: Path, seeds: range) -> Counter[str]:
    """Return how often both take a puzzle, refuse one, and say that certificates do not know it."""
    seen, place, other = Counter[str](), folder / "made", folder / "other"
    folder.mkdir(exist_ok=True)
    sp.save(sp.load("slothouber-graatsma"), folder / "other.json")
    sp.certify(folder / "other.json", other, jobs=1)
    for seed in seeds:
        dice, file = Random(seed), folder / "made.json"
        file.write_text(json.dumps(symmetric(dice)))
        try:
            counts = sp.certify(file, place, jobs=1)
        except (PuzzleError, CertificateError) as error:
            shutil.copy(file, other / "puzzle.json")
            said = check(checker, other)[1]
            wanted = "not supported: " if "cannot express" in str(error) else "REFUSED: puzzle.json: "
            assert said.startswith((wanted, 'not supported: the rule "symmetric: any" on')), (seed, said, str(error))
            seen[wanted] += 1
            continue
        wanted, (_, said) = told(counts), check(checker, place)
        assert said.startswith(f"VERIFIED: {wanted},"), (seed, said, wanted)
        seen["kept" if counts.raw else "none"] += 1
        judge_a_forged_one(checker, place, dice, seed)
    return seen


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 90), marks=pytest.mark.full)], ids=str)
def test_symmetric_packings_are_judged_as_by_verify(seeds: range, checker: Path, tmp_path: Path) -> None:
    seen = agree(checker, tmp_path, seeds)
    assert seen["kept"] >= len(seeds) // 20 and seen["REFUSED: puzzle.json: "], seen
    assert len(seeds) < 100 or seen["not supported: "], seen


@pytest.mark.slow
def test_a_thousand_symmetric_puzzles(checker: Path, tmp_path: Path, seed: int) -> None:
    seen, first = Counter[str](), 10_000 * (seed + 1)
    while seen["kept"] < 1000:
        seen += agree(checker, tmp_path / str(first), range(first, first + 100))
        first += 100
