"""Packing puzzles as exact cover.

A puzzle file becomes a board and pieces; every way each piece can lie is written down once; that one
exact-cover problem goes to a backend; a backend returns option numbers; option numbers become pictures.

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

TYPE_CHECKING = False  # type checkers take it for true; to import `typing` takes as long as all else before a command
if TYPE_CHECKING:
    from satpuzzle.api import count, solve
    from satpuzzle.clock import Status
    from satpuzzle.cnf.recipe import Recipe, load_recipe
    from satpuzzle.cover.classes import Symmetry
    from satpuzzle.cover.dlx import load_dlx
    from satpuzzle.cover.exact_cover import ExactCover
    from satpuzzle.cover.group import symmetry_of
    from satpuzzle.cover.placements import Placements, place
    from satpuzzle.engines import BACKENDS
    from satpuzzle.errors import BackendError, PuzzleError, SatpuzzleError
    from satpuzzle.measure.compare import Comparison, compare
    from satpuzzle.measure.forecast import Forecast, estimate
    from satpuzzle.motion.assembly import Assembly, assembly
    from satpuzzle.motion.rules import Rules
    from satpuzzle.pictures.sheet import Picture, draw
    from satpuzzle.pictures.view import View, view
    from satpuzzle.puzzle.formats.writing import save
    from satpuzzle.puzzle.library import load
    from satpuzzle.puzzle.model import Counts, Piece, Puzzle
    from satpuzzle.search.run import Run
    from satpuzzle.solutions.solution import Solution

__version__ = "0.1.0"
__all__ = [
    "BACKENDS",
    "Assembly",
    "BackendError",
    "Comparison",
    "Counts",
    "ExactCover",
    "Forecast",
    "Picture",
    "Piece",
    "Placements",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "Rules",
    "Run",
    "SatpuzzleError",
    "Solution",
    "Status",
    "Symmetry",
    "View",
    "assembly",
    "compare",
    "count",
    "draw",
    "estimate",
    "load",
    "load_dlx",
    "load_recipe",
    "place",
    "save",
    "solve",
    "symmetry_of",
    "view",
]

if not TYPE_CHECKING:
    # Imported on first use: a solver's process, which starts often, needs little of all that.
    _NAMES = {
        "api": "count solve",
        "clock": "Status",
        "engines": "BACKENDS",
        "measure.compare": "Comparison compare",
        "measure.forecast": "Forecast estimate",
        "cover.dlx": "load_dlx",
        "cover.exact_cover": "ExactCover",
        "puzzle.formats.writing": "save",
        "puzzle.library": "load",
        "motion": "Assembly Rules assembly",
        "pictures": "Picture View draw view",
        "cover.placements": "Placements place",
        "puzzle.model": "Counts Piece Puzzle",
        "errors": "BackendError PuzzleError SatpuzzleError",
        "cnf.recipe": "Recipe load_recipe",
        "search.run": "Run",
        "solutions.solution": "Solution",
        "cover.classes": "Symmetry",
        "cover.group": "symmetry_of",
    }

    def __getattr__(name: str) -> object:
        for module, names in _NAMES.items():
            if name in names.split():
                value = globals()[name] = getattr(import_module(f"satpuzzle.{module}"), name)
                return value
        if find_spec(f"satpuzzle.{name}"):
            return import_module(f"satpuzzle.{name}")
        raise AttributeError(f"module 'satpuzzle' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
