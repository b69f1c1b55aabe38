"""Carriers on this machine: the calling thread, or several threads, each of which solves whole parts.

Threads run in parallel, since kernels release the interpreter's lock and external solvers run in processes.
"""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from satpuzzle.clock import Clock
from satpuzzle.search.carriers.base import Back, Work


class Inline:
    """The calling thread: it solves one part at a time, and only during a call of `finished`."""

    width = 1

    def __init__(self, work: Work) -> None:
        self._work = work
        self._place: Any = None
        self._results: Iterator[Any] = iter(())

    def submit(self, place: Any, part: Any) -> None:
        """Begin a part."""
        self._place, self._results = place, self._work(part)

    def finished(self, timeout: float) -> Sequence[Back]:
        """Work until the part yields something; return its result, or nothing if it yields None."""
        try:
            result = next(self._results)
        except StopIteration as end:
            return [(self._place, end.value, True)]
        return [] if result is None else [(self._place, result, False)]

    def stop(self) -> None:
        """Abandon the part."""
        _close(self._results)

    def close(self) -> None:
        """Abandon the part."""
        _close(self._results)


class Threads:
    """A carrier of `jobs` threads, which stop when the clock `halt` stops.

    A thread calls `hold(place, result)` before it hands a result over; `hold` may wait until there is room for it.
    """

    def __init__(
        self, work: Work, jobs: int, halt: Clock, hold: Callable[[Any, Any], None] = lambda place, result: None
    ) -> None:
        self._work, self._jobs, self._halt, self._hold = work, jobs, halt, hold
        self._tasks: queue.SimpleQueue[tuple[Any, Any] | None] = queue.SimpleQueue()
        self._back: queue.SimpleQueue[Back] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self.width = jobs + 1  # one more part than threads, so that no thread waits while a result is recorded

    def submit(self, place: Any, part: Any) -> None:
        """Begin a part."""
        self._tasks.put((place, part))
        if len(self._threads) < self._jobs:
            self._threads.append(threading.Thread(target=self._serve, name="satpuzzle-part", daemon=True))
            self._threads[-1].start()

    def finished(self, timeout: float) -> Sequence[Back]:
        """Return the results that have arrived; wait up to `timeout` seconds for the first."""
        found: list[Back] = []
        try:
            found.append(self._back.get(timeout=timeout))
            while True:
                found.append(self._back.get_nowait())
        except queue.Empty:
            return found

    def stop(self) -> None:
        """Make the threads stop at their next result."""
        self._halt.stop()

    def close(self) -> None:
        """Stop the threads and wait for their end."""
        self.stop()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            place, part = task
            self._back.put((place, self._last(place, part), True))

    def _last(self, place: Any, part: Any) -> Any:
        """Solve a part; return its last result, or the exception that it raised."""
        results: Iterator[Any] = iter(())
        try:
            self._halt.check()
            results = self._work(part)
            while True:
                result = next(results)
                if result is not None:
                    self._hold(place, result)
                    self._back.put((place, result, False))
                self._halt.check()  # raises Stopped, which says whether a time limit was the reason
        except StopIteration as end:
            return end.value
        except BaseException as error:  # handed over to the thread that asked
            return error
        finally:
            _close(results)


def _close(results: Iterator[Any]) -> None:
    close = getattr(results, "close", None)
    if close is not None:
        close()
