"""Converts tables of integers to compressed bytes for a journal, and back; the bytes are the same on every machine."""

import zlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine

_SHARE = 16  # a table may unpack to this share of the memory: its numbers take eight bytes then, not two
_LEVEL = 1  # level of compression; higher ones take much longer and save little


def pack(table: NDArray[np.int64]) -> bytes:
    """Return a table of integers >= -1 as compressed bytes; a number takes two bytes before compression, or four."""
    kind = np.dtype("<u2" if table.max(initial=0) < np.iinfo(np.uint16).max else "<u4")
    return bytes([kind.itemsize]) + zlib.compress(np.ascontiguousarray(table).astype(kind).tobytes(), _LEVEL)


def unpack(octets: bytes, width: int) -> NDArray[np.int64]:
    """Return the table with `width` columns that `pack` converted to these bytes.

    Raises ValueError for other bytes.
    """
    kind = np.dtype({2: "<u2", 4: "<u4"}.get(octets[0] if octets else 0, "V1"))
    if kind.kind == "V":
        raise ValueError("no table of numbers")
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(octets[1:], machine.total() // _SHARE)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof:
        raise ValueError("too large for the memory" if unpacker.unconsumed_tail else "its end is missing")
    flat = np.frombuffer(content, kind)
    table = flat.reshape(-1, width).astype(np.int64)
    table[table == np.iinfo(kind).max] = -1
    return table


def numbers(octets: bytes) -> tuple[int, ...]:
    """Return the numbers that `packed` converted to these bytes.  Raises ValueError for other bytes."""
    return tuple(unpack(octets, 1)[:, 0].tolist())


def packed(values: Iterable[int]) -> bytes:
    """Return a sequence of integers >= -1 as compressed bytes."""
    return pack(np.array([*values], dtype=np.int64))
