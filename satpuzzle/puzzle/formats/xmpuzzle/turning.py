"""Placed pieces in BurrTools' form: the position of a hotspot, and the number of a rotation.

A cell p of a piece with the hotspot h is placed at place + M (p - h), where M is the matrix of the rotation.  In
prisms, whose cells are of two kinds, M maps centres of cells to centres of cells, and p is placed at place + M(p) -
M(h).  The rotations are numbered as in BurrTools 0.7.1; in files from before 2005, some numbers mean other rotations.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.formats.burr import Placed
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Colours

PRISMS, BALLS = 1, 2
_LETTERS = {letter: value for value, letter in enumerate("cba.ABC", -3)}
# Matrices, row by row, that turn each of the six faces to the right; quarter turns about x follow after each.
_FACES = "+x,+y,+z -z,+y,+x -x,+y,-z +z,+y,-x -y,+x,+z +y,-x,+z"
# The rotations of balls: three times their matrices, row by row.  A is 1, B is 2, C is 3; a, b, c are the negatives.
_BALLS = """
    C...C...C ..C.c.C.. .c.C....C .C...CC.. c...c...C ..c.C.C.. .C.c....C .c...cC.. ..CC...C. C....C.c.
    c....C.C. ..cC...c. ..cc...C. c....c.c. C....c.C. ..Cc...c. ..C.C.c.. C...c...c .c...Cc.. .C.C....c
    ..c.c.c.. c...C...c .C...cc.. .c.c....c ABBbaBBbA BbABAbABB AbBBabBBA BBAbABAbB abBBABbBA ABbbBABAB
    aBbbABBBA AbBBBAbAB AbbBaBbbA BBabAbaBB ABbbabbBA BbaBABabB aBBbAbbbA AbbBBaBaB abbBAbBbA ABBbBabaB
    BABABbbBA ABbBABBba BAbABBBbA ABBBAbbBa BaBaBBbbA AbbbAbBBa BabaBbBBA AbBbABbba bbABaBaBB bAbbbAaBB
    bAbAbbbbA BaBBBaaBB aBBbbABaB bbAaBBbAb BBaaBBBaB AbbbbAbAb BBaAbbbAb bbAAbbBaB aBBBBabAb bbAbAbAbb
    aBBBaBBBa BaBbbAAbb bAbaBBBBa BBaBaBAbb bAbBBaAbb BaBAbbBBa bBAabBBAB bababBbBA BbaABbBAB abBBbaBAB
    BABbBAabB bBABABABb babbBAABb babBbaabB BbababABb bBAbababB BABBbaABb bBAABbbab BABabBBba abBbBAbab
    BbaabBbab babABbBba ABbBbabab abBbabBba baBBbAABB bBabaBABB baBabbBbA BAbbBaABB BbAABBbaB ABBBbABAb
    abbBbAbaB bBaABBBAb bBaabbbaB abbbBaBAb BbAabbBAb BbAbaBabb BAbBbAabb baBABBbBa bBaBAbabb abbbaBbBa
    baBbBaabb BAbabbbBa bABAbBBBA BabBBAAbB bbaBabAbB bABbbaAbB BBAAbBBab bbaAbBbAB aBbBBABab aBbbbabAB
    bbaaBbBab BBAaBbbAB AbBbbaBab BBABabaBb bABBBAaBb BabAbBbba bbabABaBb aBbBabbba BabbbaaBb bABaBbbba
"""
_HEIGHT = np.sqrt(3) / 2  # the height of a triangle
_NEAR = 1e-6


def cells(grid: int, piece: Points, hotspot: Points, placed: Placed) -> Points | None:
    """Return the cells that a placed piece covers; `grid` is BurrTools' number of the grid.

    The result is None if the rotation does not exist, or does not map the piece to cells of the grid.
    """
    moved = _turned(grid, piece, hotspot, placed.turn) if placed.turn < rotations(grid) else None
    return None if moved is None else moved + np.array(placed.place)


def as_stored(
    grid: int, piece: Points, hotspot: Points, covered: Points, colours: tuple[Colours, Colours] | None = None
) -> Placed | None:
    """Return the hotspot's position and the rotation with which a piece covers these cells; None if there is none.

    If several rotations fit, the first is taken.  `colours`, if given, are the colours of the piece's cells and the
    colours that the covered cells must get.
    """
    own, wanted_colours = colours or (np.zeros(len(piece), np.int64), np.zeros(len(piece), np.int64))
    order = _order(covered)
    wanted, wanted_colours = covered[order], wanted_colours[order]
    for turn in range(rotations(grid)):
        moved = _turned(grid, piece, hotspot, turn)
        if moved is None:
            continue
        order = _order(moved)
        place = wanted[0] - moved[order[0]]
        if (moved[order] + place == wanted).all() and (own[order] == wanted_colours).all():
            x, y, z = place.tolist()
            return Placed((x, y, z), turn)
    return None


def rotations(grid: int) -> int:
    """Return the number of rotations of a grid."""
    return len(_matrices(grid))


def _order(points: Points) -> NDArray[np.intp]:
    return np.lexsort(points.T[::-1])


def _turned(grid: int, piece: Points, hotspot: Points, turn: int) -> Points | None:
    matrix = _matrices(grid)[turn]
    if grid == PRISMS:
        return _prisms(_centres(piece) @ matrix.T) - _prisms(_centres(hotspot[None]) @ matrix.T)
    moved = (piece - hotspot) @ matrix.T
    exact: Points = np.rint(moved).astype(np.int64)
    return exact if (abs(moved - exact) < _NEAR).all() else None


def _centres(prisms: Points) -> NDArray[np.float64]:
    x, y, z = prisms.T.astype(np.float64)
    upward = (prisms[:, 0] + prisms[:, 1]) % 2 == 0
    return np.array([0.5 + x / 2, y * _HEIGHT + np.where(upward, np.sqrt(1 / 12), np.sqrt(1 / 3)), z]).T


def _prisms(centres: NDArray[np.float64]) -> Points:
    x, y, z = centres.T
    found: Points = np.rint(np.array([2 * (x - 0.5), np.floor(y / _HEIGHT), z]).T).astype(np.int64)
    return found


@cache
def _matrices(grid: int) -> NDArray[np.float64]:
    """Return the matrices of the rotations of a grid, in BurrTools' order."""
    if grid == BALLS:
        return np.array([[_LETTERS[letter] for letter in word] for word in _BALLS.split()]).reshape(-1, 3, 3) / 3
    if grid == PRISMS:
        turns = [_about(np.pi / 3 * step, 2) for step in range(6)]
        return np.array([turn @ np.diag(over) for over in ((1, 1, 1), (-1, 1, -1)) for turn in turns])
    faces = np.array([[_AXES[axis] for axis in word.split(",")] for word in _FACES.split()], dtype=np.float64)
    quarters = [np.rint(_about(np.pi / 2 * step, 0)) for step in range(4)]
    return np.array([face @ quarter for face in faces for quarter in quarters])


_AXES = {
    sign + name: [value * (axis == other) for other in range(3)]
    for axis, name in enumerate("xyz")
    for sign, value in (("+", 1), ("-", -1))
}


def _about(angle: float, axis: int) -> NDArray[np.float64]:
    """Return the rotation by an angle about an axis of coordinates."""
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[one, one] = matrix[other, other] = np.cos(angle)
    matrix[one, other], matrix[other, one] = -np.sin(angle), np.sin(angle)
    return matrix
