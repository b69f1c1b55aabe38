"""Apart: no two of these pieces have a side in common; copies of one piece are kept apart too.

    . A|B .     A has the cell on the left of the side, B the one on its right: both cover its item
    . A A .     the side is inside the piece, and no other piece can have one of these cells

For each side between two cells of the board there is an item with the bounds (0, 1), covered by every placement of
these pieces that has exactly one of the two cells.
"""

from dataclasses import dataclass
from typing import ClassVar

from satpuzzle.puzzle.rules._base import Ground, Items, Named, Numbers, Table


@dataclass(frozen=True)
class Apart(Named):
    """Pieces that must not touch each other."""

    word: ClassVar[str] = "apart"

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(sorted({*self.names})))

    def said(self) -> str:
        """Return a sentence for people."""
        return f"no two of these touch: {', '.join(self.names)}"

    def items(self, ground: Ground) -> Items:
        """Return an item for each side between two cells."""
        pieces, (one, other) = frozenset(self._pieces(ground)), ground.sides.T

        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = inside[:, one] != inside[:, other]
            return found

        sides = ground.sides.tolist()
        return Items(
            names=[f"{ground.name(side)} {self.text}" for side in sides],
            bounds=[(0, 1)] * len(sides),
            about=[frozenset([frozenset(side)]) for side in sides],
            pieces=[pieces] * len(sides),
            covered=covered,
        )


rule = Apart
