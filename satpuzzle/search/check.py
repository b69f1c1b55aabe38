"""Checks every solution of every engine.

`ExactCover.check` defines what a solution is, and is fast enough for small batches.  Large batches go to a compiled
checker, which shares no code with the engines' kernels: `engines/native/kernels/checker.c` explains how it works, and
`Checker` makes its arrays.  If it rejects a batch, `ExactCover.check` checks the batch again and says what is wrong.
"""

from functools import cached_property

import numpy as np

from satpuzzle.arrays import repeat, wide
from satpuzzle.cover import bits
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.library import Call, missing

MANY = 1 << 14  # the size of a batch's array from which on it pays to load the compiled checker


class Check:
    """Checks batches of solutions of one cover, one batch at a time."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover

    def __call__(self, batch: Batch) -> None:
        """Raise AssertionError unless every row of the batch is a solution."""
        if batch.size < MANY or missing() is not None or not self._compiled.accepts(batch):
            self.cover.check(batch)

    @cached_property
    def _compiled(self) -> "Checker":
        return Checker(self.cover)


# Flags of an option.  An unbound option covers no item with upper bound 1, so it might occur twice in a row.
_RULED_OUT, _GIVEN, _UNBOUND = 1, 2, 4


class Checker:
    """Calls the kernel for batches of one cover, whose arrays it makes once."""

    def __init__(self, cover: ExactCover) -> None:
        painted = np.isin(np.arange(len(cover.names)), cover.colours.items)
        counted = np.flatnonzero(((cover.upper != 1) | (cover.lower > 1)) & ~painted)
        single, needed = cover.upper == 1, (cover.upper == 1) & (cover.lower == 1)
        self._single, self._needed = bits.to_words(np.stack([single, needed]), cover.rows.shape[1])
        unbound = ~(cover.rows & self._single).any(axis=1)
        said = np.where(cover.live, np.int64(0), np.int64(_RULED_OUT))
        said[list(cover.chosen)] = _GIVEN
        said[unbound] |= _UNBOUND
        self._said = np.append(0, said)  # the flags of the padding (option -1), then of each option
        padding = np.zeros((1, cover.rows.shape[1]), np.uint64)
        self._excluded = self._rows = np.concatenate([padding, cover.rows])
        if cover.colours:
            self._excluded = np.concatenate([padding, cover.exclusions()])
            self._single |= cover.colours.mask(len(self._single))
        self._lower, self._upper = cover.lower[counted].astype(np.int64), cover.upper[counted].astype(np.int64)
        members = cover.members()[:, counted] if len(counted) else np.zeros((0, 0), np.bool_)
        option, item = np.nonzero(members)
        if cover.weights and len(counted):  # an item is there as often as an option covers it
            times = np.stack([cover.times(one) for one in counted.tolist()], axis=1)[option, item]
            option, item = repeat(option, times), repeat(item, times)
        self._counted = item.astype(np.int64)
        self._start = wide(np.searchsorted(option, np.arange(len(cover.rows) + 1)))
        self._seen = np.full(
            len(cover.rows), -1, np.int64
        )  # for each option the last solution of the batch that has it
        self._call = self._made()

    def _made(self) -> Call:
        s = self
        return Call(
            "checker",
            {
                "rows": s._rows, "excluded": s._excluded, "single": s._single, "needed": s._needed, "said": s._said,
                "start": s._start, "counted": s._counted, "lower": s._lower, "upper": s._upper,
                "seen": s._seen, "copies": np.zeros(len(s._lower), np.int64),
                "options": len(s._rows) - 1, "words": s._rows.shape[1], "items": len(s._lower),
                "given": int((s._said & _GIVEN).sum()), "anything": int(s._said.any()),
            },
        )  # fmt: skip

    def accepts(self, batch: Batch) -> bool:
        """Tell whether every row is a solution of the cover."""
        self._seen.fill(-1)
        self._call.hand_over("batch", np.ascontiguousarray(batch, np.int64))
        self._call["solutions"], self._call["width"] = batch.shape
        return bool(self._call())
