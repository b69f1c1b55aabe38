"""Pieces that may be turned in some ways only: the matrices of a grid by which they may be.

`rotate = false` leaves a piece as it is drawn, and a number n allows turns about the third axis whose n-th power is no
turn.  On a flat grid a piece may be turned over besides, unless `mirror` is false: before it is turned, its drawing is
reflected so that what is on the right comes to the left.
"""

from functools import cache, lru_cache

from witness.bodies import Grid, Matrix, Point, sign, times

_STILL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def powers(matrix: Matrix, many: int) -> Matrix:
    columns: list[Point] = [*zip(*_STILL, strict=True)]
    for _ in range(many):
        columns = [times(matrix, column) for column in columns]
    return tuple(zip(*columns, strict=True))


@cache
def about_axis(grid: Grid) -> list[Matrix]:
    """Return the turns about the third axis."""
    kept = (0, 0, 1)
    return [m for m in grid.matrices(proper=True) if m[2] == kept and tuple(row[2] for row in m) == kept]


@lru_cache(maxsize=None, typed=True)  # True is another key than 1
def turns(grid: Grid, rotate: bool | int, over: bool) -> list[Matrix]:
    """Return the matrices by which a piece may be turned."""
    if rotate is True:
        return grid.matrices(proper=not (grid.flat and over))
    found = [matrix for matrix in about_axis(grid) if powers(matrix, rotate or 1) == _STILL]
    if grid.flat and over:
        reflections = [m for m in grid.matrices(proper=False) if sign(m) < 0]
        (flip,) = [m for m in reflections if times(m, (1, 0, 0)) == (-1, 0, 0)]
        found += [tuple(zip(*(times(m, column) for column in zip(*flip, strict=True)), strict=True)) for m in found]
    return found
