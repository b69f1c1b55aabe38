"""Bevels: what is cut off along the edges of a body of cubes, so that it is good to hold and slides past others.

Along an edge where two faces of a cube meet outside, a wedge is cut off, at 45 degrees; where two such edges meet in an
inner corner, what lies in the continuation of both is cut off as well, so that the two planes meet in a line.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from satpuzzle.pictures.geometry import Places
from satpuzzle.puzzle.grids import Points

_WAYS = [np.array(step) for step in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))]


def wedges(cells: Points, size: Places, half: float, bevel: float, library: Any) -> list[Any]:
    """Return what a bevel cuts off, as bodies of the library Manifold.

    The cells are cubes, or boxes of the given size, (3,), in millimetres, around their coordinates times the size; half
    of the gap was cut off from all faces before.
    """
    beyond = half / 2  # wedges stand out, so that nothing thin remains; less than the distance of the next piece
    return [
        library.Manifold.hull_points(np.concatenate([corner + beyond * outwards, corner - bevel * inwards]))
        for corner, outwards, inwards in _corners({*map(tuple, cells.tolist())}, size, half)
    ]


def _corners(solid: set[tuple[int, ...]], size: Places, half: float) -> Iterator[tuple[Places, Places, Places]]:
    """Yield for each thing to cut off points at the edge, and directions from there: outwards, and to what is kept."""

    def has(*steps: Places) -> bool:
        return tuple(sum(steps, at).tolist()) in solid

    for cell in solid:
        at = np.array(cell)
        for n, m in product(_WAYS, repeat=2):
            if n @ m:
                continue
            corner, along = at * size + (n + m) * (size / 2 - half), np.cross(n, m)
            if tuple(n) < tuple(m) and not has(n) and not has(m):
                ends = corner + np.outer([-1, 1], along) * (size / 2 + half)
                yield np.repeat(ends, 2, axis=0), np.tile(n + m, (4, 1)), np.tile([n, m], (2, 1))
            for k in (along, -along):
                # Is the cube in the corner of an L in the directions m and k, of which all three have the face n?
                side = has(m) and has(k) and not (has(n) or has(m, n) or has(k, n))
                if tuple(m) < tuple(k) and side and not has(m, k):
                    yield _inner(at, size, half, n, m, k)


def _inner(at: Points, size: Places, half: float, n: Places, m: Places, k: Places) -> tuple[Places, Places, Places]:
    """Return the pyramid that is cut off at the inner corner of an L: its base lies in the face n, the tip below."""
    corner = at * size + n * (size / 2 - half) + (m + k) * (size / 2 - half)
    inwards = np.array([n, m, k, m + k, 0 * n])
    outwards = np.array([0 * n, 0 * n, n, n, n])
    return np.tile(corner, (5, 1)), outwards, inwards
