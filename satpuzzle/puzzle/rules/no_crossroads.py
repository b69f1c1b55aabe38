"""No crossroads: nowhere do four pieces meet in one point.

    A A|B       the corner in the middle is inside A: no crossroads
    A A|B B     a corner where four different pieces meet would be one

For each corner at which four or more cells of the board meet there is an item with the bounds (0, 3), covered by every
placement that has one or more of these cells: at most three pieces meet there.  If they are four and must be filled,
the same is said by an item with the bounds (1, n), covered by every placement with two or more of them, which a search
can branch on.

The rule of tatami mats, "no four mats meet in a point", is the one of many pentomino puzzles: 6x10 has 563 such
packings.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Rule, Table

_CROSS = 4  # the number of pieces that make a crossroads


@dataclass(frozen=True)
class NoCrossroads(Rule):
    """At most three pieces meet in a point."""

    word: ClassVar[str] = "no crossroads"

    def said(self) -> str:
        """Return a sentence for people."""
        return "nowhere do four pieces meet in one point"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError in space, and on grids where only three cells meet."""
        ground.flat(self)
        if (
            max(len(cells) for kind in range(len(ground.grid.kinds)) for cells in ground.grid.around_corners(kind))
            < _CROSS
        ):
            raise PuzzleError(f"{self.key}: on the grid {ground.grid.name} only three cells meet in a point")

    def items(self, ground: Ground) -> Items:
        """Return an item for each corner at which enough cells meet."""
        corners = [cells for cells in ground.corners if len(cells) >= _CROSS]
        full = np.array([len(cells) == _CROSS and not ground.optional[cells].any() for cells in corners], np.bool_)
        at = ground.table(corners)

        def covered(inside: Table, piece: Numbers) -> Table:
            many = inside.astype(np.float32) @ at
            found: Table = many >= np.where(full, 2, 1)
            return found

        return Items(
            names=[ground.name(cells) for cells in corners],
            bounds=[(1, None) if whole else (0, _CROSS - 1) for whole in full],
            about=[frozenset([frozenset(cells)]) for cells in corners],
            pieces=[None] * len(corners),
            covered=covered,
        )


rule = NoCrossroads
