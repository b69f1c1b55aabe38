"""Conversion between rows of truth values and rows of 64-bit words: bit i of a row is bit i % 64 of word i // 64."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_ENTRIES = 1 << 18  # words that are looked at between two checks of the clock
_NARROW = 4  # words of a row up to which all bits are looked at, since few words are 0


def to_words(table: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    """Return each row of truth values as `words` words, padded with zeros."""
    if table.shape[1] < 64 * words:  # packing full rows in one call is four times as fast as packing row by row
        short, table = table, np.zeros((len(table), 64 * words), np.bool_)
        table[:, : short.shape[1]] = short
    octets = np.packbits(table.reshape(-1), bitorder="little")
    return octets.view("<u8").astype(np.uint64, copy=False).reshape(len(table), words)


def from_words(rows: NDArray[np.uint64], count: int) -> NDArray[np.bool_]:
    """Return the first `count` bits of each row as truth values."""
    octets: NDArray[Any] = np.ascontiguousarray(rows.astype("<u8", copy=False)).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=count, bitorder="little").view(np.bool_)


def ones(rows: NDArray[np.uint64], count: int, clock: Clock = UNLIMITED) -> tuple[Ints, Ints]:
    """Return the row and the column of each bit that is 1 among the first `count` bits, row by row.

    This takes far less memory and time than `from_words` if few bits are.  Raises Stopped if the clock stops.
    """
    found, words = [np.zeros((2, 0), np.int64)], rows.shape[1]
    if count > 0 and words <= _NARROW and rows.size <= _ENTRIES:
        place = wide(from_words(rows, count).reshape(-1).nonzero()[0])
        row = place // count
        return row, place - count * row
    for some in clock.slices(len(rows), _ENTRIES // max(1, words)):
        every = rows[some].reshape(-1)  # `flatnonzero` takes a third of the time of `nonzero` for a table
        here = wide(np.flatnonzero(every))
        place = np.flatnonzero(from_words(every[here][:, None], 64))
        word = here[place // 64]
        row = word // words
        found.append(np.stack([some.start + row, 64 * (word - words * row) + place % 64]))
    row, column = np.concatenate(found, axis=1)
    inside = column < count
    return (row, column) if inside.all() else (row[inside], column[inside])


def windows(table: NDArray[np.bool_], start: NDArray[np.intp], beyond: int = 0) -> NDArray[np.uint64]:
    """Return for each row and each of its starts the word with the 64 truth values from this column on.

    `start` has the shape (rows, starts), or (1, starts) for the same columns in all rows; columns past the end have the
    value `beyond`.
    """
    columns = table.shape[1]
    words = max(columns, int(start.max(initial=0))) // 64 + 2
    bits = to_words(table, words)
    if beyond:
        bits |= to_words(np.arange(64 * words)[None] >= columns, words)
    flat, first = bits.ravel(), np.arange(0, bits.size, words)[:, None] + start // 64
    shift = (start % 64).astype(np.uint64)
    following = flat[first + 1] << np.uint64(1) << (np.uint64(63) - shift)
    found: NDArray[np.uint64] = flat[first] >> shift | following
    return found


def rows_of(numbers: Iterable[int], words: int) -> Words:
    """Return numbers as rows of so many words."""
    octets = b"".join(number.to_bytes(8 * words, "little") for number in numbers)
    return np.frombuffer(octets, "<u8").astype(np.uint64).reshape(-1, words)


def numbers_of(rows: Words) -> list[int]:
    """Return rows of words as numbers."""
    each = 8 * rows.shape[1]
    octets = rows.astype("<u8", copy=False).tobytes()
    return [int.from_bytes(octets[at : at + each], "little") for at in range(0, len(octets), each)]


def shifted(rows: Words, by: int) -> Words:
    """Return rows of words whose bits are at places higher by this number, or lower if it is negative."""
    words, (whole, part), found = rows.shape[1], divmod(by, 64), np.zeros_like(rows)
    for word in range(words):
        if 0 <= word - whole < words:
            found[:, word] = rows[:, word - whole] << np.uint64(part)
        if 0 < word - whole <= words and part:
            found[:, word] |= rows[:, word - whole - 1] >> np.uint64(64 - part)
    return found


def keys(rows: Words) -> NDArray[Any]:
    """Return one value for each row of words, in some order that is the same for all rows of as many words."""
    return rows[:, 0] if rows.shape[1] == 1 else np.ascontiguousarray(rows).view(f"V{8 * rows.shape[1]}")[:, 0]


def in_order(rows: Words) -> Words:
    """Return rows of words in the order of their keys."""
    return np.sort(keys(rows)).view(np.uint64).reshape(rows.shape)


def places(number: int) -> Iterator[int]:
    """Yield the positions of the set bits of a number, ascending."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1
