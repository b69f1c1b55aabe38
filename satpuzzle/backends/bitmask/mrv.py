"""Minimum remaining values: branch on the item with the fewest options left.

Every depth keeps the list of options that are still compatible with what was chosen, as packed rows of
bits.  Choosing an option takes four steps (`vector.py` has the loops):

1. OR together the rows that stay compatible, writing nothing.  A needed item that is missing from the union
   ends the branch; most branches end here.
2. Copy those rows to the next depth's list.
3. Count for all items at once how many rows cover them, in bit-sliced counters: six planes, the last sticky.
4. Find the smallest count from the top plane down, all items at once:

       needed    1 1 0 1 1        the items that must still be covered
       plane 2   0 1 0 0 1        needed items with a 0 here have the smaller count: keep 1 . . 1 .
       plane 1   1 0 0 1 0        none of them has a 0 here: keep them all
       plane 0   1 1 0 0 1        keep . . . 1 .

Items of several copies are counted one by one; such an item with n options and k copies to go has n - k + 1
first choices, and an option once tried is left out afterwards (Knuth's Algorithm M, TAOCP 7.2.2.1).  Once every
item has enough, the chosen options are a solution; what is still compatible then gives the larger
solutions, in the same manner.

The last bits of the last word are no items: MARK is set in padding and in rows that were tried, ROW is set in
every row, so that "any option" is an item to branch on like the others, and below them is the option's number.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.backends.bitmask.compiled import kernel
from satpuzzle.backends.bitmask.probe import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, STACK_FULL, no_dice, roll
from satpuzzle.backends.bitmask.vector import MARK, PLANES, count, lowest, pack, seek, tally, union
from satpuzzle.bits import to_words
from satpuzzle.cover import Batch, ExactCover
from satpuzzle.lattice import Points

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

_ROW = 62  # the bit of the last word that every row has
_NUMBER = 24  # bits of the number of an option
_SHIFT = _ROW - _NUMBER

# Columns of `level`: where the list of the depth starts, how long it is, its room (see vector.py), the item
# branched on, the next place to look at, how many options may still be tried, the option chosen from here.
_BASE, _SIZE, _ROOM, _ITEM, _NEXT, _TRIES, _CHOSEN = range(7)


class State:
    """All that a search knows, in arrays: it can stop after any node and go on later.

    The cover must not be hopeless: an item that no option covers is not looked at again.
    """

    def __init__(self, cover: ExactCover) -> None:
        options, items = len(cover.rows), len(cover.names)
        if options >> _NUMBER:
            raise ValueError(f"{options} options, at most {1 << _NUMBER} are possible")
        covered = cover.members().any(axis=0)
        single = cover.upper == 1
        counted = np.flatnonzero(~single & covered)
        self.longest = max(1, cover.longest())
        words = -(-(items + _NUMBER + 2) // 64)
        self.width = (0,) * words
        self.single = to_words(single[None], words)[0]
        self.single[-1] |= np.uint64(1 << MARK)
        self.counted = counted.astype(np.int64)
        self.lower = cover.lower[counted].astype(np.int64)
        self.upper = cover.upper[counted].astype(np.int64)
        depths = self.longest + 1
        self.head = np.array([-1, 0], dtype=np.int64)  # depth, nodes
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 4)  # see probe.py
        self.cost = (35e-9, 0.25e-9 * words)  # seconds a node and a row, roughly
        self.level = np.zeros((depths, 7), np.int64)
        self.need = np.zeros((depths, words), np.uint64)  # items of one copy that must still be covered
        self.need[0] = to_words((single & (cover.lower == 1))[None], words)[0]
        self.used = np.zeros((depths, len(counted)), np.int64)  # copies so far of the counted items
        room = _rounded(options)
        self.stack = np.zeros(16 * words * room, np.uint64)  # the lists, depth after depth
        rows = self.stack[: words * room].reshape(words, room)
        rows[: cover.rows.shape[1], :options] = cover.rows.T
        rows[-1, :options] |= np.uint64(1 << _ROW) | (np.arange(options, dtype=np.uint64) << np.uint64(_SHIFT))
        rows[-1, options:] = np.uint64(1 << MARK)
        self.level[0, [_SIZE, _ROOM]] = options, room

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Make room for more lists."""
        self.stack = np.concatenate([self.stack, np.zeros_like(self.stack)])

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
        s = self
        outcome, count = _advance(
            s.width, s.single, s.counted, s.lower, s.upper, s.head, s.dice, s.weight, s.level, s.need, s.used, s.stack,
            budget, found,
        )  # fmt: skip
        return int(outcome), int(count)


def begin(cover: ExactCover, points: Points | None = None, first: int | None = None, effort: int = 0) -> State:
    """Return the state of a search that begins; it has no use for coordinates, a first item or tables."""
    return State(cover)


def _rounded(size: int) -> int:
    return (size + 7) // 8 * 8 + 8  # a vector of padding fits behind the last row


@kernel
def _advance(
    width: tuple[int, ...],
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
    words = len(width)
    one = np.uint64(1)
    block = np.empty(words, np.uint64)
    alive = np.empty(words, np.uint64)
    planes = np.empty(PLANES * words, np.uint64)
    candidates = np.empty(words, np.uint64)
    depth, nodes = head[0], head[1]
    last = nodes + budget
    solutions = 0
    outcome = BUDGET_SPENT
    arrived = depth < 0  # at a list that was not looked at yet: now at the root's
    depth = max(depth, 0)
    while True:
        base, size, room = level[depth, _BASE], level[depth, _SIZE], level[depth, _ROOM]
        if arrived:
            # Choose the item to branch on, and how many of its options to try.
            arrived = False
            tally(width, stack, base, room, size, planes)
            best, fewest = 64 * (words - 1) + _ROW, size
            wanted = np.uint64(0)
            for w in range(words):
                candidates[w] = need[depth, w]
                wanted |= need[depth, w]
            solved = wanted == 0
            if not solved:
                fewest = 0
                for p in range(PLANES - 1, -1, -1):
                    left = np.uint64(0)
                    for w in range(words):
                        left |= candidates[w] & ~planes[p * words + w]
                    keep = np.uint64(0) - np.uint64(left == 0)  # all ones if no candidate has a 0 here
                    for w in range(words):
                        candidates[w] &= ~planes[p * words + w] | keep
                    fewest += np.int64(left == 0) << p
                for w in range(words):
                    if candidates[w]:
                        best = 64 * w + lowest(candidates[w])
                        break
                if fewest >= 1 << (PLANES - 1):  # the counters are full: count for real
                    fewest = size + 1
                    for w in range(words):
                        left = need[depth, w]
                        while left:
                            available = count(stack, base + w * room, size, lowest(left))
                            if available < fewest:
                                best, fewest = 64 * w + lowest(left), available
                            left &= left - one
            for c in range(len(counted)):
                missing = lower[c] - used[depth, c]
                if missing > 0:
                    available = count(stack, base + (counted[c] >> 6) * room, size, counted[c] & 63)
                    if solved or available - missing + 1 < fewest:
                        solved = False
                        best, fewest = counted[c], max(available - missing + 1, 0)
            level[depth, _ITEM] = best
            level[depth, _TRIES] = fewest
            level[depth, _NEXT] = 0
            if dice[0]:
                weight[depth + 1] = fewest * weight[depth]
                weight[-1] += weight[depth + 1]
                weight[-2] += weight[depth + 1] * size
                weight[-3] += weight[depth] * solved
                if fewest > 1:  # go on to one child only
                    for _ in range(roll(dice, fewest)):
                        level[depth, _NEXT] = 1 + seek(
                            stack, base + (best >> 6) * room, size, level[depth, _NEXT], best & 63
                        )
                    level[depth, _TRIES] = 1
            elif solved:
                for d in range(depth):
                    found[solutions, d] = level[d, _CHOSEN]
                solutions += 1
        if nodes >= last:
            break
        if solutions == len(found):
            outcome = FOUND_FULL
            break
        target = base + words * room
        target_room = (size + 7) // 8 * 8 + 8
        if target + words * target_room > len(stack):
            outcome = STACK_FULL
            break

        # The next option of that item.
        place, item = size, level[depth, _ITEM]
        if level[depth, _TRIES] > 0:
            place = seek(stack, base + (item >> 6) * room, size, level[depth, _NEXT], item & 63)
        if place >= size:
            depth -= 1
            if depth < 0 and dice[1] > 1:
                dice[1] -= one
                depth, arrived = 0, True
            elif depth < 0:
                outcome = EXHAUSTED
                break
            continue
        final = base + (words - 1) * room + place
        level[depth, _NEXT] = place + 1
        level[depth, _TRIES] -= 1
        level[depth, _CHOSEN] = (stack[final] >> np.uint64(_SHIFT)) & np.uint64((1 << _NUMBER) - 1)
        nodes += 1

        # What it rules out: its items of one copy, and counted items that are full now.
        child = depth + 1
        for w in range(words):
            row = stack[base + w * room + place]
            block[w] = row & single[w]
            need[child, w] = need[depth, w] & ~row
        for c in range(len(counted)):
            used[child, c] = used[depth, c]
            w, bit = counted[c] >> 6, one << np.uint64(counted[c] & 63)
            if stack[base + w * room + place] & bit:
                used[child, c] += 1
                if used[child, c] == upper[c]:
                    block[w] |= bit
        block[words - 1] |= one << np.uint64(MARK)
        mark = np.uint64(0)
        if not (single[item >> 6] >> np.uint64(item & 63)) & one:
            mark = one << np.uint64(MARK)  # it need not rule itself out, nor what later siblings may try
        stack[final] |= mark

        union(width, stack, base, room, size, block, alive)
        lost = np.uint64(0)
        for w in range(words):
            lost |= need[child, w] & ~alive[w]
        if lost == 0:
            level[child, _BASE] = target
            level[child, _ROOM] = target_room
            level[child, _SIZE] = pack(width, stack, base, room, size, block, target, target_room)
            depth = child
            arrived = True
        if dice[0]:
            stack[final] &= ~mark  # the next probe begins afresh
    head[0], head[1] = depth, nodes
    return outcome, solutions
