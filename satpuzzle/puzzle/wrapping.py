"""Boards that wrap round: cells that differ by a *period*, or by a sum of several, are the same cell.

Such a board is the surface of a cylinder or a torus: a quotient of the grid by the lattice of its periods.  A puzzle
names axes, `x`, `y` or `xy`: then the periods are multiples of the basis vectors as long as the board's extent along
them.  Or it lists one or two periods, translations of the grid:

    * * * * * * a        wrap = [[6, 0], [2, 2]]: a cell is the same as the one six places to its right, and as the
    * * * * * *          one two rows below and two places to the right
        a

Each cell has one *representative*, which is a cell of the board where there is one.  A board that does not wrap round
has no periods, and each cell is its own representative; so no other room needs to ask.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import AXES
from satpuzzle.puzzle.tiles import around

WRAPS = ("x", "y", "xy")  # along which axes of the grid's basis a board is joined to itself
Periods = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Wrapping:
    """Which cells of a grid are the same on a board that wraps round; the board lists one representative of each."""

    grid: Grid
    board: Points
    periods: Points  # (0, 1 or 2, 3)
    wrap: str | Periods

    @classmethod
    def of(cls, board: Points, grid: Grid, wrap: str | Periods) -> "Wrapping":
        """Return the wrapping of a board; `wrap` names the axes along which it wraps, or has periods, or is "".

        Raises PuzzleError for other values and grids that are not flat, for periods that are no translations of the
        grid or that do not differ in direction, and if two cells of the board are the same cell.
        """
        if not wrap:
            return cls(grid, board, np.zeros((0, 3), np.int64), wrap)
        if isinstance(wrap, str) and wrap not in WRAPS:
            raise PuzzleError(f"wrap is {wrap!r}, allowed are {', '.join(WRAPS)}, and one or two periods")
        if not grid.two_sided:
            raise PuzzleError(f"wrap is for boards on flat grids, such as square, and not on the grid {grid.name}")
        if isinstance(wrap, str):
            along = [AXES.index(axis) for axis in wrap]
            periods = (np.ptp(grid.steps(board), axis=0) + 1)[along, None] * grid.basis[along]
        else:
            periods = np.array([(x, y, 0) for x, y in wrap], np.int64)
        found = cls(grid, board, periods, wrap)
        found._check()
        return found

    @property
    def round(self) -> bool:
        """Whether the board wraps round at all."""
        return len(self.periods) > 0

    def _check(self) -> None:
        if not self.grid.translates(self.periods).all() or np.linalg.matrix_rank(self.periods) < len(self.periods):
            raise PuzzleError(
                f"wrap is {self.periods[:, :2].tolist()}, allowed are one or two translations of the grid"
                f" {self.grid.name} in different directions"
            )
        places = self._reduced(self.board)
        _, first, many = np.unique(places, axis=0, return_index=True, return_counts=True)
        if (many > 1).any():
            same = self.board[(places == places[first[many.argmax()]]).all(axis=1)][:2].tolist()
            raise PuzzleError(f"wrap: {same[0]} and {same[1]} of the board are the same cell")

    @cached_property
    def _lattice(self) -> list[tuple[int, NDArray[np.int64]]]:
        """A basis of the periods in steps, as pairs (axis, vector): the second vector is 0 on the axis of the first."""
        left, found = list(self.grid.steps(self.periods)), []
        for axis in range(2):
            while len(some := [vector for vector in left if vector[axis]]) > 1:
                least = min(some, key=lambda vector: abs(vector[axis]))
                left = [each if each is least else each - each[axis] // least[axis] * least for each in left]
            found += [(axis, vector) for vector in some]
            left = [vector for vector in left if not vector[axis]]
        return found

    def _reduced(self, cells: Points) -> Points:
        """Return for each cell one that differs by periods, the same one for all of these, of shape (..., 3)."""
        steps = self.grid.steps(cells)
        within = steps.copy()
        for axis, vector in self._lattice:
            within -= np.floor_divide(within[..., axis], vector[axis])[..., None] * vector
        found: Points = cells + (within - steps) @ self.grid.basis
        return found

    @cached_property
    def _representatives(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The codes of the board's cells, reduced, in ascending order, and the number of the cell of each."""
        codes = self._coded(self._reduced(self.board))
        order = np.argsort(codes)
        return codes[order], order

    @staticmethod
    def _coded(cells: Points) -> NDArray[np.int64]:
        codes: NDArray[np.int64] = (cells[..., 0] << 42) + (cells[..., 1] << 21) + cells[..., 2]
        return codes

    def home(self, cells: Points) -> Points:
        """Return the representatives of cells, of shape (..., 3)."""
        if not self.round:
            return cells
        reduced = self._reduced(cells)
        codes, order = self._representatives
        wanted = self._coded(reduced)
        index = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
        found: Points = np.where((codes[index] == wanted)[..., None], self.board[order[index]], reduced)
        return found

    def vanishes(self, vectors: Points) -> NDArray[np.bool_]:
        """Tell which translations of the grid, of shape (..., 3), map each cell of the wrapped board to itself."""
        nothing: NDArray[np.bool_] = (self._reduced(vectors) == 0).all(axis=-1)
        return nothing

    def crossings(self, cells: Points) -> tuple[Points, Points]:
        """Return the sides at which these cells continue beyond an edge of the board: the cells on both sides of each.

        The second cell is not the representative that it stands for.  Both arrays have the shape (sides, 3).
        """
        beyond = around(cells, self.grid) if self.round else np.zeros((len(cells), 0, 3), np.int64)
        here, home = np.broadcast_to(cells[:, None], beyond.shape), self.home(beyond)
        own = set(map(tuple, cells.tolist()))
        met = np.array([[tuple(cell) in own for cell in row] for row in home.tolist()], np.bool_)
        crossing = (home != beyond).any(axis=2) & met.reshape(home.shape[:2])
        return here[crossing], beyond[crossing]

    @property
    def written(self) -> str | list[list[int]]:
        """The axes or the periods as files have them."""
        return self.wrap if isinstance(self.wrap, str) else [list(period) for period in self.wrap]

    @property
    def said(self) -> str:
        """How the board is joined, as the end of a sentence: `, joined along x`; "" if it does not wrap round."""
        by = "along" if isinstance(self.wrap, str) else "by"
        ends = self.wrap if isinstance(self.wrap, str) else [f"({x}, {y})" for x, y in self.wrap]
        return f", joined {by} {' and '.join(ends)}" * self.round
