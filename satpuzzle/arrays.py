"""NumPy's functions where an address has 32 bits, as in a browser.

There NumPy's own integers, such as those of `arange`, `flatnonzero` and `argsort`, have 32 bits, too.  They choose
entries well enough, but kernels take numbers of 64 bits, and products, shifts and keys of bytes must not depend on the
machine.  And a few functions refuse wider indices.  Elsewhere none of these functions copies an array.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def wide(numbers: ArrayLike) -> NDArray[np.int64]:
    """Return numbers as those of 64 bits, the same array if it has such."""
    return np.asarray(numbers).astype(np.int64, copy=False)


def index(numbers: NDArray[Any]) -> NDArray[np.intp]:
    """Return numbers as indices for `reduceat`, the same array if they are such."""
    return numbers.astype(np.intp, copy=False)


def bincount(numbers: NDArray[Any], minlength: int = 0) -> NDArray[np.int64]:
    """Return how often each number occurs, from 0 on, as `numpy.bincount` does."""
    return wide(np.bincount(index(numbers), minlength=minlength))


def repeat(values: ArrayLike, times: NDArray[Any]) -> NDArray[Any]:
    """Return each value as often as `times` says, as `numpy.repeat` does."""
    return np.repeat(np.asarray(values), index(times))
