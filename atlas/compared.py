"""What others published, beside what was found: numbers of the OEIS, and Kasteleyn's formula."""

from dataclasses import dataclass
from itertools import count, takewhile
from math import isqrt

from sets import Known, Published, Sizes


@dataclass(frozen=True)
class Comparison:
    """How many published numbers were found again, and where others were found."""

    of: Published
    compared: int
    different: tuple[tuple[Sizes, int, int], ...]  # a board, the published number, and that which was found


def compared(known: Known) -> list[Comparison]:
    """Compare the published numbers of a set with those that were found."""
    found = []
    for one in known.of.published:
        pairs = [
            (board, number, here)
            for board, number in zip(one.boards(known.of.dimension), one.numbers, strict=False)
            if (here := known.one(board, one.counts)) is not None
        ]
        different = tuple(pair for pair in pairs if pair[1] != pair[2])
        found.append(Comparison(one, len(pairs), different))
    return found


def dominoes(width: int, length: int) -> int:
    """Return the number of domino tilings of a rectangle, by Kasteleyn's product of cosines, in whole numbers.

    The square of the product is |det F(A)|, where A is the adjacency matrix of a path of `width` vertices, with the
    eigenvalues 2 cos(j pi / (width + 1)), and F(0) = 0, F(1) = 1, F(n + 1) = A F(n) + F(n - 1), taken at length + 1.

    P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27, 1961.
    """
    before = [[0] * width for _ in range(width)]
    now = [[int(row == column) for column in range(width)] for row in range(width)]
    for _ in range(length):
        beside = [[0] * width, *now, [0] * width]
        following = [
            [beside[row][at] + beside[row + 2][at] + before[row][at] for at in range(width)] for row in range(width)
        ]
        before, now = now, following
    squared = abs(determinant(now))
    assert isqrt(squared) ** 2 == squared
    return isqrt(squared)


def determinant(matrix: list[list[int]]) -> int:
    """Return a determinant of whole numbers (Bareiss)."""
    rows, sign, last = [row[:] for row in matrix], 1, 1
    for at in range(len(rows)):
        pivot = next((row for row in range(at, len(rows)) if rows[row][at]), None)
        if pivot is None:
            return 0
        if pivot != at:
            rows[at], rows[pivot], sign = rows[pivot], rows[at], -sign
        for row in range(at + 1, len(rows)):
            for column in range(at + 1, len(rows)):
                cross = rows[row][column] * rows[at][at] - rows[row][at] * rows[at][column]
                rows[row][column] = cross // last
        last = rows[at][at]
    return sign * last


def by_formula(known: Known) -> int:
    """Return for how many rectangles the formula says what was found; raises AssertionError if it says otherwise."""
    many = 0
    for key in known.done:
        what, _, width = key.partition(" ")
        if what == "lengths":
            for length, here in enumerate(known.done[key]["counts"]):
                assert dominoes(int(width), length) == here, (width, length)
                many += 1
    return many


def antidiagonals(known: Known) -> list[int]:
    """Return the numbers A(n, k) of n x k by antidiagonals, n from 0 on along each, as far as they are known."""
    every = ([known.one((n, total - n)) for n in range(total + 1)] for total in count())
    whole = takewhile(lambda line: None not in line, every)
    return [number for line in whole for number in line if number is not None]
