"""Run a solver in a process of its own.

Foreign solvers hold the interpreter's lock while they work, cannot be asked to stop (CaDiCaL), leave
themselves broken after Ctrl-C (all of PySAT's), or take the process with them when they fail.  So each
runs in a child process that the parent can always kill: limits, Ctrl-C and crashes are the same for all.

The parent sends one pickle, the task, down the child's standard input and keeps that pipe open; the
child answers with a stream of pickles (solutions, stats).  The child is started by hand because
`multiprocessing` would import the caller's main module again.
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
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, BinaryIO

import numpy as np

from satpuzzle.backends.search import NOTHING, BackendError, Stats
from satpuzzle.cover import Batch, ExactCover

Emit = Callable[[list[int]], None]

_PATIENCE = 0.1  # seconds between looks at the clock
_BOOT = "import sys; sys.path[:] = {path!r}; from satpuzzle.backends.worker import main; main()"


def in_child(task: Callable[..., None], cover: ExactCover, stats: Stats, **options: Any) -> Iterator[Batch]:
    """Call task(cover, emit, stats, **options) in a child process; yield the solutions that it emits.

    `task` must be a function of a module.  Raises BackendError if the child fails or dies.
    """
    child = subprocess.Popen(
        [sys.executable, "-c", _BOOT.format(path=sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=os.name == "posix",  # the terminal's Ctrl-C is the parent's business
    )
    assert child.stdin is not None and child.stdout is not None
    inbox: queue.SimpleQueue[tuple[str, Any, Stats]] = queue.SimpleQueue()
    reader = threading.Thread(target=_receive, args=(child.stdout, inbox), daemon=True)
    reader.start()
    # A search that nobody closed must not keep the interpreter from leaving.
    stop = partial(_stop, child, reader)
    atexit.register(stop)
    try:
        with contextlib.suppress(BrokenPipeError):  # a dead child is noticed below
            pickle.dump((task.__module__, task.__qualname__, cover, options), child.stdin)
            child.stdin.flush()
        while True:
            try:
                kind, content, counted = inbox.get(timeout=_PATIENCE)
            except queue.Empty:
                yield NOTHING
                continue
            stats.update(counted)
            if kind == "done":
                return
            if kind == "failed":
                raise BackendError(content)
            if kind == "closed":
                raise BackendError(f"the solver's process {_ending(child.wait())}")
            yield np.array([content], dtype=np.int64)
    finally:
        atexit.unregister(stop)
        stop()
        with contextlib.suppress(BrokenPipeError):
            child.stdin.close()
        child.stdout.close()


def _stop(child: "subprocess.Popen[bytes]", reader: threading.Thread) -> None:
    child.kill()
    child.wait()
    reader.join()


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
    """Serve one task; the child's side."""
    # What solvers print must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        module, function, cover, options = pickle.load(sys.stdin.buffer)
    except EOFError:  # the parent gave up before it had said what to do
        return
    die_with_parent()
    stats: Stats = {}

    def send(kind: str, content: Any) -> None:
        pickle.dump((kind, content, stats), answers)
        answers.flush()

    try:
        getattr(importlib.import_module(module), function)(
            cover, lambda chosen: send("found", chosen), stats, **options
        )
        send("done", None)
    except BrokenPipeError:
        pass
    except MemoryError:
        send("failed", "the solver ran out of memory")
    except Exception as error:
        send("failed", f"the solver failed: {type(error).__name__}: {error}")
    answers.flush()
    os._exit(0)  # whatever a solver wants to do on its way out, the answer is given


def die_with_parent() -> None:
    """Make sure that no solver outlives a parent that was killed."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)

    def watch() -> None:  # elsewhere the closed pipe tells, once the solver lets this thread run
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
