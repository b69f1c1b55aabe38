"""SAT solvers through PySAT.

The cover becomes clauses, the solver finds a model, the model's options are blocked, and so on until
there is no model left.  Every PySAT solver that can be asked again after a solution is here.  (Kissat
cannot: it aborts on a clause added after an answer.)
"""

from importlib.util import find_spec
from typing import Any

import numpy as np

from satpuzzle.backends.search import Limits, Search, Stats
from satpuzzle.backends.worker import Emit, in_child
from satpuzzle.cnf.blocking import BLOCKING
from satpuzzle.cnf.encode import encode
from satpuzzle.cover import ExactCover
from satpuzzle.puzzle import PuzzleError
from satpuzzle.recipe import Recipe, load_recipe

_NAMES = (
    "cadical103", "cadical153", "cadical195", "cadical300", "cryptominisat", "ergo", "gluecard3", "gluecard4",
    "glucose3", "glucose4", "glucose42", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat-ep", "minisat-gh", "minisat22",
)  # fmt: skip
SOLVERS = {"cadical": "cadical195", "glucose": "glucose4", **{name: name for name in _NAMES}}


def search(
    cover: ExactCover,
    limits: Limits | None = None,
    *,
    solver: str = "cadical195",
    encoding: str | Recipe = "default",
) -> Search:
    """Enumerate with a PySAT solver, by its PySAT name, and a recipe or the name of one.

    Raises PuzzleError if there is no such recipe, or the solver's own package is missing.
    """
    if solver == "cryptominisat" and find_spec("pycryptosat") is None:
        raise PuzzleError("backend cryptominisat needs the Python package pycryptosat, which is not installed")
    recipe = encoding if isinstance(encoding, Recipe) else load_recipe(encoding)
    return Search(
        cover,
        limits or Limits(),
        lambda rest, stats: in_child(enumerate_models, rest, stats, solver=solver, recipe=recipe),
    )


def enumerate_models(cover: ExactCover, emit: Emit, stats: Stats, *, solver: str, recipe: Recipe) -> None:
    """Emit every solution, by a model and a blocking clause each."""
    from pysat.solvers import Solver

    formula = encode(cover, recipe)
    stats["variables"], stats["clauses"] = formula.variables, len(formula)
    block = BLOCKING[recipe.blocking]
    engine: Any
    with Solver(name=solver) as engine:
        for clauses in formula.blocks():
            engine.append_formula(clauses.tolist())
        del formula
        while engine.solve():
            model = np.array(engine.get_model()[: len(cover.rows)], dtype=np.int64)
            solution = (model[model > 0] - 1).tolist()
            stats.update(_work(engine))
            emit(solution)
            clause = block(cover, solution)
            if not clause:  # the empty solution, and nothing can join it
                break
            engine.add_clause(clause)
        stats.update(_work(engine))


def _work(engine: Any) -> Stats:
    counted = engine.accum_stats() or {}  # some solvers count nothing
    return {key: counted[key] for key in ("conflicts", "decisions", "propagations") if key in counted}
