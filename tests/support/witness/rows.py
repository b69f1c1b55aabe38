"""Random puzzles whose rules are rows: places of all kinds, weights, colours, and what is below pieces.

The same seed gives the same puzzle.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from witness.bodies import GRIDS, Grid
from witness.counting import Problem, Refused
from witness.mixing import Keys, _fixed, _handed, _in_parts, _plain, is_wanted, loosen, upward
from witness.ruling import lines, places

# Grids on which each cell has a side in common with another one that a translation leads to.
STACKED = ("square", "square", "hexagonal", "cubic", "cubic", "cubic", "prisms")
_EMPTY = ("all", "all", "empty", "all and empty")


def weighed(seed: int) -> Keys:
    """Return a puzzle of pieces with colours, and a rule of one or two rows, perhaps about pieces that it names."""
    dice = Random(f"weighed {seed}")
    while True:
        grid = GRIDS[dice.choice(["square", "square", *GRIDS])]
        keys = dice.choice([_plain, _plain, _handed, _in_parts, _fixed])(grid, dice)
        for piece in keys["pieces"] if dice.random() < 0.8 else []:
            if "colours" not in keys and dice.random() < 0.8:
                piece["colours"] = [dice.choice([0, 1, 2, 3]) for _ in piece["cells"]]
        names = [piece["name"] for piece in keys["pieces"]]
        named = dice.sample(names, min(len(names), dice.choice([1, 2]))) if dice.random() < 0.3 else []
        keys["rules"] = [_own([_row(grid, keys, dice, bool(named)) for _ in range(dice.choice([1, 1, 2]))], named)]
        keys["rules"] += [f"together: {names[0]} at least 1"] * (dice.random() < 0.2)
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
                _own([_beneath(dice) for _ in range(dice.choice([1, 1, 2]))], []),
            ]
            keys["rules"] = [dice.choice(rules), *dice.sample(more, min(len(more), dice.choice([0, 0, 1])))]
        with suppress(Refused):
            problem = Problem(keys)
            tables = [rule for rule in keys.get("rules", []) if not isinstance(rule, str)]
            some = all("up" in keys and places(problem, row) for table in tables for row in table["items"])
            kinds = [rule for rule in keys.get("rules", []) if isinstance(rule, str) and rule.startswith("symmetric")]
            if problem.up and some and not kinds and is_wanted(problem, dice):
                return keys


def _own(rows: list[Keys], named: list[str]) -> Keys:
    names = {"text": "NAMES", "said": " ".join(named)} if named else {}
    return {"title": "own", **names, "sentence": "it is so", "items": rows}


def _beneath(dice: Random) -> Keys:
    """Return a row about what is below pieces."""
    place = dice.choice(["beneath", "underside"])
    ranges = {
        "beneath": ["at most 1", "at most 1", "at least 1", "exactly 1"],
        "underside": ["at most SIZE", "at most SIZE", "at most 1", "at least 1", "at least 2"],
    }[place]
    row = {"place": place, "pieces": dice.choice(_EMPTY), "bounds": dice.choice(ranges)}
    return row | ({"filled": False} if dice.random() < 0.1 else {})


def _row(grid: Grid, keys: Keys, dice: Random, named: bool) -> Keys:
    """Return a row that the puzzle can have."""
    problem, row = Problem({key: value for key, value in keys.items() if key != "rules"}), Keys()
    row["place"] = dice.choice([*_kinds(problem)])
    row |= {"length": dice.choice([2, 2, 3])} if row["place"] == "row" else {}
    row |= {"regions": [_some(keys, dice) for _ in range(dice.choice([1, 1, 2]))]} if row["place"] == "region" else {}
    row |= {key: dice.choice(values) for key, values in _MORE.items() if dice.random() < 0.25}
    if dice.random() < 0.4:
        row["pieces"] = dice.choice(["all", "empty", "all and empty", *["named"] * named])
    if not places(problem, row):
        row = {key: value for key, value in row.items() if key not in ("size", "filled")}
    if dice.random() < 0.3:
        return row | _of_colours(row, dice, named)
    most = {"cell": 3, "side": 5, "crossing": 3}.get(row["place"], len(keys["board"]))
    weights = [None, "cells", "colours", "colours", [0, 1, 3], [1, 0, 2, 1]]
    if row["place"] == "board" and not row.keys() & {"size", "filled", "covers"}:
        weights = weights[1:]  # numbers of copies, which may be impossible
    weight = dice.choice(weights)
    least = max(1, weight[0] if isinstance(weight, list) else 0)
    way, end = dice.choice(["at most", "at most", "at least", "exactly"]), dice.randint(least, max(most, least))
    if dice.random() < 0.1 and row.get("pieces") not in ("empty", "all and empty"):
        way, end = "exactly", 0
    return row | ({"weight": weight} if weight else {}) | {"bounds": f"{way} {end}"}


_MORE: dict[str, list[Any]] = {
    "size": ["at least 2", "at most 2", "exactly 2", "exactly 4"],
    "filled": [True, False],
    "covers": ["all", "exactly 1", "at least 2", "exactly 0", "at most 1"],
    "parts": ["every", "some"],
}


def _kinds(problem: Problem) -> Iterator[str]:
    """Yield the kinds of places that there are, but for those below pieces."""
    yield from ("cell", "side", "board", "border", "region")
    grid, keys = problem.grid, problem.keys
    if "parts" not in keys:
        yield from ["corner"] * grid.flat
        yield from ["row"] * bool(places(problem, {"place": "row", "length": 2}))
        if "wrap" not in keys and not grid.balls and not grid.sticks and lines(problem):
            yield "line"
    yield from ["crossing"] * (grid.sticks and bool(places(problem, {"place": "crossing"})))


def _of_colours(row: Keys, dice: Random, named: bool) -> Keys:
    """Return what makes a row one about colours; equal ones are those of all pieces that have a cell there."""
    way = dice.choice(["equal", "different"])
    changed = {"colours": way}
    if way == "equal" and row.get("covers") in ("exactly 0", "at most 1"):
        changed["covers"] = "at least 1"
    if way == "equal" and named and row.get("pieces", "named") == "named":
        changed["pieces"] = "all"
    return changed


def _some(keys: Keys, dice: Random) -> list[list[int]]:
    return sorted(dice.sample(keys["board"], min(len(keys["board"]), dice.randint(1, 4))))
