"""The shapes of a problem's pieces and the table of pairs of shapes, as arrays for the kernel `kernels/motion.c`.

A shape is a set of cells relative to one of them, its anchor.  The packings of one problem consist of few shapes.  How
two shapes block each other depends only on their offset, so the results for a pair of shapes are kept for all packings.
`kernels/pairs.h` explains the data of a shape and of a pair.

If pieces may turn, the anchor is the least cell, so that equal sets of cells are one shape, and the images of a shape
under the 24 rotations are added together with it.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.cover.bits import Ints
from satpuzzle.engines.library import Call
from satpuzzle.motion.quarter import swept
from satpuzzle.motion.rigid import ROTATIONS, after, rotated
from satpuzzle.motion.split import Offset
from satpuzzle.puzzle.grids import Grid, Points

_MEETING = np.dtype([("shapes", np.uint64), ("offset", np.uint64), ("at_once", np.uint32), ("ever", np.uint32)])
_PAIRS = 1 << 12  # the number of pairs for which there is space at first: more than one position has
_MOST_PAIRS = 1 << 20  # the largest number of pairs that are kept for the next packing
_MOST_PLACED = 1 << 16  # the largest number of sets of cells whose shape is kept
_SLOTS = 4  # slots of the hash table per pair
_LINE_BITS = 20


class Shapes:
    """Shapes and pairs of one problem, in arrays.  `version` changes whenever an array is replaced by a larger one."""

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
        self._placed: dict[bytes, tuple[int, Offset]] = {}  # cache of `placed`
        self._sides = np.zeros((16, len(self.vectors), 4), np.int64)
        self._places = np.zeros((1 << 10, 2), np.int64)
        self._filled = 0  # the number of places in use
        self._turned = np.zeros((16, len(ROTATIONS), 4), np.int64)
        self._cells = np.zeros((1 << 10, 3), np.int16)
        self._of_shape = np.zeros((16, 2), np.int64)
        self._written = 0  # the number of cells in use
        self.forget()

    def forget(self) -> None:
        """Replace the table of pairs by an empty one."""
        self._room_for_pairs(_PAIRS)
        self._known = np.array([0, _SLOTS * _PAIRS - 1], dtype=np.int64)
        self._slots[:] = 0

    def _room_for_pairs(self, room: int) -> None:
        self._pairs = np.empty(room, _MEETING)
        self._distances = np.empty((room, len(self.vectors)), np.int16)
        self._slots = np.empty(_SLOTS * room, np.int32)
        self.version += 1

    def tidy(self) -> None:
        """Clear the table of pairs if it has become too long; to be called only while no search is in progress."""
        if self._known[0] > _MOST_PAIRS:
            self.forget()

    def more_pairs(self) -> None:
        """Enlarge the table of pairs."""
        pairs, distances, slots = self._pairs, self._distances, self._slots
        self._room_for_pairs(2 * len(pairs))
        self._pairs[: len(pairs)], self._distances[: len(pairs)], self._slots[: len(slots)] = pairs, distances, slots

    def hand_over(self, call: Call) -> None:
        """Pass the arrays to the kernel's structure of arguments."""
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
        """Return the number of the shape that these cells form, and the position of its anchor."""
        where = cells.tobytes()
        found = self._placed.get(where)
        if found is None:
            if len(self._placed) > _MOST_PLACED:
                self._placed.clear()
            found = self._placed[where] = self._place(cells)
        return found

    def _place(self, cells: Points) -> tuple[int, Offset]:
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
        """Return the number of a rotated shape, and its anchor if the anchor of the original shape is at the origin."""
        shape, x, y, z = self._turned[number, rotation].tolist()
        return shape, (x, y, z)

    def _turn(self, number: int, cells: Points) -> None:
        """Add the images of a shape under all rotations, and record for each of them its own images."""
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
        """Return the number of a shape with this key; a new shape is added to the arrays."""
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
        """Return the cells outside a shape that its first step sweeps, for each direction.

        The second result has the direction number of each of these cells.
        """
        swept, ways = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
        for kind, (vectors, directions) in enumerate(self._sweeps):
            moving = cells[kinds == kind]
            swept.append((moving[:, None] + vectors).reshape(-1, 3))
            ways.append(np.tile(directions, len(moving)))
        places, directions = np.concatenate(swept), np.concatenate(ways)
        front = ~_among(_codes(places), _codes(cells))
        return places[front], directions[front]

    def _back(self, cells: Points) -> tuple[Points, Ints]:
        """Return the cells of a shape that a body moving in a direction can hit first, for each direction.

        The second result has the direction number of each of these cells.
        """
        places = np.repeat(cells, len(self.vectors), axis=0)
        directions = np.tile(np.arange(len(self.vectors), dtype=np.int64), len(cells))
        behind = _among(_codes(places - self.vectors[directions]), _codes(cells)) & self._one_each[directions]
        return places[~behind], directions[~behind]

    def _write(self, places: Points, directions: Ints) -> Ints:
        """Append places to the array of places, sorted by direction, line, and position on the line.

        Return the begin and end index of the places of each direction, as an array of shape (directions, 2).
        """
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
        bounds = wide(begin + np.searchsorted(rows[:, 0], np.arange(len(self.vectors) + 1)))
        return np.stack([bounds[:-1], bounds[1:]], axis=1)


def _sweep(grid: Grid, kind: int) -> tuple[Points, Ints]:
    """Return the vectors to the cells that a cell's first step sweeps, for each direction.

    The second result has the direction number of each of these vectors.
    """
    each = [grid.swept(way)[kind] for way in grid.directions]
    return np.concatenate(each), np.repeat(np.arange(len(each), dtype=np.int64), list(map(len, each)))


def least_first(cells: Points) -> Points:
    """Return the cells sorted by x, then y, then z."""
    return cells[np.lexsort(cells.T[::-1])]


@cache
def sweeps(reach: int, slack: int) -> tuple[NDArray[np.int16], Ints]:
    """Return which squares each square sweeps in a quarter turn, for squares up to a distance `reach` from the line.

    The first array has the swept squares, the second the begin and end of the part for each square (u, v), at index (u
    + reach, v + reach).  Coordinates are in half cells, see quarter.py.
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
    """Return the squares that a square sweeps, by symmetry from those for an eighth of the plane."""
    if (u, v) != (0, 0) and not -u < v <= u:
        return [(-y, x) for x, y in _swept_by(v, -u, slack)]
    if v < 0:
        return [(y, x) for x, y in swept(u, -v, slack)]
    return [*swept(u, v, slack)]


def _among(codes: Ints, known: Ints) -> NDArray[np.bool_]:
    """Tell which codes are among those known, of which there is one at least."""
    ordered = np.sort(known)
    found: NDArray[np.bool_] = ordered[np.minimum(ordered.searchsorted(codes), len(ordered) - 1)] == codes
    return found


def _codes(points: Points) -> Ints:
    x, y, z = wide(points).T
    codes: Ints = (x << 2 * _LINE_BITS) + (y << _LINE_BITS) + z
    return codes
