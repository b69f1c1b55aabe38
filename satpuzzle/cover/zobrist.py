"""Random numbers for Zobrist hashing: a set of items is identified by the sum of its items' numbers.

Albert L. Zobrist, A New Hashing Method with Application for Game Playing, 1970.

Python's generator is used, because importing NumPy's takes longer than many searches and can swallow a Ctrl-C.
"""

import random
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=16)
def numbers(count: int, bits: int) -> NDArray[np.uint64]:
    """Return `count` pseudorandom numbers of `bits` bits, the same in every call and every process."""
    dice = random.Random(1)
    found = np.array([dice.getrandbits(bits) for _ in range(count)], dtype=np.uint64)
    found.setflags(write=False)
    return found
