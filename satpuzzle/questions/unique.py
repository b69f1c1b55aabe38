"""Decides uniqueness: a second solution disproves it; a complete search that finds one solution proves it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, ClassVar, TypeVar

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons import Reason
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.counts import CONVENTIONS
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Decided
from satpuzzle.questions.explain import why
from satpuzzle.questions.facts import PUZZLE, Fact, every, maybe, one_of, shared
from satpuzzle.questions.question import ALONE, Context, CoverRow, function, question
from satpuzzle.rows import again, positional
from satpuzzle.search.run import CoverRun, Search
from satpuzzle.settings import BackendRow, GivenRow, JobsRow, UpToRow
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution

One = TypeVar("One", Solution, Chosen)
_PATIENCE = 0.5  # limit in seconds of the search for a second solution without a placement of the first


@dataclass(frozen=True, repr=False)
class Uniqueness(Decided):
    """Whether a puzzle or an exact cover has exactly one solution, up to the symmetries that `up_to` names."""

    verdict: str  # unique, several, none or undecided
    puzzle: Any  # a Puzzle or an ExactCover
    up_to: str  # raw for an exact cover, which has no symmetries
    witnesses: tuple[Any, ...] = ()  # the solution, or two that are different: of a cover, the options chosen
    reason: Reason | None = None  # why there is no solution
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("verdict", one_of("unique", "several", "none", "undecided")),
        Fact("up_to", one_of(*CONVENTIONS[::-1])),
        Fact("witnesses", every(shared("solution")), of=lambda self: [one.as_list() for one in self.witnesses]),
        Fact("reason", maybe(shared("reason")), of=lambda self: self.reason and self.reason.as_dict(self.puzzle)),
    )

    @property
    def passes(self) -> bool:
        """Whether there are neither several solutions nor none."""
        return self.verdict in ("unique", "undecided")

    @property
    def exhaustive(self) -> bool:
        """Whether the only solution was found, or none and no reason why."""
        return self.verdict == "unique" or (self.verdict == "none" and self.reason is None)

    @property
    def sentence(self) -> str:
        """The verdict; if there is no solution, also the reason."""
        said = {
            "unique": self._unique,
            "several": "several solutions, two of them above",
            "none": "no solution" + (f": {self.reason.text}" if self.reason is not None else ""),
            "undecided": "undecided, the search was stopped" + (", one solution is known" if self.witnesses else ""),
        }
        return f"{self.puzzle.name}: {said[self.verdict]}"

    @property
    def _unique(self) -> str:
        if isinstance(self.puzzle, ExactCover):
            return "unique"
        return f"unique up to {self.up_to}" if self.up_to != "raw" else "unique on the fixed board"

    @property
    def shown(self) -> tuple[Solution | Chosen, ...]:
        """The solution or two solutions."""
        return self.witnesses

    @property
    def drawing(self) -> str:
        """The solution or two solutions, or the marks on the board that illustrate why there is none."""
        if any(one.options for one in self.witnesses) or (self.witnesses and isinstance(self.puzzle, Puzzle)):
            return side_by_side(self.witnesses)
        return self.reason.drawn(self.puzzle) if self.reason is not None else ""


@question
class UniqueQuestion(CoverRow, UpToRow, GivenRow, JobsRow):
    """Whether a puzzle has exactly one solution with the given pieces.

    Instead of a puzzle there may be an exact cover, which has no pieces and no symmetries.  The search stops at the
    second solution.  `watch` is called with the search.
    """

    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)

    def ask(self, context: Context = ALONE) -> Uniqueness:
        """Return whether there is one solution; raises PuzzleError for invalid arguments."""
        run = solve(
            self.puzzle, self.backend, up_to=self.up_to, given=self.given, jobs=self.jobs, limit=2,
            clock=context.clock, watch=context.watch,
        )  # fmt: skip
        if isinstance(run, CoverRun):
            verdict, chosen, reason = _decided(run, list(run.chosen()))
            return Uniqueness(verdict, run.tabulate().cover, "raw", chosen, reason)
        verdict, found, reason = _decided(run, list(run))
        return Uniqueness(verdict, run.puzzle, self.up_to, found, reason)


unique = function(UniqueQuestion, "unique")


def _decided(run: Search, found: list[One]) -> tuple[str, tuple[One, ...], Reason | None]:
    """Return the verdict of a run that ended, the solution or two that are different, and why there is none."""
    if len(found) > 1:
        return "several", (found[0], _farthest(run, found[0]) or found[1]), None
    if run.status is not Status.EXHAUSTED:
        return "undecided", tuple(found), None
    if found:
        return "unique", tuple(found), None
    return "none", (), run.obstacle or why(run.tabulate(), run.clock)


def side_by_side(solutions: Sequence[Solution | Chosen]) -> str:
    """Return drawings of solutions, two side by side if they fit."""
    drawn = [str(solution).splitlines() for solution in solutions]
    width = max(len(line) for lines in drawn for line in lines)
    if len(drawn) != 2 or 2 * width > 100:
        return "\n\n".join("\n".join(lines) for lines in drawn)
    return "\n".join(f"{a:<{width}}     |     {b}".rstrip() for a, b in zip_longest(*drawn, fillvalue=""))


def _farthest(run: Search, first: One) -> One | None:
    """Return a solution that has no placement in common with `first` or its images under symmetries.

    The result is None if no such solution is found in a limited time.
    """
    tables = run.tabulate()
    if tables.filters:
        return None
    images = np.unique(tables.symmetry.images(np.array([first.options], dtype=np.int64)))
    apart = [~int(option) for option in images if option not in tables.cover.chosen]
    try:
        for options in run.config.engine.solutions(
            tables.cover, run.request.config, Clock(_PATIENCE, within=run.clock), apart, limit=1
        ):
            if (other := replace(first, options=options)) != first:  # equal if both are empty
                return other
    except Stopped:
        pass
    return None
