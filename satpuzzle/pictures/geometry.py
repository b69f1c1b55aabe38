"""Geometry of pictures: where cells are in space, and which faces they have.

Space is as drawings are read: columns go to the right, rows come towards the reader, layers go up.  Lengths are
measured in the metric that the lattice's point group leaves unchanged, with nearest neighbours at distance 1.  A cell
is the set of points nearer to its own centre than to any other (its Voronoi cell), a cell of a flat lattice is a slab
with that outline.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.lattice import Lattice, Points

Places = NDArray[np.float64]  # (n, 3): right, near, up

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


Key = tuple[float, ...]


def key(place: Places) -> Key:
    """Return a place as a key of dictionaries."""
    return tuple((np.round(place, 4) + 0.0).tolist())


@dataclass(frozen=True)
class Facet:
    """A face of a piece's surface: the cell it belongs to, which face, its corners, and which edges are lines."""

    cell: int
    face: Face
    corners: Places  # (corners, 3)
    drawn: tuple[bool, ...]  # whether the edge from corner i to the next one is a line of the surface


def surface(cells: Places, lattice: Lattice, occupied: Iterable[Key]) -> list[Facet]:
    """Return the surface of a piece: the faces of its cells that have no occupied cell behind them.

    An edge where two of these faces go on in one plane is no line.
    """
    behind = set(occupied)
    found = [
        (number, face, cell + face.corners)
        for number, cell in enumerate(cells)
        for face in faces(lattice)
        if key(cell + face.step) not in behind
    ]
    edges = [
        [(frozenset((key(a), key(b))), key(face.step)) for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
        for _, face, corners in found
    ]
    meeting = Counter(edge for outline in edges for edge in outline)
    return [
        Facet(number, face, corners, tuple(meeting[edge] == 1 for edge in outline))
        for (number, face, corners), outline in zip(found, edges, strict=True)
    ]
