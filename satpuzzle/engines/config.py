"""Makes a `SolverConfig` from names of a backend, an encoding and a strategy."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import Engine, SolverConfig
from satpuzzle.engines.strategies import find
from satpuzzle.engines.strategy import AUTO
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import near

if TYPE_CHECKING:  # only external solvers need encodings
    from satpuzzle.cnf.recipe import Recipe

Rule = str | Callable[[Any], int]  # the name of a strategy, or a function that returns the item to branch on

_SEEDS = 10**9  # every solver accepts seeds from 0 to one less than this


def engine_of(backend: str | Engine) -> Engine:
    """Return the engine with this name; a text with braces is a command line (see `engines/command.py`).

    Raises PuzzleError if there is no such engine, or if a package that it needs is missing.
    """
    if isinstance(backend, Engine):
        return backend
    if "{" in backend:
        from satpuzzle.engines.command import Command

        return Command(backend)
    if backend not in BACKENDS:
        raise PuzzleError(
            f"backend {backend}{near(backend, BACKENDS)}: choose from {', '.join(BACKENDS)};"
            " or give a command with a file in braces, such as 'kissat {cnf}'"
        )
    engine = BACKENDS[backend]
    if (package := engine.missing()) is not None:
        raise PuzzleError(f"backend {backend} needs {package}")
    return engine


def solver_config(
    backend: str | Engine,
    encoding: "str | Recipe | None" = None,
    strategy: Rule = AUTO,
    parts: int | None = None,
    presolve: bool | None = None,
    seed: int | None = None,
) -> SolverConfig:
    """Return the configuration with these settings.

    Raises PuzzleError for unknown names, values out of range, and settings that the engine does not have.
    """
    engine = engine_of(backend)
    if strategy != AUTO and not engine.strategies:
        takers = ", ".join(name for name, other in BACKENDS.items() if other.strategies)
        raise PuzzleError(f"strategy {find(strategy).name}: the backend {engine.name} takes no strategy, {takers} does")
    if parts is not None and parts < 1:
        raise PuzzleError(f"parts {parts}: allowed are integers from 1")
    if seed is not None and not 0 <= seed < _SEEDS:
        raise PuzzleError(f"seed {seed}: allowed are integers from 0 to {_SEEDS - 1}")
    if seed is not None and not engine.seeds:
        takers = ", ".join(name for name, other in BACKENDS.items() if other.seeds)
        raise PuzzleError(f"seed {seed}: the backend {engine.name} takes no seed, {takers} do")
    chosen = None if strategy == AUTO else find(strategy)
    return SolverConfig(engine, _recipe(engine, encoding), chosen, parts, presolve, seed)


def _recipe(engine: Engine, encoding: "str | Recipe | None") -> "Recipe | None":
    if not engine.reads:
        if encoding is not None:
            raise PuzzleError(f"encoding {encoding}: the backend {engine.name} takes no encoding, external solvers do")
        return None
    wanted = encoding or engine.encoding
    if wanted is None or wanted == "auto":
        return None
    from satpuzzle.cnf.recipe import Recipe, load_recipe

    recipe = wanted if isinstance(wanted, Recipe) else load_recipe(wanted)
    if engine.takes(recipe):
        return recipe
    differing = recipe.differing()
    if not differing.isdisjoint(engine.reads):
        takers = ", ".join(name for name, other in BACKENDS.items() if other.bounds)
        raise PuzzleError(
            f"encoding {recipe.name}: the backend {engine.name} has no native cardinality constraints, {takers} have"
        )
    raise PuzzleError(
        f"encoding {recipe.name}: changes only {', '.join(sorted(differing))};"
        f" the backend {engine.name} uses {', '.join(engine.reads)}"
    )
