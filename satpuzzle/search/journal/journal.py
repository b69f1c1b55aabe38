"""The journal of a search: its parts, which process works on each, and their outcomes, in one SQLite file.

A finished part survives a crash: it is recorded in one transaction, and SQLite waits until the data are on the disk
(`PRAGMA synchronous = FULL` with a write-ahead log is one fsync per part, about 3 ms; with NORMAL, a power cut could
undo the last parts).  Leases need not survive a power cut, so SQLite does not wait for them.  Several processes of one
machine may share a journal; each part is leased to one of them (`leases.py`).

A part has a *path*, its place in the plan: the number of its root part, then the number of the child for each split,
four bytes each.  So in the order of paths, children stand where their parent was.  Chosen options, excluded options and
solutions are written with the journal's own option numbers; the journal also has the meaning of each number
(`header.py`).
"""

import contextlib
import json
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.journal import leases
from satpuzzle.search.journal.header import Header, item_names, option_names
from satpuzzle.search.journal.packing import numbers, pack, packed, unpack
from satpuzzle.search.journal.schema import checksum, create, digest
from satpuzzle.search.journal.store import Store
from satpuzzle.search.part import Outcome, Part
from satpuzzle.search.totals import Totals

_log = logging.getLogger(__name__)
OPEN, DONE, SPLIT = range(3)
COUNTS = (  # the numbers of solutions of an outcome, as SQL
    *("raw", "rotations", "isometries", "all_raw", "all_rotations", "all_isometries"),
    "ifnull(json_extract(stats, '$.patterns'), 0)",
)
FACTS: dict[str, type] = {
    "header": str,  # the header as text (see `Header`)
    "options": bytes,  # the names of the options, in the order of their numbers
    "items": str,  # the names of the items, as JSON, in the order of their numbers
    "plan": str,  # the solver's configuration and the statistics of planning, as JSON
    "planned": int,  # the number of planned parts
    "roots": str,  # a hash of the ids of the planned parts
}


@dataclass(frozen=True)
class Leased:
    """A part that is leased to this process, and its path in the journal."""

    path: bytes
    part: Part


@dataclass(frozen=True)
class JournalTotals(Totals):
    """The sums over the parts of a journal so far."""

    parts: int = 0  # the number of parts, not counting those that were replaced by their children
    done: int = 0
    cpu: float = 0.0  # CPU seconds
    nodes: int = 0


class Share:
    """One of several shares of a search: with `number` k of n, the k-th of every n planned parts, counted from 1."""

    def __init__(self, number: int = 1, of: int = 1) -> None:
        if not 1 <= number <= of:
            raise PuzzleError(f"part {number}/{of}: allowed are 1/N to N/N")
        self.number, self.of = number, of
        self.sql = f"root % {of} = {number - 1}"


class Journal(Store):
    """An open journal, read-only or, with `work`, for a search that continues from it.  Several threads may use it.

    Raises PuzzleError if the file is not a journal that this version reads, and JournalError if it cannot be written.
    """

    def __init__(self, path: Path | None, work: bool = False) -> None:
        super().__init__(path, work)
        self._me: int | None = None
        self._items: list[int] = []  # our number of each of the journal's items; empty if it is not known
        self._branches: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}  # cache of (ruled out, leaders)

    # The plan

    @property
    def begun(self) -> bool:
        """Whether the journal has a plan."""
        with self.reading() as db:
            return bool(db.execute("SELECT 1 FROM sqlite_master").fetchone())

    def begin(self, header: Header, tables: Tables, parts: Sequence[Part], facts: dict[str, Any]) -> None:
        """Record the plan of a search with the option numbers of `tables`, unless another process has recorded it."""
        with self.transaction() as db:
            if self.begun:
                return
            create(db)
            if self.path.name:  # it is no temporary one
                _log.info(f"{self.path}: a new journal")
            said = {"header": header.written(), "plan": json.dumps(facts), "planned": len(parts)}
            said |= {"options": option_names(tables), "items": json.dumps(item_names(tables))}
            said["roots"] = digest(part.id for part in parts)
            db.executemany("INSERT INTO facts VALUES (?, ?, ?)", (_summed(*fact) for fact in said.items()))
            branches: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
            for part in parts:
                branches.setdefault((part.ruled_out, part.leaders), len(branches))
            db.executemany(
                "INSERT INTO branches VALUES (?, ?, ?, ?)",
                (_summed(number, packed(out), packed(leaders)) for (out, leaders), number in branches.items()),
            )
            self.add(
                (step(number), number, part, branches[part.ruled_out, part.leaders])
                for number, part in enumerate(parts)
            )

    def add(self, rows: Iterator[tuple[bytes, int, Part, int]]) -> None:
        """Insert parts, each with its path, the number of its root part, and that of its branch.

        Call it in a transaction.
        """
        self._db.executemany(
            "INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?, 0, NULL, NULL, 0)",
            (
                _summed(path, root, bytes.fromhex(part.id), branch, packed(part.chosen))
                for path, root, part, branch in rows
            ),
        )

    def read_for(self, tables: Tables) -> None:
        """From now on, translate the item numbers in parts from the journal's to those of these tables.

        Raises PuzzleError if the tables number the options differently from the journal.
        """
        if self.fact("options") != option_names(tables):
            raise PuzzleError(f"{self.path}: begun by another version a moment ago; try again")
        number = {name: item for item, name in enumerate(item_names(tables))}
        try:
            self._items = [number[name] for name in data.parsed(self.fact("items"))]
        except (KeyError, TypeError, ValueError):
            raise PuzzleError(f"{self.path}: is damaged, it names unknown items") from None

    def fact(self, name: str) -> Any:
        """Return the value of one of the FACTS.  Raises PuzzleError if it is missing or damaged."""
        if not self.begun:
            raise PuzzleError(f"{self.path}: nothing is recorded there yet")
        with self.reading() as db:
            found = db.execute("SELECT value, checksum FROM facts WHERE name = ?", (name,)).fetchone()
        if found is None:
            raise PuzzleError(f"{self.path}: is damaged, it has no {name}")
        value, total = found
        if checksum(name, value) != total or not isinstance(value, FACTS[name]):
            raise PuzzleError(f"{self.path}: is damaged, its {name} has a wrong checksum")
        return value

    @property
    def header(self) -> Header:
        """Return the header.  Raises PuzzleError if it is damaged."""
        return Header.read(self.fact("header"), self.path)

    # Work

    def enter(self) -> None:
        """Register this process, so that it can lease parts; release the leases of dead processes."""
        with self.transaction(synced=False) as db:
            leases.release_dead(db, self.path)
            self._me = leases.enter(db, self.path)

    def heartbeat(self) -> None:
        """Record that this process is alive, and release the leases of dead processes."""
        assert self._me is not None
        with self.transaction(synced=False) as db:
            leases.heartbeat(db, self._me)
            leases.release_dead(db, self.path)

    def lease(self, most: int, share: Share, beside: Sequence[bytes] = ()) -> list[Leased]:
        """Lease up to `most` open parts of a share to this process, in the plan's order; return them.

        Parts that are leased already are left out, and so are those whose paths are in `beside`.
        """
        with self.transaction(synced=False) as db:
            rows = db.execute(
                "SELECT path, id, branch, chosen FROM parts WHERE state = 0 AND lease IS NULL"
                f" AND {share.sql} ORDER BY path LIMIT ?",
                (most + len(beside),),
            ).fetchall()
            rows = [row for row in rows if row[0] not in beside][:most]
            db.executemany(
                "UPDATE parts SET lease = ?, begun = begun + 1 WHERE path = ?", [(self._me, row[0]) for row in rows]
            )
            return [Leased(path, self._part(*rest)) for path, *rest in rows]

    def release(self, path: bytes) -> None:
        """Release the lease of a part that was not finished."""
        with self.transaction(synced=False) as db:
            db.execute("UPDATE parts SET lease = NULL WHERE path = ? AND lease = ?", (path, self._me))

    def record(self, path: bytes, outcome: Outcome, config: str) -> None:
        """Record the outcome of a part; `config` is the solver's configuration as text.

        Raises JournalError, with the part's id, if a different outcome of the part is recorded already.
        """
        found, every, options = outcome.counts, outcome.packings, outcome.solutions
        said = (
            *(found.raw, found.rotations, found.isometries, every.raw, every.rotations, every.isometries),
            *(outcome.undecided, float(outcome.cpu), outcome.stats.get("nodes"), time.time(), config),
            json.dumps(outcome.stats | ({} if found.patterns is None else {"patterns": found.patterns})),
        )
        solutions = _summed(path, options.shape[1], pack(options)) if len(options) else None
        with self.transaction() as db:
            state, name = db.execute("SELECT state, id FROM parts WHERE path = ?", (path,)).fetchone()
            if state == DONE:
                self.agree(path, (*said[:6], found.patterns or 0), options)
            if state != OPEN:
                return
            db.execute("UPDATE parts SET state = 1, lease = NULL WHERE path = ?", (path,))
            total = checksum(path, *said, name, None if solutions is None else solutions[-1])
            db.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (path, *said, total))
            if solutions is not None:
                db.execute("INSERT INTO solutions VALUES (?, ?, ?, ?)", solutions)

    def agree(self, path: bytes, counts: tuple[Any, ...], solutions: Batch) -> None:
        """Raise JournalError unless the recorded outcome of a part has these COUNTS and solutions."""
        with self.reading() as db:
            known = db.execute(f"SELECT {', '.join(COUNTS)} FROM outcomes WHERE path = ?", (path,)).fetchone()
            (name,) = db.execute("SELECT hex(id) FROM parts WHERE path = ?", (path,)).fetchone()
        if known != counts or same(self.solutions(path)) != same(solutions):
            raise JournalError(
                f"{self.path}: the part {name.lower()} has two different outcomes:"
                f" {in_words(known)}, and {in_words(counts)}"
            )

    def split(self, path: bytes, children: Sequence[Part]) -> None:
        """Replace an open part by its children."""
        with self.transaction() as db:
            state, root, branch = db.execute("SELECT state, root, branch FROM parts WHERE path = ?", (path,)).fetchone()
            if state != OPEN:
                return
            names = digest(child.id for child in children)
            db.execute("UPDATE parts SET state = 2, lease = NULL, children = ? WHERE path = ?", (names, path))
            self.add((path + step(number), root, child, branch) for number, child in enumerate(children))

    def leave(self) -> None:
        """Release all leases of this process."""
        if self._me is not None:
            with contextlib.suppress(JournalError, PuzzleError), self.transaction(synced=False) as db:
                leases.leave(db, self._me)

    # Questions

    def part(self, path: bytes) -> Part:
        """Return the part with this path."""
        with self.reading() as db:
            return self._part(*db.execute("SELECT id, branch, chosen FROM parts WHERE path = ?", (path,)).fetchone())

    def walk(self, after: bytes, share: Share, most: int = 256) -> list[tuple[bytes, int]]:
        """Return (path, state) of up to `most` parts of a share that follow the path `after`, in the plan's order.

        Parts that were split are left out; their children are listed.
        """
        with self.reading() as db:
            return db.execute(
                f"SELECT path, state FROM parts WHERE path > ? AND state != 2 AND {share.sql} ORDER BY path LIMIT ?",
                (after, most),
            ).fetchall()

    def solutions(self, path: bytes) -> Batch:
        """Return the solutions of a finished part, one of each class, in the order in which they were found."""
        with self.reading() as db:
            row = db.execute("SELECT options, width FROM solutions WHERE path = ?", (path,)).fetchone()
        try:
            return unpack(*row) if row else NOTHING
        except ValueError as error:
            raise PuzzleError(f"{self.path}: is damaged, solutions cannot be read ({error})") from None

    def left(self, share: Share) -> int:
        """Return the number of unfinished parts of a share."""
        with self.reading() as db:
            return int(db.execute(f"SELECT count(*) FROM parts WHERE state = 0 AND {share.sql}").fetchone()[0])

    def totals(self) -> JournalTotals:
        """Return the sums over all parts so far."""
        with self.reading() as db:
            (parts,) = db.execute("SELECT count(*) FROM parts WHERE state != 2").fetchone()
            sums = db.execute(
                "SELECT count(*), total(raw), total(rotations), total(isometries), total(all_raw),"
                " total(all_rotations), total(all_isometries), total(undecided), total(cpu), total(nodes),"
                " sum(json_extract(stats, '$.patterns')) FROM outcomes"
            ).fetchone()
        done, a, b, c, all_a, all_b, all_c, undecided = map(int, sums[:8])
        return JournalTotals(
            Counts(a, b, c, sums[10]), Counts(all_a, all_b, all_c), undecided, parts, done, sums[8], int(sums[9])
        )

    def _part(self, name: bytes, branch: int, chosen: bytes) -> Part:
        try:
            return Part(name.hex(), numbers(chosen), *self._branch(branch))
        except (ValueError, IndexError) as error:
            raise PuzzleError(f"{self.path}: is damaged, a part cannot be read ({error})") from None

    def _branch(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if number not in self._branches:
            with self.reading() as db:
                row = db.execute("SELECT ruled_out, leaders FROM branches WHERE number = ?", (number,)).fetchone()
            leaders = (self._items[item] if self._items else item for item in numbers(row[1]))
            self._branches[number] = numbers(row[0]), tuple(leaders)
        return self._branches[number]


def step(number: int) -> bytes:
    """Return the four bytes that are appended to a part's path to get the path of its child with this number."""
    return number.to_bytes(4, "big")


def in_words(counts: Sequence[int]) -> str:
    """Return the numbers of an outcome, in the order of COUNTS, as text."""
    raw, rotations, isometries, *packings, patterns = counts
    more = f", patterns {patterns}" * bool(patterns) + f", {packings[0]} packings" * (packings != [*counts[:3]])
    return f"{isometries} solutions up to isometries ({raw} raw, {rotations} up to rotations{more})"


def _summed(*values: Any) -> tuple[Any, ...]:
    """Return the values of a row, followed by their checksum."""
    return *values, checksum(*values)


def same(batch: Batch) -> set[tuple[int, ...]]:
    """Return the solutions of a batch as a set, so that batches can be compared regardless of order."""
    return {tuple(option for option in row if option >= 0) for row in batch.tolist()}
