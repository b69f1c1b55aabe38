"""Walk: a search over fixed lists of options, in which a rule names the item to cover next.

The kernel is `kernels/walk.c`, which explains how it works; this module makes its arrays.  `rules.py` defines rules.
"""

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words, ones
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.library import Call, Fields, missing
from satpuzzle.engines.native.holes import neighbours, offsets
from satpuzzle.engines.native.shared import allow, no_dice
from satpuzzle.engines.rules import ANY, GIVE_UP, Called, Node, Rule
from satpuzzle.engines.state import WORK, Steady
from satpuzzle.engines.strategy import Strategy
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points

_WRONG = 4  # an outcome: the rule returned an invalid value or raised an exception
# The rules in C, numbered from 1
_RULES = ("cell", "item", "pieces", "pieces_isolated", "pieces_pockets", "rows")
_COUNTING = {
    "cell",
    "item",
    "rows",
    "fewest_options",
    "options_left",
}  # rules and functions that count the options of items


class Walk(Steady):
    """The state of a walk, in arrays (see `State`)."""

    def __init__(self, rule: Rule | str, cover: ExactCover, points: Points | None, clock: Clock = UNLIMITED) -> None:
        number, count = len(cover.rows), len(cover.names)
        option, item = cover.entries(clock)
        pieces = np.array(cover.families.get("pieces", ()), dtype=np.int64)
        others = np.setdiff1d(np.arange(count), pieces)
        cells = np.array(cover.families.get("cells", others), dtype=np.int64)
        if points is None:
            points = np.zeros((len(cells), 3), np.int64)
        place = np.full(count, -1, np.int64)
        place[cells] = np.arange(len(cells))
        place[list(cover.colours.items)] = -1
        inside = place[item] >= 0
        of, beside = neighbours(option[inside], place[item[inside]], number, len(cells), clock)
        rows, whose, parts = _with_colours(cover, clock)
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
            start=np.append(offsets(item, count), len(item) + number),
            options=np.concatenate([option[np.argsort(item, kind="stable")], np.arange(number)]).astype(np.int64),
            neighbour_start=offsets(of, len(cells)),
            neighbours=beside,
            rows=rows,
            full=np.zeros(rows.shape[1], np.uint64),
            out=np.zeros(number, np.int64),
        )
        for bit in np.flatnonzero(cover.upper == 0).tolist():
            self.view.full[bit // 64] |= np.uint64(1 << bit % 64)
        more = 64 * rows.shape[1] - count if cover.colours else 1
        self.lower = np.append(cover.lower, np.zeros(more, np.int64)).astype(np.int64)
        self.upper = np.append(cover.upper, np.ones(more, np.int64)).astype(np.int64)
        self.upper[count] = number + 1  # the range of all options
        self.copies = np.zeros(count + more, np.int64)
        self.part, self.parts = offsets(whose, number), parts
        self.line, self.line_start = _lines(order, points[place[order]], int(tall))
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
            "words": len(view.full), "line": s.line, "line_start": s.line_start, "lower": s.lower, "upper": s.upper,
            "copies": s.copies, "part": s.part, "parts": s.parts, "head": s.head, "dice": s.dice,
            "weight": s.weight, "levels": s.level, "rule": s._called.address if s._called else 0, "rule_number": number,
            "asking": view.rows.size * (s._called.slowness if s._called else 1),
            "many_lines": len(s.line_start) - 1, "weights": len(s.weight),
        }  # fmt: skip
        return Call("walk", fields)

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


def _lines(cells: Ints, points: Points, axis: int) -> tuple[Ints, Ints]:
    """Return the cells line by line, and where the cells of each line begin; lines are parallel to an axis.

    Lines come in the order of their first cells, and the cells of a line keep their order.  `points` has their
    coordinates.
    """
    _, first, line = np.unique(np.delete(points, axis, axis=1), axis=0, return_index=True, return_inverse=True)
    line = np.argsort(np.argsort(first))[line.reshape(-1)]
    return cells[np.argsort(line, kind="stable")], offsets(line, int(line.max(initial=-1)) + 1)


def _with_colours(cover: ExactCover, clock: Clock) -> tuple[Words, Ints, Ints]:
    """Return the rows of the options; bits of colours are moved so that the bit after those of the items is unused.

    The other results are the option and the bit of each pair of an option and a bit, option by option: its items, then
    the bits of the colours that it excludes.  Raises Stopped if the clock stops.
    """
    rows, count = cover.rows, len(cover.names)
    if not cover.colours:
        return rows, *cover.entries(clock)
    own = rows & cover.colours.mask(rows.shape[1])
    plain, clashing = rows ^ own, cover.colours.columns.start == count
    own, excluded = (_moved(bits, int(clashing)) for bits in (own, cover.colours.excluded(rows)))
    plain = np.pad(plain, ((0, 0), (0, 1)))
    return plain | own, *ones(plain | excluded, 64 * plain.shape[1], clock)


def _moved(rows: Words, places: int) -> Words:
    """Return rows of bits with one word more, each bit some places later, 0 or 1."""
    moved = np.pad(rows << np.uint64(places), ((0, 0), (0, 1)))
    moved[:, 1:] |= rows >> np.uint64(63) if places else np.uint64(0)
    return moved


def strategy_of(rule: Rule | str) -> Strategy:
    """Return the strategy that branches by a rule: a function (see `rules.py`), or the name of a rule in C.

    A search raises PuzzleError if the rule returns an invalid value.
    """

    def begin(
        cover: ExactCover, points: Points | None, first: int | None, effort: int, *, clock: Clock = UNLIMITED
    ) -> Walk:
        return Walk(rule, cover, points, clock)

    return Strategy(begin, _refusal)


def _refusal(cover: ExactCover, points: Points | None = None) -> str | None:
    reason = missing()
    return None if reason is None else f"allowed if there are compiled kernels: {reason}"
