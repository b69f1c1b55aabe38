"""Colours: the pieces of a packing can be coloured with so many colours that no two of one colour touch.

`colours: 3` speaks of pieces with a side in common, `colours: 3 strongly` also of those that meet in a corner.  A
filter: it judges finished packings.

D. E. Knuth, The Art of Computer Programming 7.2.2.1, exercise 277.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from satpuzzle.puzzle.checks import number_of
from satpuzzle.puzzle.rules._base import Ground, Packing, Rule

_MOST = 9


@dataclass(frozen=True)
class Colourable(Rule):
    """Pieces that can be coloured with a few colours."""

    number: int
    strongly: bool = False

    word: ClassVar[str] = "colours"
    takes: ClassVar[str] = "NUMBER | NUMBER strongly"
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for a number, perhaps with `strongly`."""
        first, *others = text.split() or [""]
        number = number_of(first, _MOST)
        if not number or others not in ([], ["strongly"]):
            raise cls.wrong(text)
        return cls(number, bool(others))

    @property
    def text(self) -> str:
        """The number, perhaps with `strongly`."""
        return f"{self.number}{' strongly' * self.strongly}"

    def said(self) -> str:
        """Return a sentence for people."""
        corners = " nor a corner" * self.strongly
        return f"the pieces can have {self.number} colours so that none of one colour have a side{corners} in common"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError for corners in space."""
        if self.strongly:
            ground.flat(self)

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether the pieces of a packing can be coloured."""
        owner = {cell: number for number, (_, cells, _) in enumerate(packing) for cell in cells}
        near: list[set[int]] = [set() for _ in packing]
        for cells in ground.corners if self.strongly else ground.sides.tolist():
            pieces = {owner[cell] for cell in cells if cell in owner}
            for piece in pieces:
                near[piece] |= pieces - {piece}
        return _colourable(near, self.number)


def _colourable(near: list[set[int]], number: int) -> bool:
    """Tell whether a graph can be coloured with so many colours, by a search that colours the hardest vertex next."""
    colour = [-1] * len(near)

    def extended(used: int) -> bool:
        left = [vertex for vertex, its in enumerate(colour) if its < 0]
        if not left:
            return True
        vertex = max(left, key=lambda one: (len(_seen(one)), len(near[one])))
        for new in sorted({*range(min(used + 1, number))} - _seen(vertex)):
            colour[vertex] = new
            if extended(max(used, new + 1)):
                return True
        colour[vertex] = -1
        return False

    def _seen(vertex: int) -> set[int]:
        return {colour[other] for other in near[vertex]} - {-1}

    return extended(0)


rule = Colourable
