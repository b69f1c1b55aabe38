"""Wide covers: puzzles with tens of thousands of placements, at which a single step of a search takes long."""

from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.model import Puzzle

_PRESENTS = ("***\n**.\n**.", "***\n**.\n.**", ".**\n***\n**.", "**.\n***\n**.", "***\n*..\n***", "***\n.*.\n***")


def presents(side: int, count: int) -> Puzzle:
    """Return a square of cells that may stay empty, and `count` copies of each of six heptominoes."""
    pieces = [{"name": str(number), "count": count, "cells": cells} for number, cells in enumerate(_PRESENTS)]
    return of_table({"lattice": "square", "board": "\n".join(["?" * side] * side), "pieces": pieces}, "presents")


def tiles(side: int, **rules: object) -> Puzzle:
    """Return a square of tiles whose sides all have the same colour, five of them; each may lie anywhere."""
    content = {"lattice": "square", "box": [side, side], "mirror": False}
    return of_table(
        {**content, "tiles": " ".join(f"{4 * letter}*{side * side}" for letter in "ABCDE"), **rules}, "tiles"
    )


def apart(side: int) -> Puzzle:
    """Return a square of cells and dominoes that must not touch each other or longer bars."""
    pieces = [{"name": "D", "cells": "**", "count": side}, {"name": "E", "cells": "***", "min": 0, "max": side**2}]
    content = {"lattice": "square", "box": [side, side], "apart": [["D"], ["E", "D"]], "pieces": pieces}
    return of_table(content, "apart")
