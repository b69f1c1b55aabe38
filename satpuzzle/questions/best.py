"""The best packing of a puzzle, of most pieces, fewest empty cells or greatest value; of a cover, fewest options.

All packings that the puzzle allows compete.  Engines that minimise look for better ones from below; any other engine
answers from above, level by level.  Unless a backend is named, one of each kind run side by side.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from satpuzzle.api import as_subject
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover, batch_of
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import engine_of
from satpuzzle.errors import BackendError, PuzzleError, Stopped
from satpuzzle.machine import cores
from satpuzzle.puzzle.counts import Counts
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Packed
from satpuzzle.questions.cover_goal import OBJECTIVES as OF_COVERS
from satpuzzle.questions.cover_goal import CoverGoal
from satpuzzle.questions.facts import INTEGER, PUZZLE, TEXT, Fact, maybe, one_of, packing_of
from satpuzzle.questions.goal import OBJECTIVES as OF_PUZZLES
from satpuzzle.questions.goal import Counted, Goal
from satpuzzle.questions.levels import by_levels
from satpuzzle.questions.question import ALONE, Context, CoverRow, function, ignore, question
from satpuzzle.questions.race import Found, race
from satpuzzle.rows import again, option, positional
from satpuzzle.settings import BackendRow, GivenRow, JobsRow
from satpuzzle.solutions.chosen import Either

OBJECTIVES = (*OF_PUZZLES, *OF_COVERS)
_FROM_ABOVE, _FROM_BELOW = "native", "cpsat"  # the backends that run side by side


@dataclass(frozen=True, repr=False)
class Best(Packed):
    """The best packing or solution, or the best one so far and how much better another one might be."""

    claim = "no packing is better"
    puzzle: Any  # a Puzzle or an ExactCover
    objective: str  # one of OBJECTIVES
    sense: str  # maximise or minimise
    verdict: str = "undecided"  # best, impossible or undecided
    solution: Either = None
    number: int | None = None  # the value of the objective for the solution
    bound: int | None = None  # no packing has more, or fewer if the sense is minimise; None if nothing is known
    reason: str | None = None  # why there is no packing, or how a solver failed
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("objective", one_of(*OBJECTIVES)),
        Fact("sense", one_of("maximise", "minimise")),
        Fact("verdict", one_of("best", "impossible", "undecided")),
        Fact("number", maybe(INTEGER), "the value of the objective for the solution"),
        Fact("bound", maybe(INTEGER), "no packing has more, or fewer if the sense is minimise"),
        Fact("gap", maybe(INTEGER), "how far the number is from the bound; 0 if no packing is better"),
        Fact("reason", maybe(TEXT), "why there is no packing, or how a solver failed"),
        packing_of("solution"),
    )

    @property
    def gap(self) -> int | None:
        """How much better another packing might be, 0 if none is better, None if this is not known."""
        return None if self.number is None or self.bound is None else abs(self.bound - self.number)

    @property
    def sentence(self) -> str:
        """The value of the objective, and whether it is proved that no packing has a better one."""
        name, more = self.puzzle.name, "more" if self.sense == "maximise" else "fewer"
        if self.objective in ("value", "cost") and more == "fewer":
            more = "less"
        if self.verdict == "impossible":
            return f"{name}: no {self._kind}: {self.reason or 'the search ended without one'}"
        if self.verdict == "best" and self.number is not None:
            return f"{name}: {self.said(self.number)}, and no {self._kind} has {more}"
        return f"{name}: {self.interval}; {self.reason or 'the search was stopped'}"

    @property
    def _kind(self) -> str:
        return "packing" if isinstance(self.puzzle, Puzzle) else "solution"

    @property
    def interval(self) -> str:
        """What is known: the value for the solution, and the bound."""
        least, most = ("at least", "at most")[:: 1 if self.sense == "maximise" else -1]
        found = f"no {self._kind} found" if self.number is None else f"{least} {self.said(self.number)}"
        return found if self.bound is None else f"{found}, {most} {self.bound}"

    def said(self, number: int) -> str:
        """Return a value of the objective in words."""
        if self.objective in ("value", "cost"):
            return f"a {self.objective} of {number}"
        named = {"pieces": "piece", "cells": "filled cell", "empty": "empty cell", "options": "option"}
        return numbered(number, named[self.objective])

    @property
    def passes(self) -> bool:
        """Whether no solver failed before it was known what is best."""
        return self.final or self.reason is None

    @property
    def exhaustive(self) -> bool:
        """Whether a search proved that there is no better packing, or none at all."""
        return self.final and self.reason is None


# fmt: off
@question
class BestQuestion(CoverRow, GivenRow, JobsRow):
    """Which packing, or solution of an exact cover, has as much as possible of something, or as little: the best one.

    If the clock stops or a solver fails, the answer has the best packing so far, and a bound.  `watch` is called with
    the answer so far, several times a second.
    """

    backend: str | Engine | None = positional(
        again(BackendRow, "backend", says="The solver; by default the native search and CP-SAT side by side."),
        default=None, kw_only=False)
    maximise: str | None = option(
        None, "", None,
        "As much as possible: pieces, filled cells, empty cells, or the value, the sum of the pieces' values; of an"
        " exact cover, options or their cost.",
        allowed=OBJECTIVES, without=("minimise",))
    minimise: str | None = option(None, "", None, "As little of it as possible.", allowed=OBJECTIVES)
    partial: bool = option(False, "", None, "Any cell may stay empty, and any piece may be left out.")
    watch: Callable[[Best], None] = field(default=ignore, kw_only=True)
# fmt: on

    def ask(self, context: Context = ALONE) -> Best:
        """Return the best packing.

        Raises PuzzleError for invalid arguments, and BackendError if a solver fails at once.
        """
        clock, objective = context.clock, self.maximise or self.minimise
        if objective is None:
            raise PuzzleError(f"give one of maximise and minimise: {', '.join(OBJECTIVES)}")
        names = (_FROM_ABOVE, _FROM_BELOW) if self.backend is None else (self.backend,)
        engines = [engine_of(name) for name in names]
        loaded = self._subject(objective, clock)
        found = Best(loaded, objective, "minimise" if self.maximise is None else "maximise")
        try:
            counted = loaded if isinstance(loaded, ExactCover) else Counted.of(loaded)
            tables = Tables.of(counted, self.given, clock=clock)
            if tables.reason is not None:
                return replace(found, verdict="impossible", reason=tables.reason.text)
            goal = _goal(tables, loaded, objective, self.maximise is not None)
            if not goal.levels:
                if self.backend is not None and not engines[0].minimises:
                    raise PuzzleError(f"backend {engines[0].name}: minimises no costs, cpsat and SAT solvers do")
                engines = [engine for engine in engines if engine.minimises]
            for so_far in _improved(found, goal, engines, self.jobs or cores(), clock):
                if so_far.number not in (None, found.number):
                    context.remark(f"{so_far.interval}, gap {so_far.gap}")
                found = so_far
                context.watch(found)
        except Stopped:
            return found
        except BackendError as error:
            if found.solution is None:
                raise
            return replace(found, reason=str(error))
        return replace(found, verdict="impossible" if found.solution is None else "best", bound=found.number)

    def _subject(self, objective: str, clock: Clock) -> Puzzle | ExactCover:
        """Return the puzzle or the cover.  Raises PuzzleError if it has no such objective."""
        loaded = as_subject(self.puzzle, clock)
        bare, word = isinstance(loaded, ExactCover), "maximise" if self.minimise is None else "minimise"
        if objective not in (allowed := OF_COVERS if bare else OF_PUZZLES):
            kind = "an exact cover" if bare else "a puzzle"
            raise PuzzleError(f"{word} {objective}: of {kind}, choose from {', '.join(allowed)}")
        if self.partial and bare:
            raise PuzzleError("partial: is for puzzles, whose cells may stay empty and whose pieces may be left out")
        return freed(loaded) if self.partial and isinstance(loaded, Puzzle) else loaded


best = function(BestQuestion, "best")


def freed(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle in which each cell may stay empty and each piece be left out."""
    pieces = tuple(replace(piece, min=0) for piece in puzzle.pieces)
    return replace(puzzle, optional=np.ones_like(puzzle.optional), pieces=pieces, empty=None, published=Counts())


def _goal(tables: Tables, subject: Puzzle | ExactCover, objective: str, maximise: bool) -> Goal | CoverGoal:
    if isinstance(subject, ExactCover):
        return CoverGoal(tables, subject, objective, maximise)
    return Goal(tables, subject, objective, maximise)


def _improved(
    found: Best, goal: Goal | CoverGoal, engines: Sequence[Engine], jobs: int, clock: Clock
) -> Iterator[Best]:
    """Yield the answer so far whenever something is new, and now and then; at the end the best packing is known."""
    limits = goal.limits
    if limits is None:
        return
    most, least, tables = limits[1], limits[0] - 1, goal.tables
    # No solver knows rules that judge finished packings; by levels they are judged as they come.
    from_below = [engine for engine in engines if engine.minimises and not tables.filters]
    from_above = [engine for engine in engines if engine not in from_below]
    each = max(1, jobs // len(engines))
    found = replace(found, bound=goal.number(most))
    yield found
    searches = [functools.partial(_minimised, goal, engine, each) for engine in from_below]
    searches += [functools.partial(by_levels, goal, engine, each) for engine in from_above]
    for options, bound in race(searches, clock):
        if options is not None:
            tables.cover.check(batch_of([options]))
            if (worth := goal.of(options)) > least:
                least = worth
                found = replace(found, solution=goal.solution(options), number=goal.number(worth))
        most = max(least, most if bound is None else min(most, bound))
        found = replace(found, bound=goal.number(most))
        yield found
        if most == least:
            return


def _minimised(goal: Goal | CoverGoal, engine: Engine, jobs: int, clock: Clock) -> Iterator[Found]:
    """Yield packings, and bounds on their worth, as an engine finds them that minimises the costs of the goal."""
    for solution, bound in engine.minimise(goal.tables.cover, goal.cost, jobs, clock):
        yield Found(solution, None if bound is None else goal.most_at(bound))
