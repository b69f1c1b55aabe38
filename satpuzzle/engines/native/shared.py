"""Functions for all kernels: what a call may do, the searched share of a tree, dice of random probes."""

from collections.abc import Iterable
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.library import Call
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, WORK

_WEEDED = 100  # options of the shortest list that is weeded


def allow(call: Call, budget: int, work: int, found: Batch) -> None:
    """Set how far the next call of a kernel searches: numbers of nodes and of words, and the array for solutions."""
    call["budget"], call["work"] = budget, work
    call.hand_over("found", found)
    call["found_rows"], call["found_width"] = found.shape


def run(call: Call, clock: Clock) -> None:
    """Call a kernel that makes a table until the table is complete.  Raises Stopped if the clock stops."""
    outcome = BUDGET_SPENT
    while outcome != EXHAUSTED:
        clock.check()
        call["work"] = WORK
        outcome = call()


def weeded_lists(cover: ExactCover) -> tuple[int, int]:
    """Return the least and the largest number of options of lists that are weeded (`kernels/weed.c`).

    In a short list few options do not survive.  A list is weeded in one stretch, so a long one would take too long.
    """
    return _WEEDED, max(_WEEDED, isqrt(WORK // (2 * (1 + len(cover.names) // 64))))


def part_searched(levels: Iterable[Iterable[int]]) -> float:
    """Return the share of a tree that has been searched, from 0 to 1, if sibling nodes have subtrees of equal size.

    `levels` has, for each depth of the current path, the number of options to try and the index of the next one.
    """
    part, done = 1.0, 0.0
    for tries, following in levels:
        done += part * max(0, following - 1) / max(1, tries)
        part /= max(1, tries)
    return done


def no_dice() -> NDArray[np.uint64]:
    """Return the array `dice` of a complete search, which makes no probes: zeros."""
    return np.zeros(2, np.uint64)


def rolled(dice: NDArray[np.uint64], sides: int) -> int:
    """Return a random number below `sides`, and advance the seed, as kernels do (`kernels/kernel.h`)."""
    seed = int(dice[0])
    seed ^= seed << 13 & (1 << 64) - 1
    seed ^= seed >> 7
    seed ^= seed << 17 & (1 << 64) - 1
    dice[0] = seed
    return (seed >> 2) % sides
