"""What all kernels share: how far they are, and dice for random probes."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def part_searched(levels: Iterable[Iterable[int]]) -> float:
    """Return which part of the tree has been searched, if all siblings were alike.

    For each depth on the way down are given how many options there are to try, and which of them is the next.
    """
    part, done = 1.0, 0.0
    for tries, following in levels:
        done += part * max(0, following - 1) / max(1, tries)
        part /= max(1, tries)
    return done


def no_dice() -> NDArray[np.uint64]:
    """Return dice for a search that tries everything."""
    return np.zeros(2, np.uint64)
