"""Tiles by hand: puzzles and their solutions as colourings of the middles of sides, points of the complex plane.

Shares nothing with the package but the names of grids and the keys of puzzle files.  The real axis points to the right,
the imaginary one down, and the middles around a cell are listed clockwise from 12 o'clock.
"""

from cmath import exp, pi
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

from hypothesis import strategies as st

Cell = tuple[int, int, int]
Point = tuple[float, float]
Colouring = frozenset[tuple[Point, str]]
Way = dict[Cell, str]  # the sides of the tile on each cell

_SIXTH = exp(1j * pi / 3)
_UP, _DOWN = (-30, 90, 210), (-90, 30, 150)
FOLD = {"square": 4, "hexagonal": 6, "triangular": 6}  # order of the rotations about a corner or a centre
BOXES: dict[str, list[Cell]] = {
    "square": [(x, y, 0) for x in range(3) for y in range(2)],
    "hexagonal": [(x, y, 0) for x in range(2) for y in range(2)],
    "triangular": [(x, y, z) for x in range(2) for y in range(2) for z in range(2)],
}


def centre(grid: str, cell: Cell) -> complex:
    x, y, z = cell
    if grid == "square":
        return complex(x, y)
    if grid == "hexagonal":
        return x + y * _SIXTH
    return x + y / _SIXTH + (1 + z) * (1 + 1 / _SIXTH) / 3


def middles(grid: str, cell: Cell) -> list[Point]:
    if grid == "square":
        angles: tuple[int, ...] = (-90, 0, 90, 180)
    elif grid == "hexagonal":
        angles = (-60, 0, 60, 120, 180, 240)
    else:
        angles = _DOWN if cell[2] else _UP
    inward = sqrt(3) / 6 if grid == "triangular" else 0.5
    return [point(centre(grid, cell) + inward * exp(1j * pi * angle / 180)) for angle in angles]


def point(place: complex) -> Point:
    return round(place.real, 4) + 0.0, round(place.imag, 4) + 0.0


def ways(sides: str, mirror: bool) -> set[str]:
    turned = {sides[at:] + sides[:at] for at in range(len(sides))}
    return turned | {way[::-1] for way in turned} if mirror else turned


@dataclass(frozen=True)
class Problem:
    """A puzzle of tiles, each of which is there once; equal ones are copies."""

    grid: str
    cells: tuple[Cell, ...]
    tiles: tuple[str, ...]
    mirror: bool
    border: str

    @property
    def said(self) -> dict[str, Any]:
        """The keys of a puzzle file."""
        said: dict[str, Any] = {"grid": self.grid, "board": [*map(list, self.cells)], "tiles": " ".join(self.tiles)}
        return said | {"mirror": self.mirror} | ({"border": self.border} if self.border else {})

    def edge(self) -> set[Point]:
        """Return the middles of the sides on the border."""
        every = [middle for cell in self.cells for middle in middles(self.grid, cell)]
        return {middle for middle in every if every.count(middle) == 1}


def solutions(problem: Problem) -> set[Colouring]:
    """Return all solutions, as colourings, which tell the tiles too."""
    edge = problem.edge()
    kinds = [frozenset(ways(tile, problem.mirror)) for tile in problem.tiles]

    def placed(at: int, left: list[frozenset[str]], colours: dict[Point, str]) -> Iterator[Colouring]:
        if at == len(problem.cells):
            yield frozenset(colours.items())
            return
        around = middles(problem.grid, problem.cells[at])
        for kind in set(left):
            rest = list(left)
            rest.remove(kind)
            for way in kind:
                more = dict(zip(around, way, strict=True))
                if any(colours.get(middle, colour) != colour for middle, colour in more.items()):
                    continue
                together = colours | more
                bordering = {together[middle] for middle in edge & together.keys()}
                if problem.border == "same" and len(bordering) > 1:
                    continue
                if len(problem.border) == 1 and bordering - {problem.border}:
                    continue
                yield from placed(at + 1, rest, together)

    return set(placed(0, kinds, {}))


def classes(problem: Problem, found: set[Colouring], mirror: bool) -> int:
    """Return how many solutions there are up to rotations in the plane, and up to reflections too if told."""
    return len({min(tuple(sorted(image)) for image in images(problem, one, mirror) & found) for one in found})


def images(problem: Problem, colouring: Colouring, mirror: bool) -> set[Colouring]:
    """Return the images of a solution that lie on the board."""
    every = moves(problem.grid, problem.cells, mirror)
    return {frozenset((to[place], colour) for place, colour in colouring) for to in every}


@cache
def moves(grid: str, cells: tuple[Cell, ...], mirror: bool) -> list[dict[Point, Point]]:
    """Return the motions that map a board to itself, as maps of the middles of sides; reflections too if told."""
    board = {point(centre(grid, cell)) for cell in cells}
    old = sum(complex(*place) for place in board) / len(board)
    every = {middle for cell in cells for middle in middles(grid, cell)}
    turns = [exp(2j * pi * k / FOLD[grid]) for k in range(FOLD[grid])]
    found = []
    for turn, flip in product(turns, (False, True) if mirror else (False,)):

        def moved(place: Point, turn: complex = turn, flip: bool = flip) -> complex:
            return turn * complex(place[0], -place[1] if flip else place[1])

        there = [moved(place) for place in board]
        middle = sum(there) / len(there)
        to = {place: _nearest(every, moved(place) - middle + old) for place in every}
        if {point(place - middle + old) for place in there} == board and {*to.values()} == every:
            found.append({place: other for place, other in to.items() if other is not None})
    return found


def _nearest(points: set[Point], place: complex) -> Point | None:
    """Return the point that a place is, but for rounding; None if there is none: a triangle was turned by a sixth."""
    nearest = min(points, key=lambda one: abs(complex(*one) - place))
    return nearest if abs(complex(*nearest) - place) < 0.01 else None


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Return a puzzle with at least one solution."""
    grid = draw(st.sampled_from(sorted(BOXES)))
    cells = draw(st.lists(st.sampled_from(BOXES[grid]), min_size=1, max_size=5, unique=True).map(sorted))
    colours = draw(st.sampled_from(["A", "AB", "ABC"]))
    border, mirror = draw(st.sampled_from(["", "same", "A"])), draw(st.booleans())
    empty = Problem(grid, tuple(cells), (), mirror, border)
    edge, painted = empty.edge(), dict[Point, str]()
    for cell in cells:
        for middle in middles(grid, cell):
            painted.setdefault(middle, draw(st.sampled_from(colours)) if not border or middle not in edge else "A")
    tiles = []
    for cell in cells:
        sides = "".join(painted[middle] for middle in middles(grid, cell))
        tiles.append(draw(st.sampled_from(sorted(ways(sides, mirror)))))
    return Problem(grid, tuple(cells), tuple(draw(st.permutations(tiles))), mirror, border)
