"""Makes a puzzle small while it still shows what it shows, and prints it as a file.

Each step leaves out a key, a piece, a cell, a colour or a number, or makes a word or a range simpler; or a piece, or a
cell of it, together with the cells it covers, so that a board that is filled stays filled.  The first simpler puzzle
that still fails is taken, until none does.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from itertools import islice
from typing import Any

from witness.counting import Problem, TooMany

Keys = dict[str, Any]
_NEEDED = ("grid", "board", "pieces", "tiles")


def shrunk(keys: Keys, fails: Callable[[Keys], bool], tries: int = 2000) -> Keys:
    """Return a puzzle that still `fails`, and from which nothing can be left out; after so many tries the best yet."""
    found = deepcopy(keys)
    while True:
        for simpler in _simpler(found):
            tries -= 1
            if tries >= 0 and (simpler["board"] or simpler.get("optional")) and fails(simpler):
                found = simpler
                break
        else:
            return found


def as_toml(keys: Mapping[str, Any]) -> str:
    """Return the text of a puzzle file; a piece or a tile is one line."""
    last = ("pieces", "tiles", "family")
    lines = [f"{key} = {_value(value)}" for key, value in keys.items() if key not in last]
    for key in ("pieces", "tiles"):
        if key in keys:
            lines += [f"{key} = [", *(f"    {_value(each)}," for each in keys[key]), "]"]
    if "family" in keys:
        lines += ["[family]", *(f"{key} = {_value(value)}" for key, value in keys["family"].items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list) else json.dumps(value)


def _simpler(keys: Keys) -> Iterator[Keys]:
    pieces = "tiles" if "tiles" in keys else "pieces"
    yield from (_without(keys, key) for key in keys if key not in _NEEDED)
    if len(keys[pieces]) > 1:
        yield from (_without_piece(keys, pieces, number) for number in range(len(keys[pieces])))
    yield from _with_their_cells(keys, pieces)
    if len(keys["board"]) > 1:
        yield from (_without_cell(keys, cell) for cell in keys["board"])
    for key in ("optional", "frame", "apart", "pairs", "rules"):
        yield from (_with(keys, key, some) for some in _fewer(keys.get(key, [])))
    for number, group in enumerate(keys.get("apart", [])):
        for some in _fewer(group):
            yield _with(keys, "apart", [*keys["apart"][:number], some, *keys["apart"][number + 1 :]])
    for key, simple in (("wrap", "x"), ("interchangeable", str(keys.get("interchangeable", ""))[:2])):
        if key in keys and keys[key] != simple:
            yield _with(keys, key, simple)
    if keys.get("empty"):
        yield _with(keys, "empty", keys["empty"] - 1)
    yield from (_with(keys, "colours", some) for some in _paler(keys.get("colours", [])))
    for number, piece in enumerate(keys[pieces]):
        for other in _simpler_piece(piece):
            yield _with_piece(keys, pieces, number, other)


def _with_their_cells(keys: Keys, pieces: str) -> Iterator[Keys]:
    """Yield puzzles without a piece and its cells, in a way the board can be filled if few rules are kept."""
    free = {
        key: value
        for key, value in keys.items()
        if key not in ("apart", "border", "colours", "empty", "pairs", "rules")
    }
    problem = Problem({**free, "match": False} if "tiles" in keys else free)
    names = {body: list(cell) for cell, body in problem.body.items()}
    with suppress(TooMany):
        for solution in islice(problem.search(steps=10_000), 2):
            for one in (problem.placements[k] for k in sorted(solution)):
                piece, there = keys[pieces][one.piece], [names[body] for body, _ in one.cells]
                if len(there) < len(keys["board"]):
                    without = reduce(_without_cell, there, keys)
                    fewer = piece.get("max", piece.get("count", 1)) - 1
                    if fewer:
                        copies = {"min": max(0, problem.bounds[one.piece][0] - 1), "max": fewer}
                        yield _with_piece(without, pieces, one.piece, _without(piece, "count") | copies)
                    elif len(keys[pieces]) > 1:
                        yield _without_piece(without, pieces, one.piece)
                if len(there) > 1:
                    for cell in there:
                        kept = [other for other in there if other != cell]
                        smaller = _without(piece, "colours") | {"cells": kept}
                        yield _with_piece(_without_cell(keys, cell), pieces, one.piece, smaller)


def _simpler_piece(piece: Keys) -> Iterator[Keys]:
    yield from (_without(piece, key) for key in piece if key not in ("name", "cells", "sides"))
    if len(piece.get("cells", [])) > 1:
        for number in range(len(piece["cells"])):
            keys = [key for key in ("cells", "colours") if key in piece]
            yield piece | {key: [each for at, each in enumerate(piece[key]) if at != number] for key in keys}
    yield from (piece | {"colours": some} for some in _paler(piece.get("colours", [])))
    word = piece.get("sides", "")
    yield from (piece | {"sides": f"{word[:at]}A{word[at + 1 :]}"} for at, letter in enumerate(word) if letter != "A")
    for key, least in (("count", 1), ("max", 1), ("min", 0)):
        if piece.get(key, least) > max(least, piece.get("min", 0) if key == "max" else 0):
            yield piece | {key: piece[key] - 1}


def _fewer(some: list[Any]) -> Iterator[list[Any]]:
    if len(some) > 1:
        yield from (some[:at] + some[at + 1 :] for at in range(len(some)))


def _paler(hues: list[int]) -> Iterator[list[int]]:
    yield from ([*hues[:at], 0, *hues[at + 1 :]] for at, hue in enumerate(hues) if hue)


def _with(keys: Keys, key: str, value: Any) -> Keys:
    return keys | {key: value}


def _without(keys: Keys, key: str) -> Keys:
    return {name: value for name, value in keys.items() if name != key}


def _with_piece(keys: Keys, pieces: str, number: int, piece: Keys) -> Keys:
    return _with(keys, pieces, [*keys[pieces][:number], piece, *keys[pieces][number + 1 :]])


def _without_piece(keys: Keys, pieces: str, number: int) -> Keys:
    name = keys[pieces][number]["name"]
    found = _with(keys, pieces, keys[pieces][:number] + keys[pieces][number + 1 :])
    if "rules" in found:
        found = _with(found, "rules", [rule for rule in found["rules"] if not _names(rule, name)])
    groups = [[other for other in group if other != name] for group in keys.get("apart", [])]
    return _with(found, "apart", [group for group in groups if group]) if any(groups) else _without(found, "apart")


def _names(rule: str | Keys, name: str) -> bool:
    return isinstance(rule, str) and name in rule.partition(":")[2].split()


def _without_cell(keys: Keys, cell: list[int]) -> Keys:
    kept = [at for at, other in enumerate(keys["board"]) if other != cell]
    found = keys | {key: [keys[key][at] for at in kept] for key in ("board", "colours") if key in keys}
    optional = [other for other in keys.get("optional", []) if other != cell]
    found = _with(found, "optional", optional) if optional else _without(found, "optional")
    return _with(found, "rules", [_elsewhere(rule, cell) for rule in keys["rules"]]) if "rules" in keys else found


def _elsewhere(rule: str | Keys, cell: list[int]) -> str | Keys:
    """Return a rule whose regions do not have a cell."""
    if isinstance(rule, str):
        return rule
    rows = []
    for row in rule["items"]:
        regions = [[other for other in region if other != cell] for region in row.get("regions", [])]
        rows.append(row | {"regions": [region for region in regions if region]} if regions else row)
    return rule | {"items": [row for row in rows if row.get("regions", True)]}
