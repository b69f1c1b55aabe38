"""What all kernels share: why they come back, and dice for random probes."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines.compiled import kernel

# What `advance` of a kernel returns: why it came back.
BUDGET_SPENT, EXHAUSTED, STACK_FULL, FOUND_FULL = range(4)


def no_dice() -> NDArray[np.uint64]:
    """Return dice for a search that tries everything."""
    return np.zeros(2, np.uint64)


@kernel
def roll(dice: NDArray[np.uint64], sides: int) -> int:
    """Return a random number from 0 to sides - 1 (Marsaglia's xorshift)."""
    x = dice[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    dice[0] = x
    return int(x >> np.uint64(2)) % sides
