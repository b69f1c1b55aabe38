"""Functions run in child processes that can always be killed: foreign solvers, the prover, measured runs.

Foreign solvers hold the interpreter's lock while they work, cannot be asked to stop (CaDiCaL), leave themselves broken
after Ctrl-C (all of PySAT's), or take the process with them when they fail; and a measurement wants a process that has
done nothing before.  In a child, limits, Ctrl-C and crashes are the same for all.

The parent sends tasks down the child's standard input and keeps that pipe open; the child answers with a stream of
pickles and waits for the next task.  A task travels as a pickle within a pickle: the inner one is opened by the thread
that runs it, so that the imports that this takes, and what goes wrong in them, are part of the task.  What a child
prints is kept for the case that it fails.  Children are started by hand because `multiprocessing` would import the
caller's main module again.
"""

import atexit
import contextlib
import functools
import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, NoReturn, Self

from satpuzzle import machine
from satpuzzle.errors import BackendError

if TYPE_CHECKING:  # children do without these, and they take long to import
    import subprocess
    from concurrent.futures import ThreadPoolExecutor

_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")  # more of them spin in each other's way
DEBUG = "SATPUZZLE_DEBUG"  # an environment variable: if it is set, what a child that failed has said is shown

Send = Callable[[Any], None]

_PATIENCE = 0.1  # seconds without a message after which the caller may look at the clock
_TOGETHER = 0.005  # seconds in which messages are handed over together
_KEPT = 1 << 16  # bytes of what a child has printed last
_BEGIN = b"\0"  # stands between what two tasks have printed
_BOOT = "import sys; sys.path[:] = {path!r}; from satpuzzle.sandbox import serve; serve()"

_SPARE, _LITTLE = 4, 256 << 20  # children that are kept for reuse, at most, and bytes of memory below which they are
_spare: list["_Child"] = []
_peaks: list[int] = []  # bytes of memory that children had at most, before they were stopped


class Sandbox:
    """Children that run functions of importable modules; error messages call them `who`.

    A call takes an idle child or starts one, so that there are as many as calls at a time.  They see the caller's
    `sys.path` and environment, to which `environment` adds; NumPy's products take one thread.  `close` ends them at
    once, as the end of a `with` block does and, however that comes about, the end of this process.  Where `reused`, a
    few idle ones of little memory are kept for the next sandbox like that: a start takes longer than many a task.
    """

    def __init__(self, who: str, environment: Mapping[str, str] | None = None, reused: bool = False) -> None:
        self._who = who
        self._environment = environment or {}
        self._reused = reused
        self._children: set[_Child] = set()
        self._idle: list[_Child] = []
        self._starting = threading.Lock()

    def call(self, task: Callable[..., None], *arguments: Any, **options: Any) -> Generator[list[Any], None, None]:
        """Let a child do `task(send, *arguments, **options)`; yield what it sends, in lists of what comes together.

        A list is empty if nothing came for a tenth of a second.  A call that does not come to its end, because it fails
        or the iterator is closed, ends its child.  Raises BackendError, after the last message, if the task cannot be
        sent, raises or exits, or the child dies; the child's traceback and what it printed are a note of the error.
        """
        try:
            content = pickle.dumps((task, arguments, options))
        except Exception as error:  # pickling raises what it likes
            raise BackendError(f"{self._who} cannot be sent to a process of its own: {error}") from None
        child = self._take()
        kind, detail = "", ("", "")
        try:
            child.send(content)
            while not kind:
                messages, kind, detail = child.receive()
                yield messages
            if kind == "closed":
                detail = (child.ending(), "")
        finally:
            if kind == "done":
                self._idle.append(child)
            else:
                self._children.discard(child)
                child.stop()
        if kind != "done":
            raise self._error(*detail, printed=child.printed())

    def close(self) -> None:
        """End the children, whatever they do."""
        with self._starting:
            children, self._children = self._children, set()
            idle, self._idle = self._idle, []
        for child in children:
            if not (self._reused and child in idle and child.spare()):
                child.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self) -> "_Child":
        with contextlib.suppress(IndexError):
            while True:
                child = self._idle.pop()
                if child.process.poll() is None:
                    return child
                self._children.discard(child)
                child.stop()
        with self._starting:  # or a child that is just being started would not be closed
            circumstances = _circumstances(self._environment)
            child = (_spared(circumstances) if self._reused else None) or _Child(circumstances)
            self._children.add(child)
        return child

    def _error(self, what: str, traceback: str, printed: str) -> BackendError:
        """Return the error that says `what` happened, with all that is known about it as a note."""
        if not traceback and (lines := printed.splitlines()):
            what += f": {lines[-1]}"
        error = BackendError(self._who + what)
        note = "\n".join(filter(None, (printed, traceback)))
        if note:
            error.add_note(note)
            if os.environ.get(DEBUG) and sys.stderr is not None:
                print(note, file=sys.stderr, flush=True)
        return error


def end_spare() -> None:
    """End the children that are kept for reuse, so that their time is counted and the next call starts its own."""
    with contextlib.suppress(IndexError):
        while True:
            _spare.pop().stop()


def largest() -> int:
    """Return how many bytes of memory a child of this process has had at most, of those that were stopped."""
    return max(_peaks, default=0)


class _Circumstances(NamedTuple):
    """What a child finds: the process that starts it, the folder, where modules are, and the environment."""

    process: int
    folder: str
    path: list[str]
    environment: dict[str, str]


class _Child:
    """A child process, and the threads that listen to it."""

    def __init__(self, circumstances: _Circumstances) -> None:
        self.circumstances = circumstances
        self.process = _starter(os.getpid()).submit(_start, circumstances).result()
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self._tasks, self._answers, self._prints = self.process.stdin, self.process.stdout, self.process.stderr
        self._inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._printed = bytearray()
        self._listeners = [threading.Thread(target=work, daemon=True) for work in (self._hear, self._overhear)]
        for listener in self._listeners:
            listener.start()
        # A call that nobody closed must not keep the interpreter from leaving.
        atexit.register(self.stop)

    def send(self, task: bytes) -> None:
        with contextlib.suppress(OSError):  # a dead child is noticed by its closed pipe
            pickle.dump(task, self._tasks)
            self._tasks.flush()

    def receive(self) -> tuple[list[Any], str, Any]:
        """Wait for messages; return those that came together, and how the task ended, if it did, with what detail."""
        messages: list[Any] = []
        deadline = time.monotonic() + _PATIENCE
        with contextlib.suppress(queue.Empty):
            while True:
                kind, content = self._inbox.get(timeout=max(0.0, deadline - time.monotonic()))
                if kind:
                    return messages, kind, content
                if not messages:
                    deadline = time.monotonic() + _TOGETHER
                messages.append(content)
        return messages, "", None

    def ending(self) -> str:
        """Return how the process ended, whose pipe gives no more."""
        from subprocess import TimeoutExpired

        try:
            code = self.process.wait(1)
        except TimeoutExpired:
            return "'s process sent something that is no message"
        if code >= 0:
            return f"'s process ended with status {code}"
        try:
            return f"'s process was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"'s process was killed by signal {-code}"

    def printed(self) -> str:
        """Return what was printed since the last task began, or the end of it."""
        return self._printed.rpartition(_BEGIN)[2].decode(errors="replace").strip()

    def spare(self) -> bool:
        """Keep it for another sandbox; return whether there is room for it, and it has little memory."""
        peak = machine.peak(self.process.pid)
        if len(_spare) >= _SPARE or not 0 < peak < _LITTLE:
            return False
        _peaks.append(peak)
        _spare.append(self)
        return True

    def stop(self) -> None:
        """End the process; may be called more than once."""
        atexit.unregister(self.stop)
        if self.process.poll() is None:
            _peaks.append(machine.peak(self.process.pid))
            self.process.kill()
        self.process.wait()
        for listener in self._listeners:
            listener.join(1)  # longer if the task has left a process of its own that holds the pipe
        with contextlib.suppress(OSError):
            self._tasks.close()
        for pipe, listener in zip((self._answers, self._prints), self._listeners, strict=True):
            if not listener.is_alive():
                pipe.close()

    def _hear(self) -> None:
        """Put the answers into the inbox."""
        try:
            while True:
                self._inbox.put(pickle.load(self._answers))
        except (EOFError, pickle.UnpicklingError, OSError, ValueError):
            self._inbox.put(("closed", None))
        except Exception as error:  # unpickling raises what it likes
            self._inbox.put(("failed", (f"'s answer cannot be read: {_told(error)}", "")))

    def _overhear(self) -> None:
        """Keep the end of what the child prints."""
        with contextlib.suppress(OSError, ValueError):
            while more := os.read(self._prints.fileno(), _KEPT):
                self._printed += more
                del self._printed[:-_KEPT]


def _circumstances(environment: Mapping[str, str]) -> _Circumstances:
    """Return what a child would find that is started now."""
    try:
        folder = os.getcwd()
    except OSError:  # it is gone
        folder = ""
    return _Circumstances(os.getpid(), folder, list(sys.path), {**os.environ, **_ONE_THREAD, **environment})


def _spared(circumstances: _Circumstances) -> _Child | None:
    """Return a child that another sandbox had and that was started like that, None if there is none."""
    with contextlib.suppress(IndexError):
        while True:
            child = _spare.pop()
            if child.circumstances == circumstances and child.process.poll() is None:
                return child
            if child.circumstances.process == os.getpid():  # else it is the child of a process that has forked
                child.stop()
    return None


def _start(circumstances: _Circumstances) -> "subprocess.Popen[bytes]":
    import subprocess

    return subprocess.Popen(
        [sys.executable, "-c", _BOOT.format(path=circumstances.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=circumstances.environment,
        # The terminal's Ctrl-C is the parent's business.
        start_new_session=os.name == "posix",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


@functools.cache
def _starter(process: int) -> "ThreadPoolExecutor":
    """Return the thread that starts the children of this process, of which a fork has none.

    On Linux a child dies with the thread that started it, so that is one which lives as long as the process.
    """
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, f"satpuzzle-starter-{process}")


def serve() -> NoReturn:
    """Run tasks until the parent goes; the child's side."""
    _die_with_parent()
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a task prints must not get between the messages, nor may it read the next task.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    os.environ.pop(DEBUG, None)  # the parent shows everything
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                inbox.put(pickle.load(tasks))
        except (EOFError, pickle.UnpicklingError, OSError):  # the parent is gone, once the task lets this thread run
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        _run(inbox.get(), answers)


def _run(content: bytes, answers: BinaryIO) -> None:
    """Open a task and do it; answer how it ended."""

    def answer(kind: str, detail: Any) -> None:
        pickled = pickle.dumps((kind, detail))
        try:
            answers.write(pickled)
            answers.flush()
        except OSError:  # the parent is gone; whatever a solver would do on its way out
            os._exit(0)

    sys.stderr.flush()
    os.write(2, _BEGIN)
    try:
        task, arguments, options = pickle.loads(content)
        task(functools.partial(answer, ""), *arguments, **options)
    except MemoryError:
        answer("failed", (" ran out of memory", ""))
    except BaseException as error:
        import traceback

        answer("failed", (f" failed: {_told(error)}", "".join(traceback.format_exception(error))))
    else:
        answer("done", None)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _die_with_parent() -> None:
    """Make sure that nothing outlives a parent that was killed; where this fails, the closed pipe does it."""
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
