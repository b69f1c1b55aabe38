"""Certificates of strips by the checker in C, on many grids, against `verify`."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from certified import refused_strip
from checking import check

import satpuzzle as sp
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.questions.tilings.certify import certify_strip

WIDTHS = {
    **dict.fromkeys(("square", "hexagonal"), ("1", "2", "3", "4")),
    **dict.fromkeys(("triangular", "cairo", "kites", "octasquares", "trihexes", "half-squares"), ("1", "2")),
    **dict.fromkeys(("cubic", "prisms", "fcc"), ("1x1", "1x2", "2x2")),
    "snub-square": ("1",),
    "rhombic": ("1x1",),
}


def a_strip(dice: Random) -> tuple[str, str, dict[str, Any]]:
    """Return a grid, a width, and which shapes of some sizes fill it."""
    grid = dice.choice([*WIDTHS])
    sizes = ("1..2", "2", "3", "4") if "4" in WIDTHS[grid] else ("2", "1..2", "3") if len(WIDTHS[grid]) > 1 else ("2",)
    return grid, dice.choice(WIDTHS[grid]), {"size": dice.choice(sizes), "one_sided": dice.choice([None, True, False])}


def forged(claims: dict[str, Any], dice: Random) -> dict[str, Any]:
    """Return another claim, seldom one that is right."""
    changed: dict[str, Any] = json.loads(json.dumps(claims))
    key = dice.choice(("grid", "width", "states", *("numerator", "denominator", "pieces") * 3))
    numbers = changed[key]
    if key == "states":
        changed[key] = dice.choice([0, 1, numbers - 1, numbers + 1, 2 * numbers])
    elif key == "grid":
        changed[key] = dice.choice(["square", "hexagonal", "sticks", "cubic"])
    elif key == "pieces":
        one = dice.choice(numbers)
        way = dice.randrange(4)
        if way == 0:
            one["mirror"] = not one["mirror"]
        elif way == 1:
            numbers.append(dice.choice(numbers))
        elif way == 2:
            numbers.remove(one)
        else:
            dice.choice(one["cells"])[dice.randrange(2)] += dice.choice([-1, 1])
    elif dice.random() < 0.3 and key != "width":
        for name in ("numerator", "denominator"):  # by 1 + x, a common factor
            changed[name] = [a + b for a, b in zip([*claims[name], 0], [0, *claims[name]], strict=True)]
    elif dice.random() < 0.3:
        del numbers[dice.randrange(len(numbers))]
    else:
        numbers[dice.randrange(len(numbers))] += dice.choice([-1, 1, 10**30])
    return changed


def agree(checker: Path, folder: Path, seeds: range, forgeries: int) -> Counter[str]:
    """Return how often both accept and refuse; each certificate must be accepted."""
    seen = Counter[str]()
    for seed in seeds:
        dice, place = Random(seed), folder / str(seed)
        grid, width, how = a_strip(dice)
        try:
            path = certify_strip(sp.tilings.strip([], width, grid=grid, **how), place)
        except (PuzzleError, Stopped):
            seen["no certificate"] += 1
            continue
        said = check(checker, place)
        wanted = (0, "VERIFIED: the numbers of tilings of strips of every length, 1 width")
        assert said == wanted, (seed, grid, width, how, said)
        seen["accepted"] += 1
        claims = json.loads(path.read_text())
        for _ in range(forgeries):
            path.write_text(json.dumps(forged(claims, dice)))
            wrong = refused_strip(place)
            assert check(checker, place)[0] == wrong, (seed, path.read_text())
            seen["refused" if wrong else "as right"] += 1
    return seen


@pytest.mark.parametrize("seeds", [range(15), pytest.param(range(15, 65), marks=pytest.mark.full)], ids=str)
def test_strips_are_judged_as_by_verify(seeds: range, checker: Path, tmp_path: Path) -> None:
    seen = agree(checker, tmp_path, seeds, 3)
    assert seen["accepted"] >= len(seeds) * 3 // 4 and seen["refused"] >= 2 * len(seeds), seen


def test_several_widths_are_judged_together(checker: Path, tmp_path: Path) -> None:
    for width in ("1", "2"):
        path = certify_strip(sp.tilings.strip(["**", "***"], width), tmp_path / "made")
    said = "VERIFIED: the numbers of tilings of strips of every length, 2 widths"
    assert check(checker, tmp_path / "made") == (0, said)
    path.write_text(path.read_text().replace('"states": ', '"states": 1'))
    assert check(checker, tmp_path / "made")[0] == 1
