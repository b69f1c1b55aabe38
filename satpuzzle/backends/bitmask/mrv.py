"""Minimum remaining values: branch on the item with the fewest options left.

Every depth keeps the list of options that are still compatible with what was chosen.  Choosing an option
filters the list by one AND a word, and all items are counted at once in bit-sliced counters, six planes
of which the last is sticky:

    plane 0   ..1.1   bit i of plane p is bit p of the number of options that cover item i;
    plane 1   .11..   adding an option is a ripple of ANDs and XORs over the planes,
      ...             and the smallest count is found from the top plane down, all items at once

An item that must be covered and has no option ends the branch.  Items of several copies are counted one
by one; such an item with n options and k copies to go has n - k + 1 first choices, and an option once
tried is left out afterwards (Knuth's Algorithm M, TAOCP 7.2.2.1).  Once every item has enough, the chosen
options are a solution; what is still compatible then gives the larger solutions, in the same manner.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.backends.bitmask.compiled import kernel
from satpuzzle.cover import ExactCover

BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL = range(4)

_PLANES = 6
_ANY = -1  # branch on whatever is left: every item has enough


Words = NDArray[np.uint64]
Ints = NDArray[Any]  # of 64 bits, but for the lists of options


class State:
    """All that a search knows, in arrays: it can stop after any node and go on later."""

    def __init__(self, cover: ExactCover) -> None:
        options, words = cover.rows.shape
        single = cover.upper == 1
        counted = np.flatnonzero(~single & cover.members().any(axis=0))
        capacity = cover.upper[cover.members().any(axis=0)].sum() if options else 0
        self.longest = int(max(1, min(options, capacity)))
        self.rows = np.ascontiguousarray(cover.rows)
        self.single = _mask(single, words)
        self.counted = counted.astype(np.int64)
        self.lower = cover.lower[counted].astype(np.int64)
        self.upper = cover.upper[counted].astype(np.int64)
        depths = self.longest + 1
        self.head = np.array([-1, 0], dtype=np.int64)  # depth, nodes
        self.level = np.zeros((depths, 6), np.int64)  # see the names below
        self.need = np.zeros((depths, words), np.uint64)  # items of one copy that must still be covered
        self.need[0] = _mask(single & (cover.lower == 1), words)
        self.used = np.zeros((depths, len(counted)), np.int64)  # copies so far of the counted items
        self.stack = np.zeros(max(4 * options, 1024), np.int32)  # the lists of options, depth after depth
        self.stack[:options] = np.arange(options)
        self.level[0, 1] = options

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Make room for more lists."""
        self.stack = np.concatenate([self.stack, np.zeros_like(self.stack)])


def _mask(items: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    octets = np.zeros(words * 8, np.uint8)
    bits = np.packbits(items, bitorder="little")
    octets[: len(bits)] = bits
    return octets.view("<u8").astype(np.uint64)


def advance(state: State, budget: int, found: NDArray[np.int64]) -> tuple[int, int]:
    """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
    s = state
    outcome, count = _advance(
        s.rows, s.single, s.counted, s.lower, s.upper, s.head, s.level, s.need, s.used, s.stack, budget, found
    )
    return int(outcome), int(count)


# Columns of `level`: where the list of the depth starts, how long it is, the item branched on, the next
# entry to try, the option chosen on the way down from here, and how many options may be tried at most.
_START, _SIZE, _ITEM, _NEXT, _CHOSEN, _TRIES = range(6)


@kernel
def _covers(row: Words, item: int) -> bool:
    return bool((row[item >> 6] >> np.uint64(item & 63)) & np.uint64(1) != 0)


@kernel
def _advance(
    rows: Words,
    single: Words,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    head: Ints,
    level: Ints,
    need: Words,
    used: Ints,
    stack: Ints,
    budget: int,
    found: Ints,
) -> tuple[int, int]:
    """Go on from the state in `head`, `level`, `need`, `used` and `stack`, all of which it modifies."""
    words = rows.shape[1]
    block = np.empty(words, np.uint64)
    planes = np.empty((_PLANES, words), np.uint64)
    candidates = np.empty(words, np.uint64)
    depth, nodes = head[0], head[1]
    last = nodes + budget
    count = 0
    if depth < 0:  # a new search: look at the root
        depth = 0
        verdict = _look(0, rows, counted, lower, level, need, used, stack, planes, candidates)
        if verdict < 0:
            return EXHAUSTED, 0
        if verdict > 0:
            count = 1
    outcome = BUDGET_SPENT
    while True:
        if nodes >= last:
            break
        if count == len(found):
            outcome = FOUND_FULL
            break
        start, size, item = level[depth, _START], level[depth, _SIZE], level[depth, _ITEM]
        entry = level[depth, _NEXT]
        if level[depth, _TRIES] > 0 and item != _ANY:
            while entry < size and not _covers(rows[stack[start + entry]], item):
                entry += 1
        if level[depth, _TRIES] == 0 or entry >= size:
            depth -= 1
            if depth < 0:
                outcome = EXHAUSTED
                break
            continue
        if start + 2 * size > len(stack):
            outcome = STACK_FULL
            break
        option = stack[start + entry]
        level[depth, _NEXT] = entry + 1
        level[depth, _TRIES] -= 1
        level[depth, _CHOSEN] = option
        nodes += 1

        # What the option rules out: its items of one copy, and counted items that are full now.
        child = depth + 1
        for w in range(words):
            block[w] = rows[option, w] & single[w]
            need[child, w] = need[depth, w] & ~rows[option, w]
        for c in range(len(counted)):
            used[child, c] = used[depth, c]
            if _covers(rows[option], counted[c]):
                used[child, c] += 1
                if used[child, c] == upper[c]:
                    block[counted[c] >> 6] |= np.uint64(1) << np.uint64(counted[c] & 63)
        repeats = item == _ANY or not (single[item >> 6] >> np.uint64(item & 63)) & np.uint64(1)
        begin = start + size
        length = 0
        for k in range(size):
            other = stack[start + k]
            clash = np.uint64(0)
            for w in range(words):
                clash |= rows[other, w] & block[w]
            stack[begin + length] = other
            length += clash == 0
            if repeats and clash == 0 and k <= entry and (item == _ANY or _covers(rows[other], item)):
                length -= 1  # tried before
        level[child, _START] = begin
        level[child, _SIZE] = length
        verdict = _look(child, rows, counted, lower, level, need, used, stack, planes, candidates)
        if verdict > 0:
            for d in range(child):
                found[count, d] = level[d, _CHOSEN]
            count += 1
        if verdict >= 0:
            depth = child
    head[0], head[1] = depth, nodes
    return outcome, count


@kernel
def _look(
    depth: int,
    rows: Words,
    counted: Ints,
    lower: Ints,
    level: Ints,
    need: Words,
    used: Ints,
    stack: Ints,
    planes: Words,
    candidates: Words,
) -> int:
    """Choose the item to branch on; return -1 for a dead end, 1 for a solution, else 0."""
    words = rows.shape[1]
    start, size = level[depth, _START], level[depth, _SIZE]
    planes[:] = 0
    for k in range(size):
        option = stack[start + k]
        for w in range(words):
            carry = rows[option, w]
            for p in range(_PLANES - 1):
                both = planes[p, w] & carry
                planes[p, w] ^= carry
                carry = both
            planes[_PLANES - 1, w] |= carry
    some = False
    for w in range(words):
        covered = np.uint64(0)
        for p in range(_PLANES):
            covered |= planes[p, w]
        if need[depth, w] & ~covered:
            return -1
        candidates[w] = need[depth, w]
        some |= need[depth, w] != 0
    level[depth, _NEXT] = 0
    best, fewest = _ANY, size
    if some:
        fewest = 0
        for p in range(_PLANES - 1, -1, -1):
            any_left = False
            for w in range(words):
                any_left |= candidates[w] & ~planes[p, w] != 0
            if any_left:
                for w in range(words):
                    candidates[w] &= ~planes[p, w]
            else:
                fewest += 1 << p
        for w in range(words):
            if candidates[w]:
                low = candidates[w] & (~candidates[w] + np.uint64(1))
                best = 64 * w
                while low > np.uint64(1):
                    low >>= np.uint64(1)
                    best += 1
                break
        if fewest >= 1 << (_PLANES - 1):  # the counters are full: count for real
            best, fewest = _count(depth, rows, level, need, stack)
    short = False
    for c in range(len(counted)):
        missing = lower[c] - used[depth, c]
        if missing > 0:
            short = True
            available = 0
            for k in range(size):
                available += _covers(rows[stack[start + k]], counted[c])
            if available < missing:
                return -1
            if available - missing + 1 < fewest or not some:
                some = True
                best, fewest = counted[c], available - missing + 1
    level[depth, _ITEM] = best
    level[depth, _TRIES] = fewest
    return 0 if some or short else 1


@kernel
def _count(depth: int, rows: Words, level: Ints, need: Words, stack: Ints) -> tuple[int, int]:
    """Return the needed item with the fewest options, and their number, by plain counting."""
    best, fewest = -1, level[depth, _SIZE] + 1
    for item in range(64 * rows.shape[1]):
        if (need[depth, item >> 6] >> np.uint64(item & 63)) & np.uint64(1):
            available = 0
            for k in range(level[depth, _SIZE]):
                available += _covers(rows[stack[level[depth, _START] + k]], item)
            if available < fewest:
                best, fewest = item, available
    return best, fewest
