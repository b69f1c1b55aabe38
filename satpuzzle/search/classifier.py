"""The compiled classifier: it tells which solutions represent their symmetry classes (the *canonical* ones).

The kernel is `engines/native/kernels/canon.c`, which explains how it works; this module makes its arrays.  It compares
each solution with all its images, which is faster than finding out which images can be skipped.  `cover/canon.py` does
the same in NumPy, which is fast enough for a few solutions.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.canon import Canon
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.engines.library import Call, missing

_MANY = 1 << 16  # the number of options of all images of a batch from which on it pays to make the kernel's table
_LANES = 16  # the largest number of group elements that a kernel compares at a time
_LARGEST = np.iinfo(np.int32).max


class CompiledCanon(Canon):
    """A `Canon` that classifies large batches with a kernel, if the library of kernels is available."""

    def classify(self, batch: Batch) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Return which solutions are canonical, and how many symmetries and how many rotations fix each of these."""
        few = batch.size * len(self.symmetry.items) < _MANY and "_ranks" not in vars(self)
        conditions = self.symmetry.conditions
        if self._trivial or few or missing() is not None or len(conditions) > 1:
            return super().classify(batch)
        found = np.ones((3, len(batch)), np.int64)
        elements, partial = self._ranks.shape[1], _rounded(int((~self.symmetry.total).sum()))
        carried = conditions[0].hold(batch) if conditions else np.ones(len(batch), np.bool_)
        if carried.all():
            self._run(batch, found, elements)
        else:  # partial symmetries do not map the other solutions to solutions
            for which, compared in ((carried, elements), (~carried, elements - partial)):
                some = np.ones((3, np.count_nonzero(which)), np.int64)
                self._run(batch[which], some, compared)
                found[:, which] = some
        canonical, fixed, fixed_by_rotations = found
        return canonical != 0, fixed, fixed_by_rotations

    @cached_property
    def _ranks(self) -> NDArray[np.int32]:
        """The ranks of each option's images, shape (options, elements).

        The columns are the rotations, then the other symmetries of the whole board, then the partial ones; each of the
        three is padded.
        """
        rotation, total, options = self.symmetry.rotation, self.symmetry.total, self.symmetry.options
        parts = [some.nonzero()[0] for some in (rotation, total & ~rotation, ~total)]
        ranks = np.full((options.shape[1], sum(_rounded(len(part)) for part in parts)), _LARGEST, np.int32)
        rank, start = (self._rank + len(self._leaders) * options.shape[1]).astype(np.int32), 0
        for part in parts:
            if len(part):
                ranks[:, start : start + len(part)] = rank.take(options.take(part, axis=0)).T
                start += _rounded(len(part))
        return ranks

    def _call(self) -> Call:
        """Return a new call of the kernel, so that each thread has its own."""
        rows, elements = self._ranks.shape
        rotations = _rounded(int(self.symmetry.rotation.sum()))
        return Call("canon", {"ranks": self._ranks, "elements": elements, "rotations": rotations, "options": rows - 1})

    def _run(self, batch: Batch, found: NDArray[np.int64], compared: int) -> None:
        call, (solutions, width) = self._call(), batch.shape
        arrays = [np.ascontiguousarray(batch, np.int64), *found, np.empty(width, np.int64)]
        arrays += [np.empty(width, np.int32), np.empty(width, np.int32)]
        for field, array in zip(
            ("batch", "canonical", "fixed", "fixed_by_rotations", "at", "own", "image"), arrays, strict=True
        ):
            call.hand_over(field, array)
        call["compared"], call["solutions"], call["width"] = compared, solutions, width
        call()


def _rounded(elements: int) -> int:
    return -(-elements // _LANES) * _LANES
