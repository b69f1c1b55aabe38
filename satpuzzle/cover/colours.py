"""Items with colours (Knuth's XCC): options may cover such an item together if they agree on its colour.

An option that covers the item without a colour excludes all others that cover it.  An item with colours need not be
covered, and nothing bounds how often it is.

In a row of bits the colour of an item is a binary number, each digit of which has a *pair* of neighbouring bits.  An
option sets the left one if its digit is 0, the right one if it is 1, and both of all pairs if it has no colour:

    items      pairs of item c    pairs of item d
    a b c d    0/1  0/1           0/1
    1 . 1 .    .1   1.            ..        a c:1     (the first digit is the lowest)
    . 1 1 1    11   11            1.        b c d:0

Two options exclude each other if one sets a bit and the other its neighbour, so the bits that an option excludes are
its own with neighbours swapped (`swapped`): two shifts, and no table.  Pairs begin at even places, so that the end of a
word cuts none.

D. E. Knuth, The Art of Computer Programming 7.2.2.1, Algorithm C.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import index
from satpuzzle.cover import bits
from satpuzzle.cover.bits import Words

UNBOUNDED = 1 << 30  # the upper bound of an item with colours: only its colours limit the options that cover it
ABSENT, ALONE = -2, -1  # in place of a colour: the option does not cover the item, or covers it without a colour
_LEFT = np.uint64(0x5555555555555555)


@dataclass(frozen=True)
class Coloured:
    """An item with the colour that it has in an option, for `ExactCover.of_sets`."""

    item: Hashable
    colour: Hashable

    def __str__(self) -> str:
        return f"{self.item}:{self.colour}"


@dataclass(frozen=True, eq=False)
class Colours:
    """The items of a cover that have colours, and the places of these colours in a row of bits."""

    items: tuple[int, ...] = ()  # ascending
    names: tuple[tuple[str, ...], ...] = ()  # of each item: the names of its colours, by number
    pairs: tuple[range, ...] = ()  # of each item: its pairs; pair k has the bits 2 k and 2 k + 1

    def __bool__(self) -> bool:
        return bool(self.items)

    @classmethod
    def behind(cls, columns: int, items: Sequence[int], names: Sequence[Sequence[str]]) -> "Colours":
        """Return the colours of these items; `names` are each item's colours.

        In a row of bits, their pairs follow after the first `columns` columns.
        """
        digits = [max(1, (len(each) - 1).bit_length()) for each in names]
        starts = np.cumsum([(columns + 1) // 2, *digits]).tolist()
        pairs = [range(start, start + many) for start, many in zip(starts[:-1], digits, strict=True)]
        return cls(tuple(items), tuple(map(tuple, names)), tuple(pairs))

    @property
    def words(self) -> int:
        """The number of 64-bit words of a row, which ends with the bits of the colours."""
        return -(-self.columns.stop // 64)

    @property
    def columns(self) -> range:
        """The columns of a row of bits that belong to pairs."""
        return range(2 * self.pairs[0].start, 2 * self.pairs[-1].stop) if self else range(0)

    def mask(self, words: int) -> Words:
        """Return a row of 64-bit words in which the bits of all pairs are set."""
        columns = np.arange(64 * words)[None]
        mask: Words = bits.to_words((columns >= self.columns.start) & (columns < self.columns.stop), words)[0]
        return mask

    def give(
        self, rows: Words, options: NDArray[np.intp], numbers: NDArray[np.int64], colours: NDArray[np.int64]
    ) -> None:
        """Let options cover items with colours: set the bits in their rows, a contiguous array of all options.

        `numbers` has indices in `items`, and `colours` the items' colours in these options, or ALONE.  A colour that an
        option has given to an item in an earlier call is replaced.
        """
        first, many = np.array([(pairs.start, len(pairs)) for pairs in self.pairs], np.int64).reshape(-1, 2).T
        words, row = rows.reshape(-1), options * rows.shape[1]
        item = np.array(self.items, np.int64)[numbers]
        np.bitwise_or.at(words, row + item // 64, np.uint64(1) << (item % 64).astype(np.uint64))
        for digit in range(int(many[numbers].max(initial=0))):
            here = np.flatnonzero(many[numbers] > digit)
            bit, colour = 2 * (first[numbers[here]] + digit), colours[here]
            shift, place = (bit % 64).astype(np.uint64), row[here] + bit // 64
            value = np.where(colour == ALONE, 3, 1 + (colour >> digit & 1)).astype(np.uint64)
            np.bitwise_and.at(words, place, ~(np.uint64(3) << shift))
            np.bitwise_or.at(words, place, value << shift)

    def of(self, rows: Words) -> NDArray[np.int64]:
        """Return the colours that options, given as rows, give to items, shape (options, items with colours).

        An entry is the number of a colour, ABSENT or ALONE.
        """
        return self._read(bits.from_words(rows, self.columns.stop)[:, self.columns.start :], *self._digits)

    def of_item(self, number: int, rows: Words) -> NDArray[np.int64]:
        """Return the colours that options give to one item, `items[number]`, as `of` does."""
        pairs = self.pairs[number]
        first, words = 2 * pairs.start // 64, slice(2 * pairs.start // 64, (2 * pairs.stop - 1) // 64 + 1)
        columns = slice(2 * pairs.start - 64 * first, 2 * pairs.stop - 64 * first)
        table = bits.from_words(rows[:, words], columns.stop)[:, columns]
        return self._read(table, np.zeros(len(pairs), np.int64), np.arange(len(pairs)))[:, 0]

    @cached_property
    def _digits(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The index of the item, and the digit of its colour, to which each pair belongs, each (pairs,)."""
        many = [len(pairs) for pairs in self.pairs]
        digit = np.array([digit for each in many for digit in range(each)], np.int64)
        return np.repeat(np.arange(len(many), dtype=np.int64), many), digit

    def _read(self, table: NDArray[np.bool_], number: NDArray[np.int64], digit: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the colours that bits of pairs stand for; `number` and `digit` are those of the pairs."""
        first = np.flatnonzero(digit == 0)
        if not len(first):
            return np.zeros((len(table), 0), np.int64)
        left, right = table[:, ::2], table[:, 1::2]
        colour = np.add.reduceat(right * (1 << digit), index(first), axis=1)
        one, other = left[:, first], right[:, first]
        found: NDArray[np.int64] = np.where(one & other, ALONE, np.where(one | other, colour, ABSENT))
        return found

    def excluded(self, rows: Words) -> Words:
        """Return for each row the bits that other rows must not have, because they mean another colour of an item."""
        if not self:
            return np.zeros_like(rows)
        return swapped(rows & self.mask(rows.shape[-1]))


def swapped(words: Words) -> Words:
    """Return words in which bits 0 and 1, bits 2 and 3 and so on are exchanged."""
    one = np.uint64(1)
    found: Words = (words & _LEFT) << one | (words >> one) & _LEFT
    return found
