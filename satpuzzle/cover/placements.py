"""Placements: enumerates every way each piece can lie on the board, in one table.

Each orientation of a piece is moved so that its first cell falls on each board cell of the same kind in turn; it is a
placement if all its cells are on the board.  The result is a packed bit matrix with one row of 64-bit words for each
placement, the number of its piece, and its colours on the cells if pieces have colours.  Every backend, picture and
export reads this table.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.exact_cover import Batch, ascending
from satpuzzle.cover.foldings import foldings, numbered, ordered
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import onto, place_of
from satpuzzle.puzzle.chains import ahead
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.shape import coloured_orientations, orientations
from satpuzzle.puzzle.tiles import turned
from satpuzzle.puzzle.wrapping import Wrapping

Marks = NDArray[np.uint16] | NDArray[np.uint8]
_Number = TypeVar("_Number", np.uint64, np.uint16, np.uint8)
_FEW = 8  # words of a row for each cell of a piece, from which on bits are set one by one
_POSITIONS = 1 << 20  # of a box around a board, up to which there is a table of them, even if few are cells
_PORTION = 1 << 26  # the largest size in bytes of an intermediate table
MOST_FOLDINGS = 1_000_000  # of a chain that are listed
_BYTES_AN_ITEM = 4  # memory in bytes for each placement and item of the cover while symmetries are computed


@dataclass(frozen=True, eq=False, repr=False)
class Placements:
    """All placements of a puzzle's pieces, grouped by piece in the puzzle's order.

    If the number of empty cells is counted, a placement without a piece follows for each cell that may stay empty.
    """

    rows: NDArray[np.uint64]  # (placements, words): bit c of a row is board cell c; `covered` has the numbers
    piece: NDArray[np.int64]  # (placements,): which piece lies there, -1 for none, so that the cell stays empty
    colours: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    # (placements, cells of the board): the piece's colour on each cell, 0 for none; or nothing if no piece has colours
    sides: NDArray[np.str_] = field(default_factory=lambda: np.zeros((0, 0), np.str_))
    # (placements, sides of a cell): the colours of a tile's sides as it lies, clockwise; or nothing if there are none
    numbers: NDArray[np.uint16] = field(default_factory=lambda: np.zeros((0, 0), np.uint16))
    # (placements, cells of the board): the number of each cell along a chain, from 1 on, 0 for none; or nothing
    possible: "Placements | None" = None  # those before rules took some away, None if they took none
    kept: NDArray[np.int64] | None = None  # (placements,): the numbers that these have among the possible ones
    _covered: dict[int, NDArray[np.intp]] = field(default_factory=dict, repr=False)  # cache of `covered`

    def __len__(self) -> int:
        return len(self.piece)

    def __repr__(self) -> str:
        return f"<placements: {len(self)}>"

    def hues(self, some: slice | NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the colours of some placements, (placements, cells of the board); (placements, 0) without colours."""
        return self.colours[some] if len(self.colours) else np.zeros((len(self.piece[some]), 0), np.uint8)

    def covered(self, placement: int) -> NDArray[np.intp]:
        """Return the numbers of the board cells that a placement covers, ascending."""
        if placement not in self._covered:
            row = self.rows[placement][None]
            self._covered[placement] = np.flatnonzero(bits.from_words(row, 64 * row.shape[1]))
        return self._covered[placement]

    def along(self, placement: int) -> NDArray[np.intp]:
        """Return the numbers of the board cells that a placement covers, in the order of the chain if it is one."""
        covered = self.covered(placement)
        if not len(self.numbers):
            return covered
        found: NDArray[np.intp] = covered[self.numbers[placement, covered].argsort(kind="stable")]
        return found

    @property
    def marks(self) -> Marks:
        """What tells placements of a piece on the same cells apart: colours, or of chains the numbers of cells.

        The shape is (placements, cells of the board), or (0, 0) if nothing does.
        """
        if not len(self.numbers) or not len(self.colours):
            return self.numbers if len(self.numbers) else self.colours
        return np.maximum(self.numbers, self.colours)

    def painted(self, placement: int) -> list[int] | None:
        """Return the piece's colour on each cell in `covered(placement)`, None if the piece has no colours."""
        if not len(self.colours) or not self.colours[placement].any():
            return None
        found: list[int] = self.colours[placement, self.covered(placement)].tolist()
        return found

    def sides_of(self, placement: int) -> str | None:
        """Return the colours of the placed tile's sides, clockwise from 12 o'clock; None if pieces are not tiles."""
        return "".join(self.sides[placement]) if len(self.sides) else None

    def find(
        self,
        piece: int,
        cells: list[int],
        colours: list[int] | None = None,
        sides: str | None = None,
        orders: Sequence[list[int]] = (),
    ) -> list[int]:
        """Return the numbers of the placements of a piece that cover exactly these board cells.

        If they are given, the placements must have these `colours` on the cells, or these `sides` of a tile, or the
        cells of a chain must be in one of these `orders`.
        """
        row = packed(np.array([cells], dtype=np.int64), self.rows.shape[1])
        found: list[int] = np.flatnonzero((self.piece == piece) & (self.rows == row).all(axis=1)).tolist()
        found = [placement for placement in found if sides is None or self.sides_of(placement) == sides]
        if orders:
            found = [placement for placement in found if self.along(placement).tolist() in orders]
        if colours is None:
            return found
        order = np.argsort(cells).tolist()
        wanted = [colours[at] for at in order] if any(colours) else None
        return [placement for placement in found if self.painted(placement) == wanted]

    @property
    def different(self) -> NDArray[np.bool_]:
        """Tell for each placement whether no earlier one has the same piece, cells and colours."""
        marks = self.marks if len(self.marks) else np.zeros((len(self), 0), np.uint8)
        rows = np.column_stack([self.piece.astype(np.uint64), self.rows, marks.astype(np.uint64)])
        kept = np.zeros(len(rows), np.bool_)
        kept[np.unique(rows, axis=0, return_index=True)[1]] = True
        return kept

    @cached_property
    def empties(self) -> NDArray[np.intp]:
        """The placements without a piece."""
        return np.flatnonzero(self.piece < 0)

    def of_pieces(self, batch: Batch) -> Batch:
        """Return solutions without the placements that have no piece."""
        return ascending(np.where(np.append(self.piece, -1)[batch] < 0, -1, batch))  # -1 is the padding, too

    def placed(self, options: tuple[int, ...]) -> tuple[int, ...]:
        """Return a solution without the placements that have no piece, as `of_pieces` does."""
        return tuple(option for option in options if self._owner[option] >= 0)

    @cached_property
    def _owner(self) -> list[int]:
        found: list[int] = self.piece.tolist()
        return found

    def filled(self, options: Iterable[int]) -> list[int]:
        """Return these placements, and those without a piece on all other cells."""
        chosen = list(options)
        taken = np.bitwise_or.reduce(self.rows[chosen], axis=0)
        free: list[int] = self.empties[~(self.rows[self.empties] & taken).any(axis=1)].tolist()
        return chosen + free

    @cached_property
    def alike(self) -> bool:
        """Whether two placements of a piece cover the same cells and differ only in their marks."""
        if not len(self.marks) and not len(self.sides):
            return False
        rows = np.column_stack([self.piece.astype(np.uint64), self.rows])
        return len(np.unique(rows, axis=0)) < len(rows)

    def reordered(self, order: NDArray[np.int64]) -> "Placements":
        """Return the placements in another order: new placement i is placement `order[i]`."""
        colours = self.colours[order] if len(self.colours) else self.colours
        sides = self.sides[order] if len(self.sides) else self.sides
        numbers = self.numbers[order] if len(self.numbers) else self.numbers
        return Placements(self.rows[order], self.piece[order], colours, sides, numbers)


def place(puzzle: Puzzle, clock: Clock = UNLIMITED) -> Placements:
    """Return all placements of a puzzle's pieces.

    Raises PuzzleError if the table would not fit into half of the machine's memory, and Stopped if the clock stops.
    """
    words = -(-len(puzzle.board) // 64)
    found = _tiles(puzzle, words, clock) if puzzle.tiled else _placed(puzzle, words, clock)
    return _allowed(puzzle, _with_empties(puzzle, found, words), clock)


def _with_empties(puzzle: Puzzle, found: Placements, words: int) -> Placements:
    """Return placements and, after them, one without a piece for each cell whose emptiness is counted."""
    if not puzzle.free.any():
        return found
    free = packed(np.flatnonzero(puzzle.free)[:, None], words)
    colours, sides, numbers = (
        np.concatenate([each, np.zeros((len(free) * there, each.shape[1]), each.dtype)])
        for each in (found.colours, found.sides, found.numbers)
        for there in (len(each) == len(found) and each.shape[1] > 0,)
    )
    rows, piece = np.concatenate([found.rows, free]), np.append(found.piece, [-1] * len(free))
    return Placements(rows, piece, colours, sides, numbers)


def _placed(puzzle: Puzzle, words: int, clock: Clock) -> Placements:
    """Return the placements of pieces that are no tiles."""
    places = (_Wrapped if puzzle.wrapping.round else _Places)(puzzle.board, puzzle.wrapping)
    left = machine.total() // 2
    each = len(puzzle.board) * places.bytes_an_item
    each += sum(len(items.names) for items in puzzle.rule_items) * _BYTES_AN_ITEM
    rows = [np.zeros((0, words), np.uint64)]
    piece = [np.zeros(0, np.int64)]
    painted = [np.zeros((0, len(puzzle.board)), np.uint8)]
    folded = [np.zeros((0, len(puzzle.board)), np.uint16)]
    coloured = puzzle.pairs is not None and any(_has_colours(puzzle, part) for part in puzzle.pieces)
    for pieces in _placed_together(puzzle):
        chain = puzzle.pieces[pieces[0]].chain is not None
        ways = _foldings(puzzle, pieces[0], clock) if chain else _ways(puzzle, places, pieces, clock)
        for covered, which, colours in ways:
            left -= len(covered) * each
            if left < 0:
                raise _too_large(puzzle, places.what)
            rows.append(packed(covered, words))
            piece.append(which)
            if "chain" in puzzle.features:
                some = numbered(covered, len(puzzle.board)) if chain else np.zeros((len(covered), len(puzzle.board)))
                folded.append(some.astype(np.uint16))
            if coloured:
                painted.append(np.zeros((len(covered), len(puzzle.board)), np.uint8))
                if colours is not None:
                    np.put_along_axis(painted[-1], covered, colours.astype(np.uint8), axis=1)
    every = np.concatenate(piece)
    order = every.argsort(kind="stable")
    to = np.empty_like(order)
    to[order] = np.arange(len(order))
    hues = _joined(painted, to, clock) if coloured else painted[0]
    numbers = _joined(folded, to, clock) if "chain" in puzzle.features else folded[0]
    found = Placements(_joined(rows, to, clock), every.take(order), hues, numbers=numbers)
    return found.reordered(np.flatnonzero(found.different)) if places.repeats else found


def _allowed(puzzle: Puzzle, placements: Placements, clock: Clock) -> Placements:
    """Return the placements that the puzzle's rules allow; a cell may stay empty whatever they say."""
    keep = np.ones(len(placements), np.bool_)
    for some in clock.slices(len(keep), _PORTION // len(puzzle.board)) if puzzle.rules else ():
        inside = bits.from_words(placements.rows[some], len(puzzle.board))
        for rule in puzzle.rules:
            allowed = rule.allows(puzzle.ground, inside, placements.piece[some], placements.hues(some))
            if allowed is not None:
                keep[some] &= allowed | (placements.piece[some] < 0)
    if keep.all():
        return placements
    kept = np.flatnonzero(keep)
    return replace(placements.reordered(kept), possible=placements, kept=kept)


def _joined(parts: list[NDArray[_Number]], to: NDArray[np.int64], clock: Clock) -> NDArray[_Number]:
    """Return the rows of all parts in one array, row i in place `to[i]`; the list is emptied, which saves memory."""
    found = np.empty((sum(map(len, parts)), parts[0].shape[1]), parts[0].dtype)
    end = len(found)
    while parts:
        clock.check()
        part = parts.pop()
        found[to[end - len(part) : end]] = part
        end -= len(part)
    return found


def _tiles(puzzle: Puzzle, words: int, clock: Clock) -> Placements:
    """Return the placements of tiles; if the border has a colour, only those with this colour on the border."""
    from satpuzzle.cover.edges import Edges

    where, kinds, lifts = Edges.of(puzzle), puzzle.grid.kind(puzzle.board), puzzle.wrapping.lifts
    ways = [
        (number, kind, way)
        for number, piece in enumerate(clock.each(puzzle.pieces))
        for kind, some in enumerate(turned(piece.sides, puzzle.grid, puzzle.rotate, piece.mirror, lifts))
        for way in some
    ]
    left, items = machine.total() // 2, len(kinds) + len(where)
    here: list[NDArray[np.intp]] = []
    for _, kind, way in ways:
        clock.check()
        here.append(np.flatnonzero((kinds == kind) & where.allow(way)))
        left -= len(here[-1]) * items * _BYTES_AN_ITEM
        if left < 0:
            raise _too_large(puzzle, "placements")
    many = list(map(len, here))
    sides = np.array([list(way) for _, _, way in ways]).repeat(many, axis=0)
    piece = np.array([number for number, _, _ in ways], dtype=np.int64).repeat(many)
    return Placements(packed(np.concatenate(here)[:, None], words), piece, sides=sides)


def _too_large(puzzle: Puzzle, what: str) -> PuzzleError:
    return PuzzleError(
        f"{puzzle.name}: the board has {len(puzzle.board)} cells, its {what} do not fit into"
        f" {machine.total() >> 21} MiB of memory, half of this machine's memory"
    )


def _has_colours(puzzle: Puzzle, part: Piece) -> bool:
    return puzzle.pairs is not None and bool(part.colours.any())


def _placed_together(puzzle: Puzzle) -> list[list[int]]:
    """Return the numbers of pieces in groups that are placed together.

    A chain and a piece with colours are groups of their own.

    On a board that wraps round the pieces of a group have equal size, elsewhere about equal size.
    """
    found: dict[tuple[int, int], list[int]] = {}
    for number, part in enumerate(puzzle.pieces):
        if (size := len(part.cells)) <= len(puzzle.board):
            alone = number if part.chain is not None or _has_colours(puzzle, part) else -1
            found.setdefault((size if puzzle.wrapping.round else (size - 1).bit_length(), alone), []).append(number)
    return list(found.values())


def _foldings(puzzle: Puzzle, number: int, clock: Clock) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], None]]:
    """Yield the foldings of a chain as `_ways` does placements, with their cells in the order of the chain."""
    word, found, many = puzzle.pieces[number].chain or "", [np.zeros((0, len(puzzle.pieces[number].cells)), int)], 0
    for paths in foldings(word, ahead(puzzle.board, puzzle.wrapping), _moves(puzzle, clock), clock):
        found.append(paths)
        many += len(paths)
        check_listed(puzzle, puzzle.pieces[number], many)
    every = ordered(np.concatenate(found), len(puzzle.board))
    yield every, np.full(len(every), number, np.int64), None


def _moves(puzzle: Puzzle, clock: Clock) -> NDArray[np.int64]:
    """Return isometries of a board, the identity first, as permutations of its cells, (isometries, cells).

    They keep shared sides or faces, and nothing else.  A board that wraps round has the identity alone.
    """
    board, grid = puzzle.board, puzzle.grid
    portions = () if puzzle.wrapping.round else grid.some_isometries(board, clock)
    found = [onto(board, board, grid, images) for images in portions]
    return np.unique(np.concatenate([np.arange(len(board))[None], *found]), axis=0)


def check_listed(puzzle: Puzzle, piece: Piece, many: int) -> None:
    """Raise PuzzleError if a chain has too many placements for a list."""
    if many > MOST_FOLDINGS:
        raise PuzzleError(
            f"{puzzle.name}: chain {piece.name} has more than {MOST_FOLDINGS} placements on the board, too many to list"
        )


def placements_of_chain(puzzle: Puzzle, paths: NDArray[np.int64]) -> Placements:
    """Return the placements of a chain that is the only piece, from its foldings; see `_with_empties`."""
    words, every = -(-len(puzzle.board) // 64), ordered(paths, len(puzzle.board))
    found = Placements(packed(every, words), np.zeros(len(every), np.int64), numbers=numbered(every, len(puzzle.board)))
    return _with_empties(puzzle, found, words)


def _padded(turned: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return orientations with `size` cells each, of which the last one is repeated."""
    cells = turned.shape[1]
    return turned if cells == size else turned.take(np.minimum(np.arange(size), cells - 1), axis=1)


def _ways(
    puzzle: Puzzle, places: "_Places | _Wrapped", pieces: list[int], clock: Clock
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | None]]:
    """Yield the placements of pieces that are placed together, in portions that limit the memory.

    A portion has the covered cells, shape (placements, cells of the largest of these pieces), of which the last may be
    repeated, the number of the piece, (placements,), and
    the colours on the cells, None if the piece has none.
    """
    parts = [puzzle.pieces[number] for number in pieces]
    colours: NDArray[np.int64] | None = None
    if _has_colours(puzzle, parts[0]):
        oriented, colours = coloured_orientations(parts[0], puzzle.grid, clock)
        each = [oriented]
    else:
        size = max(len(part.cells) for part in parts)
        each = [
            _padded(orientations(part.cells, puzzle.grid, part.mirror, clock, part.rotate), size)
            for part in clock.each(parts)
        ]
    turned, owner = np.concatenate(each), np.repeat(pieces, [len(some) for some in each])
    going = _going_together(puzzle, parts[0])
    portion = max(1, 100_000 // len(puzzle.board))  # orientations at a time, which limits the memory
    for start in range(0, len(turned), portion):
        for covered, which in places.of(turned[start : start + portion]):
            clock.check()
            which += start
            if going is not None and colours is not None:
                goes = going[colours[which], puzzle.colours[covered]].all(axis=1)
                covered, which = covered[goes], which[goes]
            yield covered, owner[which], None if colours is None else colours[which]


def _going_together(puzzle: Puzzle, part: Piece) -> NDArray[np.bool_] | None:
    """Return a table: entry [p, b] tells whether colour p of a piece may lie on colour b of the board.

    The result is None if every colour may lie on every other one.
    """
    if not (_has_colours(puzzle, part) and puzzle.colours.any()):
        return None
    going = np.zeros((int(part.colours.max()) + 1, int(puzzle.colours.max()) + 1), np.bool_)
    going[0] = going[:, 0] = True
    for own, below in puzzle.pairs or ():
        if own < going.shape[0] and below < going.shape[1]:
            going[own, below] = True
    return going


def scan_order(board: Points, axes: str = "") -> NDArray[np.int64]:
    """Return the numbers of the board's cells in the order in which a search fills them, line by line.

    `axes` lists the coordinates from the slowest to the fastest: "zyx" is layer by layer and row by row.  By default
    the coordinate along the board's shortest side is the fastest, so that the filled cells stay compact.
    """
    if not len(board):
        return np.zeros(0, np.int64)
    fastest_first = ["xyz".index(axis) for axis in reversed(axes)] or np.argsort(np.ptp(board, axis=0), kind="stable")
    return wide(np.lexsort([board[:, axis] for axis in fastest_first]))


def packed(members: NDArray[np.int64], words: int) -> NDArray[np.uint64]:
    """Convert lists of bit numbers, (rows, bits), to rows of 64-bit words with these bits set, (rows, words)."""
    if words == 1:
        of_bits: NDArray[np.uint64] = np.uint64(1) << members.astype(np.uint64)
        return np.bitwise_or.reduce(of_bits, axis=1, keepdims=True)
    if members.shape[1] > 1 and _FEW * members.shape[1] > words:
        table = np.zeros((len(members), 64 * words), np.bool_)
        table[np.arange(len(members))[:, None], members] = True
        return bits.to_words(table, words)
    rows, every = np.zeros((len(members), words), np.uint64), np.arange(len(members))
    for column in members.T:
        rows[every, column // 64] |= np.uint64(1) << (column % 64).astype(np.uint64)
    return rows


class _Places:
    """Finds the numbers of the board cells that orientations cover.

    A cell is represented by one integer: its position in the box around the board.  Within the box, the step from one
    cell to another is the difference of two integers.
    """

    bytes_an_item = _BYTES_AN_ITEM
    what = "placements"
    repeats = False  # whether a placement may be found twice

    def __init__(self, board: Points, wrapping: Wrapping) -> None:
        self._grid = grid = wrapping.grid
        self._first = board.min(axis=0)
        self._span = board.max(axis=0) - self._first + 1
        self._strides = np.array([self._span[1] * self._span[2], self._span[2], 1], np.int64)
        kinds, board = grid.kind(board), board - self._first
        self._codes = board @ self._strides  # ascending, since the board is in lexicographic order
        self._of_kind = [board[kinds == kind] for kind in range(len(grid.kinds))]
        self._table: NDArray[np.int64] | None = None  # the number of the cell at each position, -1 for none
        if (positions := int(self._span.prod())) <= max(_POSITIONS, 64 * len(board)):
            self._table = np.full(positions, -1, np.int64)
            self._table[self._codes] = np.arange(len(board))

    def _numbers(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of the cells at these positions, -1 for none."""
        if self._table is not None:
            return self._table[codes]
        index = np.minimum(np.searchsorted(self._codes, codes), len(self._codes) - 1)
        return np.where(self._codes[index] == codes, index, -1)

    def of(self, turned: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.intp]]]:
        """Yield portions of the placements of these orientations: (covered cells, numbers of orientations).

        The shapes are (placements, cells of a piece) and (placements,).
        """
        kinds = self._grid.kind(turned[:, 0])
        from_first = turned - turned[:, :1]
        below, above = -from_first.min(axis=1), self._span - from_first.max(axis=1)  # the first cells that are allowed
        steps = (from_first @ self._strides).T
        for kind, cells in enumerate(self._of_kind):
            # The move of the first cell to a board cell of its kind is a translation of the grid.
            here = np.flatnonzero(kinds == kind)
            portion = max(1, _PORTION // (max(1, len(here)) * len(self._codes)))
            for start in range(0, len(cells) if len(here) else 0, portion):
                first = cells[start : start + portion]
                inside = np.ones((len(here), len(first)), np.bool_)
                for place, low, high in zip(first.T, below[here].T, above[here].T, strict=True):
                    inside &= (low[:, None] <= place) & (place < high[:, None])
                orientation, position = np.nonzero(inside)
                index = self._numbers(steps[:, here[orientation]] + (first @ self._strides)[position])
                fits = (index >= 0).all(axis=0)
                yield index[:, fits].T, here[orientation[fits]]


class _Wrapped:
    """Finds the numbers of the cells that orientations cover on a board that wraps round, as `_Places` does."""

    bytes_an_item = 128  # there are as many translations as cells
    what = "placements and their images under all translations"
    repeats = True

    def __init__(self, board: Points, wrapping: Wrapping) -> None:
        self._board, self._wrapping = board, wrapping
        self._kinds = wrapping.grid.kind(board)

    def of(self, turned: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.intp]]]:
        """Yield portions of placements as `_Places.of` does, without those that would overlap themselves."""
        for orientation, cells in enumerate(turned):
            for lift in self._wrapping.lifts(cells):
                there = self._board[self._kinds == self._wrapping.grid.kind(lift[:1]), None] + (lift - lift[0])
                index = place_of(self._board, self._wrapping.home(there))
                ordered = np.sort(index, axis=1)
                fits = (index >= 0).all(axis=1) & (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
                yield index[fits], np.full(int(fits.sum()), orientation, np.int64)
