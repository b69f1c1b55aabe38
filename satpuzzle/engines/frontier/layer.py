"""One step of the frontier: from the states at a cell to those at the next, merged in a hash table."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.compiled import kernel

DONE, FULL, OVERFLOW = range(3)

Words = NDArray[np.uint64]


def advance(
    windows: Words,
    used: Words,
    counts: Words,
    options: Words,
    shift: Words,
    limit: Words,
    more: Words,
    optional: bool,
    room: int,
) -> tuple[int, int, tuple[Words, Words, Words]]:
    """Return DONE, FULL or OVERFLOW, how many states there are next, and their windows, used copies and counts.

    An option uses `more` copies of the piece whose number is in the bits of `used` from `shift` on, at most `limit` in
    all, or any number if that is 0.  `room` is the size of the table, a power of two; FULL asks for a larger one,
    OVERFLOW for more limbs.
    """
    keys, copies = np.empty(room, np.uint64), np.empty(room, np.uint64)
    sums, taken = np.zeros((room, counts.shape[1]), np.uint64), np.zeros(room, np.bool_)
    outcome, found = _advance(windows, used, counts, options, shift, limit, more, optional, keys, copies, sums, taken)
    return int(outcome), int(found), (keys[taken], copies[taken], sums[taken])


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
) -> tuple[int, int]:
    """Fill the table `keys`, `copies`, `sums`, `taken`."""
    one = np.uint64(1)
    last = np.uint64(len(keys) - 1)
    found = 0
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
