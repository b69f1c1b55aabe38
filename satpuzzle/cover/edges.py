"""Edges between tiles, as items with colours of the exact cover.

An edge lies between two cells of the board, or between a cell and its neighbour beyond the border; in space it is a
face.  A tile gives each edge of its cell the colour of its side there, and neighbouring tiles must agree.  If tiles
need not match, each of two neighbours has its own edge.  If opposite colours meet, each has its own, too, and a tile
also gives that of the neighbour the opposite of its colour.

The border may have one of these rules.  A given colour: placements with another colour there are left out, so the
border's edges need no items.  The same colour all round: one item, which every tile on the border covers in its colour.
The same colour in each direction in which sides face: one such item for each direction.  Different colours in each
direction: an item for each direction and colour, which at most one tile may cover.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.bits import Words
from satpuzzle.cover.colours import ALONE, UNBOUNDED, Colours
from satpuzzle.cover.further import Further, Lying
from satpuzzle.cover.weights import Weights
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.tiles import DIFFERENT_EACH, RULES, SAME, SAME_EACH, around, directions

BORDER = "border"
_TILES = 1 << 16  # tiles between two checks of the clock


@dataclass(frozen=True, eq=False)
class Edges(Further):
    """The edges of a board's cells, and the items of the exact cover that stand for them.

    Edges between two cells of the board come first, then those on its border.  Items are numbered from 0: first the
    edges that are items, then the items of the border's rule.
    """

    family = "edges"

    around: Points  # the cells of the board and those beyond its border, in lexicographic order
    own: NDArray[np.int64]  # (cells,): the number of each cell of the board among the points
    numbers: NDArray[np.int64]  # (cells, sides): the edge at each side, in the order of `tiles.ring`
    codes: NDArray[np.int64]  # (edges,): ascending, one for each pair of points
    facing: NDArray[np.int64]  # (edges,): in which direction an edge of the border faces
    towards: Points  # (directions, 3): the directions, see `tiles.directions`
    inner: int  # the number of edges within the board
    border: str  # the rule, as in `Puzzle`
    match: bool  # whether two neighbours share an edge
    opposite: Mapping[str, str]  # the opposite of each colour; nothing unless opposite colours meet
    letters: tuple[str, ...]  # the colours of sides and their opposites, in alphabetical order

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Edges":
        """Return the edges of a puzzle of tiles."""
        beyond = puzzle.wrapping.home(around(puzzle.board, puzzle.grid))
        points, place = np.unique(np.concatenate([puzzle.board, beyond.reshape(-1, 3)]), axis=0, return_inverse=True)
        own, there = place.reshape(-1)[: len(beyond)], place.reshape(-1)[len(beyond) :].reshape(beyond.shape[:2])
        outside = np.ones(len(points), np.bool_)
        outside[own] = False
        shared, opposite = puzzle.match is True, puzzle.opposite
        codes, numbers = np.unique(_codes(own[:, None], there, outside, shared), return_inverse=True)
        towards, direction = directions(puzzle.grid)
        facing = np.zeros(len(codes), np.int64)
        facing[numbers.ravel()] = direction[puzzle.grid.kind(puzzle.board)].ravel()
        return cls(
            points,
            own,
            numbers.reshape(there.shape),
            codes,
            facing,
            towards,
            int((codes < len(points) ** 2).sum()),
            puzzle.border,
            shared,
            opposite,
            tuple(sorted({letter for piece in puzzle.pieces for letter in piece.sides} | {*opposite})),
        )

    @property
    def on_board(self) -> NDArray[np.bool_]:
        """Tell for each point whether it is a cell of the board, shape (points,)."""
        found = np.zeros(len(self.around), np.bool_)
        found[self.own] = True
        return found

    def pairs(self) -> NDArray[np.int64]:
        """Return the two points of each edge, (edges, 2)."""
        return np.stack(np.divmod(self.codes % len(self.around) ** 2, len(self.around)), axis=1)

    @cached_property
    def across(self) -> NDArray[np.int64]:
        """The number of the edge of the other cell, (inner,): the edge itself if two neighbours share an edge."""
        one, other = self.pairs()[: self.inner].T
        return wide(np.searchsorted(self.codes, _codes(other, one, ~self.on_board, self.match)))

    @property
    def shown(self) -> int:
        """Return the number of edges that are items: those within the board, and the border's too if it has no rule."""
        return self.inner if self.border else len(self.codes)

    @cached_property
    def ruled(self) -> dict[tuple[int, str], int]:
        """The number of each item of the border's rule, by (direction, colour).

        The direction is -1 for an item that belongs to all directions, and the colour "" if any colour is allowed.
        """
        found = sorted(set(self.facing[self.inner :].tolist()))
        every: list[tuple[int, str]] = {
            SAME: [(-1, "")] * bool(found),
            SAME_EACH: [(direction, "") for direction in found],
            DIFFERENT_EACH: [(direction, letter) for direction in found for letter in self.letters],
        }.get(self.border, [])
        return {each: self.shown + number for number, each in enumerate(every)}

    @cached_property
    def names(self) -> Sequence[str]:  # type: ignore[override]
        """The names of the items."""
        found = ["/".join(",".join(map(str, self.around[end])) for end in pair) for pair in self.pairs()[: self.shown]]
        for direction, letter in self.ruled:
            where = "" if direction < 0 else f" {','.join(map(str, self.towards[direction]))}"
            found.append(f"{BORDER}{where}{letter and f' {letter}'}")
        return found

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of each item: none but those by colours."""
        return [(0, UNBOUNDED)] * len(self)

    def points(self, board: Points) -> tuple[Points, NDArray[np.int64]]:
        """Return the cells of the board and those beyond its border; see `Further`."""
        return self.around, self.own

    def moved(self, permutations: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the image of each item under permutations of the points that keep the board; see `Further`."""
        return np.array([*map(self._moved, permutations)], np.int64).reshape(len(permutations), -1)

    def _moved(self, permutation: NDArray[np.int64]) -> NDArray[np.int64]:
        one, other = permutation[self.pairs().T]
        edges = wide(np.searchsorted(self.codes, _codes(one, other, ~self.on_board, self.match)))
        turned = dict(zip(self.facing[self.inner :].tolist(), self.facing[edges[self.inner :]].tolist(), strict=True))
        rules = [self.ruled[turned.get(direction, direction), letter] for direction, letter in self.ruled]
        return np.concatenate([edges[: self.shown], np.array(rules, dtype=np.int64)])

    def exchanged(self, letters: Mapping[str, str]) -> NDArray[np.int64]:
        """Return the image of each item, (items,), if each colour in `letters` is replaced by its value there."""
        rules = [self.ruled[direction, letters.get(letter, letter)] for direction, letter in self.ruled]
        return np.array([*range(self.shown), *rules], dtype=np.int64)

    def allow(self, sides: str) -> NDArray[np.bool_]:
        """Tell for each cell of the board whether a tile with these sides obeys the rule of the border."""
        outside = self.numbers >= self.inner
        wanted = np.array([ord(side) for side in sides])
        if self.border == SAME:
            least, most = (np.where(outside, wanted, beyond) for beyond in (wanted.max(), wanted.min()))
            allowed: NDArray[np.bool_] = (least.min(axis=1) >= most.max(axis=1)) | (outside.sum(axis=1) < 2)
            return allowed
        given = self.border and self.border not in RULES
        wrong: NDArray[np.bool_] = (outside & (wanted != (ord(self.border) if given else wanted))).any(axis=1)
        return ~wrong

    def covered(self, cell: NDArray[np.int64], sides: NDArray[np.str_]) -> Iterator[tuple[NDArray[np.int64], ...]]:
        """Yield three arrays for each side of a cell: numbers of tiles, the items that their sides cover, and colours.

        Tile i lies on the cell `cell[i]` and has the colours `sides[i]` on its sides.  Sides that cover no item, and
        those without a colour, are left out.  A yielded colour is an index into `letters`, or ALONE.  If opposite
        colours meet, three more arrays for each side are of the edges of neighbours.
        """
        number: NDArray[np.int64] = np.searchsorted(self.letters, sides)
        reverse = np.searchsorted(self.letters, [self.opposite[letter] for letter in self.letters if self.opposite])
        for side, edge in enumerate(self.numbers[cell].T):
            item = np.where(edge < self.shown, edge, -1)
            for (direction, letter), rule in self.ruled.items():
                here = (edge >= self.inner) & ((direction < 0) | (self.facing[edge] == direction))
                item[here & ((letter == "") | (sides[:, side] == letter))] = rule
            given: NDArray[np.int64] = np.flatnonzero((item >= 0) & (sides[:, side] != ""))
            alone = (item[given] >= self.shown) & (self.border == DIFFERENT_EACH)
            yield given, item[given], np.where(alone, ALONE, number[given, side])
            if self.opposite:
                given = np.flatnonzero((edge < self.inner) & (sides[:, side] != ""))
                yield given, self.across[edge[given]], reverse[number[given, side]]

    def rows(self, placements: Lying, before: int, clock: Clock = UNLIMITED) -> tuple[Weights, Colours, Words]:
        """Return the colours of the items, without weights, and their bits in the rows of options; see `Further`.

        An option gives an edge the colour of its tile's side there.
        """
        cell = bits.from_words(placements.rows, len(self.own)).argmax(axis=1)
        alone, every = len(self.ruled) if self.border == DIFFERENT_EACH else 0, before + len(self)
        letters = [self.letters] * (len(self) - alone) + [()] * alone
        colours = Colours.behind(every, range(before, every), letters)
        rows = np.zeros((len(cell), max(colours.words, -(-every // 64))), np.uint64)
        for some in clock.slices(len(cell), _TILES):
            for tile, item, colour in self.covered(cell[some], placements.sides[some]):
                clock.check()
                colours.give(rows[some], tile, item, colour)
        return Weights(), colours, rows


def _codes(
    one: NDArray[np.int64], other: NDArray[np.int64], outside: NDArray[np.bool_], match: bool
) -> NDArray[np.int64]:
    """Return a code for each edge, given by its two points; edges on the border have the largest codes.

    `outside` tells which points are not on the board.  With `match`, both orders of the points have the same code;
    otherwise each of the two cells has an edge of its own.
    """
    many = len(outside)
    low, high = (np.minimum(one, other), np.maximum(one, other)) if match else (one, other)
    return (outside[one] | outside[other]) * np.int64(many**2) + wide(low) * many + high
