"""Which side of a board is up, as docs/rules.md defines it: a translation of the grid that symmetries keep."""

from math import gcd

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import Up
from satpuzzle.puzzle.grids import Grid

AXES = {
    sign + axis: tuple((-1 if sign else 1) * (axis == other) for other in "xyz") for axis in "xyz" for sign in ("", "-")
}
FARTHEST = 1000  # the largest coordinate of a vector
_MOST = 12  # how many times a vector is taken until it is a translation


def usual(grid: Grid) -> str:
    """Return which side is up if a rule speaks of it and a puzzle does not: the top, or the first row of a drawing."""
    return "-y" if grid.two_sided else "z"


def upward(grid: Grid, said: str | tuple[int, ...]) -> Up:
    """Return the translation that leads the way a puzzle says, None if there is none; raises PuzzleError for no way."""
    way = AXES.get(said or usual(grid)) if isinstance(said, str) else said
    if way is None or len(way) != 3 or not any(way) or max(map(abs, way)) > FARTHEST:
        raise PuzzleError(
            f"up is {said!r}, allowed are {', '.join(AXES)} and three whole numbers from -{FARTHEST} to {FARTHEST}"
        )
    x, y, z = (number // gcd(*way) for number in way)
    for times in range(1, _MOST + 1):
        found = (times * x, times * y, times * z)
        if grid.translates(np.array(found)):
            return found
    return None


def rests(grid: Grid, up: Up) -> bool:
    """Tell whether each cell of the grid has a side in common with the cell above it."""
    return all((grid.neighbours(kind) == up).all(axis=1).any() for kind in range(len(grid.kinds)))
