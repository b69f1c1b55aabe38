"""A request: the problem, the solver's configuration, and when to stop.  It is validated once and then frozen."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.given import Given
from satpuzzle.cover.placements import Placements
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import SolverConfig
from satpuzzle.errors import PuzzleError
from satpuzzle.machine import cores
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import CONVENTIONS, Puzzle
from satpuzzle.search.header import Header, renumbered


class Judge(Protocol):
    """A filter that decides which packings count, for example those that can be assembled."""

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        """Return a mask of the packings of a batch that count, and the number of undecided ones.

        Raises Stopped if the clock stops.
        """

    def facts(self) -> dict[str, Any]:
        """Return the rules of the filter as plain data; `str(judge)` is a sentence about the packings that count."""


@dataclass(frozen=True)
class Request:
    """The arguments of one search.  Raises PuzzleError if a value is not allowed."""

    subject: Puzzle | ExactCover
    config: SolverConfig
    up_to: str = "isometries"  # solutions that these symmetries map to each other are listed once
    limit: int | None = None  # stop after this number of solutions
    seconds: float | None = None  # stop after this wall-clock time, preparation and planning included
    clock: Clock = UNLIMITED  # stop when this clock stops
    jobs: int | None = None  # number of parts at a time; all cores by default
    given: Given = None  # pieces that are already placed
    judge: Judge | None = None  # decides which packings count; all by default
    must_preserve: Points | None = None  # points that symmetries must preserve, instead of the puzzle's frame
    journal: Path | None = None  # a file that records finished parts, and from which a search continues
    share: tuple[int, int] = (1, 1)  # (i, n): the i-th of n shares of a search, each with its own journal
    cluster: Any = None  # a Dask client, a scheduler's address, or "local" for new workers here; threads by default
    part_seconds: float = 60.0  # with a journal, a part that takes longer is split
    count_only: bool = False  # the journal records only the numbers of solutions, so none can be listed

    def __post_init__(self) -> None:
        if self.up_to not in CONVENTIONS:
            raise PuzzleError(f"up to {self.up_to}: choose from {', '.join(reversed(CONVENTIONS))}")
        if not self.part_seconds > 0:
            raise PuzzleError(f"part seconds {self.part_seconds}: allowed are seconds above 0")
        if self.share != (1, 1):
            from satpuzzle.search.journal import Share

            if self.journal is None:
                raise PuzzleError("a share of a search needs a journal")
            Share(*self.share)
        if self.count_only and not self.journaled:
            raise PuzzleError("count_only needs a journal")
        if self.count_only and self.limit is not None:
            raise PuzzleError(f"limit {self.limit}: not allowed with count_only, which lists no solutions")
        for name in ("limit", "jobs"):
            if (value := getattr(self, name)) is not None and value < 1:
                raise PuzzleError(f"{name} {value}: allowed are integers from 1")

    def tables(self, clock: Clock) -> Tables:
        """Return the tables of the problem, with the option numbers of the request's journal if that exists.

        Raises PuzzleError if the problem is too large, the given pieces are invalid, or the journal is of another
        problem.
        """
        if isinstance(self.subject, ExactCover):
            tables = Tables.bare(self.subject)
        else:
            tables = Tables.of(self.subject, self.given, self.must_preserve, clock)
        if not self.resumes:
            return tables
        from satpuzzle.search.journal import Journal

        with Journal(self.journal) as journal:
            journal.header.refuse(self.header(tables), journal.path)
            return renumbered(tables, journal.fact("options"))

    def header(self, tables: Tables) -> Header:
        """Return the header for a new journal of this request."""
        judge = None if self.judge is None else self.judge.facts()
        return Header.of(
            tables, self.name, self.up_to, judge, self.must_preserve, self.config.parts, count_only=self.count_only
        )

    @property
    def resumes(self) -> bool:
        """Whether the search continues from a journal that exists."""
        if self.journal is None or not self.journal.exists() or not self.journal.stat().st_size:
            return False
        from satpuzzle.search.journal import Journal

        with Journal(self.journal) as journal:
            return journal.begun

    @property
    def journaled(self) -> bool:
        """Whether the search uses a journal, perhaps a temporary one, as it does with a cluster."""
        return self.journal is not None or self.cluster is not None

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle.  Raises PuzzleError if the problem is a bare cover."""
        if isinstance(self.subject, ExactCover):
            raise PuzzleError("a bare cover is no puzzle")
        return self.subject

    @property
    def name(self) -> str:
        """Return the name of the problem."""
        return "cover" if isinstance(self.subject, ExactCover) else self.subject.name

    @property
    def threads(self) -> int:
        """Return the number of parts to solve at the same time."""
        return self.jobs or cores()
