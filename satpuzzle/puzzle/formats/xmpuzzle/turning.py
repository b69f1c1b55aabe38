"""Placed pieces in BurrTools' form: the position of a hotspot, and the number of a rotation.

A cell p of a piece with the hotspot h is placed at place + M (p - h), where M is the matrix of the rotation.  In
prisms, whose cells are of two kinds, M maps centres of cells to centres of cells, and p is placed at place + M(p) -
M(h).  The rotations are numbered as in BurrTools 0.7.1; in files from before 2005, some numbers mean other rotations.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.formats.burr import Placed
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.piece import Colours

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
    order = _order(covered)
    wanted = covered[order]
    turned = _turned_forms(grid, piece.tobytes(), hotspot.tobytes())
    fitting = (turned.cells == wanted - wanted[0]).all(axis=(1, 2))
    if colours is not None:
        own, given = colours
        fitting &= (np.array(own)[turned.order] == np.array(given)[order]).all(axis=1)
    if not fitting.any():
        return None
    first = int(fitting.argmax())
    x, y, z = (wanted[0] - turned.first[first]).tolist()
    return Placed((x, y, z), int(turned.number[first]))


def rotations(grid: int) -> int:
    """Return the number of rotations of a grid."""
    return len(_matrices(grid))


@dataclass(frozen=True, eq=False)
class _Turned:
    """A piece under each rotation that maps it to cells of the grid."""

    number: NDArray[np.int64]  # (rotations,): the number of the rotation
    first: Points  # (rotations, 3): the first cell if the hotspot is at the origin; cells are sorted
    cells: Points  # (rotations, cells, 3): all cells relative to the first
    order: NDArray[np.int64]  # (rotations, cells): the number of each of these cells in the piece


@lru_cache(1000)
def _turned_forms(grid: int, piece: bytes, hotspot: bytes) -> _Turned:
    """Turn a piece in all ways; its cells and its hotspot are given as bytes of 64-bit integers."""
    own, origin = (np.frombuffer(each, np.int64).reshape(-1, 3) for each in (piece, hotspot))
    moved = {
        turn: cells for turn in range(rotations(grid)) if (cells := _turned(grid, own, origin[0], turn)) is not None
    }
    orders = np.array([_order(cells) for cells in moved.values()])
    turned = np.array([*moved.values()])[np.arange(len(moved))[:, None], orders]
    return _Turned(np.array([*moved]), turned[:, 0], turned - turned[:, :1], orders)


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
