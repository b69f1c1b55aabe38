"""Placements: every way each piece can lie on the board, written down once.

An orientation is moved so that its first cell falls on each board cell of the same kind in turn and is kept where
all its cells fall on the board.  The result is a packed bit matrix, one row of 64-bit words a placement,
with the number of the piece beside it.  Every backend, picture and export reads this one table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.cover import bits
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.shape import coloured, orientations

_BYTES_A_CELL = 4  # that each placement takes for each cell of the board while symmetries are found


@dataclass(frozen=True, eq=False)
class Placements:
    """All placements of a puzzle's pieces, grouped by piece in the puzzle's order."""

    cells: NDArray[np.uint64]  # (placements, words): bit c of a row is board cell c
    piece: NDArray[np.int64]  # (placements,): which piece lies there
    _covered: dict[int, NDArray[np.intp]] = field(default_factory=dict, repr=False)  # what was asked before

    def __len__(self) -> int:
        return len(self.piece)

    def covered(self, placement: int) -> NDArray[np.intp]:
        """Return the numbers of the board cells that a placement covers, ascending."""
        if placement not in self._covered:
            row = self.cells[placement][None]
            self._covered[placement] = np.flatnonzero(bits.from_words(row, 64 * row.shape[1]))
        return self._covered[placement]


def place(puzzle: Puzzle, check: Callable[[], None] = lambda: None) -> Placements:
    """Write down every placement; `check` is called now and then and may raise.

    Raises PuzzleError if the table would not fit into half of the machine's memory.
    """
    places = _Places(puzzle.board, puzzle.grid)
    words = -(-len(puzzle.board) // 64)
    left = machine.total() // 2
    rows = [np.zeros((0, words), np.uint64)]
    piece = [np.zeros(0, np.int64)]
    for pieces in _placed_together(puzzle):
        for covered, which in _ways(puzzle, places, pieces, check):
            left -= len(covered) * len(puzzle.board) * _BYTES_A_CELL
            if left < 0:
                raise PuzzleError(
                    f"{puzzle.name}: the board has {len(puzzle.board)} cells, its placements do not fit into"
                    f" {machine.total() >> 21} MiB of memory, half of what there is"
                )
            rows.append(packed(covered, words))
            piece.append(which)
    every = np.concatenate(piece)
    order = np.argsort(every, kind="stable")
    return Placements(np.concatenate(rows)[order], every[order])


def _placed_together(puzzle: Puzzle) -> list[list[int]]:
    """Return the numbers of the pieces that fit on the board by their sizes, those alone whose colours matter."""
    found: dict[tuple[int, int], list[int]] = {}
    for number, part in enumerate(puzzle.pieces):
        if len(part.cells) <= len(puzzle.board):
            alone = -1 if _going_together(puzzle, part) is None else number
            found.setdefault((len(part.cells), alone), []).append(number)
    return list(found.values())


def _ways(
    puzzle: Puzzle, places: "_Places", pieces: list[int], check: Callable[[], None]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the sets of cells that pieces of one size can cover, each once, and which piece does, in portions."""
    parts = [puzzle.pieces[number] for number in pieces]
    going, colours = _going_together(puzzle, parts[0]), np.zeros(0, np.int64)
    if going is None:
        each = [orientations(part.cells, puzzle.grid, part.turn_over) for part in parts]
    else:
        oriented, colours = coloured(parts[0], puzzle.grid)
        each = [oriented]
    turned, owner = np.concatenate(each), np.repeat(pieces, [len(some) for some in each])
    seen: set[bytes] = set()  # ways that differ in colours alone are one
    portion = max(1, 100_000 // len(puzzle.board))  # orientations at a time, to bound the memory in between
    for start in range(0, len(turned), portion):
        check()
        covered, which = places.of(turned[start : start + portion])
        which += start
        if going is not None:
            goes = going[colours[which], puzzle.colours[covered]].all(axis=1)
            covered, which = covered[goes], which[goes]
            keys = [row.tobytes() for row in np.sort(covered, axis=1)]
            new = sorted({key: at for at, key in reversed([*enumerate(keys)]) if key not in seen}.values())
            covered, which = covered[new], which[new]
            seen.update(keys)
        yield covered, owner[which]


def _going_together(puzzle: Puzzle, part: Piece) -> NDArray[np.bool_] | None:
    """Return which colours of a piece go with which of the board, or None if colours do not matter to the piece."""
    if puzzle.pairs is None or not (part.colours.any() and puzzle.colours.any()):
        return None
    going = np.zeros((int(part.colours.max()) + 1, int(puzzle.colours.max()) + 1), np.bool_)
    going[0] = going[:, 0] = True
    for own, below in puzzle.pairs:
        if own < going.shape[0] and below < going.shape[1]:
            going[own, below] = True
    return going


def scan_order(board: Points, axes: str = "") -> NDArray[np.int64]:
    """Return the numbers of the cells in the order of a scan.

    It goes along the board's shortest extent first and along the longest last, so that what is filled stays compact; or
    along the given axes, the last of them first: "zyx" is layer by layer and row by row.
    """
    if not len(board):
        return np.zeros(0, np.int64)
    fastest_first = ["xyz".index(axis) for axis in reversed(axes)] or np.argsort(np.ptp(board, axis=0), kind="stable")
    return np.lexsort([board[:, axis] for axis in fastest_first])


def packed(members: NDArray[np.int64], words: int) -> NDArray[np.uint64]:
    """Return rows of bits with the bits set that each row of `members` lists."""
    table = np.zeros((len(members), 64 * words), np.bool_)
    table[np.arange(len(members))[:, None], members] = True
    return bits.to_words(table, words)


class _Places:
    """Finds the numbers of the board cells that orientations cover.

    A cell is looked up by one integer, its place in a box with room for a board's length on every side; a step from
    cell to cell is an integer too.  Orientations share most of their steps, so each is looked up once.
    """

    def __init__(self, board: Points, grid: Grid) -> None:
        self._grid = grid
        self._span = np.ptp(board, axis=0) + 1
        self._strides = np.array([9 * self._span[1] * self._span[2], 3 * self._span[2], 1])
        codes = (board - board.min(axis=0)) @ self._strides  # ascending, since the board is in lexicographic order
        kinds = grid.kind(board)
        self._codes, self._of_kind = codes, [codes[kinds == kind] for kind in range(len(grid.kinds))]

    def of(self, turned: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """Return what each orientation covers wherever it fits, and which orientation."""
        kinds = self._grid.kind(turned[:, 0])
        from_first = turned - turned[:, :1]
        inside = (abs(from_first) < self._span).all(axis=(1, 2))
        found, which = [], []
        for kind, codes in enumerate(self._of_kind):
            # What carries the first cell to a board cell of its kind is a translation of the grid.
            here = np.flatnonzero(inside & (kinds == kind))
            steps, step = np.unique(from_first[here] @ self._strides, return_inverse=True)
            step = step.reshape(len(here), turned.shape[1])
            wanted = steps[:, None] + codes
            index = np.minimum(np.searchsorted(self._codes, wanted), len(self._codes) - 1)
            orientation, position = np.nonzero((self._codes[index] == wanted)[step].all(axis=1))
            found.append(index[step[orientation], position[:, None]])
            which.append(here[orientation])
        return np.concatenate(found), np.concatenate(which)
