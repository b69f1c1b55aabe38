"""SAT solvers through PySAT.

The cover becomes clauses, the solver finds a model, the model's options are blocked, and so on until
there is no model left.  Every PySAT solver that can be asked again after a solution is here.  (Kissat
cannot: it aborts on a clause added after an answer.)
"""

import contextlib
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cnf.blocking import BLOCKING
from satpuzzle.cnf.encode import encode, suited
from satpuzzle.cnf.formula import signed
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats, Way
from satpuzzle.engines.foreign import Foreign
from satpuzzle.engines.order import first_items
from satpuzzle.engines.prover import PROVER, prove
from satpuzzle.engines.worker import Emit

_NAMES = (
    "cadical103", "cadical153", "cadical195", "cadical300", "cryptominisat", "ergo", "gluecard3", "gluecard4",
    "glucose3", "glucose4", "glucose42", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat-ep", "minisat-gh", "minisat22",
)  # fmt: skip
_ORDERED = ("cadical153", "cadical195", "cadical300")  # can be told to decide by the number of a variable
_COUNTING = ("gluecard3", "gluecard4", "minicard")  # can be told bounds; minicard is the faster with clauses
_NEEDS = {"cryptominisat": "pycryptosat"}
SOLVERS = {"cadical": "cadical195", "glucose": "glucose4", "gluecard": "gluecard4", **{name: name for name in _NAMES}}


class PySat(Foreign):
    """A PySAT solver, by a name of ours and its PySAT name."""

    module = "pysat.solvers"
    reads = ("at_least_one", "at_most_one", "cardinality", "blocking", "decisions")

    def __init__(self, name: str, solver: str) -> None:
        self.name, self.solver = name, solver
        self.description = f"PySAT, {solver}"
        self.proves = solver == PROVER
        self.orders = ("static", "activity") if solver in _ORDERED else ()
        self.bounds = solver in _COUNTING
        self.encoding = "native" if solver.startswith("gluecard") else None

    def missing(self) -> str | None:
        """Return the package that the solver needs besides PySAT, or None if it is there."""
        package = _NEEDS.get(self.solver)
        if package is None or find_spec(package) is not None:
            return None
        return f"the Python package {package}, which is not installed"

    def prove(self, clauses: list[list[int]], path: str) -> None:
        """Write an LRAT proof that clauses are unsatisfiable, in a process of its own; see `Engine.prove`."""
        prove(clauses, path)

    def settled(self, cover: ExactCover, way: Way) -> Way:
        """Return the way with the recipe that suits the cover; PuzzleError if its clauses would be too many."""
        return replace(way, recipe=suited(cover, way.recipe or "auto"))

    def task(self, cover: ExactCover, way: Way) -> dict[str, Any]:
        """Return what the child is to do."""
        return {"task": enumerate_models, "solver": self.solver, "recipe": way.recipe}


def enumerate_models(
    cover: ExactCover,
    emit: Emit,
    stats: Stats,
    *,
    solver: str,
    recipe: Recipe,
    rank: NDArray[np.intp] | None = None,
    seed: int | None = None,
) -> None:
    """Emit every solution, by a model and a blocking clause each; CaDiCaL may decide by the `rank` of items."""
    from pysat.solvers import Solver

    formula = encode(cover, recipe)
    stats["variables"], stats["clauses"] = formula.variables, len(formula)
    block = BLOCKING[recipe.blocking]
    engine: Any
    with Solver(name=solver) as engine:
        called = np.arange(formula.variables + 1)  # what the solver calls variable `called[v]` is v here
        if seed is not None:
            _told(engine, solver, "seed", seed)
        # CaDiCaL decides by the highest variable if activity is not counted.
        if recipe.decisions != "activity" and _told(engine, solver, "bump", 0):
            called[1 + np.argsort(-first_items(cover, rank), kind="stable")] = np.arange(1, len(cover.rows) + 1)
        literals = signed(called)
        formula.load(engine, literals)
        del formula
        options = called[1 : len(cover.rows) + 1]
        while engine.solve():
            model = np.array(engine.get_model(), dtype=np.int64)
            solution = np.flatnonzero(model[options - 1] > 0).tolist()
            stats.update(_work(engine))
            blocked = block(cover, solution)
            for known, _ in blocked:
                emit(known)
            if any(not clause for _, clause in blocked):  # the empty solution, and nothing can join it
                break
            for _, clause in blocked:
                engine.add_clause(literals[clause].tolist())
        stats.update(_work(engine))


def _told(engine: Any, solver: str, option: str, value: int) -> bool:
    """Set an option of CaDiCaL; tell whether it has it.

    PySAT has no public way to set CaDiCaL's options, so a version of it that has no such function does as it likes.
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
    with contextlib.suppress(NotImplementedError):  # some solvers count nothing
        counted = engine.accum_stats() or {}
    found = {key: counted[key] for key in ("conflicts", "decisions", "propagations") if key in counted}
    return cast(Stats, found)
