"""Geometry of pictures: positions and faces of cells in space, from the grid.

The axes are those of drawings: columns go to the right, rows towards the viewer, layers up.  The nearest cells of one
kind are at distance 1.
"""

import numpy as np

from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import Ball, Face, Places, Polyhedron

__all__ = ["Face", "Key", "Places", "faces", "keys", "neighbours", "places", "round_cells"]

Key = tuple[int, int, int]


def places(cells: Points, grid: Grid) -> Places:
    """Return the positions in space of the centres of cells, shape (n, 3)."""
    return grid.centres(cells)


def neighbours(grid: Grid, kind: int = 0) -> Places:
    """Return the vectors from a cell to the cells that share a face with it, or to the balls that touch it."""
    here = grid.kinds[kind]
    steps: Places = grid.centres(here + grid.neighbours(kind)) - grid.centres(here)
    return steps


def round_cells(grid: Grid) -> bool:
    """Return whether the cells are balls, which have no faces."""
    return isinstance(grid.bodies[0], Ball)


def faces(grid: Grid, kind: int = 0) -> tuple[Face, ...]:
    """Return the faces of a cell of this kind; a ball has none."""
    body = grid.bodies[kind]
    return body.faces if isinstance(body, Polyhedron) else ()


def keys(places: Places) -> list[Key]:
    """Return positions as dictionary keys; positions that differ only by rounding errors have the same key."""
    found: list[Key] = [*map(tuple, np.rint(places * 1e4).astype(np.int64).tolist())]
    return found
