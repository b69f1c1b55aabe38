"""The native search as an engine.

Planning chooses a strategy and a cover by random probes.  The search itself is the loop of `engines/state.py`, in which
a kernel works for a part of a second at a time.  A quick search needs no more than this module imports at its top.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import from_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import (
    IMPOSSIBLE,
    Completed,
    Engine,
    Estimate,
    First,
    Offer,
    Prepared,
    QuickSearch,
    Solver,
    SolverConfig,
    Stats,
    renumbered,
)
from satpuzzle.engines.library import missing
from satpuzzle.engines.native.quick_search import quick_search
from satpuzzle.engines.state import State, room_for, stretches
from satpuzzle.engines.strategy import EFFORT, Strategy
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.grids import Points

FASTEST = ("edges", "scan", "mrv")  # the strategies among which a plan chooses; those that are faster to probe first

_LONG = 1.0  # estimated seconds from which on a search is split
_PARTS = 64  # about the number of parts
_WEEDED = 0.02  # expected seconds from which on a recorded search may weed its lists
_BETWEEN = 1 << 18  # numbers of a recorded tree between two checks of the clock: at most


class Native(Engine):
    """Depth-first search over bit masks, in C; several strategies choose what to branch on."""

    name = "native"
    description = "Depth-first search over bit masks, in C: the fastest of several strategies"
    strategies = True
    estimates = True
    records = True
    counts_nodes = True
    folds = True
    frontier = True

    def quick_search(self, offer: Offer, config: SolverConfig, clock: Clock) -> QuickSearch:
        """Search at most a few thousand nodes; do not search if the configuration changes any default."""
        if config.presolve or config.strategy is not None or config.parts not in (None, 1) or offer.node_limit:
            return QuickSearch()
        found = quick_search(offer, clock)
        if (solver := found.finished) is None:
            return QuickSearch(None, found.solvable, found.seconds)
        stats: Stats = {"strategy": found.strategy}
        prepared = Prepared(found.candidate, 1, solver, solver.cover, stats, config, deepen=False)
        return QuickSearch(prepared, found.solvable)

    def early(self, offer: Offer, config: SolverConfig, stats: Stats, clock: Clock) -> Generator[Batch, None, bool]:
        """Search at once by `mrv`, in several orders; do not search if the configuration changes any default."""
        if config.presolve or config.strategy is not None or config.parts not in (None, 1):
            return False
        from satpuzzle.engines.native.early import early_search

        return (yield from early_search(offer, stats, clock))

    def beside(self, offer: Offer, config: SolverConfig, stats: Stats, clock: Clock) -> Iterator[Batch]:
        """Sweep large covers; do not if the configuration changes any default or nodes are limited."""
        if config.presolve or config.strategy is not None or config.parts not in (None, 1) or offer.node_limit:
            return
        from satpuzzle.engines.native.sweep import sweeps

        yield from sweeps(offer, stats, clock)

    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        """Choose a strategy and a cover by random probes of the search trees; split the search if it will be long."""
        from satpuzzle.cover.presolve import presolve
        from satpuzzle.engines.native.plan import choose_strategy, weeding
        from satpuzzle.engines.native.relaxed import narrowed
        from satpuzzle.engines.strategies import find

        if config.presolve:
            offer = replace(offer, covers=[(item, presolve(cover, clock)) for item, cover in offer.covers])
        allowed = [config.strategy] if config.strategy else [find(name) for name in FASTEST]
        plan = choose_strategy(offer, allowed, clock)
        candidate, seen = plan.candidate, offer
        share = offer.share(plan.estimate.nodes, plan.estimate.solutions)
        if share * plan.seconds > _LONG and config.presolve is not False:
            item, cover = offer.covers[candidate]
            fewer = narrowed(cover, plan.estimate.nodes, clock)
            if fewer.hopeless() is not None:  # kernels require that every item has options
                return Prepared(candidate, 1, Searcher(plan.strategy), fewer, {"strategy": plan.strategy.name}, config)
            if fewer is not cover:
                seen = Offer([(item, fewer)], offer.points, offer.limit, offer.node_limit, offer.rate)
                plan = choose_strategy(seen, allowed, clock)
        if config.strategy is None:
            plan = weeding(plan, share, clock)
        stats: Stats = {"strategy": plan.strategy.name}
        for key, value in vars(plan.estimate).items():
            stats[f"estimated_{key}"] = float(f"{value:.3g}")  # type: ignore[literal-required]
        plan.state.shave(plan.seconds)
        seconds, cover = share * plan.estimate.seconds, seen.covers[plan.candidate][1]
        parts = config.parts or (_PARTS if seconds > _LONG and offer.node_limit is None else 1)
        fresh = Fresh(cover, seen.residual(plan.candidate), plan.state)
        limit = NodeLimit(offer.node_limit) if offer.node_limit is not None else None
        solver = Searcher(plan.strategy, offer.points, plan.first, min(plan.effort, EFFORT), fresh, limit, offer.limit)
        return Prepared(candidate, parts, solver, cover, stats, config)

    def first(
        self, cover: ExactCover, config: SolverConfig, points: Points | None = None, clock: Clock = UNLIMITED
    ) -> First:
        """Search with the configuration's strategy (`mrv` if it has none) until the first solution."""
        from satpuzzle.engines.strategies import find

        numbers, rest = cover.residual()
        if rest.hopeless() is not None:  # kernels require that every item has options
            return First(None, 0, True)
        state = (config.strategy or find("mrv")).state(rest, points, clock=clock)
        for found in stretches(state, room=np.empty((1, state.longest), np.int64)):
            if len(found):
                chosen = numbers[found[0][found[0] >= 0]].tolist()
                return First(tuple(sorted([*cover.chosen, *chosen])), state.nodes, True)
            if clock.stopped():
                return First(None, state.nodes, False)
        return First(None, state.nodes, True)

    def completions(
        self, cover: ExactCover, chosen: NDArray[np.int64], config: SolverConfig, clock: Clock, most: int = 1 << 62
    ) -> Iterator[Completed]:
        """Search for all choices in one call of a kernel, if there are kernels and it knows such a cover."""
        plain = not cover.colours and not cover.weights and not cover.chosen and cover.live.all()
        if not plain or config.strategy is not None or missing() is not None:
            yield from super().completions(cover, chosen, config, clock, most)
            return
        from satpuzzle.engines.native.choices import completions

        if cover.hopeless() is not None:  # kernels require that every item has options
            yield Completed(0, np.full(len(chosen), IMPOSSIBLE), np.full((len(chosen), 0), -1))
            return
        yield from completions(cover, chosen, most, clock)

    def record(self, cover: ExactCover, kind: str, clock: Clock) -> Iterator[tuple[NDArray[np.integer], Batch]]:
        """Yield the tree of a search that branches as `mrv` or `survivors` does; see `Engine.record`."""
        from satpuzzle.engines.native.record import Recorder
        from satpuzzle.engines.native.trial import weeds

        clock.check()
        numbers, rest = cover.residual()
        recorder, label = Recorder(rest, kind, clock), np.append(numbers, -1)
        recorder.weeded = weeds(rest, _WEEDED, clock)
        given = np.array(cover.chosen, dtype=np.int64)
        for found in stretches(recorder, lambda: _BETWEEN):
            chosen = np.broadcast_to(given, (len(found), len(given)))
            yield recorder.codes, np.concatenate([chosen, label[found]], axis=1)
            clock.check()


@dataclass(frozen=True)
class Fresh:
    """A cover with its residual, and the state of a search of it that has not begun."""

    cover: ExactCover
    residual: ExactCover
    state: State


@dataclass
class NodeLimit:
    """A number of nodes that a search may still visit, in all of its parts, which are searched one after the other."""

    left: int

    def stretches(self, state: State, room: Batch) -> Iterator[Batch]:
        """Search like `stretches` in `engines/state.py`; raises Stopped when no nodes are left."""
        for found in stretches(state, lambda: self.left - state.nodes, room):
            yield found
            if state.nodes >= self.left:
                raise Stopped("the node limit was reached", by_limit=True)
        self.left -= state.nodes


@dataclass(frozen=True)
class Searcher(Solver):
    """A solver that searches with one strategy."""

    strategy: Strategy
    points: Points | None = None  # coordinates of the cells
    first: int | None = None  # an item to branch on first, for strategies that use one
    effort: int = EFFORT  # the number of entries of tables that are worth making for a part
    fresh: Fresh | None = None
    limit: NodeLimit | None = None
    most: int | None = None  # solutions of a batch: at most so many, if few are wanted

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions in the order of the search; `stats["nodes"]` is the number of options tried."""
        parts = [cover]
        if self.strategy.outer and self.first is not None and self.first not in covered(cover):
            parts = [cover.given([option]) for option in cover.options_of(self.first).tolist()]
        stats["nodes"] = 0
        for part in parts:
            rest = self.fresh.residual if self.fresh and part is self.fresh.cover else part.residual()[1]
            yield from renumbered(part, self._search(stats, part, rest))

    def _search(self, stats: Stats, part: ExactCover, cover: ExactCover) -> Iterator[Batch]:
        if part.hopeless() is not None:  # kernels require that every item has options
            return
        if not len(cover.rows):  # the given options are a solution, and nothing is left to search
            yield np.full((1, 1), -1, np.int64)
            return
        state, before = self._state(part, cover), stats.copy()
        room = room_for(state.longest)[: self.most]
        for found in stretches(state, room=room) if self.limit is None else self.limit.stretches(state, room):
            for key, many in {"nodes": state.nodes, **state.figures}.items():
                stats[key] = before.get(key, 0) + many  # type: ignore[literal-required,operator]
            yield found

    def estimate(self, cover: ExactCover, nodes: int, clock: Clock) -> Estimate:
        """Estimate the size of the search of a cover; tables that the strategy might use are ignored."""
        from satpuzzle.engines.native.probe import estimate

        rest = cover.residual()[1]
        if rest.hopeless() is not None or not len(rest.rows):
            return Estimate(0.0, 0.0, float(rest.hopeless() is None), 0.0, 0.0)
        return estimate(self.strategy.state(rest, self.points, self.first, 0), nodes, clock)

    @property
    def splits(self) -> bool:
        """Whether the strategy branches in the same way as `split`."""
        return self.strategy.splits

    def branching(self, cover: ExactCover, clock: Clock = UNLIMITED) -> int | None:
        """Return the item by which to split a subproblem: the one on which the strategy branches, if it is known."""
        branching = self.strategy.branching
        if branching is None or self.strategy.refused(cover.residual()[1], self.points):
            return super().branching(cover, clock)
        return branching(cover, self.points, self.first)

    def _state(self, part: ExactCover, cover: ExactCover) -> State:
        """Return the state of a new search of `part`; `cover` is its residual."""
        if self.fresh:
            whole, state = self.fresh.cover, self.fresh.state
            if part is whole and not state.nodes:  # a search that has begun cannot begin again
                return state
            more = sorted(set(part.chosen) - set(whole.chosen))
            if not (part.live & ~whole.live).any() and whole.live[more].all():
                chosen = from_words(part.rows[more], len(part.names))
                if (shared := state.for_part(cover, chosen)) is not None:
                    return shared
        return self.strategy.state(cover, self.points, self.first, self.effort)


def covered(cover: ExactCover) -> list[int]:
    """Return the items that the chosen options cover."""
    return np.flatnonzero(cover.coverage(cover.chosen)).tolist()
