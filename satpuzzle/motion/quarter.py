"""What a cube sweeps when it turns by 90 degrees about a line parallel to an edge: exactly, in integers.

The line is along one axis, so this is about unit squares in the plane.  All is in half cells, measured from the line:
a square is given by its centre (u, v), and a quarter turn takes that to (-v, u).  Squares come to lie on squares
again if the line runs through the centre of a square or through a corner, so if u and v are both even or both odd; a
line through the middle of a side would leave them half a cell off, and is not considered.

**Which squares are entered.**  Let c and s be the cosine and sine of the angle, both at least 0.  The turning square
has its centre at (cu - sv, su + cv).  Two convex polygons have no inner point in common exactly if a line along a
side of one of them separates them.  Seen along a side, a square that is turned by the angle is (c + s) cells wide,
and one that is not, one cell.  So the turning square and the one at (x, y) have common inner points exactly if, in
half cells,

    |x - (cu - sv)| < 1 + c + s        |(cx + sy) - u| < 1 + c + s
    |y - (su + cv)| < 1 + c + s        |(cy - sx) - v| < 1 + c + s

With t the tangent of half the angle, c = (1 - tt) / (1 + tt) and s = 2t / (1 + tt), and t runs from 0 to 1.
Multiplied by 1 + tt, each of the eight inequalities says that a polynomial a tt + b t + d with integer coefficients
is positive.

The square is entered if for some t from 0 to 1 all eight are positive.  These t form an open subset of the interval.
If there are any, they contain an interval, and where its component begins, at 0 or where one of the eight is zero,
all eight are positive just behind: they are positive there, or zero and rise.  So it is enough to look at 0 and at
the roots from 0 to 1.  A root is (p + q r) / m, with integers p, q, m and r the square root of an integer; the values
of the others and of their derivatives there have the same form, and whether such a number is positive is found by
squaring.

**Slack.**  Real pieces have rounded edges and loose joints: they turn where a corner would stand out a little too far.
With a slack of n hundredths of a cell two squares may reach into each other so far, along the side along which they do
so least.  Then 1 + c + s becomes 1 + c + s - n / 50, and the inequalities are multiplied by 50.
"""

from collections.abc import Iterator
from functools import cache
from math import isqrt

Place = tuple[int, int]  # in half cells, from the line

_Quadratic = tuple[int, int, int]  # a, b, d of a tt + b t + d
_Root = tuple[int, int, int, int]  # p, q, n, m of (p + q sqrt(n)) / m, with m > 0


@cache
def swept(u: int, v: int, slack: int = 0) -> tuple[Place, ...]:
    """Return the squares that the one at (u, v) enters on its way to (-v, u), itself and that one included.

    They are entered if it reaches into them by more than the `slack`, in hundredths of a cell.
    """
    reach = isqrt(u * u + v * v) + 3
    return tuple(
        (x, y)
        for x in range(-reach + (reach - u) % 2, reach + 1, 2)
        for y in range(-reach + (reach - v) % 2, reach + 1, 2)
        if enters(u, v, x, y, slack)
    )


def enters(u: int, v: int, x: int, y: int, slack: int = 0) -> bool:
    """Tell whether the square at (u, v) reaches into the one at (x, y) during the turn; see `swept` for the slack."""
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
    """Yield the roots from 0 up to, but without, 1."""
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
    """Tell whether a polynomial is positive just behind a number."""
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
