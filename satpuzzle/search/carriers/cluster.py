"""The carrier whose parts are solved by the workers of a Dask scheduler, on this machine or on others.

The problem is sent once, as a task of its own on which all parts depend.  Dask then copies its result from worker to
worker, and runs the task again if a worker that has the result dies (it would not do so for scattered data).  Several
short parts form one task, since each task costs the scheduler milliseconds.  If a worker dies, the scheduler gives its
tasks to others; when four workers have died with a task, the scheduler gives the task up.  It does so with all tasks
that the worker had, so any of their parts may be the cause: these parts are solved again at the end, one at a time,
before an error names one of them.  A part that is solved twice is recorded once, by the process that owns the journal.
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

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import SolverConfig
from satpuzzle.errors import BackendError, PuzzleError, Stopped
from satpuzzle.extras import need
from satpuzzle.puzzle.checks import number_of
from satpuzzle.search.carriers.base import Back, Result, Workplace
from satpuzzle.search.part import Part
from satpuzzle.search.plan import make_plan
from satpuzzle.search.request import Judge
from satpuzzle.version import __version__

LOCAL = "local"
_BUSY = 3  # tasks per thread of a worker, so that it need not wait for the next one
_SHORT = 0.1  # shorter parts are combined into tasks of about this many seconds
_TOGETHER = 64  # the largest number of parts of a task
_COUNTING = 1.0  # seconds between two counts of the workers
_AWAY = 30.0  # seconds without a scheduler after which the search ends
_MISSING = 30.0  # seconds without a worker on this machine after which the search goes on with threads
_FETCHING = 3.0  # time limit in seconds to fetch a result, since the worker that has it may have died
_START = 30.0  # time limit in seconds for the scheduler to answer, and for workers of this machine to start
_PORTS = 2**16 - 1  # the largest number of a port
_LOOK = 0.02  # seconds between two checks whether the workers have started

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Setup:
    """The data that workers need to solve the parts of a problem."""

    tables: Tables
    config: SolverConfig
    judge: Judge | None
    patience: float | None
    count_only: bool = False

    def workplace(self) -> Workplace:
        """Return a `Workplace`, built from these data on a worker, that solves the problem's parts."""
        plan = make_plan(self.tables, self.config, Clock(), divide=False)
        return Workplace(plan, self.judge, self.patience, self.count_only)


def packed(workplace: Workplace) -> bytes:
    """Return the setup of a workplace, pickled.

    Functions of the caller's script are pickled as code, all others by name.  Raises PuzzleError if something cannot be
    pickled, such as a strategy's function.
    """
    import cloudpickle  # which comes with Dask

    plan = workplace.plan
    setup = Setup(plan.tables, plan.config, workplace.judge, workplace.patience, workplace.count_only)
    try:
        content: bytes = cloudpickle.dumps(setup)
    except Exception as error:  # pickling may raise any exception
        raise PuzzleError(f"{plan.config} cannot be sent to a cluster: {_said(error)}") from None
    return content


class NoWorkers(Exception):
    """Raised if none of the workers of this machine has started, or none is left."""


class Cluster:
    """A carrier that uses the workers of a Dask scheduler.

    `where` is the scheduler's address, a client, or LOCAL for `jobs` new workers on this machine.  Raises PuzzleError
    if no scheduler answers or the problem cannot be sent, and NoWorkers if none of the new workers starts.
    """

    def __init__(self, where: Any, workplace: Workplace, jobs: int) -> None:
        need("--cluster needs", "distributed", "dask", "dask.distributed")
        import distributed

        self._dask = distributed
        self._blob = packed(workplace)
        self._where, self._cluster, self._own = where, None, isinstance(where, str)
        if self._own:
            for name in ("distributed", "tornado.application"):
                logging.getLogger(name).setLevel(logging.CRITICAL)  # this class reports errors in one line
        if where == LOCAL:
            self._cluster = _local(distributed, jobs)
            self._where = self._cluster.scheduler_address
        self._client = self._connected() if self._own else where
        self._setup: Any = None
        self._out: dict[Any, dict[bytes, Part]] = {}
        self._waiting: dict[bytes, Part] = {}  # parts of a task that is not full yet
        self._together = 1  # parts per task
        self._back: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._suspects: dict[bytes, Part] = {}  # parts that workers had, perhaps among others, when they died
        self._alone: set[bytes] = set()  # suspects that were tried alone
        self._stopping, self._threads, self._counted = False, 1, 0.0
        self._jobs, self._alive = jobs, time.monotonic()  # _alive: the last time at which there was a worker

    def _connected(self) -> Any:
        try:
            socket.create_connection(_host_and_port(self._where), _START).close()  # Dask's own attempt leaves a thread
            return self._dask.Client(self._where, timeout=_START, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise PuzzleError(f"--cluster {self._where}: no scheduler answers ({error})") from None

    @property
    def width(self) -> int:
        """The number of parts that the present workers should have at a time.

        Raises NoWorkers if those of this machine are gone and do not come back.
        """
        if time.monotonic() - self._counted > _COUNTING:
            with contextlib.suppress(OSError, ValueError, TimeoutError):
                self._threads = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
            if self._cluster is not None:
                self._restart_workers(self._cluster)
        return _BUSY * (self._threads or 1) * self._together

    def _restart_workers(self, cluster: Any) -> None:
        """Replace workers of this machine that died and that Dask did not restart.

        Raises NoWorkers if there has been no worker for `_MISSING` seconds.
        """
        if len(cluster.workers) < self._jobs:
            cluster.scale(self._jobs)
        if self._threads:
            self._alive = time.monotonic()
        elif time.monotonic() - self._alive > _MISSING:
            raise NoWorkers("no worker is left")

    def submit(self, place: bytes, part: Part) -> None:
        """Send a part to the scheduler, with others in one task; the task may wait until `finished` is called."""
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
        """Return the results that have arrived; send parts again if the scheduler has lost them."""
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
        """Send parts again; if the scheduler cannot be reached, try for up to `_AWAY` seconds.

        Raises BackendError if the scheduler cannot be reached in that time.
        """
        until = time.monotonic() + _AWAY
        while self._own and self._client.status != "running":
            if time.monotonic() > until:
                raise BackendError(f"the scheduler {self._where} is gone; what was done is recorded")
            with contextlib.suppress(PuzzleError):
                self._client = self._connected()
        self._send(parts)

    def _results(self, future: Any, parts: dict[bytes, Part]) -> Sequence[Result] | None:
        """Return the results of the parts of a task, or None if the parts will be solved again.

        They are solved again if the worker that had the results died.  If too many workers died with the task, its
        parts will be solved one at a time.
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
            return [
                BackendError(
                    f"workers died while solving a part with {pieces}, the last was {error.last_worker.address}"
                )
            ]
        except self._dask.CancelledError:
            return [Stopped("interrupted")] * len(parts)
        except Exception as error:  # a worker may raise any exception
            return [_failed(error)] * len(parts)
        mean = max(seconds / len(parts), 1e-6)
        self._together = min(max(1, round(_SHORT / mean)), 2 * self._together, _TOGETHER)
        return cast(Sequence[Result], results)

    def stop(self) -> None:
        """Cancel all tasks."""
        self._stopping = True
        self._suspects |= self._waiting
        self._waiting = {}
        with contextlib.suppress(Exception):  # a client may raise any exception if its scheduler is gone
            self._client.cancel(list(self._out))
        for future in list(self._out):
            if future.status == "pending":
                self._back.put(future)

    def close(self) -> None:
        """Cancel all tasks and disconnect; the workers that this carrier started end."""
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
    """Start a scheduler and `jobs` workers on this machine.

    A warning says how many workers failed to start.  Raises NoWorkers if all failed.
    """
    try:
        cluster = distributed.LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # its web server runs even without a dashboard
            silence_logs=logging.CRITICAL,
        )
    except Exception as error:  # for example, no port is free
        raise NoWorkers(str(error)) from None
    cluster.scale(jobs)
    until = time.monotonic() + _START
    while len(cluster.workers) < jobs and time.monotonic() < until:  # `workers` has all that have started or failed
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
    """Return the host and the port of a scheduler's address.  Raises ValueError for an address of another form."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    number = number_of(port, _PORTS)
    if not colon or number is None:
        raise ValueError("an address is HOST:PORT or tcp://HOST:PORT")
    return host.strip("[]"), number


class _Wanted(Clock):
    """The clock of a task on a worker; it stops when the scheduler cancels the task."""

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
    """Solve parts one after the other, on a worker; return their results and the elapsed seconds."""
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
    except (ImportError, AttributeError) as error:  # the worker lacks a module or a function
        from distributed import get_worker

        raise PuzzleError(f"the worker {get_worker().address} cannot read what it is sent: {_said(error)}") from None
    return found.workplace()
