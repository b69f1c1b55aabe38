"""Runs functions in child processes that can always be killed: external solvers, the prover, measured runs.

External solvers hold the interpreter's lock while they work, cannot be interrupted (CaDiCaL), are unusable after Ctrl-C
(all solvers of PySAT), or crash the process; and a measurement needs a fresh process.  With a child process, time
limits, Ctrl-C and crashes work the same for all of them.

The parent writes tasks to the child's standard input and keeps that pipe open; the child answers with a stream of
pickles and waits for the next task.  A task is a pickle within a pickle.  The thread that runs the task unpickles the
inner one, so that the imports this needs, and their errors, are part of the task.  The output that a child prints is
kept for error messages.  Children are not started by `multiprocessing`, because it imports the caller's main module
again.
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
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, NoReturn, Self

from satpuzzle import machine
from satpuzzle.errors import BackendError, SatpuzzleError

if TYPE_CHECKING:  # slow to import, and not needed in a child
    import subprocess
    from concurrent.futures import Future, ThreadPoolExecutor

_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")  # more would compete for the cores
DEBUG = "SATPUZZLE_DEBUG"  # environment variable: if set, the output and traceback of a failed child are printed

Send = Callable[[Any], None]

_PATIENCE = 0.1  # seconds without a message after which `call` yields an empty list
_TOGETHER = 0.005  # seconds after a message in which further ones are added to the same list
_KEPT = 1 << 16  # bytes of a child's output that are kept
_AT_ONCE = 1 << 12  # bytes of a task that a pipe takes even if the child does not read
_BEGIN = b"\0"  # separates the outputs of two tasks
_BOOT = "import sys; sys.path[:] = {path!r}; from satpuzzle.sandbox import serve; serve()"

_SPARE, _SMALL = 4, 256 << 20  # how many idle children are kept for reuse, and the memory in bytes that each may use
_spare: list["_Child"] = []
_peaks: list[int] = []  # peak memory in bytes of the children that were stopped


class Sandbox:
    """A pool of child processes that run functions; error messages call the children `who`.

    A call takes an idle child or starts one, so there is one child for each concurrent call.  Children have the
    caller's `sys.path` and environment, extended by `environment`; NumPy uses one thread in them.  `close` kills them,
    as do the end of a `with` block and the end of this process, however it ends.  If `reused`, a few idle children with
    little memory are kept for the next such sandbox, since starting a child takes longer than many tasks.
    """

    def __init__(self, who: str, environment: Mapping[str, str] | None = None, reused: bool = False) -> None:
        self._who = who
        self._environment = environment or {}
        self._reused = reused
        self._children: set[_Child] = set()
        self._idle: list[_Child] = []
        self._starting = threading.Lock()

    def call(self, task: Callable[..., None], *arguments: Any, **options: Any) -> Generator[list[Any], None, None]:
        """Run `task(send, *arguments, **options)` in a child; yield lists of the messages that it sends.

        A list has the messages that arrive at about the same time; it is empty if none arrived for a tenth of a second.
        If the task fails or the iterator is closed early, the child is killed.  Raises BackendError, after the last
        message, if the task cannot be pickled, raises or exits, or if the child dies; the child's traceback and its
        output are a note of the error.
        """
        machine.not_in_browser(f"{self._who} needs a process of its own")
        try:
            content = pickle.dumps((task, arguments, options))
        except Exception as error:  # pickling may raise any exception
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
        """Kill the children, even if they are working."""
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
        with self._starting:  # so that `close` also kills a child that is just being started
            inherited = _inherited(self._environment)
            child = (_spared(inherited) if self._reused else None) or _Child(inherited)
            self._children.add(child)
        return child

    def _error(self, what: str, traceback: str, printed: str) -> BackendError:
        """Return an error with the message `what`; the child's output and traceback become a note of the error."""
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
    """Kill the children that are kept for reuse, so that their CPU time is counted and later calls start new ones."""
    with contextlib.suppress(IndexError):
        while True:
            _spare.pop().stop()


def largest() -> int:
    """Return the largest peak memory, in bytes, of the children of this process that were stopped."""
    return max(_peaks, default=0)


class _Inherited(NamedTuple):
    """The state that a child inherits: parent process, working folder, `sys.path`, environment."""

    process: int
    folder: str
    path: list[str]
    environment: dict[str, str]


class _Child:
    """A child process, and the threads that read its pipes and write long tasks."""

    def __init__(self, inherited: _Inherited) -> None:
        self.inherited = inherited
        starting = _starter(os.getpid()).submit(_start, inherited)
        try:
            self.process = starting.result()
        except BaseException:  # such as Ctrl-C, after which nobody would know the process
            starting.add_done_callback(_end_started)
            raise
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self._tasks, self._answers, self._output = self.process.stdin, self.process.stdout, self.process.stderr
        self._inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._printed = bytearray()
        self._helpers = [threading.Thread(target=work, daemon=True) for work in (self._read_answers, self._read_output)]
        for reader in self._helpers:
            reader.start()
        # Otherwise a call that is never closed would keep the interpreter from exiting.
        atexit.register(self.stop)

    def send(self, task: bytes) -> None:
        """Send a task; a long one is written by a thread, since a child that starts or works does not read it yet."""
        if len(task) <= _AT_ONCE:
            self._write(task)
            return
        writer = threading.Thread(target=self._write, args=[task], daemon=True)
        self._helpers[2:] = [writer]  # the one before has ended
        writer.start()

    def _write(self, task: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):  # `receive` reports a dead child
            pickle.dump(task, self._tasks)
            self._tasks.flush()

    def receive(self) -> tuple[list[Any], str, Any]:
        """Wait for messages; return (messages, end, detail): `end` is "done", "failed", "closed" or "" (not ended)."""
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
        """Return the end of a message on how the process ended, such as `'s process was killed by SIGKILL`."""
        from subprocess import TimeoutExpired

        try:
            code = self.process.wait(1)
        except TimeoutExpired:
            return "'s process sent an invalid message"
        if code >= 0:
            return f"'s process ended with status {code}"
        try:
            return f"'s process was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"'s process was killed by signal {-code}"

    def printed(self) -> str:
        """Return the output of the last task, or the end of it if it is long."""
        return self._printed.rpartition(_BEGIN)[2].decode(errors="replace").strip()

    def spare(self) -> bool:
        """Keep the child for another sandbox, and return True; False if enough are kept or it used much memory."""
        peak = machine.peak(self.process.pid)
        if len(_spare) >= _SPARE or not 0 < peak < _SMALL:
            return False
        _peaks.append(peak)
        _spare.append(self)
        return True

    def stop(self) -> None:
        """Kill the process; may be called more than once."""
        atexit.unregister(self.stop)
        if self.process.poll() is None:
            _peaks.append(machine.peak(self.process.pid))
            _kill_group(self.process)
        self.process.wait()
        for helper in self._helpers:
            helper.join(1)  # a reader continues if the task has left a process that holds the pipe open
        with contextlib.suppress(OSError):
            self._tasks.close()
        for pipe, reader in zip((self._answers, self._output), self._helpers, strict=False):
            if not reader.is_alive():
                pipe.close()

    def _read_answers(self) -> None:
        """Put the child's messages into the queue from which `receive` takes them."""
        try:
            while True:
                self._inbox.put(pickle.load(self._answers))
        except (EOFError, pickle.UnpicklingError, OSError, ValueError):
            self._inbox.put(("closed", None))
        except Exception as error:  # unpickling may raise any exception
            self._inbox.put(("failed", (f"'s answer cannot be read: {_summary(error)}", "")))

    def _read_output(self) -> None:
        """Read what the child prints, and keep the end of it."""
        with contextlib.suppress(OSError, ValueError):
            while more := os.read(self._output.fileno(), _KEPT):
                self._printed += more
                del self._printed[:-_KEPT]


def _end_started(starting: "Future[subprocess.Popen[bytes]]") -> None:
    """Kill a child for which nobody waits any more."""
    if not starting.cancelled() and not starting.exception():
        with starting.result() as process:
            process.kill()


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a child and the programs that it runs."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:  # Windows has no process groups that could be killed
        import psutil

        with contextlib.suppress(psutil.Error):
            for program in psutil.Process(process.pid).children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    program.kill()
    process.kill()


def _inherited(environment: Mapping[str, str]) -> _Inherited:
    """Return the state that a child started now would inherit."""
    try:
        folder = os.getcwd()
    except OSError:  # the folder was deleted
        folder = ""
    return _Inherited(os.getpid(), folder, list(sys.path), {**os.environ, **_ONE_THREAD, **environment})


def _spared(inherited: _Inherited) -> _Child | None:
    """Return a child that is kept for reuse and has inherited the same state, or None if there is none."""
    with contextlib.suppress(IndexError):
        while True:
            child = _spare.pop()
            if child.inherited == inherited and child.process.poll() is None:
                return child
            if child.inherited.process == os.getpid():  # otherwise this process is a fork, and the child not its own
                child.stop()
    return None


def _start(inherited: _Inherited) -> "subprocess.Popen[bytes]":
    import subprocess

    return subprocess.Popen(
        [sys.executable, "-c", _BOOT.format(path=inherited.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=inherited.environment,
        # Ctrl-C in the terminal is sent to the parent only.
        start_new_session=os.name == "posix",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


@functools.cache
def _starter(process: int) -> "ThreadPoolExecutor":
    """Return the thread that starts the children of the process with this number; a forked process has its own.

    On Linux a child dies with the thread that started it, so the thread has to live as long as the process.
    """
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, f"satpuzzle-starter-{process}")


def serve() -> NoReturn:
    """Run tasks until the parent exits; the main function of a child."""
    _die_with_parent()
    for name in (
        "SIGTERM",
        "SIGHUP",
    ):  # such a signal may be sent to all processes of a job; the parent handles it and ends its children
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, frame: None)
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # The output of a task must not mix with the answers, and a task must not read the next one.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    os.environ.pop(DEBUG, None)  # the parent prints all of this process's output, its own children's included
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                inbox.put(pickle.load(tasks))
        except (EOFError, pickle.UnpicklingError, OSError):  # the parent has exited
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        _run(inbox.get(), answers)


def _run(content: bytes, answers: BinaryIO) -> None:
    """Unpickle a task and run it; send how it ended."""

    def answer(kind: str, detail: Any) -> None:
        pickled = pickle.dumps((kind, detail))
        try:
            answers.write(pickled)
            answers.flush()
        except OSError:  # the parent has exited; exit at once, without the solver's cleanup
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

        answer("failed", (f" failed: {_summary(error)}", "".join(traceback.format_exception(error))))
    else:
        answer("done", None)


def run_program(arguments: Sequence[str]) -> tuple[str, int]:
    """Run another program to its end, in a child; return its output and its exit status.

    The program is killed with the child, by their process group.  Raises OSError if it cannot be started.
    """
    import subprocess

    done = subprocess.run(
        arguments, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", check=False,
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,
    )  # fmt: skip
    return done.stdout or done.stderr, done.returncode


def _summary(error: BaseException) -> str:
    return str(error) if isinstance(error, SatpuzzleError) else f"{type(error).__name__}: {error}".removesuffix(": ")


def _die_with_parent() -> None:
    """Let the kernel kill this process when its parent dies; where that is not possible, the closed pipe ends it."""
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
