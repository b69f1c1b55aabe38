"""Cores: a few cells and pieces that cannot all be covered, even if all others may stay uncovered.

Each item that must be covered gets a switch, a variable that is assumed; if it is not assumed, the item may stay
uncovered.  Overlaps are forbidden in any case.  A SAT solver reports which switches it used to prove that there is no
solution.  Then each of these is turned off in turn, and stays off if there is still no solution, so that the result is
irreducible (Joao Marques-Silva, Minimal unsatisfiability: models, algorithms and applications, ISMVL 2010:
deletion-based extraction with refinement by cores).
"""

from dataclasses import replace
from typing import Any

import numpy as np

from satpuzzle.arrays import repeat
from satpuzzle.clock import Clock
from satpuzzle.cnf.encode import choose_recipe, encode
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons import Reason
from satpuzzle.cover.reasons.base import cell_items, piece_items, rule_items
from satpuzzle.errors import Stopped

_CONFLICTS = 5000  # conflicts between two checks of the clock


class Switches:
    """A cover as clauses in a SAT solver, with a switch for each item that turns its lower bound on."""

    def __init__(self, cover: ExactCover, clock: Clock) -> None:
        from pysat.card import CardEnc
        from pysat.solvers import Solver

        _, rest = cover.residual()
        self.clock = clock
        relaxed = replace(rest, lower=np.zeros_like(rest.lower))
        formula = encode(relaxed, choose_recipe(relaxed, "auto"), clock)
        self._solver: Any = Solver(name="glucose4")
        formula.load(self._solver)
        last, members = formula.variables, rest.members()
        self._switch: dict[int, int] = {}  # the variable of each item that must be covered
        for item in np.flatnonzero(rest.lower).tolist():
            last += 1
            switch = self._switch[item] = last
            options = np.flatnonzero(members[:, item])
            literals = repeat(options + 1, rest.times(item)[options]).tolist()
            needed = int(rest.lower[item])
            if needed > len(literals):
                self._solver.add_clause([-switch])
                continue
            counted = CardEnc.atleast(literals, needed, top_id=last)
            last = max(last, counted.nv)
            for clause in counted.clauses:
                self._solver.add_clause([-switch, *clause])

    def core(self, items: set[int]) -> set[int] | None:
        """Return a subset of these items that cannot be covered together, or None if all of them can.

        Raises Stopped if the clock stops.
        """
        while True:
            self._solver.conf_budget(_CONFLICTS)
            answer = self._solver.solve_limited(assumptions=sorted(self._switch[item] for item in items))
            if answer is not None:
                break
            self.clock.check()
        if answer:
            return None
        used = set(self._solver.get_core() or ())
        return {item for item in items if self._switch[item] in used}

    @property
    def items(self) -> set[int]:
        """Return the items that must be covered."""
        return set(self._switch)

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.delete()


def core_of(cover: ExactCover, clock: Clock) -> tuple[set[int], bool] | None:
    """Return items that cannot be covered together, and whether no proper subset has this property.

    The result is None if all items can be covered.  Raises Stopped if the clock stops before such items are found; if
    it stops later, they are not reduced further.
    """
    switches = Switches(cover, clock)
    try:
        core = switches.core(switches.items)
        if core is None:
            return None
        try:
            for item in sorted(core):
                if item in core:
                    core = switches.core(core - {item}) or core
        except Stopped:
            return core, False
        return core, True
    finally:
        switches.close()


def core_reason(cover: ExactCover, clock: Clock) -> Reason | None:
    """Return a core as the reason why there is no solution, or None if there is one.

    Raises Stopped if the clock stops.
    """
    found = core_of(cover, clock)
    if found is None:
        return None
    core, irreducible = found
    cells, empty = sorted(core & set(cell_items(cover))), cover.families.get("empty", range(0))
    pieces = [cover.names[item] for item in sorted(core & set(piece_items(cover)).difference(empty))]
    if "cells" not in cover.families:
        named = [cover.names[item] for item in cells]
        several = f"items {', '.join(named[:-1])} and {named[-1]} are" if len(named) > 1 else f"item {named[0]} is"
        return Reason(
            "core", f"it cannot be that the {several} covered, even if the others are ignored{_ending(irreducible)}"
        )
    said = [f"{cover.lower[item]} cells stay empty" for item in empty if item in core]
    if cells:
        but = "".join(f"all but at most {cover.upper[item]} of " for item in empty)
        said.append(f"{but}the {len(cells)} cells drawn are covered" if len(cells) > 1 else "the cell drawn is covered")
    if pieces:
        said.append(f"{', '.join(pieces)} {'are all' if len(pieces) > 1 else 'is'} placed")
    if ruled := [cover.names[item] for item in sorted(core & set(rule_items(cover)))]:
        said.append(f"the rules are kept at {', '.join(ruled)}")
    text = f"it cannot be that {' and '.join(said)}, even if the others are ignored{_ending(irreducible)}"
    return Reason("core", text, dict.fromkeys(cells, "X"), dict.fromkeys(pieces, "X"))


def _ending(irreducible: bool) -> str:
    return "" if irreducible else " (perhaps some of these are not needed)"
