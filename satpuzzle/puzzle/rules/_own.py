"""A function of a program as a rule: it judges finished packings, each a list of names of pieces and their cells."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from satpuzzle.puzzle.rules._base import Ground, Packing, Rule

Judging = Callable[[list[tuple[str, list[tuple[int, ...]]]]], object]


@dataclass(frozen=True)
class Own(Rule):
    """A function that tells whether a packing counts; symmetric packings must get the same answer."""

    function: Judging

    word: ClassVar[str] = "function"
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    @property
    def text(self) -> str:
        """The name of the function."""
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    def said(self) -> str:
        """Return a sentence for people."""
        return f"the function {self.text} is true of the packing"

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Call the function."""
        points = ground.board.tolist()
        placed = [(ground.pieces[piece].name, [tuple(points[cell]) for cell in cells]) for piece, cells, _ in packing]
        return bool(self.function(placed))
