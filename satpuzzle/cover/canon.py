"""The canonical form: the solution that represents its class.

Solutions are compared first by the options that cover certain items, the *leaders*, one leader after the other, and
then by all options in ascending order.  The smallest image of a solution is canonical.

Before a search, the options of the first leader can be restricted to the smallest one of each orbit, under the elements
that fix that item.  When one option is chosen, the elements that fix it still act on the rest, so the options of a
second leader can be restricted in the same way, and so on until no element is left (`reduce`).  The removed options are
in no canonical solution of the branch.

Solutions that are found must still be classified, since an element may map the leader to another item.  But if an
element fixes the leader and maps its option to another one, the image is larger, because the option is the smallest of
its orbit.  So few elements have to be tried, and often none (`Canon.classify`).  Partial elements were not used to
remove options, so all of them are tried.

Restricting more than one item is the symmetry breaking during search of Rolf Backofen and Sebastian Will, Excluding
symmetries in constraint-based search, CP 1999, applied to the exact cover.
"""

import math
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch, ExactCover


class Canon:
    """Tells which solutions are canonical; see the module's docstring.

    `leaders` are the items whose options are compared first; in the cover, they must be the smallest of their orbits.
    """

    def __init__(self, symmetry: Symmetry, cover: ExactCover, leaders: tuple[int, ...] = ()) -> None:
        self.symmetry = symmetry
        self._leaders = leaders
        count = len(cover.rows)
        self._covers = [np.append(cover.covers(item), False) for item in leaders]
        self._rank = np.arange(count + 1, dtype=np.int64)
        for place, covers in enumerate(reversed(self._covers), 1):
            self._rank[covers] = np.flatnonzero(covers) - place * count  # an option of two leaders counts for the first
        self._trivial = len(symmetry.items) == 1
        self._tried: dict[bytes, NDArray[np.intp]] = {}  # the elements to try, by the leaders' options

    def classify(self, batch: Batch) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Return three arrays, with an entry for each solution of the batch.

        They tell whether it is canonical and, if so, how many elements and how many rotations of the group fix it.
        """
        canonical = np.ones(len(batch), np.bool_)
        fixed, fixed_by_rotations = np.ones((2, len(batch)), np.int64)
        if self._trivial or not len(batch):
            return canonical, fixed, fixed_by_rotations
        rows = np.arange(len(batch))
        led = np.zeros((len(batch), len(self._leaders)), np.int64)
        for place, covers in enumerate(self._covers):
            led[:, place] = batch[rows, covers[batch].argmax(axis=1)]
        for options, which in _groups(led):
            elements = self._elements(options)
            if len(elements) > 1:
                canonical[which], fixed[which], fixed_by_rotations[which] = self._compare(batch[which], elements)
        return canonical, fixed, fixed_by_rotations

    def _elements(self, options: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the group elements whose image of a solution with these leaders' options may be smaller or equal."""
        key = options.tobytes()
        if key not in self._tried:
            tied = self.symmetry.total.copy()  # elements that fix the leaders' options so far
            tried = ~tied
            for item, option in zip(self._leaders, options.tolist(), strict=True):
                kept = tied & (self.symmetry.options[:, option] == option)
                tried |= tied & ~kept & (self.symmetry.items[:, item] != item)
                tied = kept
            self._tried[key] = np.flatnonzero(tied | tried)
        return self._tried[key]

    def _compare(
        self, batch: Batch, elements: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Do what `classify` does with these group elements only; the first one must be the identity."""
        # The axes of images are element, option and solution, so that solutions are contiguous in memory.
        images = self._rank[self.symmetry.options[elements[:, None, None], batch.T]]
        if self.symmetry.conditions:  # an image that is no solution counts as larger
            nowhere = ~self.symmetry.carried(batch)[elements]
            np.copyto(images, len(self._rank), where=nowhere[:, None])
        # The smallest option nearly always decides; all options are compared only if it is the same in an image.
        first = images.min(axis=1)
        smallest = first.min(axis=0)
        canonical = smallest == first[0]
        fixed, fixed_by_rotations = np.ones((2, len(batch)), np.int64)
        tied = np.flatnonzero(canonical & ((first == smallest).sum(axis=0) > 1))
        if not len(tied):
            return canonical, fixed, fixed_by_rotations
        images = np.sort(images[:, :, tied], axis=1)
        differs = images != images[0]
        where = differs.argmax(axis=1)[:, None]
        same = ~np.take_along_axis(differs, where, 1)[:, 0]
        smaller = np.take_along_axis(images, where, 1) < np.take_along_axis(images[:1], where, 1)
        canonical[tied] = ~smaller[:, 0].any(axis=0)
        fixed[tied], fixed_by_rotations[tied] = same.sum(axis=0), same[self.symmetry.rotation[elements]].sum(axis=0)
        return canonical, fixed, fixed_by_rotations


def _groups(led: NDArray[np.int64]) -> list[tuple[NDArray[np.int64], NDArray[np.intp]]]:
    """Return the pairs (row, indices of all rows equal to it), one for each distinct row."""
    if (led == led[0]).all():
        return [(led[0], np.arange(len(led)))]
    order = np.lexsort(led.T)
    starts = np.flatnonzero(np.append(True, (led[order][1:] != led[order][:-1]).any(axis=1)))
    return [(led[which[0]], which) for which in np.split(order, starts[1:])]


_MOST = 300  # calls of `_reduced`; no bundled puzzle needs so many


@dataclass(frozen=True)
class Branch:
    """A subproblem after symmetry breaking: its cover, and the leaders by which its solutions are compared."""

    cover: ExactCover
    leaders: tuple[int, ...] = ()


def reduce(symmetry: Symmetry, branch: Branch, clock: Clock = UNLIMITED, depth: float = math.inf) -> list[Branch]:
    """Divide a branch into branches that keep each canonical solution once and have fewer other solutions.

    The options of the branch's last leader must be the smallest of their orbits under the total elements.  If an
    element other than the identity fixes one of these options, the option gets a branch of its own, in which the
    options of a further item are restricted; this is repeated while such elements are left, at most `depth` times, and
    less often if there would be too many branches.  The other options of the leader share one branch.  Raises Stopped
    if the clock stops.
    """
    found = _reduced(symmetry, branch, clock, depth, count())
    for less in count(1) if found is None else ():
        shallow = _reduced(symmetry, branch, clock, less, count())
        if shallow is None:
            break
        found = shallow
    return [branch] if found is None else found


def _reduced(
    symmetry: Symmetry, branch: Branch, clock: Clock, depth: float, calls: "count[int]"
) -> list[Branch] | None:
    """Return the branches of `reduce`, or None if it takes more than _MOST calls."""
    if next(calls) > _MOST:
        return None
    if not branch.leaders or not depth:
        return [branch]
    clock.check()
    symmetry = symmetry.restricting
    found: list[Branch] = []
    apart = np.zeros(len(branch.cover.rows), np.bool_)  # options that begin their own branch
    kept = (symmetry.options[1:, :-1] == np.arange(len(apart))).any(
        axis=0
    )  # options that an element other than the identity fixes
    leading = branch.cover.options_of(branch.leaders[-1])
    for option in leading[kept[leading]].tolist():
        rest = symmetry.stabiliser((option,))
        chosen = branch.cover.given([option])
        item, restricted = rest.restrictions(chosen)[0]
        if item is not None:
            apart[option] = True
            if restricted.hopeless() is None:
                below = _reduced(rest, Branch(restricted, (*branch.leaders, item)), clock, depth - 1, calls)
                if below is None:
                    return None
                found += below
    if not apart.any():
        return [branch]
    others = Branch(branch.cover.without(apart), branch.leaders)
    if others.cover.hopeless() is None:
        found.append(others)
    return found
