"""Wide covers: puzzles with tens of thousands of placements, at which a single step of a search takes long."""

from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.model import Puzzle

_PRESENTS = ("***\n**.\n**.", "***\n**.\n.**", ".**\n***\n**.", "**.\n***\n**.", "***\n*..\n***", "***\n.*.\n***")


def presents(side: int, count: int) -> Puzzle:
    """Return a square of cells that may stay empty, and `count` copies of each of six heptominoes."""
    pieces = [{"name": str(number), "count": count, "cells": cells} for number, cells in enumerate(_PRESENTS)]
    return of_table({"lattice": "square", "board": "\n".join(["?" * side] * side), "pieces": pieces}, "presents")
