"""The decorator of all kernels: compiled on first use, kept in a cache, run without the interpreter's lock.

Numba compiles a kernel, once for each combination of types of its arguments; `entry.py` adds an entry to it that can be
called from outside, and `objects.py` keeps both as object code.  From then on a kernel is loaded and called without
Numba, of which the import alone takes longer than many a search.  Where that is not possible (an argument is of a kind
that is not known here, or a kernel needs something that only Numba has) Numba's own function is called.

A call hands over one number for each array, the address of the array object, from which the entry takes what it wants
to know; numbers are handed over as they are.  Nothing of it is looked at by the kernel but where its types say so:
code is found by the types of all arguments, and an array's type is its element type, its dimensions and its flags.
"""

import contextlib
import ctypes
import functools
import pickle
import struct
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from satpuzzle.engines.settings import disabled

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SCALARS = {bool: "?7x", np.bool_: "?7x", int: "q", np.int64: "q", np.uint64: "Q", float: "d", np.float64: "d"}
_ARRAY = "Q"  # its address
_FLAGS = 0x1 | 0x2 | 0x100 | 0x400  # of an array: contiguous in either order, aligned, writable
# Of an array that is contiguous in both orders, as all are that have one row, only the first counts, as for Numba.
_LAYOUT = {flags: flags & ~0x2 if flags & 0x1 else flags for flags in range(_FLAGS + 1) if flags & ~_FLAGS == 0}
_ERROR = struct.Struct("=Q")  # the first word of what comes back: where Numba's description of an error lies
_DESCRIPTION = struct.Struct("=Qi")  # which begins with where a pickle lies and how long it is
_LOCK = threading.RLock()  # one thread at a time loads or compiles


def kernel(function: _Function, cache: bool = True) -> _Function:
    """Compile a function of arrays and numbers when it is first called, or take its code from the cache.

    Without `cache` it is Numba's function, with all that Numba can do.  Where NUMBA_DISABLE_JIT is set, the function is
    returned as it is.
    """
    if not cache:
        return cast(_Function, import_module("numba").njit(nogil=True)(function))
    if disabled():
        return function
    return cast(_Function, Kernel(cast(FunctionType, function)))


def ready(function: Callable[..., Any], *arguments: Any) -> bool:
    """Tell whether a kernel can be called with such arguments at once, without compiling it first."""
    return isinstance(function, Kernel) and function.ready(arguments)


class Patience:
    """The time that a process interprets what it could compile: about as long as that takes, in all."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    @contextlib.contextmanager
    def lent(self) -> Iterator[float]:
        """Return until when, by `time.perf_counter`; what is not used then is there for another time."""
        began = time.perf_counter()
        try:
            yield began + self.left
        finally:
            self.left -= time.perf_counter() - began


def intrinsic(function: Callable[..., Any]) -> Any:
    """Make Numba's intrinsic of a function when a kernel that calls it is compiled."""
    return _Intrinsic(function)


class later:
    """A module that is imported when something of it is wanted: where nothing is compiled, no compiler is needed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)


class Kernel:
    """A compiled function; it can be called by kernels that Numba compiles as well."""

    def __init__(self, function: FunctionType) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.loaded = self.compiled = 0  # for how many kinds of arguments code was taken from a file, and was made
        self._codes: dict[tuple[Any, ...], Callable[..., Any]] = {}
        self._elements: list[Any] = []  # the element types of arrays in the keys of these

    def __call__(self, *arguments: Any) -> Any:
        """Run it, without the interpreter's lock.  Raises what the function raises."""
        words: list[Any] = []
        kinds: list[Any] = []
        _read(arguments, words, kinds)
        code = self._codes.get(tuple(kinds))
        return (code or self._code(tuple(kinds), arguments))(words, arguments)

    def ready(self, arguments: tuple[Any, ...]) -> bool:
        """Tell whether there is code for such arguments, in memory or in a file."""
        kinds: list[Any] = []
        _read(arguments, [], kinds)
        return self._found(tuple(kinds), arguments) is not None

    def _code(self, kinds: tuple[Any, ...], arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return what runs it for such arguments."""
        with _LOCK:
            if found := self._found(kinds, arguments):
                return found
            if not _known(kinds):
                return functools.partial(_numbas, self)
            place = self._place(arguments)
            with place.alone():
                code = self._kept(place) or self._made(place, arguments)
            return self._remember(kinds, arguments, code)

    def _found(self, kinds: tuple[Any, ...], arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
        """Return what runs it for such arguments, if nothing need be compiled."""
        with _LOCK:
            if kinds not in self._codes and _known(kinds) and (code := self._kept(self._place(arguments))):
                self._remember(kinds, arguments, code)
            return self._codes.get(kinds)

    def _remember(self, kinds: tuple[Any, ...], arguments: tuple[Any, ...], code: Any) -> Callable[..., Any]:
        run = _Native(code, _formats(arguments)).run if code else functools.partial(_numbas, self)
        self._elements += _elements(arguments)
        self._codes[kinds] = run
        return run

    def _place(self, arguments: tuple[Any, ...]) -> Any:
        from satpuzzle.engines import objects

        return objects.Place(self.function, repr(_spelled(arguments)))

    def _kept(self, place: Any) -> Any:
        """Return the code in memory, if it is in a file, else None."""
        code = place.load()
        self.loaded += code is not None
        return code

    def _made(self, place: Any, arguments: tuple[Any, ...]) -> Any:
        """Compile and keep it; return the code in memory, or None where Numba must be asked each time."""
        from satpuzzle.engines import objects
        from satpuzzle.engines.entry import compiled

        self.compiled += 1
        content = compiled(self.bare, arguments)
        if content is None:
            return None
        place.save(content)
        return objects.load(content)

    @functools.cached_property
    def bare(self) -> Any:
        """The function as Numba compiles it, for other kernels; Python must not call it."""
        wanted = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # which take a fifth of the time
        return import_module("numba").njit(nogil=True, **wanted)(self.function)

    @functools.cached_property
    def numbas(self) -> Any:
        """The function as Numba compiles it for Python."""
        return import_module("numba").njit(nogil=True)(self.function)

    @property
    def _numba_type_(self) -> Any:
        return import_module("numba").types.Dispatcher(self.bare)

    def __reduce__(self) -> str:
        return self.function.__qualname__


class _Intrinsic:
    def __init__(self, function: Callable[..., Any]) -> None:
        self.__doc__ = function.__doc__
        self.function = function

    @functools.cached_property
    def _numba_type_(self) -> Any:
        made = import_module("numba.extending").intrinsic(self.function)
        context = import_module("numba.core.registry").cpu_target.typing_context
        context.refresh()
        return context.resolve_value_type(made)


def _known(kinds: tuple[Any, ...]) -> bool:
    """Tell whether an entry can be made for arguments of such types."""
    return None not in kinds and _knows_arrays()


def _numbas(kernel: Kernel, words: list[Any], arguments: tuple[Any, ...]) -> Any:
    return kernel.numbas(*arguments)


class _Native:
    """Code that was loaded, as a function of words."""

    def __init__(self, code: Any, formats: str) -> None:
        self._call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)(code.address)
        self._pack = struct.Struct("=" + formats).pack
        self._result = struct.Struct("=8x" + code.result)
        self._room = max(self._result.size, _ERROR.size)
        self._single = code.single

    def run(self, words: list[Any], arguments: tuple[Any, ...]) -> Any:
        """Run it; `arguments` keeps the arrays alive."""
        out = ctypes.create_string_buffer(self._room)
        if self._call(self._pack(*words), out):
            raise _error(out)
        found = self._result.unpack_from(out)
        return (found[0] if found else None) if self._single else found


def _read(arguments: Any, words: list[Any], kinds: list[Any]) -> None:
    """Append to `words` what is handed over, and to `kinds` what its types are, None if one is not known.

    This is done at each call, so it is short: the type of an array's elements is known by its address.
    """
    for value in arguments:
        kind = type(value)
        if kind is np.ndarray:
            words.append(id(value))
            kinds += (id(value.dtype), value.ndim, _LAYOUT[value.flags.num & _FLAGS])
        elif kind in _SCALARS and (kind is not int or value.bit_length() < 64):
            words.append(value)
            kinds.append(kind)
        elif isinstance(value, tuple):
            kinds += (kind, len(value))
            _read(value, words, kinds)
        else:
            kinds.append(None)


def _spelled(arguments: Any) -> list[Any]:
    """Return the types of arguments as plain data, to be compared with those of another process."""
    spelled: list[Any] = []
    for value in arguments:
        if isinstance(value, np.ndarray):
            spelled.append((value.dtype.descr, value.ndim, _LAYOUT[value.flags.num & _FLAGS]))
        else:
            kind, parts = type(value), _spelled(value) if isinstance(value, tuple) else []
            spelled.append((kind.__module__, kind.__qualname__, parts))
    return spelled


def _formats(arguments: Any) -> str:
    """Return how what is handed over is laid out, a word each."""
    return "".join(
        _formats(value) if isinstance(value, tuple) else _SCALARS.get(type(value), _ARRAY) for value in arguments
    )


def _elements(arguments: Any) -> list[Any]:
    """Return the types of arrays' elements."""
    arrays = [value.dtype for value in arguments if isinstance(value, np.ndarray)]
    return arrays + [kind for value in arguments if isinstance(value, tuple) for kind in _elements(value)]


@functools.cache
def _knows_arrays() -> bool:
    """Tell whether an array object has its fields where the entry looks for them; NumPy has kept them there always."""
    array = np.arange(12)[2:].reshape(2, 5)[:, ::2]
    found = struct.unpack("PiPP", ctypes.string_at(id(array) + object.__basicsize__, struct.calcsize("PiPP")))
    shape, strides = ((ctypes.c_ssize_t * array.ndim).from_address(place) for place in found[2:])
    expected = array.ctypes.data, array.ndim, array.shape, array.strides
    return (*found[:2], tuple(shape), tuple(strides)) == expected


def _error(out: Any) -> BaseException:
    """Return the exception that a kernel has raised, without those arguments of it that were computed."""
    (place,) = _ERROR.unpack_from(out)
    content, length = _DESCRIPTION.unpack(ctypes.string_at(place, _DESCRIPTION.size))
    kind, arguments, *_ = pickle.loads(ctypes.string_at(content, length))
    known = [value for value in arguments or () if not type(value).__module__.startswith("llvmlite.")]
    raised: BaseException = kind(*known)
    return raised
