"""The native search: depth first over bit masks, compiled by Numba.

This is the host.  It lays out the state in arrays, gives the kernel a number of nodes to work for, looks
at the clock in between, and turns what comes back into batches of solutions.
"""

import time
from collections.abc import Iterator

import numpy as np

from satpuzzle.backends.search import Limits, Search, Stats
from satpuzzle.cover import Batch, ExactCover

_SLICE = 0.05  # seconds that the kernel works between looks at the clock
_ROOM = 4096  # solutions that the kernel may collect before it hands them over


def search(cover: ExactCover, limits: Limits | None = None) -> Search:
    """Enumerate by backtracking on the item with fewest options (minimum remaining values)."""
    return Search(cover, limits or Limits(), enumerate_covers)


def enumerate_covers(cover: ExactCover, stats: Stats) -> Iterator[Batch]:
    """Yield all solutions in the order of the search; `stats["nodes"]` counts options tried."""
    from satpuzzle.backends.bitmask import mrv

    state = mrv.State(cover)
    budget = 1 << 14
    while True:
        found = np.full((_ROOM, state.longest), -1, np.int64)
        began = time.perf_counter()
        outcome, count = mrv.advance(state, budget, found)
        spent = time.perf_counter() - began
        stats["nodes"] = state.nodes
        yield found[:count]
        if outcome == mrv.EXHAUSTED:
            return
        if outcome == mrv.STACK_FULL:
            state.grow()
        elif outcome == mrv.BUDGET_SPENT:
            budget = int(min(max(budget * _SLICE / max(spent, 1e-6), 256), 1 << 26, budget * 4))
