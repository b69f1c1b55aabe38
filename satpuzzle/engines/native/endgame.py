"""A table of endings for scans: it tells which sets of empty cells at the end of the scan can be packed.

A scan may have covered some of the last cells already, by pieces placed earlier.  In a key of the table these pieces
count as not placed, and their cells as empty, so one table serves all parts of a search.

The kernel is `kernels/endings.c`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Words
from satpuzzle.engines.library import Call, Fields, empty
from satpuzzle.engines.native.shared import run

_DIGITS = 4  # the table has 2 ** _DIGITS bits for each packing


@dataclass(frozen=True)
class Endings:
    """A Bloom filter of the packings of the last cells: a packing's hash gives the index of a bit that is set.

    If the bit for a set of empty cells and remaining pieces is not set, they cannot be packed.
    """

    first: int  # the table has the endings from this cell on
    base: int  # the first of the last 64 cells
    table: Words  # 2 ** digits words
    shift: np.uint64  # 58 - digits: the hash shifted right by this is the index of the bit

    @classmethod
    def none(cls, cells: int) -> "Endings":
        """Return an empty table, which a scan over `cells` cells never reads."""
        return cls(cells, cells, np.zeros(1, np.uint64), np.uint64(0))

    @classmethod
    def of(
        cls,
        base: int,
        most: int,
        pieces: np.uint64,
        arrays: dict[str, NDArray[Any]],
        ups: int,
        room: int,
        clock: Clock = UNLIMITED,
    ) -> "Endings":
        """Return a table of the packings of the last cells, at most `most`; it begins at cell `base` or later.

        `pieces` has the bits of all pieces; `room` is the capacity of a cell's list.  The arrays `start`, `body`,
        `rest`, `reach`, `shifts` and `inland` are described in kernels/endings.c.  The first `ups` shifts lead to cells
        with higher numbers.  Raises Stopped if the clock stops.
        """
        digits = max(6, most.bit_length() + _DIGITS - 6)
        table, shift = np.zeros(1 << digits, np.uint64), np.uint64(58 - digits)
        cells, mask = len(arrays["reach"]), (1 << (2 * most - 1).bit_length()) - 1
        packings = np.zeros((most, 2), np.uint64)  # (cells, pieces): side by side, since they are compared together
        packings[0, 0] = ~(~np.uint64(0) >> np.uint64(64 - cells))
        growing, known = np.zeros(most, np.int32), np.zeros(mask + 1, np.int32)
        fields: Fields = {
            "table": table, **arrays, "packings": packings, "growing": growing, "known": known, "fit": empty(2 * room),
            "shift": int(shift), "pieces": int(pieces), "most": most, "cells": cells,
            "many_shifts": len(arrays["shifts"]), "ups": ups, "mask": mask, "room": room,
            "cell": cells, "written": 1, "alive": 1,
        }  # fmt: skip
        call = Call("endings", fields)
        run(call, clock)
        return cls(base + call["cell"], base, table, shift)
