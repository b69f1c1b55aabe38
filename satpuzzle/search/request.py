"""A request: what is to be solved, in which way, and when to stop; validated once, then frozen."""

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
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.header import Header, renumbered

CONVENTIONS = ("isometries", "rotations", "raw")


class Judge(Protocol):
    """Says which packings count."""

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        """Tell which packings count, and of how many it stays undecided; Stopped when the clock stops."""

    def facts(self) -> dict[str, Any]:
        """Return as plain data by what it judges; as text, a sentence without its end."""


@dataclass(frozen=True)
class Request:
    """One search.  Raises PuzzleError for values that make no sense."""

    subject: Puzzle | ExactCover
    config: SolverConfig
    up_to: str = "isometries"  # what counts as different in listings
    limit: int | None = None  # stop after so many solutions
    seconds: float | None = None  # stop after so much wall-clock time, preparation and planning included
    clock: Clock = UNLIMITED  # stop with this clock, if not before
    jobs: int | None = None  # parts at a time; all cores by default
    given: Given = None  # pieces that are in place already
    judge: Judge | None = None  # which packings count; all by default
    must_preserve: Points | None = None  # points that symmetries keep, in place of the puzzle's frame
    journal: Path | None = None  # a file into which every part that is done is written, and from which to go on
    share: tuple[int, int] = (
        1,
        1,
    )  # of a search that several do, each into its own journal: this one's, and of how many
    cluster: Any = (
        None  # a Dask client or a scheduler's address, "local" for workers on this machine; threads by default
    )
    part_seconds: float = 60.0  # with a journal, a part that takes longer is split

    def __post_init__(self) -> None:
        if self.up_to not in CONVENTIONS:
            raise PuzzleError(f"up to {self.up_to}: choose from {', '.join(CONVENTIONS)}")
        if not self.part_seconds > 0:
            raise PuzzleError(f"part seconds {self.part_seconds}: allowed are seconds above 0")
        if self.share != (1, 1):
            from satpuzzle.search.journal import Share

            if self.journal is None:
                raise PuzzleError("a share of a search needs a journal")
            Share(*self.share)
        for name in ("limit", "jobs"):
            if (value := getattr(self, name)) is not None and value < 1:
                raise PuzzleError(f"{name} {value}: allowed are integers from 1")

    def tables(self, clock: Clock) -> Tables:
        """Write the problem down, in the option numbers of its journal if there is one.

        Raises PuzzleError if it is too large, the given pieces make no sense, or the journal is of something else.
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
        """Return what a journal of this request says of itself."""
        judge = None if self.judge is None else self.judge.facts()
        return Header.of(tables, self.name, self.up_to, judge, self.must_preserve, self.config.parts)

    @property
    def resumes(self) -> bool:
        """Whether there is a journal to go on from."""
        if self.journal is None or not self.journal.exists() or not self.journal.stat().st_size:
            return False
        from satpuzzle.search.journal import Journal

        with Journal(self.journal) as journal:
            return journal.begun

    @property
    def journaled(self) -> bool:
        """Whether parts are done one by one, through a journal."""
        return self.journal is not None or self.cluster is not None

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle; PuzzleError if a bare cover is to be solved."""
        if isinstance(self.subject, ExactCover):
            raise PuzzleError("a bare cover is no puzzle")
        return self.subject

    @property
    def name(self) -> str:
        """Return what the problem is called."""
        return "cover" if isinstance(self.subject, ExactCover) else self.subject.name

    @property
    def threads(self) -> int:
        """Return how many parts are worked on at a time."""
        return self.jobs or cores()
