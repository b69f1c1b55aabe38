"""Periodic tilings whose cells are those of another one, some of them merged: the same seed gives the same tiling.

A cell keeps all corners of the cells it consists of, so it shares a side with another one if they have two neighbouring
corners in common.  An isometry of a tiling carries all its cells to cells.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from witness.bodies import _RIGHT, _SIXTY, Body, Cell, Grid, Matrix, Move, Outline, Point, _repeated, shifted, times

# Of each tiling the cells of a unit, the size of its periods, and whether the axes are at 60 degrees.
KNOWN: dict[str, tuple[list[Outline], int, bool]] = {
    "squares": ([[(0, 0), (1, 0), (1, 1), (0, 1)]], 1, False),
    "triangles": ([[(0, 0), (1, 0), (0, 1)], [(1, 0), (1, 1), (0, 1)]], 1, True),
    "quarters": (
        [[(0, 0), (2, 0), (1, 1)], [(2, 0), (2, 2), (1, 1)], [(2, 2), (0, 2), (1, 1)], [(0, 2), (0, 0), (1, 1)]],
        2,
        False,
    ),
    "triangles and hexagons": (
        [
            [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
            [(-1, 1), (0, 1), (-1, 2)],
            [(1, 0), (1, 1), (0, 1)],
        ],
        2,
        True,
    ),
}


@dataclass(frozen=True)
class Merged(Grid):
    """A tiling of which not all motions that keep its axes are isometries."""

    def __hash__(self) -> int:
        return hash(self.name)

    def carried(
        self,
        source: list[Body],
        onto: Collection[Body],
        proper: bool,
        home: Move = lambda body: body,
        matrices: list[Matrix] | None = None,
        first_to: Collection[Body] | None = None,
    ) -> Iterator[tuple[Matrix | None, Move]]:
        for matrix, move in super().carried(source, onto, proper, home, matrices, first_to):
            if self._keeps_periods(matrix) and all(self.has(move(self.body(cell))) for cell in self.unit):
                yield matrix, move

    def _keeps_periods(self, matrix: Matrix | None) -> bool:
        assert matrix is not None
        images = [times(matrix, period) for period in self.along]
        return all(x % self.along[0][0] == y % self.along[1][1] == 0 for x, y, _ in images)

    def has(self, body: Body) -> bool:
        """Tell whether a body is a cell: brought near the origin by the periods, it is one of the unit."""
        (a, _, _), (_, d, _) = self.along
        found = []
        for one in (body, *(self.body(cell) for cell in self.unit)):
            x, y, _ = min(one)
            found.append(shifted(one, (x % a - x, y % d - y, 0)))
        return found[0] in found[1:]


def merged(seed: int) -> tuple[Grid, dict[str, Any]]:
    """Return a tiling of at most eight kinds of cells, and the keys of its grid file."""
    dice = Random(f"merged {seed}")
    while True:
        name = dice.choice([*KNOWN])
        unit, size, sixty = KNOWN[name]
        wide, high = dice.choice([(1, 1), (2, 1), (2, 2), (3, 2), (2, 3)])
        cells = [
            [(x + size * i, y + size * j) for x, y in cell] for i in range(wide) for j in range(high) for cell in unit
        ]
        along = ((size * wide, 0, 0), (0, size * high, 0))
        for _ in range(dice.randint(1, len(cells))):
            cells = _merge(cells, along, dice)
        grid = Merged(
            f"merged-{seed}",
            _repeated(cells, along),
            ((1, 1), (2, 1), (1, 2), (2, 2)) if len(cells) > 2 else ((2, 2), (3, 2), (2, 3), (3, 3)),
            tuple((0, 0, kind) for kind in range(len(cells))),
            gram=_SIXTY if sixty else _RIGHT,
            flat=True,
            along=along,
        )
        fewer = len(cells) < wide * high * len(unit)
        if fewer and len(cells) <= 8 and _touches_in_sides(grid) and not _repeats(grid):
            keys = {
                "title": f"Merged {name}",
                "frame": "hexagonal" if sixty else "square",
                "periods": [list(period[:2]) for period in along],
                "cells": [
                    {"name": "ABCDEFGH"[number], "corners": [list(corner) for corner in cell]}
                    for number, cell in enumerate(cells)
                ],
            }
            return grid, keys


def _sides(cell: Outline) -> set[frozenset[tuple[int, int]]]:
    return {frozenset(pair) for pair in zip(cell, [*cell[1:], cell[0]], strict=True)}


def _merge(cells: list[Outline], along: tuple[Point, Point], dice: Random) -> list[Outline]:
    """Return the cells of a unit, two of them merged along one side, perhaps across its border, if a try succeeds."""
    if len(cells) < 2:
        return cells
    one, other = dice.sample(range(len(cells)), 2)
    a, d, i, j = along[0][0], along[1][1], dice.choice([0, 0, -1, 1]), dice.choice([0, 0, -1, 1])
    moved = [(x + i * a, y + j * d) for x, y in cells[other]]
    common = _sides(cells[one]) & _sides(moved)
    if len(common) != 1 or len({*cells[one]} & {*moved}) != 2 or len(cells[one]) + len(moved) > 12:
        return cells
    (side,) = common
    first, second = (_opened(cell, side) for cell in (cells[one], moved))
    whole = [*first, *second[1:-1]]
    return [cell for number, cell in enumerate(cells) if number not in (one, other)] + [whole]


def _opened(cell: Outline, side: frozenset[tuple[int, int]]) -> Outline:
    """Return a cell's corners from one end of a side round to the other."""
    for start in range(len(cell)):
        turned = cell[start:] + cell[:start]
        if {turned[0], turned[-1]} == side:
            return turned
    raise AssertionError


def _touches_in_sides(grid: Grid) -> bool:
    """Tell whether two cells have two corners in common only if they share a side."""
    near = [cell for i in (-1, 0, 1) for j in (-1, 0, 1) for cell in _of_unit(grid, i, j)]
    outlines = {cell: [(x, y) for x, y, _ in grid.corners(*cell)] for cell in near}
    for cell in grid.unit:
        for other in near:
            common = {*outlines[cell]} & {*outlines[other]}
            if other != cell and len(common) >= 2 and not _sides(outlines[cell]) & _sides(outlines[other]):
                return False
    return True


def _repeats(grid: Merged) -> bool:
    """Tell whether a translation that is shorter than the periods carries cells to cells."""
    first = min(grid.body(grid.unit[0]))
    for cell in grid.unit[1:]:
        x, y, _ = (b - a for a, b in zip(first, min(grid.body(cell)), strict=True))
        if all(grid.has(shifted(grid.body(one), (x, y, 0))) for one in grid.unit):
            return True
    return False


def _of_unit(grid: Grid, i: int, j: int) -> list[Cell]:
    return [(i, j, kind) for _, _, kind in grid.unit]
