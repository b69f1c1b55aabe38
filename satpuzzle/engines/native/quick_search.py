"""The quick search: searches a few thousand nodes before a search is planned.

If the tree is small, searching it takes less time than planning the search.  After some nodes, the share of the tree
that has been searched is estimated; if the whole tree is small enough, it is searched to the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import NOTHING, Estimate, Offer, Solver, Stats, renumbered
from satpuzzle.engines.native.mrv import Mrv, begin
from satpuzzle.engines.state import first_node_seconds, room_for, stretches

if TYPE_CHECKING:  # of interest only without kernels
    from satpuzzle.engines.native.interpreted import Interpreted

_FIRST, _MOST = 2_000, 40_000  # nodes searched in any case, and at most; planning takes as long as 20,000 nodes
_LENGTHS = 4  # if solutions are long, at least this many times their number of options is searched
_SECONDS = 0.004  # time limit in seconds, if every node took as long as the first
_BATCHES = 9  # full batches of solutions after which the search is planned instead


@dataclass(frozen=True)
class FinishedSearch(Solver):
    """The solutions of a complete search, as a solver for its cover and for subproblems of it."""

    cover: ExactCover
    found: Batch  # the solutions, in the option numbers of the cover's residual
    nodes: int

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions of the cover, or of a subproblem."""
        stats["nodes"] = self.nodes
        for batch in renumbered(self.cover, [self.found]):
            yield batch if cover is self.cover else _within(cover, batch)

    def estimate(self, cover: ExactCover, nodes: int, clock: Clock) -> Estimate:
        """Return the exact numbers of nodes and solutions of the search, whatever the arguments are."""
        return Estimate(self.nodes, 0.0, len(self.found), 0.0, 0.0)


def _within(cover: ExactCover, batch: Batch) -> Batch:
    """Return the solutions of a batch that are solutions of the subproblem `cover`."""
    allowed = np.append(cover.live, True)
    allowed[list(cover.chosen)] = True
    kept = allowed[batch].all(axis=1)
    for option in cover.chosen:
        kept &= (batch == option).any(axis=1)
    found: Batch = batch[kept]
    return found


def quick_search(offer: Offer, clock: Clock = UNLIMITED) -> tuple[FinishedSearch | None, bool]:
    """Search the first cover on offer with the strategy `mrv`, up to a limit of nodes.

    Return the finished search, or None if it was too long, and whether a solution was found.  Raises Stopped if the
    clock stops.
    """
    (_, cover), rest = offer.covers[0], offer.residual(0)
    if cover.hopeless() is not None:  # kernels require that every item has options
        return FinishedSearch(cover, NOTHING, 0), False
    state = begin(rest, clock=clock)
    first = max(_FIRST, _LENGTHS * state.longest)
    most = max(first, min(_MOST, int(_SECONDS / first_node_seconds(state, len(rest.rows) * state.words))))
    found, finished = _look(state, first, most, clock)
    return FinishedSearch(cover, np.concatenate(found), state.nodes) if finished else None, any(map(len, found))


def _look(state: "Mrv | Interpreted", first: int, most: int, clock: Clock) -> tuple[list[Batch], bool]:
    """Search between `first` and `most` nodes; return batches of the solutions found, and whether these are all."""
    found: list[Batch] = []
    room, count, until = room_for(state.longest), 0, first

    def budget() -> int:
        return until - state.nodes

    for batch in stretches(state, budget, room):
        clock.check()
        found.append(batch)
        count += len(batch)
        if count >= _BATCHES * len(room):
            return found, False
        if state.nodes >= until:
            if until == most or state.nodes > most * max(state.fraction, 1e-9):
                return found, False
            until = min(2 * until, most)  # with more nodes, the estimated share is more precise
    return found, True
