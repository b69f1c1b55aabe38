"""The structures that kernels take, read from their C sources: a kernel's argument has one word for each field."""

import re
from functools import cache

from satpuzzle.engines import build

_OF = {"record": "mrv", "rehash": "memo", "apart": "motion"}  # kernels that take the structure of another one
_BYTES = {"i64": 8, "u64": 8, "double": 8, "i32": 4, "u32": 4, "int32_t": 4, "i16": 2, "u8": 1, "uint8_t": 1}


def fields(kernel: str) -> tuple[str, ...]:
    """Return the names of the fields of a kernel's structure, in their order."""
    return tuple(field for _, field in _typed(kernel))


def widths(kernel: str) -> dict[str, int]:
    """Return how many bytes the numbers have to which fields of a kernel's structure point, by field.

    Left out are fields that point to structures of numbers of several widths.
    """
    found = {field: _widths(of) for of, field in _typed(kernel) if of}
    return {field: next(iter(each)) for field, each in found.items() if len(each) == 1}


@cache
def _widths(of: str) -> frozenset[int]:
    """Return how many bytes the numbers of a type in C have, a number's or a structure's."""
    if of in _BYTES:
        return frozenset([_BYTES[of]])
    content = re.search(r"typedef struct \{([^{}]*)\} " + of + ";", _text("*.[ch]"))
    members = re.findall(r"^\s*(\w+) [^;]+;", content[1], flags=re.MULTILINE) if content else []
    return frozenset[int]().union(*map(_widths, members))


@cache
def _typed(kernel: str) -> list[tuple[str, str]]:
    """Return the fields of a kernel's structure in their order, each with what it points to, "" for a number."""
    name = _OF.get(kernel, kernel)
    content = re.search(r"typedef struct \{([^{}]*)\} " + name.capitalize(), _text(f"{name}.[ch]"))
    assert content is not None, name
    found = re.findall(r"POINTER\((\w+), (\w+)\)|[iu]64 ([^;]+);", content[1])
    return [(of, field) for of, pointer, numbers in found for field in re.findall(r"\w+", pointer + numbers)]


@cache
def _text(files: str) -> str:
    """Return these sources without comments."""
    text = "".join(path.read_text(encoding="utf-8") for path in build.sources(files))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
