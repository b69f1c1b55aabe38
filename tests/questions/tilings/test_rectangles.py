"""Rectangles: published primes and orders, cuts, reasons, journals, the command."""

import json
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.questions.question import Context
from satpuzzle.questions.tilings.column import TooManyStates
from satpuzzle.questions.tilings.ends import Ends
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.rectangles import (
    COMPOSITE,
    NO,
    OPEN,
    PRIME,
    WEAK,
    Rectangle,
    RectanglesQuestion,
    rectangles,
    sizes_of,
)
from satpuzzle.questions.tilings.shapes import prototiles
from satpuzzle.questions.tilings.transfer import rows_along_a_side

# Solomon W. Golomb, Polyominoes; the odd order of the L nonomino from polyominoes.org
ORDERS = {
    ("**/*.", "9x9"): (2, 15, ["2x3", "5x9"]),
    ("***/.*.", "8x8"): (4, None, ["4x4"]),
    ("***/*..", "8x8"): (2, None, ["2x4", "3x8"]),
    ("pentominoes#Y", "15x15"): (10, 45, ["5x10", "10x14", "14x15", "15x15"]),
    ("pentominoes#P", "7x15"): (2, 21, ["2x5", "7x15"]),
    ("***/***/*..", "14x14"): (28, None, ["14x14"]),
    ("********/*.......", "11x27"): (2, 33, ["2x9", "11x27"]),
}


@pytest.mark.few(3)
@pytest.mark.parametrize(("piece", "most"), ORDERS)
def test_published_orders(piece: str, most: str) -> None:
    found = rectangles(piece, most)
    order, odd, primes = ORDERS[piece, most]
    assert found.final and [found.as_dict()[key] for key in ("order", "odd_order")] == [order, odd]
    assert ["x".join(map(str, one.sizes)) for one in found.of(PRIME)] == primes
    assert found.order is not None and found.least(found.order)


@pytest.mark.full
def test_primes_of_y_pentominoes_in_narrow_strips() -> None:
    # Michael Reid's list of 40, which ends with 12x95; those of this size
    found = rectangles("pentominoes#Y", "13x35")
    primes = "5x10 10x14 10x16 9x20 11x20 10x23 13x20 9x30 10x27 11x30 11x35 13x30 13x35"
    assert found.final and ["x".join(map(str, one.sizes)) for one in found.of(PRIME)] == primes.split()
    assert not found.of(WEAK)
    for one in found.of(PRIME):
        cells = [cell for _, copy in one.tiling for cell in copy]
        assert sorted(cells) == [(x, y, 0) for x, y in product(*map(range, one.sizes))]


@pytest.mark.slow
def test_primes_of_y_pentominoes_in_wide_strips() -> None:
    found = rectangles("pentominoes#Y", "23x35")
    narrow = "5x10 10x14 10x16 9x20 14x15 11x20 15x15 10x23 15x16 15x17 13x20 9x30 10x27 15x19 15x21 11x30 15x22 17x20"
    primes = f"{narrow} 15x23 11x35 13x30 17x25 18x25 13x35 22x25 18x35"  # all of Reid's list of this size
    assert found.final and ["x".join(map(str, one.sizes)) for one in found.of(PRIME)] == primes.split()
    assert not found.of(WEAK)


def test_what_takes_too_long_waits_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rectangles("pentominoes#P", "7x10")
    monkeypatch.setattr(sys.modules[Rectangle.__module__], "_STATES", 4)
    monkeypatch.setattr(sys.modules[Rectangle.__module__], "_SECONDS", 1e-9)
    monkeypatch.setattr(sys.modules[Rectangle.__module__], "_MORE_SECONDS", 1)
    found = rectangles("pentominoes#P", "7x10")
    assert found.final and [one.kind for one in found.rectangles] == [one.kind for one in whole.rectangles]


def test_a_rectangle_that_waits_is_open_when_the_clock_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> bool:
        raise TooManyStates("too many")

    monkeypatch.setattr(Ends, "fills", refused)
    monkeypatch.setattr(sys.modules[Rectangle.__module__], "_SECONDS", 1e-9)
    monkeypatch.setattr(sys.modules[Rectangle.__module__], "_MORE_SECONDS", 1)
    clock, told = Clock(), list[str]()

    def watch(key: str) -> None:
        told.append(key)
        if len(told) > len({*told}):  # all were tried once
            clock.stop()

    found = rectangles("pentominoes#P", "5x5", clock=clock, watch=watch)
    assert not found.final and found.of(OPEN) and found.order is None
    assert len(found.rectangles) == found.asked


def test_rectangles_are_filled_if_a_search_fills_them() -> None:
    for piece in ("**/*.", "***/*..", "pentominoes#P", "pentominoes#L"):
        found = rectangles(piece, "6x10")
        for one in found.rectangles:
            pieces = {"A": {"cells": prototiles(piece)[0].cells, "min": 0, "max": "any"}}
            puzzle = sp.make_puzzle(grid="square", box=one.sizes, pieces=pieces)
            assert one.filled == (sp.solve(puzzle, limit=1).first() is not None), one


@pytest.mark.parametrize(("grid", "size", "most", "none"), [("square", 5, 10, 8), ("hexagonal", 4, 8, 3)])
def test_rows_that_cannot_be_covered_are_those_that_a_search_cannot_cover(
    grid: str, size: int, most: int, none: int
) -> None:
    # of the pentominoes I, L, P and Y fill rectangles: Golomb, Polyominoes; A126138 of the OEIS
    tiles = prototiles((), grid=grid, size=size)
    found = [rows_along_a_side([tile], 3000) for tile in tiles]
    assert sum(rows is not None for rows in found) == none
    for tile, rows in zip(tiles, found, strict=True):
        pieces = {"A": {"cells": tile.cells, "min": 0, "max": "any"}}
        lengths = range(size if rows else 2 * size, most + 1)  # a number of copies of the others covers one row
        assert any(_covers(pieces, tile, rows or 1, length) for length in lengths) == (rows is None), tile.name
        if rows:
            assert rectangles(tile, "4x4", grid=grid).sentence.endswith("along a side, from corner to corner")


def _covers(pieces: Mapping[str, object], tile: Prototile, rows: int, length: int) -> bool:
    """Tell whether a search covers so many rows of a box."""
    cells = tile.grid.box((length, rows + len(tile.cells) - 1))
    needed = tile.grid.steps(cells)[:, 1] < rows
    puzzle = sp.make_puzzle(grid=tile.grid, board=cells[needed], optional=cells[~needed], pieces=pieces)
    return sp.solve(puzzle, limit=1).first() is not None


def test_tilings_of_primes_are_tilings() -> None:
    for one in rectangles(("pentominoes#Y", "pentominoes#U"), "8x10").rectangles:
        cells = [cell for _, copy in one.tiling for cell in copy]
        if one.tiling:
            assert sorted(cells) == [(x, y, 0) for x, y in product(*map(range, one.sizes))]
        assert bool(one.tiling) == (one.kind in ("prime", "weak"))


def test_a_rectangle_that_can_be_cut_only_crosswise_is_weak() -> None:
    found = rectangles(["**/**/**/**/**", "***/***/***"], "7x7")
    assert [(one.sizes, one.reason) for one in found.of(WEAK)] == [((7, 7), "cut into 2x5, 2x5, 3x3, 5x2, 5x2")]
    assert [one.sizes for one in found.of(PRIME)] == [(3, 3), (2, 5)]


def test_why_rectangles_cannot_be_filled() -> None:
    reasons = {one.sizes: one.reason for one in rectangles("***/.*.", "6x6").of(NO)}
    assert reasons[3, 3] == "area: 9 cells, pieces of 4"
    assert reasons[6, 6] == "transfer: no strip of width 6 has this length"
    long = rectangles("**/**", "3x3").rectangles
    assert [one.kind for one in long].count(PRIME) == 1


def test_boxes() -> None:
    found = rectangles("**/*.//*./..", "2x4x4", grid="cubic")
    assert found.order is not None and found.order.sizes == (2, 2, 2)
    assert {one.sizes for one in found.of(COMPOSITE)} >= {(2, 2, 4), (2, 4, 4)}
    assert found.drawing == "" and not found.least(found.order)


def test_rectangles_that_are_turned_are_no_others_only_on_some_grids() -> None:
    assert len(rectangles("tetrahexes#A", "2x3").rectangles) == 5
    bent = Prototile("A", sp.GRIDS["hexagonal"], np.array([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]), mirror=False)
    assert len(rectangles(bent, "2x3").rectangles) == 6
    assert len(rectangles("**", "2x3").rectangles) == 5


def test_a_stopped_question_is_continued(tmp_path: Path) -> None:
    tiles, journal = prototiles("pentominoes#Y"), tmp_path / "y"
    whole = [*RectanglesQuestion((), "").every(tiles, (10, 10))]
    for looks in (5, 30, 60):
        some = [*RectanglesQuestion((), "", journal=journal).every(tiles, (10, 10), Context(Countdown(looks)))]
        assert len(some) < len(whole) and [one for one in some if one.kind != OPEN] == whole[: len(some)]
    assert [*RectanglesQuestion((), "", journal=journal).every(tiles, (10, 10))] == whole
    assert [*RectanglesQuestion((), "", journal=journal).every(tiles, (11, 10))][:5] == whole[:5]
    with pytest.raises(JournalError, match="another question: other pieces"):
        next(RectanglesQuestion((), "", journal=journal).every(prototiles("**"), (3, 3)))


def test_rectangles_are_read_as_they_were_written() -> None:
    for one in rectangles("**/*.", "5x9").rectangles:
        assert Rectangle.read(json.loads(json.dumps(one.as_dict()))) == one


@pytest.mark.parametrize("text", ["3", "0x3", "axb", "2x2x2"])
def test_sizes_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match=f"up to {text}: allowed on the grid square are 2 sizes"):
        sizes_of(text, sp.GRIDS["square"])


@pytest.mark.full
def test_the_command(tmp_path: Path) -> None:
    ended = run("tile", "rectangle", "**/*.", "--up-to", "5x9", "--draw", "a.png", cwd=tmp_path)
    assert ended.returncode == 0 and "odd order: 15, 5x9" in ended.stdout and (tmp_path / "a.png").exists()
    table = run("tile", "rectangle", "**/*.", "--up-to", "2x3", "--format", "csv").stdout.splitlines()
    assert table[0] == "sizes,kind,copies,reason" and table[-1].startswith("2x3,prime,2,")
    assert complaint(run("tile", "rectangle", "**/*.")).startswith("tile rectangle: --up-to is missing")
    stopped = run("tile", "rectangle", "pentominoes#Y", "--up-to", "60x60", "-t", "0.5", "-q")
    assert stopped.returncode == 3
    assert "stopped before" in stopped.stdout or "before there was an answer" in stopped.stderr
