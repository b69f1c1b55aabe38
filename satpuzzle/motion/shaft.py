"""The inside of a box with one open side: the board, and what lies before it in the direction of the opening."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.lattice import Points
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.sweep import Direction


class Shaft:
    """Where cells can be in a box that is open in one direction."""

    def __init__(self, around: Surroundings) -> None:
        assert around.opening is not None
        self.out = np.array(around.opening)
        self.length = int(self.out @ self.out)
        self.floor: dict[bytes, int] = {}  # for each line in the direction of the opening: its lowest cell
        for line, height in self._located(around.board):
            self.floor[line] = min(height, self.floor.get(line, height))

    def _located(self, cells: Points) -> list[tuple[bytes, int]]:
        """Return the line on which each cell lies, and how far out."""
        height = (cells @ self.out) // self.length
        feet: NDArray[np.int64] = cells - height[:, None] * self.out
        return [(foot.tobytes(), h) for foot, h in zip(feet, height.tolist(), strict=True)]

    def contains(self, cells: Points) -> bool:
        """Tell whether all the cells are inside."""
        return all(line in self.floor and height >= self.floor[line] for line, height in self._located(cells))

    def free_steps(self, cells: Points, direction: Direction) -> int | None:
        """Return how many steps cells inside can make before they meet a wall; None is any number of steps."""
        step = np.array(direction)
        if (step == self.out).all():
            return None
        steps = 0
        while self.contains(cells + (steps + 1) * step):
            steps += 1
        return steps
