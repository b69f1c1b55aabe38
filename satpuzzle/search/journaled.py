"""A search whose parts go through a journal: done once, wherever and whenever, and listed in the order of the plan.

One thread of this process owns the journal: it leases parts, gives them to a carrier, and writes down what comes back,
however slowly solutions are read meanwhile.  Without a file, the journal is SQLite's temporary one.

Solutions are listed part after part as planned, and in a part as they were found; where a part was split, its children
stand in its place.
"""

import logging
import threading
import time
from collections.abc import Callable, Generator

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.errors import BackendError, PuzzleError, SatpuzzleError, Stopped
from satpuzzle.search.audit import renew
from satpuzzle.search.carriers.base import Carrier, Result, Workplace
from satpuzzle.search.carriers.cluster import Cluster, NoWorkers
from satpuzzle.search.carriers.pool import Pool
from satpuzzle.search.integrity import verify
from satpuzzle.search.journal import DONE, Journal, Share
from satpuzzle.search.part import Outcome
from satpuzzle.search.plan import Plan
from satpuzzle.search.request import Request
from satpuzzle.search.tally import Tally

_PATIENCE = 0.1  # seconds between looks at what is done
_OTHERS = 0.5  # seconds between looks at what other processes have done
_GREETING = 10.0  # seconds between signs of life
_GIVE_UP = 5  # parts that fail

_log = logging.getLogger(__name__)


def resumed(
    request: Request, plan: Plan, clock: Clock, stats: Stats, tally: Tally, watch: Callable[[], None]
) -> Generator[Batch, None, Status]:
    """Go on with a request's journal, or begin it, as `listed` says."""
    halt = Clock(within=clock)
    if request.resumes and request.journal is not None:
        renew(request.journal, clock.check)
    with Journal(request.journal, work=True) as journal:
        header = request.header(plan.tables)
        if not journal.begun:
            journal.begin(header, plan.tables, plan.parts(), {"way": str(plan.config), **plan.stats})
        verify(journal)
        journal.header.refuse(header, journal.path)
        journal.read_for(plan.tables)
        workplace = Workplace(plan, request.judge, request.part_seconds)
        carrier = _cluster(request, workplace) or Pool(workplace, request.threads if plan.abreast else 1, halt)
        owner = Owner(journal, carrier, Share(*request.share), str(plan.config), halt)
        return (yield from listed(owner, clock, stats, tally, watch))


def _cluster(request: Request, workplace: Workplace) -> Carrier | None:
    """Return the request's cluster; None if there is none, or its workers cannot be started, which is said."""
    if request.cluster is None:
        return None
    try:
        return Cluster(request.cluster, workplace, request.threads)
    except NoWorkers as error:
        _log.warning(f"--cluster {request.cluster}: {error}; the search goes on with threads")
        return None


class Owner(threading.Thread):
    """Hands the parts of a journal out and writes down what comes back, until all are done or the clock stops."""

    def __init__(self, journal: Journal, carrier: Carrier, share: Share, config: str, clock: Clock) -> None:
        super().__init__(name="satpuzzle-journal", daemon=True)
        self.journal, self.carrier, self.share, self.config, self.clock = journal, carrier, share, config, clock
        self.failed: dict[bytes, SatpuzzleError] = {}  # parts that could not be done
        self.error: BaseException | None = None
        self._out: set[bytes] = set()

    def run(self) -> None:
        """Work."""
        try:
            self._work()
        except BaseException as error:  # handed over to the thread that lists
            self.error = error
        finally:
            self.carrier.close()
            self.journal.leave()

    def _work(self) -> None:
        self.journal.enter()
        greeted = time.monotonic()
        while not self.clock.stopped() and len(self.failed) < _GIVE_UP:
            if time.monotonic() - greeted > _GREETING:
                self.journal.greet()
                greeted = time.monotonic()
            wanted = self.carrier.width - len(self._out)
            leased = self.journal.lease(wanted, self.share, [*self.failed]) if wanted > 0 else []
            for one in leased:
                self._out.add(one.path)
                self.carrier.submit(one.path, one.part)
            if self._out:
                self._collect(_PATIENCE)
            elif self.journal.left(self.share) > len(self.failed):  # others are at work on them
                self.clock.wait(_OTHERS)
                self.journal.greet()
            else:
                return
        self.carrier.stop()
        while self._out:
            self._collect(_PATIENCE)

    def _collect(self, seconds: float) -> None:
        for path, result in self.carrier.finished(seconds):
            self._out.discard(path)
            self._take(path, result)

    def _take(self, path: bytes, result: Result) -> None:
        if isinstance(result, Outcome) and result.status is Status.EXHAUSTED:
            self.journal.record(path, result, self.config)
        elif isinstance(result, list):
            self.journal.split(path, result)
        elif isinstance(result, PuzzleError):  # another version there
            raise result
        else:
            if isinstance(result, SatpuzzleError) and not isinstance(result, Stopped):
                self.failed[path] = result
            self.journal.release(path)


def listed(
    owner: Owner, clock: Clock, stats: Stats, tally: Tally, watch: Callable[[], None]
) -> Generator[Batch, None, Status]:
    """Let the owner work, and yield what the parts of its share have found, in the order of the plan; return the end.

    An empty batch says that it is still at work.  Raises BackendError at the end if parts could not be done, with the
    name of the first, JournalError if the journal cannot be written, and PuzzleError if it turns out to be damaged.
    """
    journal, at, reported = owner.journal, b"", 0.0
    began, before = time.monotonic(), journal.totals()

    def account() -> None:
        now = journal.totals()
        tally.resume(now.found, now.packings, now.undecided)
        stats["parts"], stats["parts_done"] = now.parts, now.done
        stats["seconds"], stats["cpu"] = time.monotonic() - began, now.cpu
        if now.nodes:
            stats["nodes"] = stats["nodes_done"] = now.nodes
            stats["nodes_before"] = before.nodes
        if now.undecided:
            stats["undecided"] = now.undecided

    try:
        account()
        owner.start()
        while True:
            ended = not owner.is_alive()  # asked first: what is not done then will not be
            waiting = False
            rows = journal.walk(at, owner.share)
            for path, state in rows:
                if state == DONE:
                    yield journal.solutions(path)
                elif not ended and path not in owner.failed:
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
        owner.clock.stop()
        owner.join()
        account()
    if owner.error is not None:
        raise owner.error
    clock.check()
    for path, error in owner.failed.items():
        more = f" (and {len(owner.failed) - 1} more parts failed)" if len(owner.failed) > 1 else ""
        raise BackendError(f"{error}; part {journal.part(path).id}{more}; all other parts are recorded")
    verify(journal)
    return Status.EXHAUSTED if journal.left(Share()) == 0 else Status.SHARE
