"""A part of a search is data: it can be written down, carried elsewhere and solved there.

A part is a subproblem, told by the options that are chosen and those that are ruled out.  The parts of one search have
all its solutions between them, and none twice.  Each solution is classified by itself (the smallest of its images
stands for its class), so the outcomes of parts can be added up in any order.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.canon import Canon
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Offer, Solver, Stats, Way
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.tally import Keep, Tally


@dataclass(frozen=True)
class Part:
    """A subproblem of a cover, in its option numbers."""

    id: str  # the hash of what it means, the same on every machine and in every version (see `Meaning`)
    chosen: tuple[int, ...]
    ruled_out: tuple[int, ...]
    leaders: tuple[int, ...] = ()  # the items by whose options solutions are compared first (see `Canon`)

    @classmethod
    def of(
        cls, meaning: Meaning, chosen: tuple[int, ...], ruled_out: tuple[int, ...], leaders: tuple[int, ...] = ()
    ) -> "Part":
        """Return the part with these options chosen and those ruled out."""
        return cls(meaning.of(chosen, ruled_out), chosen, ruled_out, leaders)

    def cover(self, tables: Tables) -> ExactCover:
        """Return the part as a subproblem of the tables' cover."""
        ruled_out = np.zeros(len(tables.cover.rows), np.bool_)
        ruled_out[list(self.ruled_out)] = True
        return tables.cover.without(ruled_out).given(sorted(set(self.chosen) - set(tables.cover.chosen)))


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came out of a part; final if the status is EXHAUSTED."""

    part: Part
    solutions: Batch  # one a class that counts
    counts: Counts
    stats: Stats
    status: Status


def solve_part(tables: Tables, part: Part, way: Way, clock: Clock | None = None, keep: Keep | None = None) -> Outcome:
    """Solve a part from what is written in it, on this thread; a clock that stops it leaves what was found.

    Raises BackendError if the engine breaks down.
    """
    clock = clock or Clock()
    cover = part.cover(tables)
    tally, canon = Tally(tables.symmetry, keep), Canon(tables.symmetry, tables.cover, part.leaders)
    stats: Stats = {}
    found: list[Batch] = []
    status = Status.EXHAUSTED
    try:
        if cover.hopeless() is None:
            solver = way.engine.prepare(Offer([(None, cover)]), way, clock).solver
            try:
                for batch in checked(cover, solver, stats):
                    found += [classes for classes in tally.take(tables.full_enough(batch), canon) if len(classes)]
                    clock.check()
            finally:
                solver.close()
    except Stopped:
        status = clock.status or Status.INTERRUPTED
    return Outcome(part, _together(found), tally.counts(status is Status.EXHAUSTED), stats, status)


def checked(cover: ExactCover, solver: Solver, stats: Stats) -> Iterator[Batch]:
    """Yield the solver's batches for a part, each solution checked; BackendError if one is none."""
    for batch in solver(cover, stats):
        try:
            cover.check(batch)
        except AssertionError as error:
            raise BackendError(f"the solver gave a wrong solution: {error}") from None
        yield batch
    stats["parts_done"] = 1
    if "nodes" in stats:
        stats["nodes_done"] = stats["nodes"]


def _together(batches: list[Batch]) -> Batch:
    """Return batches of different widths as one."""
    width = max((batch.shape[1] for batch in batches), default=1)
    padded = [np.pad(batch, ((0, 0), (0, width - batch.shape[1])), constant_values=-1) for batch in batches]
    return np.concatenate([NOTHING.reshape(0, 1).repeat(width, axis=1), *padded])
