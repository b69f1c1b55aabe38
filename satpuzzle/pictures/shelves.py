"""Shelves: places for things of different sizes side by side, in rows that together are about as wide as deep."""

import math
from collections.abc import Sequence

_WIDER = 1.4  # width, in multiples of the side of a square that the things would fill


def shelves(
    sizes: Sequence[tuple[float, float]], apart: float
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Return a place for each width and height, and the width and height of all; the order is kept.

    A place is that of the corner with the least coordinates.  Things are `apart` from one another and from the edge.
    """
    area = sum((width + apart) * (height + apart) for width, height in sizes)
    most = max(_WIDER * math.sqrt(area), *(width + 2 * apart for width, _ in sizes), 0)
    found = []
    x, y, deepest, widest = apart, apart, 0.0, 0.0
    for width, height in sizes:
        if x > apart and x + width + apart > most:
            x, y, deepest = apart, y + deepest + apart, 0.0
        found.append((x, y))
        x, deepest = x + width + apart, max(deepest, height)
        widest = max(widest, x)
    return found, (widest, y + deepest + apart)
