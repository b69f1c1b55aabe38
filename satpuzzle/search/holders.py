"""Who holds the parts of a journal: a lease is good while the process lives that took it.

A process is known by its host, its number and when it began, since numbers are given again.  Of another host's
process nothing can be asked; it counts as dead when it has not been heard of for a while.  And leases are for one
file: those in a copy of a journal belong to nobody.
"""

import os
import socket
import sqlite3
import time
from pathlib import Path

import psutil

SCHEMA = """
CREATE TABLE holders (
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
    number = db.execute("INSERT INTO holders (host, process, began, file, heard) VALUES (?, ?, ?, ?, ?)", me).lastrowid
    assert number is not None
    return number


def greet(db: sqlite3.Connection, number: int) -> None:
    """Say that this process lives."""
    db.execute("UPDATE holders SET heard = ? WHERE number = ?", (time.time(), number))


def bury(db: sqlite3.Connection, path: Path) -> None:
    """Take their parts from those who are dead, and forget them."""
    inode, host, now = _inode(path), socket.gethostname(), time.time()
    dead = [
        (number,)
        for number, where, process, began, file, heard in db.execute(
            "SELECT number, host, process, began, file, heard FROM holders"
        ).fetchall()
        if file != inode or not (_lives(process, began) if where == host else now - heard < _SILENCE)
    ]
    db.executemany("UPDATE parts SET holder = NULL WHERE holder = ? AND state = 0", dead)
    db.executemany("DELETE FROM holders WHERE number = ?", dead)


def leave(db: sqlite3.Connection, number: int) -> None:
    """Give back what this process holds."""
    db.execute("UPDATE parts SET holder = NULL WHERE holder = ? AND state = 0", (number,))
    db.execute("DELETE FROM holders WHERE number = ?", (number,))


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
