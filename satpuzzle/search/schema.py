"""The tables of a journal, and the conversion of tables of format 1.

Each row that is written once has a checksum (`checksum.py`) of its other columns; the checksum of an outcome also
covers the part's id and the checksum of its solutions.  Columns that change during a search have none: `integrity.py`
compares the state of a part with the other rows about it.
"""

import sqlite3

from satpuzzle.search import leases
from satpuzzle.search.checksum import checksum, digest

BEFORE, FORMAT, NUMBERS = 1, 2, 3  # format 1 had no checksums, format 3 has no solutions, only their numbers
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


def create(db: sqlite3.Connection, version: int = FORMAT) -> None:
    """Create the tables of a format in an empty database."""
    for statement in STATEMENTS:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {MARK}")
    db.execute(f"PRAGMA user_version = {version}")


def convert(db: sqlite3.Connection) -> None:
    """Convert the tables of format 1; the new checksums cover the present content, whether it is right or wrong."""
    db.create_function("checksum", -1, checksum)
    db.execute("DROP INDEX free")
    for table in ("facts", "branches", "parts", "outcomes", "solutions"):
        db.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
    create(db)
    for statement in _CONVERSION.split(";\n"):
        db.execute(statement)
    for (path,) in db.execute("SELECT path FROM parts WHERE state = 2 AND typeof(path) = 'blob'").fetchall():
        ids = db.execute(
            "SELECT lower(hex(id)) FROM parts WHERE path > ? AND path < ? AND length(path) = ? ORDER BY path",
            (path, path + b"\xff" * 5, len(path) + 4),
        )
        db.execute("UPDATE parts SET children = ? WHERE path = ?", (digest(name for (name,) in ids), path))


_CONVERSION = """
INSERT INTO facts SELECT name, value, checksum(name, value) FROM facts_1;
INSERT INTO branches SELECT number, ruled_out, leaders, checksum(number, ruled_out, leaders) FROM branches_1;
INSERT INTO parts
    SELECT path, root, id, branch, chosen, checksum(path, root, id, branch, chosen), state, NULL, holder, begun
    FROM parts_1;
INSERT INTO solutions SELECT path, width, options, checksum(path, width, options) FROM solutions_1;
INSERT INTO outcomes
    SELECT o.path, raw, rotations, isometries, all_raw, all_rotations, all_isometries, undecided, cpu, nodes, finished,
        way, stats, checksum(o.path, raw, rotations, isometries, all_raw, all_rotations, all_isometries, undecided, cpu,
        nodes, finished, way, stats, p.id, s.checksum)
    FROM outcomes_1 AS o LEFT JOIN parts AS p ON o.path = p.path LEFT JOIN solutions AS s ON o.path = s.path;
INSERT INTO leases SELECT number, host, process, began, file, heard FROM holders;
DROP TABLE solutions_1;
DROP TABLE outcomes_1;
DROP TABLE parts_1;
DROP TABLE branches_1;
DROP TABLE facts_1;
DROP TABLE holders
"""
