"""Accidents that happen to a journal: bytes flip, pages are lost, rows are deleted or changed, its log is torn.

A journal is taken by its bytes: those of the file, and those of SQLite's log beside it, if there is one.
"""

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from satpuzzle.search.journal.schema import checksum

SECTOR = 512  # bytes
TABLES = ("facts", "branches", "parts", "outcomes", "solutions", "leases")


class Files(NamedTuple):
    """The bytes of a journal."""

    main: bytes
    log: bytes = b""

    @classmethod
    def of(cls, path: Path) -> "Files":
        log = Path(f"{path}-wal")
        return cls(path.read_bytes(), log.read_bytes() if log.exists() else b"")

    def write(self, path: Path) -> None:
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        path.write_bytes(self.main)
        if self.log:
            Path(f"{path}-wal").write_bytes(self.log)


def damaged(files: Files, path: Path, dice: random.Random) -> str:
    """Write a journal with an accident to a path; return what happened."""
    name, happens = dice.choice(ACCIDENTS)
    if happens is in_log and not files.log:
        happens = flipped
    if isinstance(happens, str):
        files.write(path)
        return f"{name}: {in_tables(path, happens, dice)}"
    happens(files, dice).write(path)
    return name


def flipped(files: Files, dice: random.Random) -> Files:
    """Some bytes become others, anywhere."""
    return Files(_flipped(files.main, 0, len(files.main), dice), files.log)


def flipped_in_header(files: Files, dice: random.Random) -> Files:
    """Some bytes of SQLite's header become others."""
    return Files(_flipped(files.main, 0, 100, dice), files.log)


def flipped_in_page_header(files: Files, dice: random.Random) -> Files:
    """Some bytes with which a page begins become others: what kind it is, and where its cells are."""
    size = _page_size(files.main)
    at = size * dice.randrange(len(files.main) // size)
    return Files(_flipped(files.main, at, at + 40, dice), files.log)


def lost_sector(files: Files, dice: random.Random) -> Files:
    """A sector is zero, or what another one is."""
    at, other = (SECTOR * dice.randrange(len(files.main) // SECTOR) for _ in range(2))
    content = dice.choice([bytes(SECTOR), files.main[other : other + SECTOR]])
    return Files(files.main[:at] + content + files.main[at + SECTOR :], files.log)


def lost_page(files: Files, dice: random.Random) -> Files:
    """A page is zero, or what another one is."""
    size = _page_size(files.main)
    at, other = (size * dice.randrange(len(files.main) // size) for _ in range(2))
    content = dice.choice([bytes(size), files.main[other : other + size]])
    return Files(files.main[:at] + content + files.main[at + size :], files.log)


def truncated(files: Files, dice: random.Random) -> Files:
    """The end is missing."""
    return Files(files.main[: dice.randrange(len(files.main))], files.log)


def in_log(files: Files, dice: random.Random) -> Files:
    """The log is lost, torn, or some bytes of it become others."""
    size = len(files.log)
    return Files(
        files.main,
        dice.choice([b"", files.log[: dice.randrange(size)], *[_flipped(files.log, 0, size, dice)] * 6]),
    )


def in_tables(path: Path, how: str, dice: random.Random) -> str:
    """Delete or change rows; return the statements."""
    done = []
    with contextlib.closing(sqlite3.connect(path)) as db:
        for _ in range(dice.choice([1, 1, 1, 2, 3])):
            with contextlib.suppress(sqlite3.IntegrityError, sqlite3.OperationalError):  # an empty value; a lost table
                statement, values = _statement(db, dice.choice(TABLES), how, dice)
                db.execute(statement, values)
                done.append(f"{statement} {values}")
        db.commit()
    return "; ".join(done)


def _statement(db: sqlite3.Connection, table: str, how: str, dice: random.Random) -> tuple[str, tuple[Any, ...]]:
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    rows = db.execute(f"SELECT * FROM {table}").fetchall()
    one = (dice.choice(rows)[0],) if rows and dice.random() < 0.7 else ()
    where = f" WHERE {names[0]} = ?" if one else ""
    if how == "drop":
        return f"DROP TABLE {table}", ()
    if how == "delete":
        return f"DELETE FROM {table}{where}", one
    at = dice.randrange(len(names))
    others = [row[at] for row in rows] or [0]
    return f"UPDATE OR IGNORE {table} SET {names[at]} = ?{where}", (_changed(dice.choice(others), others, dice), *one)


def _changed(value: Any, others: list[Any], dice: random.Random) -> Any:
    """Return what a value may become: that of another row, nothing, another number, or a few other bytes."""
    if isinstance(value, int | float):
        return dice.choice([0, 1, 2, value + 1, value - 1, -value, 2**40, value + 0.5, "x", None, dice.choice(others)])
    if isinstance(value, bytes) and value:
        return dice.choice([b"", None, 7, "x", dice.choice(others), *[_flipped(value, 0, len(value), dice)] * 4])
    if isinstance(value, str) and value:
        at = dice.randrange(len(value))
        return dice.choice(["", None, 7, b"x", dice.choice(others), *[value[:at] + "7" + value[at + 1 :]] * 4])
    return dice.choice([0, 1, b"", "x"])


def _flipped(octets: bytes, start: int, end: int, dice: random.Random) -> bytes:
    found = bytearray(octets)
    for _ in range(dice.choice([1, 1, 1, 2, 4, 16])):
        at = dice.randrange(start, min(end, len(found)))
        found[at] = dice.choice([found[at] ^ 1 << dice.randrange(8), dice.randrange(256), 0])
    return bytes(found)


def _page_size(main: bytes) -> int:
    return int.from_bytes(main[16:18], "big")


Accident = Callable[[Files, random.Random], Files] | str
ACCIDENTS: list[tuple[str, Accident]] = [
    ("bytes", flipped),
    ("bytes", flipped),
    ("bytes of the header", flipped_in_header),
    ("bytes of a page's header", flipped_in_page_header),
    ("a sector", lost_sector),
    ("a page", lost_page),
    ("the end", truncated),
    ("the log", in_log),
    ("the log", in_log),
    ("rows", "delete"),
    ("values", "update"),
    ("values", "update"),
    ("tables", "drop"),
]


def sealed(path: Path) -> None:
    """Write all checksums of a journal anew, as somebody would who changes it on purpose."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.create_function("checksum", -1, checksum)
        for table, columns in (
            ("facts", "name, value"),
            ("branches", "number, ruled_out, leaders"),
            ("parts", "path, root, id, branch, chosen"),
            ("solutions", "path, width, options"),
            (
                "outcomes",
                "path, raw, rotations, isometries, all_raw, all_rotations, all_isometries, undecided, cpu, nodes,"
                " finished, config, stats, (SELECT id FROM parts WHERE parts.path = outcomes.path),"
                " (SELECT checksum FROM solutions WHERE solutions.path = outcomes.path)",
            ),
        ):
            db.execute(f"UPDATE {table} SET checksum = checksum({columns})")
        db.commit()


def changed(whole: Path, path: Path, change: str) -> Path:
    """Return a copy of a journal that was changed in SQL."""
    shutil.copy(whole, path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    return path
