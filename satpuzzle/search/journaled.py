"""A search with a journal: each part is done once, in any process and at any time, and listed in the order of the plan.

One thread of this process owns the journal: it leases parts, gives them to a carrier, and writes down what comes back,
however slowly solutions are read meanwhile.  Without a file, the journal is SQLite's temporary one.

Solutions are listed part after part as planned, and in a part as they were found; where a part was split, its children
stand in its place.
"""

import logging
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.errors import BackendError, PuzzleError, SatpuzzleError, Stopped
from satpuzzle.search.account import Totals
from satpuzzle.search.audit import renew
from satpuzzle.search.carriers.base import Carrier, Result, Workplace
from satpuzzle.search.carriers.cluster import Cluster, NoWorkers
from satpuzzle.search.carriers.threads import Threads
from satpuzzle.search.integrity import verify
from satpuzzle.search.journal import DONE, Journal, Share
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Request
from satpuzzle.search.schedule import Scheduler

_PATIENCE = 0.1  # seconds between looks at what is done
_OTHERS = 0.5  # seconds between looks at what other processes have done
_GREETING = 10.0  # seconds between signs of life
_GIVE_UP = 5  # parts that fail

Report = Callable[[Totals, Stats], None]  # takes down what was found so far, and what was counted

_log = logging.getLogger(__name__)


def resumed(
    request: Request, plan: Plan, clock: Clock, report: Report, watch: Callable[[], None]
) -> Generator[Batch, None, Status]:
    """Go on with a request's journal, or begin it, as `listed` says."""
    halt = Clock(within=clock)
    if request.resumes and request.journal is not None:
        renew(request.journal, clock.check)
    with Journal(request.journal, work=True) as journal, closing(plan.solver):
        header = request.header(plan.tables)
        if not journal.begun:
            journal.begin(header, plan.tables, plan.named(), {"way": str(plan.config), **plan.stats})
        verify(journal)
        journal.header.refuse(header, journal.path)
        journal.read_for(plan.tables)
        workplace = Workplace(plan, request.judge, request.part_seconds)
        carrier = _cluster(request, workplace) or _threads(workplace, request.threads if plan.abreast else 1, halt)
        ledger = JournalLedger(journal, Share(*request.share), str(plan.config), halt)
        return (yield from listed(ledger, Owner(ledger, carrier, halt), clock, report, watch))


def _threads(workplace: Workplace, jobs: int, halt: Clock) -> Carrier:
    def work(part: Part) -> Generator[None, None, Result]:
        yield
        return workplace.work(part, halt)

    return Threads(work, jobs, halt)


def _cluster(request: Request, workplace: Workplace) -> Carrier | None:
    """Return the request's cluster; None if there is none, or its workers cannot be started, which is said."""
    if request.cluster is None:
        return None
    try:
        return Cluster(request.cluster, workplace, request.threads)
    except NoWorkers as error:
        _log.warning(f"--cluster {request.cluster}: {error}; the search goes on with threads")
        return None


class JournalLedger:
    """A journal as a ledger: parts are leased from it, and what comes of them is written down."""

    def __init__(self, journal: Journal, share: Share, config: str, clock: Clock) -> None:
        self.journal, self.share, self.config, self.clock = journal, share, config, clock
        self.failed: dict[bytes, SatpuzzleError] = {}  # parts that could not be done
        self._greeted = time.monotonic()

    def lease(self, most: int) -> Sequence[tuple[bytes, Part]]:
        """Return up to so many open parts, which are this process's now."""
        return [(one.path, one.part) for one in self.journal.lease(most, self.share, [*self.failed])]

    def take(self, place: bytes, result: Result, ended: bool) -> None:
        """Write down what came of a part, or give it back."""
        if isinstance(result, Outcome) and result.status is Status.EXHAUSTED:
            self.journal.record(place, result, self.config)
        elif isinstance(result, list):
            self.journal.split(place, result)
        elif isinstance(result, PuzzleError):  # another version there
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
        """Tell whether other processes are at work on parts; wait a moment for them."""
        if self.journal.left(self.share) <= len(self.failed):
            return False
        self.clock.wait(_OTHERS)
        self.greet(_OTHERS)
        return True

    def greet(self, seconds: float) -> None:
        """Say that this process still works on it, if it has not for so many seconds."""
        if time.monotonic() - self._greeted >= seconds:
            self.journal.greet()
            self._greeted = time.monotonic()


class Owner(threading.Thread):
    """The thread that owns a journal: it lets the scheduler work until all parts are done or the clock says stop."""

    def __init__(self, ledger: JournalLedger, carrier: Carrier, clock: Clock) -> None:
        super().__init__(name="satpuzzle-journal", daemon=True)
        self.error: BaseException | None = None
        self._ledger, self._carrier = ledger, carrier
        self._scheduler = Scheduler(ledger, carrier, clock)

    def run(self) -> None:
        """Work."""
        try:
            self._ledger.journal.enter()
            while self._scheduler.step(_PATIENCE):
                self._ledger.greet(_GREETING)
            self._scheduler.stop()
        except BaseException as error:  # handed over to the thread that lists
            self.error = error
        finally:
            self._carrier.close()
            self._ledger.journal.leave()


def listed(
    ledger: JournalLedger, owner: Owner, clock: Clock, report: Report, watch: Callable[[], None]
) -> Generator[Batch, None, Status]:
    """Let the owner work, and yield what the parts of its share have found, in the order of the plan; return the end.

    An empty batch says that it is still at work.  Raises BackendError at the end if parts could not be done, with the
    name of the first, JournalError if the journal cannot be written, and PuzzleError if it turns out to be damaged.
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
            ended = not owner.is_alive()  # asked first: what is not done then will not be
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
