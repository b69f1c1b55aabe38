"""Lattices: where cells can be.

A lattice is data.  `basis` are the steps that a drawing takes for one column, one row and one
layer; the cells are the integer points that these steps reach.  `group` is the point group, the
isometries that fix the origin and carry cells to cells, as integer matrices acting on columns.
`balls` says that a cell looks the same from every side, so that a piece may also be turned by an
isometry outside the point group if its cells land on cells again: three spheres
in a bent row can turn by 60 degrees in their plane, which is no symmetry of the face-centred cubic packing.

A lattice of two basis vectors is flat.  Turning a piece over is then a rotation of space that maps
the plane to itself, and a piece that must keep its face up is restricted to the rotations about z.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.int64]  # shape (n, 3)


def _signed_permutations() -> NDArray[np.int64]:
    """Return the full octahedral group: 3! orders of the axes times 2^3 signs, 48 matrices."""
    identity = np.eye(3, dtype=np.int64)
    return np.array(
        [
            np.diag(signs) @ identity[list(order)]
            for order in permutations(range(3))
            for signs in product((1, -1), repeat=3)
        ]
    )


@dataclass(frozen=True, eq=False)
class Lattice:
    """A set of cells and its point group; see the module's docstring."""

    name: str
    basis: NDArray[np.int64]  # (2 or 3, 3)
    group: NDArray[np.int64]  # (order, 3, 3)
    balls: bool = False

    @property
    def flat(self) -> bool:
        """Whether all cells lie in the plane z = 0."""
        return len(self.basis) == 2

    def coordinates(self, points: Points) -> NDArray[np.int64]:
        """Return column, row (and layer) of each point, rounded where a point is not a cell."""
        return np.rint(points @ self._inverse).astype(np.int64)

    @cached_property
    def _inverse(self) -> NDArray[np.float64]:
        return np.linalg.pinv(self.basis)

    def contains(self, points: Points) -> NDArray[np.bool_]:
        """Tell which points are cells."""
        inside: NDArray[np.bool_] = (self.coordinates(points) @ self.basis == points).all(axis=-1)
        return inside

    def motions(self, turn_over: bool) -> NDArray[np.int64]:
        """Return the rotations of the point group; on a flat lattice only those about z unless `turn_over`."""
        allowed = np.rint(np.linalg.det(self.group)) > 0
        if self.flat and not turn_over:
            allowed &= self.group[:, 2, 2] > 0
        motions: NDArray[np.int64] = self.group[allowed]
        return motions


_OCTAHEDRAL = _signed_permutations()
_UNIT = np.eye(3, dtype=np.int64)

SQUARE = Lattice("square", _UNIT[:2], _OCTAHEDRAL[abs(_OCTAHEDRAL[:, 2, 2]) == 1])
CUBIC = Lattice("cubic", _UNIT, _OCTAHEDRAL)
# Sphere (column i, row j) of layer k lies at (i + j + k, i - j, k), in the hollow of four spheres below.
FCC = Lattice("fcc", np.array([(1, 1, 0), (1, -1, 0), (1, 0, 1)]), _OCTAHEDRAL, balls=True)

LATTICES = {lattice.name: lattice for lattice in (SQUARE, CUBIC, FCC)}
