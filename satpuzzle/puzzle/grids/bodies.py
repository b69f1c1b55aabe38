"""Bodies of cells in space, convex polyhedra or balls, and collisions of moving bodies.

The axes are those of drawings: columns go to the right, rows towards the reader, layers up.

Collisions of polyhedra are found by separating axes: the interiors of two convex polyhedra are disjoint exactly if a
plane separates them whose normal is the cross product of two of their edges.  The volume that a moving polyhedron
sweeps is a convex polyhedron too, with the move as a further edge.  A moving ball meets another ball if the distance of
the other's centre from the move's line segment is less than the sum of the radii.  Touching is allowed.
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
    """A face of a cell, relative to the cell's centre."""

    step: Places  # (3,): a normal of the face, which ends at the mirror image of the cell's centre in the face
    corners: Places  # (corners, 3), in order around the face
    behind: tuple[int, ...] | None = None  # the vector to the cell behind the face; None if there is no cell


class Body(Protocol):
    """The body of a cell, relative to the cell's centre."""

    @property
    def reach(self) -> float:
        """Return the largest distance of a point of the body from its centre."""

    def meets(
        self, others: Sequence["Body"], which: NDArray[np.int64], apart: Places, move: Places
    ) -> NDArray[np.bool_]:
        """Return (n,) truth values: whether this body collides with each of n bodies while it moves by `move`, (3,).

        Body i is `others[which[i]]`, and the vector from this body's first position to its centre is `apart[i]`.
        """

    def overlaps(self, other: "Body", apart: Places) -> NDArray[np.bool_]:
        """Return (n,) truth values: whether the interiors of this body and another, at n places, intersect.

        `apart`, (n, 3), has the vectors between the centres.  Tests compare `meets` with this independent method, which
        may test a sample of points and miss overlaps of less than a fiftieth of a cell.
        """


@dataclass(frozen=True)
class Ball:
    """A ball."""

    radius: float

    @property
    def reach(self) -> float:
        """Return the radius."""
        return self.radius

    def meets(self, others: Sequence[Body], which: NDArray[np.int64], apart: Places, move: Places) -> NDArray[np.bool_]:
        """Return which bodies, all of them balls, the moving ball meets; see `Body`."""
        foot = np.clip(apart @ move / (move @ move), 0, 1)[:, None] * move
        together = self.radius + np.array([other.reach for other in others])[which]
        met: NDArray[np.bool_] = np.linalg.norm(apart - foot, axis=1) < together - CLOSE
        return met

    def overlaps(self, other: Body, apart: Places) -> NDArray[np.bool_]:
        """Return whether this ball overlaps another one; see `Body`."""
        overlapping: NDArray[np.bool_] = np.linalg.norm(apart, axis=1) < self.radius + other.reach - CLOSE
        return overlapping


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A convex polyhedron."""

    faces: tuple[Face, ...]

    @cached_property
    def corners(self) -> Places:
        """Return all corners, each once."""
        return distinct(np.concatenate([face.corners for face in self.faces]))

    @cached_property
    def reach(self) -> float:
        """Return the distance of the farthest corner from the centre."""
        return float(np.linalg.norm(self.corners, axis=1).max())

    def meets(self, others: Sequence[Body], which: NDArray[np.int64], apart: Places, move: Places) -> NDArray[np.bool_]:
        """Return which bodies, all polyhedra, the moving polyhedron meets, by separating axes; see `Body`."""
        solid = [other for other in others if isinstance(other, Polyhedron)]
        # All bodies are tested along the axes of all pairs; an axis that a pair does not need changes nothing.
        edges = _along([move, *self._edges, *(edge for other in solid for edge in other._edges)])
        one, two = np.triu_indices(len(edges), 1)
        axes = _along(np.cross(edges[one], edges[two]))
        own = np.concatenate([self.corners, self.corners + move]) @ axes.T
        spans = [other.corners @ axes.T for other in solid]
        low, high = (np.array([span.min(axis=0) for span in spans]), np.array([span.max(axis=0) for span in spans]))
        shift = apart @ axes.T
        common = np.minimum(own.max(axis=0), high[which] + shift) - np.maximum(own.min(axis=0), low[which] + shift)
        met: NDArray[np.bool_] = (common > CLOSE).all(axis=1)
        return met

    def overlaps(self, other: Body, apart: Places) -> NDArray[np.bool_]:
        """Return whether a sample point of one body lies inside the other; see `Body`."""
        assert isinstance(other, Polyhedron)
        return self._inside(other._cloud, apart) | other._inside(self._cloud, -apart)

    @cached_property
    def _edges(self) -> Places:
        """Return the directions of the edges, each once."""
        return _along(np.concatenate([np.roll(face.corners, -1, axis=0) - face.corners for face in self.faces]))

    @cached_property
    def _planes(self) -> tuple[Places, Places]:
        """Return the unit normals of the faces, and the distances of the faces from the centre."""
        normals = np.array([face.step / np.linalg.norm(face.step) for face in self.faces])
        return normals, np.array([normal @ face.corners[0] for normal, face in zip(normals, self.faces, strict=True)])

    @cached_property
    def _cloud(self) -> Places:
        """Return sample points: the centre, and points a little inside of corners, edges and faces."""
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

    def _inside(self, points: Places, moves: Places) -> NDArray[np.bool_]:
        """Tell for each of the moves, (n, 3), whether a point is inside after it; shape (n,)."""
        normals, distances = self._planes
        at, by = points @ normals.T, moves @ normals.T
        inside: NDArray[np.bool_] = (at.min(axis=0) + by < distances - CLOSE).all(axis=1)  # not all beyond one face
        behind = at + by[inside, None] < distances - CLOSE
        inside[inside] = np.logical_and.reduce(behind, axis=2).any(axis=1)
        return inside


def distinct(places: Places) -> Places:
    """Return each place once, in lexicographic order; places that differ only by rounding errors are one.

    The places themselves are not rounded: corners of faces in one plane stay in it.
    """
    near = places.round(9) + 0.0
    order = np.lexsort(near.T[::-1])  # `np.unique` would import masked arrays, which takes longer
    first = np.ones(len(order), np.bool_)
    first[1:] = (near[order[1:]] != near[order[:-1]]).any(axis=1)
    return places[order[first]]


def _along(vectors: Places | list[Places]) -> Places:
    """Return the distinct directions of vectors, up to sign, as unit vectors."""
    lengths = np.linalg.norm(vectors, axis=1)
    lines = (np.array(vectors)[lengths > CLOSE] / lengths[lengths > CLOSE, None]).round(9)
    last = np.where(lines[:, 2] != 0, lines[:, 2], np.where(lines[:, 1] != 0, lines[:, 1], lines[:, 0]))
    return distinct(lines * np.sign(last)[:, None] + 0.0)


def voronoi(steps: Places, behind: list[tuple[int, ...] | None]) -> Polyhedron:
    """Return the Voronoi cell of the origin: the points that are nearer to it than to any point in `steps`, (n, 3).

    `behind[i]` becomes `Face.behind` of the face between the origin and `steps[i]`.  The steps must be sorted by
    length, and the cell must be bounded.  A large box is cut by the bisecting planes of the steps, one after the other,
    until a plane is farther away than all corners.
    """
    reach = (steps**2).sum(axis=1) / 2  # a point p is on the bisecting plane of a step s if p . s = s . s / 2
    walls = np.concatenate([np.eye(3), -np.eye(3)]) * 4 * np.sqrt(reach.max())
    planes, sides = np.concatenate([steps, walls]), np.concatenate([reach, (walls**2).sum(axis=1) / 2])
    used = np.arange(len(steps), len(planes))
    points = vertices(planes[used], sides[used])
    for number, (step, half) in enumerate(zip(steps, reach, strict=True)):
        if half >= 2 * (points**2).sum(axis=1).max() + CLOSE:
            break
        if (points @ step > half + CLOSE).any():
            used = np.append(used, number)
            points = vertices(planes[used], sides[used])
            used = used[(abs(points @ planes[used].T - sides[used]) < CLOSE).sum(axis=0) > 2]
    found = sorted(used.tolist())
    return Polyhedron(tuple(_face(points, planes[number], sides[number], behind[number]) for number in found))


def vertices(planes: Places, sides: Places) -> Places:
    """Return the vertices of the polyhedron of all points p with `planes @ p <= sides`.

    A vertex is the common point of three planes that satisfies all inequalities.
    """
    three = np.array([*combinations(range(len(planes)), 3)])
    three = three[abs(np.linalg.det(planes[three])) > CLOSE]
    met = np.linalg.solve(planes[three], sides[three][..., None])[..., 0]
    return distinct(met[(met @ planes.T <= sides + CLOSE).all(axis=1)] + 0.0)


def _face(points: Places, step: Places, half: float, behind: tuple[int, ...] | None) -> Face:
    return Face(step, in_turn(points[abs(points @ step - half) < CLOSE], step), behind)


def in_turn(corners: Places, normal: Places) -> Places:
    """Return the corners of a face with this normal, sorted by angle around the face's centre."""
    turned: Places = corners[turn(corners, normal)]
    return turned


def turn(corners: Places, normal: Places) -> NDArray[np.int64]:
    """Return the numbers of the corners of a face with this normal, sorted by angle around the face's centre."""
    spokes = corners - corners.mean(axis=0)
    across = np.cross(normal, spokes[0])
    return np.argsort(np.arctan2(spokes @ across, spokes @ spokes[0] * np.linalg.norm(normal)))
