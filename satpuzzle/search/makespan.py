"""Simulates how long a search takes with many workers: parts of random lengths are distributed as a journal does it.

A free worker takes the next part.  A part that takes too long is stopped, and its children take its place (see
`journaled.py`).  One process distributes all parts and needs a moment for each, so no two parts begin at the same time.

R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM Journal on Applied Mathematics 17 (1969), proves how much
longer such a schedule can take than the best one.
"""

import heapq
import math
from collections import deque

import numpy as np

from satpuzzle.search.sample import Floats, Interval, Sampled

HANDING = 0.003  # seconds that the journal needs for each part
_REHEARSALS = 100
_EQUAL = np.full(16, 1 / 16)  # the children's shares of a part's length, if the sample has none


def makespans(sampled: Sampled, workers: int, patience: float, seed: int) -> tuple[Interval, Interval]:
    """Return the elapsed seconds with this number of workers, and the number of parts at the end.

    Each is the median of simulations, with the 5 and 95 % quantiles.  The total length of the search and the lengths of
    parts are drawn from log-normal distributions with the variances of the sample.  A part is split after `patience`
    seconds.
    """
    dice = np.random.default_rng((seed, workers))
    spread = math.sqrt(math.log1p(sampled.spread))
    found = []
    for _ in range(_REHEARSALS if sampled.draws else 1):
        lengths = sampled.expected * math.exp(sampled.seconds.error * dice.standard_normal())
        lengths = lengths * np.exp(spread * dice.standard_normal(len(lengths)) - spread**2 / 2)
        found.append(rehearsed(lengths, workers, patience, sampled.shares, dice))
    ends = np.percentile(np.array(found), (50, 5, 95), axis=0).T.tolist()
    return Interval(*ends[0]), Interval(*ends[1])


def rehearsed(
    lengths: Floats, workers: int, patience: float, shares: list[Floats], dice: np.random.Generator
) -> tuple[float, int]:
    """Simulate one run in which parts that take `lengths` seconds are distributed in this order.

    `shares` has for splits how the length of a part is divided among its children.  Returns the seconds until the last
    part is finished, and the number of parts, including those that were split.
    """
    queue = deque(lengths.tolist())
    free = [0.0] * min(workers, 1 << 20)
    split: list[tuple[float, int, list[float]]] = []  # heap of (time at which a part is split, its number, children)
    handed, now, last = 0, 0.0, 0.0
    while queue or split:
        now = max(now, free[0], handed * HANDING)
        if split and (split[0][0] <= now or not queue):
            when, _, children = heapq.heappop(split)
            queue.extendleft(reversed(children))
            now = max(now, when)  # free workers have waited for the children
            continue
        length = queue.popleft()
        handed += 1
        end = now + min(length, patience)
        if length > patience:
            share = shares[dice.integers(len(shares))] if shares else _EQUAL
            heapq.heappush(split, (end, handed, (length * share).tolist()))
        heapq.heapreplace(free, end)
        last = max(last, end)
    return last, handed
