"""Checks what is claimed of tilings, in plain Python: periodic tilings, coronas, and that there are no more coronas.

A tiling is a list of periods and the copies in one period.  It is right if the periods are translations of the grid in
as many directions as it has, each copy is an image of the shape, and no two cells of copies differ by periods but
every cell differs by periods from one of them; since the copies have as many cells as a period, one of both suffices.

Coronas are lists of copies, the shape itself first.  The copies of corona i touch one of corona i - 1, no two overlap,
and each cell that touches a copy of a corona but the last is covered.

That there are no k coronas is shown by clauses, derived here from the shape, and an LRAT proof that they have no model.
A variable says that a copy is in corona l.  The clauses are true for any k coronas:

- two copies that cover a cell are not both there; nor is a copy in two coronas (each writes its number in bits)
- each cell that touches the shape is covered by corona 1
- if a copy is in corona l < k, each cell that touches it is covered by a corona from l - 1 to l + 1
- if a copy is in corona l > 1, a cell that touches it is covered by corona l - 1

Two copies *fit* 0 times if they do not overlap, and i times if moreover, where they touch, each cell that touches them
is covered by a copy that fits both i - 1 times.  Copies of coronas up to l fit k - l times, since these coronas are
surrounded so often.  Only copies that fit the shape k - 1 times are in corona 1, and the two last kinds of clauses name
only copies that fit.  If the first w coronas must not have holes, there are further clauses: if certain copies of
coronas up to l <= w enclose a set of cells, one of the cells is covered by a corona up to l.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.check.motions import Cell, cells_of, echelon, group_of, home, images, turns_of
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.bodies import Polyhedron
from satpuzzle.puzzle.grids.fcc import Balls
from satpuzzle.puzzle.grids.tiling import Tiling

Copy = frozenset[Cell]
Level = tuple[Copy, int]
Place = tuple[int, Cell]  # the number of an orientation, and a translation
_CLOSE = 1e-6
_MOST, _MOST_BALLS = 2_000_000, 3000  # cells that are looked at around a shape; those of balls are paired


@dataclass(frozen=True)
class Shape:
    """A shape on a grid, with its images: all turned ones, and if `mirror` the reflected ones.

    What takes long raises Stopped if the clock stops, and CertificateError if cells lie too far from each other.
    """

    grid: Grid
    cells: tuple[Cell, ...]
    mirror: bool
    clock: Clock = field(default=UNLIMITED, compare=False)

    @cached_property
    def _turns(self) -> list[Any]:
        if self.mirror and len(self.grid.basis) == 3:
            return cells_of(self.grid.group)
        return turns_of(self.grid, self.mirror)

    def is_copy(self, copy: Sequence[Cell]) -> bool:
        """Tell whether a list of cells is an image of the shape."""
        if len({*copy}) != len(self.cells) or not self.grid.contains(np.array(copy)).all():
            return False
        found = images(self.grid, [*self.cells], [*copy], self._turns, self.clock, self.mirror)
        return next(found, None) is not None

    @cached_property
    def connected(self) -> bool:
        """Whether each cell is reached from the first one by steps to cells beside."""
        left, todo = {*self.cells[1:]}, [*self.cells[:1]]
        while todo:
            near = self.beside([todo.pop()]) & left
            left -= near
            todo += near
        return not left

    @cached_property
    def _sublattice(self) -> list[tuple[int, Cell]]:
        return echelon(cells_of(self.grid.basis))

    def kind(self, cell: Cell) -> Cell:
        """Return the cell of the same kind near the origin."""
        return home(cell, self._sublattice)

    @cached_property
    def orientations(self) -> list[list[Cell]]:
        """The images of the shape, one of each class under translations."""
        found = dict[tuple[Cell, ...], list[Cell]]()
        for image in images(self.grid, [*self.cells], self._window(), self._turns, self.clock, self.mirror):
            cells = sorted(image)
            key = (self.kind(cells[0]), *(_plus(cell, cells[0], -1) for cell in cells))
            found.setdefault(key, cells)
        return [found[key] for key in sorted(found)]

    def _window(self) -> list[Cell]:
        """Return the cells of a box in which each image has room: no two of its cells are farther apart than here."""
        basis = self.grid.vectors(self.grid.basis)
        places = self.grid.centres(np.array(self.cells))
        far = max(float(np.linalg.norm(places - place, axis=1).max()) for place in self.clock.each(places))
        sizes = [int(far * wide) + 4 for wide in np.linalg.norm(np.linalg.pinv(basis), axis=0)]
        if prod(sizes) * len(self.grid.kinds) > (_MOST_BALLS if isinstance(self.grid, Balls) else _MOST):
            raise CertificateError("cells of the shape are too far apart")
        return cells_of(self.grid.box(sizes))

    @cached_property
    def _through(self) -> dict[Cell, list[list[Cell]]]:
        """For each kind, the differences from a cell of it to the cells of each copy that covers it."""
        table: dict[Cell, list[list[Cell]]] = {}
        for cells in self.orientations:
            for cell in cells:
                table.setdefault(self.kind(cell), []).append([_plus(other, cell, -1) for other in cells])
        return table

    def through(self, cell: Cell) -> Iterator[Copy]:
        """Yield the copies that cover a cell."""
        for steps in self._through.get(self.kind(cell), ()):
            yield frozenset(_plus(cell, step) for step in steps)

    # Neighbours

    @cached_property
    def _touching(self) -> dict[Cell, list[Cell]]:
        """For each kind, the differences from a cell of it to the cells that touch it.

        The cells around a point are connected by steps to cells beside, so all are reached from the cell itself.
        """
        found = dict[Cell, list[Cell]]()
        for kind in map(self.kind, cells_of(self.grid.kinds)):
            if isinstance(self.grid, Tiling):  # sides are common to two cells
                at_corners = {cell for _, cells in Plane.of(self.grid).around(kind) for cell in cells}
                found[kind] = sorted(_plus(cell, kind, -1) for cell in at_corners - {kind})
                continue
            near = [kind]
            for cell in near:
                near += [each for each in self.beside([cell]) if each not in near and self._touch(kind, each)]
            found[kind] = sorted(_plus(cell, kind, -1) for cell in near[1:])
        return found

    def _touch(self, one: Cell, other: Cell) -> bool:
        """Tell whether two cells have a point in common: a corner of one belongs to the other."""
        if isinstance(self.grid, Balls):  # as rhombic dodecahedra, which have a face or a corner in common
            return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) <= 4
        return self._has_corner(one, other) or self._has_corner(other, one)

    def _has_corner(self, one: Cell, other: Cell) -> bool:
        here, there = self.grid.centres(np.array([one, other])).tolist()
        body, its = (self.grid.bodies[int(self.grid.kind(np.array(cell)))] for cell in (one, other))
        assert isinstance(body, Polyhedron) and isinstance(its, Polyhedron)
        walls = [face.step.tolist() for face in body.faces]
        for corner in its.corners.tolist():
            place = [a + b - c for a, b, c in zip(corner, there, here, strict=True)]
            if all(2 * _dot(place, wall) < _dot(wall, wall) + _CLOSE for wall in walls):
                return True
        return False

    def halo(self, copy: Iterable[Cell]) -> set[Cell]:
        """Return the cells outside of a set that touch it."""
        inside = {*copy}
        return {_plus(cell, step) for cell in inside for step in self._touching[self.kind(cell)]} - inside

    # Which copies fit

    def placed(self, copy: Copy) -> Place:
        """Return the number of a copy's orientation, and its translation."""
        shape, by = self.at_home(copy)
        return self._number[shape], by

    def at_home(self, copy: Copy) -> tuple[Copy, Cell]:
        """Return a copy moved so that its first cell is near the origin, and the translation back."""
        first = min(copy)
        by = _plus(first, self.kind(first), -1)
        return frozenset(_plus(cell, by, -1) for cell in copy), by

    @cached_property
    def _number(self) -> dict[Copy, int]:
        """The orientations, each with the first cell near the origin."""
        return {self.at_home(frozenset(cells))[0]: number for number, cells in enumerate(self.orientations)}

    def misfits(self, times: int) -> list[set[Place]]:
        """Return for each orientation the places of the copies that do not fit it so often, without translation."""
        while len(self._misfits) <= times:
            self._misfits.append(self._next_misfits(self._misfits[-1]))
        return self._misfits[times]

    @cached_property
    def _misfits(self) -> list[list[set[Place]]]:
        return [[{self.placed(copy) for cell in own for copy in self.through(cell)} for own in self._number]]

    def _next_misfits(self, before: list[set[Place]]) -> list[set[Place]]:
        owns, halos, found = [*self._number], [self.halo(own) for own in self._number], list[set[Place]]()
        covering = cache(lambda cell: [self.placed(copy) for copy in self.through(cell)])

        def stuck(first: int, second: int, by: Cell) -> bool:
            """Tell whether no copy that fits both of two copies covers some cell that touches them."""
            own, halo = owns[first], halos[first]
            its, around = ({_plus(cell, by) for cell in cells} for cells in (owns[second], halos[second]))
            return not all(
                any(
                    (number, at) not in before[first] and (number, _plus(at, by, -1)) not in before[second]
                    for number, at in covering(cell)
                )
                for cell in (halo | around) - own - its
            )

        for first, halo in self.clock.each(enumerate(halos)):
            near = {place for cell in halo for place in covering(cell)} - before[first]
            some = self.clock.each(near)
            found.append(before[first] | {(second, by) for second, by in some if stuck(first, second, by)})
        return found

    @cached_property
    def _beside(self) -> dict[Cell, list[Cell]]:
        if isinstance(self.grid, Tiling):
            plane, kinds = Plane.of(self.grid), cells_of(self.grid.kinds)
            return {kind: [_plus(cell, kind, -1) for cell in plane.beside(kind)] for kind in kinds}
        return {
            self.kind(cell): cells_of(self.grid.neighbours(number))
            for number, cell in enumerate(cells_of(self.grid.kinds))
        }

    def beside(self, cells: Iterable[Cell]) -> set[Cell]:
        """Return the cells outside of a set that have a face in common with one in it, on a flat grid an edge."""
        inside = {*cells}
        return {_plus(cell, step) for cell in inside for step in self._beside[self.kind(cell)]} - inside

    def has_hole(self, cells: Iterable[Cell]) -> bool:
        """Tell whether a set of cells encloses others: steps to cells beside do not lead out."""
        inside, basis = {*cells}, cells_of(self.grid.basis)
        halo = self.halo(inside)
        low, high = ([side(axis) for axis in zip(*halo, strict=True)] for side in (min, max))
        start = min(halo)
        while all(a <= x <= b for a, x, b in zip(low, start, high, strict=True)):
            start = _plus(start, basis[0])
        margin = 3 * max(abs(x) for vector in basis for x in vector)
        low = [min(a, x) - margin for a, x in zip(low, start, strict=True)]
        high = [max(b, x) + margin for b, x in zip(high, start, strict=True)]
        if prod(b - a + 1 for a, b in zip(low, high, strict=True)) > _MOST * margin:
            raise CertificateError("cells are too far apart to tell whether they enclose others")
        reached, todo = {start}, [start]
        while todo:
            self.clock.check()
            for cell in self.beside([todo.pop()]) - inside - reached:
                if all(a <= x <= b for a, x, b in zip(low, cell, high, strict=True)):
                    reached.add(cell)
                    todo.append(cell)
        return not halo <= reached


def _plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return (cell[0] + times * step[0], cell[1] + times * step[1], cell[2] + times * step[2])


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


# What is claimed


def has_sticks(grid: Grid) -> bool:
    """Tell whether the cells of a grid have no area, so that nothing tiles it."""
    return isinstance(grid, Tiling) and Plane.of(grid).sticks


def orbits(shape: Shape, periods: Sequence[Cell], copies: Sequence[Sequence[Cell]]) -> int:
    """Return the number of orbits of copies under the isometries that carry a tiling with these periods to itself."""
    zero, *ends = cells_of(shape.grid.exact(np.array([(0, 0, 0), *periods])))
    vectors = [_plus(end, zero, -1) for end in ends]
    lattice = echelon(vectors)
    places = [cells_of(shape.grid.exact(np.array(copy))) for copy in copies]
    unit = echelon(cells_of(shape.grid.basis))
    number = {home(place, lattice): at for at, copy in enumerate(places) for place in copy}
    root = list(range(len(copies)))
    for turn in group_of(shape.grid):
        if any(any(home(_turned(turn, vector), lattice)) for vector in vectors):
            continue
        turned = [_turned_copy(shape.grid, turn, copy) for copy in places]
        for goal in shape.clock.each(place for copy in places for place in copy):
            shift = _plus(goal, turned[0][0], -1)
            if isinstance(shape.grid, Tiling) and any(home(shift, unit)):
                continue  # no translation
            for one, other in enumerate(_onto(turned, shift, number, lattice)):
                a, b = root[one], root[other]
                root = [a if each == b else each for each in root]
    return len({*root})


def _onto(
    copies: Sequence[list[Cell]], shift: Cell, number: dict[Cell, int], lattice: list[tuple[int, Cell]]
) -> list[int]:
    """Return the number of the copy that each one is after a step; nothing if one is none."""
    onto = [{number.get(home(_plus(place, shift), lattice), -1) for place in copy} for copy in copies]
    return [min(them) for them in onto] if all(len(them) == 1 and -1 not in them for them in onto) else []


def _turned_copy(grid: Grid, turn: Any, copy: list[Cell]) -> list[Cell]:
    if isinstance(grid, Tiling):
        return Plane.of(grid).turned(turn, copy)
    return [_turned(turn, place) for place in copy]


def _turned(turn: Any, place: Cell) -> Cell:
    return tuple(sum(a * b for a, b in zip(row, place, strict=True)) for row in turn)


def check_tiling(shape: Shape, periods: Sequence[Cell], copies: Sequence[Sequence[Cell]]) -> None:
    """Raise CertificateError unless copies tile with these periods; see the docstring of this module."""
    unit, lattice = echelon(cells_of(shape.grid.basis)), echelon([*periods])
    if any(any(home(period, unit)) for period in periods) or len(lattice) != len(periods) or len(lattice) != len(unit):
        raise CertificateError(
            f"periods are {shown(periods)}, needed are {len(unit)} independent translations of the grid"
        )
    cells = [cell for copy in copies for cell in copy]
    whole = prod(abs(vector[axis]) for axis, vector in lattice) * len(shape.grid.kinds)
    if len(cells) * prod(abs(vector[axis]) for axis, vector in unit) != whole:
        raise CertificateError(f"{len(copies)} copies have {len(cells)} cells, a period has another number")
    for copy in copies:
        if not shape.is_copy(copy):
            raise CertificateError(f"{shown(copy)} is no copy of the shape")
    if len({home(cell, lattice) for cell in cells}) < len(cells):
        raise CertificateError("two copies overlap in some period")


def check_coronas(shape: Shape, coronas: Sequence[Sequence[Sequence[Cell]]], whole: int) -> None:
    """Raise CertificateError unless these are coronas around the shape, without a hole up to the `whole`-th."""
    if not coronas or [{*map(tuple, copy)} for copy in coronas[0]] != [{*shape.cells}]:
        raise CertificateError("the coronas do not begin with the shape itself")
    level = _levels(shape, coronas)
    for number, corona in enumerate(coronas):
        for copy in corona:
            _check_near(shape, copy, number, number == len(coronas) - 1, level)
    for number in range(1, whole + 1):
        if shape.has_hole(cell for cell, at in level.items() if at <= number):
            raise CertificateError(f"corona {number} leaves a hole")


def _levels(shape: Shape, coronas: Sequence[Sequence[Sequence[Cell]]]) -> dict[Cell, int]:
    """Return in which corona each cell lies; raises CertificateError unless all consist of copies that are apart."""
    level: dict[Cell, int] = {}
    for number, corona in enumerate(coronas):
        if not corona:
            raise CertificateError(f"corona {number} is empty")
        for copy in corona:
            if not shape.is_copy(copy):
                raise CertificateError(f"{shown(copy)} is no copy of the shape")
            if level.keys() & {*copy}:
                raise CertificateError(f"{shown(copy)} overlaps another copy")
            level.update(dict.fromkeys(copy, number))
    return level


def _check_near(shape: Shape, copy: Sequence[Cell], number: int, last: bool, level: dict[Cell, int]) -> None:
    """Raise CertificateError unless a copy of a corona touches the one before, and the next one surrounds it."""
    near = [level.get(cell) for cell in shape.halo(copy)]
    if number and number - 1 not in near:
        raise CertificateError(f"{shown(copy)} touches no copy of corona {number - 1}")
    if not last and not all(at is not None and at <= number + 1 for at in near):
        raise CertificateError(f"{shown(copy)} is not surrounded by corona {number + 1}")


@dataclass(frozen=True)
class Hole:
    """Cells, and copies with their coronas that enclose them."""

    cells: frozenset[Cell]
    ring: tuple[Level, ...]

    @property
    def last(self) -> int:
        """The last corona of the copies."""
        return max(level for _, level in self.ring)


@dataclass
class NoCoronas:
    """The clauses that have a model if there are `many` coronas around a shape."""

    shape: Shape
    many: int
    clauses: list[list[int]] = field(default_factory=list)
    variables: int = 0

    def __post_init__(self) -> None:
        self.number = dict[Level, int]()
        self._covering = dict[Cell, list[Level]]()
        own = frozenset(self.shape.cells)
        nearest = self._nearest(own)
        clock = self.shape.clock
        self._place = {copy: self.shape.placed(copy) for copy in nearest}
        for copy, least in clock.each(nearest.items()):
            for level in range(least, self.many + 1):
                self.number[copy, level] = self._fresh()
                for cell in copy:
                    self._covering.setdefault(cell, []).append((copy, level))
        for cell in clock.each(sorted(self._covering)):
            self._at_most_one([self.number[each] for each in self._covering[cell]])
        for cell in sorted(self.shape.halo(own)):
            self.clauses.append(self._some(cell, 1, 1))
        self._helpers = dict[tuple[Cell, int, int], int]()
        for (copy, level), variable in clock.each(self.number.items()):
            near = sorted(self.shape.halo(copy) - own)
            if level < self.many:
                covered = [self._neighbours(copy, level, cell, level - 1, level + 1) for cell in near]
                self.clauses += [[-variable, *literals] for literals in covered]
            if level > 1:
                met = (self._neighbours(copy, level, cell, level - 1, level - 1) for cell in near)
                self.clauses.append([-variable, *dict.fromkeys(chain.from_iterable(met))])

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _some(self, cell: Cell, first: int, last: int) -> list[int]:
        return [self.number[each] for each in self._covering.get(cell, ()) if first <= each[1] <= last]

    def _neighbours(self, copy: Copy, level: int, cell: Cell, first: int, last: int) -> list[int]:
        """Return literals of which one is true if a corona from `first` to `last` covers a cell that touches a copy."""
        if self.many in (level, last):
            return [self._helper(cell, max(first, 1), last)]
        number, by = self._place[copy]
        literals = []
        for other, at in self._covering.get(cell, ()):
            if first <= at <= last:
                its, to = self._place[other]
                if (its, _plus(to, by, -1)) not in self.shape.misfits(self.many - max(level, at))[number]:
                    literals.append(self.number[other, at])
        return literals

    def _helper(self, cell: Cell, first: int, last: int) -> int:
        """Return a variable that is true only if some corona from `first` to `last` covers the cell."""
        key = (cell, first, last)
        if key not in self._helpers:
            self._helpers[key] = self._fresh()
            self.clauses.append([-self._helpers[key], *self._some(cell, first, last)])
        return self._helpers[key]

    def _at_most_one(self, literals: list[int]) -> None:
        """Add clauses by which at most one literal is true: it writes its number in bits."""
        bits = [self._fresh() for _ in range((len(literals) - 1).bit_length())]
        for number, literal in enumerate(literals):
            self.clauses += [[-literal, bit if number >> at & 1 else -bit] for at, bit in enumerate(bits)]

    def _nearest(self, own: Copy) -> dict[Copy, int]:
        """Return the copies that may be in a corona, with the first one that they may be in."""
        found, last, done, near = dict[Copy, int](), [own], {*own}, self.shape.halo(own)
        number, by = self.shape.placed(own)
        misfits = {(its, _plus(to, by)) for its, to in self.shape.misfits(self.many - 1)[number]}
        for level in range(1, self.many + 1):
            clock = self.shape.clock
            cells = sorted({cell for copy in clock.each(last) for cell in self.shape.halo(copy)} - done)
            done.update(cells)
            every = (copy for cell in clock.each(cells) for copy in self.shape.through(cell))
            new = {copy for copy in every if not copy & own} - found.keys()
            last = sorted((copy for copy in new if level == 1 or not copy & near), key=sorted)
            if level == 1:
                last = [copy for copy in last if self.shape.placed(copy) not in misfits]
            found |= dict.fromkeys(last, level)
        return found

    def filled(self, hole: Hole, whole: int) -> list[int]:
        """Return the clause that a hole is not there or filled; raises CertificateError if it is no such hole."""
        if not self.shape.grid.contains(np.array([*hole.cells])).all():
            raise CertificateError(f"{shown(sorted(hole.cells))} are not cells of the grid")
        own, ring = {*self.shape.cells}, {cell for copy, _ in hole.ring for cell in copy}
        around = self.shape.beside(hole.cells) - own
        if not hole.cells or hole.cells & own or not hole.ring or not around <= ring:
            raise CertificateError(f"{shown(sorted(hole.cells))} is not enclosed")
        if not self.number.keys() >= {*hole.ring}:
            raise CertificateError(
                f"{shown(sorted(hole.cells))} is enclosed by copies that are in none of these coronas"
            )
        if hole.last > whole:
            raise CertificateError(f"a hole that corona {hole.last} may leave is excluded")
        fill = {variable for cell in hole.cells for variable in self._some(cell, 1, hole.last)}
        return [*(-self.number[each] for each in hole.ring), *sorted(fill)]
