"""Pairings: copies of a piece that need each other two by two, but whose number is odd.

Let each placement `a` of a piece leave a cell beside it that, once `a` is chosen, only placements `b` of the same piece
can cover, and let `a` in turn cover the cell that such a `b` leaves:

    ###.        a U of seven cells leaves the cell between its arms,
    #bbb        which only an arm of another U can reach: then its own
    ###b        arm lies between those of the other one
     bbb

In a solution each copy of the piece has exactly one such partner, whose partner it is.  So their number is even.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount, index, repeat
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason, cell_items, piece_items

_TRIED = 32  # options of a piece that are looked at first: mostly one of them leaves no such cell
_PORTION = 64  # options that are looked at together

Bools = NDArray[np.bool_]


def pairing(cover: ExactCover, clock: Clock = UNLIMITED) -> Reason | None:
    """Return a reason that names a piece with an odd number of copies that need each other in pairs, or None.

    Raises Stopped if the clock stops.
    """
    _, rest = cover.residual()
    copies = {item: int(rest.upper[item]) for item in piece_items(cover) if rest.lower[item] == rest.upper[item]}
    odd = [item for item, many in copies.items() if many > 1 and many % 2]  # one that needs another has no placement
    if not odd or rest.weights:
        return None
    beside = _Beside(rest, clock)
    for item in odd:
        if beside.paired(rest.options_of(item)):
            name, many = cover.names[item], copies[item]
            text = (
                f"the copies of {name} need each other in pairs, since each leaves a cell that only another one can"
                f" cover, but their number is {many}"
            )
            return Reason("pairing", text, pieces={name: many})
    return None


class _Beside:
    """The cells beside options that must be covered, and the options that can cover them.

    Two options are taken to exclude each other only if they share a cell, which is true of more pairs.
    """

    def __init__(self, cover: ExactCover, clock: Clock) -> None:
        self._clock, inside = clock, cell_items(cover)
        self._cells, self._options = len(inside), len(cover.rows)
        option, item = cover.entries(clock)
        clock.check()
        on = (item >= inside.start) & (item < inside.stop) & (cover.upper[item] == 1)
        self._cell, self._starts = item[on] - inside.start, np.searchsorted(option[on], np.arange(self._options + 1))
        clock.check()
        small = np.uint16 if self._cells < 1 << 16 else np.int64  # numbers of 16 bits are sorted in a tenth of the time
        by = np.argsort(self._cell.astype(small), kind="stable")
        clock.check()
        self._over = option[on][by]
        self._begins = np.append(0, bincount(self._cell, minlength=self._cells).cumsum())
        self._must = (cover.lower == 1)[inside.start : inside.stop] & (cover.upper == 1)[inside.start : inside.stop]

    def paired(self, options: Ints) -> bool:
        """Tell whether these options, all placements of a piece, need each other in pairs."""
        some = options[np.linspace(0, len(options) - 1, min(_TRIED, len(options))).astype(np.int64)]
        among = np.zeros(self._options, np.bool_)
        among[options] = True
        if (self._needed(some, among) < 0).any():
            return False
        cell = np.full(self._options, -1)
        cell[options] = self._needed(options, among)
        if (cell[options] < 0).any():
            return False
        one, other = self._partners(options, cell, among)
        while True:  # an option without a partner is in no solution
            alone = np.setdiff1d(options, one)
            if not len(alone):
                break
            options = np.setdiff1d(options, alone)
            kept = np.isin(other, options) & np.isin(one, options)
            one, other = one[kept], other[kept]
        return all(self._covers(one[some], cell[other[some]]).all() for some in self._clock.slices(len(one), 1 << 16))

    def _needed(self, options: Ints, among: Bools) -> Ints:
        """Return for each option a cell that only options `among` can cover beside it, -1 if there is none.

        If there are several, it is one that none of these options can cover, or else that most of them can.
        """
        found, kind = [np.zeros(0, np.int64)], among.astype(np.int64) * self._cells
        every = bincount(repeat(kind, np.diff(self._starts)) + self._cell, minlength=2 * self._cells)
        for some in self._clock.slices(len(options), _PORTION):
            here = options[some]
            one, other = self._meeting(here)
            number, cell = self._joined(other)
            code = (one * (2 * self._cells) + kind[other])[number] + cell
            meeting = bincount(code, minlength=2 * self._cells * len(here)).reshape(len(here), -1)
            others, own = np.split(every - meeting, 2, axis=1)
            open_ = (others == 0) & self._must
            open_[self._joined(here)] = False
            best = np.where(open_, np.where(own > 0, own, np.iinfo(np.int64).max), -1).argmax(axis=1)
            found.append(np.where(open_.any(axis=1), best, -1))
        return np.concatenate(found)

    def _meeting(self, options: Ints) -> tuple[Ints, Ints]:
        """Return pairs of the index of an option and an option, perhaps the same, that shares a cell with it."""
        number, cell = self._joined(options)
        of, at = _spans(self._begins, cell)
        codes = np.sort(number[of] * self._options + self._over[at])
        codes = codes[np.diff(codes, prepend=-1) > 0]
        return codes // self._options, codes % self._options

    def _joined(self, options: Ints) -> tuple[Ints, Ints]:
        """Return pairs of the index of an option in `options` and a cell that it covers."""
        number, at = _spans(self._starts, options)
        return number, self._cell[at]

    def _partners(self, options: Ints, cell: Ints, among: Bools) -> tuple[Ints, Ints]:
        """Return pairs of an option and one `among` that covers its cell and none of those that it covers itself."""
        found = [np.zeros((2, 0), np.int64)]
        for some in self._clock.slices(len(options), _PORTION):
            here = options[some]
            of, at = _spans(self._begins, cell[here])
            one, other = np.stack([here[of], self._over[at]])[:, among[self._over[at]]]
            number, covered = self._joined(other)
            meets = np.bincount(index(number), self._covers(one[number], covered), len(one)) > 0
            found.append(np.stack([one[~meets], other[~meets]]))
        one, other = np.concatenate(found, axis=1)
        return one, other

    def _covers(self, options: Ints, cells: Ints) -> Bools:
        """Tell for each option whether it covers the cell beside it in `cells`."""
        number, cell = self._joined(options)
        found: Bools = np.bincount(index(number), cell == cells[number], len(options)) > 0
        return found


def _spans(starts: Ints, groups: Ints) -> tuple[Ints, Ints]:
    """Return pairs of the index of a group in `groups` and a place from `starts[group]` to `starts[group + 1]`."""
    many = starts[groups + 1] - starts[groups]
    number = repeat(np.arange(len(groups)), many)
    return number, np.arange(len(number)) + (starts[groups] - many.cumsum() + many)[number]
