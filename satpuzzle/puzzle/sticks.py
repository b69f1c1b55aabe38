"""The sticks of six-piece burrs by number, and the cage that six of them make.

A stick is 2x2x6 cubes, of which sixteen may be missing.  Its number is 1, and 2^(i - 1) for each cube i that is
missing:

    upper layer   * 1  2  3  4 *        lower layer   * 13 9  10 14 *
                  * 5  6  7  8 *                      * 15 11 12 16 *

So 1 is the whole stick.  Most burrs are made of sticks that have the cubes 13 to 16; 1024 is the lightest of these, and
their numbers end at 4096.  A stick that can be turned onto itself or onto another drawing has several numbers, of which
the smallest is usual.

Bill Cutler, The six-piece burr, Journal of Recreational Mathematics 10 (1978); Jürg von Känel, IBM Research: The Burr
Puzzles Site, 1997, definitions 9.0 and 9.1; cubes 13 to 16: Aaron Siegel, puzzlecad-burr-stick.scad, 2022.
"""

from collections import Counter

import numpy as np

from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.shape import orientations

WORD = "burr"  # the word of puzzle files for sticks and for the cage
MOST = 1 << 16  # the largest number
_CUBES = np.array(  # in the order of their numbers
    [(x, y, 1) for y in (0, 1) for x in (1, 2, 3, 4)]
    + [(x, y, 0) for xs in ((2, 3), (1, 4)) for y in (0, 1) for x in xs]
)
_SIZES = (6, 2, 2)

# All cells that any stick has; those where sticks cross may stay empty.
_END, _SIDE, _MIDDLE = (
    "......\n......\n.****.\n.****.\n......\n......",
    "..**..\n..**..\n.*??*.\n.*??*.\n..**..\n..**..",
    "..**..\n**??**\n*????*\n*????*\n**??**\n..**..",
)
CAGE = "\n\n".join((_END, _SIDE, _MIDDLE, _MIDDLE, _SIDE, _END))


def drawn(number: int) -> str:
    """Return the drawing of the stick with a number from 1 to MOST."""
    table = np.full(_SIZES, "*")
    table[tuple(_CUBES[(number - 1 >> np.arange(len(_CUBES)) & 1).astype(np.bool_)].T)] = "."
    return "\n\n".join("\n".join("".join(row) for row in layer.T) for layer in np.moveaxis(table, 2, 0))


def listed(text: str) -> list[dict[str, int]] | None:
    """Return tables of pieces for text such as `burr 1 256 256 824`, with the copies of each; None for other text."""
    word, *numbers = text.split() or [""]
    if word != WORD or not numbers or not all(number.isdecimal() and number.isascii() for number in numbers):
        return None
    return [{WORD: number, "count": count} for number, count in Counter(map(int, numbers)).items()]


def number_of(cells: Points, grid: Grid) -> int | None:
    """Return the smallest number of a stick with these cells, up to rotations; None if it is no such stick."""
    if grid is not GRIDS["cubic"] or not 8 <= len(cells) <= 24:
        return None
    numbers = []
    for image in orientations(cells, grid, mirror=False):
        solid = np.zeros(_SIZES, np.bool_)
        moved = image - image.min(axis=0)
        if (moved.max(axis=0) + 1 == _SIZES).all():
            solid[tuple(moved.T)] = True
            missing = ~solid[tuple(_CUBES.T)]
            if len(cells) + missing.sum() == solid.size:
                numbers.append(1 + int(missing @ (1 << np.arange(len(_CUBES)))))
    return min(numbers, default=None)
