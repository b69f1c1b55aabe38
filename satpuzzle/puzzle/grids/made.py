"""The grids that are modules, by name: the module `tetra_octa.py` has the grid `TETRA_OCTA`, which is `tetra-octa`."""

from functools import partial
from importlib import import_module
from typing import cast

from satpuzzle.puzzle.grids.base import Grid
from satpuzzle.registry import Registry

_NAMES = ("square", "cubic", "fcc", "hexagonal", "triangular", "prisms", "rhombic", "tetra-octa")


def _grid(name: str) -> Grid:
    module = name.replace("-", "_")
    return cast(Grid, getattr(import_module(f"satpuzzle.puzzle.grids.{module}"), module.upper()))


MADE: Registry[Grid] = Registry({name: partial(_grid, name) for name in _NAMES})
