"""Apart at corners: no two of these pieces meet, not even in a point; copies of one piece are kept apart too.

For each corner of cells of a flat board there is an item with the bounds (0, 1), covered by every placement of these
pieces that has a cell at the corner.  Pieces with a side in common meet at its ends.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Table
from satpuzzle.puzzle.rules.apart import Apart


@dataclass(frozen=True)
class ApartAtCorners(Apart):
    """Pieces that must not meet in a point."""

    word: ClassVar[str] = "apart at corners"
    moves: ClassVar[bool] = False

    def said(self) -> str:
        """Return a sentence for people."""
        return f"no two of these meet in a point: {', '.join(self.names)}"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError in space, and for a name that no piece has."""
        ground.flat(self)
        super().check(ground)

    def items(self, ground: Ground) -> Items:
        """Return an item for each corner at which two cells or more meet."""
        pieces, corners = frozenset(self._pieces(ground)), [cells for cells in ground.corners if len(cells) > 1]
        at = ground.table(corners)

        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = inside.astype(np.float32) @ at > 0
            return found

        return Items(
            names=[f"{ground.name(cells)} {self.text}" for cells in corners],
            bounds=[(0, 1)] * len(corners),
            about=[frozenset([frozenset(cells)]) for cells in corners],
            pieces=[pieces] * len(corners),
            covered=covered,
        )


rule = ApartAtCorners
