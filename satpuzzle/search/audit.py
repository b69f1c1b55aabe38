"""Audits a journal: recomputes everything in it and compares.

First the checksums must be right (`integrity.py`).  Then everything is recomputed from the puzzle in the journal: the
ids of the problem and of the parts, the children of each part that was split, and the counts.  Each solution must be a
solution of its part, represent its class, and occur once.  A journal with only the numbers of solutions must have no
solutions; its counts cannot be compared with any.  Two more things cannot be checked with a journal alone: whether a
solver has overlooked solutions, and the number of packings that a filter has dropped.
"""

from collections.abc import Callable

import numpy as np

from satpuzzle.cover.canon import Canon
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.check import Check
from satpuzzle.search.header import renumbered
from satpuzzle.search.integrity import faults
from satpuzzle.search.journal import COUNTS, DONE, SPLIT, Journal, in_words
from satpuzzle.search.tally import Classifier, Tally

_MANY = 1000  # the number of faults at which counting them stops


def audit(journal: Journal, check: Callable[[], None] = lambda: None) -> tuple[int, int]:
    """Check a journal; return the number of finished parts and the number of their solutions.

    `check` is called for each part and may raise an exception to stop the audit.  Raises JournalError that describes
    the first fault, or PuzzleError if the file is too damaged to be read.
    """
    if found := faults(journal, _MANY):
        more = f"{_MANY} or more" if len(found) == _MANY else len(found)
        raise JournalError(f"{journal.path}: is damaged, {found[0]}" + f" ({more} faults in all)" * (len(found) > 1))
    return _Audit(journal, check).done()


class _Audit:
    def __init__(self, journal: Journal, check: Callable[[], None]) -> None:
        self.journal, self.header, self.check = journal, journal.header, check
        self.tables: Tables = renumbered(self.header.tables(), journal.fact("options"))
        journal.read_for(self.tables)
        self.seen: set[bytes] = set()

    def done(self) -> tuple[int, int]:
        parts = solutions = 0
        for path, state in self.journal.ask("SELECT path, state FROM parts ORDER BY path"):
            self.check()
            self.named(path)
            if state == SPLIT:
                self.split(path)
            elif state == DONE:
                parts, solutions = parts + 1, solutions + self.outcome(path)
        return parts, solutions

    def named(self, path: bytes) -> None:
        part = self.journal.part(path)
        most = len(self.tables.cover.rows)
        if not all(0 <= option < most for option in (*part.chosen, *part.ruled_out)):
            raise self.wrong(path, "names options that there are not")
        if self.tables.meaning.of(part.chosen, part.ruled_out) != part.id:
            raise self.wrong(path, "is not what its name says")

    def split(self, path: bytes) -> None:
        children = self.journal.part(path).children(self.tables)
        there = self.journal.ask(
            "SELECT lower(hex(id)) FROM parts WHERE length(path) = ? AND path > ? AND path < ? ORDER BY path",
            *(len(path) + 4, path, path + b"\xff" * 5),
        )
        if [name for (name,) in there] != [child.id for child in children]:
            raise self.wrong(path, "was split into other parts")

    def outcome(self, path: bytes) -> int:
        part, batch = self.journal.part(path), self.journal.solutions(path)
        (row,) = self.journal.ask(f"SELECT {', '.join(COUNTS)} FROM outcomes WHERE path = ?", path)
        if self.header.count_only:
            if len(batch):
                raise self.wrong(path, "has solutions, although the journal is one of numbers only")
            return int(row[2])
        try:
            Check(part.cover(self.tables))(batch)
        except (AssertionError, ValueError, IndexError) as error:
            raise self.wrong(path, f"has a wrong solution: {error}") from None
        tally, kept = Tally(), 0
        canon = Canon(self.tables.symmetry, self.tables.cover, part.leaders)
        for found in Classifier(self.tables.symmetry).take(batch, canon):
            tally.add(found)
            kept += len(found.solutions)
        counts = tally.counts(final=True)
        numbers = counts.raw, counts.rotations, counts.isometries, counts.patterns or 0
        if kept != len(batch) or numbers != (*row[:3], row[-1]):
            raise self.wrong(path, f"counts {in_words(row)}, its solutions are ({counts})")
        for row in batch:
            key = np.sort(row[row >= 0]).astype(np.uint32).tobytes()
            if key in self.seen:
                raise self.wrong(path, "has a solution that came before")
            self.seen.add(key)
        return len(batch)

    def wrong(self, path: bytes, what: str) -> JournalError | PuzzleError:
        name = self.journal.ask("SELECT lower(hex(id)) FROM parts WHERE path = ?", path)[0][0]
        return JournalError(f"{self.journal.path}: part {name} {what}")
