"""The program that the Habr article on the Mini Bedlam Cube prints for its scan, as far as it is printed.

A packing of 4×4×4 is built from the highest empty bit down; cell (x, y, z) is bit x + 4y + 16z.  The cross has the two
places that the article gives it, the other pieces have all.  There is no test for holes.  `CVT`, a function that
renumbers cells and is not printed, is taken to leave them as they are.
"""

import numba
import numpy as np
from articles import bedlam
from numpy.typing import NDArray


def tables() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the masks of all pieces, and for each piece and bit where those begin whose highest bit it is."""
    every = [sorted(masks) for masks in bedlam.every()]
    starts = np.cumsum([0] + [len(one) for one in every])
    ranges = [
        [start + sum(mask < 1 << bit for mask in one) for bit in range(65)]
        for start, one in zip(starts, every, strict=False)
    ]
    return np.array([mask for one in every for mask in one], dtype=np.uint64), np.array(ranges)


@numba.njit(cache=False)
def printed(masks, ranges, marks):  # type: ignore[no-untyped-def]
    """Return how many solutions the program has found after so many calls of `Solve`, for each of the marks."""
    x, highest = np.zeros(14, np.uint64), np.zeros(14, np.int64)
    figure, place = np.zeros(14, np.int64), np.zeros(14, np.int64)
    used, found = np.zeros(14, np.bool_), np.zeros(len(marks), np.int64)
    highest[0], place[0], depth, calls, solutions, mark = 63, ranges[0, 63], 0, 1, 0, 0
    while depth >= 0:
        piece, bit = figure[depth], highest[depth]
        last = ranges[piece, bit + 1] if piece < 13 and not used[piece] else 0
        at, bits = place[depth], x[depth]
        while at < last and bits & masks[at]:
            at += 1
        if at >= last:  # no further placement of this piece: the next piece, or back
            figure[depth] += 1
            if piece < 12:
                place[depth] = ranges[piece + 1, bit]
            else:
                depth -= 1
                used[figure[depth]] = False
            continue
        place[depth] = at + 1
        calls += 1
        bits |= masks[at]
        while bit >= 0 and bits >> np.uint64(bit) & np.uint64(1):
            bit -= 1
        if bit < 0:
            solutions += 1
        else:
            used[piece] = True
            depth += 1
            x[depth], highest[depth], figure[depth], place[depth] = bits, bit, 0, ranges[0, bit]
        if calls == marks[mark]:
            found[mark] = solutions
            mark += 1
            if mark == len(marks):
                break
    return found


@numba.njit(cache=False)
def probed(masks, ranges, probes, dice):  # type: ignore[no-untyped-def]
    """Return what each of so many random probes (Knuth 1975) estimates the calls of the whole program to be."""
    estimates, fits = np.zeros(probes), np.zeros(len(masks), np.int64)
    for probe in range(probes):
        x, highest, used, weight = np.uint64(0), 63, np.uint64(0), 1.0
        while highest >= 0:
            many = 0
            for piece in range(13):
                if not used >> np.uint64(piece) & np.uint64(1):
                    for at in range(ranges[piece, highest], ranges[piece, highest + 1]):
                        fits[many] = at * 16 + piece
                        many += not x & masks[at]
            if many == 0:
                break
            chosen = fits[dice.integers(0, many)]
            x, used = x | masks[chosen >> 4], used | np.uint64(1) << np.uint64(chosen & 15)
            weight *= many
            estimates[probe] += weight
            while highest >= 0 and x >> np.uint64(highest) & np.uint64(1):
                highest -= 1
    return estimates
