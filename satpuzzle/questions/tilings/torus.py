"""Tori: quotients of a grid by lattices of translations, and the tilings of a torus by copies of a shape.

A tiling with translations in as many directions as the grid has is a tiling of a torus.  A torus of n cells takes n / m
copies of a shape of m cells, so all tilings with few copies in a period are found on the lattices of few indices.  A
lattice has one basis in Hermite normal form: a matrix of steps with zeros above its diagonal, and below each diagonal
entry numbers from 0 to that entry - 1.  Lattices have the same tilings, up to a motion, if the motion carries one to
the other and all copies to copies.  So which lattices are the same is a question about the shapes: one that must not be
turned over has other tilings on the mirror image of a lattice.

A tiling is *isohedral* if its symmetries carry each copy to each other copy.  Modulo its translations, its symmetries
are a point group, so the number of copies in its smallest period divides the order of the group of all motions that
carry copies to copies.
Thus it is decided whether a shape has an isohedral tiling: on each torus with so many copies, orbits of a copy grow
under groups with more and more generators, until they overlap or fill the torus.

Branko Gruenbaum and Geoffrey Shephard, Tilings and Patterns, 1987.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import SolverConfig
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.shape import image
from satpuzzle.questions.tilings.prototile import Copy, Prototile, parted, shifts

Matrix = tuple[tuple[int, ...], ...]
Copies = tuple[Copy, ...]
_SMALL = 200  # the largest index of tori that are remembered
Group = tuple[tuple[Matrix, Matrix], ...]  # isometries that fix a point, as matrices, and how they act on steps
_known: dict[tuple[Grid, int, Group], list["Torus"]] = {}


@dataclass(frozen=True)
class Torus:
    """The quotient of a grid by a lattice; the rows of the matrix are its basis, in steps, in Hermite normal form."""

    grid: Grid
    matrix: Matrix

    @property
    def index(self) -> int:
        """The number of translations of the grid that differ on the torus."""
        return prod(row[axis] for axis, row in enumerate(self.matrix))

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.index * len(self.grid.kinds)

    @property
    def periods(self) -> list[list[int]]:
        """The basis of the lattice as vectors of the grid."""
        found: list[list[int]] = (np.array(self.matrix) @ self.grid.basis).tolist()
        return found

    def home(self, steps: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number, from 0 to size - 1, of the cells of a kind with these steps, of shape (..., axes)."""
        within = steps.copy()
        number = np.zeros(steps.shape[:-1], np.int64)
        matrix = np.array(self.matrix)
        for axis in reversed(range(len(matrix))):
            within -= (within[..., axis] // matrix[axis, axis])[..., None] * matrix[axis]
        for axis in range(len(matrix)):
            number = number * matrix[axis, axis] + within[..., axis]
        return number * len(self.grid.kinds) + kinds

    def homes(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of cells from their codes."""
        return self.home(*parted(self.grid, codes))

    @cached_property
    def shifts(self) -> NDArray[np.int64]:
        """A translation for each element of the quotient, as the differences of codes that it makes, (index,)."""
        return shifts(self.grid, self._steps)

    def copies(self, tile: Prototile) -> tuple[list[Copy], NDArray[np.int64]]:
        """Return the copies of a shape that do not overlap themselves, each set of cells once, and their cells."""
        codes = np.array(tile.orientations[: len(tile.images)])
        cells = np.sort(self.homes(codes[:, None] + self.shifts[:, None]), axis=-1).reshape(-1, codes.shape[1])
        whole = np.flatnonzero((np.diff(cells, axis=1) > 0).all(axis=1))
        cells, first = np.unique(cells[whole], axis=0, return_index=True)
        each = [divmod(number, len(self.shifts)) for number in whole[first].tolist()]
        return [(orientation, int(self.shifts[shift])) for orientation, shift in each], cells

    def tilings(self, tile: Prototile, config: SolverConfig, clock: Clock, many: int | None = None) -> Iterator[Copies]:
        """Yield the tilings by copies of a shape and its others, each of which occurs; raises Stopped.

        With others, `many` is the number of copies, which the size of the torus does not tell.
        """
        shapes = (tile, *tile.others)
        bounds = [(1, 1)] * self.size + ([] if many is None else [(many, many), *[(1, many)] * len(shapes)])
        every, sets, before = list[Copy](), list[list[int]](), 0
        for number, shape in enumerate(shapes):
            found, cells = self.copies(shape)
            counted = [] if many is None else [self.size, self.size + 1 + number]
            every += [(orientation + before, shift) for orientation, shift in found]
            sets += [row + counted for row in cells.tolist()]
            before += len(shape.images)
        if len({item for items in sets for item in items}) < len(bounds):
            return
        cover = ExactCover.of_sets(sets, bounds)
        for options in config.engine.solutions(cover, config, clock):
            yield tuple(every[option] for option in options)

    # Symmetries

    @cached_property
    def symmetries(self) -> NDArray[np.int64]:
        """The isometries of the torus as permutations of its cells, (isometries, size); translations come first."""
        cells = self._cells
        moved = (cells[None] + self._vectors[:, None]).reshape(-1, 3)
        shifted = self._numbers(moved).reshape(len(self._vectors), self.size)
        found = [shifted]
        for matrix, steps in point_group(self.grid)[1:]:  # all: which motions carry copies to copies is seen later
            if canonical(tuple(map(tuple, (np.array(self.matrix) @ np.array(steps)).tolist()))) == self.matrix:
                found.append(shifted[:, self._numbers(image(cells, np.array(matrix), self.grid))])
        return np.unique(np.concatenate(found), axis=0)

    @cached_property
    def _vectors(self) -> Points:
        vectors: Points = self._steps @ self.grid.basis
        return vectors

    @cached_property
    def _steps(self) -> NDArray[np.int64]:
        """The steps of a translation for each element of the quotient, (index, axes)."""
        sizes = tuple(row[axis] for axis, row in enumerate(self.matrix))
        return np.indices(sizes).reshape(len(sizes), -1).T

    @cached_property
    def _cells(self) -> Points:
        """The cell of each number."""
        cells = (self._vectors[:, None] + self.grid.home(self.grid.kinds)).reshape(-1, 3)
        found: Points = cells[np.argsort(self._numbers(cells))]
        return found

    def _numbers(self, cells: Points) -> NDArray[np.int64]:
        return self.home(self.grid.steps(cells), self.grid.kind(cells))

    def orbits(self, tile: Prototile, tiling: Copies) -> int:
        """Return the number of orbits of copies under the symmetries of a tiling of the torus."""
        codes = np.array([tile.copy(which) for which in tiling])
        cells = np.sort(self.homes(codes), axis=1)
        owner = np.zeros(self.size, np.int64)
        owner[cells] = np.arange(len(cells))[:, None]
        images = owner[self.symmetries[:, cells]]  # (isometries, copies, cells)
        kept = images[(images == images[:, :, :1]).all(axis=(1, 2))][:, :, 0]
        return len({tuple(sorted(set(column))) for column in kept.T.tolist()})

    def isohedral(self, tile: Prototile, clock: Clock) -> Copies | None:
        """Return a tiling by one orbit of copies of a shape; None if there is none."""
        every, cells = self.copies(tile)
        number = {_bits(row): which for which, row in zip(every, cells.tolist(), strict=True)}
        done = set[int]()
        for orientation in tile.orientations:
            own = self.homes(np.array(orientation))
            if (first := _bits(own.tolist())) in done or first not in number:
                continue
            covered = self.symmetries[:, own]
            done |= {*map(_bits, covered.tolist())}
            inside = np.isin(covered, own).any(axis=1)
            by_cell: dict[int, list[list[int]]] = {}
            for motion, row in zip(np.flatnonzero(~inside).tolist(), covered[~inside].tolist(), strict=True):
                if _bits(row) in number:
                    for cell in row:
                        by_cell.setdefault(cell, []).append(self._motions[motion])
            for found in self._grown([tuple(own.tolist())], [], by_cell, clock):
                return tuple(number[_bits(row)] for row in found)
        return None

    @cached_property
    def _motions(self) -> list[list[int]]:
        motions: list[list[int]] = self.symmetries.tolist()
        return motions

    def _grown(
        self, orbit: list[tuple[int, ...]], group: list[list[int]], by_cell: dict[int, list[list[int]]], clock: Clock
    ) -> Iterator[list[tuple[int, ...]]]:
        """Yield orbits that fill the torus, of groups that contain the given generators."""
        clock.check()
        covered = {cell for row in orbit for cell in row}
        free = next((cell for cell in range(self.size) if cell not in covered), None)
        if free is None:
            yield orbit
            return
        for motion in by_cell.get(free, ()):
            if (larger := _closed(orbit[0], [*group, motion])) is not None:
                yield from self._grown(larger, [*group, motion], by_cell, clock)


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _closed(first: tuple[int, ...], group: list[list[int]]) -> list[tuple[int, ...]] | None:
    """Return the orbit of a set of cells under generators of a group, or None if two of its members overlap."""
    orbit, owner = [first], dict.fromkeys(first, 0)
    for row in orbit:
        for motion in group:
            moved = tuple(motion[cell] for cell in row)
            at = {owner.get(cell) for cell in moved}
            if at == {None}:
                owner |= dict.fromkeys(moved, len(orbit))
                orbit.append(moved)
            elif len(at) > 1:
                return None
    return orbit


@cache
def point_group(grid: Grid) -> Group:
    """Return the isometries of a grid that fix a point, the identity first, as matrices, and how they act on steps.

    A row of the second matrix has the steps of the image of a basis vector.  On a flat grid there is one for each way
    to move the plane.
    """
    group, start = grid.motions(True) if grid.two_sided else grid.group, grid.home(grid.kinds)[:1]
    ends = np.concatenate([start, start + grid.basis])
    found: dict[Matrix, Matrix] = {}
    for matrix in group:
        images = image(ends, matrix, grid)
        found[_tuples(matrix)] = _tuples(grid.steps(images[1:] - images[0]))
    identity = _tuples(np.eye(3, dtype=np.int64))
    return ((identity, found.pop(identity)), *found.items())


def allowed(*sets: Sequence[Prototile]) -> Group:
    """Return the elements of the point group that carry all copies of the shapes of a set to copies of its shapes.

    What they carry to each other is the same for these shapes: lattices, boxes, groups that a region may have.
    """
    return tuple(
        (matrix, steps)
        for matrix, steps in point_group(sets[0][0].grid)
        if all(_classes(tiles) == _classes([tile.moved(np.array(matrix)) for tile in tiles]) for tiles in sets)
    )


def turned_boxes(tiles: Sequence[Prototile]) -> tuple[tuple[int, ...], ...]:
    """Return the orders of the sides in which boxes are the same for shapes, that in which they are first.

    A box of units goes to a box if the motion carries each basis vector to one, or back, and a unit to a unit.
    """
    grid, found = tiles[0].grid, dict[tuple[int, ...], None]()
    for matrix, steps in allowed(tiles):
        images = image(grid.kinds, np.array(matrix), grid)
        apart = grid.units(images)
        to = np.abs(steps)
        if (apart == apart[0]).all() and (np.sort(to, axis=1)[:, :-1] == 0).all() and (to.sum(axis=1) == 1).all():
            found[tuple(np.argsort(to.argmax(axis=1)).tolist())] = None
    return tuple(found)


def _classes(tiles: Sequence[Prototile]) -> set[frozenset[bytes]]:
    """Return the orientations of each shape."""
    return {frozenset(image.tobytes() for image in tile.images) for tile in tiles}


def _tuples(matrix: NDArray[np.int64]) -> Matrix:
    return tuple(map(tuple, matrix.tolist()))


def canonical(rows: Matrix) -> Matrix:
    """Return the basis in Hermite normal form of the lattice that these rows span."""
    left, found = [list(row) for row in rows], list[list[int]]()
    for axis in reversed(range(len(rows))):
        while len(some := [row for row in left if row[axis]]) > 1:
            least = min(some, key=lambda row: abs(row[axis]))
            left = [
                row if row is least else [a - row[axis] // least[axis] * b for a, b in zip(row, least, strict=True)]
                for row in left
            ]
        (pivot,) = some
        left = [row for row in left if row is not pivot]
        found.insert(0, [-entry for entry in pivot] if pivot[axis] < 0 else pivot)
    for number, row in enumerate(found):
        for axis in reversed(range(number)):
            times = row[axis] // found[axis][axis]
            row[:] = [a - times * b for a, b in zip(row, found[axis], strict=True)]
    return tuple(map(tuple, found))


def every_lattice(index: int, axes: int) -> Iterator[Matrix]:
    """Yield all lattices of an index in the lattice of all steps along so many axes."""
    for diagonal in _factors(index, axes):
        below = [range(diagonal[column]) for row in range(axes) for column in range(row)]
        for entries in product(*below):
            rest = iter(entries)
            yield tuple(
                tuple(diagonal[row] if column == row else next(rest) if column < row else 0 for column in range(axes))
                for row in range(axes)
            )


def _factors(number: int, many: int) -> Iterator[tuple[int, ...]]:
    if many == 1:
        yield (number,)
        return
    for first in range(1, number + 1):
        if number % first == 0:
            yield from ((first, *rest) for rest in _factors(number // first, many - 1))


def tori(grid: Grid, index: int, group: Group, clock: Clock = UNLIMITED) -> Iterator[Torus]:
    """Yield the tori of an index, one of each class under a part of the point group, as `allowed` returns it.

    Raises Stopped if the clock stops.
    """
    if (known := _known.get((grid, index, group))) is not None:
        yield from known
        return
    found, done = list[Torus](), set[Matrix]()
    for matrix in every_lattice(index, len(grid.basis)):
        clock.check()
        if matrix not in done:
            done |= {canonical(_tuples(np.array(matrix) @ np.array(steps))) for _, steps in group}
            found.append(Torus(grid, matrix))
            yield found[-1]
    if index <= _SMALL:
        _known[grid, index, group] = found


def tori_of(tiles: Sequence[Prototile], cells: int, clock: Clock = UNLIMITED) -> Iterator[Torus]:
    """Yield the tori with so many cells, one of those that are the same for these shapes; raises Stopped."""
    grid = tiles[0].grid
    index, rest = divmod(cells, len(grid.kinds))
    yield from () if rest else tori(grid, index, allowed(tiles), clock)
