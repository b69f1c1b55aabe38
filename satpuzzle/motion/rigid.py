"""Rigid motions that map the cubic grid to itself: a rotation about the origin, then a translation.

A motion is written (x, y, z, r): the point p goes to R p + (x, y, z), where R is rotation number r of a cube; number 0
is the identity.  A quarter turn about a line is one of these motions.  It is given by the axis to which the line is
parallel, the sense of rotation, and the position of the line in the plane of the other two axes, in half cells;
`quarter.py` says which lines are possible.  A turn about x takes the direction of y to that of z, about y it takes z to
x, and about z it takes x to y.
"""

from functools import cache

from satpuzzle.motion.quarter import Place
from satpuzzle.motion.split import Offset, Pose
from satpuzzle.puzzle.grids.cubic import CUBIC

Matrix = tuple[Offset, Offset, Offset]  # rows

STILL: Pose = (0, 0, 0, 0)
ROTATIONS: tuple[Matrix, ...] = tuple(((*a,), (*b,), (*c,)) for a, b, c in CUBIC.motions().tolist())
_NUMBER = {matrix: number for number, matrix in enumerate(ROTATIONS)}


def rotated(rotation: int, point: Offset) -> Offset:
    """Return the image of a point under the rotation with this number."""
    x, y, z = point
    (a, b, c), (d, e, f), (g, h, i) = ROTATIONS[rotation]
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


@cache
def after(second: int, first: int) -> int:
    """Return the number of the composition of two rotations, given by their numbers: `first`, then `second`."""
    columns = [rotated(second, column) for column in zip(*ROTATIONS[first], strict=True)]
    (a, b, c), (d, e, f), (g, h, i) = columns
    return _NUMBER[(a, d, g), (b, e, h), (c, f, i)]


@cache
def back(rotation: int) -> int:
    """Return the number of the inverse rotation."""
    return next(number for number in range(len(ROTATIONS)) if after(number, rotation) == 0)


def then(first: Pose, second: Pose) -> Pose:
    """Return the composition of two motions: `first`, then `second`."""
    x, y, z, r = first
    p, q, s, turn = second
    x, y, z = rotated(turn, (x, y, z))
    return x + p, y + q, z + s, after(turn, r)


def inverse(motion: Pose) -> Pose:
    """Return the inverse of a motion."""
    x, y, z, r = motion
    x, y, z = rotated(back(r), (-x, -y, -z))
    return x, y, z, back(r)


def planar(axis: int) -> tuple[int, int]:
    """Return the two axes orthogonal to an axis, as numbers; a turn about the axis takes the first to the second."""
    return (axis + 1) % 3, (axis + 2) % 3


@cache
def quarter_turn(axis: int, opposite: int, place: Place) -> Pose:
    """Return the turn by 90 degrees about the line at `place` parallel to an axis; with `opposite`, by -90 degrees."""
    matrix = [[int(row == column) for column in range(3)] for row in range(3)]
    offset = [0, 0, 0]
    i, j = planar(axis)
    a, b = place
    sense = -1 if opposite else 1
    matrix[i][i] = matrix[j][j] = 0
    matrix[j][i], matrix[i][j] = sense, -sense
    offset[i], offset[j] = (a + sense * b) // 2, (b - sense * a) // 2
    (u, v, w), (x, y, z) = matrix, offset
    return x, y, z, _NUMBER[tuple(u), tuple(v), tuple(w)]  # type: ignore[index]
