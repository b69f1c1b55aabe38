"""Checks certificates of tilings: a second checker, written by another author than the first one.

It was written from docs/certificates.md (section "Tilings" and what that refers to), docs/grids.md, and what these
refer to for the geometry of the grids: `puzzles/README.md` and the first lines of `satpuzzle/puzzle/grids/*.py`. (Its
parts about copies that fit came later to both checkers, by one author.) It imports nothing of satpuzzle; the grids that
are files it reads in the folder `grids`. LRAT is by Luís Cruz-Filipe, Marijn Heule, Warren Hunt, Matt Kaufmann and
Peter Schneider-Kamp, Efficient Certified RAT Verification, CADE 2017.

A cell is known by its corners, integer points with the origin at a point of highest symmetry.  In all grids faces meet
face to face (balls are rhombic dodecahedra here), so two cells touch if they have a corner in common, and are beside
each other if they have as many as a face has at least: two on flat grids, three in space.
"""

import hashlib
import json
import lzma
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, count, product
from math import isqrt, lcm
from pathlib import Path
from typing import Any

Cell = tuple[int, int, int]  # a vector, too
Copy = tuple[Cell, ...]  # ascending
Matrix = tuple[Cell, Cell, Cell]  # of rows

UP: Cell = (0, 0, 1)
KEYS = {
    "satpuzzle tiling", "piece", "grid", "cells", "mirror", "hole", "verdict", "copies", "orbits", "isohedral",
    "tiling", "isohedral_tiling", "patch", "loose_patch", "proofs", "refuted", "coronas", "heesch", "heesch_with_holes",
    "tried", "stopped",
}  # fmt: skip


class Refused(Exception):
    """The certificate is wrong."""


def need(truth: object, said: str) -> None:
    if not truth:
        raise Refused(said)


def add(a: Cell, b: Cell) -> Cell:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def times(n: int, a: Cell) -> Cell:
    return n * a[0], n * a[1], n * a[2]


def less(a: Cell, b: Cell) -> Cell:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Cell, b: Cell) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Cell, b: Cell) -> Cell:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def determinant(a: Cell, b: Cell, c: Cell) -> int:
    return dot(a, cross(b, c))


def turned(matrix: Matrix, a: Cell) -> Cell:
    return dot(matrix[0], a), dot(matrix[1], a), dot(matrix[2], a)


def total(vectors: Iterable[Cell]) -> Cell:
    x, y, z = zip(*vectors, strict=True)
    return sum(x), sum(y), sum(z)


class Lattice:
    """The integer combinations of two vectors in the plane z = 0, or of three."""

    def __init__(self, basis: tuple[Cell, ...]) -> None:
        self.basis = basis
        a, b, c = (*basis, UP)[:3]
        self.rows, self.volume = (cross(b, c), cross(c, a), cross(a, b)), determinant(a, b, c)

    def steps(self, point: Cell) -> list[tuple[int, int]]:
        """Return quotients and remainders: the point in units of the basis, times the volume."""
        return [divmod(dot(row, point), self.volume) for row in self.rows]

    def combined(self, steps: list[tuple[int, int]]) -> Cell:
        return total(times(n, vector) for (n, _), vector in zip(steps, self.basis, strict=False))

    def home(self, point: Cell) -> Cell:
        """Return the same point for all points that differ by vectors of the lattice."""
        return less(point, self.combined(self.steps(point)))

    def has(self, vector: Cell) -> bool:
        return self.home(vector) == (0, 0, 0)


class Grid:
    """A grid: its translations, a cell of each kind, the corners of a cell, and generators of the point group."""

    def __init__(
        self, basis: tuple[Cell, ...], kinds: list[Cell], corners: Callable[[Cell], set[Cell]], *generators: Matrix
    ) -> None:
        self.lattice, self.corners, self.flat = Lattice(basis), corners, len(basis) == 2
        self.group = list(generators)
        for one in self.group:  # which becomes longer
            for other in generators:
                columns = tuple(zip(*other, strict=True))
                result: Any = tuple(tuple(dot(row, column) for column in columns) for row in one)
                self.group += [] if result in self.group else [result]
        self.kinds = {self.lattice.home(cell): cell for cell in kinds}
        self.scale = lcm(*(len(corners(cell)) for cell in kinds))
        self.middles = {self.lattice.home(cell): self.middle(cell) for cell in kinds}
        first = kinds[0]
        self.fine = Lattice(tuple(less(self.middle(add(first, step)), self.middle(first)) for step in basis))
        self.shifts = {matrix: next(self._shifts(matrix)) for matrix in self.group}
        self.near: dict[Cell, tuple[list[Cell], list[Cell]]] = {}

    def middle(self, cell: Cell) -> Cell:
        """Return the mean of the corners of a cell, times a number."""
        corners = self.corners(cell)
        return times(self.scale // len(corners), total(corners))

    def _shifts(self, matrix: Matrix) -> Iterator[Cell]:
        """Yield translations, in the scale of middles, that make a matrix an isometry of the grid; 0 if it is one."""
        cells = [*self.kinds.values()]
        start = turned(matrix, self.middle(cells[0]))
        for shift in [(0, 0, 0), *(less(self.middle(cell), start) for cell in cells)]:
            self.shifts = {matrix: shift}
            if all(
                (goal := self.onto(matrix, cell))
                and {add(turned(matrix, times(self.scale, corner)), shift) for corner in self.corners(cell)}
                == {times(self.scale, corner) for corner in self.corners(goal)}
                for cell in cells
            ):
                yield shift

    def carried(self, matrix: Matrix, vector: Cell) -> Cell:
        """Return the image of a translation."""
        cell = next(iter(self.kinds.values()))
        return less(self.image(matrix, add(cell, vector)), self.image(matrix, cell))

    def contains(self, cell: Cell) -> bool:
        return self.lattice.home(cell) in self.kinds

    def image(self, matrix: Matrix, cell: Cell) -> Cell:
        goal = self.onto(matrix, cell)
        assert goal, "an isometry of the grid takes cells to cells"
        return goal

    def onto(self, matrix: Matrix, cell: Cell) -> Cell | None:
        """Return the cell in the middle of which an image is."""
        middle = add(turned(matrix, self.middle(cell)), self.shifts[matrix])
        for kind, its in self.middles.items():
            steps = self.fine.steps(less(middle, its))
            if not any(rest for _, rest in steps) and (not self.flat or steps[2] == (0, 0)):
                return add(self.kinds[kind], self.lattice.combined(steps))
        return None

    def _neighbours(self, home: Cell) -> tuple[list[Cell], list[Cell]]:
        """Return the vectors from a cell to those that touch it, and to those beside it."""
        if home not in self.near:
            cell = self.kinds[home]
            found: tuple[list[Cell], list[Cell]] = ([], [])
            own = self.corners(cell)
            for steps in product(range(-2, 3), repeat=len(self.lattice.basis)):
                far = self.lattice.combined([(n, 0) for n in steps])
                for kind in self.kinds.values():
                    step = less(add(kind, far), cell)
                    common = len(own & self.corners(add(cell, step))) if step != (0, 0, 0) else 0
                    found[0].extend([step] if common else [])
                    found[1].extend([step] if common >= (2 if self.flat else 3) else [])
            self.near[home] = found
        return self.near[home]

    def touching(self, cell: Cell) -> list[Cell]:
        return [add(cell, step) for step in self._neighbours(self.lattice.home(cell))[0]]

    def beside(self, cell: Cell) -> list[Cell]:
        return [add(cell, step) for step in self._neighbours(self.lattice.home(cell))[1]]

    def halo(self, cells: Iterable[Cell]) -> set[Cell]:
        inside = set(cells)
        return {near for cell in inside for near in self.touching(cell)} - inside

    def has_hole(self, cells: Iterable[Cell]) -> bool:
        """Tell whether steps to cells beside lead from some cell outside only to finitely many."""
        inside = set(cells)
        steps = [[n for n, _ in self.lattice.steps(cell)] for cell in inside]
        low, high = (
            [min(each) - 2 for each in zip(*steps, strict=True)],
            [max(each) + 2 for each in zip(*steps, strict=True)],
        )
        free: set[Cell] = set()  # cells from which steps lead beyond this box, and so to infinitely many
        for start in {near for cell in inside for near in self.beside(cell)} - inside:
            met, left, out = {start}, [start], start in free
            while left and not out:
                cell = left.pop()
                at = self.lattice.steps(cell)[: len(self.lattice.basis)]
                out = cell in free or not all(a <= n <= b for a, (n, _), b in zip(low, at, high, strict=False))
                more = set(self.beside(cell)) - inside - met
                met |= more
                left += more
            if not out:
                return True
            free |= met
        return False

    def placed(self, cells: Iterable[Cell]) -> Copy:
        """Return the same for all translates of a set of cells."""
        first, *_ = ordered = sorted(cells)
        by = less(self.lattice.home(first), first)
        return tuple(add(cell, by) for cell in ordered)

    def turns(self, cells: Copy, mirror: bool) -> set[Copy]:
        """Return the copies of a shape, up to translations."""
        matrices = [m for m in self.group if mirror or determinant(*m) > 0]
        return {self.placed(self.image(m, cell) for cell in cells) for m in matrices}


class Balls(Grid):
    """A grid of balls, which may be turned by any rotation of space that takes balls to balls."""

    def turns(self, cells: Copy, mirror: bool) -> set[Copy]:
        images: list[Copy] = [((0, 0, 0),)]
        for at, cell in enumerate(cells[1:], 1):
            squares = [dot(less(cell, other), less(cell, other)) for other in cells[:at]]
            around = range(-isqrt(squares[0]), isqrt(squares[0]) + 1)
            reach = [v for v in product(around, around, around) if dot(v, v) == squares[0] and self.contains(v)]
            images = [
                (*image, to)
                for image in images
                for to in reach
                if squares == [dot(less(to, other), less(to, other)) for other in image]
            ]
        frame = next((t for t in combinations(range(len(cells)), 4) if self._handed(cells, t)), None)
        return {
            self.placed(image)
            for image in images
            if frame is None or mirror or self._handed(cells, frame) * self._handed(image, frame) > 0
        }

    @staticmethod
    def _handed(cells: Copy, four: tuple[int, ...]) -> int:
        a, b, c, d = (cells[at] for at in four)
        return determinant(less(b, a), less(c, a), less(d, a))


def box(cell: Cell, high: int = 2) -> set[Cell]:
    return {add(cell, step) for step in product((0, 1), (0, 1), range(high))}


def hexagon(cell: Cell) -> set[Cell]:
    steps: list[Cell] = [(1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)]
    return {add(times(3, cell), add(steps[i], steps[i - 1])) for i in range(6)}


def triangle(cell: Cell) -> set[Cell]:
    x, y, down = cell
    return {(x + 1, y + 1, 0) if down else (x, y, 0), (x + 1, y, 0), (x, y + 1, 0)}


def prism(cell: Cell) -> set[Cell]:
    x, y, z = cell
    down = (x + y) % 2
    return {(a, b, z + up) for a, b, _ in triangle(((x - y - down) // 2, y, down)) for up in (0, 1)}


def pyramid(cell: Cell) -> set[Cell]:
    """A quarter of one of the six pyramids of a cube: its centre, that of a face, and the ends of an edge."""
    centre: Cell = tuple(10 * (n // 5) for n in cell)  # type: ignore[assignment]
    at = [2 * (n % 5) - 4 for n in cell]  # 4, 2 and 0 in some order, up to signs
    face = tuple(5 * (abs(n) == 4) * (1 if n > 0 else -1) for n in at)
    ends = [tuple(5 * (1 if n > 0 else -1) if n else end for n in at) for end in (5, -5)]
    return {add(centre, corner) for corner in ((0, 0, 0), face, *ends)}  # type: ignore[arg-type]


def tetrahedron(cell: Cell) -> set[Cell]:
    """A tetrahedron or an octant: some of the corners of a cube; octahedra are about corners with an odd sum."""
    cube: Cell = tuple(n // 3 for n in cell)  # type: ignore[assignment]
    corners = box(cube)
    if all(n % 3 == 1 for n in cell):
        return {less(corner, UP) for corner in corners if sum(corner) % 2 == 0}
    octant = add(cube, tuple(n % 3 // 2 for n in cell))  # type: ignore[arg-type]
    return {less(at, UP) for at in corners if dot(less(at, octant), less(at, octant)) <= 1}


def dodecahedron(cell: Cell) -> set[Cell]:
    sharp = {times(n, unit) for n in (2, -2) for unit in ((1, 0, 0), (0, 1, 0), UP)}
    return {add(times(2, cell), corner) for corner in (*sharp, *product((1, -1), (1, -1), (1, -1)))}


def written(name: str) -> Grid:
    """Return the grid of a file in the folder `grids`; cell (x, y, k) is cell k of the unit, x and y periods further.

    A coordinate a + b√d is written as one integer, a + b times a large number: symmetries of squares exchange
    coordinates and change their signs, and those of hexagons are only needed with d = 1.
    """
    content = tomllib.loads((FILES / f"{name}.toml").read_text("utf-8"))

    def vector(point: Any) -> Cell:
        x, y = (n[0] + n[1] * 10**6 if isinstance(n, list) else n for n in point)
        return x, y, 0

    right, down = map(vector, content["periods"])
    outlines = [[vector(corner) for corner in cell["corners"]] for cell in content["cells"]]

    def corners(cell: Cell) -> set[Cell]:
        by = add(times(cell[0], right), times(cell[1], down))
        return {add(corner, by) for corner in outlines[cell[2]]}

    turn = SIXTH if content.get("frame") == "hexagonal" else QUARTER
    return Grid((X, Y), [(0, 0, kind) for kind in range(len(outlines))], corners, turn, SWAP)


WRITTEN = ("half-squares", "kites", "drafters", "octasquares", "trihexes", "cairo", "snub-square")
FILES = Path(__file__).parents[2] / "grids"
X, Y = (1, 0, 0), (0, 1, 0)
QUARTER, SIXTH, SWAP, FLIP = ((0, -1, 0), X, UP), ((0, -1, 0), (1, 1, 0), UP), (Y, X, UP), (X, Y, (0, 0, -1))
CUBE = (QUARTER, SWAP, (Y, UP, X))
PYRAMIDS = [c for c in product(range(5), range(5), range(5)) if sorted(abs(n - 2) for n in c) == [0, 1, 2]]
TETRAHEDRA = [
    c
    for c in product(range(6), range(3), range(3))
    if all(n % 3 == 1 for n in c) or (all(n % 3 != 1 for n in c) and sum((n + 1) // 3 for n in c) % 2)
]
GRIDS = {
    "square": Grid((X, Y), [(0, 0, 0)], lambda c: box(c, 1), QUARTER, SWAP),
    "hexagonal": Grid((X, Y), [(0, 0, 0)], hexagon, SIXTH, SWAP),
    "triangular": Grid((X, Y), [(0, 0, 0), UP], triangle, SIXTH, SWAP),
    "cubic": Grid((X, Y, UP), [(0, 0, 0)], box, *CUBE),
    "prisms": Grid(((2, 0, 0), (1, 1, 0), UP), [(0, 0, 0), X], prism, SIXTH, SWAP, FLIP),
    "rhombic": Grid(((5, 0, 0), (0, 5, 0), (0, 0, 5)), PYRAMIDS, pyramid, *CUBE),
    "tetra-octa": Grid(((6, 0, 0), (3, 3, 0), (3, 0, 3)), TETRAHEDRA, tetrahedron, *CUBE),
    "fcc": Balls(((1, 1, 0), (1, -1, 0), (1, 0, 1)), [(0, 0, 0)], dodecahedron, *CUBE),
    **{name: written(name) for name in WRITTEN},
}


class Shape:
    """A shape and its copies."""

    def __init__(self, grid: Grid, cells: Copy, mirror: bool) -> None:
        self.grid, self.cells, self.turns = grid, cells, grid.turns(cells, mirror)
        self.fits: dict[tuple[Copy, Copy, int], bool] = {}
        self.halos: dict[Copy, set[Cell]] = {}
        self.over: dict[Cell, list[Copy]] = defaultdict(list)
        for turn in self.turns:
            for cell in turn:
                self.over[grid.lattice.home(cell)].append(tuple(less(other, cell) for other in turn))

    def copies(self, cell: Cell) -> Iterator[Copy]:
        """Yield the copies that cover a cell."""
        return (tuple(add(cell, step) for step in steps) for steps in self.over[self.grid.lattice.home(cell)])

    def copy(self, value: Any) -> Copy:
        cells = cells_in(self.grid, value)
        need(self.grid.placed(cells) in self.turns, f"{value} is no copy")
        return cells

    def levels(self, coronas: int) -> Iterator[list[Copy]]:
        """Yield the copies that may be in corona 1, in corona 2 if in no earlier one, and so on."""
        shape, around = set(self.cells), self.grid.halo(self.cells)
        before, seen, known = {self.cells}, set(self.cells), set[Copy]()
        for level in range(1, coronas + 1):
            cells = set().union(*(self.grid.halo(copy) for copy in before)) - seen
            seen |= cells
            before = {copy for cell in cells for copy in self.copies(cell) if shape.isdisjoint(copy)} - known
            if level > 1:
                before = {copy for copy in before if around.isdisjoint(copy)}
            else:
                before = {copy for copy in before if self.fit(self.cells, copy, coronas - 1)}
            known |= before
            yield sorted(before)

    def fit(self, one: Copy, other: Copy, many: int) -> bool:
        """Tell whether two copies fit so many times."""
        if not set(one).isdisjoint(other):
            return False
        if many == 0 or self.halo_of(one).isdisjoint(other):
            return True
        by = less(self.grid.lattice.home(one[0]), one[0])  # the answer is the same for both when they are moved
        one, other = (tuple(add(cell, by) for cell in copy) for copy in (one, other))
        key = (one, other, many)
        if key not in self.fits:
            self.fits[key] = all(
                any(self.fit(one, copy, many - 1) and self.fit(other, copy, many - 1) for copy in self.copies(cell))
                for cell in (self.halo_of(one) | self.halo_of(other)).difference(one, other)
            )
        return self.fits[key]

    def halo_of(self, copy: Copy) -> set[Cell]:
        if copy not in self.halos:
            self.halos[copy] = self.grid.halo(copy)
        return self.halos[copy]

    def clauses(self, coronas: int, whole: int, holes: Any) -> list[list[int]]:
        """Return the clauses that say that there are these coronas, by the steps of the page."""
        shape, clauses = set(self.cells), list[list[int]]()
        number: dict[tuple[Copy, int], int] = {}
        for level, copies in enumerate(self.levels(coronas), 1):  # 1 and 2
            for key in product(copies, range(level, coronas + 1)):
                number[key] = len(number) + 1
        covering: dict[Cell, list[tuple[int, Copy, int]]] = defaultdict(list)
        for (copy, corona), v in number.items():
            for cell in copy:
                covering[cell].append((v, copy, corona))
        fresh = count(len(number) + 1)

        for cell in sorted(covering):  # 3
            bits = [next(fresh) for _ in range((len(covering[cell]) - 1).bit_length())]
            for at, (v, _, _) in enumerate(covering[cell]):
                clauses += [[-v, bit if at >> i & 1 else -bit] for i, bit in enumerate(bits)]

        def covered(cells: Iterable[Cell], first: int, last: int) -> list[int]:
            return sorted({v for cell in cells for v, _, corona in covering.get(cell, ()) if first <= corona <= last})

        clauses += [covered([cell], 1, 1) for cell in sorted(self.grid.halo(shape))]  # 4

        helpers: dict[tuple[Cell, int, int], int] = {}

        def helper(*key: *tuple[Cell, int, int]) -> int:
            if key not in helpers:
                helpers[key] = next(fresh)
                clauses.append([-helpers[key], *covered([key[0]], *key[1:])])
            return helpers[key]

        def fitting(copy: Copy, corona: int, cell: Cell, first: int, last: int) -> list[int]:
            if coronas in (corona, last):
                return [helper(cell, max(first, 1), last)]
            return [
                v
                for v, other, at in covering.get(cell, ())
                if first <= at <= last and self.fit(copy, other, coronas - max(corona, at))
            ]

        for (copy, corona), v in number.items():  # 5
            around = sorted(self.grid.halo(copy) - shape)
            if corona < coronas:
                its = [fitting(copy, corona, cell, corona - 1, corona + 1) for cell in around]
                clauses += [[-v, *each] for each in its]
            if corona > 1:
                its = [fitting(copy, corona, cell, corona - 1, corona - 1) for cell in around]
                clauses.append([-v, *dict.fromkeys(w for each in its for w in each)])

        for hole in listed(holes, "holes"):  # 6
            has_keys(hole, {"cells", "ring"})
            inside, wall = set(cells_in(self.grid, hole["cells"])), set(shape)
            need(inside.isdisjoint(shape), "a hole overlaps the shape")
            ring = []
            for one in listed(hole["ring"], "ring"):
                has_keys(one, {"copy", "corona"})
                ring.append((cells_in(self.grid, one["copy"]), whole_number(one["corona"], "corona")))
                need(ring[-1] in number, "a copy of a ring has no variable")
                wall |= set(ring[-1][0])
            need(ring, "a ring is empty")
            last = max(corona for _, corona in ring)
            need(last <= whole, "a hole is in a corona that may have holes")
            need(all(set(self.grid.beside(cell)) <= inside | wall for cell in inside), "a ring is open")
            clauses.append([*(-number[one] for one in ring), *covered(inside, 1, last)])
        return clauses

    def has_coronas(self, value: Any, last_may_have_hole: bool = False) -> int:
        """Return how many coronas there are."""
        coronas = [[self.copy(copy) for copy in listed(each, "corona")] for each in listed(value, "patch")]
        need(len(coronas) <= 101, "a patch has too many coronas")
        need(coronas and len(coronas[0]) == 1 and all(coronas), "a patch begins with one copy, and no corona is empty")
        cells = Counter(cell for corona in coronas for copy in corona for cell in copy)
        need(set(cells.values()) == {1}, "copies overlap")
        inside = {cell for copy in coronas[0] for cell in copy}
        for at, corona in enumerate(coronas[1:], 1):
            halos = [self.grid.halo(copy) for copy in coronas[at - 1]]
            need(all(any(not halo.isdisjoint(copy) for halo in halos) for copy in corona), "a copy does not touch")
            inside |= {cell for copy in corona for cell in copy}
            need(all(halo <= inside for halo in halos), "a corona is open")
            whole = at < len(coronas) - 1 or not last_may_have_hole
            need(not whole or not self.grid.has_hole(inside), "a corona leaves a hole")
        return len(coronas) - 1

    def orbits(self, value: Any) -> tuple[int, int]:
        """Return of how many copies and orbits a tiling is."""
        has_keys(value, {"periods", "copies", "orbits"})
        grid, periods = self.grid, [vector_in(each) for each in listed(value["periods"], "periods")]
        need(len(periods) == len(grid.lattice.basis), "too few periods, or too many")
        need(all(map(grid.lattice.has, periods)), "a period is no translation")
        torus = Lattice(tuple(periods))
        need(torus.volume, "the periods are not independent")
        copies = [frozenset(torus.home(cell) for cell in self.copy(each)) for each in listed(value["copies"], "copies")]
        number = {cell: at for at, copy in enumerate(copies) for cell in copy}
        cells = abs(torus.volume // grid.lattice.volume) * len(grid.kinds)
        need(len(copies) * len(self.cells) == len(number) == cells, "the copies do not cover each cell once")
        orbit = [{at} for at in range(len(copies))]
        for matrix in grid.group:
            if all(torus.has(grid.carried(matrix, period)) for period in periods):
                images = [[grid.image(matrix, cell) for cell in copy] for copy in copies]
                for cell in number:
                    by = less(cell, images[0][0])
                    if grid.lattice.has(by):
                        moved = [frozenset(torus.home(add(cell, by)) for cell in image) for image in images]
                        goals = [number.get(next(iter(copy)), -1) for copy in moved]
                        if all(copies[goal] == copy for goal, copy in zip(goals, moved, strict=True)):
                            for at, goal in enumerate(goals):
                                joined = orbit[at] | orbit[goal]
                                for one in joined:
                                    orbit[one] = joined
        orbits = len({min(each) for each in orbit})
        need(whole_number(value["orbits"], "orbits") == orbits, f"the tiling has {orbits} orbits")
        return len(copies), orbits


def listed(value: Any, name: str) -> list[Any]:
    need(isinstance(value, list) and len(value) <= 100_000, f"{name} is no list, or too long")
    return list(value)


def whole_number(value: Any, name: str) -> int:
    need(type(value) is int, f"{name} is no integer")
    return int(value)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len({key for key, _ in pairs}) == len(pairs), "a key is there twice")
    return dict(pairs)


def has_keys(value: Any, keys: set[str]) -> None:
    need(isinstance(value, dict) and value.keys() == keys, f"the keys must be {', '.join(sorted(keys))}")


def vector_in(value: Any) -> Cell:
    need(len(listed(value, "vector")) == 3, f"{value} has not three coordinates")
    x, y, z = (whole_number(each, "coordinate") for each in value)
    need(max(abs(x), abs(y), abs(z)) <= 1_000_000, f"{value} is too far away")
    return x, y, z


def cells_in(grid: Grid, value: Any) -> Copy:
    cells = sorted(map(vector_in, listed(value, "cells")))
    need(cells and len(set(cells)) == len(cells), "a set of cells is empty, or has a cell twice")
    need(all(map(grid.contains, cells)), "the grid has no such cell")
    return tuple(cells)


def refutes(clauses: list[list[int]], proof: str) -> bool:
    """Tell whether a proof in LRAT derives the empty clause, each clause by unit propagation alone."""
    known = dict(enumerate(clauses, 1))
    for line in proof.splitlines():
        number, kind, *rest = line.split()
        words = [int(word) for word in rest if kind == "d"] or [int(kind), *map(int, rest)]
        if kind == "d":
            need(words.pop() == 0 and 0 not in words, "a list does not end with 0")
            for each in words:
                need(known.pop(each, None) is not None, f"clause {each} is deleted, which is not there")
            continue
        end = words.index(0)
        clause, hints = words[:end], words[end + 1 : -1]
        need(words[-1] == 0 and len(words) > end + 1, "a list does not end with 0")
        false, conflict = set(clause), False
        for hint in hints:
            need(hint in known, f"clause {hint} is a hint, which is not there")
            left = [literal for literal in known[hint] if literal not in false]
            conflict = not left
            if conflict:
                break
            need(len(left) == 1, f"clause {hint} is neither unit nor false")
            false.add(-left[0])
        need(conflict, f"clause {number} does not follow")
        need(int(number) not in known, f"clause {number} is there already")
        known[int(number)] = clause
    return [] in known.values()


def proved(folder: Path, shape: Shape, hole: bool, value: Any) -> tuple[int, int]:
    """Check a proof that there are no k coronas, of which w are whole; return k and w."""
    has_keys(value, {"coronas", "whole", "holes", "proof", "sha256"})
    coronas, whole = whole_number(value["coronas"], "coronas"), whole_number(value["whole"], "whole")
    need(0 <= whole <= coronas and 0 < coronas <= 100, "of k coronas, 1 to 100, 0 to k are whole")
    need(not hole or whole == 0, "a shape with a hole has no whole coronas")
    name = value["proof"]
    files = {path.name for path in folder.iterdir() if path.is_file()}
    need(isinstance(name, str) and name in files, "the proof is not in the folder")
    data = (folder / name).read_bytes()
    need(hashlib.sha256(data).hexdigest() == value["sha256"], f"{name} has changed")
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    text = stream.decompress(data).decode("ascii")
    need(stream.eof and not stream.unused_data, f"{name} does not end, or goes on")
    clauses = shape.clauses(coronas, whole, value["holes"])
    if all(clauses):
        need(refutes(clauses, text), f"{name} does not derive the empty clause")
    else:
        need(not text, f"{name} proves what is clear without it")
    return coronas, whole


def check(path: Path) -> str:
    """Check a certificate, and return its verdict; raises Refused."""
    value = json.loads(path.read_text("utf-8"), object_pairs_hook=once)
    has_keys(value, KEYS)
    need(type(value["satpuzzle tiling"]) is int and value["satpuzzle tiling"] == 1, "the version must be 1")
    need(isinstance(value["grid"], str) and value["grid"] in GRIDS, "there is no such grid")
    need(isinstance(value["mirror"], bool), "mirror is neither true nor false")
    need(isinstance(value["piece"], str), "piece is no name")
    need(0 <= whole_number(value["tried"], "tried") <= 100_000, "tried is no number of copies")
    grid = GRIDS[value["grid"]]
    shape = Shape(grid, cells_in(grid, value["cells"]), value["mirror"])
    need(len(shape.cells) <= 5000, "the shape has too many cells")
    hole = grid.has_hole(shape.cells)
    tiling, isohedral = (
        None if value[key] is None else shape.orbits(value[key]) for key in ("tiling", "isohedral_tiling")
    )
    need(isohedral is None or (tiling and isohedral[1] == 1), "isohedral_tiling has several orbits, or is the only one")
    need((value["isohedral"] is True) == bool(isohedral), "isohedral is true exactly if there is such a tiling")
    claims: dict[str, Any] = {"hole": hole, "copies": None, "orbits": None, "stopped": False}
    claims |= around(path.parent, shape, hole, value)
    if tiling:
        claims |= {"verdict": "tiles", "coronas": None, "copies": tiling[0], "orbits": (isohedral or tiling)[1]}
    for key, claim in claims.items():
        need(json.dumps(value[key]) == json.dumps(claim), f"{key} must be {claim}")
    return str(claims["verdict"])


def around(folder: Path, shape: Shape, hole: bool, value: Any) -> dict[str, Any]:
    """Return what a certificate without a tiling claims."""
    coronas = 0 if value["patch"] is None else shape.has_coronas(value["patch"])
    loose = 0 if value["loose_patch"] is None else shape.has_coronas(value["loose_patch"], last_may_have_hole=True)
    proofs = [proved(folder, shape, hole, each) for each in listed(value["proofs"], "proofs")]
    never = any(whole == 0 for _, whole in proofs)
    most = min((k - 1 for k, _ in proofs), default=None)
    loosest = min((k - 1 if whole < k else k for k, whole in proofs), default=None)
    return {
        "verdict": "no" if never else "open",
        "refuted": [list(each) for each in proofs],
        "coronas": coronas,
        "heesch": coronas if never and coronas == most else None,
        "heesch_with_holes": loose if never and loose == loosest else None,
    }


def verdicts(folder: Path) -> Counter[str]:
    """Check all certificates of a folder, and count their verdicts; raises Refused with the name of the file."""
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.json")):
        try:
            counts[check(path)] += 1
        except (
            Refused,
            ValueError,
            lzma.LZMAError,
        ) as error:  # ValueError: what is no JSON, or a proof that is no text of numbers
            raise Refused(f"{path.name}: {error}") from error
    return counts


if __name__ == "__main__":
    print(verdicts(Path(sys.argv[1])))
