"""Cylinders and tori by hand: cells as points of the complex plane, identified if they differ by periods.

Shares nothing with the package but the names of grids and the keys of puzzle files.
"""

from cmath import exp, pi
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from hypothesis import strategies as st
from tiles_by_hand import FOLD, Cell, centre

Packing = frozenset[tuple[str, frozenset[Cell]]]

KINDS = {"square": [0], "hexagonal": [0], "triangular": [0, 1]}
UPWARDS = {"square": 1j, "hexagonal": exp(1j * pi / 3), "triangular": exp(-1j * pi / 3)}  # the second period
SHAPES: dict[str, list[list[Cell]]] = {
    "square": [[(0, 0, 0)], [(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
               [(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)]],
    "hexagonal": [[(0, 0, 0)], [(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
                  [(0, 0, 0), (1, 0, 0), (0, 1, 0)]],
    "triangular": [[(0, 0, 0)], [(0, 0, 0), (0, 0, 1)], [(0, 0, 0), (0, 0, 1), (1, 0, 0)],
                   [(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)]],
}  # fmt: skip


def cell_at(grid: str, point: complex) -> Cell | None:
    """Return the cell with its centre at a point."""
    for kind in KINDS[grid]:
        away = point - centre(grid, (0, 0, kind))
        y = away.imag / UPWARDS[grid].imag
        x = away.real - y * UPWARDS[grid].real
        if abs(x - round(x)) + abs(y - round(y)) < 1e-6:
            return round(x), round(y), kind
    return None


@dataclass(frozen=True)
class Problem:
    """A puzzle on a board that wraps round; each piece is there once."""

    grid: str
    cells: tuple[Cell, ...]
    wrap: str
    pieces: tuple[int, ...]  # among SHAPES
    mirror: bool

    @property
    def said(self) -> dict[str, Any]:
        """The keys of a puzzle file."""
        counted = {number: self.pieces.count(number) for number in self.pieces}
        pieces = [
            {"name": f"p{number}", "count": many, "cells": [*map(list, SHAPES[self.grid][number])]}
            for number, many in counted.items()
        ]
        return {"grid": self.grid, "board": [*map(list, self.cells)], "wrap": self.wrap, "mirror": self.mirror,
                "pieces": pieces}  # fmt: skip

    def box(self) -> list[tuple[int, int]]:
        """Return where the bounding box begins and how long it is, along both axes."""
        return [
            (
                min(cell[axis] for cell in self.cells),
                1 + max(c[axis] for c in self.cells) - min(c[axis] for c in self.cells),
            )
            for axis in (0, 1)
        ]

    def home(self, cell: Cell) -> Cell:
        found = [
            first + (x - first) % size if name in self.wrap else x
            for x, (first, size), name in zip(cell, self.box(), "xy", strict=False)
        ]
        return found[0], found[1], cell[2]

    def periods(self) -> list[complex]:
        sizes = [size for _, size in self.box()]
        every = zip("xy", (sizes[0] * (1 + 0j), sizes[1] * UPWARDS[self.grid]), strict=True)
        return [period for name, period in every if name in self.wrap]

    def motions(self, mirror: bool) -> list[tuple[complex, bool]]:
        """Return all rotations about the origin, and those after a reflection if told."""
        fold = FOLD[self.grid]
        turns = [exp(2j * pi * k / fold) for k in range(fold)]
        return [*product(turns, (False, True) if mirror else (False,))]

    def placed(self, number: int) -> set[frozenset[Cell]]:
        """Return the sets of cells that a piece can cover."""
        shape = [centre(self.grid, cell) for cell in SHAPES[self.grid][number]]
        found = set()
        for (turn, flip), cell in product(self.motions(self.mirror), self.cells):
            image = [turn * (point.conjugate() if flip else point) for point in shape]
            there = [cell_at(self.grid, point - image[0] + centre(self.grid, cell)) for point in image]
            if None not in there:
                home = {self.home(each) for each in there if each is not None}
                if len(home) == len(shape) and home <= set(self.cells):
                    found.add(frozenset(home))
        return found


def solutions(problem: Problem) -> set[Packing]:
    """Return all packings."""
    placed = {number: problem.placed(number) for number in problem.pieces}

    def filled(free: frozenset[Cell], left: tuple[int, ...]) -> Iterator[Packing]:
        if not free:
            yield frozenset()
            return
        first = min(free)
        for number in set(left):
            rest = list(left)
            rest.remove(number)
            for cells in placed[number]:
                if first in cells and cells <= free:
                    for packing in filled(free - cells, tuple(rest)):
                        yield packing | {(f"p{number}", cells)}

    return set(filled(frozenset(problem.cells), problem.pieces))


def classes(problem: Problem, found: set[Packing], mirror: bool) -> int:
    """Return how many packings there are up to rotations and translations of the board, and reflections if told.

    A reflection applies where the mirror image of each piece, wherever it may lie, is that piece.
    """
    maps: list[tuple[dict[Cell, Cell], set[str]]] = []
    placed = {number: problem.placed(number) for number in problem.pieces}
    periods, sizes = problem.periods(), [size for _, size in problem.box()]
    for (turn, flip), cell in product(problem.motions(mirror), problem.cells):

        def moved(point: complex, turn: complex = turn, flip: bool = flip) -> complex:
            return turn * (point.conjugate() if flip else point)

        if not all(_is_period(problem, moved(period), sizes) for period in periods):
            continue
        back = centre(problem.grid, cell) - moved(centre(problem.grid, problem.cells[0]))
        images = [cell_at(problem.grid, moved(centre(problem.grid, each)) + back) for each in problem.cells]
        home = [problem.home(image) for image in images if image is not None]
        if set(home) == set(problem.cells) and len(home) == len(problem.cells):
            to = dict(zip(problem.cells, home, strict=True))
            kept = {
                f"p{number}"
                for number, ways in placed.items()
                if {frozenset(to[cell] for cell in cells) for cells in ways} == ways
            }
            maps.append((to, kept))

    def image(packing: Packing, to: dict[Cell, Cell]) -> Packing:
        return frozenset((name, frozenset(to[cell] for cell in cells)) for name, cells in packing)

    left, many = set(found), 0
    while left:
        many += 1
        one = left.pop()
        left -= {image(one, to) for to, kept in maps if kept >= {name for name, _ in one}}
    return many


def _is_period(problem: Problem, vector: complex, sizes: list[int]) -> bool:
    y = vector.imag / UPWARDS[problem.grid].imag
    x = vector.real - y * UPWARDS[problem.grid].real
    return all(
        abs(value / size - round(value / size)) < 1e-6 if name in problem.wrap else abs(value) < 1e-6
        for value, size, name in zip((x, y), sizes, "xy", strict=True)
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Return a puzzle whose pieces have as many cells as the board."""
    grid = draw(st.sampled_from(sorted(SHAPES)))
    columns, rows = draw(st.sampled_from([(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (4, 3), (1, 4), (5, 1)]))
    if grid == "triangular":
        rows = min(rows, 2)
    every: list[Cell] = [*product(range(columns), range(rows), KINDS[grid])]
    without = draw(st.lists(st.sampled_from(every), max_size=1))
    cells = tuple(cell for cell in every if cell not in without) or (every[0],)
    wrap = draw(st.sampled_from(["x", "y", "xy"]))
    left, pieces = len(cells), []
    while left:
        fitting = [number for number, shape in enumerate(SHAPES[grid]) if len(shape) <= left]
        larger = [number for number in fitting if number] or fitting  # few single cells, which fit everywhere
        number = draw(st.sampled_from(larger))
        pieces.append(number)
        left -= len(SHAPES[grid][number])
    return Problem(grid, cells, wrap, tuple(pieces), draw(st.booleans()))
