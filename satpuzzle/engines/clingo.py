"""clingo: solves the exact cover as an answer-set program.

A choice rule allows any set of options; for each bound of an item, an integrity constraint limits how many of the
options that cover the item are chosen.  clingo enumerates by backtracking without blocking clauses, which makes it fast
if there are many solutions.  The program is added through clingo's backend interface; writing it as text and grounding
it takes ten times as long.

Martin Gebser, Benjamin Kaufmann, André Neumann and Torsten Schaub, Conflict-Driven Answer Set Enumeration, LPNMR 2007.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import SolverConfig, Stats
from satpuzzle.engines.external import FEWER, ExternalEngine
from satpuzzle.engines.order import first_items
from satpuzzle.engines.worker import Emit
from satpuzzle.extras import lacking
from satpuzzle.sandbox import Send

# A configuration for crafted problems, which deletes more learnt clauses.  Branching sets options to true first.
_OPTIONS = ("--configuration=crafty", "--sign-def=pos")


class Clingo(ExternalEngine):
    """The answer-set solver clingo."""

    name = "clingo"
    module = "clingo"
    description = "Potassco's clingo, an answer-set solver"
    reads = ("decisions",)
    encoding = "default"
    minimises = True
    orders = ("activity", "static")
    ordered_parts = FEWER

    def missing(self) -> str | None:
        """Return that clingo is missing and how to install it, or None if it is installed."""
        return lacking("clingo", "asp")

    def task(self, cover: ExactCover, config: SolverConfig) -> dict[str, Any]:
        """Return the function that a child process calls, and its arguments; see `ExternalEngine.task`."""
        assert config.recipe is not None
        return {"task": enumerate_sets, "static": config.recipe.decisions == "static"}

    def optimiser(self, workers: int) -> dict[str, Any]:
        """Return the function by which a child process minimises, and its arguments."""
        return {"task": minimise}


def enumerate_sets(
    cover: ExactCover,
    emit: Emit,
    stats: Stats,
    *,
    static: bool = False,
    rank: NDArray[np.intp] | None = None,
    seed: int | None = None,
    arguments: Sequence[str] = (),
) -> None:
    """Find all answer sets of the cover, and emit the options of each as a solution.

    With `static`, clingo branches on the uncovered cell of least `rank`, otherwise by its own heuristic.
    `arguments` are further arguments of clingo.
    """
    import clingo

    options = ["--heuristic=Domain"] * static + [f"--seed={seed}"] * (seed is not None)
    control = clingo.Control(["0", "--warn=none", *_OPTIONS, *options, *arguments])
    with control.backend() as program:
        chosen = np.array([program.add_atom(_symbol(option)) for option in range(len(cover.rows))], dtype=np.int64)
        state_cover(program, cover, chosen)
        if static:
            for atom, first in zip(chosen.tolist(), first_items(cover, rank).tolist(), strict=True):
                level = len(cover.names) - first
                program.add_heuristic(atom, clingo.backend.HeuristicType.Level, level, 1, [])
    with control.solve(yield_=True) as models:
        for model in models:
            emit(sorted(symbol.arguments[0].number for symbol in model.symbols(atoms=True)))
    counted = control.statistics["solving"]["solvers"]
    stats.update({"conflicts": int(counted["conflicts"]), "choices": int(counted["choices"])})


def minimise(send: Send, cover: ExactCover, cost: NDArray[np.int64]) -> None:
    """Send (solution, None) for each better solution, and (None, bound) for each better bound; see `Engine.minimise`.

    The bounds come from unsatisfiable cores (Mario Alviano and Carmine Dodaro, Anytime answer set optimization via
    unsatisfiable core shrinking, Theory and Practice of Logic Programming 16, 2016).
    """
    import clingo

    control = clingo.Control(["0", "--warn=none", "--opt-strategy=usc", *_OPTIONS])
    with control.backend() as program:
        chosen = np.array([program.add_atom(_symbol(option)) for option in range(len(cover.rows))], dtype=np.int64)
        state_cover(program, cover, chosen)
        program.add_minimize(0, list(zip(chosen.tolist(), cost.tolist(), strict=True)))
    with control.solve(yield_=True, on_unsat=lambda bounds: send((None, sum(bounds)))) as models:
        for model in models:
            send((sorted(symbol.arguments[0].number for symbol in model.symbols(atoms=True)), None))


@cache
def _symbol(option: int) -> Any:
    """Return the symbol of an option; it is faster to read the true symbols of a model than to test each atom."""
    import clingo

    return clingo.Function("chosen", [clingo.Number(option)])


def state_cover(program: Any, cover: ExactCover, chosen: NDArray[np.int64]) -> None:
    """Add rules for a cover to clingo's program: choices of options, bounds of items, and colours.

    `chosen` has for each option the atom which says that the option is chosen.
    """
    program.add_rule(chosen.tolist(), choice=True)
    members = cover.members()
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        covering = chosen[members[:, item]]
        times = cover.times(item)[members[:, item]]
        each = list(zip(covering.tolist(), times.tolist(), strict=True))
        if lower == 1:
            program.add_rule([], (-covering).tolist())
        elif lower:
            program.add_weight_rule([], int(times.sum()) - lower + 1, [(-atom, weight) for atom, weight in each])
        if upper < times.sum():
            program.add_weight_rule([], upper + 1, each)
    for _, groups in cover.agreeing():
        used = []
        for group in groups:
            used.append(int(chosen[group[0]]) if len(group) == 1 else program.add_atom())
            for atom in chosen[group].tolist() if len(group) > 1 else ():
                program.add_rule([used[-1]], [atom])
        program.add_weight_rule([], 2, [(atom, 1) for atom in used])
