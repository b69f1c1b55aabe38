"""The shapes of a problem's pieces, in the arrays of the kernel of movement, and its table of pairs.

A shape is a set of cells relative to one of them, its anchor.  The packings of one problem consist of few shapes.  How
two shapes block each other depends only on their offset, so the results for a pair of shapes are kept for all packings.
`kernels/pairs.h` explains the data of a shape and of a pair.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.library import Call
from satpuzzle.motion.split import Offset
from satpuzzle.puzzle.grids import Grid, Points

Ints = NDArray[np.int64]

_MEETING = np.dtype([("shapes", np.uint64), ("offset", np.uint64), ("at_once", np.uint32), ("ever", np.uint32)])
_PAIRS = 1 << 12  # the number of pairs for which there is space at first: more than one position has
_MOST_PAIRS = 1 << 20  # the largest number of pairs that are kept for the next packing
_SLOTS = 4  # slots of the hash table per pair
_LINE_BITS = 20


class Shapes:
    """Shapes and pairs of one problem, in arrays.  `version` changes whenever an array is replaced by a larger one."""

    def __init__(self, grid: Grid) -> None:
        self.version = 0
        self.vectors = np.array(grid.directions, dtype=np.int64)
        self._grid = grid
        self._sweeps = [_sweep(grid, kind) for kind in range(len(grid.kinds))]
        self._one_each = np.array(
            [all(len(grid.swept(way)[kind]) == 1 for kind in range(len(grid.kinds))) for way in grid.directions]
        )
        self._numbers: dict[bytes, int] = {}
        self._sides = np.zeros((16, len(self.vectors), 4), np.int64)
        self._places = np.zeros((1 << 10, 2), np.int64)
        self._filled = 0  # the number of places in use
        self.forget()

    def forget(self) -> None:
        """Begin a new, empty table of pairs."""
        self._room_for_pairs(_PAIRS)
        self._known = np.array([0, _SLOTS * _PAIRS - 1], dtype=np.int64)
        self._slots[:] = 0

    def _room_for_pairs(self, room: int) -> None:
        self._pairs = np.empty(room, _MEETING)
        self._distances = np.empty((room, len(self.vectors)), np.int16)
        self._slots = np.empty(_SLOTS * room, np.int32)
        self.version += 1

    def tidy(self) -> None:
        """Begin a new table of pairs if it is long.  No search may be in progress."""
        if self._known[0] > _MOST_PAIRS:
            self.forget()

    def more_pairs(self) -> None:
        """Enlarge the table of pairs."""
        pairs, distances, slots = self._pairs, self._distances, self._slots
        self._room_for_pairs(2 * len(pairs))
        self._pairs[: len(pairs)], self._distances[: len(pairs)], self._slots[: len(slots)] = pairs, distances, slots

    def hand_over(self, call: Call) -> None:
        """Set the arrays in the structure of a call."""
        call.hand_over("vectors", self.vectors)
        call.hand_over("sides", self._sides)
        call.hand_over("places", self._places)
        call.hand_over("pairs", self._pairs)
        call.hand_over("distances", self._distances)
        call.hand_over("pair_slots", self._slots)
        call.hand_over("known", self._known)
        call["pair_room"] = len(self._pairs)

    def placed(self, cells: Points) -> tuple[int, Offset]:
        """Return the number of the shape that these cells form, and the position of its anchor."""
        if not len(cells):
            return self._number(cells, b"", np.zeros(0, np.int64)), (0, 0, 0)
        x, y, z = cells[0].tolist()
        relative = cells - cells[0]
        kind = int(self._grid.kind(cells[:1])[0])
        key = relative.tobytes() + kind.to_bytes(1, "little")
        number = self._numbers.get(key)
        if number is None:
            number = self._number(relative, key, self._grid.kind(cells))
        return number, (x, y, z)

    def _number(self, cells: Points, key: bytes, kinds: Ints) -> int:
        """Return the number of a shape; a new shape is added to the arrays."""
        if key in self._numbers:
            return self._numbers[key]
        number = self._numbers[key] = len(self._numbers)
        if number == len(self._sides):
            self._sides = np.concatenate([self._sides, np.zeros_like(self._sides)])
            self.version += 1
        self._sides[number, :, :2] = self._write(*self._front(cells, kinds))
        self._sides[number, :, 2:] = self._write(*self._back(cells))
        return number

    def _front(self, cells: Points, kinds: Ints) -> tuple[Points, Ints]:
        """Return the places outside a shape that its first step sweeps, each with the number of its direction."""
        swept, ways = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
        for kind, (vectors, directions) in enumerate(self._sweeps):
            moving = cells[kinds == kind]
            swept.append((moving[:, None] + vectors).reshape(-1, 3))
            ways.append(np.tile(directions, len(moving)))
        places, directions = np.concatenate(swept), np.concatenate(ways)
        front = ~np.isin(_codes(places), _codes(cells))
        return places[front], directions[front]

    def _back(self, cells: Points) -> tuple[Points, Ints]:
        """Return the cells of a shape that a body moving in a direction can hit first, with the direction number."""
        places = np.repeat(cells, len(self.vectors), axis=0)
        directions = np.tile(np.arange(len(self.vectors)), len(cells))
        behind = np.isin(_codes(places - self.vectors[directions]), _codes(cells)) & self._one_each[directions]
        return places[~behind], directions[~behind]

    def _write(self, places: Points, directions: Ints) -> Ints:
        """Add places, sorted by direction, line and position on the line, to the array of places.

        Returns the begin and end index of the places of each direction, shape (directions, 2).
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
        bounds = begin + np.searchsorted(rows[:, 0], np.arange(len(self.vectors) + 1))
        return np.stack([bounds[:-1], bounds[1:]], axis=1)


def _sweep(grid: Grid, kind: int) -> tuple[Points, Ints]:
    """Return the vectors that the first step of a cell sweeps, for all directions, and their direction numbers."""
    each = [grid.swept(way)[kind] for way in grid.directions]
    return np.concatenate(each), np.repeat(np.arange(len(each)), list(map(len, each)))


def _codes(points: Points) -> Ints:
    x, y, z = points.T
    codes: Ints = (x << 2 * _LINE_BITS) + (y << _LINE_BITS) + z
    return codes
