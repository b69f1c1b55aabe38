"""Counts the tilings of `rectangles.py` on the fixed square, without an exact cover: `python by_skyline.py SEQUENCE N`.

The square is filled from below: the next rectangle has its lower left corner in the lowest free cell, the leftmost of
these.  This program shares nothing with satpuzzle but the definitions of the sequences.

Only tilings are searched in which none of the rectangles in the four corners is larger than that in the lower left
corner, and this one is not higher than wide.  A tiling of which c corners have the largest rectangle is turned to such
a tiling in c of four ways, so it counts 4 / c times, and twice if the reflection in the diagonal changes that
rectangle.
"""

import sys
import time

import numpy as np
from numba import njit
from numpy.typing import NDArray
from rectangles import SEQUENCES


@njit  # type: ignore[untyped-decorator]
def fill(
    n: int, kind: NDArray[np.uint64], heights: NDArray[np.int64], used: np.uint64, largest: int, equal: int
) -> tuple[int, int]:
    """Fill what is above the heights; return twelve times the tilings, and the number of rectangles placed on the way.

    `largest` is the size of the rectangle in the lower left corner, 0 if it is missing, and `equal` the number of
    corners that have a rectangle of this size.  A tiling is divided by its number of such corners.
    """
    left = 0
    for x in range(n):
        if heights[x] < heights[left]:
            left = x
    low = heights[left]
    if low == n:
        return 12 // equal, 0
    ways = placed = 0
    right = left
    while right < n and heights[right] == low:
        right += 1
        w = right - left
        for h in range(1, n - low + 1):
            bit = kind[w, h]
            if not bit or used & bit:
                continue
            size = w * h * 100 + max(w, h)
            corners = ((low == 0) + (low + h == n)) * ((left == 0) + (right == n))
            first = largest == 0
            if (first and w < h) or (not first and corners and size > largest):
                continue
            heights[left:right] = low + h
            same = corners if first else equal + (corners if size == largest else 0)
            more, below = fill(n, kind, heights, used | bit, size if first else largest, same)
            ways += more * (1 + (first and w > h))
            placed += below + 1
        heights[left:right] = low
    return ways, placed


def kinds(sequence: str, n: int) -> NDArray[np.uint64]:
    """Return a bit for each width and height, 0 for none; rectangles with the same bit exclude each other."""
    different, found = SEQUENCES[sequence].different, dict[tuple[int, int], int]()
    bits = np.zeros((n + 1, n + 1), np.uint64)
    for w in range(1, n + 1):
        for h in range(1, n + 1):
            if SEQUENCES[sequence].allowed(w, h):
                name = {"area": (w * h, 0), "dimensions": (min(w, h), max(w, h))}.get(different, (w, h))
                bits[w, h] = np.uint64(1) << np.uint64(found.setdefault(name, len(found)))
    assert len(found) <= 64
    return bits


if __name__ == "__main__":
    sequence, n = sys.argv[1], int(sys.argv[2])
    fill(1, kinds(sequence, 1), np.zeros(1, np.int64), np.uint64(0), 0, 0)
    start = time.process_time()
    ways, placed = fill(n, kinds(sequence, n), np.zeros(n, np.int64), np.uint64(0), 0, 0)
    assert ways % 3 == 0
    print(f"{sequence}({n}): {ways // 3} tilings, {placed} rectangles placed, {time.process_time() - start:.2f} CPU s")
