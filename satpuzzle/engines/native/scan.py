"""Scan: always cover the first empty cell.

The cells have a fixed order, along the short side of the board, and the first empty cell is covered next.  For each
cell, the options whose first cell it is are listed before the search; there are a few dozen, which are tested together.
One item may be covered before all cells.  A table of the packings of the last cells makes the search shorter
(`endgame.py`).  If items have colours, these select the lists (`hues.py`); patterns of filled cells do not, since
testing a vector of options takes less time than loading another list (`tricks.py` has such lists).

The kernel is `kernels/scan.c`, which explains how it works and has the sources; this module makes its arrays.
"""

from copy import copy
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import index, wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Bools, Ints, Words, from_words, to_words, windows
from satpuzzle.cover.exact_cover import KEPT, Batch, ExactCover
from satpuzzle.cover.placements import packed, scan_order
from satpuzzle.engines.library import Call, Fields, empty, missing
from satpuzzle.engines.native.endgame import Endings
from satpuzzle.engines.native.holes import distances, have_holes
from satpuzzle.engines.native.hues import Hues
from satpuzzle.engines.native.shared import allow, no_dice, part_searched
from satpuzzle.engines.state import WORK, Steady
from satpuzzle.engines.strategy import EFFORT
from satpuzzle.puzzle.grids import Points

WINDOW = 64  # cells of a window: the bits of a word
MARK = 63  # the bit of `rest` that is set in padding


def refusal(cover: ExactCover, points: Points | None = None, axes: str = "") -> str | None:
    """Return why a cover cannot be scanned, or None if it can.

    Every option must cover cells that must be filled, and these must be near each other in the order of the scan.
    """
    if (reason := missing()) is not None:
        return f"allowed if there are compiled kernels: {reason}"
    cells, others = sorted_items(cover, points, axes)
    if len(cells) > 0 and len(others) <= MARK - 1 and len(cover.rows) > 0:
        some = (cover.rows & packed(cells[None], cover.rows.shape[1])).any(axis=1)
        if some.all() and (len(cells) <= WINDOW or _reach(*_ends(cover, cells)) <= WINDOW):
            if not cover.colours:
                return None
            leader, _ = _ends(cover, cells)
            needed = Hues.of(cover, leader, len(cells)).reach
            if needed <= WINDOW:
                return None
            return f"allowed if the colours along the scan take at most {WINDOW} bits, here {needed}"
    return f"allowed if each piece is on cells that must be filled, at most {WINDOW} apart in the order of the scan"


def _ends(cover: ExactCover, cells: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first and the last of the cells that each option covers; each must cover one at least."""
    option, item = cover.entries()
    place = np.full(len(cover.names), -1)
    place[cells] = np.arange(len(cells))
    option, cell = option[place[item] >= 0], place[item[place[item] >= 0]]
    start = np.flatnonzero(np.diff(option, prepend=-1))
    return np.minimum.reduceat(cell, index(start)), np.maximum.reduceat(cell, index(start))


def _reach(first: NDArray[np.intp], last: NDArray[np.intp]) -> int:
    """Return the largest distance in an option from its first cell to its last, in cells, both included."""
    return int((last - first).max()) + 1


def sorted_items(cover: ExactCover, points: Points | None, axes: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the cells that must be filled, in the order of the scan, and the other items that can still be covered."""
    must = (cover.lower == 1) & (cover.upper == 1)
    for family in ("pieces", "rules"):
        must[list(cover.families.get(family, ()))] = False
    cells = np.flatnonzero(must)
    if points is not None:
        order = scan_order(points, axes)
        cells = order[must[order]]
    others = ~must & (cover.upper > 0)
    others[list(cover.colours.items)] = False
    return cells, np.flatnonzero(others)


def begin(
    cover: ExactCover,
    points: Points | None = None,
    first: int | None = None,
    effort: int = EFFORT,
    *,
    clock: Clock = UNLIMITED,
    axes: str = "",
    holes: bool = True,
    hard: bool = True,
    endgame: bool = True,
) -> "Scan":
    """Return the state of a new search; `axes` is the order of the scan, and `ScanSettings` explains the other options.

    The table of endings has about `effort` packings.  Raises Stopped if the clock stops.
    """
    key = ("scan", points is None, first if hard else None, axes, holes, endgame)
    if (known := cover.made.get(key)) is not None:
        again: Scan = known.again(effort, clock)
        return again
    cells, others = sorted_items(cover, points, axes)
    made = Scan(cover, ScanSettings(cells, others, first if hard else None, holes, endgame), effort, clock=clock)
    if cover.rows.size <= KEPT:
        cover.made[key] = made
    return made


@dataclass(frozen=True)
class ScanSettings:
    """The settings of a scan."""

    cells: NDArray[np.intp]  # the cells that must be filled, in the order of their bits
    others: NDArray[np.intp]  # the other items, in the order of their bits
    first: int | None = None  # an item to cover before all cells
    holes: bool = True  # whether to test for holes
    endgame: bool = True  # whether a table of endings may be made


class ColourFields(NamedTuple):
    """The fields of the kernel's structure for colours; see `kernels/scan.c`."""

    begin: Ints
    hues: Words
    excluded: Words
    hues_ahead: Words
    asked: Ints


class _First(NamedTuple):
    """The options of the item that is covered before all cells, those that leave no holes, and the cells of each."""

    covering: Bools  # all options of the item, as a mask
    options: Ints
    cells: Bools

    @classmethod
    def of(cls, covering: Bools, inside: Words, taken: Bools, distance: Ints, without: Bools) -> "_First":
        options = wide(np.flatnonzero(covering))
        cells = from_words(inside[options], len(taken))
        fitting = ~have_holes(cells | taken, distance, without)
        return cls(covering, options[fitting], cells[fitting])


class Scan(Steady):
    """The state of a scan, in arrays (see `State`).  `endings` is a table, or the number of endings to compute.

    A part of a search has the settings and endings of the whole cover; `cover` is the part's residual, and `chosen` has
    the items of each option that was chosen to make the part.  Raises Stopped if the clock stops, also in `with_table`.
    """

    KERNEL = "scan"

    def __init__(
        self,
        cover: ExactCover,
        settings: ScanSettings,
        endings: Endings | int = 0,
        chosen: Bools | None = None,
        clock: Clock = UNLIMITED,
    ) -> None:
        cells, others = settings.cells, settings.others
        self.cover, self.settings, self._clock = cover, settings, clock
        self.longest = max(1, cover.longest)
        whole = np.zeros(1, np.int64), np.zeros((1, len(cells)), np.bool_)  # every cell is its own neighbour: no holes
        inside, leader, body, rest = laid_out(cover, cells, others, clock)
        distance, without = distances(inside, len(cells), clock) if settings.holes else whole
        order = np.argsort(leader.astype(np.min_scalar_type(len(cells))), kind="stable")
        bounds = np.searchsorted(leader[order], np.arange(len(cells) + 1)).tolist()
        self._options = body, leader, order, bounds  # also needed for a table of endings
        hues = Hues.of(cover, leader, len(cells)) if cover.colours else None
        groups = [order[start:end] for start, end in pairwise(bounds)]
        asked, groups = (np.zeros((0, 0), np.int64), groups) if hues is None else hues.lists(order, bounds)
        self.nears = asked.shape[1]
        early = np.zeros((0, len(cover.names)), np.bool_) if chosen is None else chosen
        taken: Bools = np.logical_or.reduce(early, axis=0)
        self.begin = int(np.argmin(taken[cells]))
        first = None
        if settings.first is not None and cover.upper[settings.first] > 0:
            first = _First.of(cover.covers(settings.first), inside, taken[cells], distance, without)
        groups.append(groups[self.begin << self.nears] if first is None else first.options)
        every, places = self._list(groups, body, rest)
        if first is not None:
            self.body[self.start[-2] :] = 0  # these options are chosen ahead
        self._look_ahead(early, first, rest)
        self.colours = None if hues is None else self._painted(hues, asked, first, every, places)
        self._bound(rest if first is None else np.where(first.covering, np.uint64(0), rest))
        self.shifts, self.ups = abs(distance), int((distance >= 0).sum())
        open_ = np.ascontiguousarray(windows(without, self._everywhere, 1).T)  # cells before the window may be empty
        before = np.where(distance < 0, (np.uint64(1) << self.shifts.astype(np.uint64)) - np.uint64(1), np.uint64(0))
        self.inland = open_ | before
        self.cost = (20e-9, 0.3e-9)  # about the seconds per node and per row
        self.last = max(0, len(cells) - WINDOW)  # the first of the last cells, for which there are endings
        self.border = open_[self.last]
        self.endings = endings if isinstance(endings, Endings) else self._endings(endings)
        self._start_over()

    @property
    def _everywhere(self) -> Ints:
        return np.arange(len(self.settings.cells), dtype=np.int64)[None]

    def _list(self, groups: list[Ints], body: Words, rest: Words) -> tuple[Ints, Ints]:
        """Make the lists of options; each begins at a multiple of 8 and ends with padding.

        Return the options of all lists, and where they are.
        """
        many = [len(group) for group in groups]
        sizes = [(each + 7) // 8 * 8 for each in many]
        self.start, self.room = np.array([0, *accumulate(sizes)], np.int64), max(sizes) + 8
        every = np.concatenate(groups)
        places = np.arange(len(every)) + np.repeat(self.start[:-1] - np.cumsum(many) + many, many)
        self.body = np.zeros(self.start[-1] + 8, np.uint64)
        self.rest = np.full(self.start[-1] + 8, 1 << MARK, np.uint64)
        self.number = np.zeros(self.start[-1] + 8, np.int64)
        self.body[places], self.rest[places], self.number[places] = body[every], rest[every], every
        return every, places

    def _look_ahead(self, early: Bools, first: "_First | None", rest: Words) -> None:
        """Make the rows of options that are chosen ahead: one for each option of the first item, or a single row.

        `ahead` has the cells that they fill, as bits that enter the window at each cell.  While an option lies
        completely ahead of the window, `later` has its cells and `spare` its bits of `rest`.
        """
        cells, others = self.settings.cells, self.settings.others
        ahead = [(one[:, cells], to_words(one[:, others], 1)) for one in early[:, None]]  # each has one row, or
        if first is not None:  # one for each option
            ahead.append((first.cells, rest[first.options, None]))
        rows = 1 if first is None else len(first.options)
        self.ahead, self.later, self.spare = (np.zeros((rows, len(cells)), np.uint64) for _ in range(3))
        self.ahead |= _after_the_end(len(cells))
        for covered, others_covered in ahead:
            filled = windows(covered, self._everywhere)
            wholly = self._everywhere <= covered.argmax(axis=1)[:, None]
            self.ahead |= filled
            self.later |= np.where(wholly, filled, np.uint64(0))
            self.spare |= np.where(wholly, others_covered, np.uint64(0))

    def _painted(self, hues: Hues, asked: Ints, first: "_First | None", every: Ints, places: Ints) -> ColourFields:
        """Return the colours of the options that are listed."""
        own, excluded, in_window = np.zeros_like(self.body), np.zeros_like(self.body), hues.in_window
        own[places], excluded[places] = in_window[0][every], in_window[1][every]
        hues_ahead = np.zeros_like(self.ahead)
        if first is not None:
            own[self.start[-2] :] = excluded[self.start[-2] :] = 0
            hues_ahead = hues.ahead(first.options)
        return ColourFields(hues.begin, own, excluded, hues_ahead, asked)

    def _bound(self, later: Words) -> None:
        """Make the bounds of the items that are no cells; `later` has those that options will cover in their turn."""
        cover, others, (*_, order, bounds) = self.cover, self.settings.others, self._options
        unlimited = cover.unlimited[others]
        lower, upper = cover.lower[others], cover.upper[others]
        table = [unlimited & (lower > 0), unlimited, upper == 1, (lower == 1) & (upper == 1), upper == 0]
        asked, self.unlimited, self.once, self.needed, full = to_words(np.array(table), 1)[:, 0]
        self.full = full | np.uint64(1 << MARK)
        to_come = np.bitwise_or.accumulate(np.append(np.uint64(0), later[order][::-1]))[::-1]
        self.due = asked & ~to_come[bounds]  # items that must have been covered when the scan is at each cell
        counted = np.flatnonzero((upper > 1) & ~unlimited)
        self.counted = counted.astype(np.int64)
        self.lower, self.upper = lower[counted].astype(np.int64), upper[counted].astype(np.int64)

    def _start_over(self) -> None:
        depths, counted = self.longest + 2, len(self.counted)
        self.head = np.array([-1, 0, 0], dtype=np.int64)  # (depth, nodes, the row of `ahead` in use)
        self.work = WORK
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 4)  # see probe.py
        self.at = np.zeros(depths, np.int64)  # by depth: the first empty cell
        self.filled = np.zeros(depths, np.uint64)  # by depth: the window at that cell
        self.used = np.zeros(depths, np.uint64)
        self.at[0], self.filled[0] = self.begin, np.bitwise_and.reduce(self.ahead[:, self.begin])
        self.used[0] = self.full
        self.copies = np.zeros((depths, counted), np.int64)
        self.level = np.zeros((depths, 3), np.int64)  # by depth: (options that fit, options tried, chosen option)
        self.painted = np.zeros(depths, np.uint64)  # by depth: the window of colours
        self.fit = empty(depths * (3 + bool(self.colours)) * self.room)  # windows, indices, next empty cells
        self._call = self._made()

    def _made(self) -> Call:
        s, e = self, self.endings
        rows, cells = s.ahead.shape
        fields: Fields = {
            "start": s.start, "body": s.body, "rest": s.rest, "number": s.number, "ahead": s.ahead,
            "later": s.later, "spare": s.spare, "counted": s.counted, "lower": s.lower, "upper": s.upper,
            "shifts": s.shifts, "inland": s.inland, "due": s.due, "table": e.table, "head": s.head, "dice": s.dice,
            "weight": s.weight, "cell": s.at, "filled": s.filled, "used": s.used, "copies": s.copies,
            "levels": s.level, "fit": s.fit,
            **(s.colours or ColourFields(s.head, s.used, s.used, s.used, s.head))._asdict(), "painted": s.painted,
            "once": int(s.once), "unlimited": int(s.unlimited), "needed": int(s.needed), "shift": int(e.shift),
            "nears": s.nears, "groups": len(s.start) - 1, "rows": rows, "cells": cells, "copied": len(s.counted),
            "many_shifts": len(s.shifts), "ups": s.ups, "coloured": int(bool(s.colours)),
            "endings": e.first, "base": e.base, "room": s.room,
            "weights": len(s.weight),
        }  # fmt: skip
        return Call(s.KERNEL, fields)

    def _endings(self, most: int) -> Endings:
        """Return a table of about `most` packings of the last cells, or an empty one if the scan cannot use it."""
        cover, cells, others = self.cover, self.settings.cells, self.settings.others
        once = (cover.lower[others] == 1) & (cover.upper[others] == 1)
        if not (most and (once | cover.unlimited[others]).all() and self.settings.endgame) or self.colours:
            return Endings.none(len(cells))
        body, leader, order, bounds = self._options
        ahead = leader - self.last
        covered = body << np.maximum(ahead, 0).astype(np.uint64) >> np.maximum(-ahead, 0).astype(np.uint64)
        reached = np.bitwise_or.accumulate(np.append(np.uint64(0), covered[order]))
        reach = reached[bounds[self.last : -1]]  # the last cells that options of earlier cells cover
        arrays = {
            "start": self.start[self.last :], "body": covered[self.number], "rest": self.rest & ~self.unlimited,
            "reach": reach,
            "shifts": self.shifts, "inland": self.border,
        }  # fmt: skip
        return Endings.of(self.last, most, self.needed, arrays, self.ups, self.room, self._clock)

    def with_table(self, most: int) -> "Scan":
        """Return a new state of the same search, with a table of about `most` endings if the scan can use one."""
        return self.again(most, self._clock)

    def again(self, most: int, clock: Clock) -> "Scan":
        """Return a new state of the same search as `with_table` does, with another clock."""
        other = copy(self)
        other._clock = clock
        other.endings = other._endings(most)
        other._start_over()
        return other

    def for_part(self, cover: ExactCover, chosen: Bools) -> "Scan | None":
        """Return the state of a search of a part that shares the table of endings, or None if there is no table."""
        has_table = self.endings.first < len(self.settings.cells)
        return Scan(cover, self.settings, self.endings, chosen) if has_table else None

    @property
    def fraction(self) -> float:
        """The share of the tree that has been searched, if sibling nodes have subtrees of equal size."""
        return part_searched(self.level[: int(self.head[0]) + 1, :2].tolist())

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`."""
        call = self._call
        allow(call, budget, self.work, found)
        return call(), call["solutions"]


def laid_out(
    cover: ExactCover, cells: NDArray[np.intp], others: NDArray[np.intp], clock: Clock = UNLIMITED
) -> tuple[Words, NDArray[np.intp], Words, Words]:
    """Return for each option its cells as bits, its first cell, its cells from there on, and its other items.

    The shapes are (options, words) for the first result and (options,) for the others; `kernels/layout.c` has a
    drawing.  Raises Stopped if the clock stops.
    """
    rows = np.ascontiguousarray(cover.rows)
    options, words = rows.shape
    place = np.full(len(cover.names), np.iinfo(np.int64).min, np.int64)
    place[cells], place[others] = np.arange(len(cells)), -1 - np.arange(len(others))
    inside = np.zeros((options, -(-len(cells) // WINDOW)), np.uint64)
    leader, body, rest = np.zeros(options, np.int64), np.zeros(options, np.uint64), np.zeros(options, np.uint64)
    call = Call("layout", {"place": place, "words": words, "items": len(place), "cell_words": inside.shape[1]})
    arrays = {"rows": rows, "inside": inside, "leader": leader, "body": body, "rest": rest}
    for some in clock.slices(options, WORK // (words + inside.shape[1])):
        for field, array in arrays.items():
            call.hand_over(field, array[some])
        call["options"] = len(rows[some])
        call()
    return inside, leader, body, rest


def _after_the_end(cells: int) -> Words:
    """Return the window at each cell of an empty board; bits after the last cell are set, as if filled."""
    left = np.arange(cells, 0, -1, dtype=np.uint64)
    return np.where(left < WINDOW, ~np.uint64(0) << left, np.uint64(0))
