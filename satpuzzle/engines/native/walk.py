"""Walk: a search over fixed lists of options, in which a rule names the item to cover next.

The kernel is `kernels/walk.c`, which explains how it works; this module makes its arrays.  `rules.py` defines rules.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import Words, from_words, to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.library import Call, Fields, missing
from satpuzzle.engines.native.holes import neighbours
from satpuzzle.engines.native.shared import allow, no_dice
from satpuzzle.engines.rules import ANY, GIVE_UP, Called, Node, Rule
from satpuzzle.engines.state import WORK
from satpuzzle.engines.strategy import Strategy
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points

_WRONG = 4  # an outcome: the rule returned an invalid value or raised an exception
_RULES = ("cell", "hotspot", "item", "pieces", "pieces_isolated")  # the rules in C, numbered from 1
_COUNTING = {"cell", "item", "fewest_options", "options_left"}  # rules and functions that count the options of items


class Walk:
    """The state of a walk, in arrays (see `State`)."""

    def __init__(self, rule: Rule | str, cover: ExactCover, points: Points | None) -> None:
        members = cover.members()
        number, count = members.shape
        pieces = np.array(cover.families.get("pieces", ()), dtype=np.int64)
        others = np.setdiff1d(np.arange(count), pieces)
        cells = np.array(cover.families.get("cells", others), dtype=np.int64)
        if points is None:
            points = np.zeros((len(cells), 3), np.int64)
        inside = members[:, cells] & ~np.isin(cells, cover.colours.items)
        rows, excluded = _with_colours(cover)
        beside = neighbours(to_words(inside, -(-len(cells) // 64)), len(cells))
        order = cells[scan_order(points)]
        order = order[~np.isin(order, cover.colours.items)]  # rules never return items with colours
        tall = np.argmax(np.ptp(points, axis=0)) if len(points) else 0
        self.view = Node(
            needed=cover.lower > 0,
            cells=order,
            pieces=pieces,
            items=np.concatenate([order, pieces, np.setdiff1d(np.arange(count), [*order, *pieces])]),
            points=points,
            layer=points[:, tall] - points[:, tall].min(initial=0),
            start=np.concatenate([[0], np.cumsum([*members.sum(axis=0), number])]).astype(np.int64),
            options=np.concatenate([np.nonzero(members.T)[1], np.arange(number)]).astype(np.int64),
            neighbour_start=np.concatenate([[0], np.cumsum(beside.sum(axis=1))]).astype(np.int64),
            neighbours=np.nonzero(beside)[1].astype(np.int64),
            rows=rows,
            full=np.zeros(rows.shape[1], np.uint64),
            out=np.zeros(number, np.int64),
        )
        for item in np.flatnonzero(cover.upper == 0).tolist():
            self.view.full[item // 64] |= np.uint64(1 << item % 64)
        more = excluded.shape[1] - count
        self.lower = np.append(cover.lower, np.zeros(more, np.int64)).astype(np.int64)
        self.upper = np.append(cover.upper, np.ones(more, np.int64)).astype(np.int64)
        self.upper[count] = number + 1  # the range of all options
        self.copies = np.zeros(count + more, np.int64)
        self.part = np.concatenate([[0], np.cumsum(excluded.sum(axis=1))]).astype(np.int64)
        self.parts = np.nonzero(excluded)[1].astype(np.int64)
        self.longest = max(1, cover.longest)
        self.head = np.array([-1, 0, (cover.lower > 0).sum(), ANY], dtype=np.int64)  # depth, nodes, needed, choice
        self.work = WORK
        self.dice = no_dice()
        self.weight = np.zeros(self.longest + 5)
        self.level = np.zeros((self.longest + 2, 4), np.int64)
        names = {rule} if isinstance(rule, str) else {*rule.__code__.co_names}
        self.cost = (
            100e-9,
            2e-9 if _COUNTING.isdisjoint(names) else 16e-9,
        )  # about the seconds a node, an option
        self._called = None if isinstance(rule, str) else Called(rule, self.view)
        self._call = self._made(_RULES.index(rule) + 1 if isinstance(rule, str) else 0)

    def _made(self, number: int) -> Call:
        s, view = self, self.view
        fields: Fields = {
            **view._asdict(), "many_items": len(view.needed), "many_cells": len(view.cells),
            "many_pieces": len(view.pieces), "many_points": len(view.points), "many_options": len(view.rows),
            "words": len(view.full), "lower": s.lower, "upper": s.upper, "copies": s.copies, "part": s.part,
            "parts": s.parts, "head": s.head, "dice": s.dice, "weight": s.weight, "levels": s.level,
            "rule": s._called.address if s._called else 0, "rule_number": number,
            "asking": view.rows.size * (s._called.slowness if s._called else 1), "weights": len(s.weight),
        }  # fmt: skip
        return Call("walk", fields)

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Do nothing, since the arrays of a walk have a fixed size."""

    def with_table(self, most: int) -> "Walk":
        """Return this state, since the search uses no table."""
        return self

    def shave(self, seconds: float) -> None:
        """Do nothing, since the lists of a walk are fixed."""

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> None:
        """Return None, since there are no tables to reuse."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`."""
        call = self._call
        allow(call, budget, self.work, found)
        outcome = call()
        if self._called and self._called.error:
            raise self._called.error
        if outcome == _WRONG:
            raise PuzzleError(
                f"a strategy's rule returned {self.head[3]}: allowed are an item that must still be covered, "
                f"ANY ({ANY}) and GIVE_UP ({GIVE_UP})"
            )
        return outcome, call["solutions"]


def _with_colours(cover: ExactCover) -> tuple[Words, NDArray[np.bool_]]:
    """Return the rows of the options, extended by colours, and which bits each option excludes.

    The second result has for each option its items, followed by the bits of the colours that it excludes.  The bit
    after those of the items is unused.
    """
    rows, plain = cover.rows, np.pad(cover.members(), ((0, 0), (0, 1)))
    if not cover.colours:
        return rows, plain
    columns = cover.colours.columns
    own, excluded = (
        from_words(bits, columns.stop)[:, columns.start :] for bits in (rows, cover.colours.excluded(rows))
    )
    both = np.concatenate([plain, own], axis=1)
    return to_words(both, -(-both.shape[1] // 64)), np.concatenate([plain, excluded], axis=1)


def strategy_of(rule: Rule | str) -> Strategy:
    """Return the strategy that branches by a rule: a function (see `rules.py`), or the name of a rule in C.

    A search raises PuzzleError if the rule returns an invalid value.
    """

    def begin(cover: ExactCover, points: Points | None, first: int | None, effort: int) -> Walk:
        return Walk(rule, cover, points)

    return Strategy(begin, _refusal)


def _refusal(cover: ExactCover, points: Points | None = None) -> str | None:
    reason = missing()
    return None if reason is None else f"allowed if there are compiled kernels: {reason}"
