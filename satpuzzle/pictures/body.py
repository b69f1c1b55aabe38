"""Bodies: what cells look like when they hang together.

Cells with faces make a polyhedron.  Where two cells meet, each has a face and the two coincide, so the faces that occur
once are the surface.  An edge over which the surface goes on in the same plane is no line.  Balls are joined by bonds.
Whoever draws bodies goes through faces, balls and bonds; a body that has none of a kind has an empty list of them.

A body does not know where it is: all its places are relative to its first cell, so that pieces which lie the same way
share one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from satpuzzle.pictures.geometry import Face, Key, Places, keys

RADIUS = 0.49  # of a ball, where neighbours are at distance 1
BOND = 0.3  # radius of what joins two balls
DRAWN_BOND = 0.22  # and in pictures: thinner, so that the letters of balls stay free

_NOWHERE: Places = np.zeros((0, 3))
_UPRIGHT = 0.9  # the cosine above which a normal counts as vertical


@dataclass(frozen=True, eq=False)
class Facet:
    """A face of a body's surface.

    Edge i goes from corner i to the next one.  Where no face goes on beyond it in the same plane, it is a line.
    """

    cell: int  # that it belongs to
    corners: tuple[int, ...]  # vertices, in turn around the normal
    normal: Places  # (3,), outwards, of length 1
    onward: tuple[int, ...]  # for each edge the face that goes on beyond it in the same plane, or -1
    beside: frozenset[int]  # the faces that share an edge with it

    def edges(self) -> Iterable[tuple[int, int, int]]:
        """Return for each edge its two vertices, and the face that goes on beyond it or -1."""
        return zip(self.corners, (*self.corners[1:], self.corners[0]), self.onward, strict=True)


@dataclass(frozen=True, eq=False)
class Letter:
    """Where a letter stands: the middle of a face, which way the face looks, and which way is up for the reader."""

    place: Places  # (3,)
    normal: Places  # (3,), of length 1
    upward: Places  # (3,), of length 1, at right angles to the normal


@dataclass(frozen=True, eq=False)
class Body:
    """Cells as one body; see the module's docstring."""

    cells: Places  # (cells, 3)
    vertices: Places = field(default_factory=_NOWHERE.copy)  # (vertices, 3)
    faces: tuple[Facet, ...] = ()
    letters: tuple[Letter, ...] = ()  # on faces; a ball has its letter on the side from which one looks
    balls: Places = field(default_factory=_NOWHERE.copy)  # (balls, 3)
    bonds: tuple[tuple[int, int], ...] = ()  # pairs of balls

    @cached_property
    def normals(self) -> Places:
        """The normals of the faces, shape (faces, 3)."""
        return np.array([face.normal for face in self.faces]).reshape(-1, 3)

    @cached_property
    def middles(self) -> Places:
        """The centres of the faces, shape (faces, 3)."""
        return np.array([self.vertices[list(face.corners)].mean(axis=0) for face in self.faces]).reshape(-1, 3)

    @cached_property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """The lines of the whole surface as pairs of vertices, each once."""
        ends = ((min(a, b), max(a, b)) for face in self.faces for a, b, onward in face.edges() if onward < 0)
        return tuple(dict.fromkeys(ends))

    def clusters(self, among: Iterable[int]) -> list[list[int]]:
        """Return these faces in groups that hang together by their edges, each group sorted."""
        left = set(among)
        found = []
        while left:
            cluster = [left.pop()]
            for face in cluster:  # which grows meanwhile
                near = self.faces[face].beside & left
                left -= near
                cluster += near
            found.append(sorted(cluster))
        return sorted(found)

    def middle(self, faces: Sequence[int]) -> int:
        """Return the one of these faces that is nearest to the middle of them all, the first of several."""
        places = self.middles[faces]
        away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
        return faces[int(away.round(6).argmin())]


def solid(cells: Places, outlines: Sequence[Sequence[Face]], lettered: Callable[[Places], bool]) -> Body:
    """Return the body of cells, of which each has these faces, with a letter on the sides that are to have one.

    `lettered` is told the normal of a side.  On each such side every cluster of faces gets a letter, in its middle.
    """
    every = [
        (number, face.step / np.linalg.norm(face.step), cell + face.corners)
        for number, (cell, outline) in enumerate(zip(cells, outlines, strict=True))
        for face in outline
    ]
    middles = keys(np.array([corners.mean(axis=0) for *_, corners in every]))
    meeting = Counter(middles)
    outside = [face for face, middle in zip(every, middles, strict=True) if meeting[middle] == 1]
    at = {key: corner for *_, corners in outside for key, corner in zip(keys(corners), corners, strict=True)}
    number = {key: vertex for vertex, key in enumerate(at)}
    turns = [tuple(number[key] for key in keys(corners)) for *_, corners in outside]
    normals = np.array([normal for _, normal, _ in outside])
    bare = Body(cells, np.array([*at.values()]), _joined([cell for cell, *_ in outside], turns, normals))
    return replace(bare, letters=tuple(_letters(bare, lettered)))


def _joined(cells: Sequence[int], corners: Sequence[tuple[int, ...]], normals: Places) -> tuple[Facet, ...]:
    """Return faces that know which others are beyond their edges."""
    edges = [[frozenset(ends) for ends in zip(turn, (*turn[1:], turn[0]), strict=True)] for turn in corners]
    at: dict[frozenset[int], list[int]] = {}
    for number, outline in enumerate(edges):
        for edge in outline:
            at.setdefault(edge, []).append(number)
    sides = keys(normals)

    def onward(number: int, edge: frozenset[int]) -> int:
        return next((other for other in at[edge] if other != number and sides[other] == sides[number]), -1)

    return tuple(
        Facet(
            cell,
            turn,
            normal,
            tuple(onward(number, edge) for edge in outline),
            frozenset(other for edge in outline for other in at[edge]) - {number},
        )
        for number, (cell, turn, normal, outline) in enumerate(zip(cells, corners, normals, edges, strict=True))
    )


def _letters(body: Body, lettered: Callable[[Places], bool]) -> Iterable[Letter]:
    sides: dict[Key, list[int]] = {}
    for number, direction in enumerate(keys(body.normals)):
        sides.setdefault(direction, []).append(number)
    for side in sides.values():
        normal = body.normals[side[0]]
        if lettered(normal):
            for cluster in body.clusters(side):
                yield Letter(body.middles[body.middle(cluster)], normal, _upward(normal))


def vertical(normal: Places) -> bool:
    """Tell whether a side with this normal is the top or the bottom, more or less."""
    return bool(abs(normal[2]) > _UPRIGHT)


def _upward(normal: Places) -> Places:
    """Return which way is up on a side: up in space; on the top away from the reader, on the bottom the other way."""
    towards = np.array([0, -np.sign(normal[2]), 0] if vertical(normal) else [0, 0, 1])
    along = towards - (towards @ normal) * normal
    found: Places = along / np.linalg.norm(along)
    return found


def balls(cells: Places) -> Body:
    """Return the body of balls of which neighbours, at distance 1, are joined."""
    apart = np.linalg.norm(cells[:, None] - cells, axis=2)
    pairs = np.argwhere(np.triu(abs(apart - 1) < 1e-3))
    return Body(cells, balls=cells, bonds=tuple((int(a), int(b)) for a, b in pairs))
