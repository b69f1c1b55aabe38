"""Divides a heap of pieces into sets, each of which fills a board: an exact cover whose options are sets of pieces.

The largest piece that is left lies in some set.  The sets that it may lie in are found one after the other, as packings
of a board with it and other pieces that are left; with each of them, what remains is divided in the same way.  Sets
that leave few cells of their board empty come first, since a heap rarely has many cells less than its boards.

So that each division is found once, its sets with the same largest piece stand in order: by the board, the number of
empty cells, and the numbers of copies.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import sub
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from satpuzzle.cover.exact_cover import Batch
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.motion.assembly import Assembler, Verdict
from satpuzzle.puzzle.formats.reading import NO_MEMBER
from satpuzzle.puzzle.model import PieceSet, Puzzle
from satpuzzle.questions.noted import AT, FOUND, Noted, Notes
from satpuzzle.questions.pool import Pool
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.sets import (
    ChosenSet,
    Fills,
    Pieces,
    PoolRows,
    boards_and_families,
    copies_in,
    nothing_to_fill,
    pooled,
    shapes_and_boards,
)
from satpuzzle.rows import option, positional

MOST_SETS = 200  # of a division: each is found within those before it
_OFTEN = 256  # sets that are tried between two notes of the position


class Share(NamedTuple):
    """A set of pieces of a heap for a board."""

    board: int
    empty: int  # the number of cells that stay empty
    used: Pieces


@dataclass(frozen=True)
class Division:
    """A heap divided into sets of pieces, each of which fills a board."""

    sets: tuple[ChosenSet, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the division as plain data."""
        return {"sets": [{"board": one.solutions[0].puzzle.name} | one.as_dict() for one in self.sets]}

    def __str__(self) -> str:
        return "\n".join(map(str, self.sets))


class Divisions(Iterator[Division]):
    """An iterator that yields divisions as a search finds them.

    `tried` sets were tried, and `found` divisions found.  At the end `final` tells whether these are all: it does not
    if it is `undecided` for some packings whether they can be assembled.
    """

    def __init__(
        self, pools: Sequence[Pool], places: Sequence[int], fills: Fills, notes: Notes, context: Context
    ) -> None:
        self.tried = self.found = self.undecided = 0
        self.final = False
        self._fills, self._notes, self._context = fills, notes, context
        self._pools, self._places = pools, places
        self._pieces = pools[0].puzzle.pieces
        self._cells = np.array([len(piece.cells) for piece in self._pieces])
        self._judges = [Assembler(pool.puzzle, fills.apart, 1) for pool in pools] if fills.apart else []
        self._known: dict[tuple[int, Pieces], ChosenSet | None] = {}
        self._fit: set[tuple[int, Pieces]] = set()  # can be assembled
        self._at: tuple[Share, ...] = ()
        self._order = self._every()

    def __repr__(self) -> str:
        return f"<divisions: {self.found} found{'' if self.final else ' so far'}, {self.tried} sets tried>"

    def __next__(self) -> Division:
        try:
            found = next(self._order)
            division = Division(tuple(one for share in found if (one := self._chosen(share)) is not None))
        except (StopIteration, Stopped, KeyboardInterrupt):
            self._notes.close()
            raise
        self.found += 1
        return division

    def _every(self) -> Iterator[tuple[Share, ...]]:
        """Yield all divisions: first those of the notes, then those found from where the notes end."""
        known, start = [_shares(each) for each in self._notes.found], _shares(self._notes.at)
        yield from known
        copies = tuple(piece.max for piece in self._pieces)
        try:
            for found in self._divided(copies, tuple(self._places), (), start):
                if found not in known:
                    self._notes.note(FOUND, found)
                    yield found
        except Stopped:
            self._notes.note(AT, self._at)
            raise
        self.final = not self.undecided

    def _divided(
        self, left: Pieces, places: tuple[int, ...], done: tuple[Share, ...], start: tuple[Share, ...]
    ) -> Iterator[tuple[Share, ...]]:
        """Yield the ways to divide the pieces that are `left` among the boards `places`, each after the sets `done`.

        The first ones, which come before `start`, are left out.
        """
        if not places:
            yield done
            return
        first = next((number for number, copies in enumerate(left) if copies), None)
        if first is None:
            return
        for share in self._shares(left, places, first):
            if done and done[-1].used[first] and not any(done[-1].used[:first]) and share < done[-1]:
                continue
            if start and share != start[0]:
                continue
            self._try((*done, share))
            judged = self._fills.unique or self._pools[share.board].tables.filters
            if not judged or self._chosen(share) is not None:
                rest = list(places)
                rest.remove(share.board)
                yield from self._divided(tuple(map(sub, left, share.used)), tuple(rest), (*done, share), start[1:])
            start = ()

    def _try(self, shares: tuple[Share, ...]) -> None:
        self._context.clock.check()
        self._at = shares
        self.tried += 1
        if self.tried % _OFTEN == 0:
            self._notes.note(AT, shares)
        self._context.watch(
            f"{self.tried} sets tried, {len(shares)} of {len(self._places)} boards filled, {self.found} found"
        )

    def _shares(self, left: Pieces, places: tuple[int, ...], first: int) -> Iterator[Share]:
        """Yield the sets of the pieces that are left with the first of them, for each different board."""
        spare = sum(len(self._pools[place].puzzle.board) for place in places) - int(self._cells @ left)
        for place in dict.fromkeys(places):
            pool = self._pools[place]
            size = len(pool.puzzle.board)
            room = [len(each.puzzle.board) - each.puzzle.least_filled for each in map(self._pools.__getitem__, places)]
            most = min(spare, size - pool.puzzle.least_filled)
            least = max(0, spare - sum(room) + size - pool.puzzle.least_filled)
            for empty in range(least, most + 1) if pool.counts_empty else [None]:
                for used in self._sets(place, left, first, empty):
                    if least <= (over := size - int(self._cells @ used)) <= most:
                        yield Share(place, over, used)

    def _sets(self, place: int, left: Pieces, first: int, empty: int | None) -> Iterator[Pieces]:
        """Yield the sets of a board, each once."""
        pool, seen = self._pools[place], set[Pieces]()
        owner = np.append(pool.tables.placements.piece, -1)
        for batch in pool.packings(left, first, empty):
            sets = copies_in(owner[batch], len(left))
            new = [number for number, used in enumerate(sets) if used not in seen]
            if self._judges:
                new = self._assembled(place, batch, sets, new)
            for number in new:
                if sets[number] not in seen:
                    seen.add(sets[number])
                    yield sets[number]

    def _assembled(self, place: int, batch: Batch, sets: Sequence[Pieces], some: Sequence[int]) -> list[int]:
        """Return which of these packings have a set of which a packing can be assembled, as far as it is known."""
        asked = [number for number in some if (place, sets[number]) not in self._fit]
        verdicts = self._judges[place].verdicts(self._pools[place].tables.placements, batch[asked], self._context.clock)
        self.undecided += verdicts.count(Verdict.UNKNOWN)
        for number, verdict in zip(asked, verdicts, strict=True):
            if verdict is Verdict.YES:
                self._fit.add((place, sets[number]))
        return [number for number in some if (place, sets[number]) in self._fit]

    def _chosen(self, share: Share) -> ChosenSet | None:
        """Return the set with its counts, None if no packing keeps the board's rules, or several do and one should."""
        key = share.board, share.used
        if key not in self._known:
            used = zip(self._pieces, share.used, strict=True)
            pieces = tuple(replace(piece, min=times, max=times) for piece, times in used if times)
            one = replace(self._fills, boards=[self._fills.boards[share.board]])
            found = one(pieces, self._context.clock, lambda: None)
            self._known[key] = found if found.fails is None else None
        return self._known[key]


def _shares(noted: Noted) -> tuple[Share, ...]:
    return tuple(Share(board, empty, tuple(used)) for board, empty, used in noted)


# fmt: off
@question
class DivideQuestion(PoolRows):
    """How all pieces of a pool can be divided into sets, one for each board, each of which fills its board.

    Every copy of every piece is used.  Of each set, at most two solutions are counted.  The seed changes the order in
    which pieces of the same size are placed.

    The result is an iterator, which raises Stopped if the clock stops.
    """

    into: int | None = positional(
        option(
            None, "--divide N", None,
            "Divide the whole pool into N sets, each of which fills the board; of N boards, each is filled by one set.",
            least=1, most=MOST_SETS),
        default=None, kw_only=False)
    journal: Path | str | None = option(
        None, "FILE", None, "Note in FILE what was found and where the search is; if FILE exists, continue from there.",
        rare=True)
# fmt: on

    def ask(self, context: Context = ALONE) -> Divisions:
        """Return an iterator of the divisions.

        Raises PuzzleError if the boards and `into` contradict each other, the pieces have too many or too few cells,
        the grids differ, or the journal is of another search.
        """
        clock = context.clock
        boards, families = boards_and_families(self.boards)
        for family in families:
            raise PuzzleError(f"{family.name}: {NO_MEMBER}")
        different = list(dict.fromkeys(boards))
        shapes, shown = shapes_and_boards(self.pool, different, clock)
        number = {board: place for place, board in enumerate(different)}
        places = [number[board] for board in boards]
        if self.into is not None and len(boards) == 1:
            places *= self.into
        elif self.into not in (None, len(boards)):
            raise PuzzleError(f"{len(boards)} boards for {self.into} sets: allowed are one board and {self.into}")
        for board in shown:
            if not board.least_filled:
                raise nothing_to_fill(board)
        dice = None if self.seed is None else Random(self.seed)
        by_size = sorted(shapes.pieces, key=lambda piece: (-len(piece.cells), dice.random() if dice else 0))
        spare = _spare(shapes, [shown[place] for place in places])
        whole = [pooled(board, one, by_size, clock) for board, one in zip(different, shown, strict=True)]
        limited = [replace(board, empty=min(spare, len(board.board) - board.least_filled)) for board in whole]
        pools = [Pool(board, clock) for board in limited]
        asked = [places, self.unique, self.assemblable, self.seed, *["interlocking"] * self.interlocking]
        notes = Notes(None if self.journal is None else Path(self.journal), [each.puzzle for each in pools], asked)
        return Divisions(pools, places, Fills(whole, self.unique, self.apart, 2), notes, context)


def _spare(pool: Puzzle | PieceSet, boards: Sequence[Puzzle]) -> int:
    """Return how many cells of the boards stay empty; raises PuzzleError for too many or too few cells of pieces."""
    cells = sum(len(piece.cells) * piece.max for piece in pool.pieces)
    least, most = sum(board.least_filled for board in boards), sum(len(board.board) for board in boards)
    if not least <= cells <= most:
        room = f"{most}" if least == most else f"{least} to {most}"
        raise PuzzleError(f"{pool.name}: its pieces have {cells} cells, {len(boards)} boards have {room} to fill")
    return most - cells


divide = function(DivideQuestion, "divide")
