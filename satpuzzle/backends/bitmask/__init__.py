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
from satpuzzle.puzzle import PuzzleError

STRATEGIES = ("auto", "mrv", "scan")

_SLICE = 0.05  # seconds that the kernel works between looks at the clock
_LONG = 1.0  # estimated seconds of a search that is worth splitting
_PARTS = 64  # into so many
_ROOM = 4096  # solutions that the kernel may collect before it hands them over


def search(
    cover: ExactCover,
    limits: Limits | None = None,
    *,
    strategy: str = "auto",
    order: NDArray[np.int64] | None = None,
    first: int | None = None,
    parts: int = 1,
    jobs: int = 1,
    state: Any = None,
) -> Search:
    """Enumerate by backtracking over bit masks: fewest options first, or a scan of the cells.

    `order` is the order of the items in a scan, `first` an item that goes before all others there.  The search is
    split into about `parts` subproblems, `jobs` of which run at a time; the solutions come in the same order
    whatever `jobs` is.  `state` is a fresh state of this very search, if there is one already.  Raises PuzzleError
    if there is no such strategy, or it does not apply to the cover.
    """
    if strategy not in STRATEGIES:
        raise PuzzleError(f"strategy {strategy}: choose from {', '.join(STRATEGIES)}")
    return Search(
        cover,
        limits or Limits(),
        lambda rest, stats: enumerate_covers(rest, stats, strategy, order, first, state),
        parts=cover.split(parts),
        jobs=jobs if parts > 1 else 1,
    )


def choose(
    candidates: Sequence[tuple[int | None, ExactCover]], order: NDArray[np.int64] | None, strategy: str = "auto"
) -> tuple[int, dict[str, object], Stats]:
    """Choose among subcovers with some item restricted: its number, the options to search it with, statistics."""
    from satpuzzle.backends.bitmask.plan import make_plan

    plan = make_plan(candidates, order, strategy)
    stats: Stats = {
        "strategy": plan.strategy,
        "estimated_nodes": round(plan.estimate.nodes),
        "estimated_seconds": plan.estimate.seconds,
    }
    parts = _PARTS if plan.estimate.seconds > _LONG else 1
    options: dict[str, object] = {"strategy": plan.strategy, "order": order, "first": plan.first, "parts": parts}
    options["state"] = plan.state if parts == 1 else None
    return plan.candidate, options, stats


def enumerate_covers(
    cover: ExactCover,
    stats: Stats,
    strategy: str = "auto",
    order: NDArray[np.int64] | None = None,
    first: int | None = None,
    state: Any = None,
) -> Iterator[Batch]:
    """Yield all solutions in the order of the search; `stats["nodes"]` counts options tried."""
    from satpuzzle.backends.bitmask import mrv, probe, scan

    if strategy == "auto":
        _, options, planned = choose([(first, cover)], order)
        strategy = str(options["strategy"])
        stats.update(planned)
    if strategy == "scan" and not scan.applies(cover):
        raise PuzzleError(scan.REFUSAL)
    if first is not None and cover.upper[first] == 0:  # the given options cover it
        first = None
    kernel: Any = scan if strategy == "scan" else mrv
    if state is None:
        state = scan.State(cover, order, first) if strategy == "scan" else mrv.State(cover)
    budget = 1 << 17
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
