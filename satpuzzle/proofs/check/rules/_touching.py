"""Cells that share a face, for checkers only: the search has `puzzle/cells.py`."""

from collections.abc import Iterator

import numpy as np

from satpuzzle.proofs.check.motions import Cell, beyond
from satpuzzle.puzzle.grids import Grid

_CLOSE = {"fcc": 2, "rhombic": 8}  # the squared distance in exact coordinates up to which cells touch each other
_UNKNOWN = ("tetra-octa",)  # there, cells that do not share a face may be as close as those that do


def knows_contacts(grid: Grid) -> bool:
    """Tell whether this module can find out which cells of the grid share a face."""
    return grid.cells_of not in _UNKNOWN


def touching(grid: Grid, board: list[Cell]) -> Iterator[tuple[Cell, list[Cell]]]:
    """Yield each cell of a board with the cells that share a face with it.

    On some grids only neighbours on the board are listed, on others all of them.
    """
    if (close := _CLOSE.get(grid.cells_of)) is None:
        for cell in board:
            yield cell, beyond(grid, cell)
        return
    exact = grid.exact(np.array(board))
    for cell, place in zip(board, exact, strict=True):
        near = ((exact - place) ** 2).sum(axis=1) <= close
        yield cell, [board[other] for other in np.flatnonzero(near).tolist()]
