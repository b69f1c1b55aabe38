"""Relaxations: covers that ignore colours and some items, so that many options become equal.

Every solution of a cover is also a solution of its relaxation.  If a search of the relaxation has few nodes, all its
solutions are found, and options that are in none of them are ruled out.  For example, four of the 36 path dominoes of
TAOCP 7.2.2.1, exercise 151b, stand and the others lie.  Without the paths, 127 of 2698 options are left.  They have 625
solutions, since a row of nine cells needs a standing domino: one in every other column, in every other pair of rows.
No other domino stands in a solution, which divides the nodes of the search by ten.

Which items can be ignored together?  Two items are *alternatives* if two options are equal except that one of them
covers the first item and the other the second.  The classes of alternatives are, for example, the kinds of dominoes and
the cells.

Joseph C. Culberson and Jonathan Schaeffer, Pattern databases, Computational Intelligence 14 (1998), ignore in the same
way which tiles of the fifteen puzzle are which.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Bools, Ints, to_words
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.native.mrv import begin, with_colours
from satpuzzle.engines.native.probe import estimate
from satpuzzle.engines.state import stretches

_MERGED = 4  # options of a cover for each option of its relaxation: at least
_SHARE = 0.01  # the largest number of nodes of a relaxation, as a share of the nodes of the search
_PROBED, _BETWEEN = 1000, 1 << 14  # nodes of the probes, and between two checks of the clock
_MOST = 1e9  # nodes of a search of which that share is taken: at most
_CLASSES = 4  # the largest number of relaxations


def narrowed(cover: ExactCover, nodes: float, clock: Clock = UNLIMITED) -> ExactCover:
    """Return a cover without the options that are in no solution of a relaxation; the cover itself if there are none.

    A cover with weights is not relaxed.  `nodes` is the estimated number of nodes of the search.  Raises Stopped if the
    clock stops.
    """
    if cover.weights:
        return cover
    budget = int(_SHARE * min(nodes, _MOST))
    numbers, rest = cover.residual()
    members = rest.members()
    left = np.ones(len(members), np.bool_)
    for kept in _relaxations(members, ~with_colours(rest), clock):
        members_kept = members[np.ix_(left, kept)]
        rows, merged = np.unique(to_words(members_kept, -(-int(kept.sum()) // 64)), axis=0, return_inverse=True)
        relaxed = ExactCover(
            names=tuple(name for name, stays in zip(rest.names, kept, strict=True) if stays),
            lower=rest.lower[kept],
            upper=rest.upper[kept],
            rows=rows,
            live=np.ones(len(rows), np.bool_),
        )
        if relaxed.exclusions().any(axis=1).all():  # else equal options could be chosen together
            used = _used(relaxed, budget, clock)
            left[left] = used[merged.reshape(-1)]
    if left.all():
        return cover
    ruled_out = np.zeros(len(cover.rows), np.bool_)
    ruled_out[numbers[~left]] = True
    return cover.without(ruled_out)


def _relaxations(members: Bools, plain: Bools, clock: Clock) -> Iterator[Bools]:
    """Yield masks of the items that a relaxation keeps: items without colours, or these except a class of alternatives.

    `members` tells which options cover which items, and `plain` which items have no colours.  Relaxations in which few
    options become equal are left out.
    """
    word = np.random.default_rng(0).integers(1 << 63, size=len(plain), dtype=np.uint64)  # a number for each item
    option, item = np.nonzero(members & plain)
    sums = np.zeros(len(members), np.uint64)  # almost certainly, options with equal sums cover the same plain items
    np.bitwise_xor.at(sums, option, word[item])
    classes = _alternatives(sums[option] ^ word[item], item, len(plain))
    clock.check()
    found = [(len(np.unique(sums)), plain)] if not plain.all() else []
    for one in np.unique(classes):
        forgotten = plain & (classes == one)
        if forgotten.sum() > 1:
            clock.check()
            less = np.zeros(len(members), np.uint64)
            there = forgotten[item]
            np.bitwise_xor.at(less, option[there], word[item[there]])
            found.append((len(np.unique(sums ^ less)), plain & ~forgotten))
    found.sort(key=lambda one: one[0])
    for many, kept in found[:_CLASSES]:
        if _MERGED * many <= len(members) and kept.any():
            yield kept


def _alternatives(rests: NDArray[np.uint64], item: NDArray[np.intp], items: int) -> Ints:
    """Return the class of each item under "alternative", as the number of one item of the class.

    There is an entry of `item` for each item of each option; `rests` has for it a number that identifies the option's
    other items.
    """
    order = np.argsort(rests, kind="stable")
    equal = rests[order][1:] == rests[order][:-1]
    pairs = np.unique(np.stack([item[order][:-1][equal], item[order][1:][equal]]), axis=1)
    classes = np.arange(items)
    while len(pairs.T) and (classes[pairs[0]] != classes[pairs[1]]).any():
        for one, other in ((0, 1), (1, 0)):
            np.minimum.at(classes, pairs[one], classes[pairs[other]])
    return classes


def _used(cover: ExactCover, budget: int, clock: Clock) -> Bools:
    """Return a mask of the options that are in a solution; all options if the search needs more than `budget` nodes."""
    used, everything = np.zeros(len(cover.rows) + 1, np.bool_), np.ones(len(cover.rows), np.bool_)
    if cover.hopeless() is not None:
        return used[:-1]
    state = begin(cover)
    if estimate(state, min(_PROBED, budget), clock).nodes > budget:
        return everything
    for found in stretches(state, lambda: _BETWEEN):
        used[found] = True
        clock.check()
        if used[:-1].all() or state.nodes > budget:
            return everything
    return used[:-1]
