"""External solvers, which run in child processes that can be killed (`worker.py`).

All of them presolve the cover, and split a problem with many options into many parts.  A seed shuffles the options and
is passed to the solver, which may ignore it: most solvers depend on chance only through the order of their input.

Some solvers can branch on cells in scan order.  On samples of parts, this took clingo 0.4 to 1.2 times as many
conflicts as its own heuristic on flat boards and boxes, but 1.2 to 3 times as many on pyramids of balls.  No cheap
property of the puzzle predicts which is better.  If all solutions are wanted, a sample of the parts is therefore solved
with both ways of branching.
"""

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover, batch_of
from satpuzzle.cover.presolve import presolve
from satpuzzle.cover.split import split
from satpuzzle.engines.base import (
    IMPOSSIBLE,
    POSSIBLE,
    Completed,
    Engine,
    Offer,
    Prepared,
    Solver,
    SolverConfig,
    Stats,
    Step,
    relabelled,
)
from satpuzzle.engines.order import ranks
from satpuzzle.engines.worker import Workers
from satpuzzle.sandbox import Sandbox

_MANY, _PARTS = 1200, 1200  # a problem with more than _MANY live options is split into about _PARTS parts, at most
_WORDS = 1 << 28  # words of rows in all parts: each part is made from the whole cover, and sent to a child process
FEWER = 200  # parts for CP-SAT and clingo if they branch on cells: they are faster with larger parts then
_SAMPLED, _SAMPLE = 600, 12  # to compare branchings, split into about _SAMPLED parts and solve _SAMPLE of them
_CLEARLY = 0.8  # a branching is better than the one before if it takes less than this share of its conflicts
_PATIENCE = 3.0  # seconds for the sample, for each branching


class ExternalEngine(Engine):
    """A solver that runs in child processes; subclasses define the `task` of a child."""

    seeds = True
    unit = "conflicts"
    module = ""  # the solver's module, which the child imports before it measures CPU time
    orders: tuple[str, ...] = ()  # branchings (values of `decisions`), default first, if `task` has a parameter `rank`
    ordered_parts = _PARTS  # number of parts if the solver branches on cells

    @abstractmethod
    def task(self, cover: ExactCover, config: SolverConfig) -> dict[str, Any]:
        """Return the function that a child process calls (under the key `task`), and its keyword arguments.

        The seed is not among them.  Raises PuzzleError if the configuration does not apply to the cover.
        """

    def optimiser(self, workers: int) -> dict[str, Any]:
        """Return the function by which a child process minimises (under the key `task`), and its keyword arguments."""
        raise NotImplementedError

    def minimise(
        self, cover: ExactCover, cost: NDArray[np.int64], workers: int = 1, clock: Clock = UNLIMITED
    ) -> Iterator[Step]:
        """Minimise in a child process; see `Engine.minimise`."""
        numbers, rest = cover.residual()
        if rest.hopeless() is not None:
            return
        given, sandbox = int(cost[list(cover.chosen)].sum()), Sandbox("the solver", reused=True)
        with sandbox, closing(sandbox.call(cover=rest, cost=cost[numbers], **self.optimiser(workers))) as answers:
            for steps in answers:
                for solution, bound in steps:
                    if solution is not None:
                        yield Step(solution=tuple(sorted((*cover.chosen, *numbers[solution].tolist()))))
                    if bound is not None:
                        yield Step(bound=bound + given)
                clock.check()

    def completer(self, config: SolverConfig) -> dict[str, Any] | None:
        """Return the function by which a child process completes choices, and its arguments; None if it has none."""
        return None

    def completions(
        self, cover: ExactCover, chosen: NDArray[np.int64], config: SolverConfig, clock: Clock, most: int = 1 << 62
    ) -> Iterator[Completed]:
        """Complete all choices in one child process, if it has a function for that; see `Engine.completions`."""
        numbers, rest = cover.residual()
        task = None
        if not cover.chosen and rest.hopeless() is None:
            task = self.completer(self.settled(rest, config, clock))
        if task is None or not cover.live[chosen].all():
            yield from super().completions(cover, chosen, config, clock, most)
            return
        start, sandbox, wanted = 0, Sandbox("the solver", reused=True), np.searchsorted(numbers, chosen).tolist()
        with sandbox, closing(sandbox.call(cover=rest, chosen=wanted, **task)) as answers:
            for found in answers:
                if len(found):
                    verdicts = np.array([IMPOSSIBLE if one is None else POSSIBLE for one in found])
                    every = batch_of([numbers[one or []].tolist() for one in found])
                    yield Completed(start, verdicts, every)
                    start += len(found)
                clock.check()

    def settled(self, cover: ExactCover, config: SolverConfig, clock: Clock) -> SolverConfig:
        """Return the configuration with the settings that depend on the cover.  Raises Stopped if the clock stops."""
        return config

    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        """Choose the first cover on offer, presolve it, and choose the branching and the number of parts."""
        _, cover = offer.covers[0]
        stats: Stats = {}
        if config.presolve is not False:
            cover = presolve(cover, clock)
            stats["presolved"] = int(cover.live.sum())
        many = int(cover.live.sum()) > _MANY
        parts = config.parts  # as requested
        config = self.settled(cover, replace(config, parts=parts or (_at_most(_PARTS, cover) if many else 1)), clock)
        rank, sandbox = ranks(cover, offer.points), Sandbox("the solver", reused=True)
        open_ = config.recipe is not None and config.recipe.decisions == "auto"
        if many and config.parts != 1 and offer.limit is None and self.orders and open_:
            try:
                config = self._compared(cover, config, rank, sandbox, clock)
            except BaseException:
                sandbox.close()
                raise
        if (recipe := config.recipe) is not None:
            stats["encoding"] = recipe.name
            if recipe.decisions != "auto":
                stats["deciding"] = recipe.decisions
                if parts is None and many and recipe.decisions == "static":
                    config = replace(config, parts=_at_most(self.ordered_parts, cover))
            elif self.orders:  # complete, so that no later run compares the branchings again
                config = replace(config, recipe=replace(recipe, decisions=self.orders[0]))
        assert config.parts is not None
        return Prepared(0, config.parts, self._children(cover, config, rank, sandbox), cover, stats, config)

    def _children(
        self, cover: ExactCover, config: SolverConfig, rank: NDArray[np.intp], sandbox: Sandbox
    ) -> "Children":
        look_ahead = config.presolve is not False and config.parts != 1
        task = self.task(cover, config) | ({"rank": rank} if self.orders else {})
        return Children(Workers(**task, look_ahead=look_ahead, seed=config.seed, module=self.module, sandbox=sandbox))

    def _compared(
        self, cover: ExactCover, config: SolverConfig, rank: NDArray[np.intp], sandbox: Sandbox, clock: Clock
    ) -> SolverConfig:
        """Return the configuration with the branching that needs fewer conflicts on a sample of the parts.

        The choice is between a static order and the solver's own heuristic.  The configuration is returned unchanged if
        there are few parts, or if neither finishes the sample in time.
        """
        assert config.recipe is not None
        parts = [part for _, part in split([cover], _at_most(_SAMPLED, cover), clock)]
        step = len(parts) // _SAMPLE
        if step < 2:  # few parts: the search is short
            return config
        best, most = config, math.inf
        for decisions in self.orders:
            candidate = replace(config, recipe=replace(config.recipe, decisions=decisions))
            children = self._children(cover, candidate, rank, sandbox)
            # The first call starts the child process; its time is not part of the sample's.
            needed = _conflicts(parts[-1:], children, Clock(_PATIENCE, clock), math.inf)
            if needed < math.inf:
                needed = _conflicts(parts[step // 2 :: step], children, Clock(_PATIENCE, clock), most)
            clock.check()
            if needed < most:
                best, most = candidate, _CLEARLY * needed
        return best


def _at_most(parts: int, cover: ExactCover) -> int:
    """Return this number of parts, or a smaller one if the cover is so large that it takes long to make a part."""
    return max(1, min(parts, _WORDS // max(1, cover.rows.size)))


def _conflicts(parts: Sequence[ExactCover], solver: "Children", clock: Clock, most: float) -> float:
    """Return the number of conflicts of a solver on the parts, or infinity if it exceeds `most` or the clock stops."""
    needed = 0
    for part in parts:
        stats: Stats = {}
        for _ in solver(part, stats):
            if clock.stopped():
                return math.inf
        needed += stats.get("conflicts", 0)
        if needed > most:
            return math.inf
    return needed


@dataclass(frozen=True)
class Children(Solver):
    """Enumerates covers in child processes, one process for each concurrent call."""

    workers: Workers

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield the solutions of a cover.  Raises BackendError if the child process fails or dies."""
        if cover.hopeless() is None:
            yield from relabelled(cover, lambda rest: self.workers(rest, stats))

    def close(self) -> None:
        """End the child processes."""
        self.workers.close()
