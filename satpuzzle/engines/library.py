"""The library of kernels: where it is, which of its levels this processor has, and how kernels are called.

Kernels are written in C (`native/kernels/`); `build.py` compiles them.  The library has each of them once for each
level of instructions, and the best level that the processor has is taken.  SATPUZZLE_KERNELS in the environment names
another one: `sse2`, `avx2` or `avx512`, or `none` to do without the library.

If the library is not there, as in a clone that was not installed, or after a change of its sources, it is built when it
is first wanted.  Where that is not possible, `missing` says why: then searches go by `native/interpreted.py`, and what
needs kernels is refused.
"""

import ctypes
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines import build
from satpuzzle.errors import BackendError, PuzzleError

Fields = Mapping[str, NDArray[Any] | int]  # of a structure that a kernel gets, in the order of C

VARIABLE = "SATPUZZLE_KERNELS"
_NONE = "none"
_ANYTHING = ctypes.c_char * 0


class _Library:
    """The library in memory, at one of its levels."""

    def __init__(self, path: Path) -> None:
        self._code = ctypes.CDLL(str(path))
        self._code.satpuzzle_compiler.restype = ctypes.c_char_p
        self.compiler = self._code.satpuzzle_compiler().decode()
        known = list(build.levels())
        here = known[: int(self._code.satpuzzle_level()) + 1]
        self.level = os.environ.get(VARIABLE) or here[-1]
        if self.level not in known:
            raise PuzzleError(f"{VARIABLE}={self.level}: choose from {', '.join((*known, _NONE))}")
        if self.level not in here:
            raise PuzzleError(f"{VARIABLE}={self.level}: this processor has {', '.join(here)}")

    def function(self, name: str, arguments: int) -> Callable[..., int]:
        """Return a kernel, which takes so many pointers and numbers, and runs without the interpreter's lock."""
        found: Any = self._code[f"{name}_{self.level}"]
        found.restype = ctypes.c_int64
        found.argtypes = [ctypes.c_int64] * arguments
        return found  # type: ignore[no-any-return]


@cache
def _found() -> _Library | str:
    """Return the library, or why there is none."""
    if os.environ.get(VARIABLE) == _NONE:
        return f"{VARIABLE}={_NONE}"
    try:
        path = build.place()
        return _Library(path if path.exists() else build.build())
    except (OSError, build.BuildError) as error:
        return str(error)


def missing() -> str | None:
    """Return why there are no kernels, or None if there are."""
    found = _found()
    return found if isinstance(found, str) else None


def described() -> str:
    """Return one line with the instructions and the compiler of the kernels, or the reason why there are none."""
    found = _found()
    return f"none ({found})" if isinstance(found, str) else f"{found.level}, compiled by {found.compiler}"


@cache
def kernel(name: str, arguments: int = 1) -> Callable[..., int]:
    """Return a kernel that takes so many words.  Raises BackendError where there is no library."""
    found = _found()
    if isinstance(found, str):
        raise BackendError(f"the compiled kernels are missing: {found}")
    return found.function(name, arguments)


def address(array: NDArray[Any]) -> int:
    """Return where an array begins that a kernel gets; it must lie in memory as C has it."""
    assert array.flags.c_contiguous
    if array.flags.writeable:
        return ctypes.addressof(_ANYTHING.from_buffer(array.data))  # a tenth of the time that `array.ctypes` takes
    return int(array.ctypes.data)


class Call:
    """A kernel and the structure that it gets: a word for each array and each number, in the order of its fields in C.

    What a kernel gets is kept alive here.
    """

    def __init__(self, name: str, fields: Fields) -> None:
        self._kernel = kernel(name)
        self._place = {field: place for place, field in enumerate(fields)}
        self._words = (ctypes.c_int64 * len(fields))()
        self._at = ctypes.addressof(self._words)
        self._arrays: dict[str, NDArray[Any]] = {}
        for field, value in fields.items():
            if isinstance(value, int):
                self[field] = value
            else:
                self.hand_over(field, value)

    def hand_over(self, field: str, array: NDArray[Any]) -> None:
        """Replace an array that the kernel uses."""
        if self._arrays.get(field) is not array:
            self._arrays[field] = array
            self._words[self._place[field]] = address(array)

    def __setitem__(self, field: str, number: int) -> None:
        self._words[self._place[field]] = number

    def __getitem__(self, field: str) -> int:
        return self._words[self._place[field]]

    def __call__(self) -> int:
        """Run the kernel; return what it returns."""
        return self._kernel(self._at)


def empty(*shape: int) -> NDArray[np.uint64]:
    """Return room for words that a kernel works with."""
    return np.empty(shape, np.uint64)
