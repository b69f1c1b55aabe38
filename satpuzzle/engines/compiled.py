"""The decorator of all kernels: compiled on first use, kept in a cache, run without the interpreter's lock.

The cache lies where Numba would put it, but its files are ours.  Numba keeps an index of each kernel beside the code;
an index or code that was damaged by a power cut or a full disk makes every later run fail, and when two processes
compile at once, one's code can end up under the other's signature.  Here each signature of a kernel has a file of its
own, which says what it was made from and begins with its hash.  A file that cannot be read, is damaged, or was made
from something else counts as missing: the kernel is compiled and the file replaced, if it can be written.

What this relies on in Numba, from numba/core/caching.py and dispatcher.py of 0.60 to 0.68: a dispatcher asks its
`_cache` for code; a `FunctionCache` keeps it by `load` and `save` of its `_cache_file`, and its `_impl` knows where;
the key begins with signature and processor.  engines/native/blocks.py relies on the builder of llvmlite.  So
pyproject.toml caps both.  Before a cap is raised, run the tests of kernels and read these two files again.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import uuid
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])
_HASH = hashlib.sha256().digest_size


def kernel(function: _Kernel, cache: bool = True) -> _Kernel:
    """Compile a function of arrays and numbers when it is first called, or take its code from the cache.

    Raises ImportError if this Numba keeps compiled code in another way than those that we know.
    """
    compiled = numba.njit(nogil=True)(function)
    if not cache or isinstance(compiled, FunctionType):  # NUMBA_DISABLE_JIT returns the function as it is
        return cast(_Kernel, compiled)
    with contextlib.suppress(RuntimeError, OSError):  # no folder that can be written, neither here nor at home
        files = _Cache(function)
        _insist(compiled, "_cache")
        compiled._cache = files
    return cast(_Kernel, compiled)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a kernel with other files; whatever goes wrong with them, the kernel is compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        _insist(self, "_cache_file")
        origin = numba.__version__, self._impl.locator.get_source_stamp(), _sources()
        self._cache_file = _Files(Path(self._cache_path), self._impl.filename_base, origin)

    def load_overload(self, *arguments: Any) -> Any:
        """Return the code that is kept for a signature, or None."""
        with contextlib.suppress(Exception):  # damage can raise anything
            return super().load_overload(*arguments)
        return None

    def save_overload(self, *arguments: Any) -> None:
        """Keep code, if that is possible."""
        with contextlib.suppress(Exception):
            super().save_overload(*arguments)


class _Files:
    """One file for each signature and processor; `origin` is what the code was made from besides."""

    def __init__(self, folder: Path, name: str, origin: tuple[Any, ...]) -> None:
        self.folder = folder
        self.name = name
        self.origin = origin

    def load(self, key: tuple[Any, ...]) -> Any:
        """Return what was saved, None if there is nothing; raises whatever a damaged file leads to."""
        content = self._path(key).read_bytes()
        if hashlib.sha256(content[_HASH:]).digest() != content[:_HASH]:
            return None
        origin, saved = pickle.loads(content[_HASH:])
        return pickle.loads(saved) if origin == (*self.origin, key) else None

    def save(self, key: tuple[Any, ...], data: Any) -> None:
        """Replace what was saved, all at once; raises OSError if that is not possible."""
        content = dumps(((*self.origin, key), dumps(data)))
        path = self._path(key)
        written = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
        try:
            written.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(written, path)
        finally:
            written.unlink(missing_ok=True)

    def _path(self, key: tuple[Any, ...]) -> Path:
        return self.folder / f"{self.name}.{hashlib.sha256(repr(key[:2]).encode()).hexdigest()[:16]}.nbc"


def _insist(thing: object, attribute: str) -> None:
    """Raise ImportError unless Numba has what we replace, since otherwise stale code might be run."""
    if not hasattr(thing, attribute):
        raise ImportError(
            f"numba {numba.__version__} cannot be used: its {type(thing).__name__} has no {attribute};"
            " install a version that satpuzzle's requirements allow",
            name="numba",
        )


@functools.cache
def _sources() -> str:
    """Return the hash of all files that a kernel may have code of; Numba itself looks only at the kernel's own."""
    folder = Path(__file__).parent
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        content = path.read_bytes()
        total.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()
