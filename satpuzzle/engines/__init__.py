"""Engines enumerate the solutions of an exact cover; the user interface calls them backends.

A new engine is one module and one entry of `BACKENDS`.  The conformance tests run for every entry.
"""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from satpuzzle.registry import Registry

if TYPE_CHECKING:
    from satpuzzle.engines.base import Engine

_PYSAT = (
    "cadical103", "cadical153", "cadical195", "cadical300", "cryptominisat", "ergo", "gluecard3", "gluecard4",
    "glucose3", "glucose4", "glucose42", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat-ep", "minisat-gh", "minisat22",
)  # fmt: skip
_SHORT = {"cadical": "cadical195", "glucose": "glucose4", "gluecard": "gluecard4"}


def _engine(module: str, kind: str, *arguments: str) -> "Engine":
    made: Engine = getattr(import_module(f"satpuzzle.engines.{module}"), kind)(*arguments)
    return made


BACKENDS: "Registry[Engine]" = Registry(
    {
        "native": partial(_engine, "native.engine", "Native"),
        "cpsat": partial(_engine, "cpsat", "CpSat"),
        **{name: partial(_engine, "pysat", "PySat", name, _SHORT.get(name, name)) for name in (*_SHORT, *_PYSAT)},
        "clingo": partial(_engine, "clingo", "Clingo"),
    }
)
