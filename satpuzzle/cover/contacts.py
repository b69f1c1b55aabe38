"""Contacts: pieces that must not touch each other, as items of the exact cover.

Pieces of a group are apart if no two of them have a side in common.  For each group and each pair of neighbouring cells
there is an item.  An option of the group covers the item if it covers exactly one of the two cells; at most one option
may cover it:

    . A|B .     A has the cell on the left of the side, B the one on its right: both cover its item
    . A A .     the side is inside the piece, and no other piece can have one of these cells
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.bits import Words
from satpuzzle.cover.colours import Colours
from satpuzzle.cover.placements import Placements
from satpuzzle.puzzle.cells import neighbours_on
from satpuzzle.puzzle.model import Puzzle

_PORTION = 1 << 24  # the largest number of entries of an intermediate table


@dataclass(frozen=True, eq=False)
class Contacts:
    """The sides between neighbouring cells, and the groups of pieces that must not touch.

    There is an item for each group and side, numbered from 0, group by group.
    """

    sides: NDArray[np.int64]  # (sides, 2): the two cells, in lexicographic order
    groups: list[list[int]]  # the numbers of the pieces of each group
    cells: list[str]  # the names of the cells

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Contacts":
        """Return the sides of a puzzle's board and its groups of pieces that must not touch."""
        board, grid = puzzle.board, puzzle.grid
        pairs = np.sort(neighbours_on(board, grid, puzzle.wrapping if puzzle.wrap else None), axis=1)
        number = {piece.name: index for index, piece in enumerate(puzzle.pieces)}
        names = [f"{x},{y},{z}" for x, y, z in board.tolist()]
        return cls(np.unique(pairs, axis=0), [[number[name] for name in group] for group in puzzle.apart], names)

    def items(self, placements: Placements, before: int, clock: Clock = UNLIMITED) -> tuple[list[str], Colours, Words]:
        """Return the names of the items, their colours, and their bits in the rows of options (the placements).

        The items come after `before` other items of the cover.  They are items with colours that options cover without
        a colour, so at most one option covers each of them.  Raises Stopped if the clock stops.
        """
        names = [
            f"{self.cells[one]}/{self.cells[other]} apart {group + 1}"
            for group in range(len(self.groups))
            for one, other in self.sides.tolist()
        ]
        colours = Colours.behind(before + len(names), range(before, before + len(names)), [()] * len(names))
        rows = np.zeros((len(placements), max(colours.words, -(-before // 64))), np.uint64)
        for some in clock.slices(len(rows), _PORTION // (64 * rows.shape[1])):
            inside = bits.from_words(placements.cells[some], len(self.cells))
            covered = self.crossed(placements.piece[some], inside)
            table = np.zeros((len(covered), 64 * rows.shape[1]), np.bool_)
            table[:, before : before + len(names)] = covered
            table[:, colours.columns.start : colours.columns.stop] = covered.repeat(2, axis=1)  # without a colour
            rows[some] = bits.to_words(table, rows.shape[1])
        return names, colours, rows

    def crossed(self, piece: NDArray[np.integer[Any]], inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which items placements cover, shape (placements, items).

        `piece` has the number of each placement's piece, and `inside`, (placements, cells), tells which cells it has.
        """
        one, other = self.sides.T
        crossed = inside[:, one] != inside[:, other]
        return np.concatenate([crossed & np.isin(piece, group)[:, None] for group in self.groups], axis=1)

    def some(self, groups: NDArray[np.integer[Any]]) -> "Contacts":
        """Return the contacts of some of the groups, given by their numbers."""
        return replace(self, groups=[self.groups[group] for group in groups.tolist()])

    def moved(self, cells: NDArray[np.int64], groups: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return the image of each item under a permutation of the cells, (items,), -1 for none.

        `groups` has the image of each group, -1 for none; by default each is its own image.
        """
        groups = np.arange(len(self.groups)) if groups is None else groups
        many = len(self.cells)
        codes = self.sides @ [many, 1]
        there = np.searchsorted(codes, np.sort(cells[self.sides], axis=1) @ [many, 1])
        found: NDArray[np.int64] = np.where(groups[:, None] < 0, -1, there + len(codes) * groups[:, None]).ravel()
        return found

    def mirrored(self, pieces: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the group of the mirror images of each group's pieces, -1 for none.

        `pieces` has the mirror image of each piece, -1 for none.
        """
        left = {number: frozenset(group) for number, group in enumerate(self.groups)}
        found = []
        for images in (frozenset(pieces[group].tolist()) for group in self.groups):
            found.append(next((number for number, group in left.items() if group == images), -1))
            left.pop(found[-1], None)  # equal groups are matched in order
        return np.array(found, np.int64)

    def closed(self, pieces: NDArray[np.int64]) -> list[list[int]]:
        """Return the groups and the groups of their mirror images, without pieces that have no mirror image."""
        own = [{piece for piece in group if pieces[piece] >= 0} for group in self.groups]
        images = [{int(pieces[piece]) for piece in group} for group in own]
        return [list(group) for group in dict.fromkeys(tuple(sorted(each)) for each in own + images if each)]


def with_contacts(
    items: NDArray[np.int64], contacts: Contacts | None, groups: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return the images of all items, from those of the cells and pieces, after which the contacts come.

    `groups` has the image of each group, as in `Contacts.moved`.
    """
    if contacts is None:
        return items
    moved = contacts.moved(items[: len(contacts.cells)], groups)
    return np.append(items, np.where(moved < 0, -1, len(items) + moved))
