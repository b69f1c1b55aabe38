"""Splitting a cover into parts that have all its solutions between them, and no solution twice."""

import heapq
from collections.abc import Callable

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover


def split(cover: ExactCover, parts: int, check: Callable[[], None] = lambda: None) -> list[ExactCover]:
    """Return about `parts` subproblems, or fewer, the largest first so that several cores are done at the same time.

    The one with the most live options is split again and again, on the item with the fewest options, as a search would
    branch.  Subproblems that cannot have solutions are left out.  `check` is called before each step and may raise.
    """
    if cover.hopeless() is not None:
        return []
    found: list[tuple[int, tuple[int, ...], ExactCover]] = [_entry(cover)]
    whole: list[tuple[int, tuple[int, ...], ExactCover]] = []  # every item of one copy is covered
    while found and len(found) + len(whole) < parts:
        check()
        entry = heapq.heappop(found)
        part = entry[2]
        _, rest = part.residual()
        branching = np.flatnonzero((rest.lower == 1) & (rest.upper == 1))
        if not len(branching):
            whole.append(entry)
            continue
        available = rest.members()[:, branching].sum(axis=0)
        item = int(branching[available.argmin()])
        for option in np.flatnonzero(part.live & part.covers(item)).tolist():
            child = part.given([option])
            if child.hopeless() is None:
                heapq.heappush(found, _entry(child))
    return [part for _, _, part in sorted([*found, *whole], key=lambda entry: entry[:2])]


def _entry(cover: ExactCover) -> tuple[int, tuple[int, ...], ExactCover]:
    return -int(cover.live.sum()), cover.chosen, cover
