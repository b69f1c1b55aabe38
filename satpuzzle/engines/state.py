"""The state of a search: a search can pause after any node and continue later from its state.

Strategies make states.  `stretches` is the loop that runs a search to its end.
"""

import time
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover

# The reasons why `advance` returns.
BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL = range(4)

# The size of a batch: the largest and smallest number of solutions, and about the number of entries of the array.
_ROOM, _LEAST, _PLACES = 4096, 64, 1 << 17


class State(Protocol):
    """The complete state of a search that can be continued, in arrays."""

    longest: int  # the largest number of options in a solution
    head: NDArray[np.int64]  # (depth or -1 before the first step, nodes so far)
    dice: NDArray[np.uint64]  # the random numbers of probes, see native/probe.py
    weight: NDArray[np.float64]  # weights of the nodes on a probe's path, then sums of solutions, rows and nodes
    cost: tuple[float, float]  # about the seconds per node and per row

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until `found` is full; return why it stopped, and the number of solutions.

        Solutions are written to the first rows of `found`, padded with -1.
        """

    def grow(self) -> None:
        """Enlarge the stack; to be called after the outcome STACK_FULL."""

    def with_table(self, most: int) -> "State":
        """Return a new state of the same search that uses a table of about `most` entries.

        If the search uses no table, this state is returned.  The search must not have begun.
        """

    def shave(self, seconds: float) -> None:
        """Remove, at nodes of the first depths, the options that leave an item without options (*shaving*).

        This takes place during the search.  `seconds` is the expected time of the search; the depth is chosen so that
        shaving takes a small share of it.  The search must have been probed and must not have begun.  With shaving it
        has fewer nodes than the probes estimate.
        """

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> "State | None":
        """Return the state of a search of a part that reuses results of this state, or None if there are none to reuse.

        `cover` is the part's residual.  `chosen`, shape (options, items), has the items of each option that was chosen
        to make the part.  Several threads may call this, also after the search has begun.
        """


Budget = Callable[[float | None], int]  # returns the nodes of the next stretch, given the seconds of the last one


def stretches(state: State, budget: Budget, room: Batch | None = None) -> Iterator[Batch]:
    """Search to the end in stretches of nodes; after each, yield a batch of its solutions, which is often empty.

    `budget` is called before each stretch and returns its number of nodes.  It gets the seconds of the last stretch, or
    None if there was none or if it ended before its budget was spent.  A stretch ends when it has found `len(room)`
    solutions.  Batches are not reused.
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


def first_node_seconds(state: State, size: int) -> float:
    """Return an estimate of the seconds of the first node, which takes longest.

    Its list has `size` rows or words, the unit of the second number of `State.cost`.
    """
    each, row = state.cost
    return each + row * size


def room_for(longest: int) -> Batch:
    """Return an uninitialised array for a batch of solutions, each with up to `longest` options."""
    return np.empty((max(_LEAST, min(_ROOM, _PLACES // longest)), longest), np.int64)
