"""The bundled strategies, one module each: those of the articles, and the two fastest ones.

A module has the name of its strategy and is imported when the strategy is used.  After the name of a scan may stand its
axes, the slowest first, and the names of tricks: `scan:zyx,holes,plus`.
"""

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from satpuzzle.engines.strategies._tricks import TRICKS as TRICKS
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
    stem, colon, words = name.partition(":")
    if stem not in STRATEGIES:
        raise PuzzleError(f"strategy {name}: choose from {', '.join((AUTO, *STRATEGIES))}")
    module = import_module(f"satpuzzle.engines.strategies.{stem.replace('-', '_')}")
    strategy: Strategy = module.strategy
    if not colon:
        return replace(strategy, name=name)
    if strategy.axes is None:
        raise PuzzleError(f"strategy {name}: {stem} takes no axes and no tricks, scan does")
    tricks = [word for word in words.split(",") if not _are_axes(word)]
    axes = [word for word in words.split(",") if _are_axes(word)]
    if len(axes) > 1 or (unknown := sorted({*tricks} - {*TRICKS})):
        found = " and ".join(axes[:2]) if len(axes) > 1 else unknown[0] or "nothing"
        raise PuzzleError(
            f"strategy {name}: {found} after the colon; allowed are axes, x, y and z in some order, the slowest first, "
            f"and {', '.join(TRICKS)}"
        )
    strategy = module.of(tricks)
    return replace(strategy, name=name, axes="".join(axes))


def _are_axes(word: str) -> bool:
    return sorted(word) in (["x", "y"], ["x", "y", "z"])


def describe(name: str) -> str:
    """Return the first line of a strategy's docstring, without importing the module."""
    text = (_FOLDER / f"{name.replace('-', '_')}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0].rstrip(".")
