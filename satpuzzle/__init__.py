"""Packing puzzles as exact cover.

A puzzle file is read as a board and pieces.  All placements of the pieces are listed, which gives an exact cover
problem.  A backend solves it and returns option numbers, which become solutions and pictures.

>>> import satpuzzle as sp
>>> puzzle = sp.load("galakub")
>>> for solution in sp.solve(puzzle, backend="cadical"):
...     print(len(solution.pieces))
8
>>> run = sp.solve("soma")
>>> len(list(run)), str(run.status), run.counts
(240, 'exhausted', Counts(raw=11520, rotations=480, isometries=240))
>>> sp.count("pentominoes-3x20")
Counts(raw=8, rotations=2, isometries=2)
"""

from importlib import import_module
from importlib.util import find_spec
from warnings import warn

from satpuzzle import display, stub

display.pictures = lambda: import_module("satpuzzle.pictures.notebook")  # which imports what it draws

_PUBLIC = {name: module for name, module in stub.names(__file__).items() if module != __name__}
__all__ = sorted(_PUBLIC, key=lambda name: (not name.isupper(), name))


def __getattr__(name: str) -> object:
    if name in _PUBLIC:
        value = globals()[name] = stub.found(name, _PUBLIC)
        return value
    if find_spec(f"satpuzzle.{name}"):
        return import_module(f"satpuzzle.{name}")
    results = import_module("satpuzzle.results")
    if name in results.__all__:
        warn(f"satpuzzle.{name} is satpuzzle.results.{name} now", DeprecationWarning, stacklevel=2)
        return getattr(results, name)
    near = import_module("satpuzzle.keywords").near(name, __all__)
    raise AttributeError(f"module 'satpuzzle' has no attribute {name!r}{near}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
