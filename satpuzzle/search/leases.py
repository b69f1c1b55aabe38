"""Which process works on which parts of a journal: a lease is valid while the process that took it lives.

A process is identified by its host, its number and its start time, since numbers are used again.  A process of another
host cannot be asked; it counts as dead when it has given no sign of life for a while.  Leases are valid in one file:
those in a copy of a journal are void.
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
_SLACK = 2.0  # seconds by which the system's times of a process's beginning may differ


def enter(db: sqlite3.Connection, path: Path) -> int:
    """Write this process down and return its number."""
    me = (socket.gethostname(), os.getpid(), psutil.Process().create_time(), _inode(path), time.time())
    number = db.execute("INSERT INTO leases (host, process, began, file, heard) VALUES (?, ?, ?, ?, ?)", me).lastrowid
    assert number is not None
    return number


def greet(db: sqlite3.Connection, number: int) -> None:
    """Say that this process lives."""
    db.execute("UPDATE leases SET heard = ? WHERE number = ?", (time.time(), number))


def release_dead(db: sqlite3.Connection, path: Path) -> None:
    """Forget the leases of those who are dead, and free the parts that are held by no lease that there is."""
    rows = db.execute("SELECT number, host, process, began, file, heard FROM leases").fetchall()
    db.executemany("DELETE FROM leases WHERE number = ?", [row[:1] for row in rows if not _good(row, _inode(path))])
    db.execute(
        "UPDATE parts SET lease = NULL"
        " WHERE state = 0 AND lease IS NOT NULL AND lease NOT IN (SELECT number FROM leases)"
    )


def leave(db: sqlite3.Connection, number: int) -> None:
    """Give back what this process holds."""
    db.execute("UPDATE parts SET lease = NULL WHERE lease = ? AND state = 0", (number,))
    db.execute("DELETE FROM leases WHERE number = ?", (number,))


def _good(row: tuple[Any, ...], inode: int) -> bool:
    """Tell whether the process of a lease works on this file; one that cannot be read is no good."""
    _, host, process, began, file, heard = row
    try:
        lives = _lives(process, began) if host == socket.gethostname() else abs(time.time() - heard) < _SILENCE
    except (TypeError, ValueError, OverflowError):
        return False
    return lives and bool(file == inode)


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino & (1 << 62) - 1
    except OSError:  # a journal without a file
        return 0


def _lives(process: int, began: float) -> bool:
    try:
        found = psutil.Process(process)
        return abs(found.create_time() - began) < _SLACK and bool(found.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
