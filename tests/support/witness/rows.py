"""Random puzzles whose rules are rows: places of all kinds, weights, colours, and what is below pieces.

The same seed gives the same puzzle.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from witness.bodies import GRIDS, Grid
from witness.counting import Problem, Refused
from witness.mixing import Keys, _fixed, _handed, _in_parts, _plain, is_wanted, loosen, upward
from witness.ruling import lines, places

# Grids on which each cell has a side in common with another one that a translation leads to.
STACKED = ("square", "square", "hexagonal", "cubic", "cubic", "cubic", "prisms")
_MOST = {"cell": 3, "side": 5, "crossing": 3, "corner": 6, "line": 8, "row": 6}  # the largest sums
_EMPTY = ("all", "all", "empty", "all and empty")


def weighed(seed: int) -> Keys:
    """Return a puzzle of pieces with colours, and one or two rows that count cells, or add up or compare colours."""
    dice = Random(f"weighed {seed}")
    while True:
        grid = GRIDS[dice.choice(["square", "square", *GRIDS])]
        keys = dice.choice([_plain, _plain, _handed, _in_parts, _fixed])(grid, dice)
        for piece in keys["pieces"] if dice.random() < 0.8 else []:
            if "colours" not in keys and dice.random() < 0.8:
                piece["colours"] = [dice.choice([0, 1, 2, 3]) for _ in piece["cells"]]
        keys["rules"] = [_own([_row(grid, keys, dice) for _ in range(dice.choice([1, 1, 2]))])]
        keys["rules"] += [f"together: {keys['pieces'][0]['name']} at least 1"] * (dice.random() < 0.2)
        if is_wanted(Problem(keys), dice):
            return keys


def stacked(seed: int) -> Keys:
    """Return a puzzle with pieces that rest on each other, or with rows about what is below; most cells may stay empty.

    One in four says what is up, and nothing about it, on any grid.
    """
    dice = Random(f"stacked {seed}")
    while True:
        still = dice.random() < 0.25
        grid = GRIDS[dice.choice([*GRIDS] if still else STACKED)]
        keys = dice.choice([_plain, _plain, _handed, _fixed])(grid, dice)
        if "parts" in keys:
            continue
        if not still and "optional" not in keys and "colours" not in keys:
            loosen(keys, dice)
        if still or dice.random() < 0.7:
            keys["up"] = upward(grid, dice)
        more = keys.pop("rules", [])
        if not still:
            rules = [
                "supported",
                "supported: everywhere",
                _own([_beneath(dice) for _ in range(dice.choice([1, 1, 2]))]),
            ]
            keys["rules"] = [dice.choice(rules), *dice.sample(more, min(len(more), dice.choice([0, 0, 1])))]
        with suppress(Refused):
            problem = Problem(keys)
            tables = [rule for rule in keys.get("rules", []) if not isinstance(rule, str)]
            some = all("up" in keys and places(problem, row) for table in tables for row in table["items"])
            kinds = [rule for rule in keys.get("rules", []) if isinstance(rule, str) and rule.startswith("symmetric")]
            if problem.up and some and not kinds and is_wanted(problem, dice):
                return keys


def _own(rows: list[Keys]) -> Keys:
    return {"title": "own", "sentence": "it is so", "items": rows}


def _beneath(dice: Random) -> Keys:
    """Return a row about what is below pieces."""
    place = dice.choice(["beneath", "underside"])
    ranges = {
        "beneath": ["at most 1", "at most 1", "at least 1", "exactly 1"],
        "underside": ["at most SIZE", "at most SIZE", "at most 1", "at least 1", "at least 2"],
    }[place]
    row = {"place": place, "pieces": dice.choice(_EMPTY), "bounds": dice.choice(ranges)}
    return row | ({"filled": False} if dice.random() < 0.1 else {})


def _row(grid: Grid, keys: Keys, dice: Random) -> Keys:
    """Return a row of a rule."""
    kinds = ["cell", "side", "board", "border", "region"]
    whole = "wrap" not in keys and "parts" not in keys and not grid.balls and not grid.sticks
    kinds += ["corner"] * (grid.flat and "parts" not in keys)
    kinds += ["crossing"] * grid.sticks
    kinds += ["line"] * bool(whole and lines(Problem(keys)))
    kinds += ["row"] * ("parts" not in keys and bool(places(Problem(keys), {"place": "row", "length": 2})))
    place = dice.choice(kinds)
    row: Keys = {"place": place} | (_OF_PLACE[place](keys, dice) if place in _OF_PLACE else {})
    if "optional" in keys and dice.random() < 0.3:
        row["pieces"] = "all and empty"
    if place in ("side", "region") and "covers" not in row and dice.random() < 0.5:
        return row | {"colours": dice.choice(["equal", "different"])}
    most = _MOST.get(place, 2 * len(keys["board"]))
    bounds = dice.choice(["at most"] if most < 6 else ["at most", "at least", "exactly"])
    weight = dice.choice(
        ["cells", "colours", "colours", [0, 1, 3], [1, 0, 2, 1], None if place != "board" else "cells"]
    )
    return row | ({"weight": weight} if weight else {}) | {"bounds": f"{bounds} {dice.randint(1, most)}"}


def _region(keys: Keys, dice: Random) -> Keys:
    return {
        "regions": [
            sorted(dice.sample(keys["board"], min(len(keys["board"]), dice.randint(1, 4))))
            for _ in range(dice.choice([1, 1, 2]))
        ]
    }


def _covers(keys: Keys, dice: Random) -> Keys:
    covers = dice.choice([None, "all", "exactly 1", "at least 2"])
    size = dice.choice([None, None, "at least 2", "exactly 2"])
    return {key: value for key, value in (("covers", covers), ("size", size)) if value}


_OF_PLACE: dict[str, Callable[[Keys, Random], Keys]] = {
    "region": _region,
    "corner": _covers,
    "side": lambda keys, dice: {"covers": "exactly 1"} if dice.random() < 0.3 else {},
    "line": lambda keys, dice: {"parts": "every"} if dice.random() < 0.7 else {},
    "crossing": lambda keys, dice: {"covers": "all"} if dice.random() < 0.7 else {},
    "row": lambda keys, dice: {"length": dice.choice([2, 2, 3])} | _covers(keys, dice),
}
