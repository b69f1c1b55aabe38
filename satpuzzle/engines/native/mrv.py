"""Minimum remaining values: branch on the item with the fewest options left.

Every depth keeps the list of options that are still compatible with what was chosen, as packed rows of
bits.  A list is worked on in four steps (`vector.py` has the loops):

1. Count for all items at once how many rows cover them, in bit-sliced counters: six planes, the last sticky.
2. Find the smallest count from the top plane down, all items at once:

       needed    1 1 0 1 1        the items that must still be covered
       plane 2   0 1 0 0 1        needed items with a 0 here have the smaller count: keep 1 . . 1 .
       plane 1   1 0 0 1 0        none of them has a 0 here: keep them all
       plane 0   1 1 0 0 1        keep . . . 1 .

3. Try all options of that item side by side: OR together the rows that stay compatible with each, writing nothing.
   A needed item that is missing from the union ends the branch; most branches end here.
4. For each option that is left, copy the rows that stay compatible to the next depth's list.  Where only one was to be
   tried and rows are long, the list takes the place of the one that it comes from, so that a thousand forced moves take
   no memory.

Items of several copies are counted one by one; such an item with n options and k copies to go has n - k + 1
first choices, and an option once tried is left out afterwards (Knuth's Algorithm M, TAOCP 7.2.2.1).  Once every
item has enough, the chosen options are a solution; what is still compatible then gives the larger
solutions, in the same manner.

The last bits of the last word are no items: MARK is set in padding and in rows that were tried, ROW is set in
every row, so that "any option" is an item to branch on like the others, and below them is the option's number.

Once the items that are left fit into fewer words, rows become shorter (`stage.py`).
"""

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.compiled import kernel, ready
from satpuzzle.engines.native.blocks import MANY, MARK, PLANES, steps
from satpuzzle.engines.native.shared import (
    BUDGET_SPENT,
    EXHAUSTED,
    FOUND_FULL,
    STACK_FULL,
    no_dice,
    part_searched,
    roll,
)
from satpuzzle.engines.native.stage import (
    BASE,
    CHOSEN,
    ENOUGH,
    IN_TURN,
    NEXT,
    ORIGIN,
    ROOM,
    ROW,
    SHIFT,
    SIZE,
    STAGE,
    TRIES,
    WIDER,
    WORDS,
    narrow,
    number_of,
)
from satpuzzle.engines.native.vector import count, covering, lowest, pack, population, rarest, survivors, union
from satpuzzle.puzzle.grids import Points

_SHORT = 3  # words of a row whose lists take little memory
_COUNTED = 32  # rows, a multiple of eight, that are counted at a time where enough is enough

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]


class Mrv:
    """All that a search knows, in arrays: it can stop after any node and go on later.

    The cover must not be hopeless: an item that no option covers is not looked at again.
    """

    def __init__(self, cover: ExactCover) -> None:
        options, items = len(cover.rows), len(cover.names)
        single = cover.upper == 1
        counted = np.flatnonzero(~single & cover.reached())
        self.longest = max(1, cover.longest)
        shift = ROW - options.bit_length()
        words = -(-(items + 64 - shift) // 64)
        self.width = (0,) * min(words, MANY)
        stages = steps(words)
        self.stage = np.array(
            [(many, shift, 64 * fewer + ROW - 64, 0, 0) for many, fewer in pairwise([*stages, 0])], dtype=np.int64
        )
        self.single = np.zeros((len(stages), words), np.uint64)  # items of one copy, by stage
        self.single[0] = to_words(single[None], words)
        self.single[0, -1] |= np.uint64(1 << MARK)
        self.counted = np.full((len(stages), len(counted)), -1, np.int64)  # the other items by stage, -1 if done with
        self.counted[0] = counted
        self.lower = cover.lower[counted].astype(np.int64)
        self.upper = cover.upper[counted].astype(np.int64)
        depths = self.longest + 1
        self.head = np.array([-1, 0], dtype=np.int64)  # depth, nodes
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 4)  # see probe.py
        self.cost = (25e-9, 0.16e-9)  # seconds a node and a word of a row, roughly
        self.level = np.zeros((depths, 8), np.int64)
        self.need = np.zeros((depths, words), np.uint64)  # items of one copy that must still be covered
        self.need[0] = to_words((single & (cover.lower == 1))[None], words)[0]
        self.used = np.zeros((depths, len(counted)), np.int64)  # copies so far of the counted items
        room = _rounded(options)
        self.stack = np.zeros(16 * words * room, np.uint64)  # the lists, depth after depth
        rows = self.stack[: words * room].reshape(words, room)
        rows[: cover.rows.shape[1], :options] = cover.rows.T
        rows[-1, :options] |= np.uint64(1 << ROW) | (np.arange(options, dtype=np.uint64) << np.uint64(shift))
        rows[-1, options:] = np.uint64(1 << MARK)
        self.level[0, [SIZE, ROOM]] = options, room

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])

    @property
    def fraction(self) -> float:
        """Which part of the tree has been searched, if all siblings were alike."""
        return part_searched(self.level[: int(self.head[0]) + 1, [TRIES, NEXT]].tolist())

    def grow(self) -> None:
        """Make room for more lists."""
        larger = np.zeros(2 * len(self.stack), np.uint64)  # memory that is not touched before it is used
        larger[: len(self.stack)] = self.stack
        self.stack = larger

    def with_table(self, most: int) -> "Mrv":
        """Return itself: it has no use for a table."""
        return self

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> None:
        """Return None: nothing is precomputed."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
        outcome, count = _advance(*self._arguments(budget, found))
        return int(outcome), int(count)

    def ready(self, found: Batch) -> bool:
        """Tell whether it could go on at once, without compiling anything first."""
        return ready(_advance, *self._arguments(0, found))

    def _arguments(self, budget: int, found: Batch) -> tuple[Any, ...]:
        s = self
        return (
            s.width, s.stage, s.single, s.counted, s.lower, s.upper, s.head, s.dice, s.weight, s.level, s.need, s.used,
            s.stack, budget, found,
        )  # fmt: skip


def begin(cover: ExactCover, points: Points | None = None, first: int | None = None, effort: int = 0) -> Mrv:
    """Return the state of a search that begins; it has no use for coordinates, a first item or tables."""
    return Mrv(cover)


def _rounded(size: int) -> int:
    return (size + 7) // 8 * 8 + 8  # a vector of padding fits behind the last row


@kernel
def _advance(
    width: tuple[int, ...],
    stage: Ints,
    single: Words,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    head: Ints,
    dice: Words,
    weight: NDArray[np.float64],
    level: Ints,
    need: Words,
    used: Ints,
    stack: Words,
    budget: int,
    found: Ints,
) -> tuple[int, int]:
    """Go on from the state in `head`, `level`, `need`, `used` and `stack`, all of which it modifies.

    One function, since a call that hands over arrays costs more than a pass over a short list.
    """
    one = np.uint64(1)
    longest = stage[0, WORDS]
    block = np.empty(longest, np.uint64)
    alive = np.empty(longest, np.uint64)
    ruled = np.empty(longest, np.uint64)
    wanted = np.empty(longest, np.uint64)
    scratch = np.empty(9 * longest, np.uint64)
    moves = np.empty(6, np.uint64)
    numbers = np.empty(len(level), np.int64)  # in the whole cover, of the options chosen at the first `known` depths
    known = 0
    depth, nodes = head[0], head[1]
    last = nodes + budget
    solutions = 0
    outcome = BUDGET_SPENT
    arrived = depth < 0  # at a list that was not looked at yet: now at the root's
    depth = max(depth, 0)
    while True:
        base, size, room = level[depth, BASE], level[depth, SIZE], level[depth, ROOM]
        now = level[depth, STAGE]
        words = stage[now, WORDS]
        if arrived:
            # Choose the item to branch on, and how many of its options to try.
            arrived = False
            best, fewest = 64 * (words - 1) + ROW, size
            solved = True
            for w in range(words):
                wanted[w] = need[depth, w]  # a copy, since a view would be counted
                ruled[w] = single[now, w]
                solved &= wanted[w] == 0
            if not solved:
                best, fewest = rarest(width, words, stack, base, room, size, wanted, scratch)
                if fewest >= 1 << (PLANES - 1):  # the counters are full: count for real
                    fewest = size + 1
                    for w in range(words):
                        left = wanted[w]
                        while left:
                            available = count(stack, base + w * room, size, lowest(left))
                            if available < fewest:
                                best, fewest = 64 * w + lowest(left), available
                            left &= left - one
            for c in range(len(lower)):
                missing, each = lower[c] - used[depth, c], counted[now, c]
                if missing > 0:
                    available, seen = np.int64(0), np.int64(0 if each >= 0 else size)
                    while seen < size and (solved or available - missing + 1 < fewest):
                        some = base + (each >> 6) * room + seen
                        available += count(stack, some, min(_COUNTED, size - seen), each & 63)
                        seen += _COUNTED
                    if solved or available - missing + 1 < fewest:
                        solved = False
                        best, fewest = each, max(available - missing + 1, 0)
                if each >= 0 and used[depth, c] + 1 == upper[c]:
                    ruled[each >> 6] |= one << np.uint64(each & 63)
            queue = base + words * room  # of the places of the options to try
            if fewest > 0:
                covering(stack, base + (best >> 6) * room, size, best & 63, queue)
            if dice[0]:
                weight[depth + 1] = fewest * weight[depth]
                weight[-1] += weight[depth + 1]
                weight[-2] += weight[depth + 1] * size * words
                weight[-3] += weight[depth] * solved
                if fewest > 1:  # go on to one child only
                    stack[queue] = stack[queue + roll(dice, fewest)]
                    fewest = 1
            elif solved:
                for d in range(known, depth):
                    number, then = level[d, CHOSEN], level[d, STAGE]
                    while then:
                        place, then = stage[then, ORIGIN] + number, stage[then, WIDER]
                        number = number_of(stack[place], stage[then, SHIFT])
                    numbers[d] = number
                known = depth
                for d in range(depth):
                    found[solutions, d] = numbers[d]
                for d in range(depth, found.shape[1]):
                    found[solutions, d] = -1
                solutions += 1
            # Options of an item of several copies rule out what was tried before them, so they are tried in turn.
            in_turn = fewest > 0 and not (single[now, best >> 6] >> np.uint64(best & 63)) & one
            if not in_turn:
                nodes += fewest
                fewest = survivors(width, words, stack, base, room, size, ruled, wanted, queue, fewest, scratch)
            level[depth, IN_TURN] = in_turn
            level[depth, TRIES] = fewest
            level[depth, NEXT] = 0
        if nodes >= last:
            break
        if solutions == len(found):
            outcome = FOUND_FULL
            break
        target = base + (words + 1) * room
        target_room = (size + 7) // 8 * 8 + 8
        if words > _SHORT and depth > 0 and level[depth, TRIES] == 1 and not level[depth, IN_TURN]:
            target, target_room = base, room  # in place of a list that nobody needs any more; the root's is kept
        if target + (2 * words + 2) * target_room > len(stack):  # for lists of two stages, and the queue
            outcome = STACK_FULL
            break

        # The next option to try.
        if level[depth, NEXT] == level[depth, TRIES]:
            depth -= 1
            if depth < 0 and dice[1] > 1:
                dice[1] -= one
                depth, arrived = 0, True
            elif depth < 0:
                outcome = EXHAUSTED
                break
            continue
        place = np.int64(stack[base + words * room + level[depth, NEXT]])
        final = base + (words - 1) * room + place
        level[depth, NEXT] += 1
        level[depth, CHOSEN] = number_of(stack[final], stage[now, SHIFT])
        known = min(known, depth)

        # What it rules out: its items of one copy, and counted items that are full now.
        child = depth + 1
        for w in range(words):
            row = stack[base + w * room + place]
            block[w] = row & single[now, w]
            need[child, w] = need[depth, w] & ~row
        for c in range(len(lower)):
            used[child, c] = used[depth, c]
            w, bit = counted[now, c] >> 6, one << np.uint64(counted[now, c] & 63)
            if w >= 0 and stack[base + w * room + place] & bit:
                used[child, c] += 1
                if used[child, c] == upper[c]:
                    block[w] |= bit
        block[words - 1] |= one << np.uint64(MARK)
        in_turn = level[depth, IN_TURN] != 0
        lost = np.uint64(0)
        if in_turn:
            nodes += 1
            stack[final] |= one << np.uint64(MARK)  # later siblings may not choose it, and it need not rule itself out
        if in_turn or words > 1:
            union(width, words, stack, base, room, size, block, alive, scratch)
            for w in range(words):
                lost |= need[child, w] & ~alive[w]
        if lost == 0:
            level[child, BASE] = target
            level[child, ROOM] = target_room
            level[child, SIZE] = pack(width, words, stack, base, room, size, block, target, target_room)
            level[child, STAGE] = now
            if words > 1:
                alive[words - 1] &= (one << np.uint64(stage[now, SHIFT])) - one
                items = np.int64(0)
                for w in range(words):
                    items += population(alive[w])
                if items <= stage[now, ENOUGH]:  # a call costs as much as a short list
                    narrow(stage, single, counted, level, need, stack, child, alive, items, wanted, moves)
            depth = child
            arrived = True
        if in_turn and dice[0]:
            stack[final] &= ~(one << np.uint64(MARK))  # the next probe begins afresh
    head[0], head[1] = depth, nodes
    return outcome, solutions
