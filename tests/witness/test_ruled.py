"""Puzzles of each kind: rules, weights, gravity, tiles with opposite colours, families, pairs of cells, on all grids.

Search, both checkers of certificates and the witness must have the same options, groups, counts and solutions.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from pages import ROOT
from ruled import RULED
from witness.__main__ import KINDS, check, name_of, run
from witness.bodies import GRIDS
from witness.counting import Problem, TooMany
from witness.families import members
from witness.mixing import ruled
from witness.rows import weighed
from witness.ruling import JUDGES, PLACES

import satpuzzle as sp

ALWAYS = ("certificate", "by symmetry", "strategy", "determinant")
IN_TURN = ("memo", "count certificate", "cadical", "toml", "clingo", "cpsat", "json", "frontier", "lrat")
FEW = {"ruled": 18, "thinned": 4, "weighed": 18, "tiled": 12, "stacked": 18, "family": 6, "paired": 18}
MANY = {"mixed": 20_000, "ruled": 10_000}  # others 3000

CUBE = [[x, y, z] for x in range(3) for y in range(3) for z in range(3)]
BRICKS: dict[str, Any] = {
    "grid": "cubic",
    "board": [],
    "optional": CUBE,
    "pieces": [
        {"name": "A", "cells": [[x, y, 0] for x in range(3) for y in range(2)], "count": 2},
        {"name": "B", "cells": [[x, y, 0] for x in range(2) for y in range(2)], "count": 2},
        {"name": "C", "cells": [[x, 0, 0] for x in range(3)]},
    ],
}


@pytest.mark.parametrize("name", RULED)
def test_each_rule_leaves_the_packings_that_the_witness_leaves(name: str) -> None:
    bare, rule = RULED[name]
    keys = bare | {"rules": [rule]}
    counts = sp.count(sp.from_dict(keys))
    assert counts.known() == Problem(keys).counts()
    assert counts.raw != sp.count(sp.from_dict(bare)).raw


@pytest.mark.parametrize(
    ("rule", "raw", "isometries"), [("supported", 4424, 563), ("supported: everywhere", 1484, 190)]
)
def test_the_witness_counts_the_bricks_that_rest(rule: str, raw: int, isometries: int) -> None:
    counts = Problem(BRICKS | {"rules": [rule], "up": "z"}).counts()
    assert (counts["raw"], counts["isometries"]) == (raw, isometries)


@pytest.mark.parametrize("make", [ruled, weighed])
def test_a_board_in_one_part_has_its_symmetries_however_parts_are_moved(make: Callable[[int], dict[str, Any]]) -> None:
    met = set[bool]()
    for seed in range(60):
        keys = {key: value for key, value in make(seed).items() if key not in ("parts", "up", "rules", "wrap")}
        together, separate = (Problem(keys | {"parts": parts}) for parts in ("together", "separate"))
        if len(separate.parts) == 1:
            assert separate.orders() == together.orders()
            met.add(any(piece.get("mirror") is False for piece in keys["pieces"]) or keys.get("mirror") is False)
    assert met == {False, True}


def bundled(rule: str) -> dict[str, Any]:
    """Return a rule as the table of its file."""
    word, _, text = rule.partition(":")
    table = tomllib.loads((ROOT / "rules" / f"{word.replace(' ', '-')}.toml").read_text(encoding="utf-8"))
    return {**table, "said": text.strip()}


def test_rows_of_bundled_rules_say_what_their_sentences_say() -> None:
    """The witness knows both: rules by their words, and the rows of their files."""
    met = Counter[str]()
    for keys in [bare | {"rules": [rule]} for bare, rule in RULED.values()] + [ruled(seed) for seed in range(60)]:
        words = [
            rule for rule in keys["rules"] if (ROOT / "rules" / f"{name_of(rule).replace(' ', '-')}.toml").exists()
        ]
        by_rows = {"rules": [bundled(rule) if rule in words else rule for rule in keys["rules"]]}
        try:
            assert Problem(keys | by_rows).solutions() == Problem(keys).solutions(), keys
        except TooMany:
            continue
        met.update(map(name_of, words))
    assert {f"{name.replace(' ', '-')}.toml" for name in met} == {path.name for path in (ROOT / "rules").glob("*.toml")}


@pytest.mark.few(1, "kind")
@pytest.mark.parametrize("fold", range(2))
@pytest.mark.parametrize("kind", FEW)
def test_puzzles_of_each_kind_are_answered_alike_by_search_checkers_and_witness(
    kind: str, fold: int, checker: Path
) -> None:
    for seed in range(fold, FEW[kind], 2):
        keys = KINDS[kind](seed)
        check(keys, seed, [*ALWAYS, IN_TURN[seed % len(IN_TURN)]], program=checker)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_of_new_puzzles_of_each_kind_are_answered_alike_in_all_ways(
    kind: str, seed: int, checker: Path
) -> None:
    print(f"seed {seed}")
    number = MANY.get(kind, 3000)
    counted = run(kind, number, seed, checker)
    print(dict(counted))
    assert not counted["wrong"]
    assert counted["members" if kind == "family" else "stranger"] > number // 6


def lacking(
    kind: str, told: Callable[[dict[str, Any]], Iterable[Any]], wanted: Iterable[Any], first: int = 0
) -> set[Any]:
    """Return what of all that is wanted none of 200 puzzles of a kind has; no more puzzles are made than needed."""
    left = {*wanted}
    for seed in range(first, first + 200):
        left.difference_update(told(KINDS[kind](seed)))
        if not left:
            break
    return left


@pytest.mark.full
def test_puzzles_of_each_kind_have_all_rules_on_all_grids() -> None:
    def rules(keys: dict[str, Any]) -> list[str]:
        return [word for rule in keys.get("rules", []) for word in (name_of(rule), *name_of(rule).split())]

    def grid(keys: dict[str, Any]) -> list[str]:
        return [keys["grid"]]

    assert not lacking("ruled", lambda keys: [*grid(keys), *rules(keys)], [*GRIDS, *JUDGES])
    assert not lacking("ruled", dict.keys, ("optional", "empty", "wrap", "frame", "mirror", "rotate", "up"))
    assert not lacking("ruled", lambda keys: [key for piece in keys["pieces"] for key in piece], ["min"])
    assert not lacking("stacked", lambda keys: [*grid(keys), *rules(keys)], [*GRIDS, "beneath", "underside"])
    assert not lacking("weighed", rules, PLACES.keys() - {"beneath", "underside"}, first=150)  # one has a crossing
    assert not lacking("family", dict.keys, ("optional", "colours", "rules", "up", "mirror", "apart"))
    assert not lacking("tiled", lambda keys: [keys.get("match")], ("opposite", "AB", "BC aD"))
    assert sum(map(len, map(members, map(KINDS["family"], range(50))))) > 100
