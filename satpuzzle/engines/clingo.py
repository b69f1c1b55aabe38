"""clingo: the exact cover as an answer-set program.

Any options may be chosen, and an integrity constraint for each bound of an item says how many of those that cover it.
clingo enumerates by backtracking and adds no blocking clauses, which makes it fast where solutions are many.  The
program goes to its back end as it is: to have it written as text and grounded takes ten times as long.

Martin Gebser, Benjamin Kaufmann, André Neumann and Torsten Schaub, Conflict-Driven Answer Set Enumeration, LPNMR 2007.
"""

from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats, Way
from satpuzzle.engines.foreign import FEWER, Foreign
from satpuzzle.engines.order import first_items
from satpuzzle.engines.worker import Emit

# For crafted problems, which forgets more of what was learnt, and options are chosen before they are left out.
_TOLD = ("--configuration=crafty", "--sign-def=pos")


class Clingo(Foreign):
    """clingo."""

    name = "clingo"
    module = "clingo"
    description = "Potassco's clingo, an answer-set solver"
    reads = ("decisions",)
    encoding = "default"
    orders = ("activity", "static")
    ordered_parts = FEWER

    def missing(self) -> str | None:
        """Return how to install clingo, or None if it is there."""
        return None if find_spec("clingo") else "the Python package clingo: pip install '.[asp]'"

    def task(self, cover: ExactCover, way: Way) -> dict[str, Any]:
        """Return what the child is to do."""
        assert way.recipe is not None
        return {"task": enumerate_sets, "static": way.recipe.decisions == "static"}


def enumerate_sets(
    cover: ExactCover,
    emit: Emit,
    stats: Stats,
    *,
    static: bool = False,
    rank: NDArray[np.intp] | None = None,
    seed: int | None = None,
) -> None:
    """Emit every solution, as the chosen options of an answer set.

    With `static` clingo decides on the first cell that is left, by `rank`, and else by activity.
    """
    import clingo

    told = ["--heuristic=Domain"] * static + [f"--seed={seed}"] * (seed is not None)
    control = clingo.Control(["0", "--warn=none", *_TOLD, *told])
    members = cover.members()
    with control.backend() as program:
        chosen = np.array([program.add_atom(_named(option)) for option in range(len(members))], dtype=np.int64)
        program.add_rule(chosen.tolist(), choice=True)
        for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
            covering = chosen[members[:, item]]
            if lower == 1:
                program.add_rule([], (-covering).tolist())
            elif lower:
                program.add_weight_rule([], len(covering) - lower + 1, [(-atom, 1) for atom in covering.tolist()])
            if upper < len(covering):
                program.add_weight_rule([], upper + 1, [(atom, 1) for atom in covering.tolist()])
        if static:
            for atom, first in zip(chosen.tolist(), first_items(cover, rank).tolist(), strict=True):
                level = members.shape[1] - first
                program.add_heuristic(atom, clingo.backend.HeuristicType.Level, level, 1, [])
    with control.solve(yield_=True) as models:
        for model in models:
            emit(sorted(symbol.arguments[0].number for symbol in model.symbols(atoms=True)))
    counted = control.statistics["solving"]["solvers"]
    stats.update({"conflicts": int(counted["conflicts"]), "choices": int(counted["choices"])})


@cache
def _named(option: int) -> Any:
    """Return what an option is called: a model lists the names that are true, sooner than it tells of each atom."""
    import clingo

    return clingo.Function("chosen", [clingo.Number(option)])
