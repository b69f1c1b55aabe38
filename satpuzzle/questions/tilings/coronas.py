"""Coronas: how often a shape can be surrounded by copies of itself, by SAT.

The first corona of a copy are the copies that touch it, if they cover all cells that touch it; the next corona are the
further copies that touch these, and so on.  So the corona of a copy is its distance, 1 for neighbours, and a model of

    level l of a copy:          it is in corona l; at most one level of at most one of the copies that cover a cell
    reached by l, for a cell:   some copy of a corona up to l covers it
    met by l, for a cell:       some copy of corona l covers it

    a copy in corona l < k  ->  each cell that touches it is reached by l + 1
    a copy in corona l > 1  ->  some cell that touches it is met by l - 1

is a patch with k coronas.  If there is none, the shape does not tile the plane.  The *Heesch number* of a shape is the
largest number of coronas; by one convention the patch has no holes after any corona, by the other one the last corona
may leave holes.  Patches with holes are excluded as they are found: if all copies around a hole are there, then another
copy of these coronas covers a cell of it.

Craig S. Kaplan, Heesch numbers of unmarked polyforms, Contributions to Discrete Mathematics 17, 2022.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.extras import need
from satpuzzle.questions.tilings.prototile import Copy, Prototile, around, beside, holes

_STRETCH = 2000  # conflicts of the solver between two looks at the clock
Level = tuple[Copy, int]  # a copy, and the corona that it is in
Patch = list[list[Copy]]  # the copies of each corona, the shape itself first


@dataclass
class Coronas:
    """The clauses of patches with `many` coronas around a shape; raises Stopped if the clock stops."""

    tile: Prototile
    many: int
    clock: Clock = UNLIMITED
    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.levels = dict[Level, int]()
        self.by_cell = dict[int, list[tuple[Level, int]]]()
        centre = self.tile.first, 0
        self.own = frozenset(self.tile.copy(centre))
        self.halo = [*self.tile.halo(centre)]
        for copy, least in self.clock.each(self._nearest().items()):
            for level in range(least, self.many + 1):
                self.levels[copy, level] = variable = self._fresh()
                for cell in self.tile.copy(copy):
                    self.by_cell.setdefault(cell, []).append(((copy, level), variable))
        for literals in self.by_cell.values():
            self._at_most_one([variable for _, variable in literals])
        self._reached, self._met = dict[tuple[int, int], int](), dict[tuple[int, int], int | None]()
        for cell in self.halo:
            self.clauses.append([variable for (_, level), variable in self.by_cell.get(cell, ()) if level == 1])
        for (copy, level), variable in self.clock.each(self.levels.items()):
            if level < self.many:
                for cell in self.tile.halo(copy):
                    if cell not in self.own:
                        self.clauses.append([-variable, self._cover(cell, level + 1)])
            if level > 1:
                met = (self._meet(cell, level - 1) for cell in self.tile.halo(copy))
                self.clauses.append([-variable, *(literal for literal in met if literal)])

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _nearest(self) -> dict[Copy, int]:
        """Return the copies that may be in a corona, with the smallest number of a corona that they may be in."""
        found, cells, seen, near = dict[Copy, int](), self.halo, set(self.own), self.own.union(self.halo)
        for level in range(1, self.many + 1):
            fresh = [
                copy
                for cell in self.clock.each(cells)
                for copy in self.tile.through(cell)
                if copy not in found and (near if level > 1 else self.own).isdisjoint(self.tile.copy(copy))
            ]
            found |= dict.fromkeys(fresh, level)
            if level < self.many:
                for copy in self.clock.each({*fresh} if level == 1 else ()):
                    if not self._surroundable(copy):
                        del found[copy]
                seen.update(cells)
                beyond = {cell for copy, at in found.items() if at == level for cell in self.tile.halo(copy)}
                cells = sorted(beyond - seen)
        return found

    def _surroundable(self, copy: Copy) -> bool:
        """Tell whether each cell that touches the shape or the copy can be covered beside both of them."""
        both = self.own.union(self.tile.copy(copy))
        return all(
            any(both.isdisjoint(self.tile.copy(other)) for other in self.tile.through(cell))
            for cell in {*self.halo, *self.tile.halo(copy)} - both
        )

    def _at_most_one(self, literals: list[int]) -> None:
        """Add clauses by which at most one literal is true, with a variable "one up to here" for all but the last."""
        before = 0
        for literal in literals[:-1]:
            here = self._fresh()
            self.clauses += [[-literal, here]] + ([[-before, here], [-before, -literal]] if before else [])
            before = here
        if before:
            self.clauses.append([-before, -literals[-1]])

    def _cover(self, cell: int, level: int) -> int:
        if (cell, level) not in self._reached:
            self._reached[cell, level] = here = self._fresh()
            some = [variable for (_, at), variable in self.by_cell.get(cell, ()) if at <= level]
            self.clauses.append([-here, *some])
        return self._reached[cell, level]

    def _meet(self, cell: int, level: int) -> int | None:
        if (cell, level) not in self._met:
            some = [variable for (_, at), variable in self.by_cell.get(cell, ()) if at == level]
            self._met[cell, level] = here = self._fresh() if some else None
            if here is not None:
                self.clauses.append([-here, *some])
        return self._met[cell, level]

    def hole(self, patch: Patch) -> "Iterator[list[int]]":
        """Yield a clause for each hole of a patch without further coronas: it is not there, or it is filled."""
        union = {cell for corona in patch for copy in corona for cell in self.tile.copy(copy)}
        last = len(patch) - 1
        at = {
            cell: (copy, level)
            for level, corona in enumerate(patch)
            for copy in corona
            for cell in self.tile.copy(copy)
        }
        for part in holes(self.tile.grid, union):
            ring = {at[cell] for cell in around(self.tile.grid, part, beside)} - {(patch[0][0], 0)}
            fill = {variable for cell in part for (_, level), variable in self.by_cell.get(cell, ()) if level <= last}
            yield [*sorted(-self.levels[each] for each in ring), *sorted(fill)]


class Search:
    """An incremental search for patches, with fewer and fewer holes."""

    def __init__(self, coronas: Coronas, clock: Clock) -> None:
        need("coronas need", "pysat", None, "python-sat")
        from pysat.solvers import Solver

        self.coronas, self.clock = coronas, clock
        self.solver: Any = Solver(name="glucose4", bootstrap_with=coronas.clauses)

    def patch(self, whole: int) -> Patch | None:
        """Return a patch that has no hole after any of the coronas up to `whole`; None if there is none.

        Raises Stopped if the clock stops.
        """
        while True:
            if (model := model_of(self.solver, self.clock)) is None:
                return None
            patch: Patch = [[(self.coronas.tile.first, 0)], *([] for _ in range(self.coronas.many))]
            for (copy, level), variable in self.coronas.levels.items():
                if model[variable - 1] > 0:
                    patch[level].append(copy)
            clauses = [clause for last in range(1, whole + 1) for clause in self.coronas.hole(patch[: last + 1])]
            if not clauses:
                return patch
            for clause in clauses:
                self.solver.add_clause(clause)

    def close(self) -> None:
        """Release the solver."""
        self.solver.delete()


def model_of(solver: Any, clock: Clock) -> list[int] | None:
    """Return a model of the clauses of a PySAT solver, None if there is none; raises Stopped if the clock stops."""
    found: bool | None = None
    while found is None:
        clock.check()
        solver.conf_budget(_STRETCH)
        found = solver.solve_limited()
    model: list[int] | None = solver.get_model() if found else None
    return model
