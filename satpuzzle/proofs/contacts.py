"""Sides between cells as items, for pieces that must not touch: a second enumeration, for checkers.

For each group of pieces that are apart there is an item for each two cells of the board that share a face, the pairs in
lexicographic order.  A placement of a piece of the group covers the item if it covers exactly one of the two cells.  At
most one placement may cover an item.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.proofs.motions import Cell, beyond
from satpuzzle.proofs.wrapped import Wrapped
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle

_CLOSE = {"fcc": 2, "rhombic": 8}  # the squared distance in exact coordinates up to which cells touch each other
_UNKNOWN = ("tetra-octa",)  # there, cells that do not share a face may be as close as those that do


def knows_contacts(grid: Grid) -> bool:
    """Tell whether this module can find out which cells of the grid share a face."""
    return grid.name not in _UNKNOWN


@dataclass(frozen=True)
class Contacts:
    """The sides between neighbouring cells, and the groups of pieces that must not touch.

    There is an item for each group and side, group by group.
    """

    first: int  # the number of the first item
    sides: list[tuple[Cell, Cell]]
    groups: list[set[int]]  # numbers of pieces

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell], first: int) -> "Contacts":
        """Return the sides of a puzzle's board and its groups; items are numbered from `first` on."""
        wrapped, there = Wrapped.of(puzzle, board), {*board}
        sides = {
            (min(cell, other), max(cell, other))
            for cell, beside in touching(puzzle.grid, board)
            for other in map(wrapped.home, beside)
            if other in there and other != cell
        }
        number = {piece.name: index for index, piece in enumerate(puzzle.pieces)}
        return cls(first, sorted(sides), [{number[name] for name in group} for group in puzzle.apart])

    @property
    def many(self) -> int:
        """The number of items."""
        return len(self.sides) * len(self.groups)

    def covered(self, piece: int, cells: set[Cell]) -> list[int]:
        """Return the items that the piece with this number covers when it lies on these cells."""
        sides = [place for place, (a, b) in enumerate(self.sides) if (a in cells) != (b in cells)]
        mine = [group for group, pieces in enumerate(self.groups) if piece in pieces]
        return [self.first + group * len(self.sides) + place for group in mine for place in sides]

    def become(self, pieces: list[int]) -> list[int]:
        """Return the group of the images of each group's pieces, -1 for none; equal groups are matched in order."""
        left, found = list(range(len(self.groups))), []
        for group in self.groups:
            images = {pieces[piece] for piece in group}
            found.append(next((other for other in left if self.groups[other] == images), -1))
            left = [other for other in left if other != found[-1]]
        return found

    def moved(self, to: dict[Cell, Cell], groups: list[int]) -> tuple[int, ...]:
        """Return the image of each item, -1 for none, if `to` maps the cells and `groups` has each group's image."""
        number = {side: place for place, side in enumerate(self.sides)}
        there = [number[min(to[a], to[b]), max(to[a], to[b])] for a, b in self.sides]
        return tuple(
            -1 if group < 0 else self.first + group * len(there) + place for group in groups for place in there
        )


def touching(grid: Grid, board: list[Cell]) -> Iterator[tuple[Cell, list[Cell]]]:
    """Yield each cell of a board with the cells that share a face with it.

    On some grids only neighbours on the board are listed, on others all of them.
    """
    if (close := _CLOSE.get(grid.name)) is None:
        for cell in board:
            yield cell, beyond(grid, cell)
        return
    exact = grid.exact(np.array(board))
    for cell, place in zip(board, exact, strict=True):
        near = ((exact - place) ** 2).sum(axis=1) <= close
        yield cell, [board[other] for other in np.flatnonzero(near).tolist()]
