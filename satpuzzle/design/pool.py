"""A pool of pieces beside a board: how many packings a set of the pieces has.

The placements of all pieces are computed once, for one exact cover.  A set takes the options of its own pieces, and a
search without a plan counts packings up to a number, which takes a millisecond or two; to plan the search of a set as a
puzzle of its own takes a hundred times as long.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.state import room_for, stretches
from satpuzzle.engines.strategies import find
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.model import Piece, Puzzle

_NODES = 4_000_000  # at most so many: a search with a plan may know better


class Look(NamedTuple):
    """What a search found of a set's packings."""

    found: int  # perhaps only one of some that are images of each other
    nodes: int
    final: bool  # whether the search ended


class Pool:
    """The pieces of a pool on a board."""

    def __init__(self, board: Puzzle, pieces: Sequence[Piece], clock: Clock) -> None:
        whole = replace(board, pieces=tuple(replace(piece, min=0) for piece in pieces))
        tables, self._clock = Tables.of(whole, clock=clock), clock
        self.most_alike = math.inf if whole.features or whole.filters else _isometries(board, clock)
        self._cover, self._piece = tables.cover, tables.placements.piece
        self._pieces = np.array(tables.cover.families["pieces"])[: len(pieces)]
        group = tables.symmetry.restricting
        group = group.part((group.items[:, self._pieces] == self._pieces).all(axis=1))  # no piece becomes another one
        self._first = (group.options[:, :-1] >= np.arange(len(self._piece))).all(axis=0)  # of all images of an option
        every, kept = (
            np.bincount(owner[owner >= 0], minlength=len(pieces)) for owner in (self._piece, self._piece[self._first])
        )
        self._share = kept / np.maximum(every, 1)

    def look(self, copies: Sequence[int], most: float) -> Look:
        """Search for up to `most` packings with so many copies of each piece.

        Packings of a set that are one up to isometries are at most `most_alike`, if `final` all of them are found but
        for images of others.  Raises Stopped if the clock stops.
        """
        used = np.array(copies)
        lower, upper = self._cover.lower.copy(), self._cover.upper.copy()
        lower[self._pieces] = upper[self._pieces] = used
        live = np.append(used > 0, True)[self._piece]  # -1: a cell that stays empty
        if single := np.flatnonzero(used == 1).tolist():  # one copy can be moved to the first of its images
            live &= self._first | (self._piece != min(single, key=self._share.__getitem__))
        _, rest = replace(self._cover, lower=lower, upper=upper, live=live).residual()
        if rest.hopeless() is not None or not len(rest.rows):  # kernels require that every item has options
            return Look(0, 0, True)
        state, found = find("mrv").state(rest, clock=self._clock), 0
        room = room_for(state.longest)
        for batch in stretches(state, lambda: _NODES - state.nodes, room if most > len(room) else room[: int(most)]):
            self._clock.check()
            found += len(batch)
            if found >= most or state.nodes >= _NODES:
                return Look(found, state.nodes, False)
        return Look(found, state.nodes, True)


def _isometries(board: Puzzle, clock: Clock) -> int:
    """Return the number of isometries of a board's cells."""
    points = board.board[np.lexsort(board.board.T[::-1])]
    return sum(len(onto(points, points, board.grid, images)) for images in board.grid.some_isometries(points, clock))
