"""Machines: the workers of a Dask scheduler, on this machine or on others.

The problem is sent once: it is a task of its own, on which all parts depend, so that Dask hands it from worker to
worker and makes it again if it is lost with one (what is scattered is not made again).  A part is small, and short ones
go together as one task, since each task costs the scheduler milliseconds.  If a worker dies, the scheduler gives its
tasks to others, and a task on which four have died it gives up.  It blames all tasks that a worker had, so their parts
are tried again at the end, each alone, before one is named.  Whatever is done twice is recorded once, by the process
that owns the journal.
"""

import contextlib
import hashlib
import logging
import pickle
import queue
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from satpuzzle import __version__
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import SolverConfig
from satpuzzle.errors import BackendError, PuzzleError, Stopped
from satpuzzle.search.carriers.base import Back, Result, Workplace
from satpuzzle.search.part import Part
from satpuzzle.search.plan import make_plan
from satpuzzle.search.request import Judge

LOCAL = "local"
_BUSY = 3  # tasks that each thread of a worker is given, so that it need not wait for the next
_SHORT = 0.1  # seconds; parts that are done sooner go together as one task of about so many
_TOGETHER = 64  # at most
_COUNTING = 1.0  # seconds between looks at how many workers there are
_AWAY = 30.0  # seconds that a scheduler may be away
_MISSING = 120.0  # seconds that all workers of this machine may be away
_FETCHING = 3.0  # seconds to fetch an outcome from a worker that may have died since
_START = 30.0  # seconds until it answers, and until workers of this machine have started
_LOOK = 0.02  # seconds between looks at whether they have

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Setup:
    """What a worker needs to know of the problem."""

    tables: Tables
    config: SolverConfig
    judge: Judge | None
    patience: float | None

    def workplace(self) -> Workplace:
        """Return what it takes to work on the problem's parts."""
        return Workplace(make_plan(self.tables, self.config, Clock(), divide=False), self.judge, self.patience)


def packed(workplace: Workplace) -> bytes:
    """Return the setup of a workplace, pickled: functions of the caller's script by value, all others by their names.

    Raises PuzzleError if something in it cannot be pickled, such as a strategy's function.
    """
    import cloudpickle  # which comes with Dask

    plan = workplace.plan
    setup = Setup(plan.tables, plan.config, workplace.judge, workplace.patience)
    try:
        content: bytes = cloudpickle.dumps(setup)
    except Exception as error:  # pickling may raise any exception
        raise PuzzleError(f"{plan.config} cannot be sent to a cluster: {_said(error)}") from None
    return content


class NoWorkers(Exception):
    """None of the workers of this machine has started."""


class Cluster:
    """The workers of a Dask scheduler, given by its address or by a client, or of this machine alone.

    Raises PuzzleError if no scheduler answers or the problem cannot be sent, and NoWorkers if the workers are to be
    started here and all fail.
    """

    def __init__(self, where: Any, workplace: Workplace, jobs: int) -> None:
        try:
            import distributed
        except ImportError:
            raise PuzzleError("--cluster needs dask.distributed: pip install '.[dask]'") from None
        self._dask = distributed
        self._blob = packed(workplace)
        self._where, self._cluster, self._own = where, None, isinstance(where, str)
        if self._own:
            for name in ("distributed", "tornado.application"):
                logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said in one line
        if where == LOCAL:
            self._cluster = _local(distributed, jobs)
            self._where = self._cluster.scheduler_address
        self._client = self._connected() if self._own else where
        self._setup: Any = None
        self._out: dict[Any, dict[bytes, Part]] = {}
        self._waiting: dict[bytes, Part] = {}  # for others to go with
        self._together = 1  # parts to a task
        self._back: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._suspects: dict[bytes, Part] = {}  # workers died that had them, and perhaps others
        self._alone: set[bytes] = set()  # suspects that were tried alone
        self._stopping, self._threads, self._counted = False, 1, 0.0
        self._jobs, self._alive = jobs, time.monotonic()  # when there were workers last

    def _connected(self) -> Any:
        try:
            socket.create_connection(_host_and_port(self._where), _START).close()  # Dask's own attempt leaves a thread
            return self._dask.Client(self._where, timeout=_START, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise PuzzleError(f"--cluster {self._where}: no scheduler answers ({error})") from None

    @property
    def width(self) -> int:
        """How many parts keep the workers busy that there are now."""
        if time.monotonic() - self._counted > _COUNTING:
            with contextlib.suppress(OSError, ValueError, TimeoutError):
                self._threads = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
            if self._cluster is not None:
                self._tend(self._cluster)
        return _BUSY * (self._threads or 1) * self._together

    def _tend(self, cluster: Any) -> None:
        """Start workers of this machine again that Dask has given up, as it does with those that are slow to come back.

        Raises BackendError if none has been there for a while.
        """
        if len(cluster.workers) < self._jobs:
            cluster.scale(self._jobs)
        if self._threads:
            self._alive = time.monotonic()
        elif time.monotonic() - self._alive > _MISSING:
            raise BackendError(f"--cluster {LOCAL}: no worker is left; what was done is recorded")

    def submit(self, place: bytes, part: Part) -> None:
        """Send a part, with others that come before results are asked for."""
        self._waiting[place] = part
        if len(self._waiting) >= self._together:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            parts, self._waiting = self._waiting, {}
            self._send(parts)

    def _send(self, parts: dict[bytes, Part]) -> None:
        if self._setup is None or self._setup.status in ("cancelled", "lost", "error"):
            name = f"satpuzzle-{hashlib.sha256(self._blob).hexdigest()[:16]}-{time.monotonic_ns()}"
            self._setup = self._client.submit(bytes, self._blob, key=name)
        every = list(parts.values())
        name = f"satpuzzle-part-{every[0].id}-{time.monotonic_ns()}"
        future = self._client.submit(work_there, self._setup, __version__, every, key=name)
        self._out[future] = parts
        future.add_done_callback(self._back.put)

    def finished(self, timeout: float) -> Sequence[Back]:
        """Return what has come back; parts that a scheduler has forgotten are sent again."""
        self._flush()
        found: list[Back] = []
        with contextlib.suppress(queue.Empty):
            while True:
                future = self._back.get(timeout=0 if found else timeout)
                parts = self._out.pop(future, None)
                if parts is None:  # they were sent again already
                    continue
                if future.status in ("cancelled", "lost") and not self._stopping:
                    self._again(parts)
                    timeout = 0
                elif (results := self._results(future, parts)) is not None:
                    found += [(place, result, True) for place, result in zip(parts, results, strict=True)]
        if not self._stopping and self._client.status == "closed":
            for parts in [self._out.pop(future) for future in list(self._out)]:
                self._again(parts)
        if self._stopping:
            found += [(place, Stopped("interrupted"), True) for place in self._suspects]
            self._suspects.clear()
        elif self._suspects and not self._out:
            place, part = self._suspects.popitem()
            self._alone.add(place)
            self._again({place: part})
        return found

    def _again(self, parts: dict[bytes, Part]) -> None:
        """Send parts again, to a scheduler that may have to come back first."""
        until = time.monotonic() + _AWAY
        while self._own and self._client.status != "running":
            if time.monotonic() > until:
                raise BackendError(f"the scheduler {self._where} is gone; what was done is recorded")
            with contextlib.suppress(PuzzleError):
                self._client = self._connected()
        self._send(parts)

    def _results(self, future: Any, parts: dict[bytes, Part]) -> Sequence[Result] | None:
        """Return what the parts of a task have come to, or None if they are tried again.

        They are if that was lost with the worker that had it; if too many were lost, the parts become suspects.
        """
        try:
            results, seconds = future.result(timeout=_FETCHING)
        except TimeoutError:
            with contextlib.suppress(Exception):
                self._client.cancel([future])
            self._again(parts)
            return None
        except self._dask.scheduler.KilledWorker as error:
            if len(parts) > 1 or self._alone.isdisjoint(parts):
                self._suspects |= parts
                return None
            (part,) = parts.values()
            pieces = f"{len(part.chosen)} options chosen"
            return [BackendError(f"workers died of a part with {pieces}, the last was {error.last_worker.address}")]
        except self._dask.CancelledError:
            return [Stopped("interrupted")] * len(parts)
        except Exception as error:  # whatever a worker raises
            return [_failed(error)] * len(parts)
        mean = max(seconds / len(parts), 1e-6)
        self._together = min(max(1, round(_SHORT / mean)), 2 * self._together, _TOGETHER)
        return cast(Sequence[Result], results)

    def stop(self) -> None:
        """Cancel what is out."""
        self._stopping = True
        self._suspects |= self._waiting
        self._waiting = {}
        with contextlib.suppress(Exception):  # a client whose scheduler is gone complains in many ways
            self._client.cancel(list(self._out))
        for future in list(self._out):
            if future.status == "pending":
                self._back.put(future)

    def close(self) -> None:
        """Cancel what is out, and leave; workers of this machine end."""
        if self._out:
            self.stop()
        self._setup = None
        self._out.clear()
        if self._own:
            with contextlib.suppress(Exception):
                self._client.close(timeout=5)
        if self._cluster is not None:
            with contextlib.suppress(Exception):
                self._cluster.close(timeout=10)


def _local(distributed: Any, jobs: int) -> Any:
    """Start a scheduler and so many workers on this machine; those that fail are missed, and that is said."""
    try:
        cluster = distributed.LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # its server is there without a dashboard as well
            silence_logs=logging.CRITICAL,
        )
    except Exception as error:  # such as a port that cannot be had
        raise NoWorkers(str(error)) from None
    cluster.scale(jobs)
    until = time.monotonic() + _START
    while len(cluster.workers) < jobs and time.monotonic() < until:  # they are there when all have started or failed
        time.sleep(_LOOK)
    started = len(cluster.scheduler.workers)
    if not started:
        with contextlib.suppress(Exception):
            cluster.close(timeout=10)
        raise NoWorkers(f"no worker has started (of {jobs})")
    if started < jobs:
        _log.warning(f"--cluster {LOCAL}: {jobs - started} of {jobs} workers failed to start; the others go on")
    return cluster


def _host_and_port(address: str) -> tuple[str, int]:
    """Return where a scheduler listens; raises ValueError if the address does not say it."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not (colon and port.isdecimal()):
        raise ValueError("an address is HOST:PORT or tcp://HOST:PORT")
    return host.strip("[]"), int(port)


class _Wanted(Clock):
    """A clock that stops when the scheduler does not want a task any more."""

    def __init__(self) -> None:
        super().__init__()
        from distributed import get_worker
        from distributed.worker import thread_state

        self._tasks, self._key = get_worker().state.tasks, thread_state.key

    @property
    def status(self) -> Status | None:
        """Return INTERRUPTED if the task was cancelled."""
        task = self._tasks.get(self._key)
        return None if task is not None and task.state in ("executing", "long-running") else Status.INTERRUPTED


def work_there(setup: bytes, version: str, parts: Sequence[Part]) -> tuple[list[Result], float]:
    """Do parts one after the other; return what each comes to, and the seconds it took.  The worker's side."""
    began, wanted = time.monotonic(), _Wanted()
    results = [_work_there(setup, version, part, wanted) for part in parts]
    return results, time.monotonic() - began


def _work_there(setup: bytes, version: str, part: Part, clock: Clock) -> Result:
    if version != __version__:
        from distributed import get_worker

        return PuzzleError(f"the worker {get_worker().address} has satpuzzle {__version__}, here it is {version}")
    if clock.stopped():
        return Stopped("interrupted")
    try:
        return _workplace(setup).work(part, clock)
    except PuzzleError as error:
        return error
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> BackendError:
    return BackendError(f"a worker failed: {_said(error)}")


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


@lru_cache(maxsize=4)
def _workplace(setup: bytes) -> Workplace:
    try:
        found: Setup = pickle.loads(setup)
    except (ImportError, AttributeError) as error:  # a module or a function that the worker lacks
        from distributed import get_worker

        raise PuzzleError(f"the worker {get_worker().address} cannot read what it is sent: {_said(error)}") from None
    return found.workplace()
