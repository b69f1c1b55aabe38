"""Recording: a search that writes down its tree, so that somebody else can walk it again and see that it is complete.

At each node it writes the item that it branches on: the one with the fewest options, as in `mrv.py`.  Where an item has
too few options it writes one more than the number of items, "a dead end".  Where everything is covered it writes the
number of items, "a solution", and goes on to larger ones, if options are left.  The options of an item are tried in
ascending order, and an option once tried is left out afterwards; so the numbers written are the whole tree.

Lists of options lie in a stack as packed rows (`vector.py`), one list a depth.  An option is tried in one pass, the
union of what it leaves; if an item is missing there, the child is a dead end, and no list is made for it.  Unlike
`mrv.py` it looks at one option at a time, and leaves rows as wide as they are.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.blocks import MANY, MARK, PLANES
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, STACK_FULL
from satpuzzle.engines.native.vector import count, covering, lowest, pack, rarest, union

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Codes = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]

DEAD_END = 1  # and the number of items: what is written at a dead end
ROW = 62  # the bit of the last word that every row has

# Columns of `level`: where the list of the depth starts, how long it is, its room (see vector.py), how many options are
# in its queue, which of them is the next, the option chosen from here, and whether siblings must be left out.
_BASE, _SIZE, _ROOM, _TRIES, _NEXT, _CHOSEN, _IN_TURN = range(7)


class Recorder:
    """All that a recording search knows, in arrays: it can stop after any node and go on later."""

    def __init__(self, cover: ExactCover) -> None:
        options, items = len(cover.rows), len(cover.names)
        single = cover.upper == 1
        counted = np.flatnonzero(~single & (cover.upper > 0))
        self.longest = max(1, cover.longest)
        self.shift = ROW - options.bit_length()
        words = -(-(items + 64 - self.shift) // 64)
        self.width = (0,) * min(words, MANY)
        self.words = words
        self.items = items
        self.single = to_words(single[None], words)[0]
        self.single[-1] |= np.uint64(1 << MARK)
        self.counted = counted.astype(np.int64)
        self.lower = cover.lower[counted].astype(np.int64)
        self.upper = cover.upper[counted].astype(np.int64)
        depths = self.longest + 2
        self.head = np.array([0, 1], dtype=np.int64)  # depth, whether the list there was not looked at yet
        self.level = np.zeros((depths, 7), np.int64)
        self.need = np.zeros((depths, words), np.uint64)  # items of one copy that must still be covered
        self.need[0] = to_words((single & (cover.lower == 1))[None], words)[0]
        self.used = np.zeros((depths, len(counted)), np.int64)  # copies so far of the counted items
        room = (options + 7) // 8 * 8 + 8  # a vector of padding fits behind the last row
        self.stack = np.zeros(16 * words * room, np.uint64)  # the lists, depth after depth
        rows = self.stack[: words * room].reshape(words, room)
        rows[: cover.rows.shape[1], :options] = cover.rows.T
        rows[-1, :options] |= np.uint64(1 << ROW) | (np.arange(options, dtype=np.uint64) << np.uint64(self.shift))
        rows[-1, options:] = np.uint64(1 << MARK)
        self.level[0, [_SIZE, _ROOM]] = options, room

    def advance(self, codes: Codes, found: Batch) -> tuple[int, int, int]:
        """Work until `codes` or `found` is full; return the outcome, the number of codes and that of solutions.

        Solutions are rows of option numbers in the order of choice; what is not written there stays as it was.
        """
        s = self
        while True:
            outcome, written, solutions = _advance(
                s.width, s.words, s.shift, s.items, s.single, s.counted, s.lower, s.upper, s.head, s.level, s.need,
                s.used, s.stack, codes, found,
            )  # fmt: skip
            if outcome == STACK_FULL:
                larger = np.zeros(2 * len(s.stack), np.uint64)
                larger[: len(s.stack)] = s.stack
                s.stack = larger
            if outcome != STACK_FULL or written or solutions:
                return int(outcome), int(written), int(solutions)


@kernel
def _advance(
    width: tuple[int, ...],
    words: int,
    shift: int,
    items: int,
    single: Words,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    head: Ints,
    level: Ints,
    need: Words,
    used: Ints,
    stack: Words,
    codes: Codes,
    found: Ints,
) -> tuple[int, int, int]:
    """Go on from the state in `head`, `level`, `need`, `used` and `stack`, all of which it modifies."""
    one = np.uint64(1)
    block = np.empty(words, np.uint64)
    alive = np.empty(words, np.uint64)
    wanted = np.empty(words, np.uint64)
    scratch = np.empty(9 * words, np.uint64)
    depth, arrived = head[0], head[1] != 0
    written, solutions = 0, 0
    outcome = BUDGET_SPENT
    while True:
        if written == len(codes):
            break
        if solutions == len(found):
            outcome = FOUND_FULL
            break
        base, size, room = level[depth, _BASE], level[depth, _SIZE], level[depth, _ROOM]
        queue = base + words * room  # of the places of the options to try
        target = base + (words + 1) * room
        target_room = (size + 7) // 8 * 8 + 8
        if target + (words + 1) * target_room > len(stack):
            outcome = STACK_FULL
            break
        if arrived:
            # Choose the item to branch on, and write it down.
            arrived = False
            best, tries, fewest = items, size, size + 1
            solved = True
            for w in range(words):
                wanted[w] = need[depth, w]
                solved &= wanted[w] == 0
            if not solved:
                best, tries = rarest(width, words, stack, base, room, size, wanted, scratch)
                if tries >= 1 << (PLANES - 1):  # the counters are full: count for real
                    tries = size + 1
                    for w in range(words):
                        left = wanted[w]
                        while left:
                            available = count(stack, base + w * room, size, lowest(left))
                            if available < tries:
                                best, tries = 64 * w + lowest(left), available
                            left &= left - one
                fewest = tries
            for c in range(len(counted)):
                missing = lower[c] - used[depth, c]
                if missing > 0:
                    available = count(stack, base + (counted[c] >> 6) * room, size, counted[c] & 63)
                    if solved or available - missing + 1 < fewest:
                        solved = False
                        best, fewest = counted[c], max(available - missing + 1, 0)
                        tries = available if available >= missing else 0
            codes[written] = best if tries > 0 or solved else items + DEAD_END
            written += 1
            row_of = best
            if solved:
                row_of = 64 * (words - 1) + ROW
                for d in range(depth):
                    found[solutions, d] = level[d, _CHOSEN]
                for d in range(depth, found.shape[1]):
                    found[solutions, d] = -1
                solutions += 1
            if tries > 0:
                covering(stack, base + (row_of >> 6) * room, size, row_of & 63, queue)
            level[depth, _TRIES], level[depth, _NEXT] = tries, 0
            level[depth, _IN_TURN] = not (single[row_of >> 6] >> np.uint64(row_of & 63)) & one
            continue

        # The next option to try.
        if level[depth, _NEXT] == level[depth, _TRIES]:
            depth -= 1
            if depth < 0:
                outcome = EXHAUSTED
                break
            continue
        place = np.int64(stack[queue + level[depth, _NEXT]])
        final = base + (words - 1) * room + place
        level[depth, _NEXT] += 1
        level[depth, _CHOSEN] = np.int64((stack[final] & ((one << np.uint64(ROW)) - one)) >> np.uint64(shift))
        child = depth + 1
        for w in range(words):
            row = stack[base + w * room + place]
            block[w] = row & single[w]
            need[child, w] = need[depth, w] & ~row
        for c in range(len(counted)):
            used[child, c] = used[depth, c]
            w, bit = counted[c] >> 6, one << np.uint64(counted[c] & 63)
            used[child, c] += (stack[base + w * room + place] & bit) != 0
            if used[child, c] == upper[c]:
                block[w] |= bit
        block[words - 1] |= one << np.uint64(MARK)
        if level[depth, _IN_TURN]:
            stack[final] |= one << np.uint64(MARK)  # later siblings may not choose it, and it need not rule itself out
        union(width, words, stack, base, room, size, block, alive, scratch)
        lost = False
        for w in range(words):
            lost |= need[child, w] & ~alive[w] != 0
        if lost:
            codes[written] = items + DEAD_END
            written += 1
            continue
        level[child, _BASE], level[child, _ROOM] = target, target_room
        level[child, _SIZE] = pack(width, words, stack, base, room, size, block, target, target_room)
        depth = child
        arrived = True
    head[0], head[1] = depth, arrived
    return outcome, written, solutions
