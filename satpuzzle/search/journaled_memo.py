"""A memo with a journal: a count by remembered states that was stopped goes on.

A memo has no parts that could be counted apart: where it helps, a part meets most of the states of all others.  So its
journal has one part, the whole problem, and until that is done, a file beside it has the memo's states.  A count that
goes on begins at the root again, and finds in its table what it knew before.

    FILE          a journal that has only the numbers of solutions, of one part
    FILE.states   a line of JSON, then the states of the count that is running, each with its number of solutions
"""

import json
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle import data
from satpuzzle.clock import Status
from satpuzzle.cover.bits import Words
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING
from satpuzzle.engines.library import missing
from satpuzzle.errors import JournalError, MethodError, PuzzleError
from satpuzzle.machine import thread_seconds
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.journal.audit import verify
from satpuzzle.search.journal.journal import DONE, Journal, Share
from satpuzzle.search.journal.schema import digest
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.request import Request

ENDING = ".states"
_EVERY = 600.0  # seconds after which the states are written again, and
_TIMES = 20  # at least this many times the seconds that it took to write them
_HEARTBEAT = 10.0  # seconds between two heartbeats
_NONE = np.zeros((0, 1), np.uint64)


class States:
    """The states in a file, and the numbers of solutions of problems that are counted: a `Keeper`.

    Raises PuzzleError if the file is damaged, and JournalError if it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._next = path, time.monotonic() + _EVERY
        self._said: dict[str, Any] = {"found": {}, "problem": "", "limbs": 1, "words": 1, "seconds": 0.0}
        self._states = self._read() if path.exists() else _NONE
        self._before, self._began = self._said["seconds"], thread_seconds()

    @property
    def seconds(self) -> float:
        """The CPU seconds of this run and of those before."""
        return float(self._before + thread_seconds() - self._began)

    def finished(self, problem: str) -> int | None:
        """Return the number of solutions of a problem, or None if its count was not finished."""
        found = self._said["found"].get(problem)
        return None if found is None else int(found)

    def finish(self, problem: str, packings: int) -> None:
        """Write the number of solutions of a problem."""
        self._said["found"][problem] = str(packings)
        self.keep("", 1, _NONE)

    def kept(self, problem: str) -> tuple[int, Words] | None:
        """Return the limbs of a count that was not finished, and its states; None if there are none."""
        states, self._states = self._states, _NONE  # which are not needed twice
        return (self._said["limbs"], states) if problem == self._said["problem"] else None

    def keep(self, problem: str, limbs: int, states: Words) -> None:
        """Write these states in place of those before."""
        began = time.monotonic()
        self._said |= {"problem": problem, "limbs": limbs, "words": states.shape[1], "seconds": self.seconds}
        self._said["checksum"] = _checksum(self._said, states)
        try:
            with data.writing(self.path) as out:
                out.write(json.dumps(self._said) + "\n")
                out.flush()
                out.buffer.write(states.data)
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror or error}; what was recorded stays there") from None
        now = time.monotonic()
        self._next = now + max(_EVERY, _TIMES * (now - began))

    def due(self) -> bool:
        """Tell whether it is time to write the states of a count that is running."""
        return time.monotonic() >= self._next

    def _read(self) -> Words:
        try:
            with self.path.open("rb") as file:
                self._said |= data.parsed(file.readline(data.SMALL))
                states = np.fromfile(file, np.uint64).reshape(-1, self._said["words"])
            right = self._said["checksum"] == _checksum(self._said, states)
        except (OSError, LookupError, TypeError, ValueError) as error:
            raise PuzzleError(f"{self.path}: cannot be read ({error}); without it, the count begins anew") from None
        if not right:
            raise PuzzleError(f"{self.path}: is damaged; without it, the count begins anew")
        return states


def _checksum(said: dict[str, Any], states: Words) -> int:
    rest = {key: value for key, value in said.items() if key != "checksum"}
    return zlib.crc32(json.dumps(rest, sort_keys=True).encode(), zlib.crc32(np.ascontiguousarray(states).data))


class MemoJournal:
    """A journal whose one part is the whole problem, leased to this process.

    Raises MethodError if the journal has the parts of a search, and PuzzleError if another process has it.
    """

    def __init__(self, journal: Journal, request: Request, tables: Tables) -> None:
        self._journal, self._heard = journal, time.monotonic()
        self._part = Part.of(tables.cover, ()).named(tables)
        header = replace(request.header(tables), count_only=True)
        if not journal.begun:
            journal.begin(header, tables, [self._part], {"way": "memo"})
        verify(journal)
        ((self._path, state), *more) = journal.walk(b"", Share())
        whole = journal.fact("roots") == digest([self._part.id]) and journal.header.count_only
        if more or not whole:
            raise MethodError(f"{journal.path} has the parts of a search")
        journal.header.refuse(header, journal.path)
        journal.enter()
        self.counts: Counts | None = None  # those that are recorded
        if state == DONE:
            self.counts = journal.totals().found
        elif not journal.lease(1, Share()):
            raise PuzzleError(f"{journal.path}: another process counts for it")
        self.states = States(journal.path.with_name(journal.path.name + ENDING))

    def heartbeat(self) -> None:
        """Record sometimes that this process is alive."""
        if time.monotonic() - self._heard > _HEARTBEAT:
            self._journal.heartbeat()
            self._heard = time.monotonic()

    def record(self, counts: Counts) -> None:
        """Record the numbers of solutions, unless they are too large for a journal, and delete the states."""
        outcome = Outcome(self._part, NOTHING, counts, {}, Status.EXHAUSTED, counts, cpu=self.states.seconds)
        try:
            self._journal.record(self._path, outcome, "memo")
        except OverflowError:  # SQLite has 64 bits; the file of states has the numbers
            return
        self.states.path.unlink(missing_ok=True)


@contextmanager
def memo_journal(request: Request, tables: Tables) -> Iterator[MemoJournal]:
    """Open the journal of a request, or begin it, for a memo; see `MemoJournal`."""
    if request.cluster is not None or request.share != (1, 1):
        raise MethodError("a memo is one process with one table, which cannot be divided")
    if reason := missing():
        raise MethodError(f"a memo without compiled kernels ({reason}) has no journal")
    with Journal(request.file, work=True) as journal:
        try:
            yield MemoJournal(journal, request, tables)
        finally:
            journal.leave()
