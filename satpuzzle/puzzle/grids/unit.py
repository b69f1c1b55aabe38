"""The unit of a grid that is written down, in exact coordinates along its periods.

The cells tile the plane if every side of a polygon is a side of one other polygon, on its other side, and if the areas
of all cells make up that of the unit.  (As many cells lie above almost every point, since this number does not change
where a side is crossed; and the areas tell that it is one.)

An isometry carries periods to translations of the same lengths, and cells to cells.  So each matrix is tried that keeps
the lengths and the angle of the periods, with each step that carries the first cell to some cell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import ceil, gcd, lcm, sqrt
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids.exact import Number, Point, area, cross, is_simple, meet, minus, plus, sign
from satpuzzle.puzzle.grids.exact import product as times
from satpuzzle.puzzle.grids.tiling import Moves

_LONGEST = 30  # how long a period may be along the other one and across, in multiples of these
_MOST_PARTS = 1_000_000  # in which a coordinate is divided, so that integers stay small
_SLANTED = ((2, 1), (1, 2))  # twice the products of the vectors along the axes at 60 degrees

Ends = tuple[Point, Point]
Behind = list[list[tuple[int, ...] | None]]  # the vectors to the cells behind each side of each kind


@dataclass(eq=False)
class Unit:
    """The cells of a unit; see the module's docstring."""

    root: int
    slanted: bool  # whether the axes are at 60 degrees
    periods: Sequence[Point]
    names: Sequence[str]  # of the cells
    outlines: Sequence[Sequence[Point]]  # of the cells, in the axes of the frame
    said: Sequence[Sequence[str]]  # the corners as the file has them, for messages

    def __post_init__(self) -> None:
        """Prepare the change of coordinates.  Raises PuzzleError for periods in one direction."""
        (a, b), (c, d) = self.periods
        whole = plus(times(a, d, self.root), times(b, c, self.root), -1)
        if not sign(whole, self.root):
            raise PuzzleError("periods: the two must differ in direction")
        # Of a point (x, y), the coordinates are (x d - y c) / whole and (y a - x b) / whole.
        conjugate = (whole[0], -whole[1])
        norm, _ = times(whole, conjugate, self.root)
        rows = [[times(n, conjugate, self.root) for n in row] for row in ((d, _negative(c)), (_negative(b), a))]
        common = gcd(norm, *(part for row in rows for number in row for part in number)) * (1 if norm > 0 else -1)
        self._rows = [[(n[0] // common, n[1] // common) for n in row] for row in rows]
        self.parts = norm // common  # coordinates are in parts of a period
        self.corners = [self._oriented(self.within(outline)) for outline in self.outlines]

    def _oriented(self, outline: list[Point]) -> list[Point]:
        """Return the corners of a polygon in the direction in which the second period follows the first."""
        return outline[::-1] if sign(area(outline, self.root), self.root) < 0 else outline

    def within(self, points: Sequence[Point]) -> list[Point]:
        """Return points in parts of the periods."""
        found = []
        for x, y in points:
            one, other = (plus(times(row[0], x, self.root), times(row[1], y, self.root)) for row in self._rows)
            found.append((one, other))
        return found

    def _product(self, one: Point, other: Point) -> Number:
        """Return the product of two vectors, of slanted axes twice the product."""
        rows = _SLANTED if self.slanted else ((1, 0), (0, 1))
        found = (0, 0)
        for i, j in product((0, 1), repeat=2):
            found = plus(found, times(one[i], other[j], self.root), rows[i][j])
        return found

    # Cells

    def tiles(self) -> Behind:
        """Check that polygons tile the plane, and return the vectors to the cells behind the sides of each."""
        total, sides = (0, 0), dict[Ends, tuple[int, tuple[int, int]]]()
        for kind, outline in enumerate(self.corners):
            twice = area(outline, self.root)
            if not sign(twice, self.root) or not is_simple(outline, self.root):
                _fail(f"cell {self.names[kind]} is no polygon: two of its sides meet, or it has no area")
            total = plus(total, twice)
            for one, other in pairwise([*outline, outline[0]]):
                side, step = self._home(one, other)
                if side in sides:
                    first = self.names[sides[side][0]]
                    where = self._said(kind, one, other)
                    _fail(f"cells {first} and {self.names[kind]} overlap: they lie on the same side of {where}")
                sides[side] = kind, step
        behind: Behind = []
        for kind, outline in enumerate(self.corners):
            behind.append([])
            for one, other in pairwise([*outline, outline[0]]):
                (start, end), step = self._home(other, one)
                if (start, end) not in sides:
                    _fail(
                        f"cell {self.names[kind]} has no cell behind {self._said(kind, one, other)}; cells beside each"
                        " other have a whole side in common, and where three cells meet each has a corner"
                    )
                beside, its = sides[start, end]
                behind[-1].append((step[0] - its[0], step[1] - its[1], beside - kind))
        if total != (2 * self.parts**2, 0):
            whole = (total[0] + total[1] * sqrt(self.root)) / (2 * self.parts**2)
            _fail(f"cells have {whole:.4g} times the area of the unit that the periods span, allowed is 1")
        return behind

    def _home(self, one: Point, other: Point) -> tuple[Ends, tuple[int, int]]:
        """Return the translate of a directed side that begins in the unit, and how many periods it was away."""
        steps = one[0][0] // self.parts, one[1][0] // self.parts
        return (self._back(one, steps), self._back(other, steps)), steps

    def _back(self, point: Point, steps: tuple[int, int]) -> Point:
        (a, b), (c, d) = point
        return (a - steps[0] * self.parts, b), (c - steps[1] * self.parts, d)

    def _said(self, kind: int, one: Point, other: Point) -> str:
        """Return the side of a cell for a message, as the file has it."""
        within = self.within(self.outlines[kind])
        return f"the side between {' and '.join(self.said[kind][within.index(point)] for point in (one, other))}"

    def sticks(self) -> Behind:
        """Check that sticks meet at ends only; they have no cells behind the sides of their bars."""
        for kind, (one, other) in enumerate(self.corners):
            if one == other:
                _fail(f"cell {self.names[kind]} is a stick without length")
        reach = range(-self._spread, self._spread + 1)
        for first, second, x, y in product(*[range(len(self.corners))] * 2, reach, reach):
            there = [self._back(end, (x, y)) for end in self.corners[second]]
            later = first < second or (first == second and (x, y) > (0, 0))
            if later and self._overlap(self.corners[first], there):
                _fail(f"cells {self.names[first]} and {self.names[second]} overlap; sticks meet at ends only")
        return [[None] * 6 for _ in self.corners]

    def _overlap(self, one: Sequence[Point], other: Sequence[Point]) -> bool:
        """Tell whether two segments have a point in common that is not an end of both."""
        common = [end for end in one if end in other]
        if len(common) != 1:
            return bool(common) or meet(one[0], one[1], other[0], other[1], self.root)
        first, second = (minus(end, common[0]) for end in (*one, *other) if end != common[0])
        flat = not sign(cross(first, second, self.root), self.root)
        return flat and all(sign(first[axis], self.root) * sign(second[axis], self.root) >= 0 for axis in (0, 1))

    @cached_property
    def _spread(self) -> int:
        """How many periods apart the units of two cells may be that have a point in common."""
        root = sqrt(self.root)
        along = np.array([[(a + b * root, c + d * root) for (a, b), (c, d) in outline] for outline in self.corners])
        return ceil(float(np.ptp(along.reshape(-1, 2), axis=0).max()) / self.parts) + 1

    # Isometries

    def group(self) -> tuple[NDArray[np.int64], Moves]:
        """Return the point group and what its elements do to cells; each matrix with and without turning over."""
        many = list(map(len, self.corners))
        if (parts := lcm(*many)) > _MOST_PARTS:
            _fail(
                f"cells have {', '.join(map(str, sorted({*many})))} corners, numbers that have no small common multiple"
            )
        unit = parts * self.parts
        every = np.array([[*outline, *[outline[0]] * (max(many) - len(outline))] for outline in self.corners]) * parts
        middles = np.array([np.sum(np.array(outline), axis=0) * (parts // len(outline)) for outline in self.corners])
        homes = _reduced(middles, unit)
        for kind in range(len(self.corners)):
            for other in range(kind):
                if (homes[kind] == homes[other]).all():
                    _fail(f"cells {self.names[other]} and {self.names[kind]} have the same centre")
        matrices, steps, kinds = [], [], []
        for matrix in self._matrices():
            found = _carried(matrix, middles, homes, every, many, unit)
            if (first := next(found, None)) is None:
                continue
            if (matrix == np.eye(2)).all() and (second := next(found, None)) is not None:
                to = self.names[second[1][0]]
                _fail(f"periods are too long: a shorter translation carries cells to cells, {self.names[0]} to {to}")
            matrices.append(matrix)
            steps.append(first[0])
            kinds.append(first[1])
        both = np.zeros((2 * len(matrices), 3, 3), np.int64)
        both[0::2, :2, :2] = both[1::2, :2, :2] = matrices
        both[0::2, 2, 2], both[1::2, 2, 2] = 1, -1
        return both, Moves(np.repeat(np.array(steps), 2, axis=0), np.repeat(np.array(kinds), 2, axis=0))

    def _matrices(self) -> list[NDArray[np.int64]]:
        """Return the matrices that keep the lengths and the angle of the periods, the identity first."""
        one, other = self.periods
        gram = [self._product(one, one), self._product(one, other), self._product(other, other)]
        aa, ab, bb = (a + b * sqrt(self.root) for a, b in gram)
        reach = ceil(max(aa, bb) / sqrt(aa * bb - ab * ab))
        if reach > _LONGEST:
            _fail("periods are too slanted: choose shorter ones that span the same translations")
        near = [(x, y) for x, y in product(range(-reach, reach + 1), repeat=2)]
        length = {pair: _combined(gram, pair, pair) for pair in near}
        firsts, seconds = ([pair for pair in near if length[pair] == size] for size in (gram[0], gram[2]))
        found = [
            np.array([first, second]).T
            for first, second in product(firsts, seconds)
            if _combined(gram, first, second) == gram[1]
        ]
        return sorted(found, key=lambda matrix: not (matrix == np.eye(2)).all())


def _fail(message: str) -> NoReturn:
    raise PuzzleError(message)


def _negative(number: Number) -> Number:
    return -number[0], -number[1]


def _combined(gram: Sequence[Number], one: tuple[int, int], other: tuple[int, int]) -> Number:
    """Return the product of two vectors that are given by coefficients of two others."""
    (a, b), (c, d) = one, other
    return plus(plus(plus((0, 0), gram[0], a * c), gram[1], a * d + b * c), gram[2], b * d)


def _reduced(points: NDArray[np.int64], unit: int) -> NDArray[np.int64]:
    """Return the translates of points, (..., 2, 2), in the unit."""
    homes = points.copy()
    homes[..., 0] %= unit
    return homes


def _carried(
    matrix: NDArray[np.int64],
    middles: NDArray[np.int64],
    homes: NDArray[np.int64],
    corners: NDArray[np.int64],
    many: list[int],
    unit: int,
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the steps and kinds of each isometry with this matrix that carries cells to cells; see `Moves`.

    `homes` has the homes of the middles of the cells; all are in parts of the periods.
    """
    turned = np.einsum("ij,kjr->kir", matrix, middles)
    for target in range(len(middles)):
        if many[target] != many[0]:
            continue
        shift = middles[target] - turned[0]
        found = _reduced(turned + shift, unit)
        same = (found[:, None] == homes).all(axis=(2, 3))
        to = same.argmax(axis=1)
        if not same.any(axis=1).all() or [many[kind] for kind in to.tolist()] != many:
            continue
        step = (turned + shift - middles[to])[..., 0] // unit
        images = np.einsum("ij,kcjr->kcir", matrix, corners) + shift
        images[..., 0] -= unit * step[:, None]
        if (images[:, :, None] == corners[to][:, None]).all(axis=(3, 4)).any(axis=2).all():
            yield step, to
