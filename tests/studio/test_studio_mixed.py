"""The search of the page, run in Node, finds as many solutions of mixed puzzles as the witness does."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from test_studio_counts import counted
from witness.counting import Problem, Refused, TooMany
from witness.mixing import mixed, ruled
from witness.rows import weighed

from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.writing import content

KINDS = {"mixed": mixed, "ruled": ruled, "weighed": weighed}
FEW, MANY = 12, 800
JUDGING = re.compile("anti-slide|colours:|connected:|symmetric:|touch:|supported")  # they judge whole packings
Keys = dict[str, Any]


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_counts_as_the_witness_does(kind: str, seed: int) -> None:
    check(KINDS[kind], range(seed, seed + FEW))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_page_counts_thousands_as_the_witness_does(kind: str, seed: int) -> None:
    check(KINDS[kind], range(seed, seed + MANY))


def check(made: Callable[[int], Keys], seeds: range) -> None:
    expected: list[tuple[int, Keys, dict[str, int]]] = []
    for seed in seeds:
        keys = {key: value for key, value in made(seed).items() if key != "up"}
        keys["rules"] = [rule for rule in keys.get("rules", []) if not (isinstance(rule, str) and JUDGING.match(rule))]
        try:
            expected.append((seed, keys, Problem(keys).counts()))
        except (Refused, TooMany):
            continue
    answers = counted([content(of_table(keys, "mixed"), drawn=False) for _, keys, _ in expected], parts=3)
    for (seed, keys, counts), found in zip(expected, answers, strict=True):
        if found is None:
            assert not counts["raw"], (seed, keys)
            continue
        for way in ("counts", "divided"):  # of no parts there is no sum of patterns
            assert {key: found[way].get(key, 0) for key in counts} == counts, (seed, way, keys)
