"""The compiled checker: is each row of a batch a solution?

Nothing is asked of the order of options.  Items that may be covered once are bits of words: none may be there in two
options, and none that must be covered be missing.  The other items are counted, and options that cover no others are
asked whether they come twice.  `ExactCover.check` says the same, whole batches at a time.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover import bits
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.compiled import kernel, ready

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
_RULED_OUT, _GIVEN, _UNBOUND = 1, 2, 4  # what is said of an option; one that is unbound might come twice


class Checker:
    """What is known of a cover, in arrays."""

    def __init__(self, cover: ExactCover) -> None:
        counted = np.flatnonzero((cover.upper != 1) | (cover.lower > 1))
        single, needed = cover.upper == 1, (cover.upper == 1) & (cover.lower == 1)
        self._single, self._needed = bits.to_words(np.stack([single, needed]), cover.rows.shape[1])
        said = np.where(cover.live, 0, _RULED_OUT)
        said[list(cover.chosen)] = _GIVEN
        said[~(cover.rows & self._single).any(axis=1)] |= _UNBOUND
        self._said = np.append(0, said)  # of padding, number -1, and of each option
        self._rows = np.concatenate([np.zeros((1, cover.rows.shape[1]), np.uint64), cover.rows])
        self._lower, self._upper = cover.lower[counted], cover.upper[counted]
        members = cover.members()[:, counted] if len(counted) else np.zeros((0, 0), np.bool_)
        option, item = np.nonzero(members)
        self._counted, self._start = item, np.searchsorted(option, np.arange(len(cover.rows) + 1))

    def accepts(self, batch: Batch) -> bool:
        """Tell whether every row is a solution of the cover."""
        return bool(_accepts(*self._arguments(batch)))

    def ready(self, batch: Batch) -> bool:
        """Tell whether it can say so at once, without being compiled first."""
        return ready(_accepts, *self._arguments(batch))

    def _arguments(self, batch: Batch) -> tuple[NDArray[Any], ...]:
        s = self
        return (
            s._rows, s._single, s._needed, s._said, s._start, s._counted, s._lower, s._upper,
            np.ascontiguousarray(batch, np.int64),
        )  # fmt: skip


@kernel
def _accepts(
    rows: Words,
    single: Words,
    needed: Words,
    said: Ints,
    start: Ints,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    batch: Ints,
) -> bool:
    """Tell whether every row of the batch is a solution.

    Row o + 1 of `rows` and `said` is that of option o.  Items of several copies are numbered by themselves: option o
    covers counted[start[o]:start[o + 1]], within the bounds `lower` and `upper`.  Plain loops over one thing at a time
    are what compilers make most of.
    """
    options, words = len(rows) - 1, rows.shape[1]
    given = anything = 0
    for what in said:
        given += what & _GIVEN
        anything |= what
    seen = np.full(options, -1)  # by option: the last solution that has it
    copies = np.empty(len(lower), np.int64)
    for number in range(len(batch)):
        most = np.uint64(0)  # of the numbers; with one added, those below -1 are the largest
        for place in range(batch.shape[1]):
            most = max(most, np.uint64(batch[number, place] + 1))
        if most > np.uint64(options):
            return False
        end = batch.shape[1]
        while end > 0 and batch[number, end - 1] == -1:
            end -= 1
        missing, together = given, 0
        for place in range(end if anything else 0):
            what = said[np.uint64(batch[number, place] + 1)]
            missing -= what & _GIVEN
            together |= what
        if missing or together & _RULED_OUT:
            return False
        for w in range(words):
            once = twice = np.uint64(0)
            for place in range(end):
                row = rows[np.uint64(batch[number, place] + 1), w]
                twice |= once & row
                once |= row
            if twice & single[w] or needed[w] & ~once:
                return False
        if len(lower) == 0 and together & _UNBOUND == 0:
            continue
        copies[:] = 0
        for place in range(end):
            option = batch[number, place]
            if option < 0:
                continue
            if seen[option] == number:
                return False
            seen[option] = number
            for entry in range(start[option], start[option + 1]):
                copies[counted[entry]] += 1
        for c in range(len(lower)):
            if copies[c] < lower[c] or copies[c] > upper[c]:
                return False
    return True
