r"""Tiles: pieces of one cell whose sides have colours, on flat grids, and cubes and prisms with coloured faces.

The sides of a cell are listed clockwise as drawn on paper, beginning at 12 o'clock:

         0             5 / \ 0           +              0
      +-----+           +   +         2 / \ 0        +---+
    3 |     | 1       4 |   | 1        +---+        2 \ / 1
      +-----+           +   +            1             +
         2             3 \ / 2

      square          hexagonal      an upward and a downward triangle

In space the sides are those seen from above, in the same order, then the upper and the lower one: a cube is listed by
its faces at the back, on the right, in front and on the left, its top and its bottom.

A rotated tile is the image of its cell and the cells around it under a motion of the grid, so a tile that is given as
an upward triangle can lie on a downward one.

Sides of neighbouring tiles match, unless `match` is false: they have the same colour or, if `match` is a text, opposite
ones, such as A and a, a head and a tail.  The rule for the colours on the border of the board is one
of these: any colours, a given colour, the same colour all round, the same colour on all sides that face in one
direction, or different colours on all sides that face in one direction.

P. A. MacMahon, New Mathematical Pastimes, 1921; D. E. Knuth, The Art of Computer Programming 7.2.2.1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations, product
from string import ascii_letters
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import Polyhedron

SAME = "same"  # instead of a colour: all sides on the border must have the same colour
SAME_EACH = "same on each side"  # all sides that face in the same direction have the same colour
DIFFERENT_EACH = "different on each side"  # no two sides that face in the same direction have the same colour
FACING = (SAME_EACH, DIFFERENT_EACH)
RULES = (SAME, *FACING)
OPPOSITE = "opposite"  # instead of pairs of colours: capital letters and small ones are opposite


@lru_cache(maxsize=64)
def ring(grid: Grid, kind: int) -> Points:
    """Return the vectors from a cell of this kind to its neighbours, (sides, 3).

    Neighbours in the cell's layer come first, clockwise from 12 o'clock, then those above and below.
    """
    steps = grid.neighbours(kind)
    right, down, up = (grid.centres(grid.kinds[kind] + steps) - grid.centres(grid.kinds[kind])).T.round(6)
    clockwise = np.where(up == 0, np.arctan2(right, -down).round(6) % round(2 * np.pi, 6), -up)
    around: Points = steps[np.lexsort([clockwise, up != 0])]
    around.setflags(write=False)
    return around


@lru_cache(maxsize=64)
def directions(grid: Grid) -> tuple[Points, NDArray[np.int64]]:
    """Return all directions in which sides face, (n, 3), and the direction's number of each side, (kinds, sides).

    A direction is given as the vector from a cell to its neighbour on that side.
    """
    steps = np.concatenate([ring(grid, kind) for kind in range(len(grid.kinds))])
    here = np.repeat(grid.kinds, len(steps) // len(grid.kinds), axis=0)
    towards = (grid.centres(here + steps) - grid.centres(here)).round(6)
    _, first, number = np.unique(towards, axis=0, return_index=True, return_inverse=True)
    return steps[first], wide(number).reshape(len(grid.kinds), -1)


def takes_tiles(grid: Grid) -> bool:
    """Tell whether a puzzle on the grid can have tiles: all faces of its cells are vertical or horizontal.

    A grid that is written down has none: its cells may have different numbers of sides.
    """
    from satpuzzle.puzzle.grids.tiling import Tiling  # most puzzles have neither tiles nor such a grid

    if isinstance(grid, Tiling):
        return False
    faces = [face.step for body in grid.bodies if isinstance(body, Polyhedron) for face in body.faces]
    return bool(faces) and all(abs(step[2]) < 1e-6 or np.abs(step[:2]).max() < 1e-6 for step in faces)


def around(cells: Points, grid: Grid) -> NDArray[np.int64]:
    """Return the neighbours of each cell, on the board or not, (cells, sides, 3), in the order of `ring`."""
    steps = np.array([ring(grid, kind) for kind in range(len(grid.kinds))])
    found: NDArray[np.int64] = cells[:, None] + steps[grid.kind(cells)]
    return found


def turned(
    sides: str, grid: Grid, rotate: bool, mirror: bool, lifts: Callable[[Points], list[Points]] = lambda cells: [cells]
) -> list[list[str]]:
    """Return for each kind of cell the distinct orientations of a tile on it, as sorted words of side colours.

    Unless `rotate`, there is only the given orientation, on the first kind of cell.  `lifts` is that of the `Wrapping`,
    if the board may turn a tile into its mirror image.
    """
    cells = np.concatenate([grid.kinds[:1], around(grid.kinds[:1], grid)[0]])
    found: list[set[str]] = [set() for _ in grid.kinds]
    for image in chain.from_iterable(map(lifts, grid.rotations(cells, mirror) if rotate else [cells])):
        step = [tuple(beyond) for beyond in (image[1:] - image[0]).tolist()]
        kind = int(grid.kind(image[:1])[0])
        found[kind].add("".join(sides[step.index(tuple(beyond))] for beyond in ring(grid, kind).tolist()))
    return [sorted(ways) for ways in found]


def opposites(match: bool | str, colours: Iterable[str]) -> dict[str, str]:
    """Return the opposite of each of these colours, and of these opposites; nothing if `match` is a truth value.

    A colour that has no other one is its own opposite.
    """
    if isinstance(match, bool):
        return {}
    words = [letter + letter.swapcase() for letter in ascii_letters] if match == OPPOSITE else match.split()
    pairs = {word[end]: word[1 - end] for word in words for end in (0, 1)}
    there = {colour: pairs.get(colour, colour) for colour in colours}
    return there | {other: colour for colour, other in there.items()}


def exchanges(sets: Sequence[str], opposite: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield the permutations of colours that map each of the sets to itself, as images of colours that may change.

    The identity comes first.  Exchanging two colours exchanges their opposites, too.
    """
    for order in product(*map(permutations, sets)):
        to = dict(zip("".join(sets), chain(*order), strict=True))
        yield {opposite[colour]: opposite[there] for colour, there in to.items() if opposite} | to


def sides_table(grid: Grid) -> dict[str, Any] | None:
    """Return the sides of a grid's cells as lists, for other languages; None if there are no tiles on the grid.

    `ring` has for each kind of cell the vectors to its neighbours, and `facing` the number of the direction in which
    each side faces; see `directions`.
    """
    if not takes_tiles(grid):
        return None
    rings = [ring(grid, kind).tolist() for kind in range(len(grid.kinds))]
    return {"ring": rings, "facing": directions(grid)[1].tolist()}
