"""The integrity of a journal: checks that it is complete and unchanged.

Every row that is written once has a checksum.  The parts form a tree: one hash covers the planned parts, and each part
that was split has a hash of its children.  Each finished part has one outcome, and no other part has any; the checksum
of an outcome covers its part's id and its solutions' checksum.  So a row that was changed, lost or moved is found.
Whether the content is right is checked by `audit.py`.
"""

import sqlite3
from collections.abc import Iterator
from itertools import islice

from satpuzzle.errors import PuzzleError
from satpuzzle.search.checksum import checksum, digest
from satpuzzle.search.journal import DONE, FACTS, OPEN, SPLIT, Journal, step
from satpuzzle.search.schema import STATEMENTS


def verify(journal: Journal) -> None:
    """Raise PuzzleError unless a journal is complete and unchanged."""
    for fault in faults(journal, 1):
        raise PuzzleError(
            f"{journal.path}: is damaged, {fault}; `satpuzzle journal --check {journal.path}` lists all faults"
        )


def faults(journal: Journal, most: int) -> list[str]:
    """Return up to `most` faults of a journal, one sentence each; the list is empty if it is complete and unchanged."""
    with journal.snapshot() as db:
        return list(islice(_faults(db), most))


def _faults(db: sqlite3.Connection) -> Iterator[str]:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        yield f"SQLite finds: {found}"
        return
    made = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    if made != set(STATEMENTS):
        yield "its tables are not those of a journal"
        return
    facts = {name: value for name, value, total in db.execute("SELECT * FROM facts") if checksum(name, value) == total}
    lost = [name for name, kind in FACTS.items() if not isinstance(facts.get(name), kind)]
    for name in lost:
        yield f"its {name} is lost or has a wrong checksum"
    if not lost:
        done: dict[bytes, bytes] = {}  # the ids of the finished parts, by their paths
        yield from _parts(db, facts["planned"], facts["roots"], done)
        yield from _outcomes(db, done)


def _parts(db: sqlite3.Connection, planned: int, roots: str, done: dict[bytes, bytes]) -> Iterator[str]:
    branches = set()
    for number, *options, total in db.execute("SELECT number, ruled_out, leaders, checksum FROM branches"):
        branches.add(number)
        if checksum(number, *options) != total:
            yield f"branch {number} has a wrong checksum"
    split: dict[bytes, tuple[str, str | None]] = {}  # of each part that was split: its name and its children's hash
    children: dict[bytes, list[tuple[bytes, str]]] = {}  # the steps and names of the children found, by parent
    for path, root, name, branch, chosen, total, state, hash in db.execute(
        "SELECT path, root, id, branch, chosen, checksum, state, children FROM parts NOT INDEXED ORDER BY path"
    ):
        are_bytes = isinstance(path, bytes) and isinstance(name, bytes) and isinstance(chosen, bytes)
        if not are_bytes or checksum(path, root, name, branch, chosen) != total:
            yield f"part {_name(name)} has a wrong checksum"
            continue
        children.setdefault(path[:-4], []).append((path[-4:], name.hex()))
        if branch not in branches:
            yield f"part {name.hex()} is of a branch that does not exist"
        if state == DONE:
            done[path] = name
        elif state == SPLIT:
            split[path] = name.hex(), hash
        elif state != OPEN:
            yield f"part {name.hex()} has the state {state!r}"
    there = children.pop(b"", [])
    if len(there) != planned or not _whole(there, roots):
        yield "the parts are not those that were planned"
    for path, (parent, expected) in split.items():
        if not _whole(children.pop(path, []), expected):
            yield f"part {parent} was split into other parts"
    for orphans in children.values():
        yield f"part {orphans[0][1]} is of a part that was not split"


def _whole(children: list[tuple[bytes, str]], expected: str | None) -> bool:
    """Tell whether these pairs (step, id) are all children of a part, whose recorded hash is `expected`."""
    steps = [at for at, _ in children]
    return steps == [*map(step, range(len(steps)))] and digest(name for _, name in children) == expected


def _outcomes(db: sqlite3.Connection, done: dict[bytes, bytes]) -> Iterator[str]:
    totals: dict[bytes, int] = {}  # the checksums of the solutions, by path
    for path, width, options, total in db.execute("SELECT path, width, options, checksum FROM solutions"):
        totals[path] = total
        if checksum(path, width, options) != total:
            yield f"the solutions of part {_name(done.get(path))} have a wrong checksum"
    left = done.copy()
    for path, *said, total in db.execute("SELECT * FROM outcomes"):
        name, solutions = left.pop(path, None), totals.pop(path, None)
        if name is None:
            yield "it has an outcome of a part that is not done"
        elif checksum(path, *said, name, solutions) != total:
            yield f"the outcome of part {_name(name)} has a wrong checksum"
    for name in left.values():
        yield f"part {_name(name)} is done and has no outcome"
    for _ in totals:
        yield "it has solutions of a part that has no outcome"


def _name(name: object) -> str:
    return name.hex() if isinstance(name, bytes) else "?"
