"""The door: names of engines, encodings and strategies become objects here, and nobody behind it looks one up."""

from collections.abc import Callable
from typing import Any

from satpuzzle.cnf.recipe import Recipe, load_recipe
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import Engine, Way
from satpuzzle.engines.native.registry import find
from satpuzzle.engines.native.strategy import AUTO
from satpuzzle.errors import PuzzleError, closest

Rule = str | Callable[[Any], int]  # a strategy by its name, or a function that says which item comes next

_SEEDS = 10**9  # that every solver takes


def engine_of(backend: str | Engine) -> Engine:
    """Return an engine by its name.  Raises PuzzleError if there is none, or it is not installed."""
    if isinstance(backend, Engine):
        return backend
    if backend not in BACKENDS:
        raise PuzzleError(f"backend {backend}{closest(backend, BACKENDS)}: choose from {', '.join(BACKENDS)}")
    engine = BACKENDS[backend]
    if (package := engine.missing()) is not None:
        raise PuzzleError(f"backend {backend} needs {package}")
    return engine


def way_of(
    backend: str | Engine,
    encoding: str | Recipe | None = None,
    strategy: Rule = AUTO,
    parts: int | None = None,
    presolve: bool | None = None,
    seed: int | None = None,
) -> Way:
    """Return the way that names say.  Raises PuzzleError for unknown names and for what the engine does not take."""
    engine = engine_of(backend)
    if strategy != AUTO and not engine.strategies:
        takers = ", ".join(name for name, other in BACKENDS.items() if other.strategies)
        raise PuzzleError(f"strategy {find(strategy).name}: the backend {engine.name} takes none, {takers} does")
    if parts is not None and parts < 1:
        raise PuzzleError(f"parts {parts}: allowed are integers from 1")
    if seed is not None and not 0 <= seed < _SEEDS:
        raise PuzzleError(f"seed {seed}: allowed are integers from 0 to {_SEEDS - 1}")
    if seed is not None and not engine.seeds:
        takers = ", ".join(name for name, other in BACKENDS.items() if other.seeds)
        raise PuzzleError(f"seed {seed}: the backend {engine.name} takes none, {takers} do")
    chosen = None if strategy == AUTO else find(strategy)
    return Way(engine, _recipe(engine, encoding), chosen, parts, presolve, seed)


def _recipe(engine: Engine, encoding: str | Recipe | None) -> Recipe | None:
    if not engine.reads:
        if encoding is not None:
            raise PuzzleError(f"encoding {encoding}: the backend {engine.name} takes none, SAT solvers and CP-SAT do")
        return None
    wanted = encoding or engine.encoding
    if wanted is None or wanted == "auto":
        return None
    recipe = wanted if isinstance(wanted, Recipe) else load_recipe(wanted)
    if engine.takes(recipe):
        return recipe
    differing = recipe.differing()
    if not differing.isdisjoint(engine.reads):
        takers = ", ".join(name for name, other in BACKENDS.items() if other.bounds)
        raise PuzzleError(f"encoding {recipe.name}: the backend {engine.name} does not count, {takers} do")
    raise PuzzleError(
        f"encoding {recipe.name}: it changes {', '.join(sorted(differing))};"
        f" the backend {engine.name} reads {', '.join(engine.reads)}"
    )
