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

from satpuzzle.backends import BACKENDS, BackendError, Limits, Search, Status
from satpuzzle.comparison import Comparison, compare
from satpuzzle.cover import ExactCover
from satpuzzle.library import load
from satpuzzle.motion import Assembly, Rules, assembly
from satpuzzle.picture import Picture, View, draw, view
from satpuzzle.placements import Placements, place
from satpuzzle.puzzle import Counts, Piece, Puzzle, PuzzleError
from satpuzzle.recipe import Recipe, load_recipe
from satpuzzle.run import Run, count, solve
from satpuzzle.solution import Solution
from satpuzzle.symmetry import Symmetry, symmetry_of

__version__ = "0.1.0"
__all__ = [
    "BACKENDS",
    "Assembly",
    "BackendError",
    "Comparison",
    "Counts",
    "ExactCover",
    "Limits",
    "Picture",
    "Piece",
    "Placements",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "Rules",
    "Run",
    "Search",
    "Solution",
    "Status",
    "Symmetry",
    "View",
    "assembly",
    "compare",
    "count",
    "draw",
    "load",
    "load_recipe",
    "place",
    "solve",
    "symmetry_of",
    "view",
]
