"""A part of a search is data: it can be written down, carried elsewhere and solved there.

A part is a subproblem, told by the options that are chosen and those that are ruled out.  The parts of one search have
all its solutions between them, and none twice.  Each solution is classified by itself (the smallest of its images
stands for its class), so the outcomes of parts can be added up in any order.
"""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.canon import Canon
from satpuzzle.cover.exact_cover import Batch, ExactCover, ascending
from satpuzzle.cover.split import split
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Offer, SolverConfig, Stats
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.check import Check
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
        cls, tables: Tables, chosen: tuple[int, ...], ruled_out: tuple[int, ...], leaders: tuple[int, ...] = ()
    ) -> "Part":
        """Return the part with these options of the tables chosen and those ruled out."""
        return cls(tables.meaning.of(chosen, ruled_out), chosen, ruled_out, leaders)

    def cover(self, tables: Tables) -> ExactCover:
        """Return the part as a subproblem of the tables' cover."""
        ruled_out = np.zeros(len(tables.cover.rows), np.bool_)
        ruled_out[list(self.ruled_out)] = True
        return tables.cover.without(ruled_out).given(sorted(set(self.chosen) - set(tables.cover.chosen)))

    def children(self, tables: Tables) -> "list[Part]":
        """Return parts that have the same solutions between them, none twice; one that means the same is left out.

        They are the same on every machine, so that two who split a part can put their halves together.
        """
        covers = split([self.cover(tables)], _CHILDREN)
        found = [Part.of(tables, cover.chosen, self.ruled_out, self.leaders) for _, cover in covers]
        return [child for child in found if child.id != self.id]


_CHILDREN = 16  # about so many


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came out of a part; final if the status is EXHAUSTED."""

    part: Part
    solutions: Batch  # one a class that counts
    counts: Counts
    stats: Stats
    status: Status
    packings: Counts  # before the filter
    undecided: int  # packings up to isometries that the filter could not judge
    cpu: float  # seconds of this thread's and of a solver's process


def solve_part(
    tables: Tables, part: Part, config: SolverConfig, clock: Clock = UNLIMITED, keep: Keep | None = None
) -> Outcome:
    """Solve a part from what is written in it, on this thread; a clock that stops it leaves what was found.

    Raises BackendError if the engine breaks down.
    """

    def alone(cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        solver = config.engine.begin(Offer([(None, cover)], tables.points), config, clock).solver
        try:
            yield from solver(cover, stats)
        finally:
            solver.close()

    return work(tables, part, part.cover(tables), alone, clock, keep)


def work(
    tables: Tables,
    part: Part,
    cover: ExactCover,
    solver: Callable[[ExactCover, Stats], Iterator[Batch]],
    clock: Clock,
    keep: Keep | None = None,
) -> Outcome:
    """Do as `solve_part` with a solver that is there; `cover` is the part's, perhaps with fewer live options."""
    tally, canon = Tally(tables.symmetry, keep), Canon(tables.symmetry, tables.cover, part.leaders)
    stats: Stats = {}
    found: list[Batch] = []
    status, began = Status.EXHAUSTED, time.thread_time()
    try:
        if cover.hopeless() is None:
            with closing(checked(cover, solver, stats)) as batches:
                for batch in batches:
                    found += [classes for classes in tally.take(tables.full_enough(batch), canon) if len(classes)]
                    clock.check()
    except Stopped:
        status = clock.status or Status.INTERRUPTED
    final = status is Status.EXHAUSTED
    cpu = time.thread_time() - began + stats.get("process", 0.0)
    return Outcome(
        part,
        ascending(together(found)),
        tally.counts(final),
        stats,
        status,
        tally.before_filter(final),
        tally.undecided,
        cpu,
    )


def checked(
    cover: ExactCover, solver: Callable[[ExactCover, Stats], Iterator[Batch]], stats: Stats
) -> Generator[Batch, None, None]:
    """Yield the solver's batches for a part, each solution checked; BackendError if one is none."""
    check = Check(cover)
    for batch in solver(cover, stats):
        try:
            check(batch)
        except AssertionError as error:
            raise BackendError(f"the solver gave a wrong solution: {error}") from None
        yield batch
    if "nodes" in stats:
        stats["nodes_done"] = stats["nodes"]
    stats["parts_done"] = 1  # nothing more is counted


def together(batches: list[Batch]) -> Batch:
    """Return batches of different widths as one."""
    width = max((batch.shape[1] for batch in batches), default=1)
    padded = [np.pad(batch, ((0, 0), (0, width - batch.shape[1])), constant_values=-1) for batch in batches]
    return np.concatenate([NOTHING.reshape(0, 1).repeat(width, axis=1), *padded])
