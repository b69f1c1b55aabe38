"""Streaming: solves the parts of a plan in this process, and yields their solutions in order as they are found."""

import time
from collections.abc import Callable, Generator
from contextlib import closing

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.errors import Stopped
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Request
from satpuzzle.search.schedule import in_order
from satpuzzle.search.solve import candidates, filtering, stream_part
from satpuzzle.search.tally import Classifier, Found
from satpuzzle.search.totals import Account


def stream_solutions(
    request: Request,
    plan: Plan,
    clock: Clock,
    one_by_one: bool,
    account: Account,
    stats: Stats,
    watch: Callable[[], None],
) -> Generator[Batch, None, None]:
    """Yield batches with one solution of each class that counts, and empty batches while the search is running.

    With `one_by_one`, the first solution found of a class represents it.  `watch` is called before each batch.  The
    `account` and `stats` are updated.  Raises BackendError, after the last solution found, if the engine fails, and
    Stopped if the clock stops.
    """
    began, halt, judge = time.monotonic(), Clock(within=clock), request.judge
    jobs = min(request.threads, len(plan.parts)) if plan.parallel else 1
    first_of_class = Classifier(plan.tables.symmetry, filtering(plan, judge, clock), one_by_one=True)

    def work(numbered: tuple[int, Part]) -> Generator[Found | Batch | None, None, Outcome | None]:
        number, part = numbered
        if not one_by_one:
            return (yield from stream_part(plan, part, halt, judge, account.begin(number)))
        with closing(candidates(plan, part, halt, account.begin(number))) as batches:
            for batch in batches:
                yield batch if len(batch) else None
        return None

    def look() -> None:
        stats.update(account.stats())  # type: ignore[typeddict-item]
        stats["seconds"] = time.monotonic() - began
        if account.tally.undecided:
            stats["undecided"] = account.tally.undecided

    stats["parts"], stats["candidates"] = len(plan.parts), 0
    running = in_order(work, [*enumerate(plan.parts)], jobs, halt)
    try:
        for result in running:
            if isinstance(result, Outcome):
                if result.status is not Status.EXHAUSTED:
                    raise Stopped("a part was not searched to its end")
                continue
            look()
            watch()
            if result is None:
                yield NOTHING
                continue
            for found in (result,) if isinstance(result, Found) else first_of_class.take(result, None):
                account.tally.add(found)
                yield found.solutions
                clock.check()
    finally:
        running.close()
        plan.solver.close()
        look()
