"""The graph of a cover whose options cover two cells each: its perfect matchings are the solutions.

Under a group, vertices are orbits of cells, and edges orbits of options that do not overlap each other; the matchings
are the solutions that all its elements map to themselves.  Of a board with a mirror line one half remains.  An option
across the line covers one vertex, and there may be any number of them.  Each leads to a triangle of a chain along the
line.  An odd number of a triangle's vertices is matched with others, so each set of these options is completed in one
way, if its size is even without z, and odd with it:

    --o-----o-----o--     the half of the board
      |     |     |       options across the line
      d     d     d
     / \\   / \\   / \\
    l---r-l---r-l---r-z   z if the number of vertices is odd without it
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.errors import MethodError

Numbers = NDArray[np.int64]
Places = NDArray[np.float64]

_TRIANGLE = [(0, 180), (-45, 135), (45, 225), (90, 270), (90, 270)]
# Directions of edges at both ends, in degrees: of the option, which comes from the west, towards d, of dl, dr, lr, and
# of r towards the next l.
_DECIMALS = 6  # of places and directions: a sum that is 0 need not be exactly


class Graph(NamedTuple):
    """A graph, drawn by the directions in which edges leave their ends; vertices with near numbers are near."""

    vertices: int
    ends: Numbers  # (edges, 2)
    directions: Places  # (edges, 2): degrees


def graph_of(cover: ExactCover, centres: Places, under: Group, clock: Clock) -> Graph:
    """Return the graph of a cover whose first items are cells with these centres, (cells, 2), under a group.

    Raises MethodError if an option does not cover two cells, and Stopped.
    """
    cells, edge = under[0][:, : len(centres)], under[1].min(axis=0)
    covering, cell = pairs_of(cover, len(centres), clock)
    chosen = _half(cells, centres)
    vertex = (np.cumsum(chosen) - 1)[np.where(chosen[cells], cells, -1).max(axis=0)]
    edge = edge[covering]
    clock.check()
    # Options of an orbit overlap if two of them cover the same cell.
    _, which, many = np.unique(edge * len(centres) + cell, return_inverse=True, return_counts=True)
    overlapping = np.isin(edge, edge[many[which] > 1])
    # Darts are ends of edges at chosen cells: two of an edge, one of an edge across the line.
    darts = np.flatnonzero(chosen[cell] & ~overlapping)
    darts = darts[np.argsort(edge[darts], kind="stable")]
    to = centres[cell.reshape(-1, 2)[:, ::-1].reshape(-1)[darts]] - centres[cell[darts]]
    directions = np.degrees(np.arctan2(to[:, 1], to[:, 0]))
    _, first, many = np.unique(edge[darts], return_index=True, return_counts=True)
    both = first[many == 2][:, None] + [0, 1]
    ends, angles, places = vertex[cell[darts]][both], directions[both], centres[chosen]
    if len(line := first[many == 1]):
        along = places[vertex[cell[darts]][line]] @ np.array([-to[line[0], 1], to[line[0], 0]])
        line = line[np.argsort(np.round(along, _DECIMALS), kind="stable")]
        begin = vertex[cell[darts]][line]
        more, at = _chain(begin, directions[line], len(places))
        ends, angles = np.concatenate([ends, more]), np.concatenate([angles, at])
        last = places[begin[-1:]] if ends.max() == len(places) + 3 * len(line) else places[:0]
        places = np.concatenate([places, places[begin].repeat(3, axis=0), last])
    places = np.round(places, _DECIMALS)
    order = np.lexsort(places.T[np.argsort(np.ptp(places, axis=0))])
    return Graph(len(places), np.argsort(order)[ends], np.round(angles, _DECIMALS) % 360)


def pairs_of(cover: ExactCover, cells: int, clock: Clock) -> tuple[Numbers, Numbers]:
    """Return each option twice, and the two cells that it covers; raises MethodError if these are not two."""
    covering, cell = cover.entries(clock)
    covering, cell = covering[cell < cells], cell[cell < cells]
    if (bincount(covering, minlength=len(cover.rows)) != 2).any():
        raise MethodError("an option does not cover two cells")
    return covering, cell


def _half(cells: Numbers, centres: Places) -> NDArray[np.bool_]:
    """Choose a cell of each orbit, for a reflection those on one side of its line; tell for each cell whether it is."""
    across = centres[cells[0]] - centres
    side = np.round(centres @ across[across.any(axis=1).argmax()], _DECIMALS)
    orbit = cells.min(axis=0)
    order = np.lexsort([side, orbit])
    chosen = np.zeros(len(centres), np.bool_)
    chosen[order[np.unique(orbit[order], return_index=True)[1]]] = True
    return chosen


def _chain(begin: Numbers, directions: NDArray[np.float64], vertices: int) -> tuple[Numbers, Places]:
    """Return the ends of the edges of a chain of triangles, and their directions.

    `begin` has the vertices of the options across the line, along it, and `directions` those of these options.  The new
    vertices have the numbers from `vertices` on, three for each triangle.
    """
    d = vertices + 3 * np.arange(len(begin))
    ends = [(begin, d), (d, d + 1), (d, d + 2), (d + 1, d + 2), (d + 2, d + 4)]
    angles = np.broadcast_to(np.array(_TRIANGLE, np.float64)[:, None], (5, len(begin), 2)).copy()
    angles[0, :, 0] = directions
    found, at = np.array(ends).transpose(0, 2, 1).reshape(-1, 2), angles.reshape(-1, 2)
    odd = (vertices + len(d)) % 2
    found[-1, 1] = d[-1] + 3  # the vertex at the end
    return found[: len(found) - 1 + odd], at[: len(found) - 1 + odd]
