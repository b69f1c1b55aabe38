"""Simulates how long many workers take: parts of random lengths are handed out as a journal hands them out.

A worker that is free takes the next part.  A part that takes too long is given up, and its children take its place (see
`journaled.py`).  One process hands out all parts, which takes it a moment for each, so no two parts begin at once.

R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM Journal on Applied Mathematics 17 (1969), has what such
a list can lose against the best order.
"""

import heapq
import math
from collections import deque

import numpy as np

from satpuzzle.search.sample import Floats, Interval, Sampled

HANDING = 0.003  # seconds of a part's way through the journal
_REHEARSALS = 100
_EQUAL = np.full(16, 1 / 16)  # shares of children of which nothing is known


def makespans(sampled: Sampled, workers: int, patience: float, seed: int) -> tuple[Interval, Interval]:
    """Return the seconds that so many workers take, and into how many parts it has come to then; medians, 5 and 95 %.

    The sum of all lengths varies as the sample allows, and so does each length: log-normally, as what is a product of
    many chances does.  `patience` is in seconds, after which a part is split.
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
    """Return the seconds until the last of parts is done, handed out in this order, and how many parts there were."""
    queue = deque(lengths.tolist())
    free = [0.0] * min(workers, 1 << 20)
    split: list[tuple[float, int, list[float]]] = []  # when a part is given up, a number, and its children
    handed, now, last = 0, 0.0, 0.0
    while queue or split:
        now = max(now, free[0], handed * HANDING)
        if split and (split[0][0] <= now or not queue):
            when, _, children = heapq.heappop(split)
            queue.extendleft(reversed(children))
            now = max(now, when)  # whoever is free has waited for them
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
