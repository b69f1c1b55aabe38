"""Leases: which process works on which parts of a journal.  A lease is valid while its process is alive.

A process is identified by its host, its number and its start time, since the system reuses numbers.  A process of
another host counts as dead when its last heartbeat is too old.  A lease names the file that it is valid for, so the
leases in a copy of a journal are void.
"""

import os
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import psutil

TABLE = """
CREATE TABLE leases (
    number INTEGER PRIMARY KEY,
    host TEXT NOT NULL, process INTEGER NOT NULL, began REAL NOT NULL,
    file INTEGER NOT NULL,  -- the journal's inode
    heard REAL NOT NULL
);
"""
_SILENCE = 60.0  # seconds after which a process of another host counts as dead
_SLACK = 2.0  # tolerance in seconds for the start time of a process


def enter(db: sqlite3.Connection, path: Path) -> int:
    """Register this process; return its number in the table of leases."""
    me = (socket.gethostname(), os.getpid(), psutil.Process().create_time(), _inode(path), time.time())
    number = db.execute("INSERT INTO leases (host, process, began, file, heard) VALUES (?, ?, ?, ?, ?)", me).lastrowid
    assert number is not None
    return number


def heartbeat(db: sqlite3.Connection, number: int) -> None:
    """Record that the process with this number is alive now."""
    db.execute("UPDATE leases SET heard = ? WHERE number = ?", (time.time(), number))


def release_dead(db: sqlite3.Connection, path: Path) -> None:
    """Delete the leases of dead processes, and release all parts that have no valid lease."""
    rows = db.execute("SELECT number, host, process, began, file, heard FROM leases").fetchall()
    db.executemany("DELETE FROM leases WHERE number = ?", [row[:1] for row in rows if not _good(row, _inode(path))])
    db.execute(
        "UPDATE parts SET lease = NULL"
        " WHERE state = 0 AND lease IS NOT NULL AND lease NOT IN (SELECT number FROM leases)"
    )


def leave(db: sqlite3.Connection, number: int) -> None:
    """Release the parts of the process with this number, and delete its lease."""
    db.execute("UPDATE parts SET lease = NULL WHERE lease = ? AND state = 0", (number,))
    db.execute("DELETE FROM leases WHERE number = ?", (number,))


def _good(row: tuple[Any, ...], inode: int) -> bool:
    """Tell whether a lease is valid: its process is alive and uses this file.  A damaged lease is not valid."""
    _, host, process, began, file, heard = row
    try:
        lives = _lives(process, began) if host == socket.gethostname() else abs(time.time() - heard) < _SILENCE
    except (TypeError, ValueError, OverflowError):
        return False
    return lives and bool(file == inode)


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino & (1 << 62) - 1
    except OSError:  # a temporary journal, which has no file
        return 0


def _lives(process: int, began: float) -> bool:
    try:
        found = psutil.Process(process)
        return abs(found.create_time() - began) < _SLACK and bool(found.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
