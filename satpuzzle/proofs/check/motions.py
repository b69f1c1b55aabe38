"""The images of cells under the motions of a grid, in plain tuples of integers, for checkers only.

This module uses only the data `basis`, `kinds`, `group` and `exact` of a grid and, for clockwise order, `centres`.  Of
a grid that is written down it uses what its file says (`polygons.py`).
"""

from cmath import phase
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import pi
from typing import Any

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.proofs.check.polygons import Cell as Cell
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.fcc import Balls
from satpuzzle.puzzle.grids.tiling import Tiling


def turns_of(grid: Grid, mirror: bool, rotate: bool | int = True) -> list[Any]:
    """Return the rotations of the point group that a piece may make, by its keys `mirror` and `rotate`.

    On a flat grid they are only those about z unless the piece may be turned over.  With a number n, they are those
    about z whose n-th power is the identity, n = 1 for False; and their products with the rotation that turns the piece
    over from left to right, if it may be turned over.
    """
    flat, rotations = len(grid.basis) == 2, [m for m in group_of(grid) if _determinant(*m) > 0]
    if rotate is True:
        return [m for m in rotations if m[2][2] > 0 or mirror or not flat]
    about = [m for m in rotations if m[2] == (0, 0, 1) == (m[0][2], m[1][2], m[2][2]) and is_root(m, int(rotate) or 1)]
    if not (flat and mirror):
        return about
    return [*about, *(_product(over, m) for over in _overs(grid, rotations) for m in about)]


def _overs(grid: Grid, rotations: list[Any]) -> list[Any]:
    """Return the rotations that turn a piece on a flat grid over from left to right."""
    if isinstance(grid, Tiling):
        return [m for m in Plane.of(grid).over() if m in rotations]
    zero, right = cells_of(grid.exact(np.array([(0, 0, 0), grid.basis[0]])))
    step = _minus(right, zero)
    return [m for m in rotations if m[2][2] < 0 and _turned(m, step) == _minus((0, 0, 0), step)]


def group_of(grid: Grid) -> list[Any]:
    """Return the point group, as nested tuples."""
    return Plane.of(grid).group() if isinstance(grid, Tiling) else cells_of(grid.group)


def common_turns(grid: Grid, pieces: Iterable[tuple[bool, bool | int]]) -> list[Any]:
    """Return the rotations of the point group that pieces with all of these keys `mirror` and `rotate` may make."""
    first, *others = (turns_of(grid, mirror, rotate) for mirror, rotate in {*pieces})
    return [turn for turn in first if all(turn in some for some in others)]


def _turned(matrix: Any, place: Cell) -> Cell:
    return tuple(_dot(row, place) for row in matrix)


def _product(one: Any, other: Any) -> Any:
    return tuple(zip(*(_turned(one, column) for column in zip(*other, strict=True)), strict=True))


def is_root(matrix: Any, power: int) -> bool:
    """Tell whether this power of a matrix is the identity."""
    still = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    found: Any = still
    for _ in range(power):
        found = _product(matrix, found)
    return bool(found == still)


def images(
    grid: Grid,
    cells: list[Cell],
    board: list[Cell],
    turns: list[Any],
    clock: Clock,
    reflections: bool = False,
    periods: Sequence[Cell] = (),
    exactly: bool = False,
    glided: Callable[[Cell], Cell] | None = None,
    keeping: bool = False,
) -> Iterator[Any]:
    """Yield the images of `cells` under one of the turns and a translation that lie on the board.

    `turns` are matrices; for balls, unless `exactly` these turns are asked for, all rotations are used, or all
    isometries with `reflections`.  If the board wraps round, places that differ by one of the `periods` (in exact
    coordinates) are the same, and images that overlap themselves are left out.  With a glide, a cell is also the same
    as its image, `glided(cell)`; then an image may be asked for that is `keeping` this true: one after the other, the
    motion and the glide do the same to a cell in both orders, but for periods.
    """
    if isinstance(grid, Balls) and not exactly:
        yield from _ball_by_ball(cells, board, clock, reflections)
        return
    around = echelon([*periods])
    lifts = board if glided is None else [*board, *map(glided, board)]
    places = cells_of(grid.exact(np.array(lifts)))
    at = dict(zip((home(place, around) for place in places), [*board, *board], strict=False))
    zero, *steps = cells_of(grid.exact(np.array([(0, 0, 0), *grid.basis.tolist()])))
    sublattice = echelon([_minus(step, zero) for step in steps])
    ahead = places
    if keeping and glided is not None:
        ahead, cells = cells_of(grid.exact(np.array([*map(glided, lifts)]))), [*cells, glided(cells[0])]
    homes = [(place, home(place, sublattice), then) for place, then in zip(places, ahead, strict=True)]
    for turn in turns:
        clock.check()
        turned = (
            Plane.of(grid).turned(turn, cells)
            if isinstance(grid, Tiling)
            else [_turned(turn, place) for place in cells_of(grid.exact(np.array(cells)))]
        )
        first, its = turned[0], home(turned[0], sublattice)
        further = turned.pop() if ahead is not places else None
        for place, other, then in clock.each(homes):
            if other == its:  # a translation of the grid maps one to the other
                x, y, z = _minus(place, first)
                if further and any(home(_minus(_minus(further, first), _minus(then, place)), around)):
                    continue
                image: list[Cell] = []
                for a, b, c in turned:
                    place = (a + x, b + y, c + z)
                    cell = at.get(home(place, around) if around else place)
                    if cell is None:
                        break
                    image.append(cell)
                else:
                    if not around or len({*image}) == len(image):
                        yield image


def keeping_periods(turns: list[Any], periods: Sequence[Cell], reflection: Any = None) -> list[Any]:
    """Return the turns that map the lattice of the periods to itself, and commute with a glide's reflection."""
    around = echelon([*periods])
    return [
        turn
        for turn in turns
        if not any(any(home(_turned(turn, period), around)) for period in periods)
        if reflection is None or _product(turn, reflection) == _product(reflection, turn)
    ]


def _ball_by_ball(cells: list[Cell], board: list[Cell], clock: Clock, reflections: bool) -> Iterator[list[Cell]]:
    """Yield each list of balls on the board that is congruent to `cells`; mirror images count only with `reflections`.

    Two lists are congruent if all distances between their balls are equal.
    """
    apart = [[_square(a, b) for b in cells[:i]] for i, a in enumerate(cells)]
    threes = () if reflections else combinations(range(1, len(cells)), 3)
    hand = next((three for three in threes if _hand(cells, three)), None)  # None for balls in a plane
    around: dict[tuple[Cell, int], set[Cell]] = {}
    for a in board:
        clock.check()
        for b in board:
            around.setdefault((a, _square(a, b)), set()).add(b)

    def grow(image: list[Cell]) -> Iterator[list[Cell]]:
        if len(image) == len(cells):
            if hand is None or _hand(image, hand) == _hand(cells, hand):
                yield image
            return
        spheres = [around.get(sphere, set()) for sphere in zip(image, apart[len(image)], strict=True)]
        for ball in set.intersection(*spheres) if spheres else board:
            clock.check()
            yield from grow([*image, ball])

    yield from grow([])


def _hand(cells: list[Cell], three: Sequence[int]) -> int:
    volume = _determinant(*(_minus(cells[i], cells[0]) for i in three))
    return (volume > 0) - (volume < 0)


def echelon(vectors: list[Cell]) -> list[tuple[int, Cell]]:
    """Return a basis of the lattice that the vectors span, as pairs (axis, vector).

    On the axis of a vector, all vectors after it are 0.
    """
    found = []
    for axis in range(3):
        while len(some := [v for v in vectors if v[axis]]) > 1:
            least = min(some, key=lambda v: abs(v[axis]))
            vectors = [v if v is least else _minus(v, least, v[axis] // least[axis]) for v in vectors]
        if some:
            found.append((axis, some[0]))
            vectors = [v for v in vectors if v is not some[0]]
    return found


def home(place: Cell, sublattice: list[tuple[int, Cell]]) -> Cell:
    """Return the representative of a place; places that differ by a lattice vector have the same representative."""
    for axis, vector in sublattice:
        place = _minus(place, vector, place[axis] // vector[axis])
    return place


@lru_cache(maxsize=64)
def ring(grid: Grid, kind: int) -> tuple[Cell, ...]:
    """Return the steps from a cell to its neighbours in its layer, clockwise from 12 o'clock, then up and down.

    Neighbours are the nearest cells of its layer, and in space those straight above and below.
    """
    kinds, places = cells_of(grid.kinds), {}
    for end, *times in product(kinds, *[(-1, 0, 1)] * len(grid.basis)):
        step = _minus(end, kinds[kind])
        for many, vector in zip(times, cells_of(grid.basis), strict=True):
            step = _minus(step, vector, many)
        here, there = grid.centres(np.array([(0, 0, 0), step]) + grid.kinds[kind]).tolist()
        if any(step):
            right, down, up = (round(b - a, 6) for a, b in zip(here, there, strict=True))
            places[step] = complex(right, -down), up
    level = {step: place for step, (place, up) in places.items() if not up}
    nearest = [step for step, place in level.items() if abs(place) < 1.01 * min(map(abs, level.values()))]
    around = sorted(nearest, key=lambda step: round(pi / 2 - phase(level[step]), 6) % (2 * pi))
    straight = {up: step for step, (place, up) in places.items() if not place}
    return (*around, *(straight[up] for up in sorted(straight, reverse=True)))


def beyond(grid: Grid, cell: Cell) -> list[Cell]:
    """Return the neighbours of a cell in the order of `ring`; those of a grid that is written down, in any order."""
    if isinstance(grid, Tiling):
        return Plane.of(grid).beside(cell)
    sublattice, kinds = echelon(cells_of(grid.basis)), cells_of(grid.kinds)
    kind = [home(each, sublattice) for each in kinds].index(home(cell, sublattice))
    return [_minus(cell, step, -1) for step in ring(grid, kind)]


def corners_met(grid: Grid, board: list[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells around each corner of each cell of a flat board, in order; they may lie beyond it.

    From a cell the way goes to the next one round the corner: the neighbour that follows, clockwise, the one from which
    it comes.
    """
    for first in board:
        for side in beyond(grid, first):
            around, last, cell = [first], first, side
            while cell != first:
                around.append(cell)
                ring = beyond(grid, cell)
                last, cell = cell, ring[(ring.index(last) + 1) % len(ring)]
            yield around


def cells_of(points: Any) -> list[Any]:
    """Convert an array to a list of its rows as tuples of integers; rows that are matrices become nested tuples."""
    return [tuple(map(tuple, row)) if isinstance(row[0], list) else tuple(row) for row in points.tolist()]


def _minus(a: Cell, b: Cell, times: int = 1) -> Cell:
    return (a[0] - times * b[0], a[1] - times * b[1], a[2] - times * b[2])


def _dot(a: Cell, b: Cell) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _square(a: Cell, b: Cell) -> int:
    return _dot(_minus(a, b), _minus(a, b))


def _determinant(a: Cell, b: Cell, c: Cell) -> int:
    return _dot(a, (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]))
