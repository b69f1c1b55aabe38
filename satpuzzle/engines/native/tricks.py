"""Tricks: a scan of a small board that tests options one by one, with tricks that can be switched on one by one.

They are those of the contest of c't 7/2003, so that what each of them is worth can be measured: the nodes with and
without it, and how often each test cuts at which depth.  The search in `scan.py` has the best of them and tests many
options together.

The kernel is `kernels/tricks.c`, which explains how it works and has the sources; this module makes its arrays.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Bools, Ints, Words, from_words, to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.library import Call, Fields
from satpuzzle.engines.native import scan
from satpuzzle.engines.native.endgame import Endings
from satpuzzle.engines.native.holes import distances
from satpuzzle.engines.native.scan import WINDOW, Scan, ScanSettings, laid_out, sorted_items
from satpuzzle.engines.native.shared import allow, no_dice
from satpuzzle.engines.state import WORK, Steady
from satpuzzle.engines.strategy import EFFORT
from satpuzzle.puzzle.grids import Points

TESTS = ("holes", "pairs", "lines", "colours", "gaps", "endings")  # in the order of the kernel
_BITS = {"hotspot": 1, "hotspot-2": 1, "holes": 2, "pairs": 4, "lines": 8, "colours": 16, "gaps": 32, "filter": 64}
FIRSTS = {"hard": 1, "hard-2": 2, "hard-3": 3}  # how many pieces go first

_MOST_PIECES = 16  # a table has an entry for each set of pieces
_TALL = 16  # cells of a layer that has a table of hotspots: at most
_NONE = 64  # stands for a neighbour that does not exist

# The groups of a list: 8, 4, 2 and 1 stand for the neighbours that its options cover.  Every set of at most two empty
# neighbours, beside all four of them, has a section with the groups of its subsets (Kleberhoff's "dbacgeafbjiackaeim").
_GROUPS = (3, 1, 0, 2, 6, 4, 0, 5, 1, 9, 8, 0, 2, 10, 0, 4, 8, 12)
_DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))  # the neighbours in a layer: steps along its slower and faster axis


def refusal(
    cover: ExactCover, points: Points | None = None, axes: str = "", *, tricks: Sequence[str] = ()
) -> str | None:
    """Return why a cover cannot be searched with these tricks, or None if it can."""
    if (reason := scan.refusal(cover, points, axes)) is not None:
        return reason
    cells, others = sorted_items(cover, points, axes)
    if len(cells) > WINDOW:
        return f"these tricks are allowed if each piece is on cells that must be filled, at most {WINDOW} of them"
    if cover.colours or (cover.upper[others] > 1).any():
        return "these tricks are allowed if each piece is used at most once, without colours"
    if points is None:
        return "these tricks are allowed if there is a board"
    if "colours" in tricks and (cover.members()[:, others].sum(axis=1) != 1).any():
        return "colours: allowed if all cells must be filled"
    if "colours" in tricks and len(others) > _MOST_PIECES:
        return f"colours: allowed if there are at most {_MOST_PIECES} pieces, here {len(others)}"
    if "pairs" in tricks and not _connected(_Board.of(points, cells, axes), laid_out(cover, cells, others)[0][:, 0]):
        return "pairs: allowed if each piece is connected and has at least three cells"
    return None


def begin(
    cover: ExactCover,
    points: Points | None = None,
    first: int | None = None,
    effort: int = EFFORT,
    *,
    clock: Clock = UNLIMITED,
    axes: str = "",
    tricks: Sequence[str] = (),
) -> "Tricks":
    """Return the state of a new search; `tricks` has the names of tricks (`strategies/scan.py`)."""
    assert points is not None  # or it would be refused
    cells, others = sorted_items(cover, points, axes)
    many = max((FIRSTS.get(trick, 0) for trick in tricks), default=0)
    fewest = np.argsort(cover.available()[others], kind="stable")
    ranked = [first] if first is not None else []
    ranked += [item for item in others[fewest].tolist() if item != first and cover.lower[item] > 0]
    settings = TricksSettings(cells, others, _Board.of(points, cells, axes), tuple(ranked[:many]), tuple(tricks))
    return Tricks(cover, settings, effort, clock=clock)


@dataclass(frozen=True)
class TricksSettings:
    """The settings of a search."""

    cells: NDArray[np.intp]  # the cells that must be filled, in the order of their bits
    others: NDArray[np.intp]  # the other items, in the order of their bits
    board: "_Board"
    firsts: tuple[int, ...] = ()  # items to cover before all cells
    tricks: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Board:
    """The cells in the order of a scan: neighbours are a step of one along one axis apart."""

    points: Points  # (cells, 3): coordinates, the slowest axis first
    joined: Bools  # (cells, cells): whether two cells are neighbours

    @classmethod
    def of(cls, points: Points, cells: NDArray[np.intp], axes: str) -> "_Board":
        slowest_first = ["xyz".index(axis) for axis in axes] or np.argsort(np.ptp(points, axis=0), kind="stable")[::-1]
        missing_axes = [axis for axis in range(points.shape[1]) if axis not in slowest_first]
        placed = points[cells][:, [*slowest_first, *missing_axes]]
        return cls(placed, abs(placed[:, None] - placed).sum(axis=2) == 1)

    @cached_property
    def _number(self) -> dict[tuple[int, ...], int]:
        return {tuple(point): cell for cell, point in enumerate(self.points.tolist())}

    def neighbours(self) -> Ints:
        """Return for each cell its neighbours in its layer, shape (cells, 4), padded with 64."""
        return np.array(
            [
                [self._number.get((z, y + dy, x + dx), _NONE) for dy, dx in _DIRECTIONS]
                for z, y, x in self.points.tolist()
            ],
            np.int64,
        )

    def layers(self) -> tuple[Ints, Ints]:
        """Return for each cell the first cell of its layer, and the number of cells of its layer."""
        _, first, layer, count = np.unique(
            self.points[:, 0], return_index=True, return_inverse=True, return_counts=True
        )
        return wide(first)[layer], wide(count)[layer]

    def steps(self) -> tuple[Ints, Words]:
        """Return the distances to later neighbours, and for each of them the cells without one, as bits."""
        one, other = np.nonzero(np.triu(self.joined))
        distance = wide(np.unique(other - one))
        have = np.zeros((len(distance), WINDOW), np.bool_)
        have[np.searchsorted(distance, other - one), one] = True
        return distance, to_words(~have, 1)[:, 0]

    def straight(self, longest: int) -> list[list[int]]:
        """Return for each length from 0 to `longest` the straight lines of so many cells along an axis, as bits."""
        found: list[list[int]] = [[] for _ in range(longest + 1)]
        for point in self.points:
            for axis in np.eye(self.points.shape[1], dtype=np.int64):
                bits = 0
                for length in range(1, longest + 1):
                    if (cell := self._number.get(tuple((point + (length - 1) * axis).tolist()))) is None:
                        break
                    bits |= 1 << cell
                    found[length].append(bits)
        return found


class Tricks(Steady):
    """The state of a search, in arrays (see `State`).

    `endings` is a table, or the number of endings to compute.  A part of a search has the settings and endings of the
    whole cover; `cover` is the part's residual, and `chosen` has the items of each option that was chosen to make the
    part.  Raises Stopped if the clock stops.
    """

    def __init__(
        self,
        cover: ExactCover,
        settings: TricksSettings,
        endings: Endings | int = 0,
        chosen: Bools | None = None,
        clock: Clock = UNLIMITED,
    ) -> None:
        self.cover, self.settings, self._clock = cover, settings, clock
        cells, others = settings.cells, settings.others
        self.longest = max(1, cover.longest)
        inside, leader, _, rest = laid_out(cover, cells, others, clock)
        early = np.zeros((0, len(cover.names)), np.bool_) if chosen is None else chosen
        self.firsts = [item for item in settings.firsts if cover.upper[item] > 0]
        self._options = inside[:, 0], rest
        self._make_lists(leader)
        self._make_tests()
        self.cost = (20e-9, 2e-9)  # about the seconds per node and per option that is tested
        self._early = to_words(early[:, cells], 1)[:, 0], to_words(early[:, others], 1)[:, 0]
        self.endings = endings if isinstance(endings, Endings) else self._endings(endings)
        self._start_over()

    def _make_lists(self, leader: NDArray[np.intp]) -> None:
        """Make the list of each cell, and those of the items that go first."""
        cover, settings, board = self.cover, self.settings, self.settings.board
        body, rest = self._options
        self.layer, self.height = board.layers()
        near = board.neighbours()
        hotspot = "hotspot" in settings.tricks or "hotspot-2" in settings.tricks
        groups, sections = [0], {0: (0, 1)}
        if "plus" in settings.tricks:
            # A hotspot before the cells of a table of endings may have more empty neighbours, among those cells.
            groups, sections = _sections(hotspot and bool({"hotspot-2", "endings"} & {*settings.tricks}))
        self.near = near if len(groups) > 1 else np.zeros((len(near), 0), np.int64)
        self.begin = np.array(
            [sections.get(pattern, (0, 0))[0] for pattern in range(1 << self.near.shape[1])], np.int64
        )
        self.end = np.array([sections.get(pattern, (0, 0))[1] for pattern in range(1 << self.near.shape[1])], np.int64)
        lists: list[Ints] = []
        for cell, beside in enumerate(self.near.tolist()):
            if hotspot:  # lower layers are full
                here = np.flatnonzero((body >> np.uint64(cell) & np.uint64(1) > 0) & (leader >= self.layer[cell]))
            else:
                here = np.flatnonzero(leader == cell)
            covered = np.zeros(len(here), np.int64)
            for other in beside:
                covered = 2 * covered + (0 if other == _NONE else body[here] >> np.uint64(other) & np.uint64(1))
            lists += [here[covered == group] if len(groups) > 1 else here for group in groups]
            lists.append(np.zeros(0, np.intp))  # from the last key of a cell to the first of the next
        for item in self.firsts:
            lists += [np.flatnonzero(cover.covers(item)), np.zeros(0, np.intp)]
        self.keys = np.cumsum([0, *map(len, lists)])[:-1].astype(np.int64)
        self.many_keys = len(groups) + 1
        every = np.concatenate(lists)
        self.body, self.rest, self.number = body[every], rest[every], every.astype(np.int64)
        self.around = to_words(board.joined & self._seen(), 1)[:, 0]
        self.spots, self.spot = self._hotspots()

    def _seen(self) -> Bools:
        """Return for each cell the cells that a hotspot looks at: those of its layer, and perhaps of the next one."""
        height = self.settings.board.points[:, 0]
        above = height - height[:, None]
        seen: Bools = (above == 0) | ((above == 1) & ("hotspot-2" in self.settings.tricks))
        return seen

    def _hotspots(self) -> tuple[Ints, NDArray[np.uint8]]:
        """Return for each cell where the table of its layer begins, and the tables: each pattern's hotspot.

        There is none (-1) if a hotspot depends on more than the layer, or if the layer is too large.
        """
        tables, spots, many = [np.zeros(1, np.uint8)], np.full(len(self.layer), -1, np.int64), 1
        for first in np.unique(self.layer).tolist() if "hotspot" in self.settings.tricks else ():
            height = int(self.height[first])
            if height > _TALL:
                continue
            patterns = np.arange(1 << height)
            empty = patterns[:, None] >> np.arange(height) & 1 == 0
            joined = self.settings.board.joined[first : first + height, first : first + height]
            free = np.where(empty, empty.astype(np.int64) @ joined, _NONE)
            tables.append(free.argmin(axis=1).astype(np.uint8))
            spots[first : first + height] = many
            many += len(patterns)
        return spots, np.concatenate(tables)

    def _make_tests(self) -> None:
        """Make the tables of the tests."""
        cover, settings, board = self.cover, self.settings, self.settings.board
        body, rest = self._options
        cells, others = len(settings.cells), len(settings.others)
        distance, without = distances(body[:, None], cells, self._clock)
        self.shifts, self.ups = abs(distance), int((distance >= 0).sum())
        self.inland = to_words(np.pad(without, ((0, 0), (0, WINDOW - cells)), constant_values=True), 1)[:, 0]
        self.steps, self.beyond = board.steps()
        self.black = to_words((board.points.sum(axis=1) % 2 == 1)[None], 1)[0, 0]
        needed = (cover.lower == 1) & (cover.upper == 1)
        self.needed = to_words(needed[settings.others][None], 1)[0, 0]
        self.run, self.lines, self.line = np.zeros(others, np.int64), np.zeros(2, np.int64), np.zeros(0, np.uint64)
        self.balances = np.zeros(1, np.uint64)
        mine = from_words(rest[:, None], others)
        if "lines" in settings.tricks:
            straight = board.straight(int(np.ptp(board.points, axis=0).max()) + 1)
            longest = np.zeros(len(body), np.int64)
            for length, lines in enumerate(straight):
                for line in lines:
                    longest[body & np.uint64(line) == np.uint64(line)] = length
            self.run = np.where(mine, longest[:, None], _NONE).min(axis=0) % _NONE
            self.lines = np.cumsum([0, *map(len, straight)], dtype=np.int64)
            self.line = np.array([line for lines in straight for line in lines], np.uint64)
        if "colours" in settings.tricks:
            black = np.bitwise_count(body & self.black).astype(np.int64)
            white = np.bitwise_count(body & ~self.black).astype(np.int64)
            self.balances = _balances(
                [
                    {*(black - white)[mine[:, number]].tolist(), *([] if needed[item] else [0])}
                    for number, item in enumerate(settings.others)
                ]
            )
        covered = from_words(body[:, None], cells)
        self.covering = np.append(0, covered.sum(axis=0).cumsum()).astype(np.int64)
        place = np.zeros(len(body), np.int64)
        place[self.number] = np.arange(len(self.number))
        self.option = place[np.nonzero(covered.T)[1]]

    def _start_over(self) -> None:
        depths, cells = self.longest + 2, len(self.settings.cells)
        self.head = np.array([-1, 0, 0, 0], np.int64)  # (depth, nodes, options tested, look-ups)
        self.work = WORK
        self.dice = no_dice()
        self.weight = np.zeros(depths + 4)
        self.level = np.zeros((depths, 3), np.int64)
        self.filled, self.used = np.zeros(depths, np.uint64), np.zeros(depths, np.uint64)
        bodies, others = self._early
        self.path, self.pieces = (np.concatenate([some, np.zeros(depths, np.uint64)]) for some in (bodies, others))
        self.filled[0] = np.bitwise_or.reduce(bodies, initial=_after(cells))
        gone = to_words((self.cover.upper[self.settings.others] == 0)[None], 1)[0, 0]
        self.used[0] = np.bitwise_or.reduce(others, initial=gone)
        self.cuts = np.zeros((len(TESTS), depths), np.int64)
        self.fewer = [np.zeros_like(some) for some in (self.body, self.rest, self.number, self.keys)]
        self._call = self._made()

    def _made(self) -> Call:
        s, tricks = self, self.settings.tricks
        fewer_body, fewer_rest, fewer_number, fewer_keys = s.fewer
        bits = 0
        for trick in tricks:
            bits |= _BITS.get(trick, 0)
        fields: Fields = {
            "body": s.body, "rest": s.rest, "number": s.number, "keys": s.keys, "from": s.begin, "to": s.end,
            "near": s.near, "fewer_body": fewer_body, "fewer_rest": fewer_rest, "fewer_number": fewer_number,
            "fewer_keys": fewer_keys, "layer": s.layer, "height": s.height, "around": s.around, "spots": s.spots,
            "spot": s.spot, "shifts": s.shifts, "inland": s.inland, "steps": s.steps, "beyond": s.beyond, "run": s.run,
            "lines": s.lines, "line": s.line, "balances": s.balances, "covering": s.covering, "option": s.option,
            "table": s.endings.table, "head": s.head, "dice": s.dice, "weight": s.weight, "levels": s.level,
            "filled": s.filled, "used": s.used, "path": s.path, "pieces": s.pieces, "cuts": s.cuts,
            "needed": int(s.needed), "black": int(s.black), "shift": int(s.endings.shift), "tricks": bits,
            "cells": len(s.settings.cells), "many_keys": s.many_keys, "nears": s.near.shape[1],
            "firsts": len(s.firsts), "early": len(s.path) - len(s.filled), "others": len(s.settings.others),
            "many_shifts": len(s.shifts), "ups": s.ups, "many_steps": len(s.steps), "endings": s.endings.first,
            "depths": len(s.filled), "weights": len(s.weight),
        }  # fmt: skip
        return Call("tricks", fields)

    def _endings(self, most: int) -> Endings:
        """Return a table of about `most` packings of the last cells, or an empty one if the trick is off."""
        settings = self.settings
        if not most or "endings" not in settings.tricks:
            return Endings.none(WINDOW)
        return Scan(self.cover, ScanSettings(settings.cells, settings.others), most, clock=self._clock).endings

    def with_table(self, most: int) -> "Tricks":
        """Return a new state of the same search, with a table of about `most` endings if the trick is on."""
        other = copy(self)
        other.endings = self._endings(most)
        other._start_over()
        return other

    def for_part(self, cover: ExactCover, chosen: Bools) -> "Tricks":
        """Return the state of a search of a part that shares the table of endings."""
        return Tricks(cover, self.settings, self.endings, chosen)

    @property
    def figures(self) -> dict[str, int]:
        """More numbers of the search so far: options tested, look-ups in the table of endings, and what tests cut."""
        cuts = {f"cut_by_{test}": int(many) for test, many in zip(TESTS, self.cuts.sum(axis=1).tolist(), strict=True)}
        known = {"tested": int(self.head[2]), "lookups": int(self.head[3]), **cuts}
        return {key: many for key, many in known.items() if many}

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`."""
        if self.head[0] < 0 and not self.dice[0]:  # probes have counted, too
            self.head[2:], self.cuts[:] = 0, 0
        call = self._call
        allow(call, budget, self.work, found)
        return call(), call["solutions"]


def _after(cells: int) -> np.uint64:
    """Return the bits after the last cell."""
    return np.uint64(((1 << WINDOW) - 1) ^ ((1 << cells) - 1))


def _sections(more: bool) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """Return the groups of a list, and for each set of empty neighbours the groups between which its section lies.

    If `more`, three and four neighbours may be empty, too; the sections for these come last.
    """
    groups, sections = list(_GROUPS), dict[int, tuple[int, int]]()
    for pattern in range(16):
        inside = {group for group in range(16) if group & ~pattern == 0}
        if pattern.bit_count() <= 2:
            many = len(inside)
            sections[pattern] = next(
                (at, at + many) for at in range(len(groups) - many + 1) if {*groups[at : at + many]} == inside
            )
        elif more:
            sections[pattern] = len(groups), len(groups) + len(inside)
            groups += sorted(inside)
    return groups, sections


def _balances(possible: Sequence[set[int]]) -> Words:
    """Return for each set of pieces that are used, as bits, the sums that the others can have; bit 32 stands for 0.

    `possible` has the balances of black and white of each piece.
    """
    many = len(possible)
    sums = np.zeros(1 << many, np.uint64)  # at first for the sets of pieces that are left
    sums[0] = 1 << 32
    for piece, balances in enumerate(possible):
        before = sums[: 1 << piece]
        for balance in balances:
            shifted = before << np.uint64(balance) if balance >= 0 else before >> np.uint64(-balance)
            sums[1 << piece : 2 << piece] |= shifted
    return sums[::-1].copy()


def _connected(board: _Board, bodies: Words) -> bool:
    """Tell whether each option covers at least three cells, which are connected."""
    around = to_words(board.joined, 1)[:, 0].tolist()
    for body in set(bodies.tolist()):
        reached, new = 0, body & -body
        while new:
            reached |= new
            spread = 0
            while new:
                spread |= around[(new & -new).bit_length() - 1]
                new &= new - 1
            new = spread & body & ~reached
        if reached != body or body.bit_count() < 3:
            return False
    return True
