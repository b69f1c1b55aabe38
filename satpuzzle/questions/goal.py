"""Goals: what each piece is worth, and covers in which the packings of some worth are the solutions.

A goal is always to maximise: what is to be minimised counts as negative.  All pieces of one kind are worth the same, so
the sizes and numbers of copies of the pieces bound what a packing can be worth before any search (a knapsack problem).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover import bits
from satpuzzle.cover.extended import with_bounds, with_items
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution

OBJECTIVES = ("pieces", "cells", "empty", "value")
_NEVER = -(1 << 62)  # the worth of what cannot be
Copies = list[tuple[int, int]]


@dataclass(frozen=True, eq=False, repr=False)
class Counted(Puzzle):
    """A puzzle whose cover counts the empty cells, whether or not their number is limited."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Counted":
        """Return the same puzzle as one whose empty cells are counted."""
        return cls(**{field.name: getattr(puzzle, field.name) for field in fields(puzzle) if field.init})

    @property
    def empties(self) -> tuple[int, int] | None:
        """The smallest and the largest number of empty cells; None if no cell may be empty."""
        highest = len(self.board) - self.least_filled
        lowest = min(highest, max(0, len(self.board) - self.volumes[1]))
        return (lowest, highest) if self.optional.any() else None


@dataclass(frozen=True)
class Goal:
    """A puzzle with an objective, one of OBJECTIVES, of which there should be as much or as little as possible.

    `tables` are those of the puzzle as a `Counted` one.
    """

    tables: Tables
    puzzle: Puzzle
    objective: str
    maximise: bool
    levels = True  # whether `at` has the covers of each worth

    def number(self, worth: int) -> int:
        """Return the value of the objective for a packing of this worth, such as its number of empty cells."""
        return self._cells * (self.objective == "empty") + (worth if self.maximise else -worth)

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """What a copy of each piece is worth, and last 0, for what is no piece."""
        values = np.array([piece.value for piece in self.puzzle.pieces], np.int64)
        each = {"pieces": np.ones_like(values), "cells": self._sizes, "empty": -self._sizes, "value": values}
        return np.append(each[self.objective] * (1 if self.maximise else -1), 0)

    def of(self, options: Sequence[int]) -> int:
        """Return the worth of a packing."""
        return int(self.worth[self.tables.placements.piece[list(options)]].sum())

    def solution(self, options: Sequence[int]) -> Solution:
        """Return a packing, without the options of empty cells unless the puzzle's own cover has them."""
        placements, many = self.tables.placements, len(self.tables.cover.rows) - len(self.tables.placements.empties)
        if not self.puzzle.free.any():
            placements = placements.reordered(np.arange(many))
        return Solution(tuple(option for option in options if option < many), self.puzzle, placements)

    # Bounds

    @cached_property
    def _cells(self) -> int:
        return len(self.puzzle.board)

    @cached_property
    def _sizes(self) -> NDArray[np.int64]:
        return np.array([len(piece.cells) for piece in self.puzzle.pieces], np.int64)

    @cached_property
    def _range(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the greatest worth of pieces that have v cells in all, for each v; _NEVER if there are none."""
        cover, found = self.tables.cover, []
        placed = cover.rows[: len(cover.rows) - len(self.tables.placements.empties)]
        unreached = self._cells - int(bits.from_words(np.bitwise_or.reduce(placed, axis=0)[None], self._cells).sum())
        for sign in (-1, 1):
            best = np.full(self._cells + 1, _NEVER)
            pieces = list(zip(self.puzzle.pieces, self._sizes.tolist(), (sign * self.worth[:-1]).tolist(), strict=True))
            required = sum(piece.min * size for piece, size, _ in pieces)
            if required <= self._cells:
                best[required] = sum(piece.min * worth for piece, _, worth in pieces)
            for piece, size, worth in pieces:
                left, some = min(piece.max - piece.min, self._cells // size), 1
                while left > 0:  # 1, 2, 4, ... copies and the rest: any number of them is a sum of some of these
                    some = min(some, left)
                    more = np.where(best[: -some * size] > _NEVER // 2, best[: -some * size] + some * worth, _NEVER)
                    best[some * size :] = np.maximum(best[some * size :], more)
                    left, some = left - some, 2 * some
            best[: self.puzzle.least_filled] = best[self._cells - unreached + 1 :] = _NEVER
            found.append(sign * best)
        return found[0], found[1]

    @property
    def limits(self) -> tuple[int, int] | None:
        """The least and the greatest worth that the sizes of the pieces allow, None if they allow no packing."""
        least, most = self._range
        some = most > _NEVER
        return (int(least[some].min()), int(most[some].max())) if some.any() else None

    # For engines that minimise

    @cached_property
    def price(self) -> Fraction:
        """What a cell is worth where it is worth most: the greatest worth of a piece for each of its cells."""
        each = zip(self.worth.tolist(), self._sizes.tolist(), strict=False)
        prices = [Fraction(worth, size) for worth, size in each]
        return max([*prices, Fraction(0)] if len(self.tables.placements.empties) else prices)

    @cached_property
    def cost(self) -> NDArray[np.int64]:
        """What each option loses of the price of its cells, in units of the price's denominator, at least 0.

        All cells are covered, so the cells' price less the costs is what the packing is worth.  Few options have costs,
        which helps solvers that look for unsatisfiable cores.
        """
        price = self.price
        each = price.numerator * np.append(self._sizes, 1) - price.denominator * self.worth
        return each[self.tables.placements.piece]

    def most_at(self, cost: int) -> int:
        """Return what a packing is worth at most if its options cost this much at least."""
        return (self.price.numerator * self._cells - cost) // self.price.denominator

    def most_lost(self, worth: int) -> int:
        """Return what the options of a packing cost at most if it is worth so much."""
        return self.price.numerator * self._cells - self.price.denominator * worth

    # Levels

    def at(self, worth: int) -> Iterator[Tables]:
        """Yield tables whose solutions, together, are all packings of this worth, with the option numbers of `tables`.

        If the objective follows from the number of empty cells, that is bounded, else the number of options of each
        worth, in one cover for each way to make the sum.
        """
        least, most = self._range
        filled = np.flatnonzero((most > _NEVER) & (least <= worth) & (worth <= most))
        if not len(filled):
            return
        counting, low, high = self._counting, self._cells - int(filled[-1]), self._cells - int(filled[0])
        empty = dict.fromkeys(counting.cover.families.get("empty", ()), (low, high))
        first, spent = len(self.tables.cover.names), counting.cover.coverage(counting.cover.chosen)
        ways = sums(self._values, self._copies, self._least_sizes, worth, int(filled[-1]))
        for copies in [()] if self._proportional else ways:
            bounds = empty | {first + number: (n, n) for number, n in enumerate(copies)}
            if all(spent[item] <= upper for item, (_, upper) in bounds.items()):
                yield replace(counting, cover=with_bounds(counting.cover, bounds))

    @cached_property
    def _proportional(self) -> bool:
        """Whether all pieces are worth the same for each of their cells, so that only empty cells need be counted."""
        return bool((self.worth[:-1] * self._sizes[0] == self.worth[0] * self._sizes).all())

    @cached_property
    def _values(self) -> list[int]:
        return [] if self._proportional else sorted(set(self.worth.tolist()) - {0}, key=abs, reverse=True)

    @cached_property
    def _counting(self) -> Tables:
        """The tables with an item for each worth, which counts its placements, and symmetries that keep the worth."""
        cover, values, symmetry = self.tables.cover, self._values, self.tables.symmetry.restricting
        pieces = np.array(cover.families["pieces"])
        worth = self.worth[: len(pieces)]
        symmetry = symmetry.part((worth[symmetry.items[:, pieces] - pieces[0]] == worth).all(axis=1))
        each = self.worth[self.tables.placements.piece][:, None] == np.array(values, np.int64)
        names, new = [f"worth {value}" for value in values], len(cover.names) + np.arange(len(values))
        items = np.concatenate([symmetry.items, np.tile(new, (len(symmetry.items), 1))], axis=1)
        more = with_items(cover, names, [(0, len(each))] * len(values), each)
        return replace(self.tables, cover=more, symmetry=replace(symmetry, items=items))

    @cached_property
    def _copies(self) -> Copies:
        """The least and the greatest number of copies of each worth."""
        each = zip(self.puzzle.pieces, self.worth.tolist(), self._sizes.tolist(), strict=False)
        limits = [(worth, piece.min, min(piece.max, self._cells // size)) for piece, worth, size in each]
        both = [[(low, high) for worth, low, high in limits if worth == one] for one in self._values]
        return [(sum(low for low, _ in some), sum(high for _, high in some)) for some in both]

    @cached_property
    def _least_sizes(self) -> list[int]:
        return [int(self._sizes[self.worth[:-1] == value].min()) for value in self._values]


def sums(
    values: Sequence[int], copies: Copies, sizes: Sequence[int], total: int, room: int
) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of copies, within their limits, with which the values add up to the total.

    `sizes` are those of a copy; together they must not exceed the room.
    """
    if not values:
        if total == 0:
            yield ()
        return
    ends = [sorted((least * value, most * value)) for value, (least, most) in zip(values[1:], copies[1:], strict=True)]
    low, high = sum(end[0] for end in ends), sum(end[1] for end in ends)
    for n in range(copies[0][0], min(copies[0][1], room // sizes[0]) + 1):
        left = total - n * values[0]
        if low <= left <= high:
            for others in sums(values[1:], copies[1:], sizes[1:], left, room - n * sizes[0]):
                yield n, *others
