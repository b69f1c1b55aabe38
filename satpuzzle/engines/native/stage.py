"""Stages of a search by shrinking lists: rows become shorter once fewer items are left.

A row has a bit for each item and, above them, the option's number.  Items that were covered need no bits any more.
Once the others fit into fewer words, the bits of a list are moved together,

    items that are left    . 1 . 1 1 . . 1 1        bits that are kept
    a row                  a b c d e f g h i   ->   b d e h i

and the number of an option is from then on its place in the list that was narrowed, which takes few bits.  Nearly
all nodes of a search for 12 pieces in 60 cells have rows of one word.

The bits of a word move together in six steps, by 1, 2, 4 ... 32 places (Henry S. Warren, Hacker's Delight, 2nd
edition (2012), section 7-4).
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.blocks import MARK
from satpuzzle.engines.native.vector import gather, population, renumber

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

ROW = 62  # the bit of the last word that every row has

# Columns of `level`: where the list of the depth starts, how long it is, its room (see vector.py), its stage, how many
# options are in its queue, which of them is the next, the option chosen from here, and whether each is tested in turn.
BASE, SIZE, ROOM, STAGE, TRIES, NEXT, CHOSEN, IN_TURN = range(8)

# Columns of `stage`: words of a row, the bit where options' numbers begin, how few items could make the next stage
# possible, and of the list whose places the numbers are: its stage, where its last words start.
WORDS, SHIFT, ENOUGH, WIDER, ORIGIN = range(5)


@kernel
def narrow(
    stage: Ints,
    single: Words,
    counted: Ints,
    level: Ints,
    need: Words,
    stack: Words,
    depth: int,
    alive: Words,
    items: np.int64,
    wanted: Words,
    moves: Words,
) -> None:
    """Begin a later stage at `depth` if the items of its list fit into fewer words.

    They are the bits of `alive`, so many `items`; `wanted` and `moves` are room to work in.
    """
    one = np.uint64(1)
    old, size, room = level[depth, STAGE], level[depth, SIZE], level[depth, ROOM]
    base, words = level[depth, BASE], stage[old, WORDS]
    digits = np.int64(0)
    while size >> digits:
        digits += 1
    new = old
    while new + 1 < len(stage) and items + digits + 64 - ROW <= 64 * stage[new + 1, WORDS]:
        new += 1
    if new == old:
        return
    target, many = base + words * room, stage[new, WORDS]
    stage[new, SHIFT], stage[new, WIDER], stage[new, ORIGIN] = ROW - digits, old, target - room
    level[depth, BASE], level[depth, STAGE] = target, new
    rows = (size + 7) // 8 * 8
    last = target + (many - 1) * room
    for place in range(target, last):
        stack[place] = 0
    renumber(stack, target - room, rows, 1 << digits, ROW - digits, last)  # with the bit ROW
    for w in range(words):
        wanted[w], need[depth, w], single[new, w] = need[depth, w], 0, 0
    for c in range(counted.shape[1]):
        counted[new, c] = -1
    at = np.int64(0)
    for w in range(words):
        keep = alive[w]
        _plan_moves(keep, moves)
        chosen, ones = _moved(wanted[w] & keep, moves), _moved(single[old, w] & keep, moves)
        into, left = at >> 6, at & 63
        gather(stack, base + w * room, rows, keep, moves, left, 0, target + into * room)
        need[depth, into] |= chosen << np.uint64(left)
        single[new, into] |= ones << np.uint64(left)
        among = population(keep)
        if left + among > 64:
            gather(stack, base + w * room, rows, keep, moves, 0, 64 - left, target + (into + 1) * room)
            need[depth, into + 1] |= chosen >> np.uint64(64 - left)
            single[new, into + 1] |= ones >> np.uint64(64 - left)
        for c in range(counted.shape[1]):
            bit = one << np.uint64(counted[old, c] & 63)
            if counted[old, c] >> 6 == w and keep & bit:
                counted[new, c] = at + population(keep & (bit - one))
        at += among
    single[new, many - 1] |= one << np.uint64(MARK)


@kernel
def number_of(row: int, shift: int) -> np.int64:
    """Return the number in the last word of a row."""
    below = (np.uint64(1) << np.uint64(ROW)) - np.uint64(1)
    return np.int64((np.uint64(row) & below) >> np.uint64(shift))


@kernel
def _plan_moves(keep: int, moves: Words) -> None:
    """Write down which bits must move by 1, 2, 4 ... 32 places so that the bits of `keep` come together."""
    mask = keep
    gaps = ~mask << np.uint64(1)
    for i in range(6):
        odd = gaps  # bits with an odd number of gaps to their right
        for j in range(6):
            odd ^= odd << np.uint64(1 << j)
        moves[i] = odd & mask
        mask = (mask ^ moves[i]) | (moves[i] >> np.uint64(1 << i))
        gaps &= ~odd


@kernel
def _moved(word: int, moves: Words) -> int:
    """Return the bits of a word moved together."""
    for i in range(6):
        bits = word & moves[i]
        word = (word ^ bits) | (bits >> np.uint64(1 << i))
    return word
