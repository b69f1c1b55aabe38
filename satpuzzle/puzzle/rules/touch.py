"""Touch: the first of these pieces has a side in common with each of the others.  A filter.

If there are several copies, one of the first piece must touch some copy of each of the others.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from satpuzzle.puzzle.rules._base import Ground, Packing, Rule, names_of, written


@dataclass(frozen=True)
class Touch(Rule):
    """Pieces that must touch each other."""

    names: tuple[str, ...]

    word: ClassVar[str] = "touch"
    takes: ClassVar[str] = "NAME NAMES"
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for names of pieces."""
        names = names_of(text) or ()
        if len(names) < 2:
            raise cls.wrong(text)
        return cls(names)

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return self.names

    @property
    def text(self) -> str:
        """Names of pieces."""
        return written(self.names)

    def said(self) -> str:
        """Return a sentence for people."""
        return f"{self.names[0]} has a side in common with {' and with '.join(self.names[1:])}"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError for a name that no piece has."""
        for name in self.names:
            ground.number(name, self)

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether the pieces touch."""
        first, *others = (ground.number(name, self) for name in self.names)
        for number, (piece, cells) in enumerate(packing):
            near = {other for cell in cells for other in ground.beside[cell]}
            found = {its for place, (its, some) in enumerate(packing) if place != number and near.intersection(some)}
            if piece == first and found.issuperset(others):
                return True
        return False


rule = Touch
