"""Carrying the parts of a plan: several at a time on this machine, what they find in order."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.search.carriers.threads import in_order
from satpuzzle.search.part import checked
from satpuzzle.search.plan import Plan
from satpuzzle.search.tally import Tally


def stream_solutions(
    plan: Plan, jobs: int, clock: Clock, stats: Stats, tally: Tally, watch: Callable[[], None]
) -> Iterator[Batch]:
    """Yield the solutions that count as they are found, one a class; `watch` is called all along.

    Raises BackendError, after the last solution found, if the engine breaks down, and Stopped when the clock stops.
    """
    with closing(stream_parts(plan, jobs, stats)) as found:
        for branch, batch in found:
            watch()
            yield from tally.take(plan.tables.full_enough(batch), plan.canons[branch])
            if tally.undecided:
                stats["undecided"] = tally.undecided
            clock.check()


def stream_parts(plan: Plan, jobs: int, stats: Stats) -> Generator[tuple[int, Batch], None, None]:
    """Yield the solutions of all parts, part after part, `jobs` of them at a time; empty batches while at work.

    Each batch comes with the number of its branch.  What the parts count goes to the plan's load and is added up in
    `stats`, `seconds` and `candidates` besides.  Raises BackendError, after the last solution found, if the engine
    breaks down.
    """
    began, load = time.monotonic(), plan.load

    def work(numbered: tuple[int, tuple[int, ExactCover]]) -> Iterator[tuple[int, Batch] | None]:
        number, (branch, cover) = numbered
        for batch in checked(cover, plan.solver, load.begin(number)):
            yield (branch, batch) if len(batch) else None

    def account() -> None:
        stats["seconds"] = time.monotonic() - began
        stats.update(load.total())  # type: ignore[typeddict-item]

    stats["parts"], stats["candidates"] = len(plan.covers), 0
    running = in_order(work, [*enumerate(plan.covers)], min(jobs, len(plan.covers)) if plan.abreast else 1)
    try:
        for found in running:
            account()
            branch, batch = found or (0, NOTHING)
            stats["candidates"] += len(batch)
            yield branch, batch
    finally:
        running.close()
        plan.solver.close()
        account()
