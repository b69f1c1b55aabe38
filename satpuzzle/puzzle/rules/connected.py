"""Connected: the empty cells of a packing hang together by their sides.  A filter: it judges finished packings."""

from dataclasses import dataclass
from typing import ClassVar, Self

from satpuzzle.puzzle.parts import connected
from satpuzzle.puzzle.rules._base import Ground, Packing, Rule

_EMPTY = "empty cells"


@dataclass(frozen=True)
class Connected(Rule):
    """Empty cells that hang together."""

    word: ClassVar[str] = "connected"
    takes: ClassVar[str] = _EMPTY
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for `empty cells`."""
        if text != _EMPTY:
            raise cls.wrong(text)
        return cls()

    @property
    def text(self) -> str:
        """`empty cells`."""
        return _EMPTY

    def said(self) -> str:
        """Return a sentence for people."""
        return "the cells that stay empty hang together by their sides"

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether the empty cells of a packing hang together."""
        filled = {cell for _, cells, _ in packing for cell in cells}
        return connected({cell for cell in range(len(ground.board)) if cell not in filled}, ground.beside)


rule = Connected
