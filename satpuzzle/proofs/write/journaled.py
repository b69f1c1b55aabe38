"""Records the tree of a search part by part in a journal, so that it can be stopped and resumed, by several processes.

The journal is that of a search (`search/journal/`): it has the parts of the tree, leases them to processes and splits
parts that take long.  The numbers of a finished part are a compressed file in the folder `JOURNAL.trees`, named after
the part and written before the part counts as finished; its SHA-256 is in the part's outcome.  The solutions of a part
are all that its tree meets, not one of each class.

When all parts are finished, the tree is put together in its order, whatever the order of recording was.
"""

import os
import shutil
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.errors import JournalError, PuzzleError, ShareFinished, Stopped
from satpuzzle.machine import not_in_browser, thread_seconds
from satpuzzle.proofs.check.contents import file_hash
from satpuzzle.proofs.check.trees import kind_of
from satpuzzle.proofs.check.unpack import unpacked
from satpuzzle.proofs.write.recording import Piece, Recorded, divided, packing, recorder
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.carriers.base import Result
from satpuzzle.search.carriers.threads import Threads
from satpuzzle.search.journal.audit import verify
from satpuzzle.search.journal.header import TREE, Header, option_names
from satpuzzle.search.journal.journal import DONE, SPLIT, Journal, Share, step
from satpuzzle.search.journal.schema import digest
from satpuzzle.search.journaled import JournalLedger, Owner, stream_journal
from satpuzzle.search.part import Outcome, Part, concatenated

ENDING = ".trees"  # appended to the name of the journal, for the folder of the parts' trees


@dataclass(frozen=True)
class Keeping:
    """Where the parts of a tree are recorded, which share of them, and how long a part may take."""

    journal: Path
    share: Share = field(default_factory=Share)
    part_seconds: float = 60.0  # a part that takes longer is split

    def __post_init__(self) -> None:
        if not self.part_seconds > 0:
            raise PuzzleError(f"part seconds {self.part_seconds}: allowed are seconds above 0")

    @property
    def folder(self) -> Path:
        """The folder with the trees of the finished parts."""
        return trees_of(self.journal)


def trees_of(journal: Path) -> Path:
    """Return the folder with the trees of the finished parts of a journal."""
    return journal.with_name(journal.name + ENDING)


def record(tables: Tables, name: str, pieces: Sequence[Piece], keeping: Keeping, jobs: int, clock: Clock) -> None:
    """Search, with `jobs` threads, the parts of a divided tree that are not finished in the journal, and record them.

    `pieces` is the tree in preorder: node numbers and parts, as `recording.top` returns it.  Raises PuzzleError if the
    journal is damaged or belongs to another search, JournalError if it cannot be written, Stopped if the clock stops,
    and ShareFinished if only parts of other shares are left.
    """
    not_in_browser("a journal needs threads")
    parts = [piece.named(tables) for piece in pieces if isinstance(piece, Part)]
    halt = Clock(within=clock)
    with Journal(keeping.journal, work=True) as journal:
        header = Header.of(tables, name, TREE, None, None, None)
        if not journal.begun:
            journal.begin(header, tables, parts, {"way": "tree"})
        verify(journal)
        journal.header.refuse(header, journal.path)
        _check_plan(journal, tables, parts)
        journal.read_for(tables)
        keeping.folder.mkdir(exist_ok=True)
        carrier = Threads(_Work(tables, keeping, halt), jobs, halt)
        ledger = JournalLedger(journal, keeping.share, "tree", halt)
        try:
            status = _ended(stream_journal(ledger, Owner(ledger, carrier, halt), clock, lambda *_: None, lambda: None))
        except Stopped as error:
            raise Stopped(f"{error}; {_progress(journal)}", by_limit=error.by_limit) from None
        if status is not Status.EXHAUSTED:
            raise ShareFinished(f"share {keeping.share.number}/{keeping.share.of} is finished; {_progress(journal)}")


def _ended(results: Generator[Any, None, Status]) -> Status:
    """Run a generator to its end, ignore what it yields, and return its return value."""
    try:
        while True:
            next(results)
    except StopIteration as end:
        status: Status = end.value
        return status
    finally:
        results.close()


def from_journal(tables: Tables, pieces: Sequence[Piece], path: Path, clock: Clock) -> Iterator[Recorded]:
    """Yield the node numbers and the solutions of a tree, in order, from the journal with all its parts.

    Raises PuzzleError if the journal or a tree is damaged or a part is not finished, and Stopped if the clock stops.
    """
    with Journal(path) as journal:
        journal.read_for(tables)
        number = 0
        for piece in pieces:
            clock.check()
            yield from _under(journal, tables, piece, step(number), clock)
            number += isinstance(piece, Part)


def _under(journal: Journal, tables: Tables, piece: Piece, path: bytes, clock: Clock) -> Iterator[Recorded]:
    """Yield the recorded numbers and solutions of a piece: of one node, or of a part, which may have been split.

    `path` is the part's place in the journal.
    """
    if isinstance(piece, int):
        yield Recorded(np.array([piece], kind_of(len(tables.cover.names))).tobytes(), NOTHING)
        return
    ((name, state),) = journal.ask("SELECT lower(hex(id)), state FROM parts WHERE path = ?", path)
    if state == SPLIT:
        number = 0
        for below in divided(piece, tables, clock):
            yield from _under(journal, tables, below, path + step(number), clock)
            number += isinstance(below, Part)
    elif state == DONE:
        for codes in unpacked(_checked(journal, name, path)):
            clock.check()
            yield Recorded(codes, NOTHING)
        yield Recorded(b"", journal.solutions(path))
    else:
        raise PuzzleError(f"{journal.path}: part {name} is not finished")


def check_trees(journal: Journal) -> None:
    """Raise PuzzleError if the file with the tree of a finished part is missing or was changed."""
    for name, path in journal.ask("SELECT lower(hex(id)), path FROM parts WHERE state = ? ORDER BY path", DONE):
        _checked(journal, name, path)


def gather(journals: Iterable[Path], out: Path) -> None:
    """Copy the trees beside these journals to the folder beside the journal `out`, into which they were merged."""
    trees_of(out).mkdir(exist_ok=True)
    for journal in journals:
        for tree in sorted(trees_of(journal).glob("*.xz")):
            shutil.copyfile(tree, trees_of(out) / tree.name)


class _Work:
    """Searches a part and records its tree; threads call it."""

    def __init__(self, tables: Tables, keeping: Keeping, halt: Clock) -> None:
        self._tables, self._keeping, self._halt = tables, keeping, halt
        self._kind = kind_of(len(tables.cover.names))

    def __call__(self, part: Part) -> Generator[None, None, Result]:
        """Record a part; return its outcome or, if it takes too long, the parts into which it is split."""
        yield
        try:
            return self._recorded(part, Clock(self._keeping.part_seconds, within=self._halt))
        except Stopped:
            self._halt.check()
        pieces = divided(part, self._tables, self._halt)
        if len(pieces) > 1:
            return [piece.named(self._tables) for piece in pieces if isinstance(piece, Part)]
        return self._recorded(part, self._halt)

    def _recorded(self, part: Part, clock: Clock) -> Outcome:
        """Write the tree of a part to its file and return its outcome."""
        began, nodes, batches = thread_seconds(), 0, []
        place = self._keeping.folder / f"{part.id}.xz"
        growing = place.with_name(f".{part.id}.{os.getpid()}.part")
        try:
            with growing.open("wb") as file:
                with packing(file) as packed:
                    for codes, found in recorder().record(part.cover(self._tables), self._kind, clock):
                        packed.write(codes.tobytes())
                        nodes += len(codes)
                        batches.append(found)
                file.flush()
                os.fsync(file.fileno())
            total = file_hash(growing)
            growing.replace(place)
            _sync(place.parent)
        except OSError as error:
            raise JournalError(f"{place}: {error.strerror or error}; what was recorded stays there") from None
        finally:
            growing.unlink(missing_ok=True)
        stats: Stats = {"nodes": nodes, "tree": total}
        found = concatenated(batches)
        met = Counts(len(found), len(found), len(found))
        return Outcome(part, found, met, stats, Status.EXHAUSTED, met, cpu=thread_seconds() - began)


def _checked(journal: Journal, name: str, path: bytes) -> Path:
    """Return the path of the file with the tree of a finished part.

    Raises PuzzleError if the file is missing or does not have the recorded hash.
    """
    tree = trees_of(journal.path) / f"{name}.xz"
    ((total,),) = journal.ask("SELECT json_extract(stats, '$.tree') FROM outcomes WHERE path = ?", path)
    try:
        fault = "" if file_hash(tree) == total else "has a wrong checksum"
    except FileNotFoundError:
        fault = "is lost"
    if fault:
        raise PuzzleError(f"{journal.path}: is damaged, {tree.parent.name}/{tree.name} {fault}")
    return tree


def _check_plan(journal: Journal, tables: Tables, parts: Sequence[Part]) -> None:
    """Raise PuzzleError unless the journal's parts are these parts, with the same option numbers."""
    same = journal.fact("options") == option_names(tables)
    if not same or journal.fact("roots") != digest(part.id for part in parts):
        raise PuzzleError(f"{journal.path}: another version divided the tree differently; continue with that version")


def _progress(journal: Journal) -> str:
    now = journal.totals()
    return f"{journal.path} has {now.done} of {now.parts} parts"


def _sync(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk; do nothing if the system does not support this."""
    if os.name != "posix":
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
