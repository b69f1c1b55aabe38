"""Odds: the board once for each piece, each cell the darker the more packings have the piece there."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import panel
from satpuzzle.pictures.geometry import places
from satpuzzle.pictures.markup import allowed
from satpuzzle.pictures.overview import MOST_CELLS
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import captioned, grid, squarest, written
from satpuzzle.pictures.printed import Picture
from satpuzzle.pictures.scene import Board, Copy, Scene
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette

_NEVER, _FADED = "#ffffff", 1.9  # the colour of cells that a piece never covers; how light a colour becomes at most


def draw_odds(puzzle: Puzzle, cells: NDArray[Any], total: int) -> Picture:
    """Draw for each piece how many packings have it on each cell, `cells` (pieces, cells), of `total` packings.

    Raises PuzzleError if there are too many cells for a picture.
    """
    if cells.size > MOST_CELLS:
        raise PuzzleError(f"{puzzle.name}: {cells.size} cells are too many for a picture, at most {MOST_CELLS}")
    shares = (cells / total).astype(float)
    panels = [_panel(puzzle, number, row) for number, row in enumerate(shares)]
    return written(grid(panels, squarest(panels)), f"{puzzle.title or puzzle.name}: {total} packings")


def _panel(puzzle: Puzzle, number: int, shares: NDArray[np.float64]) -> Panel:
    """Return the board with the shares of packings that have one piece on each cell."""
    board = Board(puzzle.board, places(puzzle.board, puzzle.grid), puzzle.grid, puzzle.wrapping)
    colour, most = palette.colour(number), float(shares.max(initial=0)) or 1.0
    copies = tuple(
        Copy(cell, _percent(share), "", _shade(colour, share / most)) for cell, share in enumerate(shares.tolist())
    )
    figures = tuple(board.figure(np.array([cell]), copy) for cell, copy in enumerate(copies))
    scene = Scene(puzzle.name, copies, figures, (), board, tuple(np.array([cell]) for cell in range(len(copies))))
    return captioned(panel.layers(replace(scene, ruled=True)), allowed(puzzle.pieces[number].name))


def _percent(share: float) -> str:
    """Return a share as a number of per cent."""
    return f"{100 * share:.0f}" if share >= 0.005 else "<1" if share else ""


def _shade(colour: str, share: float) -> str:
    return palette.shaded(colour, _FADED - (_FADED - 1) * share) if share else _NEVER
