"""The tally of a search: solutions are classified, filtered and counted by all three conventions.

A solution counts if it is the smallest of its images, so nothing need be remembered and the order in which solutions
come does not matter.  One by one, the first of a class stands for it instead, so that a few of very many come at once.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.canon import Canon
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch, ascending
from satpuzzle.puzzle.model import Counts

_IMAGES = 1 << 22  # options of all images of the solutions that are classified at a time
_PORTION = 256  # solutions that are filtered at a time


# Tells which solutions count, and of how many it stays undecided; what symmetries do to a solution changes neither.
Keep = Callable[[Batch], tuple[NDArray[np.bool_], int]]


class Tally:
    """How many solutions were found by each convention, and by which group they are classified."""

    def __init__(self, symmetry: Symmetry, keep: Keep | None = None, one_by_one: bool = False) -> None:
        self.symmetry = symmetry
        self.undecided = 0
        self._keep = keep
        self._seen: set[bytes] | None = set() if one_by_one else None
        self._found = np.zeros(3, np.int64)  # raw, rotations, isometries
        self._before = np.zeros(3, np.int64)  # the same before the filter

    def take(self, batch: Batch, canon: Canon) -> Iterator[Batch]:
        """Yield the solutions that count, one a class, in portions; each is counted when it is yielded."""
        if self._seen is None and self._keep is None and len(self.symmetry.items) == 1:  # each is a class of its own
            self._before += len(batch)
            self._found += len(batch)
            yield batch
            return
        each = len(self.symmetry.items) * batch.shape[1]
        rows = 1 if self._seen is not None else _PORTION if self._keep else max(1, _IMAGES // each)
        for start in range(0, len(batch), rows):
            some = batch[start : start + rows]
            if self._seen is not None:
                chosen, fixed, fixed_by_rotations = self.symmetry.discover(some, self._seen)
            else:
                chosen, fixed, fixed_by_rotations = canon.classify(some)
            self._before += self._counted(some[chosen], fixed[chosen], fixed_by_rotations[chosen])
            if self._keep is not None:
                chosen[chosen], undecided = self._keep(ascending(some[chosen]))
                self.undecided += undecided
            self._found += self._counted(some[chosen], fixed[chosen], fixed_by_rotations[chosen])
            yield some[chosen]

    def _counted(
        self, classes: Batch, fixed: NDArray[np.int64], fixed_by_rotations: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        counts = self.symmetry.counts(classes, fixed, fixed_by_rotations)
        return np.array([counts.raw, counts.rotations, counts.isometries], dtype=np.int64)

    def resume(self, found: Counts, before: Counts, undecided: int) -> None:
        """Take over what was counted elsewhere, in place of all that was counted so far."""
        self._found = np.array([found.raw, found.rotations, found.isometries], dtype=np.int64)
        self._before = np.array([before.raw, before.rotations, before.isometries], dtype=np.int64)
        self.undecided = undecided

    def counts(self, final: bool) -> Counts:
        """Return what was found."""
        raw, rotations, isometries = self._found.tolist()
        return Counts(raw, rotations, isometries, final=final and not self.undecided)

    def before_filter(self, final: bool) -> Counts:
        """Return what was found before the filter."""
        raw, rotations, isometries = self._before.tolist()
        return Counts(raw, rotations, isometries, final=final)
