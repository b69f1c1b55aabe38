"""Boards that wrap round, for checkers only: cells that differ by a *period* are the same cell.

A board goes round along a vector of the grid's basis after as many steps as it is long in this direction.  A cell is
called by the one of its equals that lies within this length.  The search has `puzzle/wrapping.py`.
"""

from dataclasses import dataclass

import numpy as np

from satpuzzle.proofs.motions import Cell, cells_of
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True)
class Wrapped:
    """The basis vectors along which a board wraps round; none if it does not wrap round."""

    grid: Grid
    along: tuple[tuple[int, int, int], ...]  # the number of a basis vector, its first step, and how many steps

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell]) -> "Wrapped":
        """Return the basis vectors along which a puzzle's board wraps round."""
        found = []
        for axis in map("xy".index, puzzle.wrap):
            steps = [_steps(puzzle.grid, cell)[axis] for cell in board]
            found.append((axis, min(steps), max(steps) - min(steps) + 1))
        return cls(puzzle.grid, tuple(found))

    def home(self, cell: Cell) -> Cell:
        """Return the representative of a cell: the same cell within the length of the board."""
        for axis, first, size in self.along:
            turns = (_steps(self.grid, cell)[axis] - first) // size
            x, y, z = self.grid.basis[axis].tolist()
            cell = (cell[0] - turns * size * x, cell[1] - turns * size * y, cell[2] - turns * size * z)
        return cell

    @property
    def periods(self) -> list[Cell]:
        """The translations, in exact coordinates, that map each cell to itself."""
        ends = np.array([(0, 0, 0), *(size * self.grid.basis[axis] for axis, _, size in self.along)])
        zero, *others = cells_of(self.grid.exact(ends))
        return [tuple(b - a for a, b in zip(zero, other, strict=True)) for other in others]


def _steps(grid: Grid, cell: Cell) -> tuple[int, int]:
    """Return the coefficients of a cell of a flat grid in the basis, rounded down."""
    (a, b, _), (c, d, _) = grid.basis.tolist()
    whole = a * d - b * c
    return (cell[0] * d - cell[1] * c) // whole, (cell[1] * a - cell[0] * b) // whole
