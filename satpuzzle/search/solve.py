"""Solves parts of a search; every carrier calls these functions.

The solutions of a part are checked, classified and counted in the process that solves it.  `stream_part` yields them as
they are found; `solve_part` collects them, or drops them if only their numbers are wanted.
"""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.exact_cover import Batch, ExactCover, ascending
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Returning, Stats
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.machine import thread_seconds
from satpuzzle.search.check import Check
from satpuzzle.search.part import Outcome, Part, concatenated
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Judge
from satpuzzle.search.tally import Classifier, Found, Keep, Tally


def solve_part(
    plan: Plan, part: Part, clock: Clock = UNLIMITED, judge: Judge | None = None, count_only: bool = False
) -> Outcome:
    """Solve a part in this thread; return its outcome, which is incomplete if the clock stops.

    With `count_only`, the solutions are counted but not kept.  Raises BackendError if the engine fails.
    """
    stats, began = Stats(), thread_seconds()
    outcome: Outcome | None = None

    def streamed() -> Iterator[Found | None]:
        nonlocal outcome
        outcome = yield from stream_part(plan, part, clock, judge, stats)

    found = [one.solutions for one in streamed() if one is not None and len(one.solutions) and not count_only]
    assert outcome is not None
    cpu = thread_seconds() - began + stats.get("process", 0.0)
    return replace(outcome, solutions=ascending(concatenated(found)), cpu=cpu)


def stream_part(
    plan: Plan, part: Part, clock: Clock, judge: Judge | None, stats: Stats
) -> Generator[Found | None, None, Outcome]:
    """Yield the solutions of a part that count, as they are found, and sometimes None; return the outcome.

    The outcome has the counts but not the solutions.  None lets the caller stop a long search.  The solver updates
    `stats` while it runs.  Raises BackendError if the engine fails.
    """
    tally, status = Tally(), Status.EXHAUSTED
    keep = filtering(plan.tables, judge, clock)
    classifier, canon = Classifier(plan.tables.symmetry, keep), plan.canon(part)
    try:
        with closing(candidates(plan, part, clock, stats)) as batches:
            for batch in batches:
                if keep is not None or not len(batch):  # a filter may be slow: let the caller stop before it
                    yield None
                for found in classifier.take(batch, canon):
                    tally.add(found)
                    yield found
    except Stopped:
        status = clock.status or Status.INTERRUPTED
    final = status is Status.EXHAUSTED
    return Outcome(part, NOTHING, tally.counts(final), stats, status, tally.packings(final), tally.undecided)


def filtering(tables: Tables, judge: Judge | None, clock: Clock) -> Keep | None:
    """Return what decides which solutions count: rules that judge packings, then a judge; None without these."""

    def keep(batch: Batch) -> tuple[NDArray[np.bool_], int]:
        held, undecided = np.ones(len(batch), np.bool_), 0
        for number in range(len(batch)) if tables.filters else ():
            clock.check()
            held[number] = tables.held(batch[number : number + 1])[0]
        if judge is not None:
            held[held], undecided = judge.judge(tables.placements, tables.placements.of_pieces(batch[held]), clock)
        return held, undecided

    return keep if tables.filters or judge is not None else None


def candidates(plan: Plan, part: Part, clock: Clock, stats: Stats) -> Generator[Batch, None, None]:
    """Yield all solutions of a part in batches, which may be empty; each solution is checked before.

    Raises BackendError if the engine fails, and Stopped if the clock stops.
    """
    stats["candidates"] = 0
    cover = plan.cover(part)
    with closing(checked(cover, plan.solver(cover, stats))) as batches:
        for batch in batches:
            stats["candidates"] += len(batch)
            yield batch
            clock.check()
    if "nodes" in stats:
        stats["nodes_done"] = stats["nodes"]
    stats["parts_done"] = 1  # from now on `stats` does not change


def checked(cover: ExactCover, batches: Iterator[Batch]) -> Generator[Batch, None, bool]:
    """Yield a solver's batches for a cover, and return what it returns.

    Raises BackendError if a row is not a solution.
    """
    check, results = Check(cover), Returning(batches)
    for batch in results:
        try:
            check(batch)
        except AssertionError as error:
            raise BackendError(f"the solver gave a wrong solution: {error}") from None
        yield batch
    return results.complete
