"""A glance: is the search over before it is worth a plan?

Nothing is cheaper than the search itself where its tree is small.  A few thousand nodes tell how much of the tree they
are; if all of it is within reach, it is searched to the end at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import Stats, relabelled
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, STACK_FULL
from satpuzzle.engines.native.strategy import room_for

_FIRST, _MOST = 2_000, 20_000  # nodes that are tried in any case, and in all
_SECONDS = 0.004  # that they may take, if every node were as costly as the first


@dataclass(frozen=True)
class Over:
    """The outcome of a search that is over; it has only this cover and its subproblems to enumerate."""

    cover: ExactCover
    found: Batch  # in the numbers of what is left to choose
    nodes: int

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions."""
        stats["nodes"] = self.nodes
        allowed = np.append(cover.live, True)
        allowed[list(cover.chosen)] = True
        for batch in relabelled(self.cover, lambda rest: iter([self.found])):
            kept = allowed[batch].all(axis=1)
            for option in cover.chosen:
                kept &= (batch == option).any(axis=1)
            yield batch[kept]

    def close(self) -> None:
        """Do nothing."""


def glance(cover: ExactCover) -> Over | None:
    """Search a cover, fewest options first; return None if it takes more than a moment."""
    _, rest = cover.residual()
    if rest.hopeless() is not None:  # a search by lists would not look at an item without options
        return Over(cover, np.zeros((0, 1), np.int64), 0)
    state = Mrv(rest)
    each, row = state.cost
    most = min(_MOST, int(_SECONDS / (each + row * len(rest.rows) * state.single.shape[1])))
    found = room_for(state)
    count, budget = 0, _FIRST
    while state.nodes < most:
        outcome, more = state.advance(budget, found[count:])
        count += more
        if outcome == EXHAUSTED:
            return Over(cover, found[:count], state.nodes)
        if outcome == STACK_FULL:
            state.grow()
        elif outcome != BUDGET_SPENT or state.nodes > most * max(state.fraction, 1e-9):
            return None
        else:
            budget = most - state.nodes
    return None
