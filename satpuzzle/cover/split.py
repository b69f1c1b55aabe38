"""Splits a cover into parts: subproblems whose solutions partition those of the cover."""

import heapq
from collections.abc import Callable, Sequence

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover


def fewest_options(cover: ExactCover, clock: Clock = UNLIMITED) -> int | None:
    """Return the item with bounds (1, 1) that has the fewest live options, None if there is no such item.

    Raises Stopped if the clock stops.
    """
    _, rest = cover.residual()
    branching = np.flatnonzero((rest.lower == 1) & (rest.upper == 1))
    if not len(branching):
        return None
    return int(branching[rest.available(clock)[branching].argmin()])


def split(
    covers: Sequence[ExactCover],
    parts: int,
    clock: Clock = UNLIMITED,
    branching: Callable[[ExactCover, Clock], int | None] = fewest_options,
) -> list[tuple[int, ExactCover]]:
    """Split the covers into about `parts` subproblems in all; return (index of the cover, subproblem) for each.

    The covers must not have solutions in common.  The largest subproblems come first, so that several cores finish at
    about the same time.  The subproblem with the most live options is split repeatedly, by branching on the item that
    `branching` returns, by default the one with the fewest options.  Subproblems in which an item has too few options
    are left out.  Raises Stopped if the clock stops.
    """
    found = [_entry(number, cover) for number, cover in enumerate(covers) if cover.hopeless() is None]
    heapq.heapify(found)
    whole: list[_Entry] = []  # subproblems that cannot be split, since no item with bounds (1, 1) is left
    while found and len(found) + len(whole) < parts:
        entry = heapq.heappop(found)
        number, part = entry[2:]
        clock.check()
        item = branching(part, clock)
        if item is None:
            whole.append(entry)
            continue
        for option in part.options_of(item).tolist():
            clock.check()
            child = part.given([option])
            if child.hopeless() is None:
                heapq.heappush(found, _entry(number, child))
    return [(number, part) for _, _, number, part in sorted([*found, *whole], key=lambda entry: entry[:3])]


_Entry = tuple[int, tuple[int, ...], int, ExactCover]


def _entry(number: int, cover: ExactCover) -> _Entry:
    return -int(cover.live.sum()), cover.chosen, number, cover
