"""Random numbers whose sums tell sets of items apart (Zobrist 1970).

They come from Python's own generator: importing NumPy's takes longer than many a search, and a Ctrl-C is lost in it.
"""

import random
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=16)
def numbers(count: int, bits: int) -> NDArray[np.uint64]:
    """Return so many numbers of up to so many bits, the same each time."""
    dice = random.Random(1)
    found = np.array([dice.getrandbits(bits) for _ in range(count)], dtype=np.uint64)
    found.setflags(write=False)
    return found
