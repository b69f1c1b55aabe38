"""Runs: a run executes a request.  Its solutions can be listed once; afterwards it has the counts and statistics."""

import math
import time
from abc import abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Generic, NoReturn, TypeVar

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.reasons import Reason
from satpuzzle.cover.tables import Tables
from satpuzzle.display import Reported
from satpuzzle.engines.base import Offer, QuickSearch, SolverConfig, Stats
from satpuzzle.errors import ConsumedError, PuzzleError, Stopped
from satpuzzle.machine import BROWSER
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.part import Outcome
from satpuzzle.search.plan import Plan, make_plan
from satpuzzle.search.request import Request
from satpuzzle.search.stream import Stream
from satpuzzle.search.totals import Account, Totals
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution, Solutions

_PORTION = 4096  # solutions of a batch that are made into tuples at a time

Found = TypeVar("Found")  # the type of the listed solutions


class Search:
    """A search that executes a request: list its solutions, then read `status`, `counts` and `stats`.

    The search begins when the first solution is requested.  Solutions can be listed once; a second listing raises
    ConsumedError.  Ctrl-C and `interrupt` end the search like a limit.  `watch` is called with the search several times
    a second.  The order of solutions is the same for any number of jobs.  Listing raises PuzzleError if the request
    does not apply to the puzzle, and BackendError if the engine fails; `counts` then has the results until then.
    """

    direct = False  # whether the search lists no placements, so that no other method counts sooner

    def __init__(
        self,
        request: Request,
        watch: Callable[["Search"], None] | None = None,
        tables: Tables | None = None,
    ) -> None:
        self.request = request
        self.watch = watch or (lambda search: None)
        self.limit = request.limit  # the number of solutions at which the listing stops; `take` lowers it
        self.clock = Clock(request.time_limit, within=request.clock)
        self.status: Status | None = None  # why the search ended, None if it has not begun
        self.stats: Stats = {}
        self.totals: Callable[[], Totals] = Totals  # returns the sums so far
        self.account: Account | None = None  # the account of the parts, if there is no journal
        self._tables = tables
        self._plan: Plan | None = None
        self._quick: QuickSearch | None = None

    def options(self) -> Generator[tuple[int, ...], None, None]:
        """Yield one solution of each class by the request's convention, as tuples of ascending option numbers."""
        listed, limit = 0, self.limit
        with closing(self.batches(one_by_one=limit is not None)) as batches:
            for batch in _in_portions(batches):
                for member in self.tabulate().symmetry.expand(batch, self.request.up_to).tolist():
                    yield tuple(option for option in member if option >= 0)
                    listed += 1
                    if listed == limit:
                        batches.close()
                        self.status = Status.SOLUTION_LIMIT
                        return

    def batches(self, one_by_one: bool = False) -> Generator[Batch, None, None]:
        """Yield batches with one solution of each symmetry class: rows of option numbers in any order, padded with -1.

        A batch may be empty, while the search is running.  The smallest solution of a class represents it; with
        `one_by_one`, the first one that is found does, which is faster if few solutions are wanted.
        """
        if self.status is not None:
            raise ConsumedError("a run is iterated over once: solve again for another iteration")
        self.status = Status.INTERRUPTED  # until the search ends in another way
        try:
            self.status = yield from self._found(one_by_one)
        except Stopped:
            self.status = self.clock.status or (Status.NODE_LIMIT if self._at_node_limit() else Status.INTERRUPTED)
        except GeneratorExit:  # whoever lists the solutions wants no more of them
            self.status = self.clock.status or Status.INTERRUPTED
            raise
        except KeyboardInterrupt:
            pass

    def _found(self, one_by_one: bool) -> Generator[Batch, None, Status]:
        tables, request = self.tabulate(), self.request
        watch = partial(self.watch, self)
        if self.reason is not None:
            return Status.EXHAUSTED
        if request.journaled:
            if self.plan().reason is not None:
                return Status.EXHAUSTED
            from satpuzzle.search.journaled import resumed

            return (yield from resumed(request, self.plan(), self.clock, self._report, watch))
        stream = Stream(request, tables, self.clock, one_by_one, self.stats, watch)
        self.account, self.totals = stream.account, stream.account.totals
        if self.limit is not None and self._plan is None and (yield from stream.early(self.limit)):
            return Status.EXHAUSTED
        if self.limit is not None and self._plan is None:
            yield from stream.beside(self.limit)
        if self.plan().reason is None:
            yield from stream.planned(self.plan())
        return Status.EXHAUSTED

    def _at_node_limit(self) -> bool:
        limit = self.request.node_limit
        return limit is not None and self.stats.get("nodes", 0) >= limit

    def _report(self, totals: Totals, stats: Stats) -> None:
        """Store the totals and the statistics so far."""
        self.totals = lambda: totals
        self.stats.update(stats)
        if totals.undecided:
            self.stats["undecided"] = totals.undecided

    def conclude(self, outcome: Outcome) -> None:
        """Set the outcome of the whole problem, which was found in another way, for example by a frontier."""
        self.status = outcome.status
        self._report(Totals(outcome.counts, outcome.packings, outcome.undecided), outcome.stats)

    def exhaust(self) -> Counts:
        """Search to the end, or to a limit, without making Solution objects; return the counts."""
        if self.status in (None, Status.INTERRUPTED):
            for _ in self.batches() if self.limit is None else self.options():
                pass
        return self.counts

    def interrupt(self) -> None:
        """Stop the search soon, with the status INTERRUPTED.  Signal handlers and other threads may call this."""
        self.clock.stop()

    def tabulate(self) -> Tables:
        """Return the tables of the problem; they are made once, here or when solutions are listed.

        Raises PuzzleError if the problem is too large or the given pieces are invalid, and Stopped if the time is over.
        """
        self.clock.start()
        if self._tables is None:
            began = time.monotonic()
            self._tables = self.request.tables(self.clock)
            self.stats["placements"] = len(self._tables.cover.rows)
            self.stats["preparation"] = time.monotonic() - began
        return self._tables

    def quick(self) -> QuickSearch:
        """Return the result of a short search for all solutions, made once; errors are those of `tabulate`."""
        if self._quick is None:
            tables, config = self.tabulate(), self.request.config
            self._quick = config.engine.quick_search(Offer(tables.restricted, tables.points), config, self.clock)
        return self._quick

    @property
    def looked(self) -> float:
        """Return the seconds that a search is expected to take by a short one that was made, or infinity."""
        return math.inf if self._quick is None else self._quick.seconds

    def plan(self) -> Plan:
        """Return the plan, made once; errors are those of `tabulate`, and PuzzleError for a wrong configuration."""
        if self._plan is None:
            tables, request, began = self.tabulate(), self.request, time.monotonic()
            divide = not request.resumes
            nodes_left = None if request.node_limit is None else request.node_limit - self.stats.get("nodes", 0)
            if nodes_left is not None and nodes_left <= 0:
                raise Stopped("the node limit was reached", by_limit=True)
            rate = self.stats.get("candidates", 0) / max(1, self.stats.get("nodes", 0))
            self._plan = make_plan(
                tables, request.config, self.clock, divide, self.limit, nodes_left, rate, self._quick
            )
            self.stats |= self._plan.stats
            self.stats["planning"] = time.monotonic() - began
        return self._plan

    @property
    def counts(self) -> Counts:
        """Return the counts so far; they are final if the search is exhausted."""
        totals = self.totals()
        none = Counts(patterns=0 if "patterns" in self.symmetry and not totals.found.raw else None)
        return replace(none + totals.found, final=self.status is Status.EXHAUSTED and not totals.undecided)

    @property
    def packings(self) -> Counts:
        """Return the counts of all packings found so far, including those that the request's filter rejects."""
        return replace(self.totals().packings, final=self.status is Status.EXHAUSTED)

    @property
    def config(self) -> SolverConfig:
        """Return the solver's configuration; after planning, it includes the choices that depend on the problem."""
        return self._plan.config if self._plan else self.request.config

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle.  Raises PuzzleError if the problem is a bare cover."""
        return self.request.puzzle

    @property
    def obstacle(self) -> Reason | None:
        """Return why the problem has no solution, if a check before the search has found a reason; else None."""
        if self._tables is not None and self._tables.reason is not None:
            return self._tables.reason
        return None if self._plan is None else self._plan.reason

    @property
    def reason(self) -> str | None:
        """Return the obstacle as a sentence, or None if there is none."""
        return None if (obstacle := self.obstacle) is None else obstacle.text

    @property
    def symmetry(self) -> dict[str, int]:
        """Return the orders of the symmetry group by name, such as `rotations`; empty until the tables are made."""
        return {} if self._tables is None else self._tables.symmetry.orders


def _in_portions(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield the batches in portions of a few solutions, so that the first solutions come as soon as they are found."""
    for batch in batches:
        for start in range(0, len(batch), _PORTION):
            yield batch[start : start + _PORTION]


class Listed(Search, Reported, Generic[Found]):
    """A search whose solutions are listed as objects of type `Found`; it is an iterable, not a list."""

    @abstractmethod
    def __iter__(self) -> Generator[Found, None, None]:
        """Search, and iterate over the solutions as they are found."""

    async def __aiter__(self) -> AsyncGenerator[Found, None]:
        """Iterate as `__iter__` does, while a thread searches and the event loop goes on.

        A task that is cancelled, or leaves the loop, stops the search.  A browser has no threads, so there the event
        loop goes on after each solution.
        """
        import asyncio  # which few programs need

        if BROWSER:
            for each in self:
                yield each
                await asyncio.sleep(0)
            return
        from concurrent.futures import ThreadPoolExecutor

        loop, worker, listing = asyncio.get_running_loop(), ThreadPoolExecutor(1), iter(self)
        try:
            while (found := await loop.run_in_executor(worker, next, listing, None)) is not None:
                yield found
        finally:
            self.interrupt()
            await loop.run_in_executor(worker, listing.close)  # after the step that the thread is at
            worker.shutdown()

    def first(self) -> Found | None:
        """Search for one solution; return it, or None if none exists or a limit was reached first (see `status`)."""
        return next(iter(self.take(1)), None)

    def take(self, number: int) -> list[Found]:
        """Search for `number` solutions; return a list of them, shorter if there are fewer.

        The search cannot be listed again.
        """
        if number < 1:
            raise PuzzleError(f"limit {number}: allowed are integers from 1")
        self.limit = number if self.limit is None else min(number, self.limit)
        return list(self)

    def __getitem__(self, number: object) -> NoReturn:
        raise TypeError(
            "a run is no list of solutions: run.first() is the first one, run.take(n) a list of n, list(run) a list of"
            " all"
        )

    def __len__(self) -> NoReturn:
        raise TypeError(
            "a run is no list of solutions and has no length: run.exhaust() counts them all, list(run) lists them"
        )

    def __next__(self) -> NoReturn:
        raise TypeError("a run is an iterable, not an iterator: run.first() is its first solution, next(iter(run)) too")

    def __bool__(self) -> bool:
        return True  # without this method, Python would call __len__

    def __repr__(self) -> str:
        if self.status is None:
            found = "not begun"
        else:  # INTERRUPTED is also the status of a listing that is still running or was abandoned
            found = f"{self.counts}, {'so far' if self.status is Status.INTERRUPTED else self.status}"
        return f"<run of {self.request.name} by {self.config}: {found}>"


class Run(Listed[Solution]):
    """A search for the packings of a puzzle.  Iterate over it once to get Solutions."""

    def __iter__(self) -> Generator[Solution, None, None]:
        for options in self.options():
            yield Solution(options, self.puzzle, self.tabulate().placements)

    def take(self, number: int) -> Solutions:
        """Search for `number` solutions, as `Listed.take` does; a notebook shows them on a sheet."""
        found = Solutions(super().take(number))
        found.status = self.status
        return found


class CoverRun(Listed[tuple[int, ...]]):
    """A search for the solutions of a bare cover.  Iterate over it once to get tuples of chosen option numbers."""

    def __iter__(self) -> Generator[tuple[int, ...], None, None]:
        return self.options()

    def chosen(self) -> Iterator[Chosen]:
        """Yield the solutions as Chosen objects, which have the names of the items besides the option numbers."""
        return (Chosen(options, self.tabulate().cover) for options in self)
