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

from satpuzzle import display
from satpuzzle.version import __version__

TYPE_CHECKING = False  # type checkers assume True; importing `typing` would double the time before a command begins
if TYPE_CHECKING:
    from satpuzzle import tilings as tilings
    from satpuzzle.api import count, encode, solve
    from satpuzzle.clock import Clock, Status
    from satpuzzle.cnf.formula import Formula
    from satpuzzle.cnf.recipe import Recipe, load_recipe
    from satpuzzle.cover.classes import Symmetry
    from satpuzzle.cover.colours import Coloured
    from satpuzzle.cover.dlx import load_dlx, save_dlx
    from satpuzzle.cover.exact_cover import ExactCover
    from satpuzzle.cover.from_puzzle import cover_of
    from satpuzzle.cover.group import symmetry_of
    from satpuzzle.cover.placements import Placements, place
    from satpuzzle.design.animate import Animation, animate
    from satpuzzle.design.boards import explain_each
    from satpuzzle.design.challenge import Booklet, Card, challenge
    from satpuzzle.design.divide import Division, divide
    from satpuzzle.design.explain import Explanation, explain
    from satpuzzle.design.hint import Hint, Possible, hint, possible
    from satpuzzle.design.hints import Hints, hints
    from satpuzzle.design.rate import Rating, rate
    from satpuzzle.design.sets import ChosenSet, choose
    from satpuzzle.design.unique import Uniqueness, unique
    from satpuzzle.engines import BACKENDS
    from satpuzzle.errors import BackendError, PuzzleError, SatpuzzleError
    from satpuzzle.measure.compare import Comparison, compare
    from satpuzzle.measure.forecast import Forecast, estimate
    from satpuzzle.motion.assembly import Assembly, assemble
    from satpuzzle.motion.rules import Rules
    from satpuzzle.pictures.paper import Picture
    from satpuzzle.pictures.sheet import draw
    from satpuzzle.proofs.forms import certify
    from satpuzzle.proofs.verdict import verify
    from satpuzzle.puzzle.editing import with_rules
    from satpuzzle.puzzle.formats.plain import from_dict, make_puzzle, to_dict
    from satpuzzle.puzzle.formats.writing import save
    from satpuzzle.puzzle.grids import GRIDS
    from satpuzzle.puzzle.library import load, loads, puzzles, sets
    from satpuzzle.puzzle.model import Counts, Piece, Puzzle
    from satpuzzle.puzzle.rules import Rule
    from satpuzzle.questions.best import Best, best
    from satpuzzle.questions.packings import Odds, Packings, diagram
    from satpuzzle.questions.smallest import Smallest, smallest
    from satpuzzle.search.run import Run
    from satpuzzle.solutions.solution import Solution, Solutions
    from satpuzzle.studio.view import View, view

display.pictures = lambda: import_module("satpuzzle.pictures.notebook")  # which imports what it draws
__all__ = [
    "BACKENDS",
    "GRIDS",
    "Animation",
    "Assembly",
    "BackendError",
    "Best",
    "Booklet",
    "Card",
    "ChosenSet",
    "Clock",
    "Coloured",
    "Comparison",
    "Counts",
    "Division",
    "ExactCover",
    "Explanation",
    "Forecast",
    "Formula",
    "Hint",
    "Hints",
    "Odds",
    "Packings",
    "Picture",
    "Piece",
    "Placements",
    "Possible",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Recipe",
    "Rule",
    "Rules",
    "Run",
    "SatpuzzleError",
    "Smallest",
    "Solution",
    "Solutions",
    "Status",
    "Symmetry",
    "Uniqueness",
    "View",
    "__version__",
    "animate",
    "assemble",
    "best",
    "certify",
    "challenge",
    "choose",
    "compare",
    "count",
    "cover_of",
    "diagram",
    "divide",
    "draw",
    "encode",
    "estimate",
    "explain",
    "explain_each",
    "from_dict",
    "hint",
    "hints",
    "load",
    "load_dlx",
    "load_recipe",
    "loads",
    "make_puzzle",
    "place",
    "possible",
    "puzzles",
    "rate",
    "save",
    "save_dlx",
    "sets",
    "smallest",
    "solve",
    "symmetry_of",
    "to_dict",
    "unique",
    "verify",
    "view",
    "with_rules",
]

if not TYPE_CHECKING:
    # Imported on first use, since the processes of solvers start often and need few of these modules.
    _NAMES = {
        "api": "count encode solve",
        "clock": "Clock Status",
        "engines": "BACKENDS",
        "measure.compare": "Comparison compare",
        "measure.forecast": "Forecast estimate",
        "cover.colours": "Coloured",
        "cover.dlx": "load_dlx save_dlx",
        "cover.exact_cover": "ExactCover",
        "cover.from_puzzle": "cover_of",
        "design.animate": "Animation animate",
        "design.boards": "explain_each",
        "design.challenge": "Booklet Card challenge",
        "design.divide": "Division divide",
        "design.explain": "Explanation explain",
        "design.hint": "Hint Possible hint possible",
        "design.hints": "Hints hints",
        "design.rate": "Rating rate",
        "design.sets": "ChosenSet choose",
        "design.unique": "Uniqueness unique",
        "proofs.forms": "certify",
        "proofs.verdict": "verify",
        "puzzle.editing": "with_rules",
        "puzzle.formats.plain": "from_dict make_puzzle to_dict",
        "puzzle.formats.writing": "save",
        "puzzle.grids": "GRIDS",
        "puzzle.library": "load loads puzzles sets",
        "motion.assembly": "Assembly assemble",
        "motion.rules": "Rules",
        "pictures": "Picture draw",
        "studio.view": "View view",
        "cover.placements": "Placements place",
        "puzzle.model": "Counts Piece Puzzle",
        "puzzle.rules": "Rule",
        "errors": "BackendError PuzzleError SatpuzzleError",
        "cnf.formula": "Formula",
        "cnf.recipe": "Recipe load_recipe",
        "questions.best": "Best best",
        "questions.packings": "Odds Packings diagram",
        "questions.smallest": "Smallest smallest",
        "search.run": "Run",
        "solutions.solution": "Solution Solutions",
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
        new = import_module("satpuzzle.keywords").near(name, __all__)
        raise AttributeError(f"module 'satpuzzle' has no attribute {name!r}{new}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
