"""A search with a journal: each part is solved once, by any process at any time, and listed in the order of the plan.

One thread of this process owns the journal.  It leases parts, gives them to a carrier, and records the results, without
waiting for the reader of the solutions.  If the user names no file, the journal is a temporary database of SQLite.

Solutions are listed in the order of the planned parts, and within a part as they were found; the children of a part
that was split take its place.
"""

import logging
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.errors import BackendError, PuzzleError, SatpuzzleError, Stopped
from satpuzzle.search.carriers.base import Carrier, Result, Workplace
from satpuzzle.search.carriers.cluster import LOCAL, Cluster, NoWorkers
from satpuzzle.search.carriers.threads import Threads
from satpuzzle.search.journal.audit import verify
from satpuzzle.search.journal.journal import DONE, Journal, Share
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Request
from satpuzzle.search.schedule import Scheduler
from satpuzzle.search.totals import Totals

_PATIENCE = 0.1  # seconds between two queries for finished parts
_OTHERS = 0.5  # seconds between two queries while other processes have all open parts
_HEARTBEAT = 10.0  # seconds between two heartbeats
_GIVE_UP = 5  # the number of failed parts at which the search ends

Report = Callable[[Totals, Stats], None]  # receives the sums and the statistics so far

_log = logging.getLogger(__name__)


def resumed(
    request: Request, plan: Plan, clock: Clock, report: Report, watch: Callable[[], None]
) -> Generator[Batch, None, Status]:
    """Continue from a request's journal, or begin it; yield solutions and return a status as `stream_journal` does."""
    halt = Clock(within=clock)
    with Journal(request.file, work=True) as journal, closing(plan.solver):
        header = request.header(plan.tables)
        if not journal.begun:
            journal.begin(header, plan.tables, plan.named(), {"way": str(plan.config), **plan.stats})
        verify(journal)
        journal.header.refuse(header, journal.path)
        journal.read_for(plan.tables)
        workplace = Workplace(plan, request.judge, request.part_seconds, request.count_only)
        threads = partial(_threads, workplace, request.threads if plan.parallel else 1, halt)
        ledger = JournalLedger(journal, Share(*request.share), str(plan.config), halt)
        owner = Owner(ledger, _cluster(request, workplace) or threads(), halt, threads)
        return (yield from stream_journal(ledger, owner, clock, report, watch))


def _threads(workplace: Workplace, jobs: int, halt: Clock) -> Carrier:
    def work(part: Part) -> Generator[None, None, Result]:
        yield
        return workplace.work(part, halt)

    return Threads(work, jobs, halt)


def _cluster(request: Request, workplace: Workplace) -> Carrier | None:
    """Return the carrier for the cluster that the request names, or None if it names none.

    If the workers cannot be started, there is a warning, and the result is None.
    """
    if request.cluster is None:
        return None
    try:
        return Cluster(request.cluster, workplace, request.threads)
    except NoWorkers as error:
        _go_on(error)
        return None


def _go_on(error: NoWorkers) -> None:
    _log.warning(f"--cluster {LOCAL}: {error}; the search goes on with threads")


class JournalLedger:
    """Gives the parts of a journal to the scheduler, and records their results in the journal."""

    def __init__(self, journal: Journal, share: Share, config: str, clock: Clock) -> None:
        self.journal, self.share, self.config, self.clock = journal, share, config, clock
        self.failed: dict[bytes, SatpuzzleError] = {}  # the errors of parts that failed, by path
        self._last_heartbeat = time.monotonic()

    def lease(self, most: int) -> Sequence[tuple[bytes, Part]]:
        """Lease up to `most` open parts for this process; return them with their paths."""
        return [(one.path, one.part) for one in self.journal.lease(most, self.share, [*self.failed])]

    def take(self, place: bytes, result: Result, ended: bool) -> None:
        """Record the result of a part, or release its lease if it was not finished."""
        if isinstance(result, Outcome) and result.status is Status.EXHAUSTED:
            self.journal.record(place, result, self.config)
        elif isinstance(result, list):
            self.journal.split(place, result)
        elif isinstance(result, PuzzleError):  # the worker has another version
            raise result
        else:
            if isinstance(result, SatpuzzleError) and not isinstance(result, Stopped):
                self.failed[place] = result
                if len(self.failed) >= _GIVE_UP:
                    self.clock.stop()
            self.journal.release(place)
            if isinstance(result, BaseException) and not isinstance(result, SatpuzzleError):
                raise result

    def unfinished(self) -> bool:
        """Tell whether other processes are working on parts of this share; if so, wait a moment."""
        if self.journal.left(self.share) <= len(self.failed):
            return False
        self.clock.wait(_OTHERS)
        self.heartbeat(_OTHERS)
        return True

    def heartbeat(self, seconds: float) -> None:
        """Record that this process is alive, if the last heartbeat was at least `seconds` ago."""
        if time.monotonic() - self._last_heartbeat >= seconds:
            self.journal.heartbeat()
            self._last_heartbeat = time.monotonic()


class Owner(threading.Thread):
    """The thread that owns a journal: it runs the scheduler until all parts are finished or the clock stops.

    If all workers of a cluster on this machine are gone, it goes on with the carrier that `threads` returns.
    """

    def __init__(
        self, ledger: JournalLedger, carrier: Carrier, clock: Clock, threads: Callable[[], Carrier] | None = None
    ) -> None:
        super().__init__(name="satpuzzle-journal", daemon=True)
        self.error: BaseException | None = None
        self._ledger, self._carrier, self._threads = ledger, carrier, threads
        self._scheduler = Scheduler(ledger, carrier, clock)

    def run(self) -> None:
        """Run the scheduler; if it raises an exception, store that in `error`."""
        try:
            self._ledger.journal.enter()
            while self._step():
                self._ledger.heartbeat(_HEARTBEAT)
            self._scheduler.stop()
        except BaseException as error:  # the thread that lists the solutions raises it
            self.error = error
        finally:
            self._carrier.close()
            self._ledger.journal.leave()

    def _step(self) -> bool:
        try:
            return self._scheduler.step(_PATIENCE)
        except NoWorkers as error:
            if self._threads is None:
                raise
            _go_on(error)
            self._carrier.close()
            self._carrier = self._threads()
            self._scheduler.change(self._carrier)
            return True


def stream_journal(
    ledger: JournalLedger, owner: Owner, clock: Clock, report: Report, watch: Callable[[], None]
) -> Generator[Batch, None, Status]:
    """Start the thread that owns the journal; yield the solutions of its share in order, and return the final status.

    An empty batch means that the search is still running.  At the end, raises BackendError with the id of the first
    part that failed, if any, JournalError if the journal cannot be written, and PuzzleError if it is damaged.
    """
    journal, at, reported = ledger.journal, b"", 0.0
    began, before = time.monotonic(), journal.totals()

    def account() -> None:
        now = journal.totals()
        stats: Stats = {"parts": now.parts, "parts_done": now.done, "cpu": now.cpu}
        stats["seconds"] = time.monotonic() - began
        if now.nodes:
            stats["nodes"] = stats["nodes_done"] = now.nodes
            stats["nodes_before"] = before.nodes
        report(now, stats)

    try:
        account()
        owner.start()
        while True:
            ended = not owner.is_alive()  # before the query: if it is true, no further part will be finished
            waiting = False
            rows = journal.walk(at, ledger.share)
            for path, state in rows:
                if state == DONE:
                    yield journal.solutions(path)
                elif not ended and path not in ledger.failed:
                    waiting = True
                    break
                at = path
            if time.monotonic() - reported > _PATIENCE:
                account()
                reported = time.monotonic()
            watch()
            if waiting:
                yield NOTHING
                owner.join(_PATIENCE)
            elif not rows and ended:
                break
            elif not rows:
                owner.join(_PATIENCE)
    finally:
        ledger.clock.stop()
        if owner.is_alive():  # Ctrl-C may come while it is started
            owner.join()
        account()
    if owner.error is not None:
        raise owner.error
    clock.check()
    for path, error in ledger.failed.items():
        more = f" (and {len(ledger.failed) - 1} more parts failed)" if len(ledger.failed) > 1 else ""
        raise BackendError(f"{error}; part {journal.part(path).id}{more}; all other parts are recorded")
    verify(journal)
    return Status.EXHAUSTED if journal.left(Share()) == 0 else Status.SHARE
