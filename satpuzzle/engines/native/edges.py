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

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.colours import ALONE
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.library import Call, Fields, missing
from satpuzzle.engines.native.shared import allow, no_dice, rolled
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, NO_FIGURES, WORK
from satpuzzle.puzzle.grids import Points

_LISTS = 1 << 20  # lists of options, at most: one for each combination of known colours of each cell
_CORNERS = np.array([*product((1, -1), repeat=3)])  # the signs of coordinates, for a scan from each corner of a board
_NODE = 8  # the work of a node beside the options that it passes, as in the kernel


class Edges:
    """The state of a search, in arrays (see `State`).  Raises Stopped if the clock stops meanwhile."""

    KERNEL = "edges"

    def __init__(
        self, cover: ExactCover, points: Points | None, first: int | None = None, clock: Clock = UNLIMITED
    ) -> None:
        laid = laid_out(cover, points, first)
        assert isinstance(laid, Laid)  # else the strategy has refused the cover
        clock.check()
        self.longest = laid.cells
        self._list(laid.depth, laid.hues, clock)
        self._bound(cover, clock)
        self.head = np.array([-1, 0, self.lower.sum()], np.int64)  # depth, nodes, copies that are still needed
        self.work = WORK
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(self.longest + 5)
        self.cost = (5e-9, 0.7e-9)  # about the seconds per node and per option that is passed
        self.level = np.full((self.longest + 1, 3), -1, np.int64)
        self._call = self._made()

    def _list(self, depth: Ints, hues: Ints, clock: Clock) -> None:
        """Make the lists of options, one for each cell and combination of known colours."""
        many, given = hues.max(axis=0, initial=-1) + 1, hues >= 0
        earlier = np.zeros(hues.shape[1], np.bool_)
        places, known, factors, fresh, starts, orders, out = [], list[int](), list[int](), list[int](), [], [], []
        lists = entries = written = 0
        self.at = np.zeros(len(depth), np.int64)  # for each entry, where its new colours are
        for number in range(self.longest):
            clock.check()
            here = np.flatnonzero(depth == number)
            mine = given[here].any(axis=0)
            old, new = np.flatnonzero(mine & earlier), np.flatnonzero(mine & ~earlier)
            factor = np.cumprod([1, *many[old]])
            key = hues[np.ix_(here, old)] @ factor[:-1]
            order = np.argsort(key, kind="stable")
            places.append((len(known), len(known) + len(old), len(fresh), len(fresh) + len(new), lists))
            known += old.tolist()
            factors += factor[:-1].tolist()
            fresh += new.tolist()
            starts.append(entries + np.searchsorted(key[order], np.arange(factor[-1])))
            self.at[entries : entries + len(here)] = written + np.arange(len(here)) * len(new)
            orders.append(here[order])
            out.append(hues[np.ix_(here[order], new)].ravel())
            lists, entries, written = lists + int(factor[-1]), entries + len(here), written + out[-1].size
            earlier |= mine
        self.places = np.array(places, np.int64).reshape(-1, 5)
        self.known, self.factor, self.fresh = (np.array(each, np.int64) for each in (known, factors, fresh))
        self.start = np.append(np.concatenate([np.zeros(0, np.int64), *starts]), entries).astype(np.int64)
        self.order = np.concatenate([np.zeros(0, np.int64), *orders]).astype(np.int64)
        self.out = np.concatenate([np.zeros(0, np.int64), *out]).astype(np.int64)
        self.hue = np.zeros(hues.shape[1], np.int64)

    def _bound(self, cover: ExactCover, clock: Clock) -> None:
        """Make the bounds of the items without colours that are no cells, and the entries with their numbers."""
        alone = np.zeros(len(cover.names), np.bool_)
        alone[list(cover.colours.items)] = (cover.colours.of(cover.rows) == ALONE).any(axis=0)
        painted = np.zeros_like(alone)
        painted[list(cover.colours.items)] = True
        plain = ~painted & ((cover.lower > 0) | ~cover.unlimited)
        plain[list(cover.families["cells"])] = False
        bounded = np.flatnonzero((plain | alone) & cover.reached)
        of = cover.members()[self.order][:, bounded]
        clock.check()
        lower, upper = cover.lower[bounded], np.where(alone, 1, np.minimum(cover.upper, self.longest))[bounded]
        free = not of.any(axis=1).all()  # an option may cover none of them: one more item, which bounds nothing
        self.lower = np.append(lower, [0] * free).astype(np.int64)
        self.left = np.append(upper, [self.longest] * free).astype(np.int64)
        self.spare = self.left - self.lower
        entry, item = np.nonzero(of)
        end = np.searchsorted(entry, np.arange(len(of)), side="right")
        begin = np.searchsorted(entry, np.arange(len(of)))
        piece = np.append(item, len(bounded))[np.where(begin < end, begin, len(item))]
        self.more = item.astype(np.int64)
        self.most = int(of.sum(axis=1).max(initial=0))
        self.entries = np.stack(
            [self.order, piece, np.minimum(begin + 1, end), end, self.at], axis=1
        ).astype(np.int64)  # fmt: skip

    def _made(self) -> Call:
        s = self
        fields: Fields = {
            "places": s.places, "known": s.known, "factor": s.factor, "fresh": s.fresh, "start": s.start,
            "entries": s.entries, "hues": s.out, "more": s.more, "spare": s.spare, "left": s.left, "hue": s.hue,
            "head": s.head, "dice": s.dice, "weight": s.weight, "levels": s.level, "cells": s.longest,
            "most": s.most, "weights": len(s.weight),
        }  # fmt: skip
        return Call(s.KERNEL, fields)

    figures = NO_FIGURES

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Do nothing, since the arrays have a fixed size."""

    def with_table(self, most: int) -> "Edges":
        """Return this state, since the search uses no table that takes long."""
        return self

    def shave(self, seconds: float) -> None:
        """Do nothing, since the lists are fixed."""

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> None:
        """Return None, since there are no tables to reuse."""

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
        arrived, outcome = self.head[0] < 0, BUDGET_SPENT
        while True:
            if arrived:
                arrived = False
                self.level[depth] = *self._options(depth), -1
                if depth == self.longest and self.head[2] == 0:
                    if self.dice[0]:
                        self.weight[-3] += self.weight[depth]
                    else:
                        found[solutions] = -1
                        found[solutions, :depth] = self.entries[self.level[:depth, 2], 0]
                        solutions += 1
                if self.dice[0]:
                    self._throw(depth)
            if work <= 0 or self.head[1] >= last or solutions == len(found):
                outcome = FOUND_FULL if work > 0 and self.head[1] < last else BUDGET_SPENT
                break
            begin, stop, chosen = self.level[depth].tolist()
            if chosen >= 0:
                self._take(chosen, -1)
            entry = next((entry for entry in range(begin, stop) if self._fits(entry)), stop)
            work -= _NODE * (1 + entry - begin)
            self.level[depth] = entry + 1, stop, entry if entry < stop else -1
            if entry < stop:
                self.head[1] += 1
                self._take(entry, 1)
                _, _, first, end, _ = self.places[depth].tolist()
                at = self.entries[entry, 4]
                self.hue[self.fresh[first:end]] = self.out[at : at + end - first]
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

    def _items(self, entry: int) -> Ints:
        """Return the items with bounds that an entry covers."""
        _, piece, begin, end, _ = self.entries[entry]
        return np.append(piece, self.more[begin:end])

    def _fits(self, entry: int) -> bool:
        return bool((self.left[self._items(entry)] > 0).all())

    def _take(self, entry: int, copies: int) -> None:
        items = self._items(entry)
        before = np.maximum(self.left - self.spare, 0).sum()
        self.left[items] -= copies
        self.head[2] += np.maximum(self.left - self.spare, 0).sum() - before

    def _options(self, depth: int) -> tuple[int, int]:
        """Return where the list of the options begins and ends that agree with all known colours."""
        if depth == self.longest or self.head[2] > (self.longest - depth) * self.most:
            return 0, 0
        begin, end, _, _, number = self.places[depth].tolist()
        number += int(self.factor[begin:end] @ self.hue[self.known[begin:end]])
        return int(self.start[number]), int(self.start[number + 1])

    def _throw(self, depth: int) -> None:
        """Choose the only child that a probe visits, and update the weights."""
        begin, stop, _ = self.level[depth].tolist()
        some = [entry for entry in range(begin, stop) if self._fits(entry)]
        self.weight[depth + 1] = len(some) * self.weight[depth]
        self.weight[-1] += self.weight[depth + 1]
        self.weight[-2] += self.weight[depth] * (stop - begin)
        if len(some) > 1:
            entry = some[rolled(self.dice, len(some))]
            self.level[depth, :2] = entry, entry + 1


def begin(
    cover: ExactCover, points: Points | None, first: int | None, effort: int, *, clock: Clock = UNLIMITED
) -> Edges:
    """Return the state of a new search of `cover`, which begins near the options of the item `first`."""
    return (Edges if missing() is None else Plain)(cover, points, first, clock)


def refusal(cover: ExactCover, points: Points | None = None) -> str | None:
    """Return why the strategy does not apply to a cover, or None if it does."""
    laid = laid_out(cover, points)
    return laid if isinstance(laid, str) else None


@dataclass(frozen=True)
class Laid:
    """How many cells there are; for each option its cell's place in their order, and the colours that it gives.

    Items that always have the same colours together, up to their names, are one.  A colour is -1 if an option does not
    cover the item.
    """

    cells: int
    depth: Ints  # (options,)
    hues: Ints  # (options, items)


def laid_out(cover: ExactCover, points: Points | None = None, first: int | None = None) -> Laid | str:
    """Return how a search cell by cell goes through the cover, or why it cannot.

    It begins in the corner of the board that is nearest to the options of the item `first`, in the order of cells.
    """
    if not cover.colours or points is None or not len(cover.rows):
        return "allowed for tiles, whose sides have colours"
    family = np.array(cover.families.get("cells", ()), np.int64)
    here = cover.upper[family] > 0
    cells = family[here]
    covered = cover.members()[:, cells]
    if not ((cover.lower[cells] == 1) & (cover.upper[cells] == 1)).all() or not (covered.sum(axis=1) == 1).all():
        return "allowed if each option covers one cell, and no cell may stay empty"
    cell, hues = covered.argmax(axis=1), cover.colours.of(cover.rows)
    if ((hues == ALONE).any(axis=0) & (hues >= 0).any(axis=0)).any():
        return "allowed if no option covers an item without a colour to which others give one"
    depth = min(
        (np.argsort(scan_order(points[here] * turned))[cell] for turned in _CORNERS),
        key=lambda depth: depth[... if first is None else cover.covers(first)].min(initial=0),
    )
    laid = Laid(len(cells), depth, _distinct(hues))
    given = laid.hues >= 0
    some, every = (
        united.reduceat(given[np.argsort(depth)], np.searchsorted(np.sort(depth), np.arange(len(cells))))
        for united in (np.logical_or, np.logical_and)
    )
    if (some != every).any():
        return "allowed if all options of a cell give colours to the same items"
    known = some & np.logical_or.accumulate(some, axis=0)
    known[0], known[1:] = False, some[1:] & np.logical_or.accumulate(some, axis=0)[:-1]
    lists = np.where(known, laid.hues.max(axis=0, initial=-1) + 1.0, 1.0).prod(axis=1).sum()
    return laid if lists <= _LISTS else f"allowed for {_LISTS} combinations of colours around cells, here {lists:.0f}"


def _distinct(hues: Ints) -> Ints:
    """Return the columns of colours, numbered by their first occurrence, without equal columns and empty ones."""
    found = np.full_like(hues, -1)
    for column in np.flatnonzero((hues >= 0).any(axis=0)).tolist():
        colours, first, number = np.unique(hues[:, column], return_index=True, return_inverse=True)
        first[colours < 0] = len(hues)  # last
        found[:, column] = np.where(hues[:, column] >= 0, np.argsort(np.argsort(first))[number], -1)
    return np.unique(found[:, (found >= 0).any(axis=0)], axis=1)
