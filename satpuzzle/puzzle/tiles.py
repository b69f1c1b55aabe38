r"""Tiles: pieces of one cell whose sides have colours, on flat grids.

The sides of a cell are listed clockwise as drawn on paper, beginning at 12 o'clock:

         0             5 / \ 0           +              0
      +-----+           +   +         2 / \ 0        +---+
    3 |     | 1       4 |   | 1        +---+        2 \ / 1
      +-----+           +   +            1             +
         2             3 \ / 2

      square          hexagonal      an upward and a downward triangle

A rotated tile is the image of its cell and the cells around it under a motion of the grid, so a tile that is given as
an upward triangle can lie on a downward one.

P. A. MacMahon, New Mathematical Pastimes, 1921; D. E. Knuth, The Art of Computer Programming 7.2.2.1.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids import Grid, Points

SAME = "same"  # instead of a colour: all sides on the border must have the same colour


@lru_cache(maxsize=64)
def ring(grid: Grid, kind: int) -> Points:
    """Return the vectors from a cell of a flat grid to its neighbours, (sides, 3), clockwise from 12 o'clock."""
    steps = grid.neighbours(kind)
    right, down, _ = (grid.centres(grid.kinds[kind] + steps) - grid.centres(grid.kinds[kind])).T
    around: Points = steps[np.argsort(np.arctan2(right, -down).round(6) % round(2 * np.pi, 6))]
    around.setflags(write=False)
    return around


def around(cells: Points, grid: Grid) -> NDArray[np.int64]:
    """Return the cells beyond the sides of each cell, (cells, sides, 3), clockwise from 12 o'clock."""
    steps = np.array([ring(grid, kind) for kind in range(len(grid.kinds))])
    found: NDArray[np.int64] = cells[:, None] + steps[grid.kind(cells)]
    return found


def turned(sides: str, grid: Grid, rotate: bool, turn_over: bool) -> list[list[str]]:
    """Return the orientations of a tile on a cell of each kind: its sides as words, each once, in sorted order."""
    cells = np.concatenate([grid.kinds[:1], around(grid.kinds[:1], grid)[0]])
    found: list[set[str]] = [set() for _ in grid.kinds]
    for image in grid.rotations(cells, turn_over) if rotate else [cells]:
        step = [tuple(beyond) for beyond in (image[1:] - image[0]).tolist()]
        kind = int(grid.kind(image[:1])[0])
        found[kind].add("".join(sides[step.index(tuple(beyond))] for beyond in ring(grid, kind).tolist()))
    return [sorted(ways) for ways in found]
