"""Checksums of a journal: a CRC of the values of a row, and a hash of the ids of parts in their order.

They detect accidents, such as flipped bits, deleted rows, and values that were edited by hand.  They do not detect
forgery, since anybody who changes a value can compute a new checksum.
"""

import hashlib
import zlib
from collections.abc import Iterable


def checksum(*values: int | float | str | bytes | None) -> int:
    """Return a CRC-32 of the values of a row; it also depends on their types and on their order."""
    total = 0
    for value in values:
        if isinstance(value, str):
            octets = value.encode("utf-8", "surrogatepass")
            total = zlib.crc32(octets, zlib.crc32(b"text %d " % len(octets), total))
        elif isinstance(value, bytes):
            total = zlib.crc32(value, zlib.crc32(b"blob %d " % len(value), total))
        else:
            total = zlib.crc32(b"%a " % value, total)
    return total


def digest(names: Iterable[str]) -> str:
    """Return a hash of the ids of parts, which also depends on their order."""
    return hashlib.sha256(" ".join(names).encode()).hexdigest()
