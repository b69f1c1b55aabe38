"""Engines that are other people's solvers: each part is solved in a process of its own.

What these engines have in common: hopeless options are ruled out first, a problem with many options is split into
many parts, and the solver runs where it can be killed (`worker.py`).  A seed shuffles the options and goes to the
solver, where it may mean little: what most solvers do is random only in the order in which they were told things.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines.base import Engine, Offer, Prepared, Stats, Way, relabelled
from satpuzzle.engines.worker import Workers

_MANY, _PARTS = 1200, 600  # options from which a solver gets the problem in so many parts


class Foreign(Engine):
    """A solver that runs in child processes; a kind of it says what the child is to do."""

    seeds = True
    module = ""  # what the child imports, which takes time and is no work

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
        parts = way.parts or (_PARTS if int(cover.live.sum()) > _MANY else 1)
        way = replace(self.settled(cover, way), parts=parts)
        if way.recipe is not None:
            stats["encoding"] = way.recipe.name
            if way.recipe.blocking == "images":
                cover = replace(cover, automorphisms=offer.automorphisms)
        look_ahead = way.presolve is not False and parts > 1
        workers = Workers(**self.task(cover, way), look_ahead=look_ahead, seed=way.seed, module=self.module)
        return Prepared(0, parts, Children(workers), cover, stats, way)


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
