"""The native search: depth first over bit masks, compiled by Numba.

This is the host.  It lays out the state in arrays, gives the kernel a number of nodes to work for, looks
at the clock in between, and turns what comes back into batches of solutions.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import Limits, Search, Stats
from satpuzzle.engines.native.strategy import AUTO, STRATEGIES, State, Strategy, describe, find
from satpuzzle.puzzle.lattice import Points

__all__ = ["AUTO", "FASTEST", "STRATEGIES", "choose", "describe", "find", "search"]

FASTEST = ("mrv", "scan")  # what a plan chooses among

_SLICE = 0.05  # seconds that the kernel works between looks at the clock
_LONG = 1.0  # estimated seconds of a search that is worth splitting
_PARTS = 64  # into so many
_ROOM = 4096  # solutions that the kernel may collect before it hands them over

Rule = str | Callable[[Any], int]  # a strategy by its name, or a function that says which item comes next


def search(
    cover: ExactCover,
    limits: Limits | None = None,
    *,
    strategy: Rule = AUTO,
    points: Points | None = None,
    first: int | None = None,
    parts: int = 1,
    jobs: int = 1,
    state: State | None = None,
) -> Search:
    """Enumerate by backtracking over bit masks: fewest options first, a scan of the cells, or any other strategy.

    `points` are the coordinates of the cells, shape (cells, 3), from which a scan takes its order; `first` is an item
    that goes before all others there.  The search is split into about `parts` subproblems, `jobs` of which run at a
    time; the solutions come in the same order whatever `jobs` is.  `state` is a fresh state of this very search, if
    there is one already.  Raises PuzzleError if there is no such strategy, or it does not apply to the cover.
    """
    chosen = None if strategy == AUTO else find(strategy)
    subproblems = cover.split(parts)
    if chosen is not None and chosen.outer and first is not None:
        state = None
        subproblems = [cover.given([option]) for option in np.flatnonzero(cover.live & cover.covers(first)).tolist()]
    return Search(
        cover,
        limits or Limits(),
        lambda rest, stats: enumerate_covers(rest, stats, chosen, points, first, state),
        parts=subproblems,
        jobs=jobs if len(subproblems) > 1 else 1,
    )


def choose(
    candidates: Sequence[tuple[int | None, ExactCover]], points: Points | None, strategy: Rule = AUTO
) -> tuple[int, dict[str, object], Stats]:
    """Choose among subcovers with some item restricted: its number, the options to search it with, statistics."""
    from satpuzzle.engines.native.plan import make_plan

    plan = make_plan(candidates, points, [find(name) for name in (FASTEST if strategy == AUTO else (strategy,))])
    stats: Stats = {"strategy": plan.strategy.name}
    for key, value in asdict(plan.estimate).items():
        stats[f"estimated_{key}"] = float(f"{value:.3g}")
    parts = _PARTS if plan.estimate.seconds > _LONG else 1
    name = plan.strategy.name if isinstance(strategy, str) else strategy
    options: dict[str, object] = {"strategy": name, "points": points, "first": plan.first, "parts": parts}
    options["state"] = plan.state if parts == 1 else None
    return plan.candidate, options, stats


def enumerate_covers(
    cover: ExactCover,
    stats: Stats,
    strategy: Strategy | None = None,
    points: Points | None = None,
    first: int | None = None,
    state: State | None = None,
) -> Iterator[Batch]:
    """Yield all solutions in the order of the search; `stats["nodes"]` counts options tried."""
    from satpuzzle.engines.native import probe

    if strategy is None:
        _, options, planned = choose([(first, cover)], points)
        strategy = find(str(options["strategy"]))
        stats.update(planned)
    if state is None:
        state = strategy.state(cover, points, first)
    budget = 1 << 12
    while True:
        found = np.full((_ROOM, state.longest), -1, np.int64)
        began = time.perf_counter()
        outcome, count = state.advance(budget, found)
        spent = time.perf_counter() - began
        stats["nodes"] = state.nodes
        yield found[:count]
        if outcome == probe.EXHAUSTED:
            return
        if outcome == probe.STACK_FULL:
            state.grow()
        elif outcome == probe.BUDGET_SPENT:
            budget = int(min(max(budget * _SLICE / max(spent, 1e-6), 256), 1 << 26, budget * 4))
