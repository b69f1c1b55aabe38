"""What a strategy is: a way to make the state of a search, which then advances by itself.

Nothing here loads kernels, so that strategies can be named without them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points

EFFORT = 1 << 15  # entries of a table made before a search
AUTO = "auto"  # the strategy that a plan chooses
# Solutions that a kernel may collect before it hands them over: at most, at least, and their places for options.
_ROOM, _LEAST, _PLACES = 4096, 64, 1 << 17


class State(Protocol):
    """All that a search knows, in arrays: it can stop after any node and go on later."""

    longest: int  # options in a solution, at most
    head: NDArray[np.int64]  # the depth, -1 before the first step, and the nodes
    dice: NDArray[np.uint64]  # for random probes, see probe.py
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

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> "State | None":
        """Return the state of a search of what is left of its cover, if what was precomputed here serves it, or None.

        `chosen` has the items of each option that was chosen.  Several threads may ask, also when the search has begun.
        """


def dearest(state: State, size: int) -> float:
    """Return about how many seconds the first node takes, the most costly one: its list has so many rows, or words."""
    each, row = state.cost
    return each + row * size


def room_for(longest: int) -> Batch:
    """Return room for solutions of at most so many options; what a kernel has not written yet is arbitrary."""
    return np.empty((max(_LEAST, min(_ROOM, _PLACES // longest)), longest), np.int64)


def _never(cover: ExactCover, points: Points | None = None) -> str | None:
    return None


@dataclass(frozen=True)
class Strategy:
    """How to search.

    `begin` makes the state from a cover, the coordinates of its cells (shape (cells, 3), if they are known), an item
    that goes before all others (if the strategy has use for one), the size of tables that are worth making, and axes.
    """

    begin: Callable[..., State]
    refusal: Callable[..., str | None] = _never  # why it does not apply to a cover, its points and axes
    leads: bool = False  # whether the first item's options are tried before all others
    outer: bool = False  # whether each option of the first item is a search of its own
    axes: str | None = None  # of a scan, the slowest first; None where there is no choice
    name: str = ""

    def refused(self, cover: ExactCover, points: Points | None = None) -> str | None:
        """Return why the strategy does not apply, if so."""
        return self.refusal(cover, points, **self._axes())

    def state(
        self, cover: ExactCover, points: Points | None = None, first: int | None = None, effort: int = EFFORT
    ) -> State:
        """Return the state of a search that begins.  Raises PuzzleError if the strategy does not apply."""
        if reason := self.refused(cover, points):
            raise PuzzleError(f"strategy {self.name}: {reason}")
        if first is not None and cover.upper[first] == 0:  # the given options cover it
            first = None
        return self.begin(cover, points, first, effort, **self._axes())

    def _axes(self) -> dict[str, str]:
        return {"axes": self.axes} if self.axes else {}


def partially(begin: Callable[..., State], **options: Any) -> Callable[..., State]:
    """Return `begin` with some of its options set."""
    return partial(begin, **options)
