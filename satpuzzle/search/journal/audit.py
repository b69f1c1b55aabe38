"""Checks a journal.

`verify` finds out whether a journal is complete and unchanged.  Every row that is written once has a checksum.  The
parts form a tree: one hash covers the planned parts, and each part that was split has a hash of its children.  Each
finished part has one outcome, and no other part has any; the checksum of an outcome covers its part's id and its
solutions' checksum.  So a row that was changed, lost or moved is found.

`audit` also finds out whether the content is right: everything is recomputed from the puzzle in the journal: the
ids of the problem and of the parts, the children of each part that was split, and the counts.  Each solution must be a
solution of its part, represent its class, and occur once.  A journal with only the numbers of solutions must have no
solutions; its counts cannot be compared with any.  Two more things cannot be checked with a journal alone: whether a
solver has overlooked solutions, and the number of packings that a filter has dropped.
"""

import sqlite3
from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from satpuzzle.cover.canon import Canon
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.check import Check
from satpuzzle.search.journal.header import renumbered
from satpuzzle.search.journal.journal import COUNTS, DONE, FACTS, OPEN, SPLIT, Journal, in_words, step
from satpuzzle.search.journal.schema import STATEMENTS, checksum, digest
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


def verify(journal: Journal) -> None:
    """Raise PuzzleError unless a journal is complete and unchanged."""
    for fault in faults(journal, 1):
        raise PuzzleError(
            f"{journal.path}: is damaged, {fault}; `satpuzzle journal check {journal.path}` lists all faults"
        )


def faults(journal: Journal, most: int) -> list[str]:
    """Return up to `most` faults of a journal, one sentence each; the list is empty if it is complete and unchanged."""
    with journal.snapshot() as db:
        return list(islice(_faults(db), most))


def _faults(db: sqlite3.Connection) -> Iterator[str]:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        yield f"SQLite finds: {found}"
        return
    made = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    if made != set(STATEMENTS):
        yield "its tables are not those of a journal"
        return
    facts = {name: value for name, value, total in db.execute("SELECT * FROM facts") if checksum(name, value) == total}
    lost = [name for name, kind in FACTS.items() if not isinstance(facts.get(name), kind)]
    for name in lost:
        yield f"its {name} is lost or has a wrong checksum"
    if not lost:
        done: dict[bytes, bytes] = {}  # the ids of the finished parts, by their paths
        yield from _parts(db, facts["planned"], facts["roots"], done)
        yield from _outcomes(db, done)


def _parts(db: sqlite3.Connection, planned: int, roots: str, done: dict[bytes, bytes]) -> Iterator[str]:
    branches = set()
    for number, *options, total in db.execute("SELECT number, ruled_out, leaders, checksum FROM branches"):
        branches.add(number)
        if checksum(number, *options) != total:
            yield f"branch {number} has a wrong checksum"
    split: dict[bytes, tuple[str, str | None]] = {}  # of each part that was split: its name and its children's hash
    children: dict[bytes, list[tuple[bytes, str]]] = {}  # the steps and names of the children found, by parent
    for path, root, name, branch, chosen, total, state, hash in db.execute(
        "SELECT path, root, id, branch, chosen, checksum, state, children FROM parts NOT INDEXED ORDER BY path"
    ):
        are_bytes = isinstance(path, bytes) and isinstance(name, bytes) and isinstance(chosen, bytes)
        if not are_bytes or checksum(path, root, name, branch, chosen) != total:
            yield f"part {_name(name)} has a wrong checksum"
            continue
        children.setdefault(path[:-4], []).append((path[-4:], name.hex()))
        if branch not in branches:
            yield f"part {name.hex()} is of a branch that does not exist"
        if state == DONE:
            done[path] = name
        elif state == SPLIT:
            split[path] = name.hex(), hash
        elif state != OPEN:
            yield f"part {name.hex()} has the state {state!r}"
    there = children.pop(b"", [])
    if len(there) != planned or not _whole(there, roots):
        yield "the parts are not those that were planned"
    for path, (parent, expected) in split.items():
        if not _whole(children.pop(path, []), expected):
            yield f"part {parent} was split into other parts"
    for orphans in children.values():
        yield f"part {orphans[0][1]} is of a part that was not split"


def _whole(children: list[tuple[bytes, str]], expected: str | None) -> bool:
    """Tell whether these pairs (step, id) are all children of a part, whose recorded hash is `expected`."""
    steps = [at for at, _ in children]
    return steps == [*map(step, range(len(steps)))] and digest(name for _, name in children) == expected


def _outcomes(db: sqlite3.Connection, done: dict[bytes, bytes]) -> Iterator[str]:
    totals: dict[bytes, int] = {}  # the checksums of the solutions, by path
    for path, width, options, total in db.execute("SELECT path, width, options, checksum FROM solutions"):
        totals[path] = total
        if checksum(path, width, options) != total:
            yield f"the solutions of part {_name(done.get(path))} have a wrong checksum"
    left = done.copy()
    for path, *said, total in db.execute("SELECT * FROM outcomes"):
        name, solutions = left.pop(path, None), totals.pop(path, None)
        if name is None:
            yield "it has an outcome of a part that is not done"
        elif checksum(path, *said, name, solutions) != total:
            yield f"the outcome of part {_name(name)} has a wrong checksum"
    for name in left.values():
        yield f"part {_name(name)} is done and has no outcome"
    for _ in totals:
        yield "it has solutions of a part that has no outcome"


def _name(name: object) -> str:
    return name.hex() if isinstance(name, bytes) else "?"
