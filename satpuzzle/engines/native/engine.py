"""The native search's host.

It has the kernels' state laid out in arrays, gives a kernel a number of nodes to work for, looks at the clock in
between, and turns what comes back into batches of solutions.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import from_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines.base import Engine, Offer, Prepared, SolverConfig, Stats, relabelled
from satpuzzle.engines.native.registry import find
from satpuzzle.engines.native.strategy import EFFORT, State, Strategy, dearest, room_for
from satpuzzle.puzzle.grids import Points

FASTEST = ("scan", "mrv")  # what a plan chooses among, those first of which a look takes less time

_SLICE = 0.05  # seconds that the kernel works between looks at the clock
_LEAST, _FIRST = 1 << 8, 1 << 16  # nodes before the first of them: at least, and at most
_LONG = 1.0  # estimated seconds of a search that is worth splitting
_PARTS = 64  # into so many


class Native(Engine):
    """Depth-first search over bit masks, in C: fewest options first, a scan, or any other strategy."""

    name = "bitmask"
    description = "Depth-first search over bit masks, in C: the fastest of several strategies"
    strategies = True
    frontier = True

    def quick_search(self, offer: Offer, config: SolverConfig) -> Prepared | None:
        """Return the outcome if a few thousand nodes are all, and nothing is asked for but that."""
        from satpuzzle.engines.native.quick_search import quick_search

        if (
            config.presolve
            or config.strategy is not None
            or config.parts not in (None, 1)
            or (over := quick_search(offer)) is None
        ):
            return None
        return Prepared(
            0, 1, over, over.cover, {"strategy": "mrv"}, config, deepen=False, solvable=any(map(len, over.found))
        )

    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        """Choose strategy and cover by random probes of the trees; split a search that promises to be long."""
        from satpuzzle.engines.native.plan import choose_strategy

        if config.presolve:
            offer = replace(offer, covers=[(item, presolve(cover, clock)) for item, cover in offer.covers])
        allowed = [config.strategy] if config.strategy else [find(name) for name in FASTEST]
        plan = choose_strategy(offer, allowed, clock)
        stats: Stats = {"strategy": plan.strategy.name}
        for key, value in vars(plan.estimate).items():
            stats[f"estimated_{key}"] = float(f"{value:.3g}")  # type: ignore[literal-required]
        seconds, cover = plan.estimate.seconds, offer.covers[plan.candidate][1]
        parts = config.parts or (_PARTS if seconds > _LONG else 1)
        solver = Searcher(plan.strategy, offer.points, plan.first, min(plan.effort, EFFORT), (cover, plan.state))
        return Prepared(plan.candidate, parts, solver, cover, stats, config)


@dataclass(frozen=True)
class Searcher:
    """Enumerates covers by one strategy; `fresh` is a cover of which there is a fresh state already."""

    strategy: Strategy
    points: Points | None = None  # coordinates of the cells
    first: int | None = None  # an item that goes before all others, if the strategy has use for one
    effort: int = EFFORT  # the size of tables that are worth making for a part
    fresh: tuple[ExactCover, State] | None = None

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions in the order of the search; `nodes` counts options tried."""
        parts = [cover]
        if self.strategy.outer and self.first is not None and self.first not in covered(cover):
            parts = [cover.given([option]) for option in cover.options_of(self.first).tolist()]
        stats["nodes"] = 0
        for part in parts:
            yield from relabelled(part, partial(self._search, stats, part))

    def _search(self, stats: Stats, part: ExactCover, cover: ExactCover) -> Iterator[Batch]:
        from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, STACK_FULL

        if cover.hopeless() is not None:  # a kernel would not look at an item without options
            return
        if not len(cover.rows):  # what is given is a solution, and no strategy has anything to look at
            yield np.full((1, 1), -1, np.int64)
            return
        state = self._state(part, cover)
        # The clock is looked at in time even if every node is as costly as the first.
        before, budget = stats["nodes"], max(_LEAST, min(_FIRST, int(_SLICE / dearest(state, cover.rows.size))))
        found = room_for(state.longest)
        while True:
            began = time.perf_counter()
            outcome, count = state.advance(budget, found)
            spent = time.perf_counter() - began
            stats["nodes"] = before + state.nodes
            if count == len(found):
                yield found
                found = room_for(state.longest)
            else:
                yield found[:count].copy()
            if outcome == EXHAUSTED:
                return
            if outcome == STACK_FULL:
                state.grow()
            elif outcome == BUDGET_SPENT:
                budget = int(min(max(budget * _SLICE / max(spent, 1e-6), _LEAST), 1 << 26, budget * 16))

    def _state(self, part: ExactCover, cover: ExactCover) -> State:
        """Return the state of a search of what is left of a part."""
        if self.fresh:
            whole, state = self.fresh
            if part is whole:
                return state
            more = sorted(set(part.chosen) - set(whole.chosen))
            if not (part.live & ~whole.live).any() and whole.live[more].all():
                chosen = from_words(part.rows[more], len(part.names))
                if (shared := state.for_part(cover, chosen)) is not None:
                    return shared
        return self.strategy.state(cover, self.points, self.first, self.effort)

    def close(self) -> None:
        """Do nothing."""


def covered(cover: ExactCover) -> list[int]:
    """Return the items that the chosen options cover."""
    return np.flatnonzero(cover.coverage(cover.chosen)).tolist()
