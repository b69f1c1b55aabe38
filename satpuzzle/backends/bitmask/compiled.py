"""The decorator of all kernels: compiled on first use, kept in a cache, run without the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])


def kernel(function: _Kernel, cache: bool = True) -> _Kernel:
    """Compile a function of arrays and numbers."""
    try:
        return cast(_Kernel, njit(cache=cache, nogil=True)(function))
    except RuntimeError:  # no folder that can be written, neither here nor in the user's home
        return cast(_Kernel, njit(nogil=True)(function))
