"""A table of the packings of a board's last cells, for scans: which rests of the board can be packed.

The packings of the last cells are written down before the search begins, from the last cell backwards.  When the scan
has reached those cells, what is still empty and which pieces are left must be one of them, or the search turns back:

    filled by the search    #######....     is ....####### packed by the pieces that are left?
                            ######.....     no: turn back now, not five pieces later

Packings of the same cells by the same pieces are one, and one that leaves a cell which no earlier option reaches is
dropped, so that there are far fewer of them than ways to pack.  They are kept as bits at the value of a hash: a rest
whose bit is not set cannot be packed, one whose bit is set nearly always can.

Pieces that were placed further ahead, before the scan came there, count as not placed, and their cells as empty.  So
one table serves all parts of a search.

Ralf Kleberhoff's trick "E" in his entry to the contest of c't 7/2003.  The table is a filter of Burton H. Bloom's,
Space/time trade-offs in hash coding with allowable errors, Communications of the ACM 13 (1970), with one hash.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.blocks import MARK
from satpuzzle.engines.native.vector import fits

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

_DIGITS = 4  # binary digits of the number of bits of the table for each packing


@dataclass(frozen=True)
class Endings:
    """The packings of the cells from `first` on, as bits at the upper bits of a hash."""

    first: int  # the number of the cell
    base: int  # that of the first of the last 64 cells
    table: Words  # of 2 ** digits words
    shift: np.uint64  # 58 - digits: how far to the right the hash goes to be the number of a bit

    @classmethod
    def none(cls, cells: int) -> "Endings":
        """Return a table that is never asked."""
        return cls(cells, cells, np.zeros(1, np.uint64), np.uint64(0))

    @classmethod
    def of(cls, base: int, most: int, *options: Any) -> "Endings":
        """Return a table of about `most` packings; see `write` for what tells the options."""
        digits = max(6, most.bit_length() + _DIGITS - 6)
        table, shift = np.zeros(1 << digits, np.uint64), np.uint64(58 - digits)
        return cls(base + write(most, table, shift, *options), base, table, shift)


@kernel
def mix(filled: Any, used: Any) -> Any:
    """Return a hash of 64 bits, of which the upper ones are the best (Fibonacci hashing, Knuth, TAOCP 6.4)."""
    mixed = (filled * np.uint64(0x9E3779B97F4A7C15)) ^ (used * np.uint64(0xC2B2AE3D27D4EB4F))
    mixed ^= mixed >> np.uint64(29)
    return mixed * np.uint64(0x9E3779B97F4A7C15)


@kernel
def write(
    most: int,
    table: Words,
    shift: np.uint64,
    pieces: np.uint64,
    start: Ints,
    body: Words,
    rest: Words,
    lists: int,
    reach: Words,
    shifts: Ints,
    ups: int,
    inland: Words,
    room: int,
) -> int:
    """Set the bits of the packings in `table`, about `most` of them, and return the first of the cells they are of.

    The cells are the last of the board, as many as `reach` has, 64 at most.  The options of cell c are those of every
    `lists`-th group; `reach[c]` are the cells that options of earlier cells cover.  The bit of a packing is at the
    hash, shifted, of its cells and of the pieces that it does not use.
    """
    one = np.uint64(1)
    everything = ~np.uint64(0) >> np.uint64(64 - len(reach))
    packings = np.zeros((most, 2), np.uint64)  # their cells and pieces, side by side since they are compared together
    packings[0, 0] = ~everything
    written = 1
    growing = np.zeros(most, np.int32)  # the numbers of those that may grow
    alive = 1
    mask = 1
    while mask < 2 * most:
        mask *= 2
    known = np.zeros(mask, np.int32)  # the numbers of packings at the values of their hash, to find equal ones
    mask -= 1
    fit = np.zeros(2 * room, np.uint64)
    cell = np.int64(len(reach))
    while cell > 0:
        cell -= 1
        group = cell * lists
        late = everything & ~reach[cell] & ~((one << np.uint64(cell)) - one)  # no option of earlier cells covers them
        for number in range(alive):
            parent = growing[number]
            if (packings[parent, 0] >> np.uint64(cell)) & one:
                continue
            many = fits(
                body, rest, start[group], start[group + 1], packings[parent, 0],
                packings[parent, 1] | one << np.uint64(MARK), shifts, ups, inland, 0, fit, 0, room,
            )  # fmt: skip
            for k in range(many):
                cells = packings[parent, 0] | fit[k]
                if late & ~cells:
                    continue
                uses = packings[parent, 1] | rest[np.int64(fit[room + k])]
                key = mix(everything & cells, pieces & ~uses)
                place = np.int64(key >> np.uint64(40)) & mask
                same = known[place]
                while same and (packings[same, 0] != cells or packings[same, 1] != uses):
                    place = (place + 1) & mask
                    same = known[place]
                if same:
                    continue
                if written == most:
                    return int(cell + 1)
                known[place] = written
                table[key >> shift >> np.uint64(6)] |= one << ((key >> shift) & np.uint64(63))
                packings[written, 0], packings[written, 1] = cells, uses
                growing[alive] = written
                alive += 1
                written += 1
        # Those that leave a cell out of reach now will never be whole.
        kept = 0
        for number in range(alive):
            if late & ~packings[growing[number], 0] == 0:
                growing[kept] = growing[number]
                kept += 1
        alive = kept
    return 0
