"""The subgroups of a group that acts on a cover, each as the set of the numbers of its elements.

All subgroups are found from the trivial one by adding an element at a time, as far as the caller wants to go on: if no
solution is its own image under a subgroup, none is under a larger one.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.classes import Symmetry

Subgroup = frozenset[int]
TRIVIAL: Subgroup = frozenset([0])


class Subgroups:
    """The multiplication table of a group, and what follows from it."""

    def __init__(self, symmetry: Symmetry) -> None:
        whole = (symmetry.items >= 0).all(axis=0)  # partial elements have no image of some items
        kept, place = np.flatnonzero(whole), np.cumsum(whole) - 1
        self._elements = place[symmetry.items[:, kept]]

    @cached_property
    def products(self) -> NDArray[np.int64]:
        """The number of the product of each two elements, the second one first, (order, order)."""
        number = {element.tobytes(): at for at, element in enumerate(self._elements)}
        return np.array([[number[row.tobytes()] for row in first[self._elements]] for first in self._elements])

    @cached_property
    def inverses(self) -> list[int]:
        """The inverse of each element."""
        found: list[int] = (self.products == 0).argmax(axis=1).tolist()
        return found

    def order(self, element: int) -> int:
        """Return the order of an element."""
        return len(self.generated(TRIVIAL, element))

    def generated(self, group: Subgroup, element: int) -> Subgroup:
        """Return the smallest subgroup that has all elements of a subgroup and another element."""
        found, products = {*group, element}, self.products
        while True:
            some = sorted(found)
            more = {*np.unique(products[np.ix_(some, some)]).tolist()}
            if more == found:
                return frozenset(found)
            found = more

    def conjugates(self, group: Subgroup) -> set[Subgroup]:
        """Return the subgroups that are conjugate to a subgroup, itself among them."""
        some, products = sorted(group), self.products
        return {
            frozenset(products[products[one, some], back].tolist())
            for one, back in zip(range(len(products)), self.inverses, strict=True)
        }

    def leader(self, group: Subgroup) -> Subgroup:
        """Return the conjugate that represents them all."""
        return frozenset(min(map(sorted, self.conjugates(group))))

    def grown(self, wanted: Callable[[Subgroup], bool]) -> Iterator[Subgroup]:
        """Yield all subgroups that are wanted; a subgroup of such a one must be wanted, too."""
        seen, growing = {TRIVIAL}, [TRIVIAL]
        while growing:
            group = growing.pop()
            if wanted(group):
                yield group
                for element in {*range(len(self.products))} - group:
                    if (larger := self.generated(group, element)) not in seen:
                        seen.add(larger)
                        growing.append(larger)
