"""The state of a search: a search can pause after any node and continue later from its state.

Strategies make states.  `stretches` is the loop that runs a search to its end.

A stretch ends after an amount of *work*, the words that it reads, since a node of a wide cover takes as long as a
million nodes of a narrow one.  So whoever runs a search can look at the clock several times a second.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover

# The reasons why `advance` returns.
BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL = range(4)

WORK = 1 << 27  # words that a stretch reads: some hundredths of a second, and a few tenths on a slow machine

_UNLIMITED = 1 << 62  # nodes

NO_FIGURES: Mapping[str, int] = {}  # of a state that counts nodes only

# The size of a batch: the largest and smallest number of solutions, and about the number of entries of the array.
_ROOM, _LEAST, _PLACES = 4096, 64, 1 << 17


class State(Protocol):
    """The complete state of a search that can be continued, in arrays."""

    longest: int  # the largest number of options in a solution
    head: NDArray[np.int64]  # (depth or -1 before the first step, nodes so far)
    dice: NDArray[np.uint64]  # the random numbers of probes, see native/probe.py
    weight: NDArray[np.float64]  # weights of the nodes on a probe's path, then sums of solutions, rows and nodes
    cost: tuple[float, float]  # about the seconds per node and per row
    work: int  # about how many words a stretch may read

    @property
    def figures(self) -> Mapping[str, int]:
        """More figures of the search so far, by their keys in `Stats`."""

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full.

        Return why the search stopped, and the number of solutions.  They are written to the first rows of `found`,
        padded with -1.  BUDGET_SPENT is the reason if the work is done, too.
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


class Steady:
    """What a state has by default: arrays of a fixed size, no table, and no shaving."""

    head: NDArray[np.int64]

    @property
    def figures(self) -> Mapping[str, int]:
        """None besides the number of nodes."""
        return NO_FIGURES

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""
        return int(self.head[1])

    @property
    def spent(self) -> int:
        """The work of the last stretch; 0 if it is not known."""
        return 0

    def grow(self) -> None:
        """Do nothing, since nothing becomes full."""

    def with_table(self, most: int) -> Self:
        """Return this state."""
        return self

    def shave(self, seconds: float) -> None:
        """Do nothing."""

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> State | None:
        """Return None, since there is nothing to reuse."""
        return None


def stretches(state: State, budget: Callable[[], int] | None = None, room: Batch | None = None) -> Iterator[Batch]:
    """Search to the end in stretches; after each, yield a batch of its solutions, which is often empty.

    A stretch ends when its work is done or when it has found `len(room)` solutions.  `budget` is called before each
    stretch and returns the number of nodes after which it also ends.  Batches are not reused.
    """
    found = room_for(state.longest) if room is None else room
    outcome = FOUND_FULL
    while outcome != EXHAUSTED:
        outcome, count = state.advance(_UNLIMITED if budget is None else budget(), found)
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
