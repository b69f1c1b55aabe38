"""Threads that take whole parts: kernels release the interpreter's lock, and external solvers run in processes."""

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from satpuzzle.clock import Clock
from satpuzzle.search.carriers.base import Result, Workplace
from satpuzzle.search.part import Part


class Pool:
    """So many threads."""

    def __init__(self, workplace: Workplace, jobs: int, clock: Clock) -> None:
        self._workplace, self._clock = workplace, Clock(within=clock)
        self._threads = ThreadPoolExecutor(jobs, "satpuzzle-part")
        self._out: dict[Future[Result], bytes] = {}
        self.width = jobs + 1  # one waits, so that no thread does while an outcome is written

    def submit(self, place: bytes, part: Part) -> None:
        """Take a part on."""
        self._out[self._threads.submit(self._workplace.work, part, self._clock)] = place

    def finished(self, timeout: float) -> Sequence[tuple[bytes, Result]]:
        """Return what has come back."""
        done = wait(self._out, timeout, FIRST_COMPLETED).done
        return [(self._out.pop(future), future.result()) for future in done]

    def stop(self) -> None:
        """Let the threads stop soon."""
        self._clock.stop()

    def close(self) -> None:
        """Stop the threads."""
        self.stop()
        self._threads.shutdown(cancel_futures=True)
        self._workplace.plan.solver.close()
