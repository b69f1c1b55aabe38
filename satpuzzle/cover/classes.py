"""Uses of the symmetry group.

The group is a table of maps of items and options, which `group.py` computes.  From this table come

- the restriction of one item's options to orbit representatives before any backend runs (`restrictions`),
- the canonical form, by which one solution of each class is kept (`canon.py`),
- the three counts, by orbits and stabilisers.

docs/counting.md defines when two solutions are the same.  A *total* element permutes the options and maps each item to
an item with equal bounds, so it maps every solution to a solution.  A *partial* element is a reflection that maps only
some solutions to solutions: those whose image keeps every rule (`Condition`).  Two solutions that it maps to each other
are in one class, but it cannot restrict a search.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED
from satpuzzle.cover.bits import from_words, to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.puzzle.model import Counts

Restriction = tuple[int | None, ExactCover]  # an item, and the cover in which its options are restricted
_ENTRIES = 1 << 18  # words of an intermediate table: about at most
Leaders = tuple[NDArray[np.intp], NDArray[np.int64]]  # options that represent their orbits, and the orbits' lengths


@dataclass(frozen=True, eq=False)
class Condition:
    """Tells which solutions some partial elements map to solutions.

    They are the solutions whose images keep every rule: the number of copies of each piece is within its bounds, every
    option has an image, and no two pieces of an image touch that must not.
    """

    covering: NDArray[np.bool_] | NDArray[np.int64]
    # (counts, options + 1): whether an option is counted, or how often; the last entry is padding
    lower: NDArray[np.int64]  # (counts,)
    upper: NDArray[np.int64]  # (counts,)
    once: NDArray[np.uint64]  # (options + 1, words): bits that at most one option of a solution may have
    closed: "Callable[[], tuple[ExactCover, Symmetry]] | None" = None
    # the problem with the contacts of mirror images added, if they are not contacts of this one, and its group

    def hold(self, batch: Batch) -> NDArray[np.bool_]:
        """Tell for each solution whether it fulfils the condition."""
        held = np.ones(len(batch), np.bool_)
        for lower, upper, covering in zip(self.lower, self.upper, self.covering, strict=True):
            copies = covering[batch].sum(axis=1)
            held &= (lower <= copies) & (copies <= upper)
        if self.once.shape[1]:
            covered = np.zeros((len(batch), self.once.shape[1]), np.uint64)
            for options in batch.T:
                more = self.once[options]
                held &= ~(covered & more).any(axis=1)
                covered |= more
        return held

    @property
    def key(self) -> bytes:
        """What tells the condition from others for the same options."""
        return b"".join(each.tobytes() for each in (self.lower, self.upper, self.covering, self.once))

    def renumbered(self, order: NDArray[np.int64]) -> "Condition":
        """Return the same condition for options in another order, without `closed`; the last option is padding."""
        return replace(self, covering=self.covering[:, order], once=self.once[order], closed=None)


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A group acting on the items and options of a cover; the identity is the first element."""

    items: NDArray[np.int64]  # (order, items): the image of each item under each element, -1 for none
    options: NDArray[np.int64]  # (order, options + 1): the same for options; the last entry is padding
    rotation: NDArray[np.bool_]  # (order,): whether the element is a rotation
    isometry: NDArray[np.bool_]  # (order,): whether the element exchanges no colours; all rotations are isometries
    condition: NDArray[np.int64]  # (order,): the number of the element's condition, -1 for a total element
    conditions: tuple[Condition, ...] = ()  # tell which solutions partial elements map to solutions
    normal: bool = True  # whether the rotations are a normal subgroup, as they are unless parts are moved separately

    @classmethod
    def trivial(cls, cover: ExactCover) -> "Symmetry":
        """Return the group of the identity alone."""
        yes = np.ones(1, np.bool_)
        never, items = np.full(1, -1, np.int64), np.arange(len(cover.names), dtype=np.int64)
        return cls(items[None], np.arange(len(cover.rows) + 1, dtype=np.int64)[None], yes, yes, never)

    @property
    def total(self) -> NDArray[np.bool_]:
        """Tell for each element whether it is total; all rotations are."""
        total: NDArray[np.bool_] = self.condition < 0
        return total

    @property
    def orders(self) -> dict[str, int]:
        """Return the numbers of rotations and of isometries; if some elements exchange colours, also that of all.

        The keys are `rotations`, `isometries` and `patterns`.
        """
        orders = {"rotations": int(self.rotation.sum()), "isometries": int(self.isometry.sum())}
        return orders | ({} if self.isometry.all() else {"patterns": len(self.isometry)})

    @cached_property
    def conjugate(self) -> NDArray[np.int64]:
        """The number of the first element that each element is conjugate to, shape (order,).

        An exchange of colours may map every item to itself, and some options to others, so an element permutes both.
        It is known by its images of a *base*, a few of these that only the identity fixes together.
        """
        elements, base = np.concatenate([self.items, self.options + self.items.shape[1]], axis=1), list[int]()
        left = elements  # those that fix the base so far
        while len(left) > 1:
            base.append(int((left == left[0]).sum(axis=0).argmin()))
            left = left[left[:, base[-1]] == base[-1]]
        back = np.stack([(elements == each).argmax(axis=1) for each in base], axis=1) if base else elements[:, :0]
        number, every = dict[bytes, int](), np.arange(len(elements))[:, None]
        own = [element.tobytes() for element in elements.take(base, axis=1)]
        for first, element in enumerate(elements):
            if own[first] not in number:  # its conjugates carry what an element carries to the base on with that one
                number |= dict.fromkeys((image.tobytes() for image in elements[every, element[back]]), first)
        return np.array([number[element] for element in own], np.int64)

    def stabiliser(self, chosen: tuple[int, ...]) -> "Symmetry":
        """Return the subgroup that maps this set of options to itself."""
        wanted = np.array(sorted(chosen), dtype=np.int64)
        return self.part((np.sort(self.options[:, wanted], axis=1) == wanted).all(axis=1))

    @cached_property
    def isometries(self) -> "Symmetry":
        """The subgroup of the elements that exchange no colours."""
        return self if self.isometry.all() else self.part(self.isometry)

    @cached_property
    def restricting(self) -> "Symmetry":
        """The subgroup of the total elements, which may restrict a search."""
        return self.part(self.total) if self.conditions else self

    def part(self, elements: NDArray[np.bool_]) -> "Symmetry":
        """Return the subgroup of these elements."""
        condition = self.condition[elements]
        conditions = self.conditions if (condition >= 0).any() else ()
        rotation, isometry = self.rotation[elements], self.isometry[elements]
        items, options = self.items[elements], self.options[elements]
        return Symmetry(items, options, rotation, isometry, condition, conditions, self.normal)

    def renumbered(self, order: NDArray[np.int64]) -> "Symmetry":
        """Return the same group for options in another order: new option i is option `order[i]` of this group."""
        padded = np.append(order, len(order))
        called = np.append(np.argsort(padded), -1)  # the new number of each old option, -1 for -1
        conditions = tuple(each.renumbered(padded) for each in self.conditions)
        return replace(self, options=called[self.options[:, padded]], conditions=conditions)

    def restrictions(self, cover: ExactCover) -> Sequence[Restriction]:
        """Return (item, restricted cover) for each item whose options can be restricted to orbit representatives.

        The item must be covered exactly once; the representatives are the smallest options of their orbits under the
        total elements that fix the item.  The cover must be invariant under the total elements.  Items that keep the
        smallest share of their options come first, then those that keep the fewest.  If no item can be restricted, the
        only entry is (None, cover).
        """
        if self.conditions:
            return self.restricting.restrictions(cover)
        if len(self.items) == 1 or not len(cover.rows):
            return [(None, cover)]
        every = np.arange(len(cover.rows))
        words = -(-len(every) // 64)
        fixing = (self.items == np.arange(len(cover.names))).T
        once = (cover.lower == 1) & (cover.upper == 1) & (cover.coverage(cover.chosen) == 0)
        items = np.flatnonzero(once & (fixing.sum(axis=1) > 1))
        covering, covered = cover.entries()
        place = np.full(len(cover.names), -1)
        place[items] = np.arange(len(items))
        of_item, row = np.zeros((len(items), 64 * words), np.bool_), place.take(covered)
        wanted = row >= 0
        of_item[row[wanted], covering[wanted]] = True
        options = to_words(of_item, words) & to_words(cover.live[None], words)
        falling = np.zeros((len(self.items), 64 * words), np.bool_)
        np.less(self.options[:, :-1], every, out=falling[:, : len(every)])
        smaller = to_words(falling, words)  # which options each element carries to smaller ones
        number: dict[bytes, int] = {}  # of each different set of elements that fixes an item
        which = [number.setdefault(elements.tobytes(), len(number)) for elements in fixing[items]]
        sets = np.frombuffer(b"".join(number), np.bool_).reshape(-1, len(self.items))
        larger = np.zeros((len(sets), words), np.uint64)  # options that are not the smallest of their orbits
        for some in UNLIMITED.slices(len(sets), _ENTRIES // smaller.size):
            carried = np.where(sets[some, :, None], smaller, np.uint64(0))
            np.bitwise_or.reduce(carried, axis=1, out=larger[some])
        dropped = options & larger[which]
        total, less = (np.bitwise_count(bits).sum(axis=1, dtype=np.int64) for bits in (options, dropped))
        kept = total - less
        order = np.lexsort([items, kept, kept / np.maximum(total, 1)])
        order = order[less[order] > 0]
        found = [*zip(kept[order].tolist(), items[order].tolist(), dropped[order], strict=True)]
        return Restrictions(cover, found) if found else [(None, cover)]

    def carried(self, batch: Batch) -> NDArray[np.bool_]:
        """Tell which elements map which solutions to solutions, shape (order, solutions)."""
        held = [*(condition.hold(batch) for condition in self.conditions), np.ones(len(batch), np.bool_)]
        carried: NDArray[np.bool_] = np.array(held)[self.condition]  # -1 reads the last entry
        return carried

    def images(self, batch: Batch, carried: NDArray[np.bool_] | None = None) -> Batch:
        """Return the image of each solution under each element, shape (order, solutions, longest).

        An image that is no solution is replaced by the solution itself.  If the batch has only some options of each
        solution, the argument `carried` must be the result of `carried()` for the complete solutions.
        """
        images: Batch = self.options[:, batch]  # a padding of -1 reads the last entry, which maps to itself
        if self.conditions:
            stays = ~(self.carried(batch) if carried is None else carried)
            np.copyto(images, images[0], where=stays[:, :, None])
        images.sort(axis=2)
        images[images == self.options.shape[1] - 1] = -1
        return images

    def discover(
        self, batch: Batch, seen: set[bytes]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
        """Tell for each solution whether its class is new, and return how many elements and rotations fix it.

        `seen` has a key for each class found before; the keys of new classes are added to it.
        """
        carried = self.carried(batch)
        images = self.images(batch, carried)
        fixed = self.fixing(images, carried)
        new = np.zeros(len(batch), np.bool_)
        for number, smallest in enumerate(_smallest(images)):
            name = smallest[smallest >= 0].tobytes()  # the padding of another batch may be longer
            new[number] = name not in seen
            seen.add(name)
        return new, *fixed

    def fixing(self, images: Batch, carried: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how many elements and how many rotations fix each solution.

        The arguments are the results of `images()` and `carried()` for these solutions.
        """
        same = (images == images[0]).all(axis=2) & carried
        return wide(same.sum(axis=0)), wide(same[self.rotation].sum(axis=0))

    def counts(self, batch: Batch, fixed: NDArray[np.int64], fixed_by_rotations: NDArray[np.int64]) -> Counts:
        """Return the numbers of solutions in the classes of these solutions, one from each class.

        `fixed` and `fixed_by_rotations` are the numbers of elements and rotations that fix each solution.  The size of
        a class is the number of elements that map a solution to a solution, divided by the number of
        elements that fix it (the orbit-stabiliser theorem).
        """
        raw = self._members(batch, fixed)
        turned = raw * fixed_by_rotations // self.orders["rotations"]  # classes up to rotations
        if not self.normal:  # these classes may differ in size
            for number in np.flatnonzero(fixed > 1).tolist():
                turned[number] = len(self.expand(batch[number : number + 1], "rotations"))
        counts = Counts(int(raw.sum()), int(turned.sum()), len(raw))
        if self.isometry.all():
            return counts
        own = self.isometries
        carried = own.carried(batch)
        alike = own._members(batch, own.fixing(own.images(batch, carried), carried)[0])
        return replace(counts, isometries=int((raw // alike).sum()), patterns=len(raw))

    def _members(self, batch: Batch, fixed: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the size of the class of each solution; `fixed` is the number of elements that fix it."""
        carrying = self.carried(batch).sum(axis=0) if self.conditions else len(self.items)
        return carrying // fixed

    def smallest(self, batch: Batch, carried: NDArray[np.bool_] | None = None) -> Batch:
        """Return the lexicographically smallest image of each solution, which identifies its class.

        `carried` is needed for parts of solutions; see `images`.
        """
        return _smallest(self.images(batch, carried))

    def expand(self, batch: Batch, up_to: str) -> Batch:
        """Return all members of the classes of these solutions, one of each subclass that `up_to` names.

        `up_to` is `raw` (every member), `rotations`, `isometries` or `patterns`.  The result has the classes in the
        order of the batch, each in ascending order.
        """
        if up_to == "patterns" or (up_to == "isometries" and self.isometry.all()):
            return self.smallest(batch)
        members = self.images(batch)
        if up_to != "raw":
            own = self.part(self.rotation) if up_to == "rotations" else self.isometries
            members = own.smallest(members.reshape(-1, batch.shape[1])).reshape(members.shape)
        return np.concatenate([np.unique(members[:, number], axis=0) for number in range(len(batch))])

    def common(self, cover: ExactCover) -> "tuple[ExactCover, Symmetry]":
        """Return a cover with those solutions that all elements map to solutions, and the group acting on it.

        Options without an image are removed, the bounds of each piece are intersected with those of its mirror image,
        and the contacts of mirror images are added, so all elements of the returned group are total.  The partial
        elements must have one condition in common.
        """
        if not self.conditions:
            return cover, self
        (condition,) = self.conditions
        assert self.normal, "the images of pieces depend on the part of the board"
        assert condition.closed is not None or not condition.once.shape[1], "a renumbered condition has no closed cover"
        if condition.closed is not None:
            closed, symmetry = condition.closed()
            return symmetry.common(closed)
        partial, pieces = int(self.condition.argmax()), np.array(cover.families["pieces"])
        there = self.items[partial, pieces]
        lower, upper = cover.lower.copy(), cover.upper.copy()
        lower[pieces] = np.maximum(lower[pieces], np.where(there < 0, 0, cover.lower[there]))
        upper[pieces] = np.minimum(upper[pieces], np.where(there < 0, 0, cover.upper[there]))
        left_out = self.options[partial, :-1] < 0
        numbers, narrowed = replace(cover.without(left_out), lower=lower, upper=upper).residual()
        kept = np.append(numbers, len(left_out))
        place = np.zeros(len(left_out) + 1, np.int64)
        place[kept] = np.arange(len(kept))
        items = np.where(
            self.items < 0, np.arange(len(cover.names)), self.items
        )  # those without an image lose all options
        total = np.full_like(self.condition, -1)
        return narrowed, Symmetry(items, place[self.options[:, kept]], self.rotation, self.isometry, total)


class Restrictions(Sequence[Restriction]):
    """A sequence of restrictions whose covers are made on demand, since only few of them are used.

    Each restriction is given by the number of options that it keeps, the item, and the bits of the options that it
    removes.
    """

    def __init__(self, cover: ExactCover, found: list[tuple[int, int, NDArray[np.uint64]]]) -> None:
        self._cover, self._found = cover, found
        self._made: dict[int, ExactCover] = {}  # a cover is made once, since it caches results

    def __len__(self) -> int:
        return len(self._found)

    def fewest(self) -> int:
        """Return the index of the restriction that keeps the fewest options; the first one in case of a tie."""
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
            self._made[number] = self._cover.without(from_words(dropped[None], len(self._cover.rows))[0])
        return item, self._made[number]


def _smallest(images: Batch) -> Batch:
    """Return the lexicographically smallest image of each solution; `images[0]` is overwritten with the result."""
    best: Batch = images[0]
    for image in images[1:]:
        first = (image != best).argmax(axis=1)[:, None]
        less = (np.take_along_axis(image, first, 1) < np.take_along_axis(best, first, 1))[:, 0]
        best[less] = image[less]
    return best
