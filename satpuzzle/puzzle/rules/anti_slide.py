"""Anti-slide: no piece, and no group of pieces, can move one step while all others stay where they are.  A filter.

    A A . B      B can slide to the left: the packing is none that holds when it is shaken
    A A B B

A piece that moves pushes those in its way, and these push others.  If some of them meet the wall, which is everything
outside the board, the piece is held in this direction; otherwise all of these can move together.

Whether a piece could move by itself is told by items, so that a search need not find such packings first:

    B B e        B moves to the right if e stays empty.  For the front e and the cells behind it there is an item with
                 the bounds (1, n), covered by every placement on e, by every other placement that has cells behind e,
                 and by what leaves these empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Packing, Rule, Table
from satpuzzle.puzzle.shape import orientations

_WALL = -1


@dataclass(frozen=True)
class AntiSlide(Rule):
    """No piece and no group of pieces can move one step."""

    word: ClassVar[str] = "anti-slide"
    rigid: ClassVar[bool] = True
    moves: ClassVar[bool] = False
    filters: ClassVar[bool] = True

    def said(self) -> str:
        """Return a sentence for people."""
        return "no piece and no group of pieces can move one step within the board"

    def items(self, ground: Ground) -> Items:
        """Return an item for each way a piece could move by itself, which a packing must not leave open."""
        ways = sorted({*_ways(ground)})
        if not ways:
            return Items()
        fronts, behind = ground.table([way[0] for way in ways]), ground.table([way[1] for way in ways])
        entered = [_table(way) for way in _entered(ground)]
        of = [[at for at, way in enumerate(ways) if way[2] == step] for step in range(len(entered))]

        def covered(inside: Table, piece: Numbers) -> Table:
            lying = inside.astype(np.float32)
            found: Table = (lying @ behind > 0) | ((lying @ fronts > 0) & (piece >= 0)[:, None])
            for table, some in zip(entered, of, strict=True):
                reached = lying @ table > 0  # with the wall in the last column
                alike = ~reached[:, -1:] & (piece >= 0)[:, None]
                reached = (reached[:, :-1] & ~inside).astype(np.float32)
                whole = fronts[:, some].sum(axis=0)
                same = (reached @ fronts[:, some] == whole) & (reached.sum(axis=1)[:, None] == whole)
                found[:, some] &= ~(same & alike & (lying @ behind[:, some] > 0))
            return found

        return Items(
            names=[f"{ground.name(front)} behind {ground.name(back)}" for front, back, _ in ways],
            bounds=[(1, None)] * len(ways),
            about=[frozenset([frozenset(front), frozenset(front + back)]) for front, back, _ in ways],
            pieces=[None] * len(ways),
            covered=covered,
            empties=True,
        )

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether every piece is held in every direction."""
        owner = {cell: piece for piece, (_, cells, _) in enumerate(packing) for cell in cells} | {_WALL: _WALL}
        for way in _entered(ground):
            pushed = [{owner[cell] for one in cells for cell in way[one] if cell in owner} for _, cells, _ in packing]
            held, waiting = set[int](), [_WALL]
            while waiting:
                wall = waiting.pop()
                waiting += [piece for piece, those in enumerate(pushed) if wall in those and piece not in held]
                held.update(waiting)
            if len(held) < len(packing):
                return False
        return True


def _ways(ground: Ground) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield for each way a piece could move one step the cells that it would enter, those behind, and the direction.

    The entered cells may all stay empty.
    """
    entered = _entered(ground)
    kinds = ground.grid.kind(ground.board)
    for piece in ground.pieces:
        for turned in orientations(piece.cells, ground.grid, piece.mirror, rotate=piece.rotate):
            first = ground.board[kinds == ground.grid.kind(turned[:1])[0]]
            for cells in ground.at(first[:, None] + (turned - turned[0])).tolist():
                for step, way in enumerate(entered) if -1 not in cells else ():
                    front = {to for cell in cells for to in way[cell]} - {*cells}
                    if front and ground.optional[[*front]].all() and _WALL not in front:
                        behind = [cell for cell in cells if front & {*way[cell]}]
                        yield tuple(sorted(front)), tuple(sorted(behind)), step


def _table(way: list[list[int]]) -> NDArray[np.float32]:
    """Return which cells each cell enters, (cells, cells and the wall)."""
    found = np.zeros((len(way), len(way) + 1), np.float32)
    for cell, those in enumerate(way):
        found[cell, those] = 1
    return found


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
