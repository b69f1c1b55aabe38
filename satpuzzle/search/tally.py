"""The tally of a search: classifies, filters and counts solutions, raw, up to rotations and up to isometries.

A solution counts if it is the smallest of its images.  So no solutions need be remembered, and their order does not
matter.  In the mode `one_by_one`, the first solution found of a class counts instead, so that a few of very many
solutions are found soon.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.canon import Canon
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch, ascending
from satpuzzle.puzzle.model import Counts

_IMAGES = 1 << 22  # the largest number of options of all images of the solutions that are classified at a time
_PORTION = 256  # the number of solutions that are filtered at a time


# A filter: it returns which solutions of a batch count, and the number of undecided ones.  Symmetric solutions must get
# the same answer.
Keep = Callable[[Batch], tuple[NDArray[np.bool_], int]]


@dataclass(frozen=True, eq=False)
class Found:
    """Solutions that count, one of each class, and the numbers to add to the tally."""

    solutions: Batch
    counts: Counts
    packings: Counts  # the counts before the filter
    undecided: int = 0

    @property
    def nbytes(self) -> int:
        """The memory of the solutions in bytes."""
        return self.solutions.nbytes


class Tally:
    """The numbers of solutions found so far: raw, up to rotations and up to isometries."""

    def __init__(self) -> None:
        self.undecided = 0
        self._counts = self._packings = Counts(0, 0, 0)

    def add(self, found: Found) -> None:
        """Add the counts of some solutions."""
        self._counts += found.counts
        self._packings += found.packings
        self.undecided += found.undecided

    def counts(self, final: bool) -> Counts:
        """Return the counts of the solutions that the filter keeps."""
        return replace(self._counts, final=final and not self.undecided)

    def packings(self, final: bool) -> Counts:
        """Return the counts of all solutions, before the filter."""
        return replace(self._packings, final=final)


class Classifier:
    """Decides which solutions represent their symmetry classes, and which of these a filter keeps.

    With `one_by_one`, the first solution found of a class represents it; otherwise the smallest one does.
    """

    def __init__(self, symmetry: Symmetry, keep: Keep | None = None, one_by_one: bool = False) -> None:
        self.symmetry = symmetry
        self._keep = keep
        self._seen: set[bytes] | None = set() if one_by_one else None

    def take(self, batch: Batch, canon: Canon | None) -> Iterator[Found]:
        """Yield the solutions of a batch that count, in portions; `canon` may be None with `one_by_one`."""
        if not len(batch):
            return
        if self._seen is None and self._keep is None and len(self.symmetry.items) == 1:  # each is a class of its own
            number = Counts(len(batch), len(batch), len(batch))
            yield Found(batch, number, number)
            return
        each = len(self.symmetry.items) * batch.shape[1]
        rows = 1 if self._seen is not None else _PORTION if self._keep else max(1, _IMAGES // each)
        for start in range(0, len(batch), rows):
            some = batch[start : start + rows]
            if self._seen is not None:
                chosen, fixed, fixed_by_rotations = self.symmetry.discover(some, self._seen)
            else:
                assert canon is not None
                chosen, fixed, fixed_by_rotations = canon.classify(some)
            counts = packings = self.symmetry.counts(some[chosen], fixed[chosen], fixed_by_rotations[chosen])
            undecided = 0
            if self._keep is not None:
                chosen[chosen], undecided = self._keep(ascending(some[chosen]))
                counts = self.symmetry.counts(some[chosen], fixed[chosen], fixed_by_rotations[chosen])
            yield Found(some[chosen], counts, packings, undecided)
