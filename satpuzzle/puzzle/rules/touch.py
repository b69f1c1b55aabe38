"""Touch: the first of these pieces has a side in common with each of the others.  A filter.

If there are several copies, one of the first piece must touch some copy of each of the others.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Self

from satpuzzle.puzzle.rules._base import Ground, Named, Packing


@dataclass(frozen=True)
class Touch(Named):
    """Pieces that must touch each other."""

    word: ClassVar[str] = "touch"
    takes: ClassVar[str] = "NAME NAMES"
    fewest: ClassVar[int] = 2
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return self.names

    def among(self, names: Collection[str]) -> Self | None:
        """Return the rule for those pieces that are among these, None without the first one or all others."""
        return super().among(names) if self.names[0] in names else None

    def said(self) -> str:
        """Return a sentence for people."""
        return f"{self.names[0]} has a side in common with {' and with '.join(self.names[1:])}"

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether the pieces touch."""
        first, *others = self._pieces(ground)
        for number, (piece, cells, _) in enumerate(packing):
            near = {other for cell in cells for other in ground.beside[cell]}
            found = {its for place, (its, some, _) in enumerate(packing) if place != number and near.intersection(some)}
            if piece == first and found.issuperset(others):
                return True
        return False


rule = Touch
