"""The problem that is counted: options as rows of bits, items of one copy, colours, and sums.

A *sum* is an item of several copies, and each option adds a weight to it.  In most covers all weights are 1.  But to
count the solutions that a group maps to themselves, orbits of options take the place of options, as in the frontier
(`engines/frontier/problem.py`): those whose options can be chosen together.  An orbit covers the items that one of its
options covers, of each orbit of items only one is needed, and its weight is what its options add to a sum together.

    items a to d are exchanged with d to a        options  a b, c d, b c        orbits  {a b, c d}, {b c}
    sum of pieces: 2 or 3                         weight   1    1    1                  2           1

In a row of bits an item of one copy has a column, and a sum has one for each weight that occurs.  Items that bound
nothing are left out: among them the number of copies of the only piece, if the number of cells determines it.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Bools, Ints, Words, from_words, to_words
from satpuzzle.cover.colours import UNBOUNDED
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.version import __version__

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

    @property
    def hopeless(self) -> bool:
        """Whether an item of one copy must be covered, and no option covers it."""
        return not bool(self.rows[:, np.flatnonzero(self.needed)].any(axis=0).all())

    @property
    def name(self) -> str:
        """A hash of the problem and of the version, which decides what a state is."""
        import hashlib  # which only a journal needs

        said = (__version__, self.rows.shape, self.sums, self.pairs, self.free)
        return hashlib.sha256(repr(said).encode() + self.rows.tobytes() + self.needed.tobytes()).hexdigest()


@dataclass(frozen=True)
class _Common:
    """What all problems of a cover have in common."""

    numbers: Ints  # the cover's options that may be chosen, which are those of `rest`
    rest: ExactCover
    excluded: Words  # (options, words): the bits that each option excludes
    single: Bools  # for each item: whether it has one copy and no colours
    several: list[int]  # the items of several copies whose bounds a solution might break


@lru_cache(maxsize=1)  # the problems of one cover are made one after the other
def _common(cover: ExactCover) -> _Common:
    numbers, rest = cover.residual()
    bare = np.ones(len(rest.names), np.bool_)
    bare[list(rest.colours.items)] = False
    several = [
        item
        for item in np.flatnonzero(bare & (rest.upper > 1)).tolist()
        if _sum(rest, item, rest.times(item), rest.rows) is not None
    ]
    return _Common(numbers, rest, rest.exclusions(), bare & (rest.upper == 1), several)


def problem_of(cover: ExactCover, under: Group | None = None, clock: Clock = UNLIMITED) -> tuple[Ints, Problem]:
    """Return the problem of counting a cover's solutions, or those that a group maps to themselves.

    The first result has the option of the cover for each option of the problem, the first one of an orbit.
    """
    clock.check()
    common = _common(cover)
    numbers, rest, own = common.numbers, common.rest, np.ones(len(cover.names), np.bool_)
    if under is None:
        orbits = np.arange(len(numbers), dtype=np.int64)[None]
    else:
        place = np.full(len(cover.rows), -1, np.int64)
        place[numbers] = np.arange(len(numbers))
        orbits = place[under[1][:, numbers]]
        own = under[0].min(axis=0) == np.arange(len(own))  # one item of each orbit
    clock.check()
    chosen, weights = _together(common, orbits, own, clock)
    united = rest.rows[chosen]
    for images in orbits[:-1]:
        clock.check()
        united |= rest.rows[images[chosen]]
    covered = from_words(united, len(own))
    clock.check()
    single = own & common.single
    single &= (rest.lower == 1) | (covered.sum(axis=0) > 1)
    columns, kept = [covered[:, single]], []
    for item, each in weights.items():
        if (bounds := _sum(rest, item, each, united)) is not None:
            first = sum(table.shape[1] for table in columns)
            occurring = np.unique(each[each > 0]).tolist()
            columns.append(each[:, None] == occurring)
            kept.append(Sum(*bounds, {first + number: weight for number, weight in enumerate(occurring)}))
    colours = _colours(rest, own, united)
    if colours.shape[1]:
        before = sum(table.shape[1] for table in columns)
        columns += [np.zeros((len(chosen), before % 2), np.bool_), colours]
    rows = np.concatenate(columns, axis=1)
    pairs = range(rows.shape[1] - colours.shape[1], rows.shape[1])
    bound = rows.any(axis=1)
    return numbers[chosen][bound], Problem(
        rows[bound], rest.lower[single] == 1, tuple(kept), pairs, int((~bound).sum())
    )


def _together(common: _Common, orbits: Ints, own: Bools, clock: Clock) -> tuple[Ints, dict[int, Ints]]:
    """Return the first option of each orbit whose options can be chosen together, and the orbits' weights by item.

    The weights are those of items of several copies, one of each orbit of items.
    """
    rows, first = common.rest.rows, wide(np.flatnonzero(orbits.min(axis=0) == np.arange(orbits.shape[1])))
    excluded, fit = common.excluded[first], np.ones(len(first), np.bool_)
    for images in orbits[:-1]:
        clock.check()
        others = images[first]
        fit &= (others == first) | ~(rows[others] & excluded).any(axis=1)
    first = first[fit]
    weights, repeated = {}, (orbits[:, first] == first).sum(axis=0)  # an orbit of fewer options occurs several times
    for item in common.several:
        clock.check()
        if own[item]:
            weights[item] = common.rest.times(item)[orbits[:, first]].sum(axis=0) // repeated
    fit = np.ones(len(first), np.bool_)
    for item, each in weights.items():
        fit &= each <= common.rest.upper[item]
    return first[fit], {item: each[fit] for item, each in weights.items()}


def _sum(cover: ExactCover, item: int, weights: Ints, united: Words) -> tuple[int, int] | None:
    """Return the bounds of the sum of an item, or None if none can be broken.

    `weights` is how much each option adds to it, and `united` has the bits of what they cover.
    """
    lower, upper = int(cover.lower[item]), int(cover.upper[item])
    least, most = _implied(cover, united, weights)
    if least >= lower and most <= upper:
        return None
    return lower, UNBOUNDED if most <= upper else upper


def _implied(cover: ExactCover, united: Words, weights: Ints) -> tuple[int, int]:
    """Return the least and the largest amount of a sum that the cells, or else all items of one copy, allow."""
    total, adding = int(weights.sum()), weights > 0
    cells = np.zeros(len(cover.names), np.bool_)
    cells[list(cover.families.get("cells", range(len(cover.names))))] = True
    cells &= cover.upper == 1
    covered = np.bitwise_count(united & to_words(cells[None], united.shape[1])).sum(axis=1, dtype=np.int64)
    if not adding.any() or not covered[adding].all():
        return 0, total
    each = covered[adding] / weights[adding]  # cells of an option for each copy
    most = int(cells.sum() / each.min() + _NEAR)
    needed = int((cells & (cover.lower == 1)).sum())
    least = 0 if covered[~adding].any() else math.ceil(needed / each.max() - _NEAR)
    return least, min(total, most)


def _colours(cover: ExactCover, own: Bools, united: Words) -> Bools:
    """Return the bits of the colours of items that represent their orbits, (orbits, bits), without needless pairs."""
    if not cover.colours:
        return np.zeros((len(united), 0), np.bool_)
    columns = cover.colours.columns
    item = np.repeat(np.array(cover.colours.items), [2 * len(pairs) for pairs in cover.colours.pairs])
    found = from_words(united, columns.stop)[:, columns.start :]
    some = found.any(axis=0).reshape(-1, 2).all(axis=1)  # pairs on which not all orbits agree
    return found[:, own[item] & some.repeat(2)]
