"""Using the symmetry group: permutations of options, and what they are good for.

The group is a table of permutations (`group.py` finds it), and from this one table come

- the restriction of one item's options to orbit representatives before any backend runs (`restrictions`),
- the canonical form that keeps one solution a class afterwards (`canon.py`),
- the three counts, by orbit and stabiliser.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.puzzle.model import Counts

Restriction = tuple[int | None, ExactCover]  # an item, and the cover in which its options are cut


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A group acting on the items and options of a cover; the identity is the first element."""

    items: NDArray[np.int64]  # (order, items): where each element carries each item
    options: NDArray[np.int64]  # (order, options + 1): the same for options; the last entry is padding
    rotation: NDArray[np.bool_]  # (order,): whether the element is a rotation

    @classmethod
    def trivial(cls, cover: ExactCover) -> "Symmetry":
        """Return the group of the identity alone."""
        identity = np.ones(1, np.bool_)
        return cls(np.arange(len(cover.names))[None], np.arange(len(cover.rows) + 1)[None], identity)

    @property
    def orders(self) -> dict[str, int]:
        """Return how many rotations and how many isometries in all the group has."""
        return {"rotations": int(self.rotation.sum()), "isometries": len(self.rotation)}

    def stabiliser(self, chosen: tuple[int, ...]) -> "Symmetry":
        """Return the elements that map this set of options to itself."""
        wanted = np.array(sorted(chosen), dtype=np.int64)
        return self._part((np.sort(self.options[:, wanted], axis=1) == wanted).all(axis=1))

    def _part(self, elements: NDArray[np.bool_]) -> "Symmetry":
        return Symmetry(self.items[elements], self.options[elements], self.rotation[elements])

    def restrictions(self, cover: ExactCover) -> Sequence[Restriction]:
        """Return the items whose options can be cut to orbit representatives, each with the cover so restricted.

        The cover must be invariant under the group.  An item must be covered exactly once; its representatives
        are the smallest options of the orbits under the elements that fix the item.  The items with the
        smallest share of representatives come first, then those with the fewest.  Without any, the cover as it is.
        """
        if len(self.items) == 1:
            return [(None, cover)]
        found: list[tuple[float, int, int, NDArray[np.bool_]]] = []
        covering = np.ascontiguousarray(cover.members().T)
        fixing = (self.items == np.arange(len(cover.names))).T
        once = (cover.lower == 1) & (cover.upper == 1) & (cover.coverage(cover.chosen) == 0)
        larger: dict[bytes, NDArray[np.bool_]] = {}  # options that are not the smallest of their orbits
        for item in np.flatnonzero(once & (fixing.sum(axis=1) > 1)).tolist():
            key = fixing[item].tobytes()
            if key not in larger:
                larger[key] = self.options[fixing[item], :-1].min(axis=0) != np.arange(len(cover.rows))
            options = cover.live & covering[item]
            dropped = options & larger[key]
            total = int(np.count_nonzero(options))
            kept = total - int(np.count_nonzero(dropped))
            if kept < total:
                found.append((kept / total, kept, item, dropped))
        found.sort(key=lambda entry: entry[:3])
        return Restrictions(cover, [entry[1:] for entry in found]) if found else [(None, cover)]

    def images(self, batch: Batch) -> Batch:
        """Return the images of each solution under each element, shape (order, solutions, longest)."""
        images: Batch = self.options[:, batch]  # a padding of -1 reads the last entry, which maps to itself
        images.sort(axis=2)
        images[images == self.options.shape[1] - 1] = -1
        return images

    def discover(
        self, batch: Batch, seen: set[bytes]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Tell which solutions are the first of their classes, and by how many elements and rotations each is fixed.

        `seen` has the classes of earlier solutions, and gets those of these.
        """
        images = self.images(batch)
        same = (images == images[0]).all(axis=2)
        new = np.zeros(len(batch), np.bool_)
        for number, smallest in enumerate(_smallest(images)):
            name = smallest.tobytes()
            new[number] = name not in seen
            seen.add(name)
        return new, same.sum(axis=0), same[self.rotation].sum(axis=0)

    def counts(self, fixed: NDArray[np.int64], fixed_by_rotations: NDArray[np.int64]) -> Counts:
        """Return the three counts of classes with these stabilisers, by the orbit-stabiliser theorem."""
        orders = self.orders
        raw = orders["isometries"] // fixed
        turned = orders["rotations"] // fixed_by_rotations  # raw solutions in one class up to rotations
        return Counts(int(raw.sum()), int((raw // turned).sum()), len(raw))

    def smallest(self, batch: Batch) -> Batch:
        """Return the smallest image of each solution; it stands for its class, whichever item was restricted."""
        return _smallest(self.images(batch))

    def expand(self, batch: Batch, up_to: str) -> Batch:
        """Return the members of each solution's class that are distinct up to `up_to`, class after class, ascending."""
        if up_to == "isometries":
            return self.smallest(batch)
        members = self.images(batch)
        if up_to == "rotations":
            turns = self._part(self.rotation)
            members = turns.smallest(members.reshape(-1, batch.shape[1])).reshape(members.shape)
        return np.concatenate([np.unique(members[:, number], axis=0) for number in range(len(batch))])


class Restrictions(Sequence[Restriction]):
    """Restrictions of which the covers are made when they are asked for, since few of many are.

    Each is given by the number of options that it keeps, the item, and the options that it drops.
    """

    def __init__(self, cover: ExactCover, found: list[tuple[int, int, NDArray[np.bool_]]]) -> None:
        self._cover, self._found = cover, found
        self._made: dict[int, ExactCover] = {}  # the same each time, so that what is known of one is kept

    def __len__(self) -> int:
        return len(self._found)

    def fewest(self) -> int:
        """Return the number of the one that keeps the fewest options, the first of several."""
        return min(range(len(self._found)), key=lambda number: self._found[number][0])

    @overload
    def __getitem__(self, number: int) -> Restriction: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Restriction]: ...
    def __getitem__(self, number: int | slice) -> Restriction | Sequence[Restriction]:
        if isinstance(number, slice):
            return Restrictions(self._cover, self._found[number])
        _, item, dropped = self._found[number]
        if number not in self._made:
            self._made[number] = self._cover.without(dropped)
        return item, self._made[number]


def _smallest(images: Batch) -> Batch:
    """Return the smallest of the images of each solution, in place of the first."""
    best: Batch = images[0]
    for image in images[1:]:
        first = (image != best).argmax(axis=1)[:, None]
        less = (np.take_along_axis(image, first, 1) < np.take_along_axis(best, first, 1))[:, 0]
        best[less] = image[less]
    return best
