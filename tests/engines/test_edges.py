"""The search cell by cell for tiles: the same as in Python, as other strategies and as the witness."""

from random import Random
from typing import Any

import numpy as np
import pytest
from witness.counting import Problem
from witness.mixing import mixed
from witnessed import TILED

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.memo.count import Remembering
from satpuzzle.engines.native import edges
from satpuzzle.engines.native.probe import estimate
from satpuzzle.engines.state import EXHAUSTED
from satpuzzle.engines.strategies import find
from satpuzzle.puzzle.formats.reading import of_table

# A puzzle of a collection of public cases, counted by a naive loop in C: 260 solutions in 22 seconds.
SIX_BY_SIX = """
    QRQA QAYP QAYR AYRY QAVR QAVZ VXYA ZRRS SRZP SXZS ZPSP RSPZ PRPX SZSS ZPXR XRSP VPQA QZYA
    XZSR XYAQ AYPV XXZX PYAY XZZS AVSY AAQQ XRXS PXSZ XPPZ AQRV ZVAV QVAA PXRR QSVA YAAY AYVA
"""
# Puzzles with edges that differ in what else bounds the tiles, with few solutions each.
SMALL: dict[str, dict[str, Any]] = {
    "copies": {"box": [2, 3], "tiles": "ABAB*2 AABB*2 ABBB BBAA"},
    "a choice": {"box": [2, 2], "tiles": "ABAB? AABB*2? ABBB BBAA? AAAA?"},
    "opposite": {"box": [3, 2], "mirror": False, "match": "opposite", "tiles": "AabB abAb BaAb aBbA ABab bbAA"},
    "border": {"box": [3, 2], "border": "same on each side", "tiles": "ABAC BACA CABA ABCA BCAA ACBB"},
    "different": {"box": [4, 1], "border": "different on each side", "match": False, "tiles": "ABCD BADC CDAB DCBA"},
    "round": {"box": [3, 3], "wrap": "xy", "rotate": False, "tiles": "ABAB*3 ACAC*3 ADAD*3"},
    "triangles": {"grid": "triangular", "board": " *\n***", "tiles": "AAA? AAB*2? ABB*2? BBB?"},
}


def small(name: str) -> sp.Puzzle:
    return sp.make_puzzle(**{"grid": "square"} | SMALL[name])


def random_squares(columns: int, rows: int, colours: str, seed: int) -> sp.Puzzle:
    """Return a board of shuffled tiles with the border colour A, which has a solution."""
    dice = Random(seed)
    across = [["A", *(dice.choice(colours) for _ in range(columns - 1)), "A"] for _ in range(rows)]
    down = [["A", *(dice.choice(colours) for _ in range(rows - 1)), "A"] for _ in range(columns)]
    tiles = [down[x][y] + across[y][x + 1] + down[x][y + 1] + across[y][x] for x in range(columns) for y in range(rows)]
    dice.shuffle(tiles)
    return sp.make_puzzle(grid="square", box=[columns, rows], mirror=False, border="A", tiles=tiles)


def stepwise(state: Any, budget: int, room: int) -> tuple[list[list[int]], int]:
    found: list[list[int]] = []
    outcome = None
    while outcome != EXHAUSTED:
        batch = np.full((room, state.longest), -1, np.int64)
        outcome, count = state.advance(budget, batch)
        found += batch[:count].tolist()
    return found, state.nodes


@pytest.mark.parametrize("name", SMALL)
def test_the_kernel_does_what_python_does(name: str) -> None:
    tables = Tables.of(small(name))
    for first in (None, len(tables.cover.names) - 1, tables.cover.families["pieces"][0]):
        made = tables.cover, tables.points, first
        whole, nodes = stepwise(edges.Edges(*made), 1 << 40, 1000)
        for kind, budget, room in ((edges.Plain, 1 << 40, 1000), (edges.Edges, 3, 1), (edges.Plain, 2, 3)):
            assert stepwise(kind(*made), budget, room) == (whole, nodes)
        assert estimate(edges.Edges(*made), 500) == estimate(edges.Plain(*made), 500)
    assert whole
    assert len(whole) == sp.count(small(name), "cadical").raw


@pytest.mark.parametrize("seed", [seed for seed in TILED if seed not in (102, 103, 107, 396)])
def test_it_finds_what_the_witness_finds(seed: int) -> None:
    keys = mixed(seed)
    puzzle = of_table(keys, "mixed")
    tables = Tables.of(puzzle)
    assert not find("edges").refused(tables.cover, tables.points)  # each cell has one tile
    counts = Problem(keys).counts()
    for parts in (1, 5):
        assert sp.count(puzzle, strategy="edges", parts=parts, jobs=1) == sp.Counts(
            counts["raw"], counts["rotations"], counts["isometries"], counts.get("patterns")
        )


@pytest.mark.full
def test_squares_of_a_public_case_are_counted_in_its_order_of_cells() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[6, 6], mirror=False, border="A", tiles=SIX_BY_SIX)
    plan = sp.solve(puzzle, jobs=1).plan()
    assert plan.stats["strategy"] == "edges"
    search = sp.solve(puzzle, jobs=1, parts=1)
    assert len([*search]) == 65
    assert search.counts == sp.Counts(260, 65, 65)
    assert search.stats["nodes"] == 48226128


@pytest.mark.parametrize("strategy", ["edges", "mrv"])
def test_tiles_are_placed_by_both_strategies(strategy: str) -> None:
    assert sp.count("nine-cards", strategy=strategy) == sp.Counts(4, 1, 1)
    assert sp.count("instant-insanity", strategy=strategy) == sp.Counts(192, 24, 24)


def test_parts_have_together_as_many_nodes_as_the_whole() -> None:
    puzzle, nodes = random_squares(5, 5, "BCDE", 1), set[int]()
    for parts in (1, 7, 60):
        search = sp.solve(puzzle, strategy="edges", parts=parts, jobs=1)
        assert len([*search]) == 149
        nodes.add(search.stats["nodes"])
    assert max(nodes) - min(nodes) < max(nodes) / 5000  # the options that make the parts


def test_pieces_may_be_given_and_a_search_may_end_early() -> None:
    puzzle = random_squares(4, 4, "BC", 3)
    found = [*sp.solve(puzzle, up_to="raw")]
    given = found[-1].as_list()[:2]
    kept = [s for s in found if all(one in s.as_list() for one in given)]
    assert {s.options for s in sp.solve(puzzle, strategy="edges", given=given, up_to="raw")} == {
        s.options for s in kept
    }
    assert len([*sp.solve(puzzle, strategy="edges", limit=3, up_to="raw")]) == 3
    search = sp.solve(puzzle, strategy="edges", parts=1, node_limit=100)
    assert len([*search]) < len(found) and not search.counts.final
    assert search.stats["nodes"] <= 101


def test_it_says_what_it_does_not_take() -> None:
    with pytest.raises(sp.PuzzleError, match="strategy edges: allowed for tiles, whose sides have colours"):
        sp.count("soma", strategy="edges")
    puzzle = sp.make_puzzle(grid="square", board="**", optional="..\n*.", tiles="AAAA*2 AAAA?")
    with pytest.raises(sp.PuzzleError, match="allowed if each option covers one cell, and no cell may stay empty"):
        sp.count(puzzle, strategy="edges")


def test_a_memo_leaves_a_puzzle_whose_states_do_not_repeat() -> None:
    cover = Tables.of(sp.make_puzzle(grid="square", box=[6, 6], border="A", mirror=False, tiles=SIX_BY_SIX)).cover
    memo = Remembering(cover, 1 << 28, UNLIMITED)
    assert memo.advance(1e-3, 1e9) is None  # though a search would take much longer
    cover = Tables.of(sp.load("iq-rectangle")).cover
    assert Remembering(cover, 1 << 28, UNLIMITED).advance(1e-3, 1e9) is not None


def test_macmahon_squares_are_counted_as_before() -> None:
    assert sp.count("macmahon-squares", jobs=1) == sp.Counts(106624, 53312, 26656, 13328)
