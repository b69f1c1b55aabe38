"""The state of a search: all that it knows, so that it can stop after any node and go on later.

Strategies make states.  `stretches` is the loop that searches one to its end.
"""

import time
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover

# Why `advance` returns.
BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL = range(4)

# Solutions that are collected before they are handed over: at most, at least, and their places for options.
_ROOM, _LEAST, _PLACES = 4096, 64, 1 << 17


class State(Protocol):
    """All that a search knows, in arrays: it can stop after any node and go on later."""

    longest: int  # options in a solution, at most
    head: NDArray[np.int64]  # the depth, -1 before the first step, and the nodes
    dice: NDArray[np.uint64]  # for random probes, see native/probe.py
    weight: NDArray[np.float64]  # of the nodes on a probe's way; at the end, sums of solutions, rows and nodes
    cost: tuple[float, float]  # seconds a node and a row, roughly

    @property
    def nodes(self) -> int:
        """Options tried so far."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found.

        Each row that is found is written whole, padded with -1.
        """

    def grow(self) -> None:
        """Make room after the outcome STACK_FULL."""

    def with_table(self, most: int) -> "State":
        """Return the state of the same search, which begins, with a table of about `most` entries; or itself."""

    def shave(self, seconds: float) -> None:
        """Have hopeless options left out at the first depths, as far as that pays in a search of so many seconds.

        It begins, and was probed.  The nodes are fewer then than those of the tree that probes see.
        """

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> "State | None":
        """Return the state of a search of what is left of its cover, if what was precomputed here serves it, or None.

        `chosen` has the items of each option that was chosen.  Several threads may ask, also when the search has begun.
        """


Budget = Callable[[float | None], int]  # the nodes of the next stretch, from the seconds that the last one took


def stretches(state: State, budget: Budget, room: Batch | None = None) -> Iterator[Batch]:
    """Search to the end; after each stretch of nodes, yield the solutions that it has found, often none.

    `budget` is told the seconds of a stretch that has spent its budget, and None at first and where the stretch ended
    for another reason.  At most `len(room)` solutions are collected in a stretch; the batches are the caller's to keep.
    """
    found = room_for(state.longest) if room is None else room
    outcome, spent = FOUND_FULL, None
    while outcome != EXHAUSTED:
        nodes = budget(spent)
        began = time.perf_counter()
        outcome, count = state.advance(nodes, found)
        spent = time.perf_counter() - began if outcome == BUDGET_SPENT else None
        if outcome == STACK_FULL:
            state.grow()
        if count == len(found):
            yield found
            found = np.empty_like(found)
        else:
            yield found[:count].copy()


def dearest(state: State, size: int) -> float:
    """Return the approximate seconds of the first node, the most costly one, whose list has so many rows or words."""
    each, row = state.cost
    return each + row * size


def room_for(longest: int) -> Batch:
    """Return room for solutions of at most so many options; what a kernel has not written yet is arbitrary."""
    return np.empty((max(_LEAST, min(_ROOM, _PLACES // longest)), longest), np.int64)
