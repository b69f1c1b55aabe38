"""Engines that are other people's solvers: each part is solved in a process of its own.

What these engines have in common: hopeless options are ruled out first, a problem with many options is split into
many parts, and the solver runs where it can be killed (`worker.py`).  A seed shuffles the options and goes to the
solver, where it may mean little: what most solvers do is random only in the order in which they were told things.

Some can be told to decide by cells in the order of a scan.  On samples of the parts that took clingo, in its own
configuration, 0.4 to 1.2 times the conflicts on flat boards and boxes, 1.2 to 3 times on pyramids of balls, and
nothing that is quick to see tells which: a sample is solved both ways, where all solutions are wanted.
"""

import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.presolve import presolve
from satpuzzle.cover.split import split
from satpuzzle.engines.base import Engine, Offer, Prepared, Stats, Way, relabelled
from satpuzzle.engines.order import ranks
from satpuzzle.engines.worker import Workers
from satpuzzle.sandbox import Sandbox

_MANY, _PARTS = 1200, 1200  # options from which a solver gets the problem in so many parts
FEWER = 200  # parts, where a solver that decides by cells does better with large ones
_SAMPLED, _SAMPLE = 600, 12  # parts, and how many of them are solved both ways
_MUCH = 0.8  # of the conflicts by the usual way, so many make the other one better
_PATIENCE = 3.0  # seconds for each way


class Foreign(Engine):
    """A solver that runs in child processes; a kind of it says what the child is to do."""

    seeds = True
    module = ""  # what the child imports, which takes time and is no work
    orders: tuple[str, ...] = ()  # ways to decide, the usual one first, if the child takes a `rank` of the items for it
    ordered_parts = _PARTS  # so many instead if it decides by cells

    @abstractmethod
    def task(self, cover: ExactCover, way: Way) -> dict[str, Any]:
        """Return the function that a child calls, as `task`, and its options, but for the seed.

        Raises PuzzleError if the way does not apply to the cover.
        """

    def settled(self, cover: ExactCover, way: Way) -> Way:
        """Return the way with what depends on the cover decided."""
        return way

    def prepare(self, offer: Offer, way: Way, clock: Clock) -> Prepared:
        """Take the item with the smallest share of representatives, and rule out hopeless options."""
        _, cover = offer.covers[0]
        stats: Stats = {}
        if way.presolve is not False:
            cover = presolve(cover, clock.check)
            stats["presolved"] = int(cover.live.sum())
        many = int(cover.live.sum()) > _MANY
        asked, way = way.parts, self.settled(cover, replace(way, parts=way.parts or (_PARTS if many else 1)))
        if way.recipe is not None and way.recipe.blocking == "images":
            cover = replace(cover, automorphisms=offer.automorphisms)
        rank, sandbox = ranks(cover, offer.points), Sandbox("the solver", reused=True)
        unsaid = way.recipe is not None and way.recipe.decisions == "auto"
        if many and way.parts != 1 and offer.limit is None and self.orders and unsaid:
            try:
                way = self._decided(cover, way, rank, sandbox, clock)
            except BaseException:
                sandbox.close()
                raise
        if (recipe := way.recipe) is not None:
            stats["encoding"] = recipe.name
            if recipe.decisions != "auto":
                stats["deciding"] = recipe.decisions
                if asked is None and many and recipe.decisions == "static":
                    way = replace(way, parts=self.ordered_parts)
            elif self.orders:  # it is not found out again elsewhere
                way = replace(way, recipe=replace(recipe, decisions=self.orders[0]))
        assert way.parts is not None
        return Prepared(0, way.parts, self._children(cover, way, rank, sandbox), cover, stats, way)

    def _children(self, cover: ExactCover, way: Way, rank: NDArray[np.intp], sandbox: Sandbox) -> "Children":
        look_ahead = way.presolve is not False and way.parts != 1
        task = self.task(cover, way) | ({"rank": rank} if self.orders else {})
        return Children(Workers(**task, look_ahead=look_ahead, seed=way.seed, module=self.module, sandbox=sandbox))

    def _decided(self, cover: ExactCover, way: Way, rank: NDArray[np.intp], sandbox: Sandbox, clock: Clock) -> Way:
        """Return the way to decide that suits a sample of the parts, or as it is if that is not known in time."""
        assert way.recipe is not None
        parts = [part for _, part in split([cover], _SAMPLED, clock.check)]
        step = len(parts) // _SAMPLE
        if step < 2:  # it is over soon
            return way
        best, most = way, math.inf
        for decisions in self.orders:
            candidate = replace(way, recipe=replace(way.recipe, decisions=decisions))
            children = self._children(cover, candidate, rank, sandbox)
            needed = _conflicts(parts[-1:], children, Clock(_PATIENCE, clock), math.inf)  # while the process begins
            if needed < math.inf:
                needed = _conflicts(parts[step // 2 :: step], children, Clock(_PATIENCE, clock), most)
            clock.check()
            if needed < most:
                best, most = candidate, _MUCH * needed
        return best


def _conflicts(parts: Sequence[ExactCover], solver: "Children", clock: Clock, most: float) -> float:
    """Return how many conflicts a solver needs for parts; infinity if they take too long or more than `most`."""
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
class Children:
    """Enumerates parts in child processes, as many as there are calls at a time."""

    workers: Workers

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield the solutions of a part; BackendError if its process fails or dies."""
        if cover.hopeless() is None:
            yield from relabelled(cover, lambda rest: self.workers(rest, stats))

    def close(self) -> None:
        """End the processes."""
        self.workers.close()
