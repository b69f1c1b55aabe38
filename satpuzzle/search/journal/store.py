"""The file of a journal: an SQLite database, whose errors become exceptions with one-line messages."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from satpuzzle import data
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.journal.schema import FORMAT, MARK

_WAIT = 60.0  # time limit in seconds to wait for another process's transaction


class Store:
    """An open database, read-only or, with `work`, for reading and writing.  Several threads may use it.

    Raises PuzzleError if this version cannot read the file, and JournalError if it cannot be written.
    """

    def __init__(self, path: Path | None, work: bool = False) -> None:
        self.path = path or Path()
        self._lock = threading.RLock()
        with contextlib.ExitStack() as stack, journal_errors(self.path):
            self._db = _connected(path, work)
            stack.callback(self.close)
            self._check_format()
            if not work:
                self._db.execute("PRAGMA query_only = ON")
            elif path is not None:
                self._db.execute("PRAGMA journal_mode = WAL")
            stack.pop_all()

    def _check_format(self) -> None:
        """Raise PuzzleError unless the file is empty or a journal of the current format."""
        self._db.execute("BEGIN")  # one consistent view, since another process may be creating the tables
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
            return
        if mark != MARK:
            raise PuzzleError(f"{self.path}: is no journal of satpuzzle")
        if tables == 0:
            raise PuzzleError(f"{self.path}: is damaged, it has no tables")
        if version != FORMAT:
            age = "an older" if version < FORMAT else "a later"
            raise PuzzleError(f"{self.path}: begun by {age} version, its format is {version}, this one reads {FORMAT}")

    def back_up(self, copy: sqlite3.Connection) -> None:
        """Copy the whole database into `copy`."""
        with self.reading() as db:
            db.backup(copy)

    def ask(self, question: str, *values: Any) -> list[Any]:
        """Return the rows of an SQL query."""
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
        """Lock the database for this thread; convert SQLite's exceptions (see `journal_errors`)."""
        with self._lock, journal_errors(self.path):
            yield self._db

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Provide a consistent view of the database, which other processes cannot change during the `with` block."""
        with self.reading() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextlib.contextmanager
    def transaction(self, synced: bool = True) -> Iterator[sqlite3.Connection]:
        """Commit the statements of the `with` block together, or none of them if it raises an exception.

        With `synced`, the changes are on the disk when the block ends.
        """
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
    # Without a name, SQLite keeps the database in memory or, if it is large, in a temporary file.
    if path is not None and work:
        data.check_folder(path)
    name = "" if path is None else path.absolute().as_uri() + ("?mode=rwc" if work else "?mode=rw")
    if path is not None and not work:
        if not path.is_file():
            raise PuzzleError(f"{path}: there is no such journal")
        if not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
            name += "&immutable=1"  # SQLite cannot create its auxiliary files in this folder
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
    """Convert SQLite's exceptions to PuzzleError (a damaged file) or JournalError, with one-line messages."""
    try:
        yield
    except UnicodeDecodeError:  # SQLite's message has bytes of the damaged file
        raise PuzzleError(f"{path}: is damaged, or no journal") from None
    except sqlite3.Error as error:
        said = str(error)
        if any(word in said for word in _DAMAGED):
            raise PuzzleError(f"{path}: is damaged, or no journal ({said})") from None
        raise JournalError(f"{path}: {said}; what was recorded stays there") from None
