"""The carrier on this machine: several threads, each of which solves whole parts.

Threads run in parallel, since kernels release the interpreter's lock and external solvers run in processes.
"""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from satpuzzle.clock import Clock
from satpuzzle.search.carriers.base import Back, Work


class Threads:
    """A carrier with `jobs` threads, which end when the clock `halt` stops.

    A thread calls `hold(place, result)` before it returns a result; `hold` may wait until there is room for it.
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
        """Append a part to the queue of parts; start another thread if there are fewer than `jobs`."""
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
        """Make each thread end after its next result."""
        self._halt.stop()

    def close(self) -> None:
        """Stop the threads and wait for their end."""
        self.stop()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            if thread.is_alive():  # Ctrl-C may come while a thread is started; it finds the clock stopped and ends
                thread.join()

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            place, part = task
            self._back.put((place, self._last(place, part), True))

    def _last(self, place: Any, part: Any) -> Any:
        """Solve a part and queue its results; return the last one, or the exception that was raised."""
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
            close(results)


def close(results: Iterator[Any]) -> None:
    """Close what yields results, if it can be closed."""
    close = getattr(results, "close", None)
    if close is not None:
        close()
