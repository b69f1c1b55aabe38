"""Puzzles with all rules, free cells, limits on empty ones, ranges of copies and one-sided pieces, on all grids.

Search, both checkers of certificates and the witness must have the same counts.
"""

from collections import Counter
from pathlib import Path

import pytest
from ruled import RULED
from witness.__main__ import check
from witness.bodies import GRIDS
from witness.counting import Problem
from witness.mixing import ruled, thinned, weighed
from witness.ruling import JUDGES

import satpuzzle as sp

WAYS = ("certificate", "by symmetry")
IN_TURN = ("memo", "frontier", "count certificate", "lrat", "cadical", "toml", "clingo")
WEIGHING = ("memo", "count certificate", "cadical", "toml", "clingo", "cpsat", "json")


@pytest.mark.parametrize("name", RULED)
def test_each_rule_leaves_the_packings_that_the_witness_leaves(name: str) -> None:
    bare, rule = RULED[name]
    keys = bare | {"rules": [rule]}
    counts = sp.count(sp.from_dict(keys))
    assert counts.known() == Problem(keys).counts()
    assert counts.raw != sp.count(sp.from_dict(bare)).raw


@pytest.mark.few(2)
@pytest.mark.parametrize("fold", range(4))
def test_ruled_puzzles_are_answered_alike_by_search_checkers_and_witness(fold: int, checker: Path) -> None:
    for seed in range(fold, 60, 4):
        check(ruled(seed), seed, [*WAYS, IN_TURN[seed % len(IN_TURN)]], Counter(), checker)


def test_pieces_whose_placements_rules_take_away_are_answered_alike() -> None:
    """Pieces are matched by all their possible placements, so half of these puzzles have images that are left out."""
    for seed in range(12):
        check(thinned(seed), seed, [*WAYS, IN_TURN[seed % len(IN_TURN)]], Counter())


@pytest.mark.slow
def test_thousands_of_puzzles_whose_placements_rules_take_away_are_answered_alike(seed: int) -> None:
    print(f"seed {seed}")
    for each in range(seed, seed + 3000):
        check(thinned(each), each, [*WAYS, IN_TURN[each % len(IN_TURN)]], Counter())


@pytest.mark.slow
def test_ten_thousand_ruled_puzzles_are_answered_alike(seed: int, checker: Path) -> None:
    print(f"seed {seed}")
    counted = run_ruled(10_000, seed, checker)
    assert counted["certificate"] > 4000 and counted["stranger"] > 2000


def run_ruled(number: int, seed: int, checker: Path) -> Counter[str]:
    counted = Counter[str]()
    for each in range(seed, seed + number):
        keys = ruled(each)
        counted.update(rule.partition(":")[0] for rule in keys["rules"])
        counted.update(
            key for key in ("optional", "empty", "wrap", "frame", "parts", "mirror", "rotate") if key in keys
        )
        check(keys, each, [*WAYS, IN_TURN[each % len(IN_TURN)]], counted, checker)
    return counted


@pytest.mark.full
def test_ruled_puzzles_have_all_rules_on_all_grids() -> None:
    every = [ruled(seed) for seed in range(150)]
    assert {keys["grid"] for keys in every} == GRIDS.keys()
    assert {rule.partition(":")[0] for keys in every for rule in keys["rules"]} == JUDGES.keys()
    assert all(any(key in keys for keys in every) for key in ("optional", "empty", "wrap", "frame", "mirror", "rotate"))
    assert any("min" in piece for keys in every for piece in keys["pieces"])


@pytest.mark.few(1)
@pytest.mark.parametrize("fold", range(4))
def test_rows_with_weights_are_answered_alike_by_search_checkers_and_witness(fold: int, checker: Path) -> None:
    for seed in range(fold, 60, 4):
        check(weighed(seed), seed, [*WAYS, WEIGHING[seed % len(WEIGHING)]], Counter(), checker)


@pytest.mark.slow
def test_thousands_of_puzzles_with_weights_are_answered_alike(seed: int, checker: Path) -> None:
    print(f"seed {seed}")
    for each in range(seed, seed + 3000):
        check(weighed(each), each, [*WAYS, WEIGHING[each % len(WEIGHING)]], Counter(), checker)
