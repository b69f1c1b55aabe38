"""A glance: is the search over before it is worth a plan?

Nothing is cheaper than the search itself where its tree is small.  A few thousand nodes tell how much of the tree they
are; if all of it is within reach, it is searched to the end at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import Offer, Stats, relabelled
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv, begin
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, STACK_FULL
from satpuzzle.engines.native.strategy import dearest, room_for

_FIRST, _MOST = 2_000, 20_000  # nodes that are tried in any case, and in all
_LENGTHS = 4  # so many times the options of a solution are tried as well
_SECONDS = 0.004  # that they may take, if every node were as costly as the first
_BATCHES = 8  # of solutions that are kept before it is worth a plan


@dataclass(frozen=True)
class Over:
    """The outcome of a search that is over; it has only this cover and its subproblems to enumerate."""

    cover: ExactCover
    found: list[Batch]  # in the numbers of what is left to choose
    nodes: int

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions."""
        stats["nodes"] = self.nodes
        allowed = np.append(cover.live, True)
        allowed[list(cover.chosen)] = True
        for batch in relabelled(self.cover, lambda rest: iter(self.found)):
            kept = allowed[batch].all(axis=1)
            for option in cover.chosen:
                kept &= (batch == option).any(axis=1)
            yield batch[kept]

    def close(self) -> None:
        """Do nothing."""


def quick_search(offer: Offer) -> Over | None:
    """Search the first cover of an offer, fewest options first; return None if it takes more than a moment."""
    (_, cover), rest = offer.covers[0], offer.residual(0)
    if rest.hopeless() is not None:  # a search by lists would not look at an item without options
        return Over(cover, [], 0)
    state = begin(rest)
    first = max(_FIRST, _LENGTHS * state.longest)
    most = max(first, min(_MOST, int(_SECONDS / dearest(state, len(rest.rows) * state.words))))
    return _look(cover, state, first, most)


def _look(cover: ExactCover, state: Mrv | Interpreted, first: int, most: int) -> Over | None:
    full: list[Batch] = []
    found, count, until = room_for(state.longest), 0, first
    while True:
        outcome, more = state.advance(until - state.nodes, found[count:])
        count += more
        if outcome == EXHAUSTED:
            return Over(cover, [*full, found[:count]], state.nodes)
        if outcome == STACK_FULL:
            state.grow()
        elif outcome == FOUND_FULL and len(full) < _BATCHES:
            full.append(found)
            found, count = room_for(state.longest), 0
        elif outcome != BUDGET_SPENT or until == most or state.nodes > most * max(state.fraction, 1e-9):
            return None
        else:
            until = most
