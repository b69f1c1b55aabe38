"""Writes tree certificates; `recording.py` makes trees, and `check/trees.py` checks them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING
from satpuzzle.machine import cores
from satpuzzle.proofs.check.contents import MANIFEST, SOLUTIONS
from satpuzzle.proofs.check.trees import TREE, kind_of, manifest
from satpuzzle.proofs.write.folder import check_replaceable, new_folder
from satpuzzle.proofs.write.journaled import Keeping, from_journal, record
from satpuzzle.proofs.write.recording import Recorded, ordered, packing, put_together, top
from satpuzzle.proofs.write.subject import Chosen, subject_of
from satpuzzle.puzzle.model import Counts, Puzzle

_SEVERAL = 2  # with a journal, a tree is divided as for this many jobs, so the parts do not depend on the machine


def certify(
    puzzle: Puzzle | ExactCover | str | Path,
    folder: Path,
    *,
    problem: str | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    count_only: bool = False,
    keeping: Keeping | None = None,
) -> Counts:
    """Search a puzzle and write the tree to a new folder; return the counts.

    `puzzle` is a puzzle, an exact cover, a bundled name or a path.  With `count_only`, solutions are not listed.  With
    `keeping`, finished parts are recorded in a journal, and those that are there already are not searched again.

    Raises PuzzleError for bad input, a folder that is not a certificate or a damaged journal, JournalError if the
    journal cannot be written, and Stopped after `time_limit` seconds, if the clock stops or if other shares of the
    search are not finished.  The folder appears when it is complete.
    """
    clock, jobs = Clock(time_limit, within=clock).start(), jobs or cores()
    subject = subject_of(puzzle, problem, clock)
    check_replaceable(folder)
    tables, numbers = ordered(subject.tables(clock), clock)
    upper = top(tables, clock, jobs if keeping is None else _SEVERAL)
    if keeping is not None:
        record(tables, subject.name, upper.pieces, keeping, jobs, clock)
    with new_folder(folder) as place:
        subject.copy(place, clock)
        if keeping is None:
            recorded = put_together(tables, upper.pieces, clock, jobs)
        else:
            recorded = from_journal(tables, upper.pieces, keeping.journal, clock)
        return _write(place, subject, tables, numbers, upper.restricted, recorded, count_only)


def _write(
    folder: Path,
    subject: Chosen,
    tables: Tables,
    placement: NDArray[np.int64],
    restricted: dict[tuple[int, ...], int],
    tree: Iterator[Recorded],
    count_only: bool,
) -> Counts:
    """Write the files of a certificate, and return its counts.

    `placement` has the number of each option's placement in the puzzle's own order.
    """
    symmetry, items, listed = tables.symmetry, len(tables.cover.names), subject.listing(tables)
    placement = np.append(placement, -1)
    seen: set[bytes] = set()
    counts, nodes = symmetry.counts(NOTHING, *np.ones((2, 0), np.int64)), -len(restricted)
    with packing(folder / TREE) as out:
        listing = None if count_only else (folder / SOLUTIONS).open("w", encoding="utf-8")
        try:
            for recorded in tree:
                out.write(recorded.codes)
                nodes += len(recorded.codes) // np.dtype(kind_of(items)).itemsize
                if not len(found := recorded.found):
                    continue
                new, fixed, turned = symmetry.discover(found, seen)
                counts += symmetry.counts(found[new], fixed[new], turned[new])
                if listing is not None:
                    for row in np.sort(placement[found[new]], axis=1).tolist():
                        listing.write(listed.line(row))
        finally:
            if listing is not None:
                listing.close()
    subject.check_published(counts)
    text = manifest(folder, subject.name, restricted, counts, symmetry.orders, nodes, not count_only)
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return counts
