"""The states at a cell in a hash table, and the step to the next cell; the kernel is `native/kernels/frontier.c`."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Words, numbers_of, rows_of
from satpuzzle.engines.frontier.steps import Step
from satpuzzle.engines.library import Call
from satpuzzle.errors import WideError

_DONE, _FULL, _WIDE = range(3)
_CHUNK, _BATCH = 32, 256  # states that the kernel reads, and adds, together, before those of the last chunk
_TRIES = 1 << 22  # tries of options on states between two checks of the clock
_COPIED = 1 << 20  # entries that get another limb between two checks of the clock
NOTHING = np.zeros((0, 0), np.uint64)
_IN_USE = np.uint64(1 << 63)
_SMALLEST = 10  # bits of the number of entries of the smallest table


class Table:
    """States and their counts: a power of two of entries with a state in `words` words, and a count in `limbs`.

    An entry that is not in use is 0, another one has bit 63 of its state's last word.
    """

    def __init__(self, entries: Words, words: int, found: int = 0) -> None:
        self.entries, self.words, self.found = entries, words, found

    @classmethod
    def of(cls, counts: Mapping[int, int], words: int) -> "Table":
        """Return the table of some states, each with a count of one limb."""
        return cls.of_states(rows_of(counts, words), np.array([*counts.values()], np.uint64))

    @classmethod
    def of_states(cls, states: Words, counts: Words) -> "Table":
        """Return the table of states, shape (states, words), with counts of one limb."""
        entries = np.column_stack([states, counts])
        entries[:, -2] |= _IN_USE
        return cls(entries, states.shape[1], len(states))

    def states(self) -> tuple[Words, NDArray[np.float64]]:
        """Return the states, shape (states, words), and about their counts."""
        used = self.entries[np.flatnonzero(self.entries[:, self.words - 1])]
        states, counts = used[:, : self.words], used[:, self.words :] @ 2.0 ** (64 * np.arange(self.limbs))
        states[:, -1] ^= _IN_USE
        return states, counts

    @property
    def limbs(self) -> int:
        """The words of a count."""
        return int(self.entries.shape[1]) - self.words

    def widened(self, clock: Clock) -> None:
        """Give each count one more limb; raises Stopped."""
        wider = np.zeros((len(self.entries), self.entries.shape[1] + 1), np.uint64)
        for some in clock.slices(len(wider), _COPIED):
            wider[some, :-1] = self.entries[some]
        self.entries = wider

    def count_of(self, state: int) -> int:
        """Return the count of a state."""
        row = rows_of([state | 1 << (64 * self.words - 1)], self.words)
        return sum(numbers_of(self.entries[(self.entries[:, : self.words] == row).all(axis=1), self.words :]))

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return sum(numbers_of(self.entries[self.entries[:, self.words - 1] > 0, self.words :]))


def still(step: Step) -> Step:
    """Return the step in which all states at the next cell stay as they are."""
    return step._replace(options=step.options[:0], ends=np.zeros_like(step.ends), optional=True, decided=0)


class Sweep:
    """The states as they move from cell to cell, in at most `memory` bytes, from those of a table on.

    `widest` is the largest number of options of a step, and `watch` is called several times a second.
    """

    def __init__(
        self, table: Table, widest: int, memory: int, clock: Clock, watch: Callable[[], None] = lambda: None
    ) -> None:
        self._memory, self._clock, self._watch = memory, clock, watch
        most = _BATCH + _CHUNK * (widest + 1)  # states in a batch
        high = 1 << 62 >> (2 * most).bit_length()  # no limb overflows before it is seen
        batch = np.empty((most, 4), np.uint64)
        self._call = Call("frontier", {"batch": batch, "high": high, "words": table.words})
        self._cell, self._spare, self.table = 0, NOTHING, table

    @property
    def found(self) -> int:
        """The number of states at this cell."""
        return self.table.found

    @property
    def total(self) -> int:
        """The sum of the counts of all states at this cell; raises Stopped."""
        return self.table.total

    def advance(self, step: Step) -> None:
        """Replace the states by those at the next cell.

        Raises WideError if they do not fit into the memory, and Stopped if the clock stops.
        """
        before, after = self.table, self._table(step, (2 * self.table.found).bit_length())
        after = self._moved(before, after, step)
        self.table, self._spare, self._cell = after, before.entries, self._cell + 1

    def _moved(self, before: Table, after: Table, step: Step) -> Table:
        """Move the states of a table, which is empty then, on to the next one; return it, or what took its place."""
        portion, first = max(1, _TRIES // (len(step.options) + 1)), 0
        while first < len(before.entries):
            self._clock.check()
            self._watch()
            outcome, first = self._run(before, after, step, first, portion)
            if outcome == _WIDE:
                for each in (before, after):
                    self._afford(len(each.entries) * 8 * (each.limbs + 1 + each.words), before, after)
                    each.widened(self._clock)
            elif outcome == _FULL:
                after = self._larger(after, step)
        return after

    def _larger(self, full: Table, step: Step) -> Table:
        """Move the states at the next cell to a table that is twice as large; return it."""
        after = self._table(step, len(full.entries).bit_length(), full)
        return self._moved(full, after, still(step))

    def _table(self, step: Step, bits: int, full: Table | None = None) -> Table:
        """Return an empty table of at least 2 to the power of `bits` entries, or with one for each possible state."""
        bits = max(bits, _SMALLEST, (_CHUNK * (len(step.options) + 1) + _BATCH).bit_length() + 1)
        room, size = 1 << (step.bits if step.bits <= bits + 1 else bits), self.table.entries.shape[1]
        spare, self._spare = self._spare, NOTHING
        if spare.shape != (room, size):
            del spare  # which the kernel's argument also has
            self._call.hand_over("before", self.table.entries)
            self._afford(8 * room * size, self.table, *(() if full is None else (full,)))
            spare = np.zeros((room, size), np.uint64)
        return Table(spare, self.table.words)

    def _afford(self, more: int, *tables: Table) -> None:
        if sum(each.entries.nbytes for each in tables) + more > self._memory:
            raise WideError(
                f"{self.found} states after {self._cell} cells, more do not fit into {self._memory >> 20} MiB"
            )

    def _run(self, before: Table, after: Table, step: Step, first: int, portion: int) -> tuple[int, int]:
        """Read a portion of a table, fill the next one; return the outcome, and the first entry that was not read."""
        entries, call = len(after.entries), self._call
        direct = entries == 1 << step.bits
        for field, array in (
            ("before", before.entries), ("after", after.entries), ("options", step.options),
            ("guards", step.guards), ("ends", step.ends),
        ):  # fmt: skip
            call.hand_over(field, array)
        for field, number in (
            ("limbs", after.limbs), ("many", len(step.options)), ("optional", step.optional), ("below", step.below),
            ("decided", step.decided), ("first", first), ("until", min(first + portion, len(before.entries))),
            ("last", entries - 1), ("most", 1 << 62 if direct else 5 * entries // 8), ("direct", direct),
            ("found", after.found),
        ):  # fmt: skip
            call[field] = number
        outcome = call()
        after.found = call["found"]
        return outcome, call["first"]
