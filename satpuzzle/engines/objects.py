"""Object code of kernels: where it is kept, and how it is loaded, by llvmlite alone.

Each kernel has a file for each combination of types, each processor and each Python.  It begins with the hash of the
rest and says what the code was made from: versions and sources.  A file that cannot be read, is damaged, or was made
from something else counts as missing; it is replaced if it can be written.  Files lie where NUMBA_CACHE_DIR says, or
in __pycache__ beside the kernel's module, or, where that cannot be written, in a cache of the user's.
"""

import contextlib
import functools
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import llvmlite
import numpy as np
from llvmlite import binding

from satpuzzle import data
from satpuzzle.engines import processor
from satpuzzle.engines.settings import settings

ENTRY = "satpuzzle_entry"  # the name of the function that is called
_LOCK = "satpuzzle.lock"  # of this file a byte is locked for each kernel that is made
_HASH = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Content:
    """What is kept of a kernel: what the entry hands back (see `struct`), whether in a tuple, and object files."""

    result: str
    single: bool
    objects: tuple[bytes, ...]


@dataclass(frozen=True)
class Code:
    """Code in memory."""

    address: int
    result: str
    single: bool


class Place:
    """Where the code of a kernel for some kinds of arguments is kept, and what it is made from."""

    def __init__(self, function: Any, kinds: str) -> None:
        code, source = function.__code__, Path(function.__code__.co_filename)
        name = re.sub(r"\W", "_", f"{function.__qualname__}_{code.co_firstlineno}")
        digest = _digest(kinds, *processor.here(), *settings(), sys.implementation.cache_tag)
        self._name = f"{source.stem}.{name}.{digest[:16]}.kernel"
        self._source: Path | None = source
        self._origin: list[Any] = [kinds, name, *_versions(), *map(list, settings()), *processor.here(), _sources()]
        self._origin.append(_digest(code.co_code, code.co_names))  # of several functions in one line
        try:
            self._origin.append(_content(source))
        except OSError:  # written in a notebook, say: nobody could tell when it is another
            self._source = None
        if function.__closure__:  # nobody can tell what is in there
            self._source = None

    def load(self) -> Code | None:
        """Return the code in memory, None if it is not there."""
        for folder in self._folders():
            with contextlib.suppress(Exception):  # damage can raise anything
                if (found := self._read(folder / self._name)) is not None:
                    return load(found)
        return None

    def _read(self, path: Path) -> Content | None:
        content = path.read_bytes()
        if hashlib.sha256(content[_HASH:]).digest() != content[:_HASH]:
            return None
        text, _, rest = content[_HASH:].partition(b"\n")
        told = json.loads(text)
        if told.pop("origin") != self._origin:
            return None
        objects = []
        for length in told.pop("lengths"):
            objects.append(rest[:length])
            rest = rest[length:]
        return Content(objects=tuple(objects), **told)

    def save(self, content: Content) -> None:
        """Replace what is kept, all at once, in the first folder that can be written; if there is none, do nothing."""
        told = asdict(content)
        objects = told.pop("objects")
        told |= {"origin": self._origin, "lengths": [len(code) for code in objects]}
        whole = json.dumps(told).encode() + b"\n" + b"".join(objects)
        for folder in self._folders():
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                data.write(folder / self._name, hashlib.sha256(whole).digest() + whole)
                return

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until no other process makes this code, where the system can tell; that ends with the process."""
        with contextlib.ExitStack() as held:
            with contextlib.suppress(ImportError, OSError, StopIteration):  # Windows, file systems without locks
                import fcntl

                folder = next(self._folders())
                folder.mkdir(parents=True, exist_ok=True)
                lock = held.enter_context((folder / _LOCK).open("ab"))
                fcntl.lockf(lock, fcntl.LOCK_EX, 1, int(_digest(self._name)[:8], 16))
            yield

    def _folders(self) -> Iterator[Path]:
        if self._source is None:
            return
        beside = self._source.parent
        apart = _digest(str(beside))[:16]
        if asked := os.environ.get("NUMBA_CACHE_DIR"):
            yield Path(asked, f"{beside.name}_{apart}")
            return
        yield beside / "__pycache__"
        with contextlib.suppress(RuntimeError):  # nobody is at home
            home = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME") or Path.home() / ".cache"
            yield Path(home, "satpuzzle", f"{beside.name}_{apart}")


def load(content: Content) -> Code:
    """Load code into memory, where it stays until the process ends: a thread may still be in it then."""
    engine = _engine()
    for code in content.objects:
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(ENTRY)
    engine.detach()
    return Code(address, content.result, content.single)


def target_machine() -> Any:
    """Return what makes object code of an entry; it need not know the processor."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(codemodel="jitdefault", jit=True)


def _engine() -> Any:
    return binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@functools.cache
def _versions() -> tuple[str, ...]:
    return sys.version, np.__version__, llvmlite.__version__, version("numba")


@functools.cache
def _sources() -> str:
    """Return the hash of all files that a kernel may have code of besides its own."""
    folder = Path(__file__).parent
    return _digest(*((path.relative_to(folder).as_posix(), _content(path)) for path in sorted(folder.rglob("*.py"))))


def _content(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
