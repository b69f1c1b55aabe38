"""Tilings of tori, found on every lattice: nothing is left out because it is the image of something else.

A witness of the fewest copies in a period.  A cell has steps along the basis of the grid, and a kind; the geometry is
that of `tilings_by_the_page`.  Nothing of satpuzzle is imported.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import product
from math import prod
from random import Random

from tilings_by_the_page import GRIDS, Cell, Grid, add, determinant, less

Steps = tuple[int, ...]
Rows = tuple[Steps, ...]  # a lattice: a lower triangle, with entries below a diagonal entry from 0 to it - 1
Coded = tuple[tuple[Steps, int], ...]  # cells
CUBES_CUT = {"half-cubes": "rhombic"}  # grids with the cells of others


def grid_of(name: str) -> Grid:
    return GRIDS[CUBES_CUT.get(name, name)]


def grown(name: str, size: int, dice: Random) -> list[Cell]:
    """Return the cells of a random connected shape."""
    grid = grid_of(name)
    cells = [dice.choice(sorted(grid.kinds.values()))]
    while len(cells) < size:
        near = {other for cell in cells for other in grid.beside(cell)}.difference(cells)
        cells.append(dice.choice(sorted(near)))
    return sorted(cells)


def lattices(index: int, axes: int) -> Iterator[Rows]:
    """Yield all lattices of an index."""
    for diagonal in product(range(1, index + 1), repeat=axes):
        if prod(diagonal) == index:
            places = [(row, column) for row in range(axes) for column in range(row)]
            for entries in product(*(range(diagonal[column]) for _, column in places)):
                below = dict(zip(places, entries, strict=True))
                rows = range(axes)
                yield tuple(
                    tuple(diagonal[row] if row == column else below.get((row, column), 0) for column in rows)
                    for row in rows
                )


def reduced(rows: Rows, steps: Steps) -> Steps:
    left = list(steps)
    for axis in reversed(range(len(rows))):
        times = left[axis] // rows[axis][axis]
        left = [a - times * b for a, b in zip(left, rows[axis], strict=True)]
    return tuple(left)


class Moves:
    """How the point group of a grid acts on steps and kinds."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.axes, self.homes = grid, len(grid.lattice.basis), list(grid.kinds)
        self.number = {home: at for at, home in enumerate(self.homes)}

    def coded(self, cells: Iterable[Cell]) -> Coded:
        found = []
        for cell in cells:
            steps = tuple(n for n, _ in self.grid.lattice.steps(cell))[: self.axes]
            found.append((steps, self.number[self.grid.lattice.home(cell)]))
        return tuple(found)

    @cached_property
    def group(self) -> list[tuple[list[Steps], Coded]]:
        """The images of the basis, and of the first cell of each kind, for each element."""
        basis, found = self.grid.lattice.basis, []
        for matrix in self.grid.group:
            ends = [self.grid.carried(matrix, vector) for vector in basis]
            steps = [tuple(n for n, _ in self.grid.lattice.steps(end))[: self.axes] for end in ends]
            found.append((steps, self.coded(self.grid.image(matrix, home) for home in self.homes)))
        return found


@cache
def moves_of(name: str) -> Moves:
    return Moves(grid_of(name))


class Torus:
    """The copies of shapes on a torus, as bits of its cells."""

    def __init__(self, moves: Moves, rows: Rows, shapes: Sequence[Sequence[Coded]]) -> None:
        self.moves, self.rows = moves, rows
        self.shifts = [*product(*(range(row[axis]) for axis, row in enumerate(rows)))]
        self.at = {steps: len(moves.homes) * number for number, steps in enumerate(self.shifts)}
        self.size = len(self.shifts) * len(moves.homes)
        self.owner: dict[int, set[int]] = {}  # of each copy the shapes that it is a copy of
        for number, turns in enumerate(shapes):
            for turn, shift in product(turns, self.shifts):
                cells = {self.cell(steps, kind, shift) for steps, kind in turn}
                if len(cells) == len(turn):
                    self.owner.setdefault(sum(1 << cell for cell in cells), set()).add(number)
        self.over: list[list[int]] = [[] for _ in range(self.size)]
        for copy in self.owner:
            self.over[(copy & -copy).bit_length() - 1].append(copy)

    def cell(self, steps: Steps, kind: int, shift: Steps) -> int:
        return self.at[reduced(self.rows, tuple(a + b for a, b in zip(steps, shift, strict=True)))] + kind

    def tilings(self, covered: int = 0) -> Iterator[list[int]]:
        """Yield all tilings; the copy that covers the first free cell comes first."""
        free = ~covered & ((1 << self.size) - 1)
        if not free:
            yield []
            return
        for copy in self.over[(free & -free).bit_length() - 1]:
            if not copy & covered:
                yield from ([copy, *others] for others in self.tilings(covered | copy))

    @cached_property
    def symmetries(self) -> list[list[int]]:
        """The isometries of the torus, as permutations of its cells."""
        found = []
        for steps, images in self.moves.group:
            carried = [self._sum(row, steps) for row in self.rows]
            if any(any(reduced(self.rows, each)) for each in carried):
                continue
            for shift in self.shifts:
                ends = [self._sum(each, steps) for each in self.shifts]
                found.append([
                    self.cell(tuple(a + b for a, b in zip(end, first, strict=True)), kind, shift)
                    for end in ends for first, kind in images
                ])  # fmt: skip
        return found

    @staticmethod
    def _sum(times: Steps, vectors: Sequence[Steps]) -> Steps:
        return tuple(sum(n * v[axis] for n, v in zip(times, vectors, strict=True)) for axis in range(len(times)))

    def isohedral(self, tiling: list[int]) -> bool:
        """Tell whether symmetries of a tiling carry its first copy to each copy."""
        whole, cells = {*tiling}, [[at for at in range(self.size) if copy >> at & 1] for copy in tiling]
        reached = set()
        for motion in self.symmetries:
            images = [sum(1 << motion[cell] for cell in copy) for copy in cells]
            if {*images} == whole:
                reached.add(images[0])
        return reached == whole


def turns(name: str, cells: Sequence[Cell], mirror: bool) -> list[Coded]:
    moves = moves_of(name)
    return [moves.coded(turn) for turn in moves.grid.turns(tuple(cells), mirror)]


def tori(name: str, cells: int, shapes: Sequence[Sequence[Coded]]) -> Iterator[Torus]:
    moves = moves_of(name)
    if cells % len(moves.homes) == 0:
        yield from (Torus(moves, rows, shapes) for rows in lattices(cells // len(moves.homes), moves.axes))


def fewest(name: str, cells: Sequence[Cell], mirror: bool, most: int) -> int | None:
    """Return the fewest copies in a period of a tiling, None if more than `most` are needed."""
    shapes = [turns(name, cells, mirror)]
    for many in range(1, most + 1):
        if any(next(torus.tilings(), None) for torus in tori(name, many * len(cells), shapes)):
            return many
    return None


def fewest_isohedral(name: str, cells: Sequence[Cell], mirror: bool, most: int) -> int | None:
    """Return the fewest copies in a period of an isohedral tiling, None if more than `most` are needed."""
    shapes = [turns(name, cells, mirror)]
    for many in range(1, most + 1):
        every = tori(name, many * len(cells), shapes)
        if any(torus.isohedral(tiling) for torus in every for tiling in torus.tilings()):
            return many
    return None


def fewest_together(name: str, shapes: Sequence[Sequence[Cell]], mirror: bool, most: int) -> int | None:
    """Return the fewest copies in a period of a tiling in which each shape, all of one size, occurs."""
    each = [turns(name, cells, mirror) for cells in shapes]
    for many in range(len(shapes), most + 1):
        for torus in tori(name, many * len(shapes[0]), each):
            for tiling in torus.tilings():
                if {*range(len(shapes))} <= set().union(*(torus.owner[copy] for copy in tiling)):
                    return many
    return None


def reflected(name: str, cells: Sequence[Cell]) -> list[Cell]:
    """Return the mirror image of a shape."""
    grid = grid_of(name)
    over = next(matrix for matrix in grid.group if determinant(*matrix) < 0)
    images = [grid.image(over, cell) for cell in cells]
    by = less(grid.lattice.home(images[0]), images[0])
    return sorted(add(cell, by) for cell in images)
