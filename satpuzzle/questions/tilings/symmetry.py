"""Finite groups of isometries of a flat grid, which a region may have as its symmetries.

All isometries of such a group have a fixed point in common, its *centre*.  With a point group H that fixes directions,
it has one isometry for each element M of H, the motion g of the grid with this matrix and a translation t:

    c  =  g(c) + t(M)      for all M in H, where c is the centre

So t(M) = c - g(c) must be a translation of the grid.  The centre is the mean of the images of any point; that of the
centre of a cell leaves finitely many centres, up to translations of the grid: all that differ from one of them by
fractions with the denominator |H|.

A group is named by its turns and its mirror images: `upright` have horizontal and vertical lines on paper, where a
symmetry of the grid exchanges them, `diagonal` have other lines.  `full` are all symmetries around a point.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import atan2, degrees, pi, sin

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.bodies import CLOSE
from satpuzzle.puzzle.shape import image
from satpuzzle.questions.tilings.prototile import Prototile, around, beside, decoded, encoded, parted, shifts
from satpuzzle.questions.tilings.torus import Group, allowed, point_group

_TURNS = {1: "", 2: "half turn", 3: "third turn", 4: "quarter turn", 6: "sixth turn"}
_LINES = ("upright", "horizontal", "vertical", "diagonal")
_NEAR = np.array([*product(range(-3, 4), repeat=2)])  # translations, in steps
Vector = NDArray[np.float64]  # along the basis


@dataclass(frozen=True, eq=False)
class Motion:
    """An isometry of a flat grid: a cell with the steps s and the kind k goes to s @ matrix + steps[k], kinds[k]."""

    grid: Grid
    matrix: NDArray[np.int64]  # (2, 2)
    steps: NDArray[np.int64]  # (kinds, 2)
    kinds: NDArray[np.int64]  # (kinds,)

    @cached_property
    def shift(self) -> Vector:
        """The image of the origin, if points are multiplied by the matrix, along the basis."""
        first, goal = _places(self.grid)[[0, self.kinds[0]]]
        found: Vector = goal + self.steps[0] - first @ self.matrix
        return found

    def plus(self, steps: NDArray[np.int64]) -> "Motion":
        """Return this motion, followed by a translation."""
        return Motion(self.grid, self.matrix, self.steps + steps, self.kinds)

    def images(self, codes: Sequence[int]) -> list[int]:
        """Return the codes of the images of cells."""
        steps, kinds = parted(self.grid, np.array(codes, np.int64))
        moved = shifts(self.grid, steps @ self.matrix + self.steps[kinds]) + self.kinds[kinds]
        found: list[int] = moved.tolist()
        return found


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A finite group of isometries, and its centre."""

    motions: tuple[Motion, ...]
    centre: Vector

    @property
    def grid(self) -> Grid:
        """The grid that is carried to itself."""
        return self.motions[0].grid

    @cached_property
    def turns(self) -> int:
        """The number of rotations."""
        return sum(bool(np.linalg.det(motion.matrix) > 0) for motion in self.motions)

    def orbit(self, cell: int) -> frozenset[int]:
        """Return the images of a cell."""
        return frozenset(motion.images([cell])[0] for motion in self.motions)

    def window(self, cells: int, most: int | None = None) -> tuple[set[int], set[int]]:
        """Return the cells of connected regions with so many cells and this symmetry, and cells of which each has one.

        From a cell to its images there are at most cells - 1 steps to cells beside.  If all regions may be moved along
        the line of a mirror, they begin near the centre.  With `most`, only about so many cells near the centre are
        returned, and all of them as the second set.
        """
        grid = self.grid
        base = grid.vectors(grid.basis)[:, :2]
        step = max(float(np.linalg.norm(grid.vectors(some), axis=1).max()) for some in _steps_beside(grid))
        far = (cells - 1) * step
        along = self._line()
        reach = far / (2 * sin(pi / self.turns)) if along is None else 2 * far + float(np.linalg.norm(along @ base))
        wide = int(reach * np.linalg.norm(np.linalg.inv(base), axis=0).max()) + 2
        middle = np.rint(self.centre).astype(np.int64)
        steps = np.indices((2 * wide + 1,) * 2).reshape(2, -1).T - wide + middle
        codes = (shifts(grid, steps)[:, None] + np.arange(len(grid.kinds))).ravel()
        places = (steps[:, None] + _places(grid) - self.centre).reshape(-1, 2) @ base
        away = np.linalg.norm(places, axis=1)
        inside = self._joined(codes, cells) & (away < reach + CLOSE)
        starts = np.ones(len(codes), np.bool_)
        if most is None and along is not None:
            length = float(np.linalg.norm(along @ base))
            position = places @ (along @ base) / length
            starts = (position > -CLOSE) & (position < length - CLOSE)
            inside &= (position > -CLOSE) & (position < far + length)
        if most is not None and inside.sum() > most:
            inside &= away < np.sort(away[inside])[most - 1] + CLOSE
        return {*codes[inside].tolist()}, {*codes[inside & starts].tolist()}

    def _line(self) -> NDArray[np.int64] | None:
        """Return the shortest translation that commutes with all motions, along the basis; None if there is none."""
        fixed = [v for v in _NEAR if v.any() and all((v @ motion.matrix == v).all() for motion in self.motions)]
        lengths = [float(np.linalg.norm(self.grid.vectors(v @ self.grid.basis))) for v in fixed]
        return fixed[int(np.argmin(lengths))] if fixed else None

    def _joined(self, codes: NDArray[np.int64], cells: int) -> NDArray[np.bool_]:
        """Tell from which cells fewer than `cells` steps lead to each of its images."""
        kinds = codes % len(self.grid.kinds)
        found = np.ones(len(codes), np.bool_)
        for motion in self.motions:
            apart = np.array(motion.images(codes.tolist())) - codes
            for kind in range(len(self.grid.kinds)):
                near = np.array(sorted(_within(self.grid, kind, cells - 1)))
                found &= (kinds != kind) | np.isin(apart, near)
        return found


@cache
def _within(grid: Grid, kind: int, most: int) -> frozenset[int]:
    """Return the differences of codes from a cell of a kind to the cells that so many steps lead to."""
    found, last = {kind}, {kind}
    for _ in range(most):
        last = around(grid, last, beside) - found
        found |= last
    return frozenset(cell - kind for cell in found)


def _steps_beside(grid: Grid) -> Iterator[NDArray[np.int64]]:
    """Yield for each kind the vectors between the centres of a cell and those beside it, as multiples of the basis."""
    for kind, steps in enumerate(beside(grid)):
        cells = decoded(grid, [kind, *(kind + step for step in steps)])
        yield cells[1:] - cells[0]


@cache
def _places(grid: Grid) -> Vector:
    """Return the centres of the cells of the unit along the basis, (kinds, 2)."""
    homes = grid.home(grid.kinds)
    found: Vector = grid.centres(homes)[:, :2] @ np.linalg.inv(grid.vectors(grid.basis)[:, :2])
    return found


@cache
def _motions(grid: Grid) -> tuple[Motion, ...]:
    """Return a motion for each element of the point group of a flat grid, the identity first."""
    homes, found = grid.home(grid.kinds), list[Motion]()
    for matrix, steps in point_group(grid):
        to, kinds = parted(grid, encoded(grid, image(homes, np.array(matrix), grid)))
        found.append(Motion(grid, np.array(steps), to, kinds))
    return tuple(found)


@cache
def symmetries(grid: Grid, allowed: Group) -> dict[str, tuple[Symmetry, ...]]:
    """Return the finite groups of isometries of a flat grid by name, one of each class under those that are allowed.

    A region has a symmetry in all directions that a motion carries to each other if it carries copies to copies, so
    `allowed` is a part of the point group, and all translations are allowed.
    """
    every, found = _motions(grid), dict[str, tuple[Symmetry, ...]]()
    allowing = [at for at, pair in enumerate(point_group(grid)) if pair in allowed]
    number = {motion.matrix.tobytes(): at for at, motion in enumerate(every)}
    times = [[number[(a.matrix @ b.matrix).tobytes()] for b in every] for a in every]
    back = [row.index(0) for row in times]
    done = set[frozenset[int]]()
    for pair in product(range(len(every)), repeat=2):
        group = _generated(pair, times)
        if len(group) > 1 and frozenset(group) not in done:
            others = [frozenset(times[times[back[by]][a]][by] for a in group) for by in allowing]
            done.update(others)
            keeping = [every[by] for by, other in zip(allowing, others, strict=True) if other == group]
            name = _name(every, times, back, sorted(group))
            found[name] = found.get(name, ()) + tuple(_around_centres([every[at] for at in sorted(group)], keeping))
    there = {name: groups for name, groups in found.items() if groups}  # some need glide reflections
    return {name: there[name] for name in sorted(there, key=lambda name: (len(there[name][0].motions), name))}


def _generated(elements: Iterable[int], times: list[list[int]]) -> set[int]:
    """Return the group that elements generate; 0 is the identity."""
    group = {0, *elements}
    while len(larger := {times[a][b] for a in group for b in group}) > len(group):
        group = larger
    return group


def _name(every: Sequence[Motion], times: list[list[int]], back: list[int], group: Sequence[int]) -> str:
    """Return the name of a subgroup of the point group, given by the numbers of its elements."""
    mirrors = [at for at in group if np.linalg.det(every[at].matrix) < 0]
    if mirrors and len(group) == len(every) > 2:
        return "full"
    turn = _TURNS[len(group) - len(mirrors)]
    lines = [{_line(every[times[times[back[by]][at]][by]]) for by in range(len(every))} for at in mirrors]
    said = ["upright" if {"horizontal", "vertical"} <= some else min(some, key=_LINES.index) for some in lines]
    return " and ".join(filter(None, [turn, min(said, key=_LINES.index, default="")]))


def _line(mirror: Motion) -> str:
    """Return which direction the line of a mirror image has on paper."""
    base = mirror.grid.vectors(mirror.grid.basis)[:, :2]
    matrix = np.linalg.inv(base) @ mirror.matrix @ base
    angle = round(degrees(atan2(matrix[0, 1], matrix[0, 0])) / 2) % 180
    return {0: "horizontal", 90: "vertical"}.get(angle, "diagonal")


def _around_centres(group: Sequence[Motion], keeping: Sequence[Motion]) -> Iterator[Symmetry]:
    """Yield the finite groups with the matrices of these motions, one of each class under isometries of the grid.

    `keeping` are the motions that carry such groups to such groups.
    """
    first, known = _places(group[0].grid)[0], list[Symmetry]()
    middle = np.mean([first @ motion.matrix + motion.shift for motion in group], axis=0)
    for part in product(range(len(group)), repeat=2):
        centre = middle + np.array(part) / len(group)
        moves = np.array([centre - centre @ motion.matrix - motion.shift for motion in group])
        whole = np.rint(moves).astype(np.int64)
        if abs(moves - whole).max() > CLOSE:
            continue
        own = tuple(motion.plus(steps) for motion, steps in zip(group, whole, strict=True))
        if not any(_fixed(one, by, centre) for one in known for by in keeping):
            known.append(Symmetry(own, centre))
            yield known[-1]


def _fixed(one: Symmetry, by: Motion, centre: Vector) -> bool:
    """Tell whether a motion, and a translation after it, carries a point to one that all motions of a group fix."""
    goals = centre @ by.matrix + by.shift + _NEAR
    return bool(
        np.all([abs(goals @ motion.matrix + motion.shift - goals).max(axis=1) < CLOSE for motion in one.motions], 0)
        .any()
    )  # fmt: skip


def symmetry_of(name: str, parties: Sequence[Sequence[Prototile]]) -> tuple[Symmetry, ...]:
    """Return the groups with this name that regions of sets of shapes may have.

    Raises PuzzleError if the grid has none.
    """
    grid = parties[0][0].grid
    if not grid.two_sided:
        raise PuzzleError(f"symmetry {name}: regions on the grid {grid.name} may not be symmetric: it is not flat")
    known = symmetries(grid, allowed(*parties))
    if name not in known:
        raise PuzzleError(f"symmetry {name}{closest(name, known)}: choose from {', '.join(known)}")
    return known[name]
