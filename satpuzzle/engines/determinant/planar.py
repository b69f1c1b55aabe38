"""A planar graph, and an orientation of its edges by which all its perfect matchings count with the same sign.

Around each vertex the edges are in the order of their directions.  A *dart* is an edge seen from one of its ends.  A
face is found by going along a dart, and on along the dart that comes before the reversed one, around that vertex:

    o---->o
    ^     |     if vertices - edges + faces = 2 for each connected part, the graph can be drawn in the plane like this
    o<----o

So it does not matter where the directions come from: if the numbers agree, the graph is planar.

The edges of a spanning tree are oriented in any way.  The others are a spanning tree of the faces.  From its leaves on,
each is oriented so that the number of edges that point along the darts of the face is odd; one face is left over.

P. W. Kasteleyn, Graph theory and crystal physics, 1967; L. Lovász and M. D. Plummer, Matching Theory, 1986.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.clock import Clock
from satpuzzle.errors import MethodError

Numbers = NDArray[np.int64]


def oriented(ends: Numbers, directions: NDArray[np.float64], vertices: int, clock: Clock) -> NDArray[np.bool_]:
    """Tell for each edge whether it points from its first end to its second one, shape (edges,).

    `ends`, shape (edges, 2), has the vertices of each edge, and `directions`, of the same shape, the angles at which it
    leaves them; each vertex has an edge.  Raises MethodError if this is no graph in the plane, and Stopped.
    """
    beside, faces = _faces(ends, directions)
    points, parts = np.zeros(len(ends), np.int64), 0  # 1 from the first end to the second one, -1 back, 0 unknown
    for edge, _ in clock.each(_walk(ends, np.arange(len(ends)), vertices)):
        parts += edge < 0
        points[edge] += edge >= 0
    if vertices - len(ends) + faces != 2 * parts:
        raise MethodError("the options that join two cells are not the edges of a graph in the plane")
    along = bincount(beside[points > 0, 0], minlength=faces)  # edges that point along the darts of each face
    for edge, face in clock.each(reversed([*_walk(beside, np.flatnonzero(points == 0), faces)])):
        if edge >= 0:
            points[edge] = 1 if (beside[edge, 0] == face) == (along[face] % 2 == 0) else -1
            along[beside[edge, 0 if points[edge] > 0 else 1]] += 1
    return points > 0


def _faces(ends: Numbers, directions: NDArray[np.float64]) -> tuple[Numbers, int]:
    """Return the face of each edge's two darts, shape (edges, 2), and the number of faces."""
    darts, number = ends.reshape(-1), np.arange(ends.size)
    parallel = np.where(number % 2, -number, number)  # edges in the same direction lie in the opposite order at the end
    order = np.lexsort([parallel, directions.reshape(-1), darts])
    first = np.searchsorted(darts[order], darts[order])  # the place of the first dart of the same vertex
    before = np.empty_like(number)
    last = np.searchsorted(darts[order], darts[order], side="right") - 1
    before[order] = order[np.where(first == number, last, number - 1)]
    follows: list[int] = before[number ^ 1].tolist()
    face, faces = [-1] * len(follows), 0
    for start in range(len(follows)):
        dart, new = start, face[start] < 0
        while face[dart] < 0:
            face[dart] = faces
            dart = follows[dart]
        faces += new
    return np.array(face, np.int64).reshape(-1, 2), faces


def _walk(ends: Numbers, edges: Numbers, vertices: int) -> Iterator[tuple[int, int]]:
    """Yield all vertices, each with the edge by which it is reached from an earlier one, -1 if it is the first."""
    beside: list[list[tuple[int, int]]] = [[] for _ in range(vertices)]
    for edge, (one, other) in zip(edges.tolist(), ends[edges].tolist(), strict=True):
        beside[one].append((edge, other))
        beside[other].append((edge, one))
    met = [False] * vertices
    for root in range(vertices):
        waiting = [] if met[root] else [(-1, root)]
        met[root] = True
        for edge, vertex in waiting:
            yield edge, vertex
            for more, other in beside[vertex]:
                if not met[other]:
                    met[other] = True
                    waiting.append((more, other))
