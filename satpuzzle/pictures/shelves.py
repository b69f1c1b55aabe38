"""Shelves: positions for rectangles of different sizes, in rows that together form about a square."""

import math
from collections.abc import Sequence

_WIDER = 1.4  # width of the rows, in multiples of the side of a square with the area of all rectangles


def shelves(
    sizes: Sequence[tuple[float, float]], apart: float
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Arrange rectangles, given as (width, height); return the position of each, and (width, height) of the whole.

    A position is that of the corner with the least coordinates.  Rectangles keep their order and have the distance
    `apart` from one another and from the edge.
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
