"""Articles: their programs, searched by our strategies, find what they found, and plain transcriptions the same."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import comb
from pathlib import Path
from typing import Any

import formulas
import numpy as np
import pytest
from articles import bedlam, pentominoes

import satpuzzle as sp
from satpuzzle.cnf.encode import encode
from satpuzzle.cover.dlx import load_dlx
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.engines.state import stretches
from satpuzzle.engines.strategies import find

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


# Mini Bedlam Cube

HIGH = [0x8888888888888888, 0xF000F000F000F000, 0xFFFF000000000000]
LOW = [0x1111111111111111, 0x000F000F000F000F, 0x000000000000FFFF]
ALL = (1 << 64) - 1


def has_isolated_point(x: int) -> bool:
    """`HaveIsolPoint` of the article."""
    y = ALL
    for step, high, low in zip((1, 4, 16), HIGH, LOW, strict=True):
        y &= ((x >> step) | high) & ((x << step) | low)
    return ~x & y & ALL != 0


def solve(figures: Sequence[Sequence[int]], most: int, isolated: bool) -> tuple[list[list[int]], list[int]]:
    """Return the solutions in the first calls of `Solve`, the article's first listing, and the number of each's call.

    Perhaps with the article's test for isolated cells.
    """
    calls, solutions, numbers = 0, list[list[int]](), list[int]()

    def called(n: int, x: int, placed: list[int]) -> None:
        nonlocal calls
        calls += 1
        if n == len(figures):
            solutions.append(placed)
            numbers.append(calls)
        elif not isolated or not has_isolated_point(x):
            for i, s in enumerate(figures[n]):
                if s & x == 0 and calls < most:
                    called(n + 1, x | s, [*placed, i])

    called(0, 0, [])
    return solutions, numbers


def turned(cells: np.ndarray[Any, Any]) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the cells in all orientations, moved into the corner."""
    for motion in sp.load("bedlam").grid.motions():
        image = cells @ motion.T
        yield image - image.min(axis=0)


def test_the_placements_of_the_article_are_all_but_those_of_the_cross() -> None:
    for figure, masks in zip(bedlam.FIGURES, bedlam.every()[1:], strict=True):
        cells = np.array([(bit & 3, bit >> 2 & 3, bit >> 4) for bit in range(64) if figure >> bit & 1])
        places = {
            sum(1 << int(bit) for bit in (image + move) @ (1, 4, 16))
            for image in turned(cells)
            for move in np.ndindex(*(4 - image.max(axis=0)))
        }
        assert len(masks) == len(places)
        assert {*masks} == places
    assert len(bedlam.cover().rows) == 4142


@pytest.mark.full
def test_the_pieces_of_the_article_are_those_of_the_bundled_puzzle() -> None:
    puzzle = sp.load("bedlam")
    bundled = cover_of(puzzle, sp.place(puzzle))
    numbers = [len(bundled.options_of(item)) for item in bundled.families["pieces"]]
    assert numbers[1:] == [len(masks) for masks in bedlam.every()[1:]]
    assert sp.count(bedlam.cover()).raw == puzzle.published.rotations == bedlam.SOLUTIONS


@pytest.mark.full
@pytest.mark.parametrize("strategy", ["pieces", "pieces-isolated"])
def test_a_strategy_is_the_listing_call_by_call(strategy: str) -> None:
    most = 40_000
    early = sorted(next(iter(sp.solve(bedlam.cover(), limit=1))))  # comes first, so that not only long searches find it
    figures, start = [], 0
    for masks, option in zip(bedlam.every(), early[:6], strict=False):
        figures.append((masks[option - start], *masks))
        start += len(masks)
    figures += bedlam.every()[6:]
    cover, starts = bedlam.cover(tuple(figures)), np.cumsum([0, *map(len, figures[:-1])])
    solutions, numbers = solve(figures, most, strategy == "pieces-isolated")
    assert solutions
    for calls in (most, numbers[0], numbers[0] - 1):
        run = sp.solve(cover, strategy=strategy, presolve=False, node_limit=calls - 1)
        found = [one for one, number in zip(solutions, numbers, strict=True) if number <= calls]
        assert [sorted(one) for one in run] == [(starts + one).tolist() for one in found]
        assert run.stats["nodes"] == calls - 1


@pytest.mark.full
def test_the_article_as_a_text_is_searched_in_its_order(tmp_path: Path) -> None:
    calls = 1_000_000
    path = tmp_path / "bedlam.dlx"
    path.write_text(bedlam.dlx(), encoding="utf-8")
    found = sp.count(load_dlx(path), strategy="pieces", presolve=False, node_limit=calls - 1)
    assert found.raw == bedlam.solutions(calls) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "solutions"), [("pieces", 44), ("pieces-isolated", 213)])
def test_the_first_500_million_calls_find_the_44_solutions_of_the_article(strategy: str, solutions: int) -> None:
    assert bedlam.solutions(500_000_000, strategy) == solutions


# Pentominoes

SMALL = {"4x5": "IPUV", "5x6": "IPNVWY", "3x10": "LNPUVY"}  # boards, the longer side last, and pieces


def board_with(name: str, pieces: str) -> sp.Puzzle:
    height, width = map(int, name.split("x"))
    drawn = {one: "\n".join(pentominoes.PIECES[one]).replace("1", "*").replace("0", ".") for one in pieces}
    return sp.make_puzzle(board="\n".join(["*" * width] * height), pieces=drawn, grid="square")


@pytest.mark.parametrize("name", ["4x5", *(pytest.param(name, marks=pytest.mark.slow) for name in ("5x6", "3x10"))])
def test_all_sets_of_optimisations_find_the_same(name: str) -> None:
    raw = sp.count(board_with(name, SMALL[name])).raw
    height, width = map(int, name.split("x"))
    pieces = {one: pentominoes.PIECES[one] for one in SMALL[name]}
    found = {one: pentominoes.search(height, width, pieces, one) for one in pentominoes.VARIANTS}
    solutions = {frozenset(one.solutions) for one in found.values()}
    assert len(solutions) == 1
    assert len(next(iter(solutions))) == raw
    assert all(one.final and len(one.solutions) == raw for one in found.values())
    numbers = {
        fewest: {(one.nodes, one.dead_ends) for variant, one in found.items() if variant.fewest == fewest}
        for fewest in (False, True)
    }
    assert [len(same) for same in numbers.values()] == [1, 1]  # the others change what a node costs
    assert min(numbers[True]) < min(numbers[False])


@pytest.mark.parametrize("name", SMALL)
def test_the_strategy_rows_tries_as_many_placements_as_the_article(name: str) -> None:
    puzzle = board_with(name, SMALL[name])
    state = find("rows").state(cover_of(puzzle, sp.place(puzzle)), puzzle.board)
    raw = sum(len(batch) for batch in stretches(state))
    height, width = map(int, name.split("x"))
    found = pentominoes.search(
        height, width, {one: pentominoes.PIECES[one] for one in SMALL[name]}, pentominoes.VARIANTS[-1]
    )
    assert (len(found.solutions), found.nodes) == (raw, state.nodes)


def test_a_limit_of_nodes_stops_the_program_too() -> None:
    found = pentominoes.search(5, 12, pentominoes.PIECES, pentominoes.VARIANTS[-1], 500)
    assert (found.nodes, found.final, found.solutions) == (500, False, [])


# Galakub

LABELLED = NOTEBOOKS / "articles" / "galakub-labelled.toml"


def all_places(cells: list[tuple[int, ...]]) -> set[frozenset[tuple[int, ...]]]:
    """Return the places of a piece in 4x4x4, by the 24 products of a permutation of the axes and signs."""
    found = set()
    for axes in permutations(range(3)):
        even = axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        for signs in product((1, -1), repeat=3):
            if (signs.count(-1) % 2 == 0) != even:  # a reflection
                continue
            image = [[sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)] for cell in cells]
            low, high = ([bound(one) for one in zip(*image, strict=True)] for bound in (min, max))
            for move in product(*(range(4 - top + bottom) for top, bottom in zip(high, low, strict=True))):
                found.add(frozenset(tuple(map(sum, zip(one, move, [-x for x in low], strict=True))) for one in image))
    return found


@pytest.mark.full
def test_the_comments_formula_has_a_variable_for_each_copy_and_place() -> None:
    kinds = [(piece.max, [*all_places(piece.cells.tolist())]) for piece in sp.load("galakub").pieces]
    assert [(copies, len(places)) for copies, places in kinds] == [(3, 432), (3, 288), (2, 27)]
    clauses = sum(copies for copies, _ in kinds)  # some place for each copy
    for at, (copies, places) in enumerate(kinds):
        clauses += copies * comb(len(places), 2)  # not two places of a copy
        overlaps = sum(not one.isdisjoint(other) for one in places for other in places)
        clauses += comb(copies, 2) * overlaps  # nor two copies on a cell, which may be two in the same place
        for others, elsewhere in kinds[at + 1 :]:
            clauses += copies * others * sum(not one.isdisjoint(other) for one in places for other in elsewhere)
    puzzle = sp.load(LABELLED)
    formula = encode(cover_of(puzzle, sp.place(puzzle)), sp.load_recipe("literal"))
    assert (formula.variables, len(formula)) == (3 * 432 + 3 * 288 + 2 * 27, clauses) == (2214, 1_628_685)


@pytest.mark.full
@pytest.mark.parametrize("solver", [{}, {"backend": "cadical", "encoding": "literal"}])
def test_each_packing_of_galakub_is_found_once_for_each_exchange_of_equal_pieces(solver: Any) -> None:
    assert sp.count(sp.load(LABELLED), **solver).raw == 576 == 8 * 6 * 6 * 2


@pytest.mark.full
def test_the_sizes_of_formulas_are_those_of_the_table_of_encodings() -> None:
    rows = {row["recipe"]: row for row in formulas.sizes(sp.load("galakub"))}
    page = (NOTEBOOKS.parent / "encodings" / "README.md").read_text(encoding="utf-8").partition("`galakub`:")[2]
    table = re.findall(r"(?m)^\| (?:cadical|gluecard) `(.+?)` .*\| (\d+) \| (\d+) \|$", page.partition("`soma`")[0])
    assert len(table) > 10
    for name, *numbers in table:
        row = rows[name]
        assert [row["searched: variables"], row["searched: clauses"]] == [*map(int, numbers)]
    assert [*rows["literal"].values()][1:] == [3693, 176_874, 2977, 112_462, 2583, 85_956, 3877, 110_168]
    run = sp.solve("galakub", "cadical", encoding="product")
    run.exhaust()
    found = [rows["product"][f"searched: {what}"] for what in ("variables", "clauses")]
    assert found == [run.stats["variables"], run.stats["clauses"]]
