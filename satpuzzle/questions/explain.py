"""Explains why a puzzle has no solution, by the simplest reason found.

Cheap checks come first: volumes, cells or pieces without a placement, colourings, pairings.  Then a short search looks
for a solution.  If none of these decides, more colourings and a weighing of the cells and pieces (a linear program) are
tried.  If a complete search finds no solution, a core is computed: a few cells and pieces that cannot all be covered.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

from satpuzzle.api import solve
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.reasons import LARGE, MANY, Reason, colouring, pairing, weighing
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.questions.answer import Packed
from satpuzzle.questions.core import core_reason
from satpuzzle.questions.facts import TEXT, Fact, maybe, one_of, packing_of, shared
from satpuzzle.questions.question import ALONE, Context, CoverRow, function, ignore, question
from satpuzzle.rows import again, positional
from satpuzzle.search.run import Search
from satpuzzle.settings import BackendRow, GivenRow, JobsRow
from satpuzzle.solutions.chosen import Chosen, Either, solution_of
from satpuzzle.solutions.solution import Solution

_SHORT = 1.0  # limit in seconds of the short search
_RELAXED = 10.0  # limit in seconds of the weighing
VERDICTS = ("solvable", "impossible", "undecided")
_ENDED = "the search ended without a solution"


class Reasoned(Packed):
    """A solution, or a reason why there is none, or neither if this is undecided or no reason is known."""

    verdict: str  # solvable, impossible or undecided
    puzzle: Any  # a Puzzle or an ExactCover
    reason: Reason | None
    # fmt: off
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("puzzle", TEXT, of=lambda self: self.name),
        Fact("verdict", one_of(*VERDICTS)),
        Fact("reason", maybe(shared("reason")), of=lambda self: self.reason and self.reason.as_dict(self.puzzle)),
        packing_of("solution"),
    )
    # fmt: on

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the puzzle."""

    @property
    def sentence(self) -> str:
        """The verdict and the reason."""
        if self.verdict == "solvable":
            if self.reason is not None:
                return f"{self.name}: solvable: {self.reason.text}"
            return f"{self.name}: there are solutions, and so nothing to explain"
        if self.verdict == "undecided":
            return f"{self.name}: undecided, the search for a solution or a reason was stopped"
        if self.reason is None:
            return f"{self.name}: {_ENDED}; no shorter reason was found before it was stopped"
        return f"{self.name}: impossible: {self.reason.text}"

    @property
    def exhaustive(self) -> bool:
        """Whether there is no solution, and no reason is known."""
        return self.verdict == "impossible" and self.reason is None

    @property
    def drawing(self) -> str:
        """The solution, or the marks on the board that illustrate the reason."""
        return super().drawing if self.reason is None else self.reason.drawn(self.puzzle)


@dataclass(frozen=True, repr=False)
class Explanation(Reasoned):
    """What is known of a puzzle."""

    verdict: str
    puzzle: Any
    reason: Reason | None = None
    solution: Either = None

    @property
    def name(self) -> str:
        """The name of the puzzle."""
        return str(self.puzzle.name)


@question
class ExplainQuestion(CoverRow, JobsRow, GivenRow):
    """Why a puzzle has no solution with the given pieces, or a solution.

    If a search ends without a solution, `remark` is called with a sentence that says so, before a reason is looked for.
    If the clock stops after that, the explanation is one without a reason.  `watch` is called with the search.
    """

    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)
    remark: Callable[[str], None] = field(default=ignore, kw_only=True)

    @property
    def context(self) -> Context:
        """The context with these remarks."""
        return replace(super().context, remark=self.remark)

    def ask(self, context: Context = ALONE) -> Explanation:
        """Return the explanation; raises PuzzleError for invalid arguments."""
        clock = context.clock
        search = partial(
            solve, self.puzzle, self.backend, limit=1, given=self.given, jobs=self.jobs, watch=context.watch
        )
        run = search(clock=Clock(_SHORT, within=clock))
        loaded = run.request.subject
        if (found := _first(run)) is not None:
            return Explanation("solvable", loaded, solution=found)
        reasons: Callable[[Tables, Clock], Reason | None] = why  # what is still to be tried
        if run.status is not Status.EXHAUSTED:
            try:
                tables = Tables.of(loaded, self.given, clock=clock)
                if (reason := run.obstacle or why(tables, clock, exhausted=False)) is not None:
                    return Explanation("impossible", loaded, reason)
            except Stopped:
                return Explanation("undecided", loaded)
            run, reasons = search(clock=clock), _core
            if (found := _first(run)) is not None:
                return Explanation("solvable", loaded, solution=found)
            if run.status is not Status.EXHAUSTED:
                return Explanation("undecided", loaded)
        if (judged := int(run.stats.get("candidates", 0))) and run.tabulate().filters:
            rules = " and ".join(f'"{rule}"' for rule in run.tabulate().filters)
            reason = Reason("rule", f"none of {judged} packings keeps the rule {rules}")
            return Explanation("impossible", loaded, reason)
        if run.obstacle is None:
            context.remark(f"{loaded.name}: {_ENDED}; looking for a reason")
        return Explanation("impossible", loaded, run.obstacle or reasons(run.tabulate(), clock))


def _first(run: Search) -> Solution | Chosen | None:
    options = next(run.options(), None)
    return None if options is None else solution_of(options, run.request.subject, run.tabulate())


explain = function(ExplainQuestion, "explain")


def why(tables: Tables, clock: Clock, exhausted: bool = True) -> Reason | None:
    """Return the simplest reason why there is no solution, or None if none is found.

    `exhausted` says that a search has proved that there is no solution; then a core is computed if there is no simpler
    reason.  If the clock stops, the result is None if `exhausted`; otherwise Stopped is raised.
    """
    try:
        reason = (
            tables.reason
            or colouring(tables.cover, MANY, LARGE, clock)
            or pairing(tables.cover, clock)
            or weighing(tables.cover, Clock(_RELAXED, within=clock))
        )
        return reason or (_core(tables, clock) if exhausted else None)
    except Stopped:
        if exhausted:
            return None
        raise


def _core(tables: Tables, clock: Clock) -> Reason | None:
    """Return a core of a puzzle without solutions as the reason, or None if the clock stops before one is found."""
    try:
        return core_reason(tables.cover, clock)
    except Stopped:
        return None
