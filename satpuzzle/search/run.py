"""Runs: a request on its way, listed once, then asked."""

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import partial
from typing import Generic, NoReturn, TypeVar

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.reasons import Reason
from satpuzzle.cover.tables import Tables
from satpuzzle.display import Reported
from satpuzzle.engines.base import SolverConfig, Stats
from satpuzzle.errors import ConsumedError, Stopped
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.account import Account, Totals
from satpuzzle.search.part import Outcome
from satpuzzle.search.plan import Plan, make_plan
from satpuzzle.search.request import Request
from satpuzzle.search.stream import stream_solutions
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution, Solutions

Found = TypeVar("Found")  # what a solution is handed out as


class Search:
    """A request on its way: list its solutions, then ask for `status`, `counts` and `stats`.

    Nothing happens until the first step, and there is one listing: another is refused with ConsumedError.  Ctrl-C
    ends it like a limit, and so does `interrupt`.  `watch` is called with the search several times a second, whether
    anything was found or not.  The order of solutions is the same for any number of jobs.  Raises PuzzleError if the
    request does not suit the puzzle, and BackendError if the engine breaks down; what was found before stays found.
    """

    def __init__(self, request: Request, watch: Callable[["Search"], None] | None = None) -> None:
        self.request = request
        self.watch = watch or (lambda search: None)
        self.clock = Clock(request.seconds, within=request.clock)
        self.status: Status | None = None  # why it ended
        self.stats: Stats = {}
        self.totals: Callable[[], Totals] = Totals  # returns what was found so far
        self.account: Account | None = None  # of parts that are worked on here, without a journal
        self._tables: Tables | None = None
        self._plan: Plan | None = None

    def options(self) -> Iterator[tuple[int, ...]]:
        """List the solutions that are distinct up to the request's convention, as option numbers, ascending."""
        listed, limit = 0, self.request.limit
        batches = self.batches(one_by_one=limit is not None)
        for batch in batches:
            if not len(batch):
                continue
            for member in self.tabulate().symmetry.expand(batch, self.request.up_to).tolist():
                yield tuple(option for option in member if option >= 0)
                listed += 1
                if listed == limit:
                    batches.close()
                    self.status = Status.SOLUTION_LIMIT
                    return

    def batches(self, one_by_one: bool = False) -> Generator[Batch, None, None]:
        """Iterate over batches of solutions, one a class, some of them empty, padded with -1.

        The options of a solution come in no particular order, since many a search only counts.  The smallest of a class
        stands for it, or one by one, the first that was found.
        """
        if self.status is not None:
            raise ConsumedError("a run is iterated over once: solve again for another iteration")
        self.status = Status.INTERRUPTED  # until the search says otherwise
        try:
            self.status = yield from self._found(one_by_one)
        except Stopped:
            self.status = self.clock.status or Status.INTERRUPTED
        except KeyboardInterrupt:
            pass

    def _found(self, one_by_one: bool) -> Generator[Batch, None, Status]:
        tables, request = self.tabulate(), self.request
        if self.reason is not None or self.plan().reason is not None:
            return Status.EXHAUSTED
        plan, watch = self.plan(), partial(self.watch, self)
        if request.journaled:
            from satpuzzle.search.journaled import resumed

            return (yield from resumed(request, plan, self.clock, self._report, watch))
        self.account = Account([part.cover(tables) for part in plan.parts], plan.config.engine.unit)
        self.totals = self.account.totals
        yield from stream_solutions(request, plan, self.clock, one_by_one, self.account, self.stats, watch)
        return Status.EXHAUSTED

    def _report(self, totals: Totals, stats: Stats) -> None:
        """Take down what was found and counted so far."""
        self.totals = lambda: totals
        self.stats.update(stats)
        if totals.undecided:
            self.stats["undecided"] = totals.undecided

    def conclude(self, outcome: Outcome) -> None:
        """Take over an outcome of the whole problem that was found otherwise than by this search."""
        self.status = outcome.status
        self._report(Totals(outcome.counts, outcome.packings, outcome.undecided), outcome.stats)

    def exhaust(self) -> Counts:
        """Run to the end, or to a limit, without making solutions; return the counts."""
        if self.status in (None, Status.INTERRUPTED):
            for _ in self.batches() if self.request.limit is None else self.options():
                pass
        return self.counts

    def interrupt(self) -> None:
        """Stop soon, with the status INTERRUPTED; may be called from a signal handler or another thread."""
        self.clock.stop()

    def tabulate(self) -> Tables:
        """Write the problem down, once; iterating does it too.

        Raises PuzzleError if it is too large or the given pieces make no sense, and Stopped if the time is over.
        """
        self.clock.start()
        if self._tables is None:
            began = time.monotonic()
            self._tables = self.request.tables(self.clock)
            self.stats["placements"] = len(self._tables.cover.rows)
            self.stats["preparation"] = time.monotonic() - began
        return self._tables

    def plan(self) -> Plan:
        """Decide how to search, once; iterating does it too."""
        if self._plan is None:
            tables, began = self.tabulate(), time.monotonic()
            asked = self.request
            self._plan = make_plan(tables, asked.config, self.clock, divide=not asked.resumes, limit=asked.limit)
            self.stats |= self._plan.stats
            self.stats["planning"] = time.monotonic() - began
        return self._plan

    @property
    def counts(self) -> Counts:
        """Return what was found so far by each convention; final when the search is exhausted."""
        totals = self.totals()
        return replace(totals.found, final=self.status is Status.EXHAUSTED and not totals.undecided)

    @property
    def packings(self) -> Counts:
        """Return the counts of all that was found, whether the request's judge lets it count or not."""
        return replace(self.totals().packings, final=self.status is Status.EXHAUSTED)

    @property
    def config(self) -> SolverConfig:
        """Return the way to solve, with what depends on the problem decided as soon as that is known."""
        return self._plan.config if self._plan else self.request.config

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle; PuzzleError if a bare cover is solved."""
        return self.request.puzzle

    @property
    def obstacle(self) -> Reason | None:
        """Return why the problem is impossible, if that was seen at once, or at little cost before a long search."""
        known = [self._tables, self._plan]
        return next((one.reason for one in known if one is not None and one.reason is not None), None)

    @property
    def reason(self) -> str | None:
        """Return the obstacle as a sentence, None if there is none to be seen."""
        return None if self.obstacle is None else self.obstacle.text

    @property
    def symmetry(self) -> dict[str, int]:
        """Return the orders of the group that tells solutions apart, once it is known."""
        return {} if self._tables is None else self._tables.symmetry.orders


class Listed(Search, Reported, Generic[Found]):
    """A search of which the solutions are listed, as objects of one kind; it is an iterable, and no list."""

    @abstractmethod
    def __iter__(self) -> Iterator[Found]:
        """Search, and iterate over the solutions as they are found."""

    def first(self) -> Found | None:
        """Search for one solution; return it, or None if there is none or a limit came before it (see `status`)."""
        return next(iter(self.take(1)), None)

    def take(self, number: int) -> list[Found]:
        """Search for so many solutions and return them, or all if there are no more; that was the one listing."""
        most = self.request.limit
        self.request = replace(self.request, limit=number if most is None else min(number, most))
        return list(self)

    def __getitem__(self, number: object) -> NoReturn:
        raise TypeError(
            "a run has no solutions before it has searched: run.first() is the first one, run.take(n) a list of n,"
            " list(run) a list of all"
        )

    def __len__(self) -> NoReturn:
        raise TypeError(
            "a run has no length before it has searched: run.exhaust() counts all solutions, len(list(run)) lists them"
        )

    def __bool__(self) -> bool:
        return True  # without this, Python would ask for the length

    def __repr__(self) -> str:
        if self.status is None:
            found = "not begun"
        else:  # a listing that was left, or goes on, is interrupted
            found = f"{self.counts}, {'so far' if self.status is Status.INTERRUPTED else self.status}"
        return f"<run of {self.request.name} by {self.config}: {found}>"


class Run(Listed[Solution]):
    """A search for the packings of a puzzle; iterate over them once."""

    def __iter__(self) -> Iterator[Solution]:
        for options in self.options():
            yield Solution(options, self.puzzle, self.tabulate().placements)

    def take(self, number: int) -> Solutions:
        """Search for so many solutions, as `Listed.take`; a notebook shows them on a sheet."""
        return Solutions(super().take(number))


class CoverRun(Listed[tuple[int, ...]]):
    """A search for the solutions of a bare cover; iterate over them once, each the numbers of the chosen options."""

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self.options()

    def chosen(self) -> Iterator[Chosen]:
        """Iterate over solutions that know their items, in place of bare numbers."""
        return (Chosen(options, self.tabulate().cover) for options in self)
