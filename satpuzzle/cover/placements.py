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
    board = puzzle.board
    words = -(-len(board) // 64)
    left = machine.total() // 2
    rows = [np.zeros((0, words), np.uint64)]
    piece = [np.zeros(0, np.int64)]
    for number, part in enumerate(puzzle.pieces):
        if len(part.cells) > len(board):
            continue
        for covered in _ways(puzzle, part, check):
            left -= len(covered) * len(board) * _BYTES_A_CELL
            if left < 0:
                raise PuzzleError(
                    f"{puzzle.name}: the board has {len(board)} cells, its placements do not fit into"
                    f" {machine.total() >> 21} MiB of memory, half of what there is"
                )
            rows.append(packed(covered, words))
            piece.append(np.full(len(covered), number))
    return Placements(np.concatenate(rows), np.concatenate(piece))


def _ways(puzzle: Puzzle, part: Piece, check: Callable[[], None]) -> Iterator[NDArray[np.int64]]:
    """Yield the sets of cells that a piece can cover, each once, in portions."""
    board, grid = puzzle.board, puzzle.grid
    going = _going_together(puzzle, part)
    if going is None:
        turned, colours = orientations(part.cells, grid, part.turn_over), None
    else:
        turned, colours = coloured(part, grid)
    seen: set[bytes] = set()  # ways that differ in colours alone are one
    portion = max(1, 100_000 // len(board))  # orientations at a time, to bound the memory in between
    for start in range(0, len(turned), portion):
        check()
        covered, which = _fits(board, turned[start : start + portion], grid)
        if going is not None and colours is not None:
            covered = covered[going[colours[start + which], puzzle.colours[covered]].all(axis=1)]
            keys = [row.tobytes() for row in np.sort(covered, axis=1)]
            new = {key: at for at, key in reversed([*enumerate(keys)]) if key not in seen}
            covered = covered[sorted(new.values())]
            seen |= new.keys()
        yield covered


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
    rows = np.zeros((len(members), words), np.uint64)
    marks = np.uint64(1) << (members % 64).astype(np.uint64)
    for column in range(members.shape[1]):
        rows[np.arange(len(members)), members[:, column] // 64] |= marks[:, column]
    return rows


def _fits(board: Points, turned: NDArray[np.int64], grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return the numbers of the board cells that each orientation covers wherever it fits, and which orientation.

    Cells are looked up by one integer each, in a box with room for a board's length on every side.
    """
    low = board.min(axis=0)
    span = np.ptp(board, axis=0) + 1
    kinds, of_board = grid.kind(turned[:, 0]), grid.kind(board)
    turned = turned - turned[:, :1]
    inside = (abs(turned) < span).all(axis=(1, 2))

    strides = np.array([9 * span[1] * span[2], 3 * span[2], 1])

    def code(points: NDArray[np.int64]) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = (points - low + span) @ strides
        return numbers

    codes = code(board)  # ascending, since the board is in lexicographic order
    found, which = [], []
    for kind in range(len(grid.kinds)):
        # What carries the first cell to a board cell of its kind is a translation of the grid.
        here = np.flatnonzero(inside & (kinds == kind))
        placed = turned[here, None] + board[of_board == kind, None]
        wanted = code(placed)  # (orientations, positions, cells)
        index = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
        fits = (codes[index] == wanted).all(axis=-1)
        found.append(index[fits])
        which.append(here[np.nonzero(fits)[0]])
    return np.concatenate(found), np.concatenate(which)
