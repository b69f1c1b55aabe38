"""Levels: for each separation of a disassembly, the number of moves that it takes.

This is the usual rating of burrs: 5.2 needs five moves for the first separation and two for the next.  After the first
number come those of the part that stays, then those of the part that has left.  The text leaves out a part whose
separations all take one move.

B. Cutler, A Computer Analysis of All 6-Piece Burrs, 1994; the notation for parts is that of BurrTools.
"""

Levels = list[tuple[int, "Levels"]]  # for each separation: (its moves, the levels of the part that has left)


def text(levels: Levels) -> str:
    """Return the levels as text, such as 5.2; 0 if there are no separations."""
    return ".".join(map(str, _numbers(levels))) or "0"


def numbers(levels: Levels) -> list[int]:
    """Return the number of moves of every separation.

    After the first separation come those of the part that stays, then those of the part that has left.
    """
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
