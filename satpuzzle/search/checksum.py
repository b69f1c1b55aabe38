"""Checksums of what a journal says: a CRC of the values of a row, and a hash of the names of parts in their order.

They find accidents, such as bits that flip on a disk, rows that were deleted, and values that were changed by hand.
They are no signatures: whoever changes a value can compute its checksum as well.
"""

import hashlib
import zlib
from collections.abc import Iterable


def checksum(*values: int | float | str | bytes | None) -> int:
    """Return the CRC-32 of the values of a row, of their types and of their order."""
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
    """Return a hash of the names of parts, in their order."""
    return hashlib.sha256(" ".join(names).encode()).hexdigest()
