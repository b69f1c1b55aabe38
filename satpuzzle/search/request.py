"""A request: the problem, the solver's configuration, and when to stop.  It is validated once and then frozen."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import Placements
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import SolverConfig
from satpuzzle.errors import PuzzleError
from satpuzzle.machine import BROWSER, cores, not_in_browser
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.rows import check
from satpuzzle.settings import SearchRows

if TYPE_CHECKING:  # of interest only with a journal
    from satpuzzle.search.journal.header import Header


class Judge(Protocol):
    """A filter that decides which packings count, for example those that can be assembled."""

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        """Return a mask of the packings of a batch that count, and the number of undecided ones.

        Raises Stopped if the clock stops.
        """

    def facts(self) -> dict[str, Any]:
        """Return the rules of the filter as plain data; `str(judge)` is a sentence about the packings that count."""


@dataclass(frozen=True, kw_only=True)
class Request(SearchRows):
    """The arguments of one search: rows of the table, and objects.  Raises PuzzleError if a value is not allowed."""

    subject: Puzzle | ExactCover
    config: SolverConfig
    clock: Clock = UNLIMITED  # stop when this clock stops
    judge: Judge | None = None  # decides which packings count; all by default
    must_preserve: Points | None = None  # points that symmetries must preserve, instead of the puzzle's frame

    def __post_init__(self) -> None:
        check(SearchRows, self)
        if self.share != (1, 1):
            from satpuzzle.search.journal.journal import Share

            Share(*self.share)
        if self.count_only and self.limit is not None:
            raise PuzzleError(f"limit {self.limit}: not allowed with count_only, which lists no solutions")
        if self.node_limit is not None:
            self._check_node_limit()
        if self.journaled:
            not_in_browser("a journal needs threads")

    def _check_node_limit(self) -> None:
        said, engine = f"node_limit {self.node_limit}", self.config.engine
        if not engine.counts_nodes:
            raise PuzzleError(f"{said}: the backend {engine.name} has no limit of nodes, native has")
        if self.journaled:
            raise PuzzleError(f"{said}: not allowed with a journal or a cluster, whose parts are searched in any order")
        if self.jobs not in (None, 1):
            raise PuzzleError(
                f"{said}: allowed with one job, not {self.jobs}, which would find other solutions each time"
            )

    def tables(self, clock: Clock) -> Tables:
        """Return the tables of the problem, with the option numbers of the request's journal if that exists.

        Raises PuzzleError if the problem is too large, the given pieces are invalid, or the journal is of another
        problem.
        """
        tables = Tables.of(self.subject, self.given, self.must_preserve, clock)
        if not self.resumes:
            return tables
        from satpuzzle.search.journal.header import renumbered
        from satpuzzle.search.journal.journal import Journal

        with Journal(self.file) as journal:
            header = replace(self.header(tables), count_only=journal.header.count_only)  # the search compares that
            journal.header.refuse(header, journal.path)
            return renumbered(tables, journal.fact("options"))

    def header(self, tables: Tables) -> "Header":
        """Return the header for a new journal of this request."""
        from satpuzzle.search.journal.header import Header

        judge = None if self.judge is None else self.judge.facts()
        return Header.of(
            tables, self.name, self.up_to, judge, self.must_preserve, self.config.parts, count_only=self.count_only
        )

    @property
    def file(self) -> Path | None:
        """Return the path of the journal, or None if the request names none."""
        return None if self.journal is None else Path(self.journal)

    @property
    def resumes(self) -> bool:
        """Whether the search continues from a journal that exists."""
        if self.file is None or not self.file.exists() or not self.file.stat().st_size:
            return False
        from satpuzzle.search.journal.journal import Journal

        with Journal(self.file) as journal:
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
        return self.subject.name

    @property
    def threads(self) -> int:
        """Return the number of parts to solve at the same time.

        With a limit of nodes it is one: parts that are searched at the same time would share the nodes by chance.  In a
        browser it is one, too.
        """
        return 1 if BROWSER or self.node_limit is not None else self.jobs or cores()
