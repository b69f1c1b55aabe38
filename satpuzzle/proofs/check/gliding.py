"""Glides as periods of a board, for checkers only: docs/certificates.md says which one a vector means.

A glide reflects the plane in a line parallel to its vector, and moves it by the vector.  Points are exact: coordinates
a + b√d along the periods of a grid that is written down, and fractions of exact coordinates on other grids.  The
*height* of a point p is a coordinate of p - M p, where M is the reflection's matrix: it is 0 on a line, and as far
below 0 on one side of it as above on the other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np

from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.motions import Cell, cells_of, corners_met, group_of
from satpuzzle.proofs.check.polygons import Plane, Point, compared, moved
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.tiling import Tiling


@dataclass(frozen=True, eq=False)
class Glide:
    """An isometry of a flat grid whose square is a translation."""

    grid: Grid
    matrix: Any  # of the grid's point group
    step: Point  # what is added after it

    def of(self, cell: Cell) -> Cell:
        """Return the image of a cell.  Raises ProofError if it is no cell."""
        found = self._carried(cell)
        if found is None:
            raise ProofError("wrap: a glide does not carry each cell to a cell")
        return found

    @cached_property
    def _carried(self) -> Callable[[Cell], Cell | None]:
        return cache(self._tile if isinstance(self.grid, Tiling) else self._image)

    def _tile(self, cell: Cell) -> Cell | None:
        """Return the cell with the corners of the image, on a grid that is written down."""
        plane = Plane.of(self.grid)
        corners = (moved(self.matrix, point, plane.root) for point in plane.outline(cell))
        return plane.cell(frozenset(_sum(point, self.step) for point in corners))

    def _image(self, cell: Cell) -> Cell | None:
        """Return the cell with the exact coordinates of the image."""
        grid = self.grid
        (place,) = cells_of(grid.exact(np.array([cell])))
        (x, _), (y, _) = _sum(moved(self.matrix, _point(place), 1), self.step)
        zero, *steps = cells_of(grid.exact(np.array([(0, 0, 0), *grid.basis])))
        lattice = [tuple(b - a for a, b in zip(zero, step, strict=True)) for step in steps]
        for kind, (a, b, _) in zip(cells_of(grid.kinds), cells_of(grid.exact(grid.kinds)), strict=True):
            if (times := _whole(x - a, y - b, *lattice)) is not None:
                one, other = cells_of(grid.basis)
                return tuple(k + times[0] * r + times[1] * s for k, r, s in zip(kind, one, other, strict=True))
        return None


def glide_of(grid: Grid, board: list[Cell], vector: Cell) -> Glide:
    """Return the glide by a vector along the middle of a board.  Raises ProofError if the grid has none."""
    if isinstance(grid, Tiling):
        plane = Plane.of(grid)
        root, along, corners = plane.root, _point(vector), {point for cell in board for point in plane.outline(cell)}
    else:
        zero, there = (_point(place) for place in cells_of(grid.exact(np.array([(0, 0, 0), vector]))))
        root, along, corners = 1, _sum(there, zero, -1), {*_corners(grid, board)}
    for matrix in group_of(grid):
        (a, b, _), (c, d, _), (*_, up) = matrix
        if a * d - b * c < 0 < up and moved(matrix, along, root) == along:
            break
    else:
        raise ProofError("wrap: the grid has no reflection in a line along the glide")
    ends = (_point((1, 0)), _point((0, 1)))
    across = next(way for end in ends if any(map(any, way := _sum(end, moved(matrix, end, root), -1))))
    axis = 0 if any(across[0]) else 1
    heights = sorted((_sum(point, moved(matrix, point, root), -1)[axis] for point in corners), key=compared(root))
    low, high, height = heights[0], heights[-1], 2 * across[axis][0]  # that of `across`, which has whole numbers
    (p, q), (r, s) = along
    (a, _), (b, _) = across
    up, more = ((one + other) / height for one, other in zip(low, high, strict=True))
    step = (p + up * a, q + more * a), (r + up * b, s + more * b)
    found = Glide(grid, matrix, step)
    for kind in cells_of(grid.kinds):
        found.of(kind)
    return found


def _corners(grid: Grid, board: list[Cell]) -> Iterator[Point]:
    """Yield the corners of cells on a grid that is not written down: the means of the centres of the cells around."""
    for around in corners_met(grid, board):
        places = cells_of(grid.exact(np.array(around)))
        yield _point(tuple(Fraction(sum(each), len(around)) for each in zip(*places, strict=True)))


def _point(place: Any) -> Point:
    x, y = place[:2]
    return (Fraction(x), Fraction(0)), (Fraction(y), Fraction(0))


def _sum(one: Point, other: Point, times: int = 1) -> Point:
    (a, b), (c, d) = (tuple(p + times * q for p, q in zip(x, y, strict=True)) for x, y in zip(one, other, strict=True))
    return (a, b), (c, d)


def _whole(x: Fraction, y: Fraction, one: Cell, other: Cell) -> tuple[int, int] | None:
    """Return how often two vectors add up to (x, y), if these are integers."""
    (a, b, _), (c, d, _) = one, other
    size = a * d - b * c
    first, second = (x * d - y * c) / size, (y * a - x * b) / size
    return (int(first), int(second)) if first.denominator == second.denominator == 1 else None
