"""Run solvers in processes of their own.

Foreign solvers hold the interpreter's lock while they work, cannot be asked to stop (CaDiCaL), leave
themselves broken after Ctrl-C (all of PySAT's), or take the process with them when they fail.  So each
runs in a child process that the parent can always kill: limits, Ctrl-C and crashes are the same for all.

The parent sends pickles, the tasks, down the child's standard input and keeps that pipe open; the child
answers with a stream of pickles (solutions, stats).  The parts of a split search go to the same few children one
after the other.  A child is started by hand because `multiprocessing` would import the caller's main module again.
"""

import atexit
import contextlib
import ctypes
import importlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines.base import Stats
from satpuzzle.errors import BackendError

Emit = Callable[[list[int]], None]

_PATIENCE = 0.1  # seconds between looks at the clock
_TOGETHER = 0.005  # seconds in which solutions make one batch
# On Linux a child dies with the thread that started it, so that is one which lives as long as this process.
_STARTER = ThreadPoolExecutor(1, "satpuzzle-starter")
_BOOT = "import sys; sys.path[:] = {path!r}; from satpuzzle.engines.worker import main; main()"


class Workers:
    """Children that solve covers by `task(cover, emit, stats, **options)`, a function of a module.

    A call takes an idle child or starts one, so that there are as many as calls at a time.  With `look_ahead` the
    child presolves each cover.  `close` ends the children; a child whose call did not come to its end is ended at once.
    """

    def __init__(self, task: Callable[..., None], *, look_ahead: bool = False, **options: Any) -> None:
        self._task = (task.__module__, task.__qualname__, look_ahead, options)
        self._idle: list[_Child] = []

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield the solutions of a cover.  Raises BackendError if the child fails or dies."""
        try:
            child = self._idle.pop()
        except IndexError:
            child = _Child()
        done = False
        try:
            child.send((*self._task, cover))
            while True:
                kind, content, batch = child.receive(stats)
                yield batch
                if kind == "done":
                    done = True
                    return
                if kind == "failed":
                    raise BackendError(content)
                if kind == "closed":
                    raise BackendError(f"the solver's process {_ending(child.process.wait())}")
        finally:
            if done:
                self._idle.append(child)
            else:
                child.stop()

    def close(self) -> None:
        """End the children."""
        while self._idle:
            self._idle.pop().stop()


class _Child:
    def __init__(self) -> None:
        self.process = _STARTER.submit(
            subprocess.Popen[bytes],
            [sys.executable, "-c", _BOOT.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=os.name == "posix",  # the terminal's Ctrl-C is the parent's business
        ).result()
        assert self.process.stdin is not None and self.process.stdout is not None
        self._tasks, self._answers = self.process.stdin, self.process.stdout
        self.inbox: queue.SimpleQueue[tuple[str, Any, Stats]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=_receive, args=(self._answers, self.inbox), daemon=True)
        self._reader.start()
        # A search that nobody closed must not keep the interpreter from leaving.
        atexit.register(self.stop)

    def send(self, content: Any) -> None:
        with contextlib.suppress(BrokenPipeError):  # a dead child is noticed by its closed pipe
            pickle.dump(content, self._tasks)
            self._tasks.flush()

    def receive(self, stats: Stats) -> tuple[str, Any, Batch]:
        """Wait for messages; return the kind and the content of the last, and the solutions that came as a batch.

        Solutions that come close together are checked and classified together, which is much cheaper.
        """
        found: list[list[int]] = []
        kind, content = "", None
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                kind, content, counted = self.inbox.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                break
            stats.update(counted)
            if kind != "found":
                break
            if not found:
                deadline = time.monotonic() + _TOGETHER
            found.append(content)
        batch = np.full((len(found), max(map(len, found), default=1)), -1, np.int64)
        for row, options in zip(batch, found, strict=True):
            row[: len(options)] = options
        return kind, content, batch

    def stop(self) -> None:
        atexit.unregister(self.stop)
        self.process.kill()
        self.process.wait()
        self._reader.join()
        with contextlib.suppress(BrokenPipeError):
            self._tasks.close()
        self._answers.close()


def _receive(stream: BinaryIO, inbox: "queue.SimpleQueue[tuple[str, Any, Stats]]") -> None:
    try:
        while True:
            inbox.put(pickle.load(stream))
    except (EOFError, pickle.UnpicklingError, OSError, ValueError):
        inbox.put(("closed", None, {}))


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with status {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


def main() -> None:
    """Serve tasks until the parent goes; the child's side."""
    # What solvers print must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    die_with_parent()
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(pickle.load(sys.stdin.buffer))
        except (EOFError, pickle.UnpicklingError):  # the parent is gone, once the solver lets this thread run
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    try:
        while True:
            _serve(answers, *tasks.get())
    except BrokenPipeError:
        os._exit(0)  # whatever a solver wants to do on its way out


def _serve(
    answers: BinaryIO, module: str, function: str, look_ahead: bool, options: dict[str, Any], cover: ExactCover
) -> None:
    stats: Stats = {}
    numbers = np.arange(len(cover.rows)).tolist()

    def send(kind: str, content: Any) -> None:
        pickle.dump((kind, content, stats), answers)
        answers.flush()

    try:
        if look_ahead:
            left, cover = presolve(cover).residual()
            numbers = left.tolist()
        if cover.hopeless() is None:
            task = getattr(importlib.import_module(module), function)
            task(cover, lambda chosen: send("found", [numbers[option] for option in chosen]), stats, **options)
        send("done", None)
    except BrokenPipeError:
        raise
    except MemoryError:
        send("failed", "the solver ran out of memory")
    except Exception as error:
        send("failed", f"the solver failed: {type(error).__name__}: {error}")


def die_with_parent() -> None:
    """Make sure that no solver outlives a parent that was killed."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
