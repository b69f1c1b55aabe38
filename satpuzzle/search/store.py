"""The file of a journal: an SQLite database of ours, opened for reading or for work, whose complaints are one line."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search import holders

FORMAT = 1
MARK = 0x53504A4C  # SQLite's application_id: "SPJL"
_WAIT = 60.0  # seconds for another process's transaction

SCHEMA = (
    """
CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE branches (number INTEGER PRIMARY KEY, ruled_out BLOB NOT NULL, leaders BLOB NOT NULL);
CREATE TABLE parts (
    path BLOB PRIMARY KEY,
    root INTEGER NOT NULL,  -- the first number of the path
    id BLOB NOT NULL,
    branch INTEGER NOT NULL REFERENCES branches,
    chosen BLOB NOT NULL,
    state INTEGER NOT NULL DEFAULT 0,  -- 0 open, 1 done, 2 split into children
    holder INTEGER REFERENCES holders,
    begun INTEGER NOT NULL DEFAULT 0  -- how often
) WITHOUT ROWID;
CREATE INDEX free ON parts (state, holder, path);
CREATE TABLE outcomes (
    path BLOB PRIMARY KEY REFERENCES parts,
    raw INTEGER NOT NULL, rotations INTEGER NOT NULL, isometries INTEGER NOT NULL,
    all_raw INTEGER NOT NULL, all_rotations INTEGER NOT NULL, all_isometries INTEGER NOT NULL,  -- before the filter
    undecided INTEGER NOT NULL,
    cpu REAL NOT NULL, nodes INTEGER, finished REAL NOT NULL,
    way TEXT NOT NULL, stats TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE solutions (path BLOB PRIMARY KEY REFERENCES parts, width INTEGER NOT NULL, options BLOB NOT NULL);
"""
    + holders.SCHEMA
)


class Store:
    """A database that is open; may be used from several threads.

    Raises PuzzleError if the file is none that this version reads, and JournalError if it cannot be written.
    """

    def __init__(self, path: Path | None, work: bool = False) -> None:
        self.path = path or Path()
        self._lock = threading.RLock()
        with told(self.path):
            self._db = self._opened(path, work)
            self._check_format()
            if work and path is not None:
                self._db.execute("PRAGMA journal_mode = WAL")

    def _opened(self, path: Path | None, work: bool) -> sqlite3.Connection:
        # Without a name, SQLite keeps it in memory and, if it is large, in a temporary file.
        name = "" if path is None else path.absolute().as_uri() + ("?mode=rwc" if work else "?mode=rw")
        if path is not None and not work:
            if not path.is_file():
                raise PuzzleError(f"{path}: there is no such journal")
            if not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists():
                name += "&immutable=1"  # there SQLite could not make the files that it reads with
        db = sqlite3.connect(name, timeout=_WAIT, isolation_level=None, check_same_thread=False, uri=path is not None)
        if not work:
            db.execute("PRAGMA query_only = ON")
        return db

    def _check_format(self) -> None:
        # In this order, since another process may just write all of it, at once.
        if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            return
        (mark,), (version,) = (
            self._db.execute(f"PRAGMA {pragma}").fetchone() for pragma in ("application_id", "user_version")
        )
        if mark != MARK:
            raise PuzzleError(f"{self.path}: is no journal of satpuzzle")
        if version != FORMAT:
            age = "an older" if version < FORMAT else "a later"
            raise PuzzleError(f"{self.path}: begun by {age} version, its format is {version}, this one reads {FORMAT}")

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
        """Let nobody else in, and say what goes wrong."""
        with self._lock, told(self.path):
            yield self._db

    @contextlib.contextmanager
    def transaction(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """Do several things or nothing; if it is durable, they are on the disk at the end."""
        with self.reading() as db:
            db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")


_DAMAGED = ("malformed", "not a database", "file is encrypted", "no such table", "no such column", "corrupt")


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Say in one line what SQLite complains of."""
    try:
        yield
    except sqlite3.Error as error:
        said = str(error)
        if any(word in said for word in _DAMAGED):
            raise PuzzleError(f"{path}: is damaged, or no journal ({said})") from None
        raise JournalError(f"{path}: {said}; what was recorded stays there") from None
