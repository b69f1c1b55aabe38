"""Carrying the parts of a plan: several at a time on this machine, what they find in order."""

import time
from collections.abc import Generator, Iterator

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.search.carriers.threads import in_order
from satpuzzle.search.part import checked
from satpuzzle.search.plan import Plan


def carry(plan: Plan, jobs: int, stats: Stats) -> Generator[tuple[int, Batch], None, None]:
    """Yield the solutions of all parts, part after part, `jobs` of them at a time; empty batches while at work.

    Each batch comes with the number of its branch.  What the parts count is added up in `stats`, `seconds` and
    `candidates` besides.  Raises BackendError, after the last solution found, if the engine breaks down.
    """
    counted: list[Stats] = []
    began = time.monotonic()

    def work(part: tuple[int, ExactCover]) -> Iterator[tuple[int, Batch] | None]:
        own: Stats = {}
        counted.append(own)
        branch, cover = part
        for batch in checked(cover, plan.solver, own):
            yield (branch, batch) if len(batch) else None

    def account() -> None:
        stats["seconds"] = time.monotonic() - began
        now = [own.copy() for own in list(counted)]  # other threads add to them meanwhile
        for key in {key for own in now for key in own}:
            stats[key] = sum(own[key] for own in now if key in own)  # type: ignore[literal-required]

    stats["parts"], stats["candidates"] = len(plan.covers), 0
    running = in_order(work, plan.covers, min(jobs, len(plan.covers)) if plan.abreast else 1)
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
