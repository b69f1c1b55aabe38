"""A table of the packings of a board's last cells, for scans: which sets of empty cells can be packed.

Pieces that were placed further ahead, before the scan came there, count as not placed, and their cells as empty.  So
one table serves all parts of a search.

The kernel is `kernels/endings.c`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.library import Call, Fields, empty

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
    def of(
        cls, base: int, most: int, pieces: np.uint64, lists: int, arrays: dict[str, NDArray[Any]], ups: int, room: int
    ) -> "Endings":
        """Return a table of about `most` packings of the cells from `base` on.

        `pieces` has the bits of all pieces, and of cell c the options are those of every `lists`-th group.  The arrays
        are named as in kernels/endings.c: `start`, `body`, `rest`, `reach`, `shifts` and `inland`.  A list of options
        that fit takes `room`, and `ups` of the shifts are to later cells.
        """
        digits = max(6, most.bit_length() + _DIGITS - 6)
        table, shift = np.zeros(1 << digits, np.uint64), np.uint64(58 - digits)
        cells, mask = len(arrays["reach"]), (1 << (2 * most - 1).bit_length()) - 1
        packings = np.zeros((most, 2), np.uint64)  # cells and pieces, side by side since they are compared together
        packings[0, 0] = ~(~np.uint64(0) >> np.uint64(64 - cells))
        growing, known = np.zeros(most, np.int32), np.zeros(mask + 1, np.int32)
        fields: Fields = {
            "table": table, **arrays, "packings": packings, "growing": growing, "known": known, "fit": empty(2 * room),
            "shift": int(shift), "pieces": int(pieces), "most": most, "cells": cells, "lists": lists,
            "many_shifts": len(arrays["shifts"]), "ups": ups, "mask": mask, "room": room,
        }  # fmt: skip
        return cls(base + Call("endings", fields)(), base, table, shift)
