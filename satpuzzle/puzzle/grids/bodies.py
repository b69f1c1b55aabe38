"""Bodies: what a cell is in space, a convex polyhedron or a ball, and whether two of them get into each other's way.

Space is as drawings are read: columns go to the right, rows come towards the reader, layers go up.

Whether a polyhedron on its way meets another is decided by separating axes: two convex polyhedra have no inner point in
common exactly if they lie on two sides of a plane whose normal is the cross product of two of their edges.  What a
polyhedron sweeps is again one, with the way among its edges.  A ball meets another if the centre of that lies nearer to
its way than the sum of their radii.  Touching is allowed.
"""

from collections.abc import Sequence
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

    def meets(
        self, others: Sequence["Body"], which: NDArray[np.int64], apart: Places, way: Places
    ) -> NDArray[np.bool_]:
        """Tell which of some bodies this one meets while it moves along `way`, (3,), without being turned.

        They are the `others` with these numbers, (n,), and stand with their centres `apart`, (n, 3), from where this
        one starts.
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

    def meets(self, others: Sequence[Body], which: NDArray[np.int64], apart: Places, way: Places) -> NDArray[np.bool_]:
        """Tell to which others the ball comes too near; see `Body`."""
        foot = np.clip(apart @ way / (way @ way), 0, 1)[:, None] * way
        together = self.radius + np.array([other.reach for other in others])[which]
        met: NDArray[np.bool_] = np.linalg.norm(apart - foot, axis=1) < together - CLOSE
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

    def meets(self, others: Sequence[Body], which: NDArray[np.int64], apart: Places, way: Places) -> NDArray[np.bool_]:
        """Tell which others the polyhedron meets, by separating axes; see `Body`."""
        solid = [other for other in others if isinstance(other, Polyhedron)]
        # All are asked along the axes of all: where one is not needed, it does no harm.
        edges = _along([way, *self._edges, *(edge for other in solid for edge in other._edges)])
        one, two = np.triu_indices(len(edges), 1)
        axes = _along(np.cross(edges[one], edges[two]))
        own = np.concatenate([self.corners, self.corners + way]) @ axes.T
        spans = [other.corners @ axes.T for other in solid]
        low, high = (np.array([span.min(axis=0) for span in spans]), np.array([span.max(axis=0) for span in spans]))
        moved = apart @ axes.T
        common = np.minimum(own.max(axis=0), high[which] + moved) - np.maximum(own.min(axis=0), low[which] + moved)
        met: NDArray[np.bool_] = (common > CLOSE).all(axis=1)
        return met

    def overlaps(self, other: Body, apart: Places) -> bool:
        """Tell whether one of some inner points of one lies inside the other; see `Body`."""
        assert isinstance(other, Polyhedron)
        return self._inside(other._cloud + apart) or other._inside(self._cloud - apart)

    @cached_property
    def _edges(self) -> Places:
        """Return the directions of the edges, each once."""
        return _along(np.concatenate([np.roll(face.corners, -1, axis=0) - face.corners for face in self.faces]))

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


def _along(vectors: Places | list[Places]) -> Places:
    """Return the lines along which vectors lead, each once, as vectors of length 1."""
    lengths = np.linalg.norm(vectors, axis=1)
    lines = (np.array(vectors)[lengths > CLOSE] / lengths[lengths > CLOSE, None]).round(9)
    last = np.where(lines[:, 2] != 0, lines[:, 2], np.where(lines[:, 1] != 0, lines[:, 1], lines[:, 0]))
    once: Places = np.unique(lines * np.sign(last)[:, None] + 0.0, axis=0)
    return once


def voronoi(steps: Places, behind: list[tuple[int, ...] | None]) -> Polyhedron:
    """Return the points nearer to the origin than to the ends of any of the steps, which may have cells `behind`.

    The steps come in order of their lengths, and lead to all sides.  A large box is cut by the planes halfway
    along them, one after the other, until these are farther away than any corner.
    """
    reach = (steps**2).sum(axis=1) / 2  # a point p is on the plane halfway along a step s if p . s = s . s / 2
    walls = np.concatenate([np.eye(3), -np.eye(3)]) * 4 * np.sqrt(reach.max())
    planes, sides = np.concatenate([steps, walls]), np.concatenate([reach, (walls**2).sum(axis=1) / 2])
    used = np.arange(len(steps), len(planes))
    points = _met(planes[used], sides[used])
    for number, (step, half) in enumerate(zip(steps, reach, strict=True)):
        if half >= 2 * (points**2).sum(axis=1).max() + CLOSE:
            break
        if (points @ step > half + CLOSE).any():
            used = np.append(used, number)
            points = _met(planes[used], sides[used])
            used = used[(abs(points @ planes[used].T - sides[used]) < CLOSE).sum(axis=0) > 2]
    found = sorted(used.tolist())
    return Polyhedron(tuple(_face(points, planes[number], sides[number], behind[number]) for number in found))


def _met(planes: Places, sides: Places) -> Places:
    """Return where three of some planes meet and none of them has the point behind it, each such point once."""
    three = np.array([*combinations(range(len(planes)), 3)])
    three = three[abs(np.linalg.det(planes[three])) > CLOSE]
    met = np.linalg.solve(planes[three], sides[three][..., None])[..., 0]
    points: Places = np.unique(met[(met @ planes.T <= sides + CLOSE).all(axis=1)].round(9) + 0.0, axis=0)
    return points


def _face(points: Places, step: Places, half: float, behind: tuple[int, ...] | None) -> Face:
    return Face(step, in_turn(points[abs(points @ step - half) < CLOSE], step), behind)


def in_turn(corners: Places, normal: Places) -> Places:
    """Sort the corners of a face around its centre."""
    spokes = corners - corners.mean(axis=0)
    across = np.cross(normal, spokes[0])
    turned: Places = corners[np.argsort(np.arctan2(spokes @ across, spokes @ spokes[0] * np.linalg.norm(normal)))]
    return turned
