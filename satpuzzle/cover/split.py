"""Splitting a cover into parts that have all its solutions between them, and no solution twice."""

import heapq
from collections.abc import Callable, Sequence

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover


def split(
    covers: Sequence[ExactCover], parts: int, check: Callable[[], None] = lambda: None
) -> list[tuple[int, ExactCover]]:
    """Return about `parts` subproblems of covers that have no solution in common, each with its cover's number.

    The largest come first, so that several cores are done at the same time.  The one with the most live options is
    split again and again, on the item with the fewest options, as a search would branch.  Subproblems that cannot have
    solutions are left out.  `check` is called before each step and may raise.
    """
    found = [_entry(number, cover) for number, cover in enumerate(covers) if cover.hopeless() is None]
    heapq.heapify(found)
    whole: list[_Entry] = []  # every item of one copy is covered
    while found and len(found) + len(whole) < parts:
        check()
        entry = heapq.heappop(found)
        number, part = entry[2:]
        _, rest = part.residual()
        branching = np.flatnonzero((rest.lower == 1) & (rest.upper == 1))
        if not len(branching):
            whole.append(entry)
            continue
        available = rest.members()[:, branching].sum(axis=0)
        item = int(branching[available.argmin()])
        for option in part.options_of(item).tolist():
            child = part.given([option])
            if child.hopeless() is None:
                heapq.heappush(found, _entry(number, child))
    return [(number, part) for _, _, number, part in sorted([*found, *whole], key=lambda entry: entry[:3])]


_Entry = tuple[int, tuple[int, ...], int, ExactCover]


def _entry(number: int, cover: ExactCover) -> _Entry:
    return -int(cover.live.sum()), cover.chosen, number, cover
