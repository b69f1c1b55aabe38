"""Parted figures: moved on the paper until no two overlap.

Of each figure only its extents in a few directions are used.  Two figures are apart if, in one of these directions, one
ends before the other begins; if not, both are pushed apart in the direction in which they overlap least (the
separating axis theorem; its shortest push is the minimum translation vector of collision detection).
"""

from collections.abc import Sequence

import numpy as np

from satpuzzle.pictures.geometry import Places

_DIRECTIONS = 48  # of a whole turn; among them are the normals of all edges of a cube that is seen from a corner
_ROUNDS = 40  # of pushing, before all figures are spread a little
_SPREAD = 1.1


def parted(outlines: Sequence[Places], gap: float) -> Places:
    """Return a translation of each figure on the paper, shape (figures, 2), after which all are at least `gap` apart.

    A figure is given by points on the paper, (points, 2), whose convex hull contains it.
    """
    angles = np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS
    towards = np.stack([np.cos(angles), np.sin(angles)])
    middles = np.array([(points.min(axis=0) + points.max(axis=0)) / 2 for points in outlines])
    placed = zip(outlines, middles, strict=True)
    reach = np.array([((points - middle) @ towards).max(axis=0) for points, middle in placed])
    both = reach[:, None] + np.roll(reach, _DIRECTIONS // 2, axis=1) + gap  # how far apart two middles must be
    at = middles.copy()
    while True:
        for _ in range(_ROUNDS):
            overlaps = both - (at - at[:, None]) @ towards  # of figure i on the near side of j, in each direction
            way = overlaps.argmin(axis=2)
            least = np.take_along_axis(overlaps, way[..., None], axis=2)[..., 0]
            least = np.triu(least, 1)  # each pair once
            if least.max(initial=0) < gap / 100:
                found: Places = at - middles
                return found
            pushes = np.maximum(least, 0)[..., None] * towards.T[way]
            at += (pushes.sum(axis=0) - pushes.sum(axis=1)) / 2
        at = middles.mean(axis=0) + _SPREAD * (at - middles.mean(axis=0))
