"""Runs external solvers in child processes, which receive covers and send back batches of solutions.

A child process solves many parts of a split search, one after the other.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover, batch_of
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines.base import Stats
from satpuzzle.sandbox import Sandbox, Send

Emit = Callable[[list[int]], None]


class Workers:
    """Child processes that solve covers by `task(cover, emit, stats, **options)`, a function of an importable module.

    The processes belong to `sandbox`, which may be shared; there is one for each concurrent call.  With `look_ahead`
    they presolve each cover.  With a `seed` they shuffle its options, and pass the seed to the task.  They import
    `module` before they begin to measure CPU time.  `close` ends them; if the result of a call is not read to its end,
    the process of that call ends at once.
    """

    def __init__(
        self,
        task: Callable[..., None],
        *,
        look_ahead: bool = False,
        seed: int | None = None,
        module: str = "",
        sandbox: Sandbox,
        **options: Any,
    ) -> None:
        self._task = (task, look_ahead, seed, module, options)
        self._sandbox = sandbox

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield the solutions of a cover.  Raises BackendError if the solver fails or its process dies.

        Solutions that arrive at about the same time form one batch, since it takes less time to check and classify them
        together.
        """
        with contextlib.closing(self._sandbox.call(_solve, *self._task, cover)) as answers:
            for messages in answers:
                for _, counted in messages:
                    stats.update(counted)
                yield batch_of([chosen for chosen, _ in messages if chosen is not None])

    def close(self) -> None:
        """End the processes."""
        self._sandbox.close()


def _solve(
    send: Send,
    task: Callable[..., None],
    look_ahead: bool,
    seed: int | None,
    module: str,
    options: dict[str, Any],
    cover: ExactCover,
) -> None:
    """Send every solution with the statistics so far, then None with all statistics.  Runs in the child process."""
    stats: Stats = {}
    if module:
        import_module(module)
    began = time.process_time()

    def emit(chosen: list[int]) -> None:
        stats["process"] = time.process_time() - began
        send(([numbers[option] for option in chosen], stats))

    numbers = np.arange(len(cover.rows)).tolist()
    try:
        if look_ahead:
            left, cover = presolve(cover).residual()
            numbers = left.tolist()
        if seed is not None:
            order = np.random.default_rng(seed).permutation(len(numbers))
            numbers, cover = [numbers[option] for option in order], cover.reordered(order)
            options = options | {"seed": seed}
        if cover.hopeless() is None:
            task(cover, emit, stats, **options)
    finally:
        stats["process"] = time.process_time() - began
        send((None, stats))
