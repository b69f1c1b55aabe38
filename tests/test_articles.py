"""Articles: their programs, searched by our strategies, find what they found, and plain transcriptions the same."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.cover.dlx import load_dlx
from satpuzzle.cover.from_puzzle import cover_of

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(NOTEBOOKS))


def program(name: str) -> Any:
    return import_module(f"articles.{name}")


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
    bedlam = program("bedlam")
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


def test_the_pieces_of_the_article_are_those_of_the_bundled_puzzle() -> None:
    bedlam, puzzle = program("bedlam"), sp.load("bedlam")
    bundled = cover_of(puzzle, sp.place(puzzle))
    numbers = [len(bundled.options_of(item)) for item in bundled.families["pieces"]]
    assert numbers[1:] == [len(masks) for masks in bedlam.every()[1:]]
    assert sp.count(bedlam.cover()).raw == puzzle.published.rotations == bedlam.SOLUTIONS


@pytest.mark.parametrize("strategy", ["pieces", "pieces-isolated"])
def test_a_strategy_is_the_listing_call_by_call(strategy: str) -> None:
    bedlam, most = program("bedlam"), 40_000
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


def test_the_article_as_a_text_is_searched_in_its_order(tmp_path: Path) -> None:
    bedlam, calls = program("bedlam"), 1_000_000
    path = tmp_path / "bedlam.dlx"
    path.write_text(bedlam.dlx(), encoding="utf-8")
    found = sp.count(load_dlx(path), strategy="pieces", presolve=False, node_limit=calls - 1)
    assert found.raw == bedlam.solutions(calls) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "solutions"), [("pieces", 44), ("pieces-isolated", 213)])
def test_the_first_500_million_calls_find_the_44_solutions_of_the_article(strategy: str, solutions: int) -> None:
    assert program("bedlam").solutions(500_000_000, strategy) == solutions
