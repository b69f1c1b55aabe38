"""The number of classes, from the numbers of solutions that symmetries map to themselves.

It is the mean of these numbers over the group (the Cauchy-Frobenius lemma, often called Burnside's).  A symmetry is
total if it maps every solution to a solution, and partial if it maps only some.  If there are partial symmetries, two
numbers are added: the solutions that all symmetries map to solutions are counted with the whole group, and the other
solutions with the total symmetries only.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import Ints
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import MethodError
from satpuzzle.puzzle.model import Counts

Group = tuple[Ints, Ints]  # the images of items and of options, a row for each element; the identity is the last row


class Total(Protocol):
    """What a method counted."""

    @property
    def packings(self) -> int:
        """The number of solutions."""


def count_classes(cover: ExactCover, symmetry: Symmetry, count: Callable[..., Total], raw: int | None = None) -> Counts:
    """Return the numbers of solutions: raw, and up to each subgroup that has a name in `symmetry.orders`.

    `count(cover)` counts the solutions of a cover, `count(cover, under=group)` those that a group maps to themselves
    (`Group`).  `raw` is the number of all solutions, or None if it is not known.
    """
    groups = {"rotations": symmetry.rotation, "isometries": symmetry.isometry, "patterns": np.ones_like(symmetry.total)}
    groups = {name: groups[name] for name in symmetry.orders}
    fixed = _fixed(cover, symmetry.restricting, count, raw)
    classes = {name: _mean(fixed, group[symmetry.total]) for name, group in groups.items()}
    if symmetry.conditions and not symmetry.normal:
        raise MethodError("some symmetries map only some packings to packings, and not all of them the same ones")
    if symmetry.conditions:
        among = _fixed(*symmetry.common(cover), count)
        for name, group in groups.items():
            classes[name] += _mean(among, group) - _mean(among, group & symmetry.total)
    return Counts(int(fixed[0]), **classes, final=True)


def powers(permutation: Ints) -> Ints:
    """Return the powers of a permutation, shape (its order, its length); the last one is the identity."""
    found, identity = [permutation], np.arange(len(permutation))
    while (found[-1] != identity).any():
        found.append(permutation[found[-1]])
    return np.array(found)


def _mean(fixed: Any, group: NDArray[np.bool_]) -> int:
    """Return the number of classes under a subgroup, from the number of solutions that each of its elements fixes."""
    return int(fixed[group].sum()) // int(group.sum())


def _fixed(cover: ExactCover, symmetry: Symmetry, count: Callable[..., Total], raw: int | None = None) -> Any:
    """Return for each element of the group how many solutions it maps to themselves, shape (order,).

    This number is the same for conjugate elements, so it is counted once for them.
    """
    fixed = {0: count(cover).packings if raw is None else raw}  # the identity
    for first in symmetry.conjugate[1:].tolist():
        if first not in fixed:
            group = powers(symmetry.items[first]), powers(symmetry.options[first, :-1])
            fixed[first] = count(cover, under=group).packings
    return np.array([fixed[first] for first in symmetry.conjugate.tolist()], dtype=object)
