"""Computes, exactly and in integers, which cells a cube sweeps in a quarter turn about a line parallel to an edge.

The line is parallel to an axis, so it suffices to consider unit squares in a plane.  The unit of length is half a cell,
and coordinates are relative to the line: a square is given by its centre (u, v), and a quarter turn takes that to (-v,
u).  Squares go to squares of the grid if the line runs through the centre or a corner of a square, that is, if u and v
are both even or both odd.  A line through the middle of a side would leave them half a cell off, and is not considered.

**Which squares are entered.**  Let c and s be the cosine and sine of the angle, both at least 0.  The turning square
has its centre at (cu - sv, su + cv).  Two convex polygons have no inner point in common exactly if a line along a side
of one of them separates them.  Projected on that line, a square that is turned by the angle is (c + s) cells wide, and
one that is not turned, one cell.  So the turning square and the one at (x, y) have common inner points exactly if, in
half cells,

    |x - (cu - sv)| < 1 + c + s        |(cx + sy) - u| < 1 + c + s
    |y - (su + cv)| < 1 + c + s        |(cy - sx) - v| < 1 + c + s

With t the tangent of half the angle, c = (1 - tt) / (1 + tt) and s = 2t / (1 + tt), and t runs from 0 to 1.  Multiplied
by 1 + tt, each of the eight inequalities says that a polynomial a tt + b t + d with integer coefficients is positive.

The square is entered if for some t from 0 to 1 all eight are positive.  The set of these t is open in the interval, so
if it is not empty, it contains an interval that begins at 0 or at a root of one of the eight.  There each of the eight
is positive, or zero and rising.  So it suffices to test 0 and the roots from 0 to 1.  A root is (p + q r) / m, with
integers p, q, m and r the square root of an integer.  The values of the other polynomials and of their derivatives
there have the same form, and the sign of such a number is found by squaring.

**Slack.**  Real pieces have rounded edges and loose joints, so they can turn even if a corner sticks out a little too
far.  With a slack of n hundredths of a cell two squares may overlap by that much, measured along the side along which
they overlap least.  Then 1 + c + s becomes 1 + c + s - n / 50, and the inequalities are multiplied by 50.
"""

from collections.abc import Iterator
from functools import cache
from math import isqrt

Place = tuple[int, int]  # in half cells, from the line

_Quadratic = tuple[int, int, int]  # a, b, d of a tt + b t + d
_Root = tuple[int, int, int, int]  # p, q, n, m of (p + q sqrt(n)) / m, with m > 0


@cache
def swept(u: int, v: int, slack: int = 0) -> tuple[Place, ...]:
    """Return the squares that the square at (u, v) enters on its way to (-v, u), including the first and the last.

    A square counts as entered if the turning square overlaps it by more than the `slack`, in hundredths of a cell.
    """
    reach = isqrt(u * u + v * v) + 3
    return tuple(
        (x, y)
        for x in range(-reach + (reach - u) % 2, reach + 1, 2)
        for y in range(-reach + (reach - v) % 2, reach + 1, 2)
        if enters(u, v, x, y, slack)
    )


def enters(u: int, v: int, x: int, y: int, slack: int = 0) -> bool:
    """Tell whether the square at (u, v) enters the square at (x, y) in its quarter turn; see `swept` for the slack."""
    far, near = x * x + y * y, u * u + v * v
    if far + near > 8 and (far + near - 8) ** 2 >= 4 * far * near:
        return False  # the distances of the centres from the line differ by a diagonal or more
    conditions = [
        (50 * sign * a - slack, 50 * sign * b + 100, 50 * sign * d + 100 - slack)
        for a, b, d in (
            (x + u, 2 * v, x - u),
            (y + v, -2 * u, y - v),
            (-x - u, 2 * y, x - u),
            (-y - v, -2 * x, y - v),
        )
        for sign in (1, -1)
    ]
    starts = [(0, 0, 0, 1), *(root for condition in conditions for root in _roots(condition))]
    return any(all(_positive_behind(condition, start) for condition in conditions) for start in starts)


def _roots(quadratic: _Quadratic) -> Iterator[_Root]:
    """Yield the roots t with 0 <= t < 1."""
    a, b, d = quadratic
    square = b * b - 4 * a * d
    if a and square >= 0:
        found = [(-b, 1, square, 2 * a), (-b, -1, square, 2 * a)]
    else:
        found = [(-d, 0, 0, b)] if b and not a else []
    for p, q, n, m in found:
        p, q, m = (p, q, m) if m > 0 else (-p, -q, -m)
        if _sign(p, q, n) >= 0 and _sign(p - m, q, n) < 0:
            yield p, q, n, m


def _positive_behind(quadratic: _Quadratic, start: _Root) -> bool:
    """Tell whether a polynomial is positive at all numbers that are slightly larger than `start`."""
    a, b, d = quadratic
    p, q, n, m = start
    value = _sign(a * (p * p + q * q * n) + b * p * m + d * m * m, 2 * a * p * q + b * q * m, n)
    slope = _sign(2 * a * p + b * m, 2 * a * q, n)
    return (value or slope or a) > 0


def _sign(x: int, y: int, n: int) -> int:
    """Return the sign of x + y sqrt(n)."""
    first, second = (x > 0) - (x < 0), ((y > 0) - (y < 0)) * (n > 0)
    if first * second >= 0:
        return first or second
    return first * ((x * x > y * y * n) - (x * x < y * y * n))
