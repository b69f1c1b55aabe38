"""Grids that are written down, read a second time from what their files say, for checkers only.

A point has two coordinates along the periods, each a + b√d with fractions a and b.  So a translation of the grid adds
integers, and an isometry is a matrix of integers that keeps the lengths and the angle of the periods, and a step.  It
carries cells to cells: the set of the corners of a cell to that of another one.  The search has
`puzzle/grids/unit.py` and `tiling.py`; this module uses only the content of the file.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from itertools import product
from math import atan2, floor, pi, sqrt
from typing import Any

from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.tiling import Tiling

Cell = tuple[int, ...]
Surd = tuple[Fraction, Fraction]  # a + b√d
Point = tuple[Surd, Surd]
Body = frozenset[Point]

_ROOTS = {"square": 1, "hexagonal": 1, "root 2": 2, "root 3": 3}
_ZERO: Surd = (Fraction(0), Fraction(0))


@dataclass(frozen=True, eq=False)
class Plane:
    """A tiling of the plane, or a set of sticks."""

    root: int
    corners: list[list[Point]]  # of the cells of the unit, in the order of the file
    axes: tuple[Point, Point]  # unit steps to the right and down, the second perhaps longer
    gram: tuple[Surd, Surd, Surd]  # products of the periods: of the first with itself, of both, of the second
    slanted: bool
    periods: tuple[tuple[Surd, Surd], tuple[Surd, Surd]]

    @classmethod
    def of(cls, grid: Grid) -> "Plane":
        """Return the plane that a grid's file describes."""
        assert isinstance(grid, Tiling)
        return _plane(grid)

    @property
    def sticks(self) -> bool:
        """Whether the cells are sticks."""
        return len(self.corners[0]) == 2

    def outline(self, cell: Cell) -> list[Point]:
        """Return the corners of a cell."""
        x, y, kind = cell
        return [_shifted(point, x, y) for point in self.corners[kind]]

    def cell(self, body: Body) -> Cell | None:
        """Return the cell with these corners, None if there is none."""
        x, y = (floor(coordinate[0]) for coordinate in min(body))
        kind = _homes(self).get(frozenset(_shifted(point, -x, -y) for point in body))
        return None if kind is None else (x - kind[0], y - kind[1], kind[2])

    # Isometries

    def turned(self, matrix: Any, cells: list[Cell]) -> list[Cell]:
        """Return the images of cells under an isometry that has this matrix."""
        (a, b, _), (c, d, _), _ = matrix
        unit = _images(self)[matrix]
        return [(a * x + b * y + to[0], c * x + d * y + to[1], to[2]) for x, y, kind in cells for to in [unit[kind]]]

    def group(self) -> list[Any]:
        """Return the matrices of the isometries, 3 by 3, each with and without turning over."""
        return [*_group(self)]

    def over(self) -> list[Any]:
        """Return the rotation of space, if there is one, that exchanges left and right."""
        right, down = self.axes
        wanted = (tuple((-a, -b) for a, b in right), down)
        return [
            m for m in self.group() if m[2][2] < 0 and tuple(moved(m, axis, self.root) for axis in self.axes) == wanted
        ]

    # What is beside what

    def beside(self, cell: Cell) -> list[Cell]:
        """Return the cells that have a side, or for a stick an end, in common with a cell."""
        x, y, kind = cell
        return [(a + x, b + y, other) for a, b, other in _beside(self)[kind]]

    def sides(self, cell: Cell) -> set[Body]:
        """Return the sides of a cell, or the ends of a stick."""
        outline = self.outline(cell)
        if self.sticks:
            return {frozenset([end]) for end in outline}
        return {frozenset(side) for side in zip(outline, [*outline[1:], outline[0]], strict=True)}

    def around(self, cell: Cell) -> Iterator[tuple[Point, list[Cell]]]:
        """Yield each corner of a cell with the cells that have it too."""
        for corner in self.outline(cell):
            yield corner, [other for other in self.near(cell) if corner in self.outline(other)]

    def clockwise(self, corner: Point, cells: list[Cell]) -> list[Cell]:
        """Return sticks that meet at a point, by their directions."""
        x, y = self.place(corner)

        def angle(cell: Cell) -> float:
            (other,) = (end for end in self.outline(cell) if end != corner)
            a, b = self.place(other)
            return round(atan2(b - y, a - x), 6) % round(2 * pi, 6)

        return sorted(cells, key=angle)

    def near(self, cell: Cell) -> Iterator[Cell]:
        """Yield a cell and those around it, among which are all that have a point in common with it."""
        reach = _reach(self)
        for x, y in product(range(-reach, reach + 1), repeat=2):
            for kind in range(len(self.corners)):
                yield cell[0] + x, cell[1] + y, kind

    def place(self, point: Point) -> tuple[float, float]:
        """Return Cartesian coordinates of a point."""
        u, v = (float(a) + float(b) * sqrt(self.root) for a, b in point)
        x, y = (
            sum(times * (float(a) + float(b) * sqrt(self.root)) for times, (a, b) in zip((u, v), both, strict=True))
            for both in zip(*self.periods, strict=True)
        )
        return (x + y / 2, y * sqrt(3) / 2) if self.slanted else (x, y)

    def side_of(self, a: Point, b: Point, c: Point) -> int:
        """Return on which side of the line from a to b a point c lies: 1, 0 or -1."""
        (ux, uy), (vx, vy) = _minus(b, a), _minus(c, a)
        return _sign(_less(_times(ux, vy, self.root), _times(uy, vx, self.root)), self.root)


@lru_cache(maxsize=64)
def _plane(grid: Tiling) -> Plane:
    content = grid.written
    frame = content.get("frame", "square")
    root, slanted = _ROOTS[frame], frame == "hexagonal"

    def surd(found: Any) -> Surd:
        a, b = found if isinstance(found, list) else (found, 0)
        return Fraction(a), Fraction(b)

    one, other = ((surd(x), surd(y)) for x, y in content["periods"])
    whole = _less(_times(one[0], other[1], root), _times(one[1], other[0], root))
    over = _inverse(whole, root)

    def within(x: Surd, y: Surd) -> Point:
        first = _less(_times(x, other[1], root), _times(y, other[0], root))
        second = _less(_times(y, one[0], root), _times(x, one[1], root))
        return _times(first, over, root), _times(second, over, root)

    def dot(a: Point, b: Point) -> Surd:
        straight = _more(_times(a[0], b[0], root), _times(a[1], b[1], root))
        if not slanted:
            return straight
        mixed = _more(_times(a[0], b[1], root), _times(a[1], b[0], root))
        return straight[0] + mixed[0] / 2, straight[1] + mixed[1] / 2

    def number(n: int) -> Surd:
        return Fraction(n), Fraction(0)

    corners = [[within(surd(x), surd(y)) for x, y in cell["corners"]] for cell in content["cells"]]
    axes = within(number(1), _ZERO), within(number(-1 if slanted else 0), number(2 if slanted else 1))
    return Plane(root, corners, axes, (dot(one, one), dot(one, other), dot(other, other)), slanted, (one, other))


@lru_cache(maxsize=64)
def _homes(plane: Plane) -> dict[Body, Cell]:
    """Return the cells by their corners, moved so that the first corner is in the unit."""
    found = dict[Body, Cell]()
    for kind, corners in enumerate(plane.corners):
        x, y = (floor(coordinate[0]) for coordinate in min(corners))
        found[frozenset(_shifted(point, -x, -y) for point in corners)] = (x, y, kind)
    return found


@lru_cache(maxsize=64)
def _group(plane: Plane) -> dict[Any, Point]:
    """Return the step of each matrix of an isometry."""
    found: dict[Any, Point] = {}
    aa, ab, bb = plane.gram
    firsts, seconds = ([way for way in _ways(plane) if _dot(plane, way, way) == square] for square in (aa, bb))
    for (a, c), (b, d) in product(firsts, seconds):
        if _dot(plane, (a, c), (b, d)) == ab:
            flat = ((a, b, 0), (c, d, 0), (0, 0, 1))
            first, *others = ([moved(flat, point, plane.root) for point in corners] for corners in plane.corners)
            for target in plane.corners:
                step = _minus(min(target), min(first))
                every = (frozenset(_plus(point, step) for point in image) for image in (first, *others))
                if all(plane.cell(body) is not None for body in every):
                    found[flat] = found[(*flat[:2], (0, 0, -1))] = step
                    break
    return found


@lru_cache(maxsize=64)
def _images(plane: Plane) -> dict[Any, list[Cell]]:
    """Return the images of the cells of the unit under an isometry with each matrix."""
    found: dict[Any, list[Cell]] = {}
    for matrix, step in _group(plane).items():
        bodies = (
            frozenset(_plus(moved(matrix, point, plane.root), step) for point in corners) for corners in plane.corners
        )
        found[matrix] = [cell for cell in map(plane.cell, bodies) if cell is not None]
    return found


@lru_cache(maxsize=64)
def _beside(plane: Plane) -> list[list[Cell]]:
    """Return for each cell of the unit the cells beside it."""
    unit = [(0, 0, kind) for kind in range(len(plane.corners))]
    return [
        [other for other in plane.near(cell) if other != cell and plane.sides(cell) & plane.sides(other)]
        for cell in unit
    ]


def _ways(plane: Plane) -> Iterator[tuple[int, int]]:
    """Yield sums of periods, as numbers of each; among them are all that are as long as one of the periods."""
    aa, ab, bb = (float(a) + float(b) * sqrt(plane.root) for a, b in plane.gram)
    most = floor(max(aa, bb) / sqrt(aa * bb - ab * ab)) + 1
    yield from product(range(-most, most + 1), repeat=2)


def _dot(plane: Plane, one: tuple[int, int], other: tuple[int, int]) -> Surd:
    """Return the product of two sums of periods."""
    (p, q), (r, s) = one, other
    aa, ab, bb = plane.gram
    x, y = (p * r * aa[i] + (p * s + q * r) * ab[i] + q * s * bb[i] for i in (0, 1))
    return x, y


@lru_cache(maxsize=64)
def _reach(plane: Plane) -> int:
    """Return how many periods apart two cells with a common point may be, by their numbers of periods."""
    root = sqrt(plane.root)
    spans = [[float(point[axis][0]) + float(point[axis][1]) * root for corners in plane.corners for point in corners]
             for axis in (0, 1)]  # fmt: skip
    return max(floor(max(span) - min(span) + 1e-6) for span in spans) + 1


def moved(matrix: Any, point: Point, root: int) -> Point:
    """Return the image of a point under a matrix of integers."""
    (a, b, _), (c, d, _), _ = matrix
    (x, u), (y, v) = point
    return (a * x + b * y, a * u + b * v), (c * x + d * y, c * u + d * v)


def _shifted(point: Point, x: int, y: int) -> Point:
    (a, b), (c, d) = point
    return (a + x, b), (c + y, d)


def _plus(one: Point, other: Point) -> Point:
    return _more(one[0], other[0]), _more(one[1], other[1])


def _minus(one: Point, other: Point) -> Point:
    return _less(one[0], other[0]), _less(one[1], other[1])


def _more(one: Surd, other: Surd) -> Surd:
    return one[0] + other[0], one[1] + other[1]


def _less(one: Surd, other: Surd) -> Surd:
    return one[0] - other[0], one[1] - other[1]


def _times(one: Surd, other: Surd, root: int) -> Surd:
    return one[0] * other[0] + root * one[1] * other[1], one[0] * other[1] + one[1] * other[0]


def _inverse(number: Surd, root: int) -> Surd:
    a, b = number
    return a / (a * a - root * b * b), -b / (a * a - root * b * b)


def compared(root: int) -> Any:
    """Return a key by which numbers a + b√d, d being the root, are sorted."""
    return cmp_to_key(lambda one, other: _sign(_less(one, other), root))


def _sign(number: Surd, root: int) -> int:
    a, b = number
    size = 1 if a * a > root * b * b else -1 if a * a < root * b * b else 0
    if a >= 0 and b >= 0:
        return 1 if a or b else 0
    if a <= 0 and b <= 0:
        return -1
    return size if a > 0 else -size
