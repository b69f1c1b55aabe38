"""Prototiles: shapes whose copies may lie anywhere on a grid, as integers.

A cell is one integer, made from its steps along the basis of the grid and its kind, so that a translation is the
addition of a multiple of the number of kinds:

    code = kind + kinds * (x + y * SIDE + z * SIDE^2)      steps between -SIDE / 2 and SIDE / 2

A copy is an orientation, by its number, and a translation.  Two cells *touch* if their bodies have a point in common,
and are *beside* each other if they have a face in common, on a flat grid an edge.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import CLOSE, Places, Polyhedron, voronoi
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.shape import image, normalised, orientations

SIDE = (
    1 << 18
)  # no tiling here is as wide: shapes have at most LARGEST cells, tilings and patches MOST of them in a row
LARGEST, MOST = 1000, 100
Copy = tuple[int, int]  # (number of an orientation, translation)


@dataclass(frozen=True, eq=False)
class Prototile:
    """A shape and its orientations; with `mirror`, its mirror images are among them, without `rotate` it has one.

    Copies of `others` count as copies of the shape, and their orientations come after its own.
    """

    name: str
    grid: Grid
    cells: Points  # (n, 3)
    mirror: bool = True
    others: tuple["Prototile", ...] = ()
    rotate: bool = True

    @cached_property
    def images(self) -> NDArray[np.int64]:
        """The orientations, (n, cells, 3), each normalised; on a flat grid, mirror images are made by turning over."""
        if not self.rotate:
            return normalised(self.cells, self.grid)[None]
        if self.grid.two_sided or not self.mirror:
            return orientations(self.cells, self.grid, self.mirror)
        found: NDArray[np.int64] = np.unique(normalised(self.grid.isometries(self.cells), self.grid), axis=0)
        return found

    def moved(self, matrix: NDArray[np.int64]) -> "Prototile":
        """Return the image of the shape under an element of the point group, without others."""
        return replace(self, cells=image(self.cells, matrix, self.grid), others=())

    @cached_property
    def orientations(self) -> tuple[tuple[int, ...], ...]:
        """The orientations as codes."""
        own = tuple(tuple(image) for image in encoded(self.grid, self.images).tolist())
        return sum((other.orientations for other in self.others), own)

    @cached_property
    def first(self) -> int:
        """The number of the orientation that the shape itself has."""
        return self.orientations.index(tuple(encoded(self.grid, normalised(self.cells, self.grid)).tolist()))

    @cached_property
    def halos(self) -> tuple[frozenset[int], ...]:
        """For each orientation the cells outside that touch it."""
        return tuple(frozenset(around(self.grid, image, touching)) for image in self.orientations)

    def copy(self, which: Copy) -> list[int]:
        """Return the cells of a copy."""
        return [cell + which[1] for cell in self.orientations[which[0]]]

    def halo(self, which: Copy) -> list[int]:
        """Return the cells outside a copy that touch it."""
        return [cell + which[1] for cell in self.halos[which[0]]]

    def through(self, cell: int) -> Iterator[Copy]:
        """Yield all copies that cover a cell."""
        for orientation, at in self._at[cell % len(self.grid.kinds)]:
            yield orientation, cell - at

    @cached_property
    def _at(self) -> list[list[tuple[int, int]]]:
        """For each kind, the cells of the orientations, as pairs (orientation, cell)."""
        kinds = len(self.grid.kinds)
        every = [(number, cell) for number, image in enumerate(self.orientations) for cell in image]
        return [[(number, cell) for number, cell in every if cell % kinds == kind] for kind in range(kinds)]

    def found(self, cells: Sequence[Sequence[int]]) -> Copy:
        """Return the copy with these cells, lists of coordinates; raises ValueError if there is none."""
        codes = encoded(self.grid, np.array(cells)).tolist()
        for which in self.through(codes[0]):
            if {*self.copy(which)} == {*codes}:
                return which
        raise ValueError(f"{cells} is no copy of {self.name}")

    def decoded(self, copies: Iterable[Copy]) -> list[list[list[int]]]:
        """Return the cells of copies as lists of coordinates."""
        return [decoded(self.grid, self.copy(which)).tolist() for which in copies]


def encoded(grid: Grid, cells: Points) -> NDArray[np.int64]:
    """Return the codes of cells, of shape (..., 3)."""
    codes: NDArray[np.int64] = shifts(grid, grid.steps(cells)) + grid.kind(cells)
    return codes


def shifts(grid: Grid, steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return translations, given by their steps, (..., axes), as the differences of codes that they make."""
    found: NDArray[np.int64] = steps @ SIDE ** np.arange(len(grid.basis), dtype=np.int64) * len(grid.kinds)
    return found


def parted(grid: Grid, codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the steps, (..., axes), and the kinds of cells from their codes."""
    left, kinds = np.divmod(codes, len(grid.kinds))
    steps = np.zeros((*left.shape, len(grid.basis)), np.int64)
    for axis in range(len(grid.basis)):
        steps[..., axis] = (left + SIDE // 2) % SIDE - SIDE // 2
        left = (left - steps[..., axis]) // SIDE
    return steps, kinds


def decoded(grid: Grid, codes: Sequence[int]) -> Points:
    """Return the cells with these codes, (n, 3)."""
    steps, kinds = parted(grid, np.array(codes, np.int64))
    homes = grid.home(grid.kinds)
    cells: Points = homes[kinds] + steps @ grid.basis
    return cells


Steps = tuple[tuple[int, ...], ...]  # for each kind


@cache
def touching(grid: Grid) -> Steps:
    """Return for each kind the differences of codes from a cell to those that touch it.

    If two convex bodies touch without an overlap, a corner of one of them belongs to the other.  On a grid that is
    written down, sides are common to two cells, so that cells that touch have a corner in common.
    """
    if isinstance(grid, Tiling):
        return tuple(
            tuple(sorted({*(encoded(grid, cell + np.concatenate(grid.around_corners(kind))) - kind).tolist()} - {0}))
            for kind, cell in enumerate(grid.home(grid.kinds))
        )
    homes, bodies = grid.home(grid.kinds), _bodies(grid)
    found = []
    for kind, cell in enumerate(homes):
        steps = set[int]()
        for other, home in enumerate(homes):
            near = home + _translations(grid, cell, home, bodies[kind].reach + bodies[other].reach)
            meet = _touch(bodies[kind], bodies[other], grid.centres(near) - grid.centres(cell))
            steps |= set((encoded(grid, near[meet]) - kind).tolist())
        found.append(tuple(sorted(steps - {0})))
    return tuple(found)


def _translations(grid: Grid, cell: Points, other: Points, most: float) -> Points:
    """Return translations, among them all that bring the centre of another cell as near to that of a cell."""
    here, there, *ends = grid.centres(np.concatenate([[cell, other], other + grid.basis]))
    inverse = np.linalg.pinv(np.array(ends) - there)
    middle = np.rint((here - there) @ inverse).astype(np.int64)
    wide = int(most * np.linalg.norm(inverse, axis=0).max()) + 1
    steps = np.indices((2 * wide + 1,) * len(grid.basis)).reshape(len(grid.basis), -1).T - wide + middle
    found: Points = steps @ grid.basis
    return found


def _touch(one: Polyhedron, other: Polyhedron, apart: Places) -> NDArray[np.bool_]:
    """Tell for each vector between their centres whether two bodies have a point in common."""
    into, out = one.corners - apart[:, None], other.corners + apart[:, None]
    return np.array([*map(any, np.concatenate([_has(other, into), _has(one, out)], axis=1))], np.bool_)


def _has(body: Polyhedron, points: Places) -> NDArray[np.bool_]:
    normals = np.array([face.step for face in body.faces])
    within: NDArray[np.bool_] = (points @ normals.T < (normals**2).sum(axis=1) / 2 + CLOSE).all(axis=-1)
    return within


def _bodies(grid: Grid) -> list[Polyhedron]:
    """Return the body of a cell of each kind; that of a ball are the points nearest to its centre."""
    found = []
    for kind, body in enumerate(grid.bodies):
        if not isinstance(body, Polyhedron):
            cell = grid.kinds[kind]
            places = grid.centres(cell + _translations(grid, cell, cell, 2.0)) - grid.centres(cell)
            places = places[np.argsort(np.linalg.norm(places, axis=1), kind="stable")][1:]
            body = voronoi(places, [None] * len(places))
        found.append(body)
    return found


@cache
def beside(grid: Grid) -> Steps:
    """Return for each kind the differences of codes from a cell to those that it has a face in common with."""
    kinds = grid.home(grid.kinds)
    return tuple(
        tuple((encoded(grid, cell + grid.neighbours(kind)) - kind).tolist()) for kind, cell in enumerate(kinds)
    )


def around(grid: Grid, cells: Iterable[int], steps: Callable[[Grid], Steps]) -> set[int]:
    """Return the cells outside a set of cells that one of the steps leads to."""
    inside, table = set(cells), steps(grid)
    return {cell + step for cell in inside for step in table[cell % len(table)]} - inside


def holes(grid: Grid, cells: Iterable[int]) -> list[set[int]]:
    """Return the bounded parts of what is outside of a set of cells; cells of one part are beside each other."""
    inside, table = set(cells), beside(grid)
    halo = around(grid, inside, touching)

    def reached(start: int, allowed: set[int] | None = None) -> set[int]:
        found, todo = {start}, [start]
        while todo:
            cell = todo.pop()
            new = {cell + step for step in table[cell % len(table)]} - inside - found
            if allowed is not None:
                new &= allowed
            elif new & outside:
                return found | new
            found |= new
            todo += new
        return found

    outside, parts = reached(max(halo), halo), list[set[int]]()
    left = halo - outside
    while left:
        part = reached(min(left))
        left -= part
        if part & outside:
            outside |= part
        else:
            parts.append(part)
    return parts
