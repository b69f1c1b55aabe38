"""Edges: a search cell by cell; the colours of a cell's sides towards earlier cells say which options may lie on it.

The kernel is `kernels/edges.c`, which explains how it works; this module makes its arrays.  If there are no kernels,
`Plain` does the same in Python.

It applies to covers in which each option lies on one cell, each cell must be covered, and the options of a cell give
colours to the same items, such as puzzles of tiles whose edges must match.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import index, wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words, to_words
from satpuzzle.cover.colours import ALONE
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.library import Call, Fields, missing
from satpuzzle.engines.native.shared import allow, no_dice, rolled
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, WORK, Steady
from satpuzzle.puzzle.grids import Points

_LISTS = 1 << 20  # lists of options, at most: one for each combination of known colours of each cell
_CORNERS = np.array([*product((1, -1), repeat=3)])  # the signs of coordinates, for a scan from each corner of a board
_NODE, _WORD = 8, (1 << 64) - 1  # the work of a node, as in the kernel; all bits of a word


@dataclass(frozen=True)
class Laid:
    """How many cells there are; for each option its cell's place in their order, and the colours that it gives.

    Items that always have the same colours together, up to their names, are one.  A colour is -1 if an option does not
    cover the item.
    """

    cells: int
    depth: Ints  # (options,)
    hues: Ints  # (options, items)


class Edges(Steady):
    """The state of a search, in arrays (see `State`).  Raises Stopped if the clock stops meanwhile."""

    KERNEL = "edges"

    def __init__(
        self, cover: ExactCover, points: Points | None, first: int | None = None, clock: Clock = UNLIMITED
    ) -> None:
        laid = laid_out(cover, points, first)
        assert isinstance(laid, Laid)  # else the strategy has refused the cover
        clock.check()
        self.longest = laid.cells
        piece, more, end = self._bound(cover)
        clock.check()
        order, hues = self._list(laid, piece)
        self.entries = np.stack([order, piece[order], more[order], end[order], hues], axis=1)
        clock.check()
        self.head = np.array([-1, 0, self.lower.sum()], np.int64)  # depth, nodes, copies that are still needed
        self.work = WORK
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(self.longest + 5)
        self.cost = (9e-9, 1e-9)  # about the seconds per node and per chunk
        self.level = np.full((self.longest + 1, 4), -1, np.int64)
        self._call = self._made()

    def _bound(self, cover: ExactCover) -> tuple[Ints, Ints, Ints]:
        """Make the bounds of the items without colours that are no cells.

        Return for each option the first that it covers, its piece, and where the others begin and end in `more`.
        """
        alone, painted = np.zeros((2, len(cover.names)), np.bool_)
        painted[list(cover.colours.items)] = True
        alone[list(cover.colours.items)] = _colours_of(cover)[1].any(axis=0)
        plain = ~painted & ((cover.lower > 0) | ~cover.unlimited)
        plain[list(cover.families["cells"])] = False
        bounded = np.flatnonzero((plain | alone) & cover.reached)
        of = cover.members()[:, bounded]
        free = int(not of.any(axis=1).all())  # an option may cover none of them: one more item, which bounds nothing
        upper = np.where(alone, 1, np.minimum(cover.upper, self.longest))[bounded]
        self.lower = np.append(cover.lower[bounded], [0] * free).astype(np.int64)
        self.left = np.append(upper, [self.longest] * free).astype(np.int64)
        self.spare = self.left - self.lower
        self.open = to_words((self.left > 0)[None], len(self.left) // 64 + 1)[0]
        self.most = int(of.sum(axis=1).max(initial=0))
        option, item = np.nonzero(of)
        begin, end = wide(np.searchsorted(option, [np.arange(len(of)), np.arange(1, len(of) + 1)]))
        self.more = item.astype(np.int64)
        piece = np.where(begin < end, np.append(self.more, 0)[begin], len(bounded))
        return piece, np.minimum(begin + 1, end), end

    def _list(self, laid: Laid, piece: Ints) -> tuple[Ints, Ints]:
        """Make the lists of options, one for each cell and combination of known colours, and their chunks.

        Return the options in the order of the lists, and where the new colours of each are.
        """
        many, given = laid.hues.max(axis=0, initial=-1) + 1, laid.hues >= 0
        earlier = np.zeros(laid.hues.shape[1], np.bool_)
        places, known, factors, fresh = list[tuple[int, ...]](), list[int](), list[int](), list[int]()
        number, width, lists = (
            np.zeros_like(piece),
            np.zeros_like(piece),
            0,
        )  # of each option: its list, its new colours
        news = np.zeros_like(given)
        for depth in range(self.longest):
            here = np.flatnonzero(laid.depth == depth)
            mine = given[here[:1]].any(axis=0)
            old, new = np.flatnonzero(mine & earlier), np.flatnonzero(mine & ~earlier)
            factor = np.cumprod([1, *many[old]])
            places.append((len(known), len(known) + len(old), len(fresh), len(fresh) + len(new), lists))
            number[here] = lists + laid.hues[np.ix_(here, old)] @ factor[:-1]
            news[np.ix_(here, new)], width[here] = True, len(new)
            known, factors, fresh = known + old.tolist(), factors + factor[:-1].tolist(), fresh + new.tolist()
            lists, earlier = lists + int(factor[-1]), earlier | mine
        self.places = np.array(places, np.int64)
        self.known, self.factor, self.fresh = (np.array(each, np.int64) for each in (known, factors, fresh))
        order = np.lexsort([piece, number])
        same = np.zeros(len(order), np.bool_)
        same[1:] = (np.diff(number[order]) == 0) & (np.diff(piece[order]) == 0)
        begin = np.maximum.accumulate(np.where(same, 0, np.arange(len(order))))
        again = wide(np.arange(len(order)) - begin)  # how often the list has the piece before; a chunk has it once
        order, again = (each[np.lexsort([piece[order], again, number[order]])] for each in (order, again))
        key = np.stack([number[order], again, piece[order] // 64])
        first = np.flatnonzero(np.append(True, (key[:, 1:] != key[:, :-1]).any(axis=0)))
        mask = np.bitwise_or.reduceat(np.uint64(1) << (piece[order] % 64).astype(np.uint64), index(first))
        self.chunks = np.stack([mask.view(np.int64), key[2, first], first], axis=1)
        self.start = wide(np.searchsorted(key[0, first], np.arange(lists + 1)))
        self.out = laid.hues[order][news[order]]
        self.hue = np.zeros(laid.hues.shape[1], np.int64)
        return wide(order), np.cumsum(width[order]) - width[order]

    def _made(self) -> Call:
        s = self
        fields: Fields = {
            "places": s.places, "known": s.known, "factor": s.factor, "fresh": s.fresh, "start": s.start,
            "chunks": s.chunks, "entries": s.entries, "hues": s.out, "more": s.more, "spare": s.spare,
            "left": s.left, "open": s.open, "hue": s.hue, "head": s.head, "dice": s.dice, "weight": s.weight,
            "levels": s.level, "cells": s.longest, "most": s.most, "weights": len(s.weight),
        }  # fmt: skip
        return Call(s.KERNEL, fields)

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`."""
        call = self._call
        allow(call, budget, self.work, found)
        return call(), call["solutions"]


class Plain(Edges):
    """The same search in Python, node by node."""

    def _made(self) -> None:  # type: ignore[override]
        """Do nothing, since no kernel is called."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`."""
        depth, solutions, work, last = max(int(self.head[0]), 0), 0, self.work, self.head[1] + budget
        arrived = self.head[0] < 0
        while True:
            if arrived:
                arrived = False
                self._begin(depth)
                if depth == self.longest and self.head[2] == 0 and self.dice[0]:
                    self.weight[-3] += self.weight[depth]
                elif depth == self.longest and self.head[2] == 0:
                    found[solutions] = -1
                    found[solutions, :depth] = self.entries[self.level[:depth, 3], 0]
                    solutions += 1
                if self.dice[0]:
                    self._throw(depth)
            if work <= 0 or self.head[1] >= last or solutions == len(found):
                outcome = BUDGET_SPENT if work <= 0 or self.head[1] >= last else FOUND_FULL
                break
            if self.level[depth, 3] >= 0:
                self._take(self.level[depth, 3], -1)
            self._next(depth)
            work -= _NODE
            if (entry := self.level[depth, 3]) >= 0:
                self.head[1] += 1
                self._take(entry, 1)
                new = self.fresh[self.places[depth, 2] : self.places[depth, 3]]
                self.hue[new] = self.out[self.entries[entry, 4] :][: len(new)]
                depth, arrived = depth + 1, True
                continue
            depth -= 1
            if depth < 0:
                if self.dice[1] <= 1:
                    outcome = EXHAUSTED
                    break
                self.dice[1] -= 1
                depth, arrived = 0, True
        self.head[0] = depth
        return outcome, solutions

    def _begin(self, depth: int) -> None:
        """Begin with the list of the options that agree with all known colours."""
        self.level[depth] = -1, 0, 0, -1
        if depth < self.longest and self.head[2] <= (self.longest - depth) * self.most:
            begin, end, _, _, number = self.places[depth]
            number += self.factor[begin:end] @ self.hue[self.known[begin:end]]
            self.level[depth, :2] = self.start[number] - 1, self.start[number + 1]

    def _next(self, depth: int) -> None:
        """Go on to the next entry that fits."""
        chunk, stop, rest, _ = self.level[depth].tolist()
        rest &= _WORD
        entry = -1
        while entry < 0:
            while rest == 0 and chunk + 1 < stop:
                chunk += 1
                rest = int(self.chunks[chunk, 0]) & _WORD & int(self.open[self.chunks[chunk, 1]])
            if rest == 0:
                chunk = max(chunk, stop)
                break
            below = (rest & -rest) - 1
            entry = int(self.chunks[chunk, 2]) + (int(self.chunks[chunk, 0]) & below).bit_count()
            rest &= rest - 1
            if (self.left[self._items(entry)] == 0).any():
                entry = -1
        self.level[depth] = chunk, stop, (rest ^ 1 << 63) - (1 << 63), entry

    def _items(self, entry: int) -> Ints:
        """Return the items with bounds that an entry covers."""
        _, piece, begin, end, _ = self.entries[entry]
        return np.append(piece, self.more[begin:end])

    def _take(self, entry: int, copies: int) -> None:
        before = np.maximum(self.left - self.spare, 0).sum()
        self.left[self._items(entry)] -= copies
        self.head[2] += np.maximum(self.left - self.spare, 0).sum() - before
        self.open = to_words((self.left > 0)[None], len(self.open))[0]

    def _throw(self, depth: int) -> None:
        """Choose the only child that a probe visits, and update the weights."""
        begin = self.level[depth].copy()
        entries = list[tuple[int, ...]]()
        self._next(depth)
        while self.level[depth, 3] >= 0:
            entries.append(tuple(self.level[depth].tolist()))
            self._next(depth)
        self.weight[depth + 1] = len(entries) * self.weight[depth]
        self.weight[-1] += self.weight[depth + 1]
        self.weight[-2] += self.weight[depth] * (begin[1] - begin[0] - 1)
        self.level[depth] = begin
        if entries:
            chunk, _, _, entry = entries[rolled(self.dice, len(entries)) if len(entries) > 1 else 0]
            piece = np.uint64(1) << np.uint64(self.entries[entry, 1] % 64)
            self.level[depth] = chunk, chunk + 1, piece.view(np.int64), -1


def begin(
    cover: ExactCover, points: Points | None, first: int | None, effort: int, *, clock: Clock = UNLIMITED
) -> Edges:
    """Return the state of a new search of `cover`, which begins near the options of the item `first`."""
    return (Edges if missing() is None else Plain)(cover, points, first, clock)


def refusal(cover: ExactCover, points: Points | None = None) -> str | None:
    """Return why the strategy does not apply to a cover, or None if it does."""
    laid = laid_out(cover, points)
    return laid if isinstance(laid, str) else None


def branching(cover: ExactCover, points: Points | None, first: int | None) -> int:
    """Return the cell that a search of this part of a cover fills first; `first` is as in `begin`."""
    rest = cover.residual()[1]
    cells = np.array(rest.families["cells"])
    ranks = np.where(rest.upper[cells] > 0, _ranks(rest, cells, points, first), len(cells))
    return int(cells[ranks.argmin()])


def laid_out(cover: ExactCover, points: Points | None = None, first: int | None = None) -> Laid | str:
    """Return how a search cell by cell goes through the cover, or why it cannot."""
    if not cover.colours or not len(cover.rows):
        return "allowed for tiles, whose sides have colours"
    family = np.array(cover.families.get("cells", ()), np.int64)
    here = cover.upper[family] > 0
    cells = family[here]
    members = cover.members()
    if not ((cover.lower[cells] == 1) & (cover.upper[cells] == 1)).all() or (members[:, cells].sum(axis=1) != 1).any():
        return "allowed if each option covers one cell, and no cell may stay empty"
    hues, alone = _colours_of(cover)
    if (alone != members[:, list(cover.colours.items)])[:, alone.any(axis=0)].any():
        return "allowed if no option covers an item without a colour to which others give one"
    place = np.argsort(np.argsort(_ranks(cover, family, points, first)[here]))
    depth = place[members[:, cells].argmax(axis=1)]
    order, (used, begin) = np.argsort(depth, kind="stable"), np.unique(np.sort(depth), return_index=True)
    some, every = np.zeros((2, len(cells), hues.shape[1]), bool)  # cells without options give no colours
    for given, united in ((some, np.logical_or), (every, np.logical_and)):
        given[used] = united.reduceat(hues[order] >= 0, index(begin))
    if (some != every).any():
        return "allowed if all options of a cell give colours to the same items"
    known = np.zeros_like(some)
    known[1:] = some[1:] & np.logical_or.accumulate(some, axis=0)[:-1]
    lists = np.where(known, hues.max(axis=0, initial=-1) + 1.0, 1.0).prod(axis=1).sum()
    laid = Laid(len(cells), depth, hues)
    return laid if lists <= _LISTS else f"allowed for {_LISTS} combinations of colours around cells, here {lists:.0f}"


def _ranks(cover: ExactCover, cells: Ints, points: Points | None, first: int | None) -> Ints:
    """Return the place of each cell in the order of the search, (cells,).

    The search begins in the corner of the board where cells are covered already, or else nearest to the options of
    `first`.  Without points, the order is that of the numbers of cells, or the opposite one.
    """
    filled = cover.upper[cells] == 0
    wanted = filled if first is None else cover.members()[cover.covers(first)][:, cells].any(axis=0)
    if points is None:
        every = [np.arange(len(cells)), np.arange(len(cells))[::-1]]
    else:
        every = [wide(np.argsort(scan_order(points * turned))) for turned in _CORNERS]
    return min(every, key=lambda ranks: (ranks[filled].sum(), ranks[wanted].min(initial=len(cells))))


def _colours_of(cover: ExactCover) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the colours that options give to distinct items, and whether they cover each item without a colour.

    The second result is for all items with colours.  The results for the cover asked for last are kept.
    """
    known = _known.get("last")
    if known is None or known[0] is not cover.rows:
        hues = cover.colours.of(cover.rows)
        known = _known["last"] = (cover.rows, _distinct(hues), hues == ALONE)
    return known[1:]


_known: dict[str, tuple[Words, Ints, NDArray[np.bool_]]] = {}


def _distinct(hues: Ints) -> Ints:
    """Return the columns of colours, numbered by their first occurrence, without equal columns and empty ones."""
    every = np.arange(max(0, hues.max(initial=-1)) + 1)
    given = (hues == every[:, None, None]).argmax(axis=1)  # (colours, items): the first option with this colour
    given[~(hues == every[:, None, None]).any(axis=1)] = len(hues)
    number = wide(np.argsort(np.argsort(given, axis=0, kind="stable"), axis=0))
    found = np.where(hues >= 0, number[np.maximum(hues, 0), np.arange(hues.shape[1])], -1)
    columns = {column.tobytes(): place for place, column in enumerate(np.ascontiguousarray(found.T))}
    distinct: Ints = found[:, sorted(columns.values())]
    return distinct[:, (distinct >= 0).any(axis=0)]
