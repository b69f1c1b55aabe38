"""At the border: some pieces must, or must not, have a side on the border of the board.

`at border: all` asks it of every piece, `at border: I V` of the pieces named, and `at border: none` forbids it to all.
Placements that break the rule are left out, so the rule needs no items.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.rules._base import Ground, Hues, Named, Numbers, Table

ALL, NONE = "all", "none"


@dataclass(frozen=True)
class AtBorder(Named):
    """Pieces that lie at the border of the board."""

    word: ClassVar[str] = "at border"
    takes: ClassVar[str] = "all | none | NAMES"

    def said(self) -> str:
        """Return a sentence for people."""
        if self.names in ((ALL,), (NONE,)):
            return f"{'every' if self.names == (ALL,) else 'no'} piece has a side on the border"
        return f"pieces with a side on the border: {', '.join(self.names)}"

    def among(self, names: Collection[str]) -> Self | None:
        """Return the rule for those pieces that are among these, as it is if it is about all."""
        return self if self.names in ((ALL,), (NONE,)) else super().among(names)

    def _pieces(self, ground: Ground) -> list[int]:
        if self.names in ((ALL,), (NONE,)):
            return [*range(len(ground.pieces))]
        return super()._pieces(ground)

    def allows(self, ground: Ground, inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.bool_] | None:
        """Tell which placements the rule allows."""
        touching = inside[:, ground.border].any(axis=1)
        allowed: NDArray[np.bool_] = ~np.isin(piece, self._pieces(ground)) | (touching != (self.names == (NONE,)))
        return allowed


rule = AtBorder
