"""A strategy: what a depth-first search branches on next.  It makes the state of a search from a cover.

The registry is `strategies/`; `rules.py` has what a user's own strategy is written with.  Nothing here loads kernels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

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
    """How to search.

    `begin` makes the state from a cover, the coordinates of its cells (shape (cells, 3), if they are known), an item
    that goes before all others (if the strategy has use for one), the size of tables that are worth making, and axes.
    """

    begin: Callable[..., State]
    refusal: Callable[..., str | None] = _never  # why it does not apply to a cover, its points and axes
    leads: bool = False  # whether the first item's options are tried before all others
    outer: bool = False  # whether each option of the first item is a search of its own
    splits: bool = False  # whether it branches as `cover/split.py` does: then the parts' trees make up the whole tree
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
