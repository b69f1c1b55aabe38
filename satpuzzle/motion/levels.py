"""Levels: how many moves it takes until a packing falls into two, and how many for each of the parts.

Burrs are rated so: 5.2 needs five moves for the first separation and two for the next.  After the first number come
those of what stays, then those of what has left; a part of which every separation is one move is not mentioned.

B. Cutler, A Computer Analysis of All 6-Piece Burrs, 1994; the notation for parts is that of BurrTools.
"""

Levels = list[tuple[int, "Levels"]]  # of each separation in turn: its moves, and the levels of what has left


def text(levels: Levels) -> str:
    """Return the levels as burrs are rated, 0 where there was nothing to separate."""
    return ".".join(map(str, _numbers(levels))) or "0"


def numbers(levels: Levels) -> list[int]:
    """Return the moves of all separations in the order in which they are compared: first what stays, then what left."""
    found: list[int] = []
    for moves, below in reversed(levels):
        found = [moves, *found, *numbers(below)]
    return found


def _numbers(levels: Levels) -> list[int]:
    found: list[int] = []
    for moves, below in reversed(levels):
        removed = _numbers(below)
        found = [moves, *(found if _several(found) else []), *(removed if _several(removed) else [])]
    return found


def _several(numbers: list[int]) -> bool:
    return any(number > 1 for number in numbers)
