"""A search is iterated, then asked.

`Search` is the loop that all backends share: it hands the backend what is left to choose, watches the
clock and the limits, checks every solution, and remembers why it stopped.  A backend only produces
batches of solutions of a plain cover; an empty batch means "still at work" and gives the loop a look at
the clock, so a backend should yield one every tenth of a second or so.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.search.carriers.threads import in_order

Stats = dict[str, int | float | str]
Produce = Callable[[ExactCover, Stats], Iterator[Batch]]


NOTHING: Batch = np.zeros((0, 1), np.int64)  # what a backend yields that is still at work


class Status(StrEnum):
    """Why a search stopped; only EXHAUSTED makes a count final."""

    EXHAUSTED = "exhausted"
    SOLUTION_LIMIT = "solution_limit"
    TIME_LIMIT = "time_limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Limits:
    """When to stop early."""

    solutions: int | None = None  # stop after this many
    seconds: float | None = None  # stop after this much wall-clock time


class Search:
    """Solutions of a cover, as tuples of option numbers in ascending order; iterate once.

    `status` is None until the iteration ends.  `stats` holds counts of the backend's work (`nodes`,
    `conflicts`, `clauses`, ...) and `seconds` of wall-clock time.  Ctrl-C ends the iteration like a limit.
    Raises BackendError, after the last solution found, if the backend broke down.
    """

    def __init__(
        self,
        cover: ExactCover,
        limits: Limits,
        produce: Produce,
        parts: Sequence[ExactCover] | None = None,
        jobs: int = 1,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self.cover = cover
        self.limits = limits
        self.status: Status | None = None
        self.stats: Stats = {"solutions": 0, "seconds": 0.0}
        self._produce = produce
        self._parts = [cover] if parts is None else parts  # subproblems that have all solutions between them
        self._jobs = jobs
        self._close = close  # called at the end
        self._stop = False
        self._batches = self._run()

    def interrupt(self) -> None:
        """Stop soon, with the status INTERRUPTED; may be called from a signal handler or a thread."""
        self._stop = True

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for batch in self.batches():
            for row in batch.tolist():
                yield tuple(option for option in row if option >= 0)

    def batches(self) -> Generator[Batch, None, None]:
        """Iterate over checked batches of solutions; some may be empty."""
        return self._batches

    def _run(self) -> Generator[Batch, None, None]:
        start = time.monotonic()
        solutions = 0
        working = self._working()
        status = Status.INTERRUPTED  # unless something better is known at the end
        try:
            while True:
                if self._stop:
                    break
                if self.limits.solutions is not None and solutions >= self.limits.solutions:
                    status = Status.SOLUTION_LIMIT
                    break
                if self.limits.seconds is not None and time.monotonic() - start >= self.limits.seconds:
                    status = Status.TIME_LIMIT
                    break
                batch = next(working, None)
                self.stats["seconds"] = time.monotonic() - start
                if batch is None:
                    status = Status.EXHAUSTED
                    break
                if self.limits.solutions is not None:
                    batch = batch[: self.limits.solutions - solutions]
                self.cover.check(batch)
                solutions += len(batch)
                self.stats["solutions"] = solutions
                yield batch
        except KeyboardInterrupt:
            pass
        finally:
            working.close()
            self._close()
            self.stats["seconds"] = time.monotonic() - start
            self.status = status

    def _working(self) -> Generator[Batch, None, None]:
        """Yield batches in terms of the cover's own option numbers, and keep the statistics."""
        if self.cover.hopeless() is not None:
            return
        counted: list[Stats] = []
        self.stats["parts"] = len(self._parts)
        for batch in in_order(partial(self._part, counted), self._parts, self._jobs):
            self._account(counted)
            yield NOTHING if batch is None else batch
        self._account(counted)

    def _account(self, counted: list[Stats]) -> None:
        """Add up what the parts have counted."""
        now = [dict(stats) for stats in list(counted)]  # other threads add to them meanwhile
        for key in {key for stats in now for key in stats}:
            values = [stats[key] for stats in now if key in stats]
            self.stats[key] = sum(values) if not isinstance(values[0], str) else values[0]  # type: ignore[arg-type]

    def _part(self, counted: list[Stats], cover: ExactCover) -> Iterator[Batch | None]:
        stats: Stats = {}
        counted.append(stats)
        numbers, rest = cover.residual()
        label = np.append(numbers, -1)
        given = np.array(cover.chosen or (-1,), dtype=np.int64)
        for batch in self._produce(rest, stats):
            if not len(batch):
                yield None
                continue
            # An empty solution is a row of padding, so every batch has a column.
            yield _ascending(np.concatenate([np.broadcast_to(given, (len(batch), len(given))), label[batch]], axis=1))
        stats["parts_done"] = 1
        if "nodes" in stats:
            stats["nodes_done"] = stats["nodes"]


def _ascending(batch: Batch) -> Batch:
    """Sort each row, with the padding last."""
    last = np.iinfo(np.int64).max
    ordered = np.sort(np.where(batch < 0, last, batch), axis=1)
    return np.where(ordered == last, -1, ordered)
