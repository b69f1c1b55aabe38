"""A sweep whose states need not fit into memory: those at a cell may lie in a file.

A step fills a table in memory.  Whenever the table is full, its states are written to a file as *runs*, sorted by
their hash, and it is empty again.  At the end of the step the runs are merged: states of equal hash are read from all
of them, added up in a table and written anew.  So only the states of some hashes must fit into memory.

The file has no name, so nothing of it is left whatever ends the program.
"""

import tempfile
import weakref
from collections.abc import Callable, Iterator
from shutil import disk_usage

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Words
from satpuzzle.engines.frontier.steps import Step
from satpuzzle.engines.frontier.table import NOTHING, Sweep, Table, still
from satpuzzle.errors import WideError

_HASHES = 256
_SHARE = 4  # a table that is filled takes a quarter of the memory: there are two, and a copy with one more limb
_RUN = 1 << 18  # entries that are sorted together, and written between two checks of the clock
_MIXING = np.array([0x94D049BB133111EB, 0xD6E8FEB86659FD93], np.uint64)  # others than the table's


class Runs:
    """States with their counts in a temporary file of at most `most` bytes."""

    def __init__(self, words: int, most: int, clock: Clock) -> None:
        self._words, self._most, self._clock = words, most, clock
        self._file = tempfile.TemporaryFile(prefix="satpuzzle-")  # noqa: SIM115 (closed with the runs)
        weakref.finalize(self, self._file.close)
        self._limbs, self._end = 1, 0
        self._runs: list[tuple[int, NDArray[np.int64]]] = []  # the words of an entry, and where each hash begins

    @property
    def empty(self) -> Table:
        """A table of one entry, which is not in use, as wide as the widest that were added."""
        return Table(np.zeros((1, self._words + self._limbs), np.uint64), self._words)

    def add(self, entries: Words) -> None:
        """Write the entries of a table that are in use; raises OSError, and Stopped."""
        width = entries.shape[1]
        self._limbs = max(self._limbs, width - self._words)
        for some in self._clock.slices(len(entries), _RUN):
            used = entries[some]
            used = used[used[:, self._words - 1] > 0]
            mixed = (used[:, : self._words] * _MIXING[: self._words]).sum(axis=1, dtype=np.uint64)
            hashes = (mixed >> np.uint64(56)).astype(np.uint8)
            begin = bincount(hashes, minlength=_HASHES).cumsum()
            self._runs.append((width, self._end + 8 * width * np.append(0, begin)))
            self._end += used.nbytes
            if self._end > self._most:
                raise OSError(f"{self._most >> 20} MiB, a quarter of what was free, are not enough")
            self._file.write(used[hashes.argsort(kind="stable")].data)
        self._file.flush()

    def read(self, most: int) -> Iterator[Words]:
        """Yield the entries of some hashes after those of others, if possible at most so many together.

        Raises OSError, and Stopped.
        """
        many = sum(np.diff(begin) // (8 * width) for width, begin in self._runs) + np.zeros(_HASHES, np.int64)
        before = np.append(0, many.cumsum())
        first = 0
        while first < _HASHES:
            until = max(first + 1, int(before.searchsorted(before[first] + most, side="right")) - 1)
            entries, end = np.zeros((int(before[until] - before[first]), self._words + self._limbs), np.uint64), 0
            for width, begin in self._runs:
                self._clock.check()
                self._file.seek(begin[first])
                part = np.frombuffer(self._file.read(begin[until] - begin[first]), np.uint64).reshape(-1, width)
                entries[end : (end := end + len(part)), :width] = part
            yield entries
            first = until
        self._file.close()


class Spilling(Sweep):
    """A sweep that writes states to a file if they do not fit into memory."""

    def __init__(self, table: Table, widest: int, memory: int, clock: Clock, watch: Callable[[], None]) -> None:
        super().__init__(table, widest, memory, clock, watch)
        self._most = disk_usage(tempfile.gettempdir()).free // 4  # of a file; at times there are two
        self._here: Runs | None = None  # the states at this cell, None if they are in the table
        self._next: Runs | None = None  # those at the next cell that did not fit into a table
        self._found = table.found

    @property
    def found(self) -> int:
        """The number of states at this cell."""
        return self._found

    @property
    def total(self) -> int:
        """The sum of the counts of all states at this cell, at the end of the sweep; raises Stopped."""
        return sum(table.total for table in self._tables())

    def advance(self, step: Step) -> None:
        """Replace the states by those at the next cell.

        Raises WideError if they do not fit on the disk, or those of a hash into the memory, and Stopped.
        """
        try:
            self._advance(step)
        except OSError as error:
            raise WideError(
                f"{self._found} states after {self._cell} cells, more do not fit into {self._memory >> 20} MiB of"
                f" memory, nor on the disk: {error.strerror or error}"
            ) from None

    def _advance(self, step: Step) -> None:
        after = self._table(step, min((2 * self._found).bit_length(), self._bits))
        for before in self._tables():
            self.table = before
            while before.limbs < after.limbs:
                before.widened(self._clock)
            after = self._moved(before, after, step)
        self.table, self._here, self._next, self._found = after, self._next, None, after.found
        if self._here is not None:
            self._here.add(after.entries)
            self._merge(still(step))
        self._cell += 1

    def _tables(self) -> Iterator[Table]:
        """Yield the states at this cell, in tables, which are emptied."""
        if self._here is None:
            yield self.table
        else:
            most = 1 << self._bits >> 2  # they are merged in a table of up to four times as many entries
            yield from (Table(entries, self.table.words, len(entries)) for entries in self._here.read(most))

    @property
    def _bits(self) -> int:
        """How many bits the number of entries of a table may have; one with an entry for each state has one more."""
        return (self._memory // (2 * _SHARE * self.table.entries[:1].nbytes)).bit_length() - 1

    def _larger(self, full: Table, step: Step) -> Table:
        """Move the states at the next cell to a table that is twice as large, or write them to a file."""
        if len(full.entries) < 1 << self._bits:
            return super()._larger(full, step)
        if self._next is None:
            self._next = self._runs()
        self._next.add(full.entries)
        for some in self._clock.slices(len(full.entries), _RUN):
            full.entries[some] = 0
        full.found = 0
        return full

    def _merge(self, step: Step) -> None:
        """Merge equal states of the runs."""
        assert self._here is not None
        merged, self._found = self._runs(), 0
        self.table = self._here.empty  # not the large one, which the kernel's argument also has
        self._call.hand_over("after", NOTHING)
        for before in self._tables():
            self.table = before
            after = self._moved(before, self._table(step, (2 * before.found).bit_length()), step)
            merged.add(after.entries)
            self._found += after.found
        self._here, self.table = merged, merged.empty

    def _runs(self) -> Runs:
        return Runs(self.table.words, self._most, self._clock)
