"""Numbers a + b√d with integers a and b, exactly, and plane geometry with them.

A number is a pair (a, b); d, the *root*, is 1, 2 or 3, and b is 0 where it is 1.  A point is a pair of numbers.  What
is asked here does not depend on the axes: areas up to a factor, and on which side of a line a point lies.
"""

from collections.abc import Sequence
from itertools import pairwise

Number = tuple[int, int]
Point = tuple[Number, Number]


def plus(one: Number, other: Number, times: int = 1) -> Number:
    """Return one + times · other."""
    return one[0] + times * other[0], one[1] + times * other[1]


def product(one: Number, other: Number, root: int) -> Number:
    """Return the product of two numbers."""
    return one[0] * other[0] + root * one[1] * other[1], one[0] * other[1] + one[1] * other[0]


def sign(number: Number, root: int) -> int:
    """Return 1, 0 or -1."""
    a, b = number
    if a * b < 0:  # the larger of a² and d · b² decides
        return (1 if a > 0 else -1) * ((a * a > root * b * b) - (a * a < root * b * b))
    return (a + b > 0) - (a + b < 0)


def minus(one: Point, other: Point) -> Point:
    """Return the vector from the second point to the first."""
    return plus(one[0], other[0], -1), plus(one[1], other[1], -1)


def cross(one: Point, other: Point, root: int) -> Number:
    """Return the cross product of two vectors, in units of that of the axes."""
    return plus(product(one[0], other[1], root), product(one[1], other[0], root), -1)


def area(corners: Sequence[Point], root: int) -> Number:
    """Return twice the area of a polygon with a sign, in units of that of the axes."""
    total = (0, 0)
    for one, other in pairwise([*corners, corners[0]]):
        total = plus(total, cross(one, other, root))
    return total


def is_simple(corners: Sequence[Point], root: int) -> bool:
    """Tell whether no two sides of a polygon have a point in common, but neighbouring sides their corner."""
    sides = [*pairwise([*corners, corners[0]])]
    for number, (a, b) in enumerate(sides):
        for later, (c, d) in enumerate(sides[number + 1 :], number + 1):
            if later - number in (1, len(sides) - 1):
                first, middle, last = (a, b, d) if later - number == 1 else (c, d, b)
                if _side(first, middle, last, root) == 0 and not _between(first, middle, last, root):
                    return False  # it goes back
            elif meet(a, b, c, d, root):
                return False
    return True


def meet(a: Point, b: Point, c: Point, d: Point, root: int) -> bool:
    """Tell whether two segments have a point in common."""
    sides = [_side(a, b, c, root), _side(a, b, d, root), _side(c, d, a, root), _side(c, d, b, root)]
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((a, c, b), (a, d, b), (c, a, d), (c, b, d))
    return any(side == 0 and _between(*three, root) for side, three in zip(sides, ends, strict=True))


def _side(a: Point, b: Point, c: Point, root: int) -> int:
    return sign(cross(minus(b, a), minus(c, a), root), root)


def _between(a: Point, b: Point, c: Point, root: int) -> bool:
    """Tell whether b, on the line through a and c, lies between them or is one of them."""
    return all(sign(plus(b[axis], a[axis], -1), root) * sign(plus(c[axis], b[axis], -1), root) >= 0 for axis in (0, 1))
