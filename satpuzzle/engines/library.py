"""The library of kernels: loads it, selects an instruction set of the processor, and calls kernels.

Kernels are written in C (`native/kernels/`); `build.py` compiles them.  The library has each kernel once for each of
several instruction sets (*levels*), and the best one that the processor supports is used.  The environment variable
SATPUZZLE_KERNELS selects another one, `sse2`, `avx2` or `avx512`, or `none` to use no library.

If the library does not exist, as in a clone that was not installed or after a change of its sources, it is built when
it is first needed; so is a level that SATPUZZLE_KERNELS selects.  If that is not possible, `missing` says why; then
`native/interpreted.py` does the searches, and everything that needs kernels raises an error.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.engines import build, structure
from satpuzzle.engines.build import NONE, VARIABLE
from satpuzzle.errors import BackendError, PuzzleError

Fields = Mapping[str, NDArray[Any] | int]  # fields of a kernel's structure; those that are left out are 0

_ANYTHING = ctypes.c_char * 0
_NARROW = np.dtype(np.intp).itemsize < 8  # NumPy's own integers are narrower than those of kernels: see `arrays.py`


class _Library:
    """The loaded library.

    `levels` are the instruction sets for which it has kernels and the processor has instructions, `best` is that of the
    processor, and `level`, such as `avx2`, is used.
    """

    def __init__(self, path: Path) -> None:
        self._code = ctypes.CDLL(str(path))
        self._code.satpuzzle_compiler.restype = ctypes.c_char_p
        self.compiler = self._code.satpuzzle_compiler().decode()
        self._code.satpuzzle_level.restype = ctypes.c_int64
        known = list(build.levels())
        here = known[: int(self._code.satpuzzle_level()) + 1]
        self.levels = [level for level in here if level in _compiled(path)]
        self.best = here[-1]
        self.level = os.environ.get(VARIABLE) or self.levels[-1]
        if self.level not in known:
            raise PuzzleError(f"{VARIABLE}={self.level}: choose from {', '.join((*known, NONE))}")
        if self.level not in here:
            raise PuzzleError(f"{VARIABLE}={self.level}: this processor has {', '.join(here)}")

    def function(self, name: str) -> Callable[[int], int]:
        """Return the kernel with this name; its argument is the address of its structure.

        A call of the kernel releases the interpreter's lock.
        """
        found: Any = self._code[f"{name}_{self.level}"]
        found.restype = ctypes.c_int64
        found.argtypes = [ctypes.c_void_p]
        return found  # type: ignore[no-any-return]


@cache
def _found() -> _Library | str:
    """Return the library, or the reason why there is none."""
    if os.environ.get(VARIABLE) == NONE:
        return f"{VARIABLE}={NONE}"
    try:
        path = build.place() if build.place().exists() else build.build()
        wanted = os.environ.get(VARIABLE)
        if wanted in build.levels() and wanted not in (there := _compiled(path)):
            build.build(levels=[*there, wanted])
        return _Library(path)
    except (OSError, build.BuildError) as error:
        return str(error)


def _compiled(path: Path) -> list[str]:
    """Return the levels for which a library has kernels; it is not loaded, since it may be replaced."""
    content = path.read_bytes()
    return [level for level in build.levels() if f"layout_{level}\0".encode() in content]


def missing() -> str | None:
    """Return the reason why there are no kernels, or None if there are."""
    found = _found()
    return found if isinstance(found, str) else None


def level() -> str | None:
    """Return the instruction set of the kernels in use, None without kernels."""
    found = _found()
    return None if isinstance(found, str) else found.level


def described() -> str:
    """Return one line with the kernels' instruction set and compiler, or the reason why there are no kernels."""
    found = _found()
    if isinstance(found, str):
        return f"none ({found})"
    levels = f" of {', '.join(found.levels)}" if len(found.levels) > 1 else ""
    return f"{found.level}{levels}, compiled by {found.compiler}"


def advice() -> str | None:
    """Return how to get kernels that this processor could use and the library lacks; None if it was said before.

    A library that was compiled on another machine may lack them.
    """
    found = _found() if _found.cache_info().currsize else ""
    said = build.SOURCES / "building.advice"
    if isinstance(found, str) or found.best in found.levels or said.exists():
        return None
    with contextlib.suppress(OSError):
        said.touch()
    return f"this processor has {found.best}, kernels use {found.level}: {sys.executable} {build.__file__} adds it"


@cache
def kernel(name: str) -> Callable[[int], int]:
    """Return the kernel with this name, which takes the address of its structure.

    Raises BackendError if there is no library.
    """
    found = _found()
    if isinstance(found, str):
        raise BackendError(f"the compiled kernels are missing: {found}")
    return found.function(name)


def address(array: NDArray[Any]) -> int:
    """Return the memory address of an array, for a kernel; the array must be C-contiguous."""
    assert array.flags.c_contiguous
    if array.flags.writeable:
        return ctypes.addressof(_ANYTHING.from_buffer(array.data))  # a tenth of the time that `array.ctypes` takes
    return int(array.ctypes.data)


@cache
def _places(name: str) -> Mapping[str, int]:
    return {field: place for place, field in enumerate(structure.fields(name))}


@cache
def _widths(name: str) -> Mapping[str, int]:
    return structure.widths(name)


class Call:
    """A kernel with its argument: a structure with one word for each array or number (`structure.py`).

    The call keeps references to the arrays, so that they stay in memory.  Where NumPy's integers are narrow, it checks
    that the arrays' numbers are as wide as the kernel's.
    """

    def __init__(self, name: str, fields: Fields) -> None:
        self._kernel = kernel(name)
        self._place, self._wide = _places(name), _widths(name) if _NARROW else {}
        self._arrays = dict[str, NDArray[Any]]()
        self._words = (ctypes.c_int64 * len(self._place))()
        for field, value in fields.items():
            if isinstance(value, int):
                self._words[self._place[field]] = value
            else:
                self.hand_over(field, value)
        self._at = ctypes.addressof(self._words)

    def hand_over(self, field: str, array: NDArray[Any]) -> None:
        """Set a field of the structure to the address of an array."""
        if self._arrays.get(field) is not array:
            wanted = None if array.dtype.names else self._wide.get(field)  # NumPy lays out structures as C does
            assert wanted in (None, array.itemsize), (field, array.dtype)
            self._arrays[field] = array
            self._words[self._place[field]] = address(array)

    def __setitem__(self, field: str, number: int) -> None:
        self._words[self._place[field]] = number

    def __getitem__(self, field: str) -> int:
        return self._words[self._place[field]]

    def __call__(self) -> int:
        """Run the kernel; return its result."""
        return self._kernel(self._at)


def empty(*shape: int) -> NDArray[np.uint64]:
    """Return an uninitialised array of 64-bit words, as working memory for a kernel."""
    return np.empty(shape, np.uint64)
