"""Minimum remaining values: branch on the item with the fewest options left.

The kernel is `kernels/mrv.c`, which explains how it works; this module makes its arrays.  `interpreted.py` does the
same in Python and is used if there are no kernels.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words, from_words, to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.library import Call, Fields, empty, missing
from satpuzzle.engines.native.shared import allow, no_dice, part_searched, weeded_lists
from satpuzzle.engines.state import WORK, Steady
from satpuzzle.puzzle.grids import Points

if TYPE_CHECKING:  # of interest only without kernels
    from satpuzzle.engines.native.interpreted import Interpreted

MARK, ROW = 63, 62  # bits of the last word of a row: set in padding, and set in every row; see kernels/lists.h
# Columns of `level` and of `stage`; see kernels/mrv.h.
BASE, SIZE, ROOM, STAGE, TRIES, NEXT, CHOSEN, IN_TURN = range(8)
WORDS, SHIFT, ENOUGH, WIDER, ORIGIN = range(5)
_SHORT = 4  # rows of up to this number of words have specialised code

_MUCH, _SHARE = 1 << 22, 8  # a stack of more words is reserved only if this share of the free memory is enough for it
_TABLE = 1 << 24  # the largest number of entries of a table in between
_SHAVING = 0.06  # the largest share of a search's time for shaving lists
# About the seconds per node and per word of a row; with weeding, options are tried many at a time.
_COST, _COST_OF_WEEDING = (25e-9, 0.16e-9), (8e-9, 0.08e-9)


class Mrv(Steady):
    """The state of a search, in arrays (see `State`).

    Every item of the cover must have enough options, since the kernel ignores items without options.  Raises
    BackendError if there are no kernels, and Stopped if the clock stops meanwhile.
    """

    KERNEL = "mrv"

    def __init__(self, cover: ExactCover, clock: Clock = UNLIMITED) -> None:
        options = len(cover.rows)
        rows, items, steps, pairs = self._laid_out(cover, clock)
        single = cover.upper[items] == 1
        of_copies = np.zeros_like(single) if single.all() else ~single & self._counts(cover)[items]
        counted, least, more = _with_steps(cover, wide(np.flatnonzero(of_copies)), items, steps)
        self.longest = max(1, cover.longest)
        shift = ROW - options.bit_length()
        self.words = words = -(
            -(max(len(items), steps.stop, pairs.stop) + 64 - shift) // 64
        )  # words of a row at the root
        stages = _steps(words)
        self.stage = np.array(
            [(many, shift, 64 * fewer + ROW - 64, 0, 0) for many, fewer in pairwise([*stages, 0])], dtype=np.int64
        )
        masks = np.zeros((3, 64 * words), np.bool_)
        masks[0, : len(items)], masks[1, pairs.start : pairs.stop] = single, True
        masks[2, : len(items)] = ~of_copies & (cover.lower[items] == 1)
        self.single = np.zeros((len(stages), words), np.uint64)  # items with upper bound 1, by stage
        self.pairs = np.zeros((len(stages), words), np.uint64)  # bits of colours, by stage
        self.single[0], self.pairs[0], needed = to_words(masks, words)
        self.single[0, -1] |= np.uint64(1 << MARK)
        self.counted = np.full((len(stages), len(counted)), -1, np.int64)  # all other items by stage, -1 if finished
        self.counted[0] = counted
        of_item = np.minimum(counted, len(items) - 1)  # steps come after all items
        self.lower = np.where(least == 1, cover.lower[items][of_item], 0)
        self.upper = np.where(least == 1, cover.upper[items][of_item], 0)
        self.least, self.more = least, more  # of items and of steps of weights
        depths = self.longest + 1
        self.head = np.array([-1, 0, 0, 0, 0, 0], dtype=np.int64)  # depth, nodes, and more (see kernels/mrv.h)
        self.work = WORK
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 4)  # see probe.py
        self.shaving = np.zeros(depths)  # by depth: the words that shaving would read, estimated by probes
        self._cover = cover
        self.cost = _COST
        self.level = np.zeros((depths, 8), np.int64)
        self.need = np.zeros((depths, words), np.uint64)  # items that must still be covered once
        self.need[0] = needed
        self.used = np.zeros((depths, len(counted)), np.int64)  # copies so far of the counted items
        room = _rounded(options)
        self.stack = _reserved(16 * words * room, depths * (words + 1) * (room + 8))  # the lists, by depth
        root = self.stack[: words * room].reshape(words, room)
        root[:] = 0
        clock.check()
        root[: rows.shape[1], :options] = rows.T
        clock.check()
        root[-1, :options] |= np.uint64(1 << ROW) | (np.arange(options, dtype=np.uint64) << np.uint64(shift))
        root[-1, options:] = np.uint64(1 << MARK)
        self.level[0, [SIZE, ROOM]] = options, room
        self._call = self._made(cover)

    def _laid_out(self, cover: ExactCover, clock: Clock) -> tuple[Words, Ints, range, range]:
        """Return the rows of bits that the kernel searches, the items of the first bits, and the ranges of the others.

        These are the steps of weights, and the colours.  Items with colours have no bit of their own, and colours on
        which all options agree have no bits.
        """
        every, steps = np.arange(len(cover.names), dtype=np.int64), cover.weights.columns
        if not cover.colours:
            return cover.rows, every, steps, range(0)
        items = every[~with_colours(cover)]
        columns = cover.colours.columns
        united: Words = np.bitwise_or.reduce(cover.rows, axis=0)
        some = from_words(united[None], columns.stop)[0, columns.start :]
        pairs = columns.start + np.flatnonzero(np.repeat(some[::2] & some[1::2], 2))
        last = len(items) + len(steps)
        plain = last + last % 2  # pairs begin at an even bit
        kept = np.concatenate([items, [*steps], np.full(plain - last, columns.stop), pairs]).astype(np.int64)
        rows = np.zeros((len(cover.rows), -(-len(kept) // 64)), np.uint64)
        portion = max(1, _TABLE // columns.stop)
        for start in range(0, len(rows), portion):
            clock.check()
            table = from_words(cover.rows[start : start + portion], columns.stop + 1)
            # Other modes, and truth values, take five times as long.
            taken = table.view(np.uint8).take(kept, axis=1, mode="clip").view(np.bool_)
            rows[start : start + portion] = to_words(taken, rows.shape[1])
        return rows, items, range(len(items), last), range(plain, len(kept))

    def _counts(self, cover: ExactCover) -> NDArray[np.bool_]:
        """Return a mask of the items whose copies are counted if their upper bound is not 1.

        Items with colours are never counted, nor are those that one option covers well enough and all together do not
        cover too often.
        """
        return cover.reached & ~with_colours(cover) & ~cover.unlimited

    def _made(self, cover: ExactCover) -> Call:
        s, (stages, widest) = self, self.single.shape
        fields: Fields = {
            "stages": s.stage, "single": s.single, "pairs": s.pairs, "counted": s.counted, "lower": s.lower,
            "upper": s.upper, "least": s.least, "more": s.more, "head": s.head, "dice": s.dice,
            "weight": s.weight, "shaving": s.shaving,
            "levels": s.level, "need": s.need, "used": s.used, "stack": s.stack,
            "path": np.zeros(len(s.level), np.int64), "scratch": empty(20 * widest + 8),
            "stage_count": stages, "widest": widest, "copied": len(s.lower), "coloured": int(bool(cover.colours)),
            "weighted": int((s.least > 1).any()),
            "items": len(cover.names), "weights": len(s.weight), "stack_size": len(s.stack), "shaved": -1,
            "weeded_to": -1,
        }  # fmt: skip
        return Call(s.KERNEL, fields)

    @property
    def fraction(self) -> float:
        """The share of the tree that has been searched, if sibling nodes have subtrees of equal size."""
        return part_searched(self.level[: int(self.head[0]) + 1, [TRIES, NEXT]].tolist())

    def grow(self) -> None:
        """Double the size of the stack of lists."""
        larger = empty(2 * len(self.stack))  # the system allocates its pages when they are used
        larger[: len(self.stack)] = self.stack
        self.stack = larger
        self._call.hand_over("stack", larger)
        self._call["stack_size"] = len(larger)

    def with_table(self, most: int) -> "Mrv":
        """Return this state, since the search uses no table."""
        return self

    @property
    def shaved(self) -> int:
        """The last depth of the search tree at which nodes are shaved, or -1 for none.

        Shaving a node tries each of its options, and removes those that would leave an item without options.
        """
        return self._call["shaved"]

    @shaved.setter
    def shaved(self, depth: int) -> None:
        self._call["shaved"] = depth

    @property
    def weeded(self) -> bool:
        """Whether lists are weeded at all depths: before an item is chosen, the options of rare items are tried.

        Those that would leave another item without options are removed (`kernels/weed.c`).
        """
        return self._call["weeded_to"] >= 0

    @weeded.setter
    def weeded(self, weeded: bool) -> None:
        self._call["weeded_from"], self._call["weeded_to"] = weeded_lists(self._cover) if weeded else (0, -1)
        self.cost = _COST_OF_WEEDING if weeded else _COST

    @property
    def spent(self) -> int:
        """The work of the last stretch."""
        return self.work - self._call["work"]

    def shave(self, seconds: float) -> None:
        """Shave nodes down to the depth at which this takes a small share of `seconds`, according to the probes."""
        seen = self.shaving[: np.count_nonzero(self.shaving)]
        if len(seen):
            root = float(self.level[0, SIZE]) ** 2 * self.words  # the words that shaving reads at the root
            spent = np.cumsum(seen / seen[0] * root) * self.cost[1]
            self.shaved = int(np.searchsorted(spent, _SHAVING * seconds, side="right")) - 1

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> "Mrv | None":
        """Return the state of a search of a part that shaves the same nodes as a search of the whole would.

        The part's root is at depth `len(chosen)` of the whole tree.  The result is None if no node at that depth is
        shaved.
        """
        if self.shaved < len(chosen):
            return None
        part = Mrv(cover)
        part.shaved = self.shaved - len(chosen)
        part.weeded = self.weeded
        return part

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`."""
        call = self._call
        allow(call, budget, self.work, found)
        return call(), call["solutions"]


def begin(
    cover: ExactCover,
    points: Points | None = None,
    first: int | None = None,
    effort: int = 0,
    clock: Clock = UNLIMITED,
) -> "Mrv | Interpreted":
    """Return the state of a new search of `cover`; other strategies use the other arguments, too.

    Raises Stopped if the clock stops.
    """
    if missing() is None:
        return Mrv(cover, clock)
    from satpuzzle.engines.native.interpreted import Interpreted

    return Interpreted(cover, clock)


def begin_weeding(
    cover: ExactCover,
    points: Points | None = None,
    first: int | None = None,
    effort: int = 0,
    clock: Clock = UNLIMITED,
) -> "Mrv | Interpreted":
    """Return the state of a new search that weeds its lists; see `begin`."""
    state = begin(cover, points, first, effort, clock)
    state.weeded = True
    return state


def with_colours(cover: ExactCover) -> NDArray[np.bool_]:
    """Return a mask of the items with colours.

    For these items, the bits of their colours say which options exclude each other.
    """
    painted = np.zeros(len(cover.names), np.bool_)
    painted[list(cover.colours.items)] = True
    return painted


def _with_steps(cover: ExactCover, counted: Ints, items: Ints, steps: range) -> tuple[Ints, Ints, Ints]:
    """Return the columns of items of several copies, each followed by those of its steps, and what these mean.

    The other results are the weights from which on options have the bits, and by how much that is more than before.
    """
    weights, one = cover.weights, np.ones(len(counted), np.int64)
    if not weights:
        return counted, one, one
    item, column = np.array(weights.items), np.array(steps)
    mine = np.isin(item, items[counted])
    order = np.argsort(np.concatenate([items[counted], item[mine]]), kind="stable")  # an item before its steps
    each = ([counted, column[mine]], [one, np.array(weights.least)[mine]], [one, weights.steps[mine]])
    every, least, more = (np.concatenate(parts).astype(np.int64)[order] for parts in each)
    return every, least, more


def _rounded(size: int) -> int:
    return (size + 7) // 8 * 8 + 8  # a vector of padding fits after the last row


def _reserved(least: int, most: int) -> Words:
    """Return an uninitialised array of about `most` words if that is a small share of the free memory, else `least`.

    The system allocates its pages when they are used.  So a search need not copy its stack again and again while it
    descends for the first time.
    """
    if max(least, most) <= _MUCH:
        return empty(max(least, most))
    try:
        return empty(max(least, min(most, machine.free() // _SHARE // 8)))
    except MemoryError:
        return empty(least)


def _steps(width: int) -> list[int]:
    """Return the widths that rows may have, in words, the largest first: `width`, and then each half of the one before.

    _SHORT is among them if any is larger, since the kernel has special code for rows of up to that width.
    """
    numbers = [width]
    while (last := numbers[-1]) > 1:
        half = (last + 1) // 2
        numbers.append(max(half, _SHORT) if last > _SHORT else half)
    return numbers
