"""Geometry of pictures: what the grid says about cells in space.

Space is as drawings are read: columns go to the right, rows come towards the reader, layers go up; nearest cells of one
kind are at distance 1.
"""

import numpy as np

from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import Ball, Face, Places, Polyhedron

__all__ = ["Face", "Key", "Places", "faces", "keys", "neighbours", "places", "round_cells"]

Key = tuple[int, int, int]


def places(cells: Points, grid: Grid) -> Places:
    """Return where the centres of cells are."""
    return grid.centres(cells)


def neighbours(grid: Grid, kind: int = 0) -> Places:
    """Return the steps from a cell to those that it touches by a face, or as balls touch."""
    here = grid.kinds[kind]
    steps: Places = grid.centres(here + grid.neighbours(kind)) - grid.centres(here)
    return steps


def round_cells(grid: Grid) -> bool:
    """Tell whether cells are balls, which have no faces."""
    return isinstance(grid.bodies[0], Ball)


def faces(grid: Grid, kind: int = 0) -> tuple[Face, ...]:
    """Return the faces of a cell of a kind, none of a ball."""
    body = grid.bodies[kind]
    return body.faces if isinstance(body, Polyhedron) else ()


def keys(places: Places) -> list[Key]:
    """Return places as keys of dictionaries; places that differ by errors of rounding have the same key."""
    found: list[Key] = [*map(tuple, np.rint(places * 1e4).astype(np.int64).tolist())]
    return found
