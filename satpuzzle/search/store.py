"""The file of a journal: an SQLite database of ours, opened for reading or for work, whose complaints are one line."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.schema import BEFORE, FORMAT, MARK, convert

_WAIT = 60.0  # seconds for another process's transaction


class Store:
    """A database that is open; may be used from several threads.

    A file of the format before can only be read: a converted copy is, and `verified` is False, for it has no checksums.
    Raises PuzzleError if the file is none that this version reads, and JournalError if it cannot be written.
    """

    def __init__(self, path: Path | None, work: bool = False) -> None:
        self.path = path or Path()
        self._lock = threading.RLock()
        self.verified = True
        with contextlib.ExitStack() as stack, journal_errors(self.path):
            self._db = _connected(path, work)
            stack.callback(self.close)
            if self._format() == BEFORE:
                self._convert(work)
            if not work:
                self._db.execute("PRAGMA query_only = ON")
            elif path is not None:
                self._db.execute("PRAGMA journal_mode = WAL")
            stack.pop_all()

    def _format(self) -> int:
        """Return the file's format; one in which nothing is yet has this version's."""
        self._db.execute("BEGIN")  # another process may just write all of it
        (mark,), (version,), (pages,), (tables,) = (
            self._db.execute(question).fetchone()
            for question in (
                "PRAGMA application_id",
                "PRAGMA user_version",
                "PRAGMA page_count",
                "SELECT count(*) FROM sqlite_master",
            )
        )
        self._db.execute("ROLLBACK")
        if mark == 0 and tables == 0 and pages <= 1:
            return FORMAT
        if mark != MARK:
            raise PuzzleError(f"{self.path}: is no journal of satpuzzle")
        if tables == 0:
            raise PuzzleError(f"{self.path}: is damaged, it has no tables")
        if version not in (BEFORE, FORMAT):
            age = "an older" if version < FORMAT else "a later"
            raise PuzzleError(f"{self.path}: begun by {age} version, its format is {version}, this one reads {FORMAT}")
        return int(version)

    def _convert(self, work: bool) -> None:
        """Go on with a copy of this version's format."""
        if work:
            raise PuzzleError(f"{self.path}: written by an older version; it must be checked first")
        self.verified = False
        copy = _connected(None, work)
        self._db.backup(copy)
        self._db.close()
        self._db = copy
        convert(copy)

    def back_up(self, copy: sqlite3.Connection) -> None:
        """Copy everything."""
        with self.reading() as db:
            db.backup(copy)

    def ask(self, question: str, *values: Any) -> list[Any]:
        """Return the answer to a question in SQL."""
        with self.reading() as db:
            return db.execute(question, values).fetchall()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lock the file for this thread; turn what SQLite raises into errors of one line."""
        with self._lock, journal_errors(self.path):
            yield self._db

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Read all as it is at one moment, whatever other processes write meanwhile."""
        with self.reading() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextlib.contextmanager
    def transaction(self, synced: bool = True) -> Iterator[sqlite3.Connection]:
        """Do several things or nothing; if it is synced, they are on the disk at the end."""
        with self.reading() as db:
            db.execute(f"PRAGMA synchronous = {'FULL' if synced else 'NORMAL'}")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")


def _connected(path: Path | None, work: bool) -> sqlite3.Connection:
    # Without a name, SQLite keeps it in memory and, if it is large, in a temporary file.
    name = "" if path is None else path.absolute().as_uri() + ("?mode=rwc" if work else "?mode=rw")
    if path is not None and not work:
        if not path.is_file():
            raise PuzzleError(f"{path}: there is no such journal")
        if not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
            name += "&immutable=1"  # there SQLite could not make the files that it reads with
    return sqlite3.connect(name, timeout=_WAIT, isolation_level=None, check_same_thread=False, uri=path is not None)


_DAMAGED = (
    "malformed",
    "not a database",
    "file is encrypted",
    "no such table",
    "no such column",
    "no such index",
    "already exists",
    "corrupt",
    "Could not decode",
)


@contextlib.contextmanager
def journal_errors(path: Path) -> Iterator[None]:
    """Say in one line what SQLite complains of."""
    try:
        yield
    except UnicodeDecodeError:  # of what SQLite complains
        raise PuzzleError(f"{path}: is damaged, or no journal") from None
    except sqlite3.Error as error:
        said = str(error)
        if any(word in said for word in _DAMAGED):
            raise PuzzleError(f"{path}: is damaged, or no journal ({said})") from None
        raise JournalError(f"{path}: {said}; what was recorded stays there") from None
