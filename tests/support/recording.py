"""Calls of kernels, written down so that they can be run elsewhere, by `replay.c`."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from satpuzzle.engines import library

DRIVER = Path(__file__).with_name("replay.c")
KERNELS = re.findall(r"DO\((\w+)\)", DRIVER.read_text(encoding="utf-8").partition("#define DECLARED")[0])
_NUMBER, _SHARED = -1, -2
# What a kernel leaves behind its lists depends on how many lanes it has, and a batch has addresses.
_SCRATCH = {"stack", "scratch", "fit", "codes", "image", "batch"}
_EACH, _MOST = 200, 1 << 24  # calls of a kernel that are kept, and bytes of all of them, about


@dataclass(frozen=True)
class Shared:
    """An array that another field has already."""

    field: int


Fields = dict[str, int | bytes | Shared]


@dataclass(frozen=True)
class Recorded:
    """A call: what the kernel got, what it returned, and what it has made of it."""

    kernel: str
    before: Fields
    outcome: int
    after: Fields


@dataclass
class Recording:
    """Calls, in their order."""

    calls: list[Recorded] = field(default_factory=list)
    many: Counter[str] = field(default_factory=Counter)
    size: Counter[str] = field(default_factory=Counter)  # in bytes

    def write(self, path: Path) -> None:
        """Write what the kernels got, for the driver."""
        with path.open("wb") as file:
            for call in self.calls:
                file.write(_words(KERNELS.index(call.kernel), len(call.before)))
                for value in call.before.values():
                    if isinstance(value, int):
                        file.write(_words(_NUMBER, value))
                    elif isinstance(value, Shared):
                        file.write(_words(_SHARED, value.field))
                    else:
                        file.write(_words(len(value)) + value + bytes(-len(value) % 8))

    def compare(self, path: Path) -> None:
        """Hold what the driver wrote against what happened here."""
        content, at = memoryview(path.read_bytes()), 0

        def number() -> int:
            nonlocal at
            at += 8
            return int.from_bytes(content[at - 8 : at], "little", signed=True)

        for call in self.calls:
            assert number() == call.outcome, call.kernel
            for name, value in call.after.items():
                if isinstance(value, int):
                    assert number() == value, (call.kernel, name)
                elif isinstance(value, bytes):
                    assert name in _SCRATCH or content[at : at + len(value)] == value, (call.kernel, name)
                    at += len(value) + -len(value) % 8
        assert at == len(content)


@contextmanager
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recording]:
    """Record the calls that are made meanwhile."""
    recording = Recording()
    begin, run = library.Call.__init__, library.Call.__call__

    def named(self: library.Call, name: str, fields: library.Fields) -> None:
        begin(self, name, fields)
        self.name = name  # type: ignore[attr-defined]

    def watched(self: library.Call) -> int:
        kernel: str = self.name  # type: ignore[attr-defined]
        size = sum(array.nbytes for array in self._arrays.values())
        kept = recording.many[kernel] < _EACH and recording.size[kernel] + size < _MOST
        before = _fields(self) if kept else {}
        outcome = run(self)
        if kept:
            recording.many[kernel] += 1
            recording.size[kernel] += size
            recording.calls.append(Recorded(kernel, before, outcome, _fields(self)))
        return outcome

    with monkeypatch.context() as patched:
        patched.setattr(library.Call, "__init__", named)
        patched.setattr(library.Call, "__call__", watched)
        yield recording


def _fields(call: library.Call) -> Fields:
    found: Fields = {}
    where: dict[int, int] = {}  # the first field of each address
    for name, place in call._place.items():
        array = call._arrays.get(name)
        if array is None:
            found[name] = call[name]
        elif (first := where.setdefault(call[name], place)) != place:
            found[name] = Shared(first)
        else:
            found[name] = array.tobytes()
    return found


def _words(*numbers: int) -> bytes:
    return np.array(numbers, np.int64).tobytes()
