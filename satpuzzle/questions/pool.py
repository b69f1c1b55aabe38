"""A pool of pieces beside a board: how many packings a set of the pieces has, and which sets have one.

The placements of all pieces are computed once, for one exact cover.  A set takes the options of its own pieces, and a
search without a plan counts packings up to a number, which takes a millisecond or two; to plan the search of a set as a
puzzle of its own takes a hundred times as long.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from satpuzzle.arrays import bincount
from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.state import room_for, stretches
from satpuzzle.engines.strategies import find
from satpuzzle.puzzle.cells import keeping, onto
from satpuzzle.puzzle.model import Puzzle

_NODES = 4_000_000  # at most so many: a search with a plan may know better


class Look(NamedTuple):
    """What a search found of a set's packings."""

    found: int  # perhaps only one of some that are images of each other
    nodes: int
    final: bool  # whether the search ended


class Pool:
    """The pieces of a pool on a board: a puzzle with all of them, of which any may be left out.

    Raises Stopped if the clock stops.
    """

    def __init__(self, board: Puzzle, clock: Clock) -> None:
        self.puzzle, self._clock = board, clock
        self.tables = tables = Tables.of(board, clock=clock)
        pieces = board.pieces
        self._cover, self._piece = tables.cover, tables.placements.piece
        self._pieces = np.array(tables.cover.families["pieces"])[: len(pieces)]
        group = tables.symmetry.restricting
        group = group.part((group.items[:, self._pieces] == self._pieces).all(axis=1))  # no piece becomes another one
        self._first = (group.options[:, :-1] >= np.arange(len(self._piece))).all(axis=0)  # of all images of an option
        every, kept = (
            bincount(owner[owner >= 0], minlength=len(pieces)) for owner in (self._piece, self._piece[self._first])
        )
        self._share = kept / np.maximum(every, 1)

    @cached_property
    def most_alike(self) -> float:
        """How many packings of a set are one up to isometries, at most."""
        return math.inf if self.puzzle.features or self.puzzle.filters else _isometries(self.puzzle, self._clock)

    @property
    def counts_empty(self) -> bool:
        """Whether the cover counts empty cells, so that `packings` can ask for a number of them."""
        return bool(self._cover.families["empty"])

    def look(self, copies: Sequence[int], most: float) -> Look:
        """Search for up to `most` packings with so many copies of each piece.

        Packings of a set that are one up to isometries are at most `most_alike`, if `final` all of them are found but
        for images of others.  Raises Stopped if the clock stops.
        """
        used = np.array(copies)
        lower, upper = self._bounds(used, used)
        _, rest = self._rest(lower, upper, np.flatnonzero(used == 1))
        if rest is None:
            return Look(0, 0, True)
        state, found = find("mrv").state(rest, clock=self._clock), 0
        room = room_for(state.longest)
        for batch in stretches(state, lambda: _NODES - state.nodes, room if most > len(room) else room[: int(most)]):
            self._clock.check()
            found += len(batch)
            if found >= most or state.nodes >= _NODES:
                return Look(found, state.nodes, False)
        return Look(found, state.nodes, True)

    def packings(self, copies: Sequence[int], first: int, empty: int | None) -> Iterator[Batch]:
        """Yield batches of packings with piece `first` and up to so many copies of each piece, often empty ones.

        If a number of `empty` cells is given, the cover must count them, and exactly so many stay empty.  Packings that
        are images of each other may come once.  Raises Stopped if the clock stops.
        """
        most = np.array(copies)
        lower, upper = self._bounds(np.arange(len(most)) == first, most)
        if empty is not None:
            lower[self._cover.families["empty"]] = upper[self._cover.families["empty"]] = empty
        numbers, rest = self._rest(lower, upper, [first] if copies[first] == 1 else [])
        if rest is not None:
            for batch in stretches(find("mrv").state(rest, clock=self._clock)):
                self._clock.check()
                yield self.tables.placements.of_pieces(np.append(numbers, -1)[batch])

    def _bounds(self, least: Ints, most: Ints) -> tuple[Ints, Ints]:
        """Return the bounds of all items, with these numbers of copies of the pieces."""
        lower, upper = self._cover.lower.copy(), self._cover.upper.copy()
        lower[self._pieces], upper[self._pieces] = least, most
        return lower, upper

    def _rest(self, lower: Ints, upper: Ints, single: Ints | Sequence[int]) -> tuple[Ints, ExactCover | None]:
        """Return the numbers of the options that remain and their cover, None if it has no solution.

        One copy at most of each `single` piece is placed; the one that saves most is moved to the first of its images.
        """
        may_be_empty = (upper[self._cover.families["empty"]] > 0).all()
        live = np.append(upper[self._pieces] > 0, may_be_empty)[self._piece]  # -1: a cell that stays empty
        if len(single):
            live &= self._first | (self._piece != min(np.array(single).tolist(), key=self._share.__getitem__))
        numbers, rest = replace(self._cover, lower=lower, upper=upper, live=live).residual()
        # Kernels require that every item has options.
        return numbers, None if rest.hopeless() is not None or not len(rest.rows) else rest


def _isometries(board: Puzzle, clock: Clock) -> int:
    """Return the number of isometries of a board's cells."""
    points = board.board[np.lexsort(board.board.T[::-1])]
    moves = keeping(board.upward, lambda these: board.grid.some_isometries(these, clock), points)
    return sum(len(onto(points, points, board.grid, images)) for images in moves)
