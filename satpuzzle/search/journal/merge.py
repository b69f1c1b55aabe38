"""Merges journals of one search: a part that is finished in any of them is finished in the result, and counted once.

All journals must have the same problem and the same plan, as shares of one search do.  If two journals have an outcome
of a part, the outcomes must be equal.  If one has split a part and another has solved it as a whole, the result has the
outcome of the whole part, which must contain what the children found.  Journals with only the numbers of solutions are
compared by these numbers.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.journal.audit import verify
from satpuzzle.search.journal.journal import COUNTS, DONE, OPEN, SPLIT, Journal, in_words, same
from satpuzzle.search.journal.store import journal_errors


def merge(out: Path, paths: Sequence[Path]) -> None:
    """Merge the journals at `paths` into a new file `out`, which appears only when it is complete.

    Raises PuzzleError if a journal is damaged, if the journals are of different searches, or if `out` exists.  Raises
    JournalError, with the id of the part, if a part has different outcomes.
    """
    if out.exists():
        raise PuzzleError(f"{out}: already exists")
    growing = out.with_name(f"{out.name}.part")
    growing.unlink(missing_ok=True)
    try:
        with Journal(paths[0]) as first:
            verify(first)
            _copy(first, growing)
        with Journal(growing, work=True) as joined:
            for path in paths[1:]:
                with Journal(path) as other:
                    verify(other)
                    _comparable(joined, other, paths[0])
                    with joined.transaction():
                        _join(joined, other)
        growing.replace(out)
    finally:
        for left in (growing, Path(f"{growing}-wal"), Path(f"{growing}-shm")):
            left.unlink(missing_ok=True)


def _copy(journal: Journal, to: Path) -> None:
    """Copy a journal, including its write-ahead log but not the leases."""
    with journal_errors(to), closing(sqlite3.connect(to)) as copy:
        journal.back_up(copy)
        copy.execute("UPDATE parts SET lease = NULL")
        copy.execute("DELETE FROM leases")
        copy.commit()


def _comparable(one: Journal, other: Journal, name: Path) -> None:
    if one.header.count_only != other.header.count_only:
        raise PuzzleError(f"{other.path} and {name}: one has solutions, the other only their numbers (--count-only)")
    one.header.refuse(other.header, f"{other.path} and {name}")
    if other.fact("options") != one.fact("options"):
        raise PuzzleError(
            f"{other.path} and {name}: placements are numbered differently; write both journals with the same version"
        )
    branches = "SELECT * FROM branches ORDER BY number"
    if other.fact("roots") != one.fact("roots") or other.ask(branches) != one.ask(branches):
        raise PuzzleError(f"{other.path} and {name}: planned differently; all need the same backend and --parts")


def _join(joined: Journal, other: Journal) -> None:
    whole: bytes | None = None  # a part that is finished as a whole, whose children are skipped
    for path, name, state, children in other.ask("SELECT path, id, state, children FROM parts ORDER BY path"):
        if whole is not None and path.startswith(whole):
            continue
        here = joined.ask("SELECT id, state FROM parts WHERE path = ?", path)
        if not here:  # its parent was not split in `joined`
            _take(joined, other, path)
            continue
        if here[0][0] != name:
            raise JournalError(f"{other.path}: part {name.hex()} is another one than in {joined.path}")
        there, mine = state, here[0][1]
        if there == DONE and mine == DONE:
            _agree(joined, other, path)
        elif there == DONE:
            _contained(other, joined, path)
            joined.ask("DELETE FROM parts WHERE path >= ? AND path < ?", *_under(path))
            for table in ("outcomes", "solutions"):
                joined.ask(f"DELETE FROM {table} WHERE path >= ? AND path < ?", *_under(path))
            _take(joined, other, path)
        elif there == SPLIT and mine == DONE:
            _contained(joined, other, path)
            whole = path
        elif there == SPLIT and mine == OPEN:
            joined.ask("UPDATE parts SET state = ?, children = ? WHERE path = ?", SPLIT, children, path)


def _take(joined: Journal, other: Journal, path: bytes) -> None:
    """Copy a part, its outcome and its solutions from one journal to another."""
    for table in ("parts", "outcomes", "solutions"):
        for row in other.ask(f"SELECT * FROM {table} WHERE path = ?", path):
            joined.ask(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", *row)
    joined.ask("UPDATE parts SET lease = NULL WHERE path = ?", path)


_SUMS = f"SELECT {', '.join(f'ifnull(sum({each}), 0)' for each in COUNTS)} FROM outcomes WHERE path >= ? AND path < ?"


def _agree(joined: Journal, other: Journal, path: bytes) -> None:
    counts = other.ask(f"SELECT {', '.join(COUNTS)} FROM outcomes WHERE path = ?", path)[0]
    joined.agree(path, counts, other.solutions(path))


def _contained(whole: Journal, split: Journal, path: bytes) -> None:
    """Raise JournalError unless a part's outcome in one journal agrees with the outcomes of its children in another."""
    every = same(whole.solutions(path))
    done = split.ask("SELECT path FROM outcomes WHERE path >= ? AND path < ?", *_under(path))
    found = set().union(*(same(split.solutions(child)) for (child,) in done))
    under = _under(path)
    ((counts,), (parts,)) = whole.ask(_SUMS, *under), split.ask(_SUMS, *under)
    more = any(part > count for part, count in zip(parts, counts, strict=True))
    unfinished = split.ask("SELECT 1 FROM parts WHERE state = 0 AND path >= ? AND path < ? LIMIT 1", *under)
    if not found <= every or more or (not unfinished and parts != counts):
        raise JournalError(
            f"{whole.path} and {split.path}: the part {whole.part(path).id} has two different outcomes:"
            f" {in_words(counts)} as a whole, {in_words(parts)} in its children"
        )


def _under(path: bytes) -> tuple[bytes, bytes]:
    """Return the lower and upper bound of the paths of a part and its descendants."""
    return path, path + b"\xff" * 5
