"""CP-SAT from OR-Tools, which solves the exact cover as a constraint program.

The model has one Boolean per option and one constraint per item; a callback receives all solutions.  Three settings
lose solutions silently and are therefore not used: several workers, a presolve that may remove feasible solutions
(`keep_all_feasible_solutions_in_presolve` keeps its default, which enumeration needs), and an objective.

If a search is split into many parts, presolve and the linear relaxation of a part take longer than its search, so both
are off.  For an undivided problem they are on: they may refute a board without search, for example one whose colours do
not balance.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import SolverConfig, Stats
from satpuzzle.engines.external import FEWER, ExternalEngine
from satpuzzle.engines.order import first_items
from satpuzzle.engines.worker import Emit
from satpuzzle.sandbox import Send

_ROUNDED = 1e-6  # how far a bound, a real number, may be above the integer that it stands for


class CpSat(ExternalEngine):
    """The constraint solver CP-SAT, with one worker."""

    name = "cpsat"
    module = "ortools.sat.python.cp_model"
    description = "OR-Tools' CP-SAT, one worker"
    reads = ("constraints", "decisions")
    encoding = "default"
    minimises = True
    orders = ("activity", "static")
    ordered_parts = FEWER

    def task(self, cover: ExactCover, config: SolverConfig) -> dict[str, Any]:
        """Return the function that a child process calls, and its arguments; see `ExternalEngine.task`."""
        assert config.recipe is not None
        recipe = config.recipe
        arguments = {"constraints": recipe.constraints, "static": recipe.decisions == "static"}
        return {"task": enumerate_solutions, "whole": config.parts in (None, 1), **arguments}

    def optimiser(self, workers: int) -> dict[str, Any]:
        """Return the function by which a child process minimises, and its arguments."""
        return {"task": minimise, "workers": workers}


def enumerate_solutions(
    cover: ExactCover,
    emit: Emit,
    stats: Stats,
    *,
    constraints: str = "exactly_one",
    static: bool = False,
    rank: NDArray[np.intp] | None = None,
    whole: bool = True,
    seed: int | None = None,
    parameters: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Emit every solution of the exact cover.

    With `constraints` = "exactly_one", items with upper bound 1 become Boolean constraints; with "linear", all items
    become sums.  With `static`, CP-SAT branches on the uncovered cell of least `rank`.  `whole` is false for one of
    many parts, and `parameters` are further parameters of CP-SAT.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    options = [model.new_bool_var("") for _ in range(len(cover.rows))]
    _state_bounds(model, cover, options, constraints)
    _state_colours(model, cover, options)
    if static and options:
        order = np.argsort(first_items(cover, rank), kind="stable")
        model.add_decision_strategy(
            [options[option] for option in order], cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
        )
    stats["variables"], stats["constraints"] = len(model.proto.variables), len(model.proto.constraints)

    class Emitter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            stats["conflicts"], stats["branches"] = self.num_conflicts, self.num_branches
            emit([number for number, option in enumerate(options) if self.boolean_value(option)])

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    if seed is not None:
        solver.parameters.random_seed = seed
    if static:
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
    if not whole:
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_presolve = False
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    status = solver.solve(model, Emitter())
    stats["conflicts"], stats["branches"] = solver.num_conflicts, solver.num_branches
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise RuntimeError(f"CP-SAT stopped with {solver.status_name(status)}")


def minimise(send: Send, cover: ExactCover, cost: NDArray[np.int64], workers: int) -> None:
    """Send (solution, None) for each better solution, and (None, bound) for each better bound; see `Engine.minimise`.

    None of the settings that lose solutions is off here: one of the best is enough.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    options = [model.new_bool_var("") for _ in range(len(cover.rows))]
    _state_bounds(model, cover, options, "exactly_one")
    _state_colours(model, cover, options)
    model.minimize(cp_model.LinearExpr.weighted_sum(options, cost.tolist()))

    class Sender(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            send(([number for number, option in enumerate(options) if self.boolean_value(option)], None))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.best_bound_callback = lambda bound: send((None, math.ceil(bound - _ROUNDED)))
    status = solver.solve(model, Sender())
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(f"CP-SAT stopped with {solver.status_name(status)}")


def _state_bounds(model: Any, cover: ExactCover, options: list[Any], constraints: str) -> None:
    """Add a constraint for each item; `options` are the variables."""
    from ortools.sat.python import cp_model

    members = cover.members()
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        covering = [options[option] for option in np.flatnonzero(members[:, item])]
        if not covering:
            continue
        if constraints == "exactly_one" and (lower, upper) == (1, 1):
            model.add_exactly_one(covering)
        elif constraints == "exactly_one" and (lower, upper) == (0, 1):
            model.add_at_most_one(covering)
        elif item in cover.weights.items:
            times = cover.times(item)[members[:, item]].tolist()
            model.add_linear_constraint(cp_model.LinearExpr.weighted_sum(covering, times), lower, upper)
        elif lower or upper < len(covering):
            model.add_linear_constraint(cp_model.LinearExpr.sum(covering), lower, upper)


def _state_colours(model: Any, cover: ExactCover, options: list[Any]) -> None:
    """Add constraints by which the chosen options agree on the colour of each item."""
    for _, groups in cover.agreeing():
        used = [options[group[0]] if len(group) == 1 else model.new_bool_var("") for group in groups]
        for one, group in zip(used, groups, strict=True):
            if len(group) > 1:  # true exactly if one of them is, so that no solution is found twice
                model.add_max_equality(one, [options[option] for option in group])
        model.add_at_most_one(used)
