"""Bodies: the surface of a connected set of cells.

Cells with faces form a polyhedron.  Two neighbouring cells have a face in common, so the surface consists of the faces
that occur once.  An edge between two faces in one plane is not drawn as a line.  Cells without faces, as in packings of
spheres, are balls; two neighbouring balls are joined by a bond.  A body has a list of faces, one of balls and one of
bonds; each may be empty.

All coordinates are relative to the body's first cell, so that pieces in the same orientation share one body.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from satpuzzle.pictures.geometry import Face, Key, Places, keys

RADIUS = 0.49  # of a ball; neighbours are at distance 1
BOND = 0.3  # radius of the cylinder that joins two balls in a mesh
DRAWN_BOND = 0.22  # its radius in pictures: thinner, so that it does not cover the letters of balls

_NOWHERE: Places = np.zeros((0, 3))
_UPRIGHT = 0.9  # a normal counts as vertical if its vertical component is larger


@dataclass(frozen=True, eq=False)
class Facet:
    """A face of one cell on a body's surface.

    Edge i goes from corner i to the next one.  It is drawn as a line unless the adjacent face lies in the same plane.
    """

    cell: int  # index of its cell
    corners: tuple[int, ...]  # indices of vertices, counter-clockwise around the normal
    normal: Places  # (3,), outward unit normal
    onward: tuple[int, ...]  # for each edge the adjacent face in the same plane, or -1
    beside: frozenset[int]  # all faces that share an edge with it

    def edges(self) -> Iterable[tuple[int, int, int]]:
        """Return (first vertex, second vertex, adjacent face in the same plane or -1) for each edge."""
        return zip(self.corners, (*self.corners[1:], self.corners[0]), self.onward, strict=True)


@dataclass(frozen=True, eq=False)
class Letter:
    """The position of a letter: at the centre of a face."""

    place: Places  # (3,)
    normal: Places  # (3,), unit normal of the face
    upward: Places  # (3,), unit vector in the face that points up for the reader


@dataclass(frozen=True, eq=False)
class Body:
    """A connected set of cells as one body; see the module's docstring."""

    cells: Places  # (cells, 3)
    vertices: Places = field(default_factory=_NOWHERE.copy)  # (vertices, 3)
    faces: tuple[Facet, ...] = ()
    letters: tuple[Letter, ...] = ()  # on faces; the letter of a ball faces the viewer instead
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
        """The edges that are drawn as lines, as pairs of vertices, each once."""
        ends = ((min(a, b), max(a, b)) for face in self.faces for a, b, onward in face.edges() if onward < 0)
        return tuple(dict.fromkeys(ends))

    def clusters(self, among: Iterable[int]) -> list[list[int]]:
        """Divide these faces into connected components, each sorted; faces with a common edge are connected."""
        left = set(among)
        found = []
        while left:
            cluster = [left.pop()]
            for face in cluster:  # the list grows during the loop
                near = self.faces[face].beside & left
                left -= near
                cluster += near
            found.append(sorted(cluster))
        return sorted(found)

    def middle(self, faces: Sequence[int]) -> int:
        """Return the face that is nearest to the common centre of these faces; the first one in case of a tie."""
        places = self.middles[faces]
        away = ((places - places.mean(axis=0)) ** 2).sum(axis=1)
        return faces[int(away.round(6).argmin())]


def solid(cells: Places, outlines: Sequence[Sequence[Face]], lettered: Callable[[Places], bool]) -> Body:
    """Return the body of cells with these centres; `outlines` has the faces of each cell, relative to its centre.

    Faces with the same normal form a side of the body.  If `lettered` is true for the normal, the side gets a letter in
    the middle of each connected set of its faces.
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
    """Return faces that know their adjacent faces, from the cell, the corners and the normal of each face."""
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
    """Return whether a side with this normal is nearly horizontal: a top or a bottom."""
    return bool(abs(normal[2]) > _UPRIGHT)


def _upward(normal: Places) -> Places:
    """Return the upward direction of the letters on a side: up in space; on a top, away from the viewer; on a bottom,
    towards the viewer.
    """
    towards = np.array([0, -np.sign(normal[2]), 0] if vertical(normal) else [0, 0, 1])
    along = towards - (towards @ normal) * normal
    found: Places = along / np.linalg.norm(along)
    return found


def balls(cells: Places) -> Body:
    """Return the body of balls with these centres; balls at distance 1 are joined."""
    apart = np.linalg.norm(cells[:, None] - cells, axis=2)
    pairs = np.argwhere(np.triu(abs(apart - 1) < 1e-3))
    return Body(cells, balls=cells, bonds=tuple((int(a), int(b)) for a, b in pairs))
