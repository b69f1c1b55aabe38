"""One step of the frontier: computes the states at the next cell from those at a cell.

Equal states are merged in a hash table.  The kernel is `native/kernels/frontier.c`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Words
from satpuzzle.engines.library import Call

DONE, FULL, OVERFLOW = range(3)


_TRIES = 1 << 22  # tries of options on states between two checks of the clock


class Options(NamedTuple):
    """The options that begin at a cell, as arrays: their windows, and how they change the numbers of used copies.

    `cells` has the cells and the colours of an option; `filled` has its cells and the colours that it excludes.  An
    option adds `more` to the number of used copies of its piece, which is in the bits from `shift` on.  `limit` is the
    largest number of copies, or 0 if any number is allowed.  `flags` has the bits of the items of rules that it covers.
    """

    cells: Words
    filled: Words
    shift: Words
    limit: Words
    more: Words
    flags: Words


class Table:
    """The states at the next cell: a hash table with `room` entries (a power of two) and counts of `limbs` words."""

    def __init__(self, room: int, limbs: int) -> None:
        self.keys, self.copies = np.empty(room, np.uint64), np.empty(room, np.uint64)
        self.sums, self.taken = np.zeros((room, limbs), np.uint64), np.zeros(room, np.bool_)
        self.found = 0

    def states(self, clock: Clock) -> tuple[Words, Words, Words]:
        """Return the windows, the used copies and the counts of all states in the table.

        Raises Stopped if the clock stops.
        """
        taken = np.concatenate([
            some.start + np.flatnonzero(self.taken[some]) for some in clock.slices(len(self.taken), _TRIES)
        ])  # fmt: skip
        states = tuple(
            np.empty((self.found, *each.shape[1:]), np.uint64) for each in (self.keys, self.copies, self.sums)
        )
        for some in clock.slices(self.found, _TRIES):
            for found, each in zip(states, (self.keys, self.copies, self.sums), strict=True):
                np.take(each, taken[some], axis=0, out=found[some])
        keys, copies, sums = states
        return keys, copies, sums


def advance(
    windows: Words,
    used: Words,
    counts: Words,
    options: Options,
    optional: bool,
    decided: int,
    closing: int,
    table: Table,
    clock: Clock,
    watch: Callable[[], None],
) -> int:
    """Compute the states at the next cell from those at this one, in an empty table; return DONE, FULL or OVERFLOW.

    FULL means that the table is too small, OVERFLOW that the counts need more limbs.  The first `decided` bits of each
    window are dropped: they are this cell, and bits that no later option depends on.  `closing` are flags that a state
    must have then.  `watch` is called several times a second.  Raises Stopped if the clock stops.
    """
    call = Call(
        "frontier",
        {
            "windows": windows, "used": used, "counts": counts, **options._asdict(), "keys": table.keys,
            "copies": table.copies, "sums": table.sums, "taken": table.taken, "decided": decided, "closing": closing,
            "limbs": counts.shape[1], "many": len(options.cells), "optional": int(optional),
            "last": len(table.keys) - 1, "found": table.found,
        },
    )  # fmt: skip
    portion = max(1, _TRIES // (len(options.cells) + 1))
    for start in range(0, len(windows), portion):
        watch()
        clock.check()
        some = slice(start, start + portion)
        for field, states in (("windows", windows), ("used", used), ("counts", counts)):
            call.hand_over(field, states[some])
        call["states"] = len(windows[some])
        outcome = call()
        table.found = call["found"]
        if outcome != DONE:
            return outcome
    return DONE
