"""Balls in the face-centred cubic packing: the points of which the sum of coordinates is even.

Ball (column i, row j) of layer k lies at (i + j + k, i - j, k), in the hollow of four balls below.  Each touches twelve
others.  The point group is that of the cube, 48 elements, 24 of them rotations.

A ball looks the same from every side, so that a piece may also be turned by an isometry outside the point group
if its balls land on balls again: three in a bent row can turn by 60 degrees in their plane, which is no symmetry
of the packing.  So the images of a piece are found by carrying a few independent balls to points at the same distances
from each other (equal Gram matrices) and seeing where the rest lands.  A lopsided piece in a plane of triangles lies in
48 ways, twice as many as the packing has rotations.  Over all four planes these are 120 rotations: 24, and 24 more a
plane, each after a turn by 60 degrees in it.

A ball moves towards a neighbour, and along the axes, since one that lies between four others leaves them straight up:
18 directions.  Towards a neighbour, d = (1, 1, 0), it needs more than the balls on its line: those at (1, 0, +-1) and
(0, 1, +-1) touch it and its goal, and their centres are sqrt(3/2) from the line, less than the diameter sqrt(2).  So
these five must be free (for a ball that moves up between four, d = (0, 0, 2), these four and the one above).
"""

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import count
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids.base import Direction, Grid, Points, direction
from satpuzzle.puzzle.grids.bodies import Ball, Body
from satpuzzle.puzzle.grids.cubic import OCTAHEDRAL

_FARTHEST = 2000  # that the nearest cells of a piece may be apart


class Balls(Grid):
    """A grid of balls of which the distances are those of the coordinates."""

    def rotations(self, cells: Points, turn_over: bool = True) -> NDArray[np.int64]:
        """Return the images under all rotations that carry these balls to balls; see `Grid`."""
        return self._embeddings(cells, reflections=False)

    def isometries(self, cells: Points) -> NDArray[np.int64]:
        """Return the images under all isometries that carry these balls to balls; see `Grid`."""
        return self._embeddings(cells, reflections=True)

    def _embeddings(self, cells: Points, reflections: bool) -> NDArray[np.int64]:
        steps = cells - cells[0]
        frame = _independent(steps)
        if not len(frame):
            return np.array([steps])
        gram = frame @ frame.T
        targets = np.zeros((1, 0, 3), np.int64)  # where the first vectors of the frame can go, all together
        for i in range(len(frame)):
            steps_to = _vectors(self, int(gram[i, i]))
            fits = (targets @ steps_to.T == gram[i, :i, None]).all(axis=1)
            which, vector = np.nonzero(fits)
            targets = np.concatenate([targets[which], steps_to[vector, None]], axis=1)
        if len(frame) == 3 and not reflections:
            # The frame fixes whether the isometry is a reflection.  A flat set of balls looks the same after
            # reflection in its plane, so there each image is reached by a rotation.
            targets = targets[np.linalg.det(targets) * np.linalg.det(frame) > 0]
        images = np.rint(steps @ np.linalg.pinv(frame) @ targets).astype(np.int64)
        exact = (images @ images.transpose(0, 2, 1) == steps @ steps.T).all(axis=(1, 2))
        landed: NDArray[np.int64] = images[exact & self.contains(images).all(axis=1)]
        return landed

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Return the ball, which touches its neighbours."""
        return (Ball(float(np.linalg.norm(self.vectors(self.neighbours()[0]))) / 2),)

    def _sliding(self) -> Iterator[Direction]:
        """Yield the steps along the axes: balls have no faces, and one that lies between four leaves them so."""
        for unit in np.eye(3, dtype=np.int64):
            step = next(n for n in count(1) if self.translates(n * unit))
            yield from (direction(step * unit), direction(-step * unit))

    def neighbours(self, kind: int = 0) -> Points:
        """Return the steps to the balls that touch one."""
        return _vectors(self, int((self.basis**2).sum(axis=1).min()))


def _independent(steps: Points) -> Points:
    """Return up to three linearly independent steps, the shortest that will do."""
    frame: list[Points] = []
    for step in sorted(steps, key=lambda step: int(step @ step)):
        if np.linalg.matrix_rank(np.array([*frame, step])) > len(frame):
            frame.append(step)
        if len(frame) == 3:
            break
    return np.array(frame, dtype=np.int64).reshape(-1, 3)


@cache
def _vectors(grid: Grid, square: int) -> Points:
    """Return the steps between balls of a squared length."""
    reach = isqrt(square)
    if reach > _FARTHEST:
        raise PuzzleError(f"balls {reach} apart with none between, at most {_FARTHEST} are allowed")
    x, y = np.indices((2 * reach + 1, 2 * reach + 1)).reshape(2, -1) - reach
    rest = square - x * x - y * y
    z = np.sqrt(np.maximum(rest, 0)).round().astype(np.int64)
    upper = np.array([x, y, z]).T[z * z == rest]
    found = np.unique(np.concatenate([upper, upper * (1, 1, -1)]), axis=0)
    inside: Points = found[grid.contains(found)]
    return inside


FCC = Balls("fcc", np.array([(1, 1, 0), (1, -1, 0), (1, 0, 1)]), OCTAHEDRAL)
