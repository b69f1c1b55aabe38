"""The quick search: a few thousand nodes before anything is planned.

If the tree is small, searching it takes less time than planning the search.  The first nodes tell which share of the
tree they are; if the whole tree is small enough, it is searched to the end at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import NOTHING, Estimate, Offer, Solver, Stats, renumbered
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv, begin
from satpuzzle.engines.state import dearest, room_for, stretches

_FIRST, _MOST = 2_000, 40_000  # nodes that are tried in any case, and in all; a plan takes as long as 20,000
_LENGTHS = 4  # so many times the options of a solution are tried as well
_SECONDS = 0.004  # that they may take, if every node were as costly as the first
_BATCHES = 9  # of solutions, as many as a stretch has room for; a search with more of them is planned


@dataclass(frozen=True)
class Over(Solver):
    """The outcome of a search that is over; it has only this cover and its subproblems to enumerate."""

    cover: ExactCover
    found: Batch  # in the numbers of what is left to choose
    nodes: int

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions."""
        stats["nodes"] = self.nodes
        for batch in renumbered(self.cover, [self.found]):
            yield batch if cover is self.cover else _within(cover, batch)

    def estimate(self, cover: ExactCover, nodes: int, clock: Clock) -> Estimate:
        """Return what is known of the whole cover."""
        return Estimate(self.nodes, 0.0, len(self.found), 0.0, 0.0)


def _within(cover: ExactCover, batch: Batch) -> Batch:
    """Return the solutions of a batch that are solutions of a subproblem."""
    allowed = np.append(cover.live, True)
    allowed[list(cover.chosen)] = True
    kept = allowed[batch].all(axis=1)
    for option in cover.chosen:
        kept &= (batch == option).any(axis=1)
    found: Batch = batch[kept]
    return found


def quick_search(offer: Offer) -> tuple[Over | None, bool]:
    """Search the first cover of an offer, fewest options first.

    Return the outcome, None if it takes more than a moment, and whether a solution was found.
    """
    (_, cover), rest = offer.covers[0], offer.residual(0)
    if cover.hopeless() is not None:  # a search by lists would not look at an item without options
        return Over(cover, NOTHING, 0), False
    state = begin(rest)
    first = max(_FIRST, _LENGTHS * state.longest)
    most = max(first, min(_MOST, int(_SECONDS / dearest(state, len(rest.rows) * state.words))))
    found, over = _look(state, first, most)
    return Over(cover, np.concatenate(found), state.nodes) if over else None, any(map(len, found))


def _look(state: Mrv | Interpreted, first: int, most: int) -> tuple[list[Batch], bool]:
    """Return the solutions found within `first` to `most` nodes, and whether these are all."""
    found: list[Batch] = []
    room, count, until = room_for(state.longest), 0, first

    def budget(spent: float | None) -> int:
        return until - state.nodes

    for batch in stretches(state, budget, room):
        found.append(batch)
        count += len(batch)
        if count >= _BATCHES * len(room):
            return found, False
        if state.nodes >= until:
            if until == most or state.nodes > most * max(state.fraction, 1e-9):
                return found, False
            until = min(2 * until, most)  # the more nodes, the better is it known how many there are
    return found, True
