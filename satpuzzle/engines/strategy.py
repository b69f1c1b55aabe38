"""Strategies: the rules by which a depth-first search chooses what to branch on.

A `Strategy` makes the state of a search.  `strategies/` has the bundled strategies; `rules.py` has the functions for a
user's own strategy.  This module does not load kernels.
"""

from collections.abc import Callable
from dataclasses import dataclass

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.state import State
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points

EFFORT = 1 << 15  # entries of a table made before a search
AUTO = "auto"  # the strategy that a plan chooses


def _never(cover: ExactCover, points: Points | None = None) -> str | None:
    return None


@dataclass(frozen=True)
class Strategy:
    """A strategy: its name, and the function `begin`, which makes the state of a search.

    The arguments of `begin` are a cover, the coordinates of its cells (shape (cells, 3), or None), an item to branch on
    first (some strategies ignore it), the number of entries of tables that are worth making, a clock, and, for scans,
    axes.
    """

    begin: Callable[..., State]
    refusal: Callable[..., str | None] = _never  # returns why it does not apply to a cover, points and axes, or None
    leads: bool = False  # whether the first item's options are tried before all others
    outer: bool = False  # whether each option of the first item is a separate search
    splits: bool = False  # whether it branches as `cover/split.py` does; then the parts' trees make up the whole tree
    weighs: bool = False  # whether it applies to covers with weights
    branching: Callable[..., int] | None = (
        None  # returns the item by which to split: of a cover, points, the first item
    )
    axes: str | None = None  # the axes of a scan, the slowest first; None if the strategy has none
    name: str = ""

    def refused(self, cover: ExactCover, points: Points | None = None) -> str | None:
        """Return why the strategy does not apply to a cover, or None if it does."""
        if cover.weights and not self.weighs:
            return "its options cover each item once, mrv knows weights"
        return self.refusal(cover, points, **self._axes())

    def state(
        self,
        cover: ExactCover,
        points: Points | None = None,
        first: int | None = None,
        effort: int = EFFORT,
        clock: Clock = UNLIMITED,
    ) -> State:
        """Return the state of a new search; the arguments are those of `begin`.

        Raises PuzzleError if the strategy does not apply to the cover, and Stopped if the clock stops.
        """
        clock.check()
        if reason := self.refused(cover, points):
            raise PuzzleError(f"strategy {self.name}: {reason}")
        if first is not None and cover.upper[first] == 0:  # given options cover the item
            first = None
        clock.check()
        return self.begin(cover, points, first, effort, clock=clock, **self._axes())

    def _axes(self) -> dict[str, str]:
        return {"axes": self.axes} if self.axes else {}
