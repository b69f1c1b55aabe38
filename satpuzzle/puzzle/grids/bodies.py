"""Bodies: what a cell is in space, a convex polyhedron or a ball, and whether two of them get into each other's way.

Space is as drawings are read: columns go to the right, rows come towards the reader, layers go up.

Whether a polyhedron on its way meets another is decided by separating axes: two convex polyhedra have no inner point in
common exactly if they lie on two sides of a plane whose normal is the cross product of two of their edges.  What a
polyhedron sweeps is again one, with the way among its edges.  A ball meets another if the centre of that lies nearer to
its way than the sum of their radii.  Touching is allowed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]  # (n, 3): right, near, up

CLOSE = 1e-6


@dataclass(frozen=True, eq=False)
class Face:
    """A face of a cell: what lies behind it, and its corners in turn, relative to the cell's centre."""

    step: Places  # (3,): the way straight through the face, to the centre of the cell behind it if there is one
    corners: Places  # (corners, 3)
    behind: tuple[int, ...] | None = None  # the same in coordinates of cells; None where no cell can be


class Body(Protocol):
    """What a cell is in space, around its centre."""

    @property
    def reach(self) -> float:
        """Return how far the body reaches from its centre."""

    def meets(self, other: "Body", apart: Places, way: Places) -> NDArray[np.bool_]:
        """Tell whether the body meets others while it moves along `way`, (3,), without being turned.

        They are of one kind and stand with their centres `apart`, (n, 3), from where this one starts.
        """

    def overlaps(self, other: "Body", apart: Places) -> bool:
        """Tell whether the body and another, `apart`, (3,), have inner points in common: by other means than `meets`.

        It may look at some points only, and so miss what overlaps by less than a fiftieth of a cell.
        """


@dataclass(frozen=True)
class Ball:
    """A ball."""

    radius: float

    @property
    def reach(self) -> float:
        """Return the radius."""
        return self.radius

    def meets(self, other: Body, apart: Places, way: Places) -> NDArray[np.bool_]:
        """Tell whether the ball comes too near to others; see `Body`."""
        foot = np.clip(apart @ way / (way @ way), 0, 1)[:, None] * way
        met: NDArray[np.bool_] = np.linalg.norm(apart - foot, axis=1) < self.radius + other.reach - CLOSE
        return met

    def overlaps(self, other: Body, apart: Places) -> bool:
        """Tell whether the ball overlaps another; see `Body`."""
        return bool(np.linalg.norm(apart) < self.radius + other.reach - CLOSE)


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A convex polyhedron."""

    faces: tuple[Face, ...]

    @cached_property
    def corners(self) -> Places:
        """Return all corners, each once."""
        corners: Places = np.unique(np.concatenate([face.corners for face in self.faces]).round(9), axis=0)
        return corners

    @cached_property
    def reach(self) -> float:
        """Return the distance of the farthest corner from the centre."""
        return float(np.linalg.norm(self.corners, axis=1).max())

    def meets(self, other: Body, apart: Places, way: Places) -> NDArray[np.bool_]:
        """Tell whether the polyhedron meets others, by separating axes; see `Body`."""
        assert isinstance(other, Polyhedron)
        axes = np.array([np.cross(a, b) for a, b in combinations([way, *self._edges, *other._edges], 2)])
        lengths = np.linalg.norm(axes, axis=1)
        axes = axes[lengths > CLOSE] / lengths[lengths > CLOSE, None]
        own = np.concatenate([self.corners, self.corners + way]) @ axes.T
        others, moved = other.corners @ axes.T, apart @ axes.T
        common = np.minimum(own.max(axis=0), others.max(axis=0) + moved)
        common = common - np.maximum(own.min(axis=0), others.min(axis=0) + moved)
        met: NDArray[np.bool_] = (common > CLOSE).all(axis=1)
        return met

    def overlaps(self, other: Body, apart: Places) -> bool:
        """Tell whether one of some inner points of one lies inside the other; see `Body`."""
        assert isinstance(other, Polyhedron)
        return self._inside(other._cloud + apart) or other._inside(self._cloud - apart)

    @cached_property
    def _edges(self) -> list[Places]:
        """Return the directions of the edges, each once."""
        sides = np.concatenate([np.roll(face.corners, -1, axis=0) - face.corners for face in self.faces])
        sides /= np.linalg.norm(sides, axis=1)[:, None]
        found: list[Places] = []
        for side in sides:
            if all(abs(abs(side @ other) - 1) > CLOSE for other in found):
                found.append(side)
        return found

    @cached_property
    def _planes(self) -> tuple[Places, Places]:
        """Return the normals of the faces and how far these are from the centre."""
        normals = np.array([face.step / np.linalg.norm(face.step) for face in self.faces])
        return normals, np.array([normal @ face.corners[0] for normal, face in zip(normals, self.faces, strict=True)])

    @cached_property
    def _cloud(self) -> Places:
        """Return inner points: the centre, and a little inside corners, edges and faces."""
        outline = [
            points
            for face in self.faces
            for points in (
                face.corners,
                (face.corners + np.roll(face.corners, -1, axis=0)) / 2,
                face.corners.mean(axis=0)[None],
            )
        ]
        return np.concatenate([np.zeros((1, 3)), *(scale * np.concatenate(outline) for scale in (0.5, 0.98))])

    def _inside(self, points: Places) -> bool:
        normals, distances = self._planes
        return bool((points @ normals.T < distances - CLOSE).all(axis=1).any())


def voronoi(steps: Places, behind: list[tuple[int, ...] | None]) -> Polyhedron:
    """Return the points nearer to the origin than to the ends of any of the steps, which may have cells `behind`."""
    reach = (steps**2).sum(axis=1) / 2  # a point p is on the plane halfway along a step s if p . s = s . s / 2
    three = np.array([*combinations(range(len(steps)), 3)])
    three = three[abs(np.linalg.det(steps[three])) > CLOSE]
    met = np.linalg.solve(steps[three], reach[three][..., None])[..., 0]  # where three planes meet
    points: Places = np.unique(met[(met @ steps.T <= reach + CLOSE).all(axis=1)].round(9) + 0.0, axis=0)
    return Polyhedron(tuple(_faces(points, steps, reach, behind)))


def _faces(points: Places, steps: Places, reach: Places, behind: list[tuple[int, ...] | None]) -> Iterator[Face]:
    for step, half, cell in zip(steps, reach, behind, strict=True):
        corners = points[abs(points @ step - half) < CLOSE]
        if len(corners) > 2:
            yield Face(step, in_turn(corners, step), cell)


def in_turn(corners: Places, normal: Places) -> Places:
    """Sort the corners of a face around its centre."""
    spokes = corners - corners.mean(axis=0)
    across = np.cross(normal, spokes[0])
    turned: Places = corners[np.argsort(np.arctan2(spokes @ across, spokes @ spokes[0] * np.linalg.norm(normal)))]
    return turned
