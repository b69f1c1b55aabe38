"""A reader of small QR codes (ISO/IEC 18004): of one block, version 2 to 5, text in bytes, without errors."""

import re
from collections.abc import Callable

_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (y // 2 + x // 3) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)


def modules(path: str) -> set[tuple[int, int]]:
    """Return the dark modules of a path of unit squares, from the corner of the code."""
    places = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)]
    left, top = (min(place[axis] for place in places) for axis in (0, 1))
    return {(x - left, y - top) for x, y in places}


def text_of(dark: set[tuple[int, int]]) -> str:
    """Return the text in a code."""
    side = 1 + max(x for x, _ in dark)
    version = (side - 17) // 4
    assert 2 <= version <= 5 and side == 17 + 4 * version
    mask = _MASKS[sum(((x, 8) in dark) << (4 - x) for x in (2, 3, 4)) ^ 0b101]

    def fixed(x: int, y: int) -> bool:
        corner = (x < 9 and y < 9) or (x >= side - 8 and y < 9) or (x < 9 and y >= side - 8)
        return corner or 6 in (x, y) or (side - 9 <= x < side - 4 and side - 9 <= y < side - 4)

    bits, up, right = "", True, side - 1
    while right > 0:
        right -= right == 6  # the column of the timing pattern
        for y in range(side - 1, -1, -1) if up else range(side):
            for x in (right, right - 1):
                if not fixed(x, y):
                    bits += str(int(((x, y) in dark) != (mask(x, y) == 0)))
        up, right = not up, right - 2
    assert bits[:4] == "0100"
    long = int(bits[4:12], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * long, 8)).decode()
