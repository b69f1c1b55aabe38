"""Bits of a frontier's states that count how often items are covered: copies of pieces, and items of rules.

An item has its bits from the first cell at which an option that covers it begins to the last one; before and after
these, others have them.

    cells     0 1 2 3 4 5 6 7
    item a      x x x                 x: an option that covers the item begins here
    item b            x   x           has the bits that a had
    item c          x       x

Which bits these are depends on the bounds of the item:

- It may be covered once: one bit, which must be free, and is set.
- It must be covered, and may be by all options: one bit, which is set.
- Else a number, which begins so high that the *guard*, the bit above it, is set if the item is covered too often.

At the last cell each of them is held to its lower bound: a number gets as much more as sets its guard if it is not too
small.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import FrontierError

_MOST = 64  # bits of a state for all of them


@dataclass(frozen=True)
class Counted:
    """How often each option covers an item, (options,), and the bounds of the item."""

    amounts: NDArray[np.int64]
    lower: int
    upper: int

    def of(self, options: NDArray[np.intp]) -> "Counted":
        """Return it for some of the options."""
        return Counted(self.amounts[options], self.lower, self.upper)

    @property
    def most(self) -> int:
        """How often all options together cover the item."""
        return int(self.amounts.sum())

    @property
    def limited(self) -> bool:
        """Whether this is too often."""
        return self.most > self.upper

    @property
    def once(self) -> bool:
        """Whether the item is covered once, or not at all."""
        return self.upper == 1 and self.limited

    @property
    def often(self) -> int:
        """Up to which number the item is counted."""
        return min(self.upper, self.most)

    @property
    def flag(self) -> bool:
        """Whether one bit is enough."""
        return self.once or (self.lower == 1 and not self.limited)

    @property
    def bits(self) -> int:
        """How many bits it has, with the guard."""
        return 1 if self.flag else self.often.bit_length() + 1


class Counters:
    """The bits of a state for some items, and for each option what it does with them.

    An option needs the bits `blocked` to be free, adds `added`, and sets `flags`; then none of the `guards` may be set,
    (cells,).  `ends`, shape (cells, 4), has for each cell what is added to a state when it is decided, the bits that it
    must have then, those that are taken away, and those with which items begin at the next cell.  It is `hopeless` if
    all options together cover an item too seldom.
    """

    def __init__(self, items: list[Counted], leader: NDArray[np.intp], cells: int) -> None:
        """Give bits to items; `leader` is the cell at which each option begins, (options,).

        Raises FrontierError if there are not enough bits.
        """
        self.blocked, self.added, self.flags = np.zeros((3, len(leader)), np.uint64)
        self.begin = self.used = 0
        self.guards = np.zeros(cells, np.uint64)
        self.ends = np.zeros((cells, 4), np.uint64)
        self.hopeless = any(item.lower > item.most for item in items)
        items = [item for item in items if item.limited or 0 < item.lower <= item.most]
        busy = np.full(_MOST, -1)  # the last cell at which each bit is in use
        spans = [leader[item.amounts > 0] for item in items]
        for low, high, number in sorted(
            (int(some.min()), int(some.max()), number) for number, some in enumerate(spans) if len(some)
        ):
            self._give(items[number], low, high, self._taken(busy, items[number].bits, low, high))

    def _taken(self, busy: NDArray[np.int64], bits: int, low: int, high: int) -> int:
        """Return the first of some bits that are free from one cell to another, and take them."""
        free = np.convolve(busy < low, np.ones(bits, np.int64), "valid") == bits if bits <= _MOST else np.zeros(0)
        if not free.any():
            raise FrontierError(
                f"the rules and the copies used take more than the {_MOST} bits that a state has for them"
            )
        shift = int(free.argmax())
        busy[shift : shift + bits] = high
        self.used = max(self.used, shift + bits)
        return shift

    def _give(self, item: Counted, low: int, high: int, shift: int) -> None:
        mine, more, needed, begin = item.amounts > 0, 0, 0, 0
        if item.flag:
            bit = 1 << shift
            self.flags[mine] |= np.uint64(bit)
            self.blocked[mine] |= np.uint64(bit * item.once)
            needed = bit * item.lower
        else:
            bits = item.bits - 1
            self.added += item.amounts.astype(np.uint64) << np.uint64(shift)
            begin, guard = (1 << bits) - 1 - item.often, 1 << (shift + bits)
            self.guards[low : high + 1] |= np.uint64(guard)
            if item.lower:
                more, needed = (1 << bits) - begin - item.lower, guard
        taken = ((1 << item.bits) - 1) << shift
        self.ends[high] |= np.array([more << shift, needed, taken, 0], np.uint64)
        if low:
            self.ends[low - 1, 3] |= np.uint64(begin << shift)
        else:
            self.begin |= begin << shift
