"""The page, run in Node, has the placements and symmetries of mixed puzzles, and counts as the witness does."""

import contextlib
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from test_geometry import agree, tables_in_node
from test_studio_counts import counted
from witness.__main__ import KINDS
from witness.counting import Problem, Refused, TooMany

from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.model import Puzzle

FEW, MANY = {"mixed": 24, "tiled": 12, "ruled": 12, "thinned": 6, "weighed": 12}, 800
JUDGING = re.compile("anti-slide|colours:|connected:|symmetric:|touch:")  # they judge whole packings
Keys = dict[str, Any]


def solved(kind: str, seed: int) -> Keys:
    """Return a puzzle without what the page does not search."""
    keys = KINDS[kind](seed)
    rules = [rule for rule in keys.get("rules", []) if not (isinstance(rule, str) and JUDGING.match(rule))]
    return {**keys, "rules": rules}


@pytest.mark.parametrize("kind", FEW)
def test_the_page_counts_as_the_witness_does(kind: str, seed: int) -> None:
    check(kind, range(seed, seed + FEW[kind]))


@pytest.mark.slow
@pytest.mark.parametrize("kind", FEW)
def test_the_page_counts_thousands_as_the_witness_does(kind: str, seed: int) -> None:
    seen = check(kind, range(seed, seed + MANY))
    print(dict(seen))
    assert seen["classes"] > MANY // 4 and seen["partial"]


def check(kind: str, seeds: range) -> Counter[str]:
    """Compare counts, and classes where the page lists one solution of each; return how many there were."""
    expected, seen = list[tuple[int, Puzzle, dict[str, int]]](), Counter[str]()
    for seed in seeds:
        keys = solved(kind, seed)
        try:
            expected.append((seed, of_table(keys, "mixed"), Problem(keys).counts()))
        except (Refused, TooMany, PuzzleError):
            continue
    answers = counted([content(puzzle, drawn=False) for _, puzzle, _ in expected], parts=3)
    for (seed, puzzle, counts), found in zip(expected, answers, strict=True):
        if found is None:
            assert not counts["raw"], (kind, seed)
            continue
        for way in ("counts", "divided"):  # of no parts there is no sum of patterns
            assert {key: found[way].get(key, 0) for key in counts} == counts, (kind, seed, way)
        assert not (found["why"] and counts["raw"]), (kind, seed)
        symmetry, listed = Tables.of(puzzle).symmetry, found["solutions"]
        seen["partial"] += not symmetry.total.all()
        if listed and len(listed) == counts.get("patterns", counts["isometries"]) < 500:
            rows = np.full((len(listed), max(map(len, listed))), -1, np.int64)
            for row, solution in zip(rows, listed, strict=True):
                row[: len(solution)] = solution
            assert len({*map(tuple, symmetry.smallest(rows).tolist())}) == len(listed), (kind, seed)
            seen["classes"] += 1
    return seen


@pytest.mark.parametrize("kind", FEW)
def test_the_page_has_the_same_placements_and_symmetries_and_writes_the_same_puzzle(kind: str, seed: int) -> None:
    puzzles = list[Puzzle]()
    for number in range(12):
        with contextlib.suppress(PuzzleError):  # which some puzzles are there for
            puzzles.append(of_table(solved(kind, seed + number), "mixed"))
    assert len(puzzles) > 4
    for puzzle, found in zip(puzzles, tables_in_node([content(p, drawn=False) for p in puzzles]), strict=True):
        agree(found, puzzle)
        again, expected = (content(each, drawn=False) for each in (of_table(found["written"], "mixed"), puzzle))
        for key in ("title", "counts", "source"):
            again.pop(key, None), expected.pop(key, None)
        assert again == expected
