"""Anti-slide: no piece, and no group of pieces, can move one step while all others stay where they are.  A filter.

    A A . B      B can slide to the left: the packing is none that holds when it is shaken
    A A B B

A piece that moves pushes those in its way, and these push others.  If some of them meet the wall, which is everything
outside the board, the piece is held in this direction; otherwise all of these can move together.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from satpuzzle.puzzle.rules._base import Ground, Packing, Rule

_WALL = -1


@dataclass(frozen=True)
class AntiSlide(Rule):
    """No piece and no group of pieces can move one step."""

    word: ClassVar[str] = "anti-slide"
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    def said(self) -> str:
        """Return a sentence for people."""
        return "no piece and no group of pieces can move one step within the board"

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether every piece is held in every direction."""
        owner = {cell: piece for piece, (_, cells) in enumerate(packing) for cell in cells} | {_WALL: _WALL}
        for way in _entered(ground):
            pushed = [{owner[cell] for one in cells for cell in way[one] if cell in owner} for _, cells in packing]
            held, waiting = set[int](), [_WALL]
            while waiting:
                wall = waiting.pop()
                waiting += [piece for piece, those in enumerate(pushed) if wall in those and piece not in held]
                held.update(waiting)
            if len(held) < len(packing):
                return False
        return True


@lru_cache(maxsize=16)
def _entered(ground: Ground) -> list[list[list[int]]]:
    """Return for each direction and each cell the cells that it enters when it moves one step, _WALL for outside."""
    grid, kinds, found = ground.grid, ground.grid.kind(ground.board), []
    for step in grid.directions:
        swept = grid.swept(step)
        found.append([
            sorted({*ground.at(cell + swept[kind]).tolist()} - {number})
            for number, (cell, kind) in enumerate(zip(ground.board, kinds.tolist(), strict=True))
        ])  # fmt: skip
    return found


rule = AntiSlide
