"""The sticks of six-piece burrs by number, and the cages that six, twelve or eighteen sticks make.

A stick is 2x2x6 cubes, of which sixteen may be missing.  Its number is 1, and 2^(i - 1) for each cube i that is
missing:

    upper layer   * 1  2  3  4 *        lower layer   * 13 9  10 14 *
                  * 5  6  7  8 *                      * 15 11 12 16 *

So 1 is the whole stick.  Most burrs are made of sticks that have the cubes 13 to 16; 1024 is the lightest of these, and
their numbers end at 4096.  A stick that can be turned onto itself or onto another drawing has several numbers, of which
the smallest is usual.

The 6k sticks of a cage, 2x2xL cubes, are two rows of k side by side in each of three directions: about the origin,
those along x are |y| < 2 and |z| < k, those along y |z| < 2 and |x| < k, those along z |x| < 2 and |y| < k.  The cage
is all cells of these three blocks; those that lie in more than one, where sticks cross, may stay empty.

Bill Cutler, The six-piece burr, Journal of Recreational Mathematics 10 (1978); Jürg von Känel, IBM Research: The Burr
Puzzles Site, 1997, definitions 9.0 and 9.1; cubes 13 to 16: Aaron Siegel, puzzlecad-burr-stick.scad, 2022.
"""

import re
from collections import Counter

import numpy as np

from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.shape import orientations

WORD = "burr"  # the word of puzzle files for sticks and cages
MOST = 1 << 16  # the largest number
_CUBES = np.array(  # in the order of their numbers
    [(x, y, 1) for y in (0, 1) for x in (1, 2, 3, 4)]
    + [(x, y, 0) for xs in ((2, 3), (1, 4)) for y in (0, 1) for x in xs],
    np.int64,
)
_SIZES = (6, 2, 2)
_LONGEST = 40  # of the sticks of a cage

_CAGE = re.compile(rf"\s*{WORD}(?: +(6|12|18)(?: +(\d{{1,3}}))?)?\s*")
CAGES = f"{WORD}, followed by 6, 12 or 18 sticks and perhaps their even length"


def cage(text: str) -> str | None:
    """Return the drawing of a cage for text such as `burr`, `burr 18` and `burr 18 10`; None for other text.

    Without a length, six sticks are 6 long, others 8.
    """
    said = _CAGE.fullmatch(text)
    rows = int((said and said[1]) or 6) // 6
    length = int((said and said[2]) or (6 if rows == 1 else 8))
    if said is None or length % 2 or not max(4, 2 * rows) < length <= _LONGEST:
        return None
    x, y, z = abs(np.indices((length,) * 3) - (length - 1) / 2)
    many = sum(((wide < 2) & (high < rows)).astype(int) for wide, high in ((y, z), (z, x), (x, y)))
    marks = np.array([".", "*", "?", "?"])[many]
    return "\n\n".join("\n".join("".join(row) for row in layer.T) for layer in np.moveaxis(marks, 2, 0))


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
