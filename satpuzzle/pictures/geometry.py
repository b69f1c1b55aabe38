"""Geometry of pictures: where cells are in space, and which faces they have.

Space is as drawings are read: columns go to the right, rows come towards the reader, layers go up.  Lengths are
measured in the metric that the lattice's point group leaves unchanged, with nearest neighbours at distance 1.  A cell
is the set of points nearer to its own centre than to any other (its Voronoi cell), a cell of a flat lattice is a slab
with that outline.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.lattice import Lattice, Points

Places = NDArray[np.float64]  # (n, 3): right, near, up
Key = tuple[int, int, int]

_THICKNESS = 0.5  # of a slab
_CLOSE = 1e-6


def _metric(lattice: Lattice) -> NDArray[np.float64]:
    """Return the inner products of the basis vectors, scaled so that the shortest has length 1."""
    invariant = np.einsum("gij,gik->jk", lattice.group, lattice.group)
    products = lattice.basis @ invariant @ lattice.basis.T
    scaled: NDArray[np.float64] = products / products.diagonal().min()
    return scaled


def places(cells: Points, lattice: Lattice) -> Places:
    """Return where the centres of cells, or the ends of lattice vectors, are."""
    axes = np.linalg.cholesky(_metric(lattice))
    found: Places = np.zeros((len(cells), 3))
    found[:, : len(axes)] = cells @ np.linalg.pinv(lattice.basis) @ axes
    return found


@cache
def neighbours(lattice: Lattice) -> Places:
    """Return the steps to the nearest cells."""
    steps = np.array([*product((-1, 0, 1), repeat=len(lattice.basis))]) @ lattice.basis
    found = places(steps, lattice)
    nearest: Places = found[abs(np.linalg.norm(found, axis=1) - 1) < _CLOSE]
    return nearest


@dataclass(frozen=True)
class Face:
    """A face of a cell: the step to the cell behind it, and its corners in turn, relative to the cell's centre."""

    step: Places  # (3,)
    corners: Places  # (corners, 3)


@cache
def faces(lattice: Lattice) -> tuple[Face, ...]:
    """Return the faces of a cell of a lattice without balls."""
    steps = neighbours(lattice)
    if lattice.flat:
        steps = np.concatenate([steps, [(0, 0, _THICKNESS), (0, 0, -_THICKNESS)]])
    reach = (steps**2).sum(axis=1) / 2  # a point p is on the plane halfway to a neighbour s if p . s = s . s / 2
    corners = []
    for three in map(list, combinations(range(len(steps)), 3)):
        if abs(np.linalg.det(steps[three])) > _CLOSE:
            corner = np.linalg.solve(steps[three], reach[three])
            if (steps @ corner <= reach + _CLOSE).all():
                corners.append(corner)
    points = np.unique(np.round(corners, 9), axis=0)
    return tuple(
        Face(step, _in_turn(points[abs(points @ step - half) < _CLOSE], step))
        for step, half in zip(steps, reach, strict=True)
    )


def _in_turn(corners: Places, normal: Places) -> Places:
    """Sort the corners of a face around its centre."""
    spokes = corners - corners.mean(axis=0)
    across = np.cross(normal, spokes[0])
    turned: Places = corners[np.argsort(np.arctan2(spokes @ across, spokes @ spokes[0] * np.linalg.norm(normal)))]
    return turned


def keys(places: Places) -> list[Key]:
    """Return places as keys of dictionaries; places that differ by errors of rounding have the same key."""
    found: list[Key] = [*map(tuple, np.rint(places * 1e4).astype(np.int64).tolist())]
    return found
