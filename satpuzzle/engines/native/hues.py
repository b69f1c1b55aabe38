"""Colours in a scan: their bits in the moving window, and the lists of options that these bits select.

`kernels/scan.c` has a drawing of the window.  The bits of an item's colour (`cover/colours.py`) come directly after the
last cell at which an option that covers the item begins.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import Bools, Ints, Words, from_words, windows
from satpuzzle.cover.exact_cover import ExactCover

_WINDOW = 64
_ASKED = 8  # the largest number of bits that choose a list


@dataclass(frozen=True, eq=False)
class Hues:
    """The colours of options, as bits in the order of a scan."""

    leader: NDArray[np.intp]  # (options,): the first cell of each option
    begin: Ints  # (cells + 1,): where the window begins at each cell
    own: Bools  # (options, bits)
    excluded: Bools  # (options, bits)

    @classmethod
    def of(cls, cover: ExactCover, leader: NDArray[np.intp], cells: int) -> "Hues":
        """Return the colours of the options of a cover; `leader` has the first cell of each option."""
        columns = cover.colours.columns
        own, excluded = (
            from_words(rows, columns.stop)[:, columns.start :]
            for rows in (cover.rows, cover.colours.excluded(cover.rows))
        )
        pairs = zip(cover.colours.items, cover.colours.pairs, strict=True)
        lasts = [(leader[cover.covers(item)].max(initial=0), 2 * len(each)) for item, each in pairs]
        last = np.repeat([cell for cell, _ in lasts], [bits for _, bits in lasts]).astype(np.int64)
        some = own.any(axis=0)
        kept = np.flatnonzero(some & excluded.any(axis=0))  # on the other bits all options agree
        kept = kept[np.argsort(last[kept], kind="stable")]
        begin = np.searchsorted(last[kept], np.arange(cells + 1))
        return cls(leader, begin.astype(np.int64), own[:, kept], excluded[:, kept])

    @property
    def reach(self) -> int:
        """The largest number of bits of a window that an option needs."""
        bits = self.own | self.excluded
        ends = np.where(bits.any(axis=1), bits.shape[1] - bits[:, ::-1].argmax(axis=1) if bits.size else 0, 0)
        return int((ends - self.begin[self.leader]).max(initial=0))

    @cached_property
    def in_window(self) -> tuple[Words, Words]:
        """The colours of each option, and those that it excludes, both as bits of the window at its first cell."""
        start = self.begin[self.leader][:, None]
        return windows(self.own, start)[:, 0], windows(self.excluded, start)[:, 0]

    def ahead(self, options: Ints) -> Words:
        """Return the colours that these options exclude if they are chosen before the scan, as bits of the window.

        The shape is (options, cells), since each cell has its own window.
        """
        return windows(self.excluded[options], self.begin[None, :-1])

    def lists(self, order: NDArray[np.intp], bounds: list[int]) -> tuple[Ints, list[NDArray[np.intp]]]:
        """Return which bits of the window select the list of options at each cell, and the lists.

        The options of cell c are order[bounds[c]:bounds[c + 1]].  The bits are those that most of these options have,
        among the bits that options of earlier cells exclude.  Each cell has the same number of bits, so some are
        repeated.
        """
        cells, chosen = len(self.begin) - 1, []
        before = np.zeros(self.own.shape[1], np.bool_)
        for cell in range(cells):
            here = order[bounds[cell] : bounds[cell + 1]]
            often = self.own[here].sum(axis=0) * before
            columns = np.argsort(-often, kind="stable")[:_ASKED]
            chosen.append(columns[often[columns] > 0])
            before |= self.excluded[here].any(axis=0)
        many = max(map(len, chosen), default=0)
        asked, found = np.zeros((cells, many), np.int64), []
        patterns = np.arange(1 << many)
        for cell, columns in enumerate(chosen):
            here = order[bounds[cell] : bounds[cell + 1]]
            bits = np.resize(columns, many) if len(columns) else np.zeros(0, np.intp)
            asked[cell, : len(bits)] = bits - self.begin[cell]
            needs = (self.own[here][:, bits].astype(np.int64) << np.arange(len(bits))).sum(axis=1)
            first = np.arange(many) % max(len(columns), 1)  # repeated if there are too few
            possible = ((patterns[:, None] >> np.arange(many) & 1) == (patterns[:, None] >> first & 1)).all(axis=1)
            meets = (needs & patterns[:, None]).astype(np.bool_) | ~possible[:, None]
            pattern, option = np.nonzero(~meets)
            found += np.split(here[option], np.searchsorted(pattern, patterns[1:]))
        return asked, found
