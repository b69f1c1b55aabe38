"""Apart: no two of these pieces have a side in common; copies of one piece are kept apart too.

    . A|B .     A has the cell on the left of the side, B the one on its right: both cover its item
    . A A .     the side is inside the piece, and no other piece can have one of these cells

For each side between two cells of the board there is an item with the bounds (0, 1), covered by every placement of
these pieces that has exactly one of the two cells.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Rule, Table, names_of, written


@dataclass(frozen=True)
class Apart(Rule):
    """Pieces that must not touch each other."""

    names: tuple[str, ...]

    word: ClassVar[str] = "apart"
    takes: ClassVar[str] = "NAMES"

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for names of pieces."""
        if not (names := names_of(text)):
            raise cls.wrong(text)
        return cls(names)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(sorted({*self.names})))

    @property
    def text(self) -> str:
        """Names of pieces."""
        return written(self.names)

    def said(self) -> str:
        """Return a sentence for people."""
        return f"no two of these touch: {', '.join(self.names)}"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError for a name that no piece has."""
        self._pieces(ground)

    def _pieces(self, ground: Ground) -> frozenset[int]:
        return frozenset(ground.number(name, self) for name in self.names)

    def items(self, ground: Ground) -> Items:
        """Return an item for each side between two cells."""
        pieces, (one, other) = self._pieces(ground), ground.sides.T

        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = (inside[:, one] != inside[:, other]) & np.isin(piece, [*pieces])[:, None]
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
