"""The bundled strategies, one module each: those of the articles, and the two fastest ones.

A module has the name of its strategy and is imported when the strategy is used.  The name of a scan may be followed by
the axes, the slowest first: `scan:zyx`.
"""

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from satpuzzle.engines.strategy import AUTO, Strategy
from satpuzzle.errors import PuzzleError

_FOLDER = Path(__file__).parent
STRATEGIES = tuple(sorted(path.stem.replace("_", "-") for path in _FOLDER.glob("[a-z]*.py")))


def find(name: str | Callable[[Any], int]) -> Strategy:
    """Return the strategy with this name; for a user's function, the strategy that branches by it (see `walk.py`).

    Raises PuzzleError for an unknown name or invalid axes.
    """
    if callable(name):
        from satpuzzle.engines.native import walk

        return replace(walk.strategy_of(name), name=getattr(name, "__name__", "of yours"))
    return _named(name)


@cache
def _named(name: str) -> Strategy:
    stem, colon, axes = name.partition(":")
    if stem not in STRATEGIES:
        raise PuzzleError(f"strategy {name}: choose from {', '.join((AUTO, *STRATEGIES))}")
    module = import_module(f"satpuzzle.engines.strategies.{stem.replace('-', '_')}")
    strategy: Strategy = replace(module.strategy, name=name)
    if not colon:
        return strategy
    if strategy.axes is None:
        raise PuzzleError(f"strategy {name}: {stem} takes no axes, scans do")
    if sorted(axes) not in (["x", "y"], ["x", "y", "z"]):
        raise PuzzleError(f"strategy {name}: axes are x, y and z in some order, the slowest first")
    return replace(strategy, axes=axes)


def describe(name: str) -> str:
    """Return the first line of a strategy's docstring, without importing the module."""
    text = (_FOLDER / f"{name.replace('-', '_')}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0].rstrip(".")
