"""Boards that wrap round, for checkers only: cells that differ by *periods* are the same cell.

A board that names axes goes round along a vector of the grid's basis after as many steps as it is long in this
direction; other boards list their periods.  One of them may be a glide (`gliding.py`); a translation by twice its
vector is a period, too.  A cell is called by the one of its equals that is on the board, if there is one.  The search
has `puzzle/wrapping.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from satpuzzle.proofs.check.gliding import Glide, glide_of
from satpuzzle.proofs.check.motions import Cell, cells_of, echelon, home, keeping_periods
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True)
class Wrapped:
    """The periods of a board; none if it does not wrap round."""

    grid: Grid
    lattice: list[tuple[int, Cell]]  # of the translations among the periods and their sums, as `echelon` returns it
    at: dict[Cell, Cell]  # the cell of the board that each place is called by
    glide: Glide | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell]) -> "Wrapped":
        """Return the periods of a puzzle's board.  Raises ProofError if a glide is none of the grid."""
        grid, glide, periods = puzzle.grid, None, list[Cell]()
        for said, flips in _joined(puzzle.wrap):
            x, y, z = vector = _period(grid, board, said)
            if flips:
                glide, vector = glide_of(grid, board, vector), (2 * x, 2 * y, 2 * z)
            periods.append(vector)
        lattice = echelon(periods)
        at = {home(cell, lattice): cell for cell in board}
        return cls(
            grid, lattice, at | ({home(glide.of(cell), lattice): cell for cell in board} if glide else {}), glide
        )

    @property
    def glided(self) -> Callable[[Cell], Cell] | None:
        """What the glide does to a cell, if there is one."""
        return None if self.glide is None else self.glide.of

    def home(self, cell: Cell) -> Cell:
        """Return the representative of a cell."""
        place = home(cell, self.lattice)
        if place in self.at or self.glide is None:
            return self.at.get(place, place)
        return min(place, home(self.glide.of(place), self.lattice))

    def kept(self, turns: list[Any]) -> list[Any]:
        """Return the turns that map the periods, and the glide but for its step, to periods."""
        return keeping_periods(turns, self.periods, self.glide and self.glide.matrix)

    @property
    def periods(self) -> list[Cell]:
        """The translations, in exact coordinates, that map each cell to itself."""
        ends = np.array([(0, 0, 0), *(vector for _, vector in self.lattice)])
        zero, *others = cells_of(self.grid.exact(ends))
        return [tuple(b - a for a, b in zip(zero, other, strict=True)) for other in others]


def _joined(wrap: Any) -> list[tuple[Any, bool]]:
    """Return the axes or periods of a board, each with whether it is a glide."""
    if not isinstance(wrap, str):
        return [((x, y), bool(flip)) for x, y, *flip in wrap]
    surface, _, axis = wrap.partition(" ")
    if surface == "moebius":
        return [(axis or "x", True)]
    if surface == "klein":
        return [("y", True), ("x", False)] if axis == "y" else [("x", True), ("y", False)]
    return [(each, False) for each in wrap]


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
