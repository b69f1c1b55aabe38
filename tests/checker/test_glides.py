"""Möbius strips and Klein bottles by the checker in C: random pieces, rules and tiles on them, against `verify`."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_rules_of_puzzles import agree

from satpuzzle.puzzle.formats.reading import of_table

Keys = dict[str, Any]
SIZES = {
    **dict.fromkeys(("square", "hexagonal"), (4, 3)),
    **dict.fromkeys(("triangular", "sticks"), (3, 2)),
    **dict.fromkeys(("kites", "twigs", "cairo"), (2, 1)),
    **dict.fromkeys(("octasquares", "trigs", "half-squares"), (2, 2)),
    **dict.fromkeys(("trihexes", "snub-square", "drafters"), (1, 1)),
}
SIDES = {"square": 4, "hexagonal": 6, "triangular": 3}


def board_of(dice: Random, grid: str, least: tuple[int, int] = (1, 1)) -> Keys:
    """Return a random board, and how it is joined; that need not be possible."""
    width, height = (dice.randint(min(low, high), high) for low, high in zip(least, SIZES[grid], strict=True))
    pieces = [{"name": "A", "cells": [[0, 0, 0]], "max": "any"}]
    whole = of_table({"grid": grid, "box": [width, height], "pieces": pieces}, "box").board
    board = [list(map(int, cell)) for cell in whole]
    if dice.random() < 0.4:
        board = dice.sample(board, max(1, len(board) - dice.randint(0, 2)))
    across = [[width, 0], [0, height], [2 * width, -width], [width, width], [width, -2 * width]]
    glide = dice.choice([*across, [dice.randint(0, 4), dice.randint(-4, 4)]])
    other = dice.choice([[0, height], [width, 0], [-height, 2 * height], [height, -2 * height], [height, -height]])
    words = ["moebius", "moebius x", "moebius y", "klein", "klein y", " klein  x"]
    lists = [[[*glide, "flip"]], [[*glide, "flip"], other], [other, [*glide, "flip"]]]
    return {"grid": grid, "board": board, "wrap": dice.choice(words if dice.random() < 0.6 else lists)}


def how_they_lie(dice: Random, ways: list[Keys]) -> Keys:
    return dice.choice([{}, {}, {"motions": "translations"}, {"mirror": False}, *ways])


def of_pieces(dice: Random) -> Keys:
    keys = board_of(dice, dice.choice(["square", *SIZES]))
    board = keys["board"]
    pieces: list[Keys] = [{"name": "o", "cells": [board[0]], "max": dice.choice([1, 2, "any"])}]
    for name in "PQR"[: dice.randint(1, 3)]:
        cells = dice.sample(board, min(len(board), dice.randint(1, 3)))
        ways: list[Keys] = [{"rotate": 2}, {"rotate": False}, {"rotate": False, "mirror": False}]
        pieces.append({"name": name, "cells": cells, "max": dice.choice([1, 2, "any"])} | how_they_lie(dice, ways))
        if dice.random() < 0.3:
            pieces[-1]["colours"] = [dice.randint(0, 2) for _ in cells]
    if dice.random() < 0.3:
        keys["optional"] = dice.sample(board, dice.randint(1, len(board)))
    kind = dice.choice(["side", "corner", "row", "border", "cell", "region", "crossing"])
    row: Keys = {"place": kind, "bounds": dice.choice(["at least 1", "at most 1", "at most 2", "at least 0"])}
    if kind == "row":
        row["length"] = dice.randint(2, 3)
    if kind == "region":
        row["regions"] = [dice.sample(board, 1)]
    row |= dice.choice([{}, {}, {"size": "at least 2"}, {"covers": "all"}, {"covers": "exactly 1"}])
    rules = [{"title": "own", "sentence": "so", "items": [row]}, "apart: P", "apart at corners: P", "no crossroads"]
    more = {"rules": [dice.choice(rules)]} if dice.random() < 0.4 else {}
    return keys | {"pieces": pieces} | how_they_lie(dice, []) | more


def of_tiles(dice: Random) -> Keys:
    keys = board_of(dice, dice.choice(["square", "square", *SIDES]), (3, 2))
    words = {"".join(dice.choice("AAAAABBB") for _ in range(SIDES[keys["grid"]])) for _ in range(dice.randint(2, 4))}
    tiles = [{"sides": word, "max": dice.choice([2, "any", "any", "any"])} for word in sorted(words)]
    more: list[list[Keys]] = [
        [{}, {}, {}, {"border": "A"}, {"border": "same"}, {"border": "same on each side"}],
        [{}, {}, {"match": False}, {"match": "opposite"}, {"match": "AB"}],
        [{}, {}, {}, {"interchangeable": "AB"}],
        [{}, {}, {}, {"optional": [keys["board"][0]]}],
    ]
    keys |= {"tiles": tiles} | how_they_lie(dice, [{"rotate": False}])
    for choice in more:
        keys |= dice.choice(choice)
    return keys


@pytest.mark.parametrize("make", [of_pieces, of_tiles])
@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 40), marks=pytest.mark.full)], ids=str)
def test_boards_that_are_turned_over_are_judged_as_by_verify(
    checker: Path, tmp_path: Path, make: Any, seeds: range
) -> None:
    seen = agree(checker, tmp_path, seeds, make)
    print(seen)
    assert seen["kept"] >= len(seeds) // 20 and seen["refused"] >= len(seeds) // 10, seen


@pytest.mark.slow
def test_a_thousand_boards_that_are_turned_over(checker: Path, tmp_path: Path, seed: int) -> None:
    seen, first = Counter[str](), 10_000 * (seed + 1)
    while seen["kept"] < 1000:
        for make in (of_pieces, of_tiles):
            seen += agree(checker, tmp_path / f"{first}", range(first, first + 100), make)
        first += 100
