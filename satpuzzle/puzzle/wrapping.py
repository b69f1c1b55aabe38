"""Boards that wrap round: the right edge is joined to the left one, the last row to the first, or both.

Such a board is the surface of a cylinder or a torus: the cells of the grid modulo *periods*, multiples of the basis
vectors as long as the board's extent along them.  Each cell has one *representative* within the board's bounding box,
where it is listed and drawn; what leaves the box on one side enters it on the other.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import AXES

WRAPS = ("x", "y", "xy")  # along which axes of the grid's basis a board is joined to itself


@dataclass(frozen=True, eq=False)
class Wrapping:
    """Which cells of a grid are the same on a board that wraps round; the board lists one representative of each."""

    grid: Grid
    along: NDArray[np.int64]  # numbers of the basis vectors of the periods
    first: NDArray[np.int64]  # (basis vectors,): where the box begins, in steps
    sizes: NDArray[np.int64]  # (basis vectors,): its extent, in steps

    @classmethod
    def of(cls, board: Points, grid: Grid, wrap: str) -> "Wrapping":
        """Return the wrapping of a board on a flat grid; `wrap` names the axes along which it wraps: x, y or xy."""
        along = np.array([AXES.index(axis) for axis in wrap])
        steps = grid.steps(board)
        return cls(grid, along, steps.min(axis=0), np.ptp(steps, axis=0) + 1)

    @property
    def periods(self) -> Points:
        """Return the translations by one circumference along each axis that wraps, (axes, 3)."""
        return self.sizes[self.along, None] * self.grid.basis[self.along]

    def home(self, cells: Points) -> Points:
        """Return the representatives of cells, of shape (..., 3)."""
        steps = self.grid.steps(cells) - self.first
        turns = np.floor_divide(steps, self.sizes)[..., self.along]
        found: Points = cells - turns @ self.periods
        return found

    def vanishes(self, vectors: Points) -> NDArray[np.bool_]:
        """Tell which translations of the grid, of shape (..., 3), map each cell of the wrapped board to itself."""
        steps = self.grid.steps(vectors)
        whole = np.zeros_like(steps)
        whole[..., self.along] = steps[..., self.along] // self.sizes[self.along] * self.sizes[self.along]
        nothing: NDArray[np.bool_] = (steps == whole).all(axis=-1)
        return nothing
