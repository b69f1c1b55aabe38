"""The problem that is counted: options as rows of bits, items of one copy, colours, and sums.

A *sum* is an item of several copies, and each option adds a weight to it.  In a cover all weights are 1.  But to count
the solutions that a symmetry maps to themselves, orbits of options take the place of options, as in the frontier
(`engines/frontier/count.py`): those whose options can be chosen together.  An orbit covers the items that one of its
options covers, of each orbit of items only one is needed, and its weight is how many of its options add to a sum.

    items a to d are exchanged with d to a        options  a b, c d, b c        orbits  {a b, c d}, {b c}
    sum of pieces: 2 or 3                         weight   1    1    1                  2           1

In a row of bits an item of one copy has a column, and a sum has one for each weight that occurs.  Items that bound
nothing are left out: among them the number of copies of the only piece, if the number of cells determines it.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Bools, Ints, from_words
from satpuzzle.cover.colours import UNBOUNDED
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import powers

Motion = tuple[Ints, Ints]  # a symmetry: the images of items and of options
Times = NDArray[np.uint8]  # how often each orbit of options covers each item; no symmetry has an order above 255
_NEAR = 1e-9


class Sum(NamedTuple):
    """The bounds of what the chosen options add up to, and the columns of the options that add to it, by weight."""

    lower: int
    upper: int  # UNBOUNDED if no solution could have more
    columns: dict[int, int]  # the weight of each column

    @property
    def clip(self) -> int:
        """The amount from which on more makes no difference to what may follow."""
        return self.lower if self.upper >= UNBOUNDED else self.upper


@dataclass(frozen=True)
class Problem:
    """The columns of all options: first those of items of one copy, then those of sums, then pairs of colours."""

    rows: Bools  # (options, columns)
    needed: Bools  # for each item of one copy: whether it must be covered
    sums: tuple[Sum, ...]
    pairs: range  # the columns of the bits of colours (cover/colours.py), which begin at an even one
    free: int  # the number of options that cover none of these: a solution may have them or not

    @property
    def plain(self) -> bool:
        """Whether all items must be covered exactly once, and nothing else matters."""
        return bool(self.needed.all()) and not self.sums and not self.pairs


def problem_of(cover: ExactCover, under: Motion | None = None, clock: Clock = UNLIMITED) -> tuple[Ints, Problem]:
    """Return the problem of counting a cover's solutions, or those that a symmetry of it maps to themselves.

    The first result has the option of the cover for each option of the problem, the first one of an orbit.
    """
    numbers, rest = cover.residual()
    every = np.arange(len(rest.names))
    if under is None:
        orbits, items = np.arange(len(numbers))[None], every[None]
    else:
        place = np.full(len(cover.rows), -1)
        place[numbers] = np.arange(len(numbers))
        orbits, items = powers(place[under[1][numbers]]), powers(under[0])
    clock.check()
    chosen, times = _together(rest, orbits, clock)
    own = items.min(axis=0) == every  # one item of each orbit
    painted = np.zeros(len(every), np.bool_)
    painted[list(rest.colours.items)] = True
    single = own & ~painted & (rest.upper == 1)
    single &= (rest.lower == 1) | ((times > 0).sum(axis=0) > 1)
    clock.check()
    sums = [_sum(rest, item, times) for item in np.flatnonzero(own & ~painted & (rest.upper > 1)).tolist()]
    columns, kept = [times[:, single] > 0], []
    for lower, upper, weights in filter(None, sums):
        first = sum(table.shape[1] for table in columns)
        occurring = np.unique(weights[weights > 0]).tolist()
        columns.append(weights[:, None] == occurring)
        kept.append(Sum(lower, upper, {first + number: weight for number, weight in enumerate(occurring)}))
    if (colours := _colours(rest, own, orbits, chosen)).shape[1]:
        before = sum(table.shape[1] for table in columns)
        columns += [np.zeros((len(chosen), before % 2), np.bool_), colours]
    rows = np.concatenate(columns, axis=1)
    pairs = range(rows.shape[1] - colours.shape[1], rows.shape[1])
    bound = rows.any(axis=1)
    return numbers[chosen][bound], Problem(
        rows[bound], rest.lower[single] == 1, tuple(kept), pairs, int((~bound).sum())
    )


def _together(cover: ExactCover, orbits: Ints, clock: Clock) -> tuple[Ints, Times]:
    """Return the first option of each orbit whose options can be chosen together, and how often each item is covered.

    The second result has the shape (orbits, items).
    """
    first = np.flatnonzero(orbits.min(axis=0) == np.arange(orbits.shape[1]))
    excluded = cover.exclusions()[first]
    fit = np.ones(len(first), np.bool_)
    for images in orbits[:-1]:
        clock.check()
        others = images[first]
        fit[np.flatnonzero((others != first) & (cover.rows[others] & excluded).any(axis=1))] = False
    first = first[fit]
    times = np.zeros((len(first), len(cover.names)), np.uint8)
    for images in orbits:
        clock.check()
        times += from_words(cover.rows[images[first]], len(cover.names))
    repeated = (orbits[:, first] == first).sum(axis=0)  # an orbit of fewer options was added several times
    times //= repeated[:, None].astype(np.uint8)
    within = np.flatnonzero((times <= cover.upper).all(axis=1))
    return first[within], times[within]


def _sum(cover: ExactCover, item: int, times: Times) -> tuple[int, int, Ints] | None:
    """Return the bounds and the options' weights of the sum of an item, or None if no bound can be broken."""
    lower, upper, weights = int(cover.lower[item]), int(cover.upper[item]), times[:, item].astype(np.int64)
    least, most = _implied(cover, times, weights)
    if least >= lower and most <= upper:
        return None
    return lower, UNBOUNDED if most <= upper else upper, weights


def _implied(cover: ExactCover, times: Times, weights: Ints) -> tuple[int, int]:
    """Return the least and the largest amount of a sum that the cells, or else all items of one copy, allow."""
    total, adding = int(weights.sum()), weights > 0
    cells = np.zeros(len(cover.names), np.bool_)
    cells[list(cover.families.get("cells", range(len(cover.names))))] = True
    cells &= cover.upper == 1
    covered = times[:, cells].sum(axis=1, dtype=np.int64)
    if not adding.any() or not covered[adding].all():
        return 0, total
    each = covered[adding] / weights[adding]  # cells of an option for each copy
    most = int(cells.sum() / each.min() + _NEAR)
    needed = int((cells & (cover.lower == 1)).sum())
    least = 0 if covered[~adding].any() else math.ceil(needed / each.max() - _NEAR)
    return least, min(total, most)


def _colours(cover: ExactCover, own: Bools, orbits: Ints, chosen: Ints) -> Bools:
    """Return the bits of the colours of items that represent their orbits, (orbits, bits), without needless pairs."""
    columns = cover.colours.columns
    if not cover.colours:
        return np.zeros((len(chosen), 0), np.bool_)
    item = np.repeat(np.array(cover.colours.items), [2 * len(pairs) for pairs in cover.colours.pairs])
    found = np.zeros((len(chosen), len(columns)), np.bool_)
    for images in orbits:
        found |= from_words(cover.rows[images[chosen]], columns.stop)[:, columns.start :]
    some = found.any(axis=0).reshape(-1, 2).all(axis=1)  # pairs on which not all orbits agree
    return found[:, own[item] & some.repeat(2)]
