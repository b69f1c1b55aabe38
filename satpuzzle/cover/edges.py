"""Edges between tiles, as items with colours of the exact cover.

An edge lies between two cells of the board, or between a cell and its neighbour beyond the border.  A tile gives each
edge of its cell the colour of its side there, and neighbouring tiles must agree.  If the puzzle gives the border a
colour, placements with another colour there are left out, so the edges of the border need no items.  If the border may
have any one colour, the item `border` has this colour.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words
from satpuzzle.cover.colours import ABSENT, Colours, Words
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.tiles import SAME, around

BORDER = "border"


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of a board's cells: those within the board first."""

    points: Points  # the cells of the board and those beyond its border, in lexicographic order
    own: NDArray[np.int64]  # (cells,): the number of each cell of the board among the points
    numbers: NDArray[np.int64]  # (cells, sides): the edge at each side, clockwise from 12 o'clock
    codes: NDArray[np.int64]  # (edges,): ascending, one for each pair of points
    inner: int  # the number of edges within the board
    shown: int  # the number of edges that are items: the inner edges, or all

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Edges":
        """Return the edges of a puzzle's board, which is on a flat grid."""
        beyond = around(puzzle.board, puzzle.grid)
        points, place = np.unique(np.concatenate([puzzle.board, beyond.reshape(-1, 3)]), axis=0, return_inverse=True)
        own, there = place.reshape(-1)[: len(beyond)], place.reshape(-1)[len(beyond) :].reshape(beyond.shape[:2])
        outside = np.ones(len(points), np.bool_)
        outside[own] = False
        codes, numbers = np.unique(_codes(own[:, None], there, outside), return_inverse=True)
        inner = int((codes < len(points) ** 2).sum())
        return cls(points, own, numbers.reshape(there.shape), codes, inner, inner if puzzle.border else len(codes))

    @property
    def on_board(self) -> NDArray[np.bool_]:
        """Tell which of the points are cells of the board, shape (points,)."""
        found = np.zeros(len(self.points), np.bool_)
        found[self.own] = True
        return found

    def pairs(self) -> NDArray[np.int64]:
        """Return the two points of each edge, (edges, 2)."""
        return np.stack(np.divmod(self.codes % len(self.points) ** 2, len(self.points)), axis=1)

    def moved(self, permutation: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the image of each edge, (edges,), under a permutation of the points that maps the board to itself."""
        one, other = permutation[self.pairs().T]
        found: NDArray[np.int64] = np.searchsorted(self.codes, _codes(one, other, ~self.on_board))
        return found

    def allow(self, sides: str, border: str) -> NDArray[np.bool_]:
        """Tell for each cell of the board whether a tile with these sides has the colours that the border allows."""
        outside = self.numbers >= self.inner
        wanted = np.array(list(sides))
        if border == SAME:
            return np.array([len(set(wanted[row].tolist())) <= 1 for row in outside], np.bool_)
        matching = np.isin(wanted, [border] if border else wanted)
        return np.array([matching[row].all() for row in outside], np.bool_)


@dataclass(frozen=True, eq=False)
class Sides:
    """The items of edges, which come after the others, and the colours that options give them."""

    names: list[str]
    colours: Colours
    rows: Words  # (options, words): the bits of these items and their colours

    @classmethod
    def of(cls, puzzle: Puzzle, cell: NDArray[np.int64], sides: NDArray[np.str_], before: int) -> "Sides":
        """Return the items, the first of which has the number `before`, and their colours in each option.

        Option i is a tile on the cell `cell[i]` with the colours `sides[i]`, clockwise from 12 o'clock.
        """
        where = Edges.of(puzzle)
        shown = where.shown
        names = ["/".join(",".join(map(str, where.points[end])) for end in pair) for pair in where.pairs()[:shown]]
        names += [BORDER] * (puzzle.border == SAME)
        letters, number = np.unique(sides, return_inverse=True)
        number = number.reshape(sides.shape)
        table = np.full((len(cell), len(names)), ABSENT, np.int64)
        for side, edge in enumerate(where.numbers[cell].T):
            if puzzle.border == SAME:
                edge = np.where(edge < shown, edge, shown)
            given = np.flatnonzero(edge < len(names))
            table[given, edge[given]] = number[given, side]
        colours = Colours.behind(
            before + len(names), range(before, before + len(names)), [letters.tolist()] * len(names)
        )
        words = -(-max(before + len(names), colours.columns.stop) // 64)
        bits = np.zeros((len(cell), 64 * words), np.bool_)
        bits[:, before : before + len(names)] = table != ABSENT
        rows = colours.bits_of(table, words) | to_words(bits, words)
        return cls(names, colours, rows)


def _codes(one: NDArray[np.int64], other: NDArray[np.int64], outside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return a number for each unordered pair of points; the numbers of pairs across the border are the largest."""
    many = len(outside)
    low, high = np.minimum(one, other), np.maximum(one, other)
    found: NDArray[np.int64] = (outside[one] | outside[other]) * many**2 + low * many + high
    return found
