"""Weights: an option may cover an item several times, and the bounds of the item hold for the sum.

A weight is written in unary *steps*.  Each weight above 1 that occurs at an item has a bit in the rows, which options
of at least this weight set:

    item          a   a                 weights of a: 1, 2 and 5
    from          2   5
    weight 1      .   .       bits of a, and
    weight 2      1   .       1 + 1 (2 - 1)
    weight 5      1   1       1 + 1 (2 - 1) + 1 (5 - 2)

So how often some options cover an item is a sum of numbers of bits, and the options that have become too heavy for
what is left of an upper bound are those with a bit: one row of bits tells all that is blocked, as for items without
weights.  A cover without weights has no steps, and costs nothing more.

The bits of steps come after those of items, and before those of colours; items with weights have no colours.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover import bits
from satpuzzle.cover.bits import Ints, Words


@dataclass(frozen=True)
class Weighted:
    """An item with the number of times that an option covers it, for `ExactCover.of_sets`."""

    item: Hashable
    weight: int

    def __str__(self) -> str:
        return f"{self.weight}|{self.item}"


@dataclass(frozen=True, eq=False)
class Weights:
    """The steps of a cover: the items with weights above 1, and the places of these weights in a row of bits."""

    start: int = 0  # the first bit of a step
    items: tuple[int, ...] = ()  # the item of each step, ascending
    least: tuple[int, ...] = ()  # the weight from which on an option has the bit; those of an item ascend

    def __bool__(self) -> bool:
        return bool(self.items)

    @classmethod
    def behind(cls, columns: int, option: Ints, item: Ints, weight: Ints) -> "Weights":
        """Return the steps for cases in which an option covers an item with a weight, behind the first `columns` bits.

        The three arrays have the same shape, (cases,); cases of the weights 0 and 1 play no part.
        """
        heavy = weight > 1
        every = np.unique(np.stack([item[heavy], weight[heavy]]), axis=1)
        return cls(columns, tuple(every[0].tolist()), tuple(every[1].tolist()))

    @property
    def columns(self) -> range:
        """The columns of a row of bits that belong to steps."""
        return range(self.start, self.start + len(self.items))

    @cached_property
    def steps(self) -> Ints:
        """By how much the weight grows at each step, (steps,)."""
        least, items = np.array(self.least, np.int64), np.array(self.items, np.int64)
        same = np.append(False, items[1:] == items[:-1])
        return least - np.where(same, np.roll(least, 1), 1)

    @cached_property
    def heavy(self) -> NDArray[np.intp]:
        """The items with weights, ascending."""
        return np.unique(np.array(self.items, np.intp))

    def give(self, rows: Words, option: Ints, item: Ints, weight: Ints) -> None:
        """Set the bits of steps in rows of options, for cases as in `behind`."""
        for column, one, least in zip(self.columns, self.items, self.least, strict=True):
            some = option[(item == one) & (weight >= least)]
            rows[some, column // 64] |= np.uint64(1 << column % 64)

    def add(self, total: Ints, many: Ints) -> Ints:
        """Add to numbers of options by items what steps are more; `many` has numbers of options by bits, from 0 on."""
        np.add.at(total, np.array(self.items, np.intp), many[self.columns.start : self.columns.stop] * self.steps)
        return total

    def of(self, item: int, rows: Words) -> Ints:
        """Return how often options, given as rows, cover an item, (options,)."""
        found: Ints = _bit(rows, item).astype(np.int64)
        for column, one, step in zip(self.columns, self.items, self.steps.tolist(), strict=True):
            if one == item:
                found += step * _bit(rows, column).astype(np.int64)
        return found

    def too_heavy(self, left: Ints, words: int) -> Words:
        """Return a row of bits with those of the steps that are more than what is `left` of an item's bound."""
        table = np.zeros((1, self.columns.stop), np.bool_)
        table[0, self.columns.start :] = np.array(self.least, np.int64) > left[list(self.items)]
        mask: Words = bits.to_words(table, words)[0]
        return mask


def _bit(rows: Words, column: int) -> NDArray[np.uint64]:
    found: NDArray[np.uint64] = rows[:, column // 64] >> np.uint64(column % 64) & np.uint64(1)
    return found
