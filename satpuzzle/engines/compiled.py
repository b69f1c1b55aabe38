"""The decorator of all kernels: compiled on first use, kept in a cache, run without the interpreter's lock."""

import contextlib
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])


def kernel(function: _Kernel, cache: bool = True) -> _Kernel:
    """Compile a function of arrays and numbers."""
    try:
        compiled = njit(cache=cache, nogil=True)(function)
    except RuntimeError:  # no folder that can be written, neither here nor in the user's home
        return cast(_Kernel, njit(nogil=True)(function))
    # Numba compiles a function anew when its own file has changed, but it has the code of others in it.
    with contextlib.suppress(AttributeError):  # not compiled at all, or another Numba
        file = compiled._cache._cache_file
        file._source_stamp = (file._source_stamp, _stamp())
    return cast(_Kernel, compiled)


@functools.cache
def _stamp() -> tuple[tuple[str, int, int], ...]:
    """Return name, time and size of each file that a kernel may have code of."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return tuple((file.name, (stat := file.stat()).st_mtime_ns, stat.st_size) for file in files)
