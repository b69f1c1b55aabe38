"""The compiled checker: is each row of a batch a solution?

Options are looked at one after the other, in any order, and each must be allowed and new.  Items that may be covered
once are bits of the words `once`: an option must share none of them with those before it, and in the end none that must
be covered is missing.  The other items are counted.  `ExactCover.check` says the same, whole batches at a time.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover import bits
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.compiled import kernel

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
_RULED_OUT, _MAY, _MUST = range(3)  # what may be said of an option


class Checker:
    """What is known of a cover, in arrays."""

    def __init__(self, cover: ExactCover) -> None:
        words = cover.rows.shape[1]
        counted = np.flatnonzero((cover.upper != 1) | (cover.lower > 1))
        single, needed = cover.upper == 1, (cover.upper == 1) & (cover.lower == 1)
        self._rows = np.array(cover.rows)
        self._role = np.where(cover.live, _MAY, _RULED_OUT)
        self._role[list(cover.chosen)] = _MUST
        self._single, self._needed = bits.to_words(np.stack([single, needed]), words)
        self._lower, self._upper = cover.lower[counted], cover.upper[counted]
        members = cover.members()[:, counted] if len(counted) else np.zeros((0, 0), np.bool_)
        option, item = np.nonzero(members)
        self._counted, self._start = item, np.searchsorted(option, np.arange(len(cover.rows) + 1))

    def accepts(self, batch: Batch) -> bool:
        """Tell whether every row is a solution of the cover."""
        s = self
        return bool(
            _accepts(
                s._rows, s._role, s._single, s._needed, s._start, s._counted, s._lower, s._upper,
                np.ascontiguousarray(batch, np.int64),
            )
        )  # fmt: skip


@kernel
def _accepts(
    rows: Words,
    role: Ints,
    single: Words,
    needed: Words,
    start: Ints,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    batch: Ints,
) -> bool:
    """Tell whether every row of the batch is a solution.

    Items of several copies are numbered by themselves: option o covers counted[start[o]:start[o + 1]], within the
    bounds `lower` and `upper`.
    """
    options, words = rows.shape
    given = 0
    for option in range(options):
        given += role[option] == _MUST
    seen = np.full(options, -1)  # by option: the last solution that has it
    once = np.empty(words, np.uint64)
    copies = np.empty(len(lower), np.int64)
    for number in range(len(batch)):
        once[:] = 0
        copies[:] = 0
        missing = given
        for place in range(batch.shape[1]):
            option = batch[number, place]
            if option == -1:
                continue
            if option < 0 or option >= options or role[option] == _RULED_OUT or seen[option] == number:
                return False
            seen[option] = number
            missing -= role[option] == _MUST
            for w in range(words):
                row = rows[option, w] & single[w]
                if once[w] & row:
                    return False
                once[w] |= row
            for entry in range(start[option], start[option + 1]):
                copies[counted[entry]] += 1
        if missing:
            return False
        for w in range(words):
            if needed[w] & ~once[w]:
                return False
        for c in range(len(lower)):
            if copies[c] < lower[c] or copies[c] > upper[c]:
                return False
    return True
