"""The shapes of a problem's pieces, as the kernel of movement has them, and its table of pairs.

A shape is a set of cells relative to one of them, its anchor.  Packings of one problem are made of few shapes, and two
shapes at one offset are in each other's way alike wherever they are; so what is found out of them is kept for all
packings.  `kernels/pairs.h` tells what is kept of a shape, and how pairs are found.

Where pieces turn, the anchor is the least cell, so that equal sets of cells are one shape, and with a shape come those
that it becomes by the 24 rotations.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.library import Call
from satpuzzle.motion.quarter import swept
from satpuzzle.motion.rigid import ROTATIONS, after, rotated
from satpuzzle.motion.split import Offset
from satpuzzle.puzzle.grids import Grid, Points

Ints = NDArray[np.int64]

_MEETING = np.dtype([("shapes", np.uint64), ("offset", np.uint64), ("at_once", np.uint32), ("ever", np.uint32)])
_PAIRS = 1 << 12  # that there is room for at first: more than one position has
_MOST_PAIRS = 1 << 20  # that are kept from one packing to the next
_SLOTS = 4  # for each pair
_LINE_BITS = 20


class Shapes:
    """Shapes and pairs of one problem, in arrays; `version` changes whenever one of these becomes another array."""

    def __init__(self, grid: Grid, turns: bool = False) -> None:
        self.version = 0
        self._turns = turns
        self.vectors = np.array(grid.directions, dtype=np.int64)
        self._grid = grid
        self._sweeps = [_sweep(grid, kind) for kind in range(len(grid.kinds))]
        self._one_each = np.array(
            [all(len(grid.swept(way)[kind]) == 1 for kind in range(len(grid.kinds))) for way in grid.directions]
        )
        self._numbers: dict[bytes, int] = {}
        self._sides = np.zeros((16, len(self.vectors), 4), np.int64)
        self._places = np.zeros((1 << 10, 2), np.int64)
        self._filled = 0  # places
        self._turned = np.zeros((16, len(ROTATIONS), 4), np.int64)
        self._cells = np.zeros((1 << 10, 3), np.int16)
        self._of_shape = np.zeros((16, 2), np.int64)
        self._written = 0  # cells
        self.forget()

    def forget(self) -> None:
        """Begin a table of pairs."""
        self._room_for_pairs(_PAIRS)
        self._known = np.array([0, _SLOTS * _PAIRS - 1], dtype=np.int64)
        self._slots[:] = 0

    def _room_for_pairs(self, room: int) -> None:
        self._pairs = np.empty(room, _MEETING)
        self._distances = np.empty((room, len(self.vectors)), np.int16)
        self._slots = np.empty(_SLOTS * room, np.int32)
        self.version += 1

    def tidy(self) -> None:
        """Begin the table of pairs again if it is long; no search may be under way."""
        if self._known[0] > _MOST_PAIRS:
            self.forget()

    def more_pairs(self) -> None:
        """Make room for more pairs."""
        pairs, distances, slots = self._pairs, self._distances, self._slots
        self._room_for_pairs(2 * len(pairs))
        self._pairs[: len(pairs)], self._distances[: len(pairs)], self._slots[: len(slots)] = pairs, distances, slots

    def hand_over(self, call: Call) -> None:
        """Let a kernel have the arrays as they are."""
        call.hand_over("vectors", self.vectors)
        call.hand_over("sides", self._sides)
        call.hand_over("places", self._places)
        call.hand_over("pairs", self._pairs)
        call.hand_over("distances", self._distances)
        call.hand_over("pair_slots", self._slots)
        call.hand_over("known", self._known)
        call.hand_over("turned", self._turned)
        call.hand_over("cells", self._cells)
        call.hand_over("of_shape", self._of_shape)
        call["pair_room"] = len(self._pairs)

    def placed(self, cells: Points) -> tuple[int, Offset]:
        """Return the number of a shape by its cells, and where its anchor is."""
        if not len(cells):
            return self._number(cells, b"", np.zeros(0, np.int64)), (0, 0, 0)
        if self._turns:
            cells = least_first(cells)
        x, y, z = cells[0].tolist()
        relative = cells - cells[0]
        kind = int(self._grid.kind(cells[:1])[0])
        key = relative.tobytes() + kind.to_bytes(1, "little")
        number = self._numbers.get(key)
        if number is None:
            number = self._number(relative, key, self._grid.kind(cells))
            if self._turns:
                self._turn(number, relative)
        return number, (x, y, z)

    def rotated(self, number: int, rotation: int) -> tuple[int, Offset]:
        """Return the shape that one becomes by a rotation, and where its anchor is if it was at the origin."""
        shape, x, y, z = self._turned[number, rotation].tolist()
        return shape, (x, y, z)

    def _turn(self, number: int, cells: Points) -> None:
        """Write down what a shape becomes by rotations, and the same of all that it becomes."""
        found: list[tuple[int, Offset]] = []
        for matrix in ROTATIONS:
            image = least_first(cells @ np.array(matrix).T)
            relative = image - image[0]
            x, y, z = image[0].tolist()
            kinds = np.zeros(len(cells), np.int64)
            found.append((self._number(relative, relative.tobytes() + bytes(1), kinds), (x, y, z)))
        for rotation, (shape, (x, y, z)) in enumerate(found):
            for second in range(len(ROTATIONS)):
                last, (a, b, c) = found[after(second, rotation)]
                p, q, r = rotated(second, (x, y, z))
                self._turned[shape, second] = last, a - p, b - q, c - r

    def _number(self, cells: Points, key: bytes, kinds: Ints) -> int:
        """Return the number of a shape, which is written down if it is new."""
        if key in self._numbers:
            return self._numbers[key]
        number = self._numbers[key] = len(self._numbers)
        if number == len(self._sides):
            self._sides = np.concatenate([self._sides, np.zeros_like(self._sides)])
            self._turned = np.concatenate([self._turned, np.zeros_like(self._turned)])
            self._of_shape = np.concatenate([self._of_shape, np.zeros_like(self._of_shape)])
            self.version += 1
        if self._turns:
            self._write_cells(number, cells)
        self._sides[number, :, :2] = self._write(*self._front(cells, kinds))
        self._sides[number, :, 2:] = self._write(*self._back(cells))
        return number

    def _write_cells(self, number: int, cells: Points) -> None:
        begin, self._written = self._written, self._written + len(cells)
        while self._written > len(self._cells):
            self._cells = np.concatenate([self._cells, np.zeros_like(self._cells)])
            self.version += 1
        self._cells[begin : self._written] = cells
        self._of_shape[number] = begin, self._written

    def _front(self, cells: Points, kinds: Ints) -> tuple[Points, Ints]:
        """Return the places that a shape sweeps by its first step and that are not its own, and by which direction."""
        swept, ways = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
        for kind, (vectors, directions) in enumerate(self._sweeps):
            moving = cells[kinds == kind]
            swept.append((moving[:, None] + vectors).reshape(-1, 3))
            ways.append(np.tile(directions, len(moving)))
        places, directions = np.concatenate(swept), np.concatenate(ways)
        front = ~np.isin(_codes(places), _codes(cells))
        return places[front], directions[front]

    def _back(self, cells: Points) -> tuple[Points, Ints]:
        """Return the cells in which a shape can be hit first by what moves in each direction."""
        places = np.repeat(cells, len(self.vectors), axis=0)
        directions = np.tile(np.arange(len(self.vectors)), len(cells))
        behind = np.isin(_codes(places - self.vectors[directions]), _codes(cells)) & self._one_each[directions]
        return places[~behind], directions[~behind]

    def _write(self, places: Points, directions: Ints) -> Ints:
        """Write places by direction, line and along it; return where those of each direction begin and end."""
        (x, y, z), (a, b, c) = places.T, self.vectors[directions].T
        lines = ((y * c - z * b) << 2 * _LINE_BITS) + ((z * a - x * c) << _LINE_BITS) + (x * b - y * a)
        along = x * a + y * b + z * c
        order = np.lexsort([along, lines, directions])
        rows = np.stack([directions[order], lines[order], along[order]], axis=1)
        if len(rows):
            rows = rows[np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)])]
        begin, self._filled = self._filled, self._filled + len(rows)
        while self._filled > len(self._places):
            self._places = np.concatenate([self._places, np.zeros_like(self._places)])
            self.version += 1
        self._places[begin : self._filled] = rows[:, 1:]
        bounds = begin + np.searchsorted(rows[:, 0], np.arange(len(self.vectors) + 1))
        return np.stack([bounds[:-1], bounds[1:]], axis=1)


def _sweep(grid: Grid, kind: int) -> tuple[Points, Ints]:
    """Return what a cell of a kind sweeps by its first step in any direction, and the numbers of the directions."""
    each = [grid.swept(way)[kind] for way in grid.directions]
    return np.concatenate(each), np.repeat(np.arange(len(each)), list(map(len, each)))


def least_first(cells: Points) -> Points:
    """Return cells in the order of their coordinates."""
    return cells[np.lexsort(cells.T[::-1])]


@cache
def sweeps(reach: int, slack: int) -> tuple[NDArray[np.int16], Ints]:
    """Return the squares that those up to a distance sweep by a quarter turn, and where those of each begin and end.

    Squares are in half cells from the line, see quarter.py; there are (2 reach + 1)^2 places, most from symmetry.
    """
    squares: list[tuple[int, int]] = []
    bounds = np.zeros((2 * reach + 1, 2 * reach + 1, 2), np.int64)
    for u in range(-reach, reach + 1):
        for v in range(-reach + (reach - u) % 2, reach + 1, 2):
            begin = len(squares)
            squares += _swept_by(u, v, slack)
            bounds[u + reach, v + reach] = begin, len(squares)
    return np.array(squares, dtype=np.int16), bounds


def _swept_by(u: int, v: int, slack: int) -> list[tuple[int, int]]:
    """Return what a square sweeps, from one of an eighth of the plane: the others are turned and mirrored."""
    if (u, v) != (0, 0) and not -u < v <= u:
        return [(-y, x) for x, y in _swept_by(v, -u, slack)]
    if v < 0:
        return [(y, x) for x, y in swept(u, -v, slack)]
    return [*swept(u, v, slack)]


def _codes(points: Points) -> Ints:
    x, y, z = points.T
    codes: Ints = (x << 2 * _LINE_BITS) + (y << _LINE_BITS) + z
    return codes
