"""Rules that are tables in a puzzle by the checker in C, on random boards of all grids, against `verify`."""

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checking import check, judge_a_forged_one, told

import satpuzzle as sp
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.formats.reading import of_table

Keys = dict[str, Any]
SIZES = {
    **dict.fromkeys(("square", "hexagonal"), (3, 3)),
    **dict.fromkeys(("triangular", "kites", "octasquares", "sticks", "trigs", "half-squares"), (2, 2)),
    **dict.fromkeys(("cubic", "fcc"), (2, 2, 2)),
    "prisms": (2, 1, 1),
}
FLAT, STICKS = tuple(SIZES)[:8], ("sticks", "trigs")
PLACES = ("board", "border", "cell", "line", "region", "row", "side")
RANGES = ("at least 1", "at least 2", "at most 1", "at most 2", "exactly 1", "exactly 2", "exactly 0", "at least 0")


def some_row(dice: Random, grid: str, board: list[Any], named: bool, number: bool) -> Keys:
    """Return a random row; it need not be one that the grid can have."""
    kind = dice.choice([*PLACES, *["corner"] * (grid in FLAT), *["crossing"] * (grid in STICKS)])
    row: Keys = {"place": kind, "bounds": dice.choice([*RANGES, *["at most NUMBER"] * number])}
    if kind == "row":
        row["length"] = dice.randint(2, 3)
    if kind == "region":
        row["regions"] = [dice.sample(board, dice.randint(1, min(4, len(board)))) for _ in range(dice.randint(1, 2))]
    more: dict[str, list[Any]] = {
        "size": [*RANGES],
        "filled": [True, False, None],
        "covers": ["all", *RANGES],
        "parts": ["every", "some"],
        "pieces": ["all", "empty", "all and empty", *["named"] * named],
    }
    row |= {key: dice.choice(values) for key, values in more.items() if dice.random() < 0.3}
    if dice.random() < 0.15:
        del row["bounds"]
        row["colours"] = dice.choice(["equal", "different"])
    elif dice.random() < 0.4:
        row["weight"] = dice.choice(
            ["cells", "colours", [1, 0, 2], [dice.randint(0, 2) for _ in range(dice.randint(1, 4))]]
        )
    return row


def some_rule(dice: Random, grid: str, board: list[Any], names: list[str]) -> Keys:
    """Return a random rule, perhaps with names and a number."""
    named, number = dice.random() < 0.5, dice.random() < 0.3
    said = " ".join([*(dice.sample(names, dice.randint(1, len(names))) if named else []), *["2"] * number])
    form: Keys = {
        "sentence": "it is so",
        "items": [some_row(dice, grid, board, named, number) for _ in range(dice.randint(1, 3))],
        **({"text": " ".join(["NAMES"] * named + ["NUMBER"] * number)} if said else {}),
    }
    whole = {"form": [form, {"text": "x", **form}]} if dice.random() < 0.2 and not said else form
    return {"title": dice.choice(["own", "b c", "é"]), **whole, **({"said": said} if said else {})}


def ruled(dice: Random) -> Keys:
    """Return the keys of a puzzle with rules of its own."""
    grid = dice.choice(["square", *SIZES])
    size = [dice.randint(1, most) for most in SIZES[grid]]
    whole = of_table({"grid": grid, "box": size, "pieces": [{"name": "A", "cells": [[0, 0, 0]], "max": "any"}]}, "box")
    board = [list(map(int, cell)) for cell in whole.board]
    board = dice.sample(board, max(1, len(board) - dice.choice([0, 0, 0, 1, 2])))
    pieces: list[Keys] = [{"name": "o", "cells": [board[0]], "max": dice.choice([2, "any"])}]
    for name in "PQR"[: dice.randint(1, 3)]:
        cells = dice.sample(board, min(len(board), dice.randint(1, 3)))
        pieces += [{"name": name, "cells": cells, "max": dice.choice([1, 2, "any"])}]
        if dice.random() < 0.6:
            pieces[-1]["colours"] = [dice.randint(0, 3) for _ in cells]
    keys: Keys = {"grid": grid, "board": board, "pieces": pieces}
    if dice.random() < 0.5:
        keys["optional"] = dice.sample(board, dice.randint(1, min(4, len(board))))
    if "optional" in keys and dice.random() < 0.3:
        keys["empty"] = dice.randint(0, len(board))
    if grid in FLAT and dice.random() < 0.3:
        keys["mirror"] = False
    if grid in FLAT and dice.random() < 0.15:
        keys |= {"board": [list(map(int, cell)) for cell in whole.board], "wrap": dice.choice(["x", "y", "xy"])}
    elif dice.random() < 0.15:
        keys["parts"] = "separate"
    rules: list[Any] = [
        some_rule(dice, grid, board, [piece["name"] for piece in pieces]) for _ in range(dice.choice([1, 1, 1, 2]))
    ]
    return keys | {"rules": [*rules, *rules[: dice.random() < 0.1], *["at border: P"] * (dice.random() < 0.1)]}


def falling(dice: Random) -> Keys:
    """Return the keys of a puzzle that says which side is up, or leaves it to its rules, and has rows about that."""
    while (keys := ruled(dice))["grid"] not in ("square", "hexagonal", "cubic", "prisms") and dice.random() < 0.9:
        pass
    flat, board = keys["grid"] in FLAT, keys["board"]
    if "wrap" not in keys:
        keys["optional"] = dice.sample(board, dice.randint(1, len(board)))
    if dice.random() < 0.8:
        axes = ["x", "-x", "y", "-y", *["z", "-z"] * (not flat)]
        keys["up"] = dice.choice([*axes, *axes, [0, -2, 0], [dice.randint(-2, 2) for _ in "xyz"]])
    row: Keys = {"place": dice.choice(["beneath", "underside"])}
    row["pieces"] = dice.choice(["all", "empty", "all and empty"])
    row["bounds"] = dice.choice([*RANGES, *["at most SIZE"] * (row["place"] == "underside")])
    if dice.random() < 0.2:
        row |= {"size": dice.choice(RANGES)}
    if dice.random() < 0.1:
        row |= dice.choice([{"covers": "all"}, {"parts": "every"}, {"weight": "cells"}, {"filled": True}])
    own = {"title": "down", "sentence": "so", "items": [row, *[dict(row, pieces="all")] * (dice.random() < 0.3)]}
    more: list[Any] = [own, "supported", "supported: everywhere", " supported :everywhere"]
    if dice.random() < 0.95:
        keys.pop("parts", None)
        keys["rules"] = keys["rules"] * (dice.random() < 0.2)
    return keys | {"rules": [*keys["rules"], *dice.sample(more, dice.choice([1, 1, 2]))]}


def agree(checker: Path, folder: Path, seeds: range, make: Callable[[Random], Keys] = ruled) -> Counter[str]:
    """Return how often both take a puzzle, and refuse one, after a comparison of what they say."""
    seen, place, other = Counter[str](), folder / "made", folder / "other"
    folder.mkdir(exist_ok=True)
    sp.save(sp.load("slothouber-graatsma"), folder / "other.json")
    sp.certify(folder / "other.json", other, jobs=1)
    for seed in seeds:
        dice, file = Random(seed), folder / "made.json"
        file.write_text(json.dumps(make(dice)))
        try:
            counts = sp.certify(file, place, jobs=1, time_limit=60)
        except Stopped:
            continue
        except PuzzleError as error:
            if "cannot express" in str(error):
                seen["no certificate"] += 1  # of lines on prisms
                continue
            shutil.copy(file, other / "puzzle.json")
            said = check(checker, other)[1]
            assert said.startswith("REFUSED: puzzle.json: "), (seed, said, str(error))
            seen["refused"] += 1
            continue
        wanted, (status, said) = told(counts), check(checker, place)
        if status == 2 and said.endswith("bytes"):
            seen["too long a list"] += 1
            continue
        assert said.startswith(f"VERIFIED: {wanted},"), (seed, said, wanted)
        seen["kept" if counts.raw else "none"] += 1
        judge_a_forged_one(checker, place, dice, seed)
    return seen


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 50), marks=pytest.mark.full)], ids=str)
def test_rules_of_a_puzzle_are_judged_as_by_verify(seeds: range, checker: Path, tmp_path: Path) -> None:
    seen = agree(checker, tmp_path, seeds)
    assert seen["kept"] >= len(seeds) // 5 and seen["refused"] >= len(seeds) // 10, seen


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 50), marks=pytest.mark.full)], ids=str)
def test_rules_of_gravity_are_judged_as_by_verify(seeds: range, checker: Path, tmp_path: Path) -> None:
    seen = agree(checker, tmp_path, seeds, falling)
    assert seen["kept"] >= len(seeds) // 5 and seen["refused"] >= len(seeds) // 10, seen


def test_parts_that_are_separate_hold_also_placements_that_a_rule_leaves_out(checker: Path, tmp_path: Path) -> None:
    seed = 7_952_252_682_095
    assert agree(checker, tmp_path, range(seed, seed + 1))["refused"] == 1


@pytest.mark.slow
def test_a_thousand_puzzles_with_rules_of_their_own(checker: Path, tmp_path: Path, seed: int) -> None:
    seen, first = Counter[str](), 10_000 * (seed + 1)
    while seen["kept"] < 1000:
        seen += agree(checker, tmp_path / str(first), range(first, first + 100))
        first += 100
