"""The native search: depth first over bit masks, compiled by Numba.

This is the host.  It lays out the state in arrays, gives the kernel a number of nodes to work for, looks
at the clock in between, and turns what comes back into batches of solutions.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.backends.search import Limits, Search, Stats
from satpuzzle.cover import Batch, ExactCover

STRATEGIES = ("auto", "mrv", "scan")

_SLICE = 0.05  # seconds that the kernel works between looks at the clock
_ROOM = 4096  # solutions that the kernel may collect before it hands them over


def search(
    cover: ExactCover,
    limits: Limits | None = None,
    *,
    strategy: str = "auto",
    order: NDArray[np.int64] | None = None,
    first: int | None = None,
) -> Search:
    """Enumerate by backtracking over bit masks: fewest options first, or a scan of the cells.

    `order` is the order of the items in a scan, `first` an item that goes before all others there.
    """
    return Search(cover, limits or Limits(), lambda rest, stats: enumerate_covers(rest, stats, strategy, order, first))


def choose(
    candidates: Sequence[tuple[int | None, ExactCover]], order: NDArray[np.int64] | None, strategy: str = "auto"
) -> tuple[int, dict[str, object], Stats]:
    """Choose among subcovers with some item restricted: its number, the options to search it with, statistics."""
    from satpuzzle.backends.bitmask.plan import make_plan

    plan = make_plan(candidates, order, strategy)
    stats: Stats = {"strategy": plan.strategy, "estimated_nodes": round(plan.estimate.nodes)}
    return plan.candidate, {"strategy": plan.strategy, "order": order, "first": plan.first}, stats


def enumerate_covers(
    cover: ExactCover,
    stats: Stats,
    strategy: str = "auto",
    order: NDArray[np.int64] | None = None,
    first: int | None = None,
) -> Iterator[Batch]:
    """Yield all solutions in the order of the search; `stats["nodes"]` counts options tried."""
    from satpuzzle.backends.bitmask import mrv, probe, scan

    if strategy == "auto":
        _, options, planned = choose([(first, cover)], order)
        strategy = str(options["strategy"])
        stats.update(planned)
    state: Any
    kernel: Any
    if strategy == "scan":
        kernel, state = scan, scan.State(cover, order, first)
    else:
        kernel, state = mrv, mrv.State(cover)
    budget = 1 << 14
    while True:
        found = np.full((_ROOM, state.longest), -1, np.int64)
        began = time.perf_counter()
        outcome, count = kernel.advance(state, budget, found)
        spent = time.perf_counter() - began
        stats["nodes"] = state.nodes
        yield found[:count]
        if outcome == probe.EXHAUSTED:
            return
        if outcome == probe.STACK_FULL:
            state.grow()
        elif outcome == probe.BUDGET_SPENT:
            budget = int(min(max(budget * _SLICE / max(spent, 1e-6), 256), 1 << 26, budget * 4))
