"""Balls in the face-centred cubic packing: the integer points with an even sum of coordinates.

Ball (column i, row j) of layer k lies at (i + j + k, i - j, k), in the hollow between four balls of the layer below.
Each ball touches twelve others.  The point group is that of the cube, of order 48, with 24 rotations.

A ball is symmetric under all rotations, so a piece may also be turned by an isometry outside of the point group if its
balls land on balls again: three balls in a bent row can turn by 60 degrees in their plane, although this is not a
symmetry of the packing.  The images of a piece are therefore found by carrying a few independent balls to points at the
same distances from each other (equal Gram matrices), and testing where the other balls land.  A piece without symmetry
that lies in a plane of triangles has 48 orientations, twice the number of rotations of the point group.  Over all four
such planes there are 120 rotations: 24, and 24 more for each plane, each after a turn by 60 degrees in the plane.

A ball moves towards each neighbour, and along the axes, since a ball between four others can leave them only straight
up: 18 directions.  A move towards a neighbour, d = (1, 1, 0), needs five free cells: the goal, and the balls at
(1, 0, +-1) and (0, 1, +-1), which touch both the ball and its goal and have their centres sqrt(3/2) from the line of
the move, less than the diameter sqrt(2).  A move up between four balls, d = (0, 0, 2), needs these four and the goal.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import count
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids.base import Direction, Grid, Points, direction
from satpuzzle.puzzle.grids.bodies import Ball, Body
from satpuzzle.puzzle.grids.cubic import OCTAHEDRAL

_FARTHEST = 2000  # largest distance between balls whose images are searched


class Balls(Grid):
    """A grid of balls whose coordinates are Cartesian up to scale."""

    def rotations(self, cells: Points, mirror: bool = True, rotate: bool | int = True) -> NDArray[np.int64]:
        """Return the images under all rotations that carry these balls to balls; see `Grid`."""
        return self._embeddings(cells, reflections=False) if rotate is True else super().rotations(cells, True, rotate)

    def isometries(self, cells: Points) -> NDArray[np.int64]:
        """Return the images under all isometries that carry these balls to balls; see `Grid`."""
        return self._embeddings(cells, reflections=True)

    def some_rotations(
        self, cells: Points, mirror: bool = True, clock: Clock = UNLIMITED, rotate: bool | int = True
    ) -> Iterator[NDArray[np.int64]]:
        """Yield one array: the images of the cells under all rotations that carry these balls to balls; see `Grid`."""
        clock.check()
        yield self.rotations(cells, mirror, rotate)

    def some_isometries(self, cells: Points, clock: Clock = UNLIMITED) -> Iterator[NDArray[np.int64]]:
        """Yield one array: the images of the cells under all isometries that carry these balls to balls; see `Grid`."""
        clock.check()
        yield self.isometries(cells)

    def _embeddings(self, cells: Points, reflections: bool) -> NDArray[np.int64]:
        steps = cells - cells[0]
        frame = _independent(steps)
        if not len(frame):
            return np.array([steps], np.int64)
        gram = frame @ frame.T
        targets = np.zeros((1, 0, 3), np.int64)  # possible images of the first i vectors of the frame
        for i in range(len(frame)):
            steps_to = _vectors(self, int(gram[i, i]))
            fits = (targets @ steps_to.T == gram[i, :i, None]).all(axis=1)
            which, vector = np.nonzero(fits)
            targets = np.concatenate([targets[which], steps_to[vector, None]], axis=1)
        if len(frame) == 3 and not reflections:
            # The frame determines whether the isometry is a reflection.  For a flat set of balls this is not needed:
            # reflection in its plane does not change it, so each image is also the image under a rotation.
            targets = targets[np.linalg.det(targets) * np.linalg.det(frame) > 0]
        images = np.rint(steps @ np.linalg.pinv(frame) @ targets).astype(np.int64)
        exact = (images @ images.transpose(0, 2, 1) == steps @ steps.T).all(axis=(1, 2))
        landed: NDArray[np.int64] = images[exact & self.contains(images).all(axis=1)]
        return landed

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Return the body of a cell: a ball that touches its neighbours."""
        return (Ball(float(np.linalg.norm(self.vectors(self.neighbours()[0]))) / 2),)

    def _sliding(self) -> Iterator[Direction]:
        """Yield the moves along the axes: a ball between four others can only leave in such a direction."""
        for unit in np.eye(3, dtype=np.int64):
            step = next(n for n in count(1) if self.translates(n * unit))
            yield from (direction(step * unit), direction(-step * unit))

    def neighbours(self, kind: int = 0) -> Points:
        """Return the vectors from a ball to those that touch it."""
        return _vectors(self, int((self.basis**2).sum(axis=1).min()))


def _independent(steps: Points) -> Points:
    """Return up to three linearly independent vectors out of `steps`, as short as possible, (0 to 3, 3)."""
    frame: list[Points] = []
    for step in sorted(steps, key=lambda step: int(step @ step)):
        if np.linalg.matrix_rank(np.array([*frame, step])) > len(frame):
            frame.append(step)
        if len(frame) == 3:
            break
    return np.array(frame, dtype=np.int64).reshape(-1, 3)


@cache
def _vectors(grid: Grid, square: int) -> Points:
    """Return all vectors from a ball to other balls whose squared length is `square`."""
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


FCC = Balls("fcc", np.array([(1, 1, 0), (1, -1, 0), (1, 0, 1)], np.int64), OCTAHEDRAL)
