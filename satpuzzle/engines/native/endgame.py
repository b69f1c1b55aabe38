"""A table of the packings of a board's last cells, for scans: which rests of the board can be packed.

The packings of the last cells are written down before the search begins, from the last cell backwards.  When the scan
has reached those cells, what is still empty and which pieces are left must be one of them, or the search turns back:

    filled by the search    #######....     is ....####### packed by the pieces that are left?
                            ######.....     no: turn back now, not five pieces later

Packings of the same cells by the same pieces are one, and one that leaves a cell which no earlier option reaches is
dropped, so that there are far fewer of them than ways to pack.  They are kept as bits at the value of a hash: a rest
whose bit is not set cannot be packed, one whose bit is set nearly always can.

Ralf Kleberhoff's trick "E" in his entry to the contest of c't 7/2003.  The table is a filter of Burton H. Bloom's,
Space/time trade-offs in hash coding with allowable errors, Communications of the ACM 13 (1970), with one hash.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.vector import fits

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]


@kernel
def mix(filled: Any, used: Any) -> Any:
    """Return a hash of 64 bits, of which the upper ones are the best (Fibonacci hashing, Knuth, TAOCP 6.4)."""
    mixed = (filled * np.uint64(0x9E3779B97F4A7C15)) ^ (used * np.uint64(0xC2B2AE3D27D4EB4F))
    mixed ^= mixed >> np.uint64(29)
    return mixed * np.uint64(0x9E3779B97F4A7C15)


@kernel
def endings(
    everything: np.uint64,
    pieces: np.uint64,
    block: np.uint64,
    start: Ints,
    body: Words,
    rest: Words,
    lists: int,
    reach: Words,
    firsts: Words,
    shifts: Ints,
    ups: int,
    inland: Words,
    room: int,
    most: int,
    table: Words,
    shift: np.uint64,
) -> int:
    """Set the bits of the packings in `table`, about `most` of them, and return the first of the cells they are of.

    The options of cell c are those of every `lists`-th group; `reach[c]` are the cells that options of earlier cells
    cover, `firsts` the cells of the options that go before all cells, and `block` is what only these take up.  The bit
    of a packing is at the hash, shifted, of what is filled and used otherwise.
    """
    one = np.uint64(1)
    covered, taken = np.zeros(most, np.uint64), np.zeros(most, np.uint64)  # the packings that may grow
    alive = 1
    mask = 1
    while mask < 2 * most:
        mask *= 2
    known = np.zeros((mask, 2), np.uint64)  # all packings, to find equal ones
    mask -= 1
    written = 0
    fit = np.zeros(2 * room, np.uint64)
    cell = np.int64(len(reach))
    while cell > 0:
        cell -= 1
        group = cell * lists
        before = alive
        for parent in range(before):
            many = fits(
                body, rest, start[group], start[group + 1], covered[parent], taken[parent] | block, everything, shifts,
                ups, inland, fit, 0, room,
            )  # fmt: skip
            for k in range(many):
                cells = covered[parent] | fit[k]
                uses = taken[parent] | rest[np.int64(fit[room + k])]
                far = everything & ~cells & ~reach[cell] & ~((one << np.uint64(cell)) - one)
                possible = far == 0
                for first in range(len(firsts)):
                    if possible:
                        break
                    possible = (far & ~firsts[first]) | (firsts[first] & cells) == 0
                if not possible:
                    continue
                key = mix(everything & ~cells, pieces & ~uses)
                place = np.int64(key >> np.uint64(40)) & mask
                while known[place, 0] and (known[place, 0] != cells or known[place, 1] != uses):
                    place = (place + 1) & mask
                if known[place, 0]:
                    continue
                if alive == most or written == most:
                    return int(cell + 1)
                known[place, 0], known[place, 1] = cells, uses
                written += 1
                table[key >> shift >> np.uint64(6)] |= one << ((key >> shift) & np.uint64(63))
                covered[alive], taken[alive] = cells, uses
                alive += 1
        # Those that leave a cell out of reach now will never be whole.
        kept = 0
        for parent in range(alive):
            far = everything & ~covered[parent] & ~reach[cell] & ~((one << np.uint64(cell)) - one)
            possible = far == 0
            for first in range(len(firsts)):
                if possible:
                    break
                possible = (far & ~firsts[first]) | (firsts[first] & covered[parent]) == 0
            if possible:
                covered[kept], taken[kept] = covered[parent], taken[parent]
                kept += 1
        alive = kept
    return 0
