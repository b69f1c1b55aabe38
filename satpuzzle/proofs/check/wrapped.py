"""Boards that wrap round, for checkers only: cells that differ by *periods* are the same cell.

A board that names axes goes round along a vector of the grid's basis after as many steps as it is long in this
direction; other boards list their periods.  A cell is called by the one of its equals that is on the board, if there is
one.  The search has `puzzle/wrapping.py`.
"""

from dataclasses import dataclass

import numpy as np

from satpuzzle.proofs.check.motions import Cell, cells_of, echelon, home
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True)
class Wrapped:
    """The periods of a board; none if it does not wrap round."""

    grid: Grid
    lattice: list[tuple[int, Cell]]  # of the periods, as `echelon` returns it
    at: dict[Cell, Cell]  # the cell of the board that each place is called by

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell]) -> "Wrapped":
        """Return the periods of a puzzle's board."""
        lattice = echelon([_period(puzzle.grid, board, said) for said in puzzle.wrap])
        return cls(puzzle.grid, lattice, {home(cell, lattice): cell for cell in board})

    def home(self, cell: Cell) -> Cell:
        """Return the representative of a cell."""
        place = home(cell, self.lattice)
        return self.at.get(place, place)

    @property
    def periods(self) -> list[Cell]:
        """The translations, in exact coordinates, that map each cell to itself."""
        ends = np.array([(0, 0, 0), *(vector for _, vector in self.lattice)])
        zero, *others = cells_of(self.grid.exact(ends))
        return [tuple(b - a for a, b in zip(zero, other, strict=True)) for other in others]


def _period(grid: Grid, board: list[Cell], said: str | tuple[int, int]) -> Cell:
    """Return a period, which is listed, or as long as the board is along an axis."""
    if not isinstance(said, str):
        return *said, 0
    axis = "xy".index(said)
    steps = [_steps(grid, cell)[axis] for cell in board]
    size = max(steps) - min(steps) + 1
    x, y, z = grid.basis[axis].tolist()
    return size * x, size * y, size * z


def _steps(grid: Grid, cell: Cell) -> tuple[int, int]:
    """Return the coefficients of a cell of a flat grid in the basis, rounded down."""
    (a, b, _), (c, d, _) = grid.basis.tolist()
    whole = a * d - b * c
    return (cell[0] * d - cell[1] * c) // whole, (cell[1] * a - cell[0] * b) // whole
