"""The tables of a journal.

Each row that is written once has a checksum of its other columns; the checksum of an outcome also covers the part's id
and the checksum of its solutions.  Columns that change during a search have none: `audit.py` compares the state of a
part with the other rows about it.  Checksums detect accidents, such as flipped bits, deleted rows, and values that were
edited by hand.  They do not detect forgery, since anybody who changes a value can compute a new checksum.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable

from satpuzzle.search.journal import leases

FORMAT = 2  # SQLite's user_version
MARK = 0x53504A4C  # SQLite's application_id: "SPJL"

_TABLES = (
    """
CREATE TABLE facts (name TEXT PRIMARY KEY, value, checksum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE branches (
    number INTEGER PRIMARY KEY, ruled_out BLOB NOT NULL, leaders BLOB NOT NULL, checksum INTEGER NOT NULL
);
CREATE TABLE parts (
    path BLOB PRIMARY KEY,
    root INTEGER NOT NULL,  -- the first number of the path
    id BLOB NOT NULL,
    branch INTEGER NOT NULL REFERENCES branches,
    chosen BLOB NOT NULL,
    checksum INTEGER NOT NULL,  -- of the columns above
    state INTEGER NOT NULL,  -- 0 open, 1 done, 2 split into children
    children TEXT,  -- a hash of their ids, if it was split
    lease INTEGER REFERENCES leases,
    begun INTEGER NOT NULL  -- how often
) WITHOUT ROWID;
CREATE INDEX free ON parts (state, lease, path);
CREATE TABLE outcomes (
    path BLOB PRIMARY KEY REFERENCES parts,
    raw INTEGER NOT NULL, rotations INTEGER NOT NULL, isometries INTEGER NOT NULL,
    all_raw INTEGER NOT NULL, all_rotations INTEGER NOT NULL, all_isometries INTEGER NOT NULL,  -- before the filter
    undecided INTEGER NOT NULL,
    cpu REAL NOT NULL, nodes INTEGER, finished REAL NOT NULL,
    config TEXT NOT NULL, stats TEXT NOT NULL,
    checksum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE solutions (
    path BLOB PRIMARY KEY REFERENCES parts, width INTEGER NOT NULL, options BLOB NOT NULL, checksum INTEGER NOT NULL
);
"""
    + leases.TABLE
)
STATEMENTS = tuple(statement.strip() for statement in _TABLES.split(";\n") if statement.strip())


def create(db: sqlite3.Connection) -> None:
    """Create the tables in an empty database."""
    for statement in STATEMENTS:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {MARK}")
    db.execute(f"PRAGMA user_version = {FORMAT}")


def checksum(*values: int | float | str | bytes | None) -> int:
    """Return a CRC-32 of the values of a row; it also depends on their types and on their order."""
    total = 0
    for value in values:
        if isinstance(value, str):
            octets = value.encode("utf-8", "surrogatepass")
            total = zlib.crc32(octets, zlib.crc32(b"text %d " % len(octets), total))
        elif isinstance(value, bytes):
            total = zlib.crc32(value, zlib.crc32(b"blob %d " % len(value), total))
        else:
            total = zlib.crc32(b"%a " % value, total)
    return total


def digest(names: Iterable[str]) -> str:
    """Return a hash of the ids of parts, which also depends on their order."""
    return hashlib.sha256(" ".join(names).encode()).hexdigest()
