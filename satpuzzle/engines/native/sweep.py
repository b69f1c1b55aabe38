"""Sweeps: beam searches for a first solution of a large cover.

A sweep covers the *cells* of a cover, items that must be covered once, in a fixed order, as one fills a long board from
one end to the other.  It keeps a *beam* of partial solutions: of all with the same first free cell, the best few go on.
Of those that have covered the same items one is kept, and none in which a free cell near the last option can no
longer be covered.  All other items, such as pieces, are *totals*: an option counts for some of them.

Which states are best?  The end of a sweep has few options to choose from, so what is hard to place should come early:
large pieces before small ones, and those that were left over when an earlier sweep came to nothing.  Totals of several
copies are used up evenly.  The beam becomes twice as wide after every second sweep.  A sweep proves nothing: it is not
complete.

Bruce T. Lowerre, The Harpy speech recognition system, Carnegie Mellon University, 1976 (beam search).
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount, index, repeat
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.cover.zobrist import numbers
from satpuzzle.engines.base import NOTHING, Offer, Stats, renumbered
from satpuzzle.engines.library import Call, Fields, empty, missing
from satpuzzle.puzzle.grids import Points

LARGE = 40  # options of a solution from which on sweeps are worth while
_BEAM, _WIDEST = 16, 4096  # states of the first beam, and of the widest
_TESTS = 1 << 22  # options that are tested between two checks of the clock
_ROOM = 1 << 16  # children of a call of the kernel
_SIZE = 7.0  # a large piece is worth this number times its cells
_EVEN = 0.1  # the price of totals that are used up unevenly
_LEARNED = 2.0  # by how much a total is worth more if it was left over
_SAMPLE = 60  # options a cell whose pairs of cells are counted
_NEAR, _FEWEST = 8, 0.5  # cells near a cell: at most so many, with at least this share of the most common options
_WIDE = 4  # an item is a total if it has options with so many times as many items as the median

Order = Ints


def refused(cover: ExactCover, points: Points | None = None) -> str | None:
    """Return why sweeps do not apply to a cover, or None if they do."""
    if missing() is not None:
        return "there are no compiled kernels"
    if cover.colours or cover.weights:
        return "its items have colours or weights"
    if cover.longest < LARGE:
        return f"its solutions have fewer than {LARGE} options"
    if not len(_optional(cover, points)) and not len(cells_of(cover, points)):
        return "no items must be covered once, and no cells may stay empty"
    return None


def sweeps(offer: Offer, stats: Stats, clock: Clock = UNLIMITED) -> Generator[Batch, None, None]:
    """Yield the solutions of one sweep after another, and an empty batch after some millions of tests.

    `stats` gets the numbers of sweeps and of tested options.  Nothing is yielded if sweeps do not apply to the first
    cover on offer.  Raises Stopped if the clock stops.
    """
    _, cover = offer.covers[0]
    rest = offer.residual(0)
    if cover.hopeless() is None and len(rest.rows) and refused(rest, offer.points) is None:
        filled = with_empties(rest, offer.points)
        yield from renumbered(cover, _sweeps(Sweeper(filled, offer.points, clock), len(rest.rows), stats, clock))


def with_empties(cover: ExactCover, points: Points | None) -> ExactCover:
    """Return the cover with an option for each cell that may stay empty, by which it does, so that all are filled.

    It has them already if it counts empty cells.  The new options come last.
    """
    empty = _optional(cover, points)
    if not len(empty):
        return cover
    rows, lower = np.zeros((len(empty), cover.rows.shape[1]), cover.rows.dtype), cover.lower.copy()
    rows[np.arange(len(empty)), empty // 64] = np.uint64(1) << (empty % 64).astype(np.uint64)
    lower[empty] = 1
    return replace(
        cover, lower=lower, rows=np.concatenate([cover.rows, rows]), live=np.ones(len(cover.rows) + len(rows), np.bool_)
    )


def _optional(cover: ExactCover, points: Points | None) -> Ints:
    """Return the cells that may stay empty: items with points that may be covered once."""
    cells = np.arange(0 if points is None else len(points))
    found: Ints = cells[(cover.lower[cells] == 0) & (cover.upper[cells] == 1) & cover.reached[cells]]
    return found


def _sweeps(sweeper: "Sweeper", options: int, stats: Stats, clock: Clock) -> Iterator[Batch]:
    """Yield solutions without options from the number `options` on, by which cells stay empty."""
    beam, due = _BEAM, _TESTS
    for number in range(1 << 62):
        stats["sweeps"] = number + 1
        for found in sweeper.sweep(beam, number):
            stats["tested"] = sweeper.tests
            if len(found) or sweeper.tests >= due:
                due = sweeper.tests + _TESTS
                yield np.where(found < options, found, -1)
            clock.check()
        if not sweeper.dropped:  # a wider beam would find no more
            return
        if number % 2:
            beam = min(2 * beam, _WIDEST)


def cells_of(cover: ExactCover, points: Points | None) -> Order:
    """Return the items that a sweep covers one after another.

    They are the cells that must be covered once, in scan order.  If there are no points, they are the items that must
    be covered once and share options with few others, in the order of a search in breadth.
    """
    once = (cover.lower == 1) & (cover.upper == 1)
    if points is not None:
        order = scan_order(points)
        found: Order = order[once[order]]
        return found
    if not once.any():
        return np.zeros(0, np.int64)
    one, other, _ = _pairs(cover, np.arange(len(cover.names), dtype=np.int64))
    many = bincount(one, minlength=len(once))
    once &= many <= _WIDE * max(1.0, float(np.median(many[once])))
    return _in_breadth(np.flatnonzero(once), one, other)


def _in_breadth(items: Ints, one: Ints, other: Ints) -> Order:
    """Return the items as a search in breadth meets them, from one that such a search meets last."""
    inside, found = np.zeros(int(max(items, default=0)) + 1, np.bool_), items
    inside[items] = True
    keep = (one < len(inside)) & (other < len(inside))
    keep[keep] = inside[one[keep]] & inside[other[keep]]
    begins, beside = _lists(one[keep], other[keep], len(inside))
    for start in (0, -1):
        seen, order = np.zeros(len(inside), np.bool_), list[int]()
        for root in (found[start], *items.tolist()):
            if not seen[root]:
                seen[root], at = True, len(order)
                order.append(int(root))
                while at < len(order):
                    here = beside[begins[order[at]] : begins[order[at] + 1]]
                    new = here[~seen[here]]
                    seen[new] = True
                    order += new.tolist()
                    at += 1
        found = np.array(order, np.int64)
    return found


def _pairs(cover: ExactCover, rank: Ints) -> tuple[Ints, Ints, Ints]:
    """Return pairs of items that some of the options cover together, both ways, and how many of them do.

    `rank` has a new number for each item, -1 for items that are left out.
    """
    many = min(len(cover.rows), _SAMPLE * len(cover.names))
    option, item = cover.entries()
    taken = np.zeros(len(cover.rows), np.bool_)
    taken[np.linspace(0, len(cover.rows) - 1, many).astype(np.int64)] = True
    option, item = option[taken[option]], rank[item[taken[option]]]
    option, item = option[item >= 0], item[item >= 0]
    codes, size = list[Ints](), int(rank.max(initial=0)) + 1
    for shift in range(1, len(item)):
        same = option[shift:] == option[:-shift]
        if not same.any():
            break
        a, b = item[shift:][same], item[:-shift][same]
        codes += [a * size + b, b * size + a]
    code, count = np.unique(np.concatenate(codes) if codes else np.zeros(0, np.int64), return_counts=True)
    return code // size, code % size, count


def _lists(group: Ints, members: Ints, groups: int) -> tuple[Ints, Ints]:
    """Return where the members of each group begin in the second result, which has them group by group."""
    by = np.argsort(group, kind="stable")
    return np.searchsorted(group[by], np.arange(groups + 1)).astype(np.int64), members[by]


class _Level(NamedTuple):
    """The states of a step."""

    bits: Words  # (states, words): the cells they have covered
    left: NDArray[np.int32]  # (states, totals): how many more options may count
    hashes: Words  # the sums of the options' random numbers
    score: NDArray[np.float64]
    done: Ints  # the number of cells covered
    node: Ints  # in the lists of parents and options


@dataclass
class _Children:
    """Children of a level that have the same first free cell."""

    level: _Level
    parent: Ints
    option: Ints


class Sweeper:
    """The tables of a cover for sweeps, and what was learned from the sweeps so far.

    All options of the cover are live, and each item has enough of them.  Raises Stopped if the clock stops.
    """

    def __init__(self, cover: ExactCover, points: Points | None = None, clock: Clock = UNLIMITED) -> None:
        self._clock = clock
        self.tests = 0  # options tested so far
        self.dropped = False  # whether the last sweep dropped states since its beam was too narrow
        cells = cells_of(cover, points)
        self._cells = count = len(cells)
        rank = np.full(len(cover.names), -1, np.int64)
        rank[cells] = np.arange(count)
        others = np.flatnonzero((rank < 0) & cover.reached)
        total = np.full(len(cover.names), -1, np.int64)
        total[others] = np.arange(len(others))
        option, item = cover.entries(clock)
        inside, counts = rank[item] >= 0, total[item] >= 0
        clock.check()
        first = np.full(len(cover.rows), count, np.int64)
        np.minimum.at(first, option[inside], rank[item[inside]])
        # Options of one group in an order that mixes them, so that a test soon finds one that fits.
        mixed = numbers(1 << 12, 64)[np.arange(len(first), dtype=np.int64) * 2_654_435_761 % (1 << 12)]
        self._order = by = np.lexsort([np.arange(len(first)), mixed, first])
        place = np.argsort(by)
        self._group = np.searchsorted(first[by], np.arange(count + 1)).astype(np.int64)
        clock.check()
        own = np.lexsort([rank[item[inside]], place[option[inside]]])
        cell, of = rank[item[inside]][own], place[option[inside]][own]
        starts, inner = _lists(of, cell, len(by))
        begins, over = _lists(cell[::-1], of[::-1], count)
        clock.check()
        counting, counted = _lists(place[option[counts]], total[item[counts]], len(by))
        one, other, often = _pairs(cover, rank)
        around, near = _nearest(one, other, often, count)
        self._starts, self._inner, self._counting, self._counted = starts, inner, counting, counted
        self._size = np.diff(starts)
        self._most = np.minimum(cover.upper[others], 1 << 30).astype(np.int32)
        self._least = cover.lower[others]
        uses, cells_in = np.zeros(len(others)), np.zeros(len(others))
        where = repeat(np.arange(len(by)), np.diff(counting))
        np.add.at(uses, counted, 1)
        np.add.at(cells_in, counted, self._size[where])
        size = cells_in / np.maximum(uses, 1)
        self.worth = np.where(self._least > 0, _SIZE * size**2 / max(1.0, size.max(initial=0)), 0.0)
        self._where = where
        self._words = -(-(count + 1) // 64)
        # A state is told by its cells and totals, so an option's number is the sum of theirs.
        of_cell, of_total = _spread(np.arange(1, count + 1)), _spread(np.arange(count + 1, count + len(others) + 1))
        self._random = np.zeros(len(by), np.uint64)
        np.add.at(self._random, repeat(np.arange(len(by)), self._size), of_cell[inner])
        np.add.at(self._random, where, of_total[counted])
        self._room = max(_ROOM, int(np.diff(self._group).max(initial=1)))
        self._found = [np.empty(self._room, np.int64) for _ in range(3)]
        kind = np.int32
        fields: Fields = {
            "starts": starts, "cells": inner.astype(kind), "counting": counting, "counts": counted.astype(kind),
            "begins": begins, "over": over.astype(kind), "around": around, "near": near.astype(kind),
            "after": empty(self._words), "rest": np.zeros(max(1, len(others)), kind),
            "parent": self._found[0], "option": self._found[1], "next": self._found[2],
            "words": self._words, "totals": len(others), "cell_count": count, "room": self._room,
        }  # fmt: skip
        self._call = Call("sweep", fields)

    def sweep(self, beam: int, number: int) -> Iterator[Batch]:
        """Sweep once with a beam of so many states; yield a batch of solutions, or empty ones.

        `number` tells sweeps apart that have the same beam.
        """
        self.dropped = False
        gain = -self._rate() * self._size
        np.add.at(gain, self._where, self.worth[self._counted])
        parents, options = [np.full(1, -1, np.int64)], [np.full(1, -1, np.int64)]
        nodes, waiting = 1, dict[int, list[_Children]]()
        last = _Level(
            np.zeros((1, self._words), np.uint64), self._most[None].copy(), np.zeros(1, np.uint64), np.zeros(1),
            np.zeros(1, np.int64), np.zeros(1, np.int64),
        )  # fmt: skip
        for now in range(self._cells + 1):
            first = last if not now else None
            level = first or self._best(waiting.pop(now, []), gain, beam, number, nodes, parents, options)
            if level is None:
                continue
            if now == self._cells:
                chosen = self._solutions(level, np.concatenate(parents), np.concatenate(options))
                if len(chosen):
                    yield chosen
                    return
                break
            last, nodes = level, int(level.node[-1]) + 1
            for children in self._extended(level, now):
                yield NOTHING
                for at, those in children:
                    waiting.setdefault(at, []).append(those)
        lacking = np.maximum(last.left - (self._most - self._least), 0).mean(axis=0) / np.maximum(self._least, 1)
        self.worth += _LEARNED * lacking * (self._least > 0)

    def _rate(self) -> float:
        """Return what a cell costs, so that all options of a solution together are worth nothing."""
        return float((self.worth * self._least).sum()) / self._cells

    def _extended(self, level: _Level, now: int) -> Iterator[list[tuple[int, _Children]]]:
        """Yield the children of a level, some at a time, with their first free cells."""
        call, (parent, option, following) = self._call, self._found
        call.hand_over("bits", level.bits)
        call.hand_over("left", level.left)
        call["now"], call["first"], call["last"] = now, int(self._group[now]), int(self._group[now + 1])
        call["state"], call["states"] = 0, len(level.bits)
        while call["state"] < len(level.bits):
            self._clock.check()
            call["work"] = _TESTS
            many = call()
            self.tests += _TESTS - call["work"]
            cells = following[:many]
            by = np.argsort(cells, kind="stable")
            at, starts = np.unique(cells[by], return_index=True)
            parts = np.split(by, starts[1:]) if many else []
            yield [
                (int(cell), _Children(level, parent[part], option[part])) for cell, part in zip(at, parts, strict=True)
            ]

    def _best(
        self,
        groups: list[_Children],
        gain: NDArray[np.float64],
        beam: int,
        number: int,
        nodes: int,
        parents: list[Ints],
        options: list[Ints],
    ) -> _Level | None:
        """Return the best of the children that have the same first free cell, None if there are none."""
        if not groups:
            return None
        hashes = np.concatenate([one.level.hashes[one.parent] + self._random[one.option] for one in groups])
        score = np.concatenate([one.level.score[one.parent] + gain[one.option] for one in groups])
        done = np.concatenate([one.level.done[one.parent] + self._size[one.option] for one in groups])
        some = np.sort(np.unique(hashes, return_index=True)[1])
        luck = _spread(hashes[some] + np.uint64(number)) / 2.0**64
        value = score[some] + luck
        if (self._least > 1).any():
            value -= self._unevenness(groups, done)[some]
        if len(some) > beam:
            self.dropped = True
            some = np.sort(some[np.argpartition(-value, beam)[:beam]])
        ends = np.cumsum([len(one.parent) for one in groups])
        chosen = [
            (one, some[(some >= end - len(one.parent)) & (some < end)] - (end - len(one.parent)))
            for one, end in zip(groups, ends.tolist(), strict=True)
        ]
        option = np.concatenate([one.option[part] for one, part in chosen])
        bits = np.concatenate([one.level.bits[one.parent[part]] for one, part in chosen])
        left = np.concatenate([one.level.left[one.parent[part]] for one, part in chosen])
        of, cell = self._members(option, self._starts, self._inner)
        np.bitwise_or.at(bits, (of, cell // 64), np.uint64(1) << (cell % 64).astype(np.uint64))
        np.subtract.at(left, self._members(option, self._counting, self._counted), 1)
        parents.append(np.concatenate([one.level.node[one.parent[part]] for one, part in chosen]))
        options.append(option)
        node = nodes + np.arange(len(option))
        return _Level(bits, left, hashes[some], score[some], done[some], node)

    def _unevenness(self, groups: list[_Children], done: Ints) -> NDArray[np.float64]:
        """Return what each child pays for totals of several copies that are used up unevenly."""
        several = np.flatnonzero(self._least > 1)
        used = []
        for one in groups:
            left = one.level.left[one.parent]
            np.subtract.at(left, self._members(one.option, self._counting, self._counted), 1)
            used.append((self._most - left)[:, several])
        share = done[:, None] / self._cells
        away = np.concatenate(used) - share * self._least[several]
        price: NDArray[np.float64] = _EVEN * share[:, 0] * (away**2).sum(axis=1)
        return price

    def _members(self, option: Ints, starts: Ints, members: Ints) -> tuple[Ints, Ints]:
        """Return pairs of the index of an option in `option` and a member of its list."""
        many = starts[option + 1] - starts[option]
        of = repeat(np.arange(len(option)), many)
        at = np.arange(len(of)) - repeat(np.cumsum(many) - many, many) + starts[option][of]
        return of, members[at]

    def _solutions(self, level: _Level, parents: Ints, options: Ints) -> Batch:
        """Return the states that have covered all cells, and everything else often enough, as option numbers."""
        enough = (level.left <= self._most - self._least).all(axis=1)
        paths = []
        for node in level.node[enough].tolist():
            path = list[int]()
            while node:
                path.append(int(self._order[options[node]]))
                node = int(parents[node])
            paths.append(path)
        found = np.full((len(paths), max(map(len, paths), default=1)), -1, np.int64)
        for row, path in zip(found, paths, strict=True):
            row[: len(path)] = path
        return found


def _nearest(one: Ints, other: Ints, often: Ints, cells: int) -> tuple[Ints, Ints]:
    """Return where the list of cells near each cell begins, and these lists.

    Near are those cells that most options over the cell cover, too.
    """
    by = np.lexsort([other, -often, one])
    one, other, often = one[by], other[by], often[by]
    begins = np.searchsorted(one, np.arange(cells + 1))
    most = np.maximum.reduceat(np.append(often, 0), index(begins[:-1])) if len(often) else np.zeros(cells, np.int64)
    place = np.arange(len(one)) - begins[one]
    taken = (place < _NEAR) & (often >= _FEWEST * most[one])
    return _lists(one[taken], other[taken], cells)


def _spread(numbers: NDArray[np.integer]) -> Words:
    """Return a hash of each number (Sebastiano Vigna's splitmix64)."""
    x: Words = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
