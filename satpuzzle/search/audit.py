"""An audit of a journal: is all of it what it says?

Everything is worked out again from the puzzle that the journal holds: what the problem and each part mean, that the
children of a part which was split are all of it, that each solution is one of its part, stands for its class and comes
once, and the three counts.  What a part's solver has overlooked nobody sees from a journal.
"""

import numpy as np

from satpuzzle.cover.canon import Canon
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.check import Check
from satpuzzle.search.header import renumbered
from satpuzzle.search.journal import DONE, OPEN, SPLIT, Journal, digest, step
from satpuzzle.search.tally import Tally


def audit(journal: Journal) -> tuple[int, int]:
    """Check a journal; return how many parts are done and how many solutions they have.

    Raises JournalError, with what is wrong first, or PuzzleError for a file that is damaged.
    """
    faults = journal.ask("PRAGMA integrity_check(1)")
    if faults != [("ok",)]:
        raise JournalError(f"{journal.path}: is damaged: {faults[0][0]}")
    return _Audit(journal).done()


class _Audit:
    def __init__(self, journal: Journal) -> None:
        self.journal, self.header = journal, journal.header
        self.tables: Tables = renumbered(self.header.tables(), journal.fact("options"))
        journal.read_for(self.tables)
        self.seen: set[bytes] = set()

    def done(self) -> tuple[int, int]:
        journal = self.journal
        roots = journal.ask("SELECT path, lower(hex(id)) FROM parts WHERE length(path) = 4 ORDER BY path")
        planned = [step(number) for number in range(journal.fact("planned"))]
        if [path for path, _ in roots] != planned or digest(name for _, name in roots) != journal.fact("roots"):
            raise JournalError(f"{journal.path}: the parts are not those that were planned")
        parts = solutions = 0
        for path, state in journal.ask("SELECT path, state FROM parts ORDER BY path"):
            self.named(path)
            if state == SPLIT:
                self.split(path)
            elif state == DONE:
                parts, solutions = parts + 1, solutions + self.outcome(path)
            elif state != OPEN:
                raise self.wrong(path, f"has the state {state}")
        for table in ("outcomes", "solutions"):
            if journal.ask(f"SELECT 1 FROM {table} WHERE path NOT IN (SELECT path FROM parts WHERE state = 1) LIMIT 1"):
                raise JournalError(f"{journal.path}: has {table} of a part that is not done")
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
        rows = self.journal.ask("SELECT raw, rotations, isometries FROM outcomes WHERE path = ?", path)
        if not rows:
            raise self.wrong(path, "is done and has no outcome")
        try:
            Check(part.cover(self.tables))(batch)
        except (AssertionError, ValueError, IndexError) as error:
            raise self.wrong(path, f"has a wrong solution: {error}") from None
        tally = Tally(self.tables.symmetry)
        kept = sum(map(len, tally.take(batch, Canon(self.tables.symmetry, self.tables.cover, part.leaders))))
        counts = tally.counts(final=True)
        if kept != len(batch) or (counts.raw, counts.rotations, counts.isometries) != rows[0]:
            raise self.wrong(path, f"counts {rows[0]}, its solutions are ({counts})")
        for row in batch:
            key = np.sort(row[row >= 0]).astype(np.uint32).tobytes()
            if key in self.seen:
                raise self.wrong(path, "has a solution that came before")
            self.seen.add(key)
        return len(batch)

    def wrong(self, path: bytes, what: str) -> JournalError | PuzzleError:
        name = self.journal.ask("SELECT lower(hex(id)) FROM parts WHERE path = ?", path)[0][0]
        return JournalError(f"{self.journal.path}: part {name} {what}")
