"""SAT solvers, called through PySAT.

The cover is encoded as clauses.  The solver finds a model, a clause excludes its solution, and the solver continues
until no model is left.  All PySAT solvers that accept further clauses after an answer are included.  (Kissat aborts.)
"""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cnf.blocking import BLOCKING
from satpuzzle.cnf.encode import choose_recipe, encode
from satpuzzle.cnf.formula import signed
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import SolverConfig, Stats
from satpuzzle.engines.external import ExternalEngine
from satpuzzle.engines.order import first_items
from satpuzzle.engines.prover import PROVER, prove
from satpuzzle.engines.worker import Emit
from satpuzzle.extras import lacking
from satpuzzle.sandbox import Send

_ORDERED = ("cadical153", "cadical195", "cadical300")  # have an option to branch by the number of the variable
_COUNTING = ("gluecard3", "gluecard4", "minicard")  # have native cardinality constraints; minicard is faster without
_CORELESS = ("cryptominisat", "lingeling")  # cannot say which assumptions failed, or not within a limit
_NEEDS = {"cryptominisat": "pycryptosat"}


class PySat(ExternalEngine):
    """A solver of PySAT: `name` is its name as a backend, `solver` its name in PySAT."""

    module = "pysat.solvers"
    reads = ("at_least_one", "at_most_one", "cardinality", "colours", "blocking", "decisions")

    def __init__(self, name: str, solver: str) -> None:
        self.name, self.solver = name, solver
        self.description = f"PySAT, {solver}"
        self.proves = solver == PROVER
        self.orders = ("static", "activity") if solver in _ORDERED else ()
        self.bounds = solver in _COUNTING
        self.minimises = solver not in _CORELESS
        self.encoding = "native" if solver.startswith("gluecard") else None

    def missing(self) -> str | None:
        """Return which package the solver needs besides PySAT, or None if nothing is missing."""
        package = _NEEDS.get(self.solver)
        return None if package is None else lacking(package, None)

    def prove(self, clauses: list[list[int]], path: str, clock: Clock) -> None:
        """Write an LRAT proof, in a child process; see `Engine.prove`."""
        prove(clauses, path, clock)

    def settled(self, cover: ExactCover, config: SolverConfig, clock: Clock) -> SolverConfig:
        """Return the configuration with a recipe that fits the cover.

        Raises PuzzleError if it makes too many clauses, and Stopped if the clock stops.
        """
        return replace(config, recipe=choose_recipe(cover, config.recipe or "auto", clock))

    def task(self, cover: ExactCover, config: SolverConfig) -> dict[str, Any]:
        """Return the function that a child process calls, and its arguments; see `ExternalEngine.task`."""
        return {"task": enumerate_models, "solver": self.solver, "recipe": config.recipe}

    def completer(self, config: SolverConfig) -> dict[str, Any]:
        """Return the function by which a child process completes choices, and its arguments."""
        return {"task": complete, "solver": self.solver, "recipe": config.recipe}

    def optimiser(self, workers: int) -> dict[str, Any]:
        """Return the function by which a child process minimises, and its arguments."""
        return {"task": minimise, "solver": self.solver}


def complete(send: Send, cover: ExactCover, chosen: list[list[int]], solver: str, recipe: Recipe) -> None:
    """Send a solution for each choice of options, None for a choice without any; see `Engine.completions`.

    The choices are assumptions of one solver, which keeps what it learns.
    """
    from pysat.solvers import Solver

    with Solver(name=solver) as engine:
        encode(cover, recipe).load(engine)
        for options in chosen:
            found = engine.solve(assumptions=[option + 1 for option in options])
            model = np.array(engine.get_model() if found else [], dtype=np.int64)[: len(cover.rows)]
            send(np.flatnonzero(model > 0).tolist() if found else None)


def enumerate_models(
    cover: ExactCover,
    emit: Emit,
    stats: Stats,
    *,
    solver: str,
    recipe: Recipe,
    rank: NDArray[np.intp] | None = None,
    seed: int | None = None,
    settings: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Emit every solution: find a model, exclude it, and repeat.

    CaDiCaL can branch by `rank`, the ranks of items; `settings` are further options of CaDiCaL.
    """
    from pysat.solvers import Solver

    formula = encode(cover, recipe)
    stats["variables"], stats["clauses"] = formula.variables, len(formula)
    block = BLOCKING[recipe.blocking]
    engine: Any
    with Solver(name=solver) as engine:
        numbers = np.arange(formula.variables + 1)  # numbers[v] is the solver's number of variable v
        for option, value in (({} if seed is None else {"seed": seed}) | dict(settings)).items():
            _set_option(engine, solver, option, value)
        # With `bump` off, CaDiCaL branches on the unassigned variable with the highest number.
        if recipe.decisions != "activity" and _set_option(engine, solver, "bump", 0):
            numbers[1 + np.argsort(-first_items(cover, rank), kind="stable")] = np.arange(1, len(cover.rows) + 1)
        literals = signed(numbers)
        formula.load(engine, literals)
        del formula
        options = numbers[1 : len(cover.rows) + 1]
        while engine.solve():
            model = np.array(engine.get_model(), dtype=np.int64)
            solution = np.flatnonzero(model[options - 1] > 0).tolist()
            stats.update(_work(engine))
            emit(solution)
            clause = block(cover, solution)
            if not clause:  # the empty solution, to which no option can be added
                break
            engine.add_clause(literals[clause].tolist())
        stats.update(_work(engine))


def minimise(send: Send, cover: ExactCover, cost: NDArray[np.int64], solver: str) -> None:
    """Send (solution, None) for solutions, and (None, bound) for each better bound; see `Engine.minimise`.

    RC2 relaxes one unsatisfiable core after the other, so its bound rises until there is a model at the bound (Alexey
    Ignatiev, Antonio Morgado and Joao Marques-Silva, RC2: an efficient MaxSAT solver, Journal on Satisfiability,
    Boolean Modeling and Computation 11, 2019).  A model of the clauses alone comes before.
    """
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF

    least = int(cost[cost < 0].sum())

    class Reporting(RC2Stratified):  # type: ignore[misc]
        def process_core(self) -> None:
            super().process_core()
            send((None, self.cost + least))

        def compute_(self) -> bool:
            found = bool(super().compute_())
            if found:
                self.tell()
            return found

        def tell(self) -> None:
            model = np.array(self.oracle.get_model(), dtype=np.int64)[: len(cover.rows)]
            send((np.flatnonzero(model > 0).tolist(), None))

    formula, encoded = WCNF(), encode(cover, choose_recipe(cover, "auto"))
    for clauses in encoded.blocks():
        formula.extend(clauses.tolist())
    for option in np.flatnonzero(cost).tolist():
        formula.append([-option - 1 if cost[option] > 0 else option + 1], weight=abs(int(cost[option])))
    formula.nv = max(formula.nv, encoded.variables)
    with Reporting(formula, solver=solver, exhaust=True) as engine:
        if engine.oracle.solve():
            engine.tell()
            engine.compute()


def _set_option(engine: Any, solver: str, option: str, value: int) -> bool:
    """Set an option of CaDiCaL; return whether this succeeded.

    PySAT has no public function for this.  If its private function is missing, the option keeps CaDiCaL's default.
    """
    import pysolvers

    set_option = getattr(pysolvers, f"{solver}_set", None)
    handle = getattr(engine.solver, "cadical", None)
    if set_option is None or handle is None:
        return False
    try:
        set_option(handle, option, value)
    except Exception:  # an unknown option, or another signature
        return False
    return True


def _work(engine: Any) -> Stats:
    counted: dict[str, int] = {}
    with contextlib.suppress(NotImplementedError):  # some solvers have no statistics
        counted = engine.accum_stats() or {}
    found = {key: counted[key] for key in ("conflicts", "decisions", "propagations") if key in counted}
    return cast(Stats, found)
