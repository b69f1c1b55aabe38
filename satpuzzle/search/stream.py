"""Streaming: searches in this process, and yields solutions in order as they are found.

If only some solutions are wanted, the engine may first search *early*, without a plan.  Then the parts of a plan are
solved, as long as solutions are missing.  If none was found early, the engine may also look for one *beside* the plan,
in ways that prove nothing: before it, and then in turn with its parts, each turn twice as long as the one before.
"""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import islice

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Offer, Returning, Stats
from satpuzzle.errors import Stopped
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Request
from satpuzzle.search.schedule import in_order
from satpuzzle.search.solve import candidates, checked, filtering, stream_part
from satpuzzle.search.tally import Classifier, Found
from satpuzzle.search.totals import Account

_TURN = 256  # batches, nearly all empty, that are looked for beside a plan before it is made
_VAIN = 3  # empty batches of an early search after which colourings and pairings are tried: they take as long


class Stream:
    """The solutions of a request, one of each class that counts; empty batches while the search is running.

    With `one_by_one`, the first solution found of a class represents it.  `watch` is called before each batch.  The
    `account` and `stats` are updated.
    """

    def __init__(
        self,
        request: Request,
        tables: Tables,
        clock: Clock,
        one_by_one: bool,
        stats: Stats,
        watch: Callable[[], None],
    ) -> None:
        self.account = Account(unit=request.config.engine.unit)
        self._request, self._tables, self._clock, self._stats, self._watch = request, tables, clock, stats, watch
        keep = filtering(tables, request.judge, clock)
        self._first_of_class = Classifier(tables.symmetry, keep, one_by_one=True) if one_by_one else None
        self._seconds, self._began = 0.0, time.monotonic()
        self._excluded = False  # whether the early search was ended by a reason why there is no solution
        self._beside: Iterator[Batch] = iter(())  # what may find the first solution beside a plan
        self._turn = _TURN  # the number of its batches, and of those of the plan, that come next

    def early(self, limit: int) -> Generator[Batch, None, bool]:
        """Yield solutions that an early search finds, to list `limit` of them; return whether these are all.

        Raises BackendError if the engine fails, and Stopped if the clock stops.
        """
        request, tables, stats = self._request, self._tables, self.account.early
        self._clock.check()
        offer = Offer(tables.restricted, tables.points, limit, request.node_limit)
        stats["candidates"], self._began, vain = 0, time.monotonic(), 0
        batches = checked(tables.cover, request.config.engine.early(offer, request.config, stats, self._clock))
        results = Returning(batches)
        try:
            for batch in results:
                stats["candidates"] += len(batch)
                yield from self._taken(batch, "early")
                vain += not len(batch)
                if vain == _VAIN and tables.parity(self._clock) is not None:
                    self._excluded = True
                    return False  # the plan says why
            return results.complete
        finally:
            batches.close()
            self._look()
            self._seconds = self._stats["seconds"]

    def beside(self, limit: int) -> Generator[Batch, None, None]:
        """Yield solutions that are found beside the plan, until its parts have their first turn, or one is found.

        Nothing is yielded if solutions are known, or a reason why there are none.  Raises BackendError if the engine
        fails, and Stopped if the clock stops.
        """
        request, tables = self._request, self._tables
        if self._excluded or self._stats.get("found_by") is not None:
            return
        offer = Offer([(None, tables.cover)], tables.points, limit, request.node_limit)
        found = request.config.engine.beside(offer, request.config, self.account.early, self._clock)
        self._beside = checked(tables.cover, found)
        yield from self._in_turn()

    def planned(self, plan: Plan) -> Generator[Batch, None, None]:
        """Yield the solutions of a plan, except those whose classes were found early.

        Raises BackendError, after the last solution found, if the engine fails, and Stopped if the clock stops.
        """
        request, account, halt = self._request, self.account, Clock(within=self._clock)
        jobs = min(request.threads, len(plan.parts)) if plan.parallel else 1

        def work(numbered: tuple[int, Part]) -> Generator[Found | Batch | None, None, Outcome | None]:
            number, part = numbered
            if self._first_of_class is None:
                return (yield from stream_part(plan, part, halt, request.judge, account.begin(number)))
            with closing(candidates(plan, part, halt, account.begin(number))) as batches:
                for batch in batches:
                    yield batch if len(batch) else None
            return None

        self._stats["parts"], self._stats["candidates"] = len(plan.parts), 0
        account.divide(part.cover(plan.tables) for part in plan.parts)
        self._began = time.monotonic()
        running, turn = in_order(work, [*enumerate(plan.parts)], jobs, halt), 0
        try:
            for result in running:
                if not isinstance(result, Outcome):
                    yield from self._taken(NOTHING if result is None else result, "plan")
                    turn += 1
                    if turn == self._turn:
                        self._turn, turn = 2 * self._turn, 0
                        yield from self._in_turn()
                elif result.status is not Status.EXHAUSTED:
                    raise Stopped("a part was not searched to its end")
        finally:
            running.close()
            plan.solver.close()
            self._look()

    def _in_turn(self) -> Iterator[Batch]:
        """Yield what is found beside the plan in one turn, until a solution is found."""
        for batch in islice(self._beside, self._turn):
            self.account.early["candidates"] += len(batch)
            yield from self._taken(batch, "sweep")
            if "found_by" in self._stats:
                self._beside = iter(())

    def _taken(self, result: Found | Batch, by: str) -> Iterator[Batch]:
        """Yield those solutions of a result that count; an empty batch if the result is empty.

        `by` says what found them.
        """
        self._look()
        self._watch()
        if isinstance(result, Found):
            chosen: Iterator[Found] = iter((result,))
        elif len(result) and self._first_of_class is not None:
            chosen = self._first_of_class.take(result, None)
        else:
            yield NOTHING
            return
        for found in chosen:
            self.account.tally.add(found)
            if len(found.solutions):
                self._stats.setdefault("found_by", by)
            yield found.solutions
            self._clock.check()

    def _look(self) -> None:
        """Update the statistics."""
        self._stats.update(self.account.stats())  # type: ignore[typeddict-item]
        self._stats["seconds"] = self._seconds + time.monotonic() - self._began
        if self.account.tally.undecided:
            self._stats["undecided"] = self.account.tally.undecided
