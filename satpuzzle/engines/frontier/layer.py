"""One step of the frontier: from the states at a cell to those at the next, merged in a hash table."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.compiled import kernel

DONE, FULL, OVERFLOW = range(3)

Words = NDArray[np.uint64]


_TRIES = 1 << 22  # of options on states, between looks at the clock


class Options(NamedTuple):
    """The options of a cell: their cells as windows, and what they do to the number of copies used.

    An option uses `more` copies of the piece whose number is in the bits from `shift` on, at most `limit` in all, or
    any number if that is 0.
    """

    windows: Words
    shift: Words
    limit: Words
    more: Words


class Table:
    """The states at the next cell: a hash table with `room` places, a power of two, and counts of so many limbs."""

    def __init__(self, room: int, limbs: int) -> None:
        self.keys, self.copies = np.empty(room, np.uint64), np.empty(room, np.uint64)
        self.sums, self.taken = np.zeros((room, limbs), np.uint64), np.zeros(room, np.bool_)
        self.found = 0

    def states(self) -> tuple[Words, Words, Words]:
        """Return the windows, used copies and counts of the states that were found."""
        return self.keys[self.taken], self.copies[self.taken], self.sums[self.taken]


def advance(
    windows: Words,
    used: Words,
    counts: Words,
    options: Options,
    optional: bool,
    table: Table,
    check: Callable[[], None],
) -> int:
    """Go on from the states to those at the next cell, in a fresh table; return DONE, FULL or OVERFLOW.

    FULL asks for a larger table, OVERFLOW for more limbs.  `check` is called several times a second and may raise.
    """
    portion = max(1, _TRIES // (len(options.windows) + 1))
    for start in range(0, len(windows), portion):
        check()
        some = slice(start, start + portion)
        outcome, table.found = _advance(
            windows[some], used[some], counts[some], *options, optional, table.keys, table.copies, table.sums,
            table.taken, table.found,
        )  # fmt: skip
        if outcome != DONE:
            return int(outcome)
    return DONE


@kernel
def _advance(
    windows: Words,
    used: Words,
    counts: Words,
    options: Words,
    shift: Words,
    limit: Words,
    more: Words,
    optional: bool,
    keys: Words,
    copies: Words,
    sums: Words,
    taken: NDArray[np.bool_],
    found: int,
) -> tuple[int, int]:
    """Fill the table `keys`, `copies`, `sums`, `taken`, in which `found` states are; return how many are then."""
    one = np.uint64(1)
    last = np.uint64(len(keys) - 1)
    for state in range(len(windows)):
        window, use = windows[state], used[state]
        filled = window & one != 0
        # Option -1 decides the cell without a piece: it is filled already, or may stay empty.
        for option in range(-1, 0 if filled else len(options)):
            following, with_it = window, use
            if option < 0:
                if not (filled or optional):
                    continue
            else:
                if window & options[option]:
                    continue
                if limit[option]:
                    bits = np.uint64(0)
                    while limit[option] >> bits:
                        bits += one
                    if ((use >> shift[option]) & ((one << bits) - one)) + more[option] > limit[option]:
                        continue
                    with_it = use + (more[option] << shift[option])
                following = window | options[option]
            following >>= one
            mixed = (following ^ (with_it * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
            place = (mixed ^ (mixed >> np.uint64(32))) & last
            while taken[place] and (keys[place] != following or copies[place] != with_it):
                place = (place + one) & last
            if not taken[place]:
                if 2 * found >= len(keys):
                    return FULL, found
                taken[place] = True
                keys[place], copies[place] = following, with_it
                found += 1
            carry = np.uint64(0)
            for limb in range(counts.shape[1]):
                add = counts[state, limb]
                total = sums[place, limb] + add
                over = np.uint64(total < add)
                total += carry
                over += np.uint64(total < carry)
                sums[place, limb] = total
                carry = over
            if carry:
                return OVERFLOW, found
    return DONE, found
