"""Explaining: why a puzzle has no solution, by the simplest reason that holds.

First what costs nothing: volumes, a cell or a piece without a place, a colouring.  Then a short search; what has a
solution needs no reason.  Then more colourings, a weighing, and if a search has ended without a solution, a core.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.given import Given
from satpuzzle.cover.reasons import LARGE, MANY, Reason, colouring, weighing
from satpuzzle.cover.tables import Tables
from satpuzzle.design.core import core_reason
from satpuzzle.errors import Stopped
from satpuzzle.keywords import named
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Search
from satpuzzle.solutions.solution import Solution

_SHORT = 1.0  # seconds of the search before the longer reasons
_RELAXED = 10.0  # seconds for the linear relaxation


@dataclass(frozen=True)
class Explanation:
    """What is known: a solution, or a reason why there is none, or neither if a limit stopped the search for both."""

    verdict: str  # solvable, impossible or undecided
    puzzle: Puzzle
    reason: Reason | None = None
    solution: Solution | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "verdict": self.verdict,
            "reason": self.reason and self.reason.as_dict(self.puzzle),
            "solution": self.solution and self.solution.as_list(),
        }


@named
def explain(
    puzzle: Puzzle | str | Path,
    backend: str = "bitmask",
    *,
    given: Given = None,
    jobs: int | None = None,
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[Search], None] | None = None,
) -> Explanation:
    """Say why a puzzle has no solution with the pieces that are given, or show one.

    Raises PuzzleError for arguments that make no sense.
    """
    clock = Clock(seconds, within=clock).start()
    search = partial(solve, puzzle, backend, limit=1, given=given, jobs=jobs, watch=watch)
    short = search(clock=Clock(_SHORT, within=clock))
    loaded = short.puzzle
    found = list(short)
    if found:
        return Explanation("solvable", loaded, solution=found[0])
    try:
        tables = Tables.of(loaded, given, clock=clock)
        exhausted = short.status is Status.EXHAUSTED
        reason = short.obstacle or why(tables, clock, exhausted)
        if reason is None and not exhausted:
            long = search(clock=clock)
            if found := list(long):
                return Explanation("solvable", loaded, solution=found[0])
            if long.status is Status.EXHAUSTED:
                exhausted, reason = True, long.obstacle or core_reason(tables.cover, clock)
    except Stopped:
        return Explanation("undecided", loaded)
    if reason is not None or exhausted:
        return Explanation("impossible", loaded, reason)
    return Explanation("undecided", loaded)


def why(tables: Tables, clock: Clock, exhausted: bool) -> Reason | None:
    """Return the simplest reason against a solution; if the search is `exhausted`, there is one, if only a core.

    Raises Stopped when the clock stops and no search has ended; else there may be no reason then.
    """
    try:
        reason = (
            tables.reason
            or colouring(tables.cover, MANY, LARGE, clock)
            or weighing(tables.cover, Clock(_RELAXED, within=clock))
        )
        return reason or (core_reason(tables.cover, clock) if exhausted else None)
    except Stopped:
        if exhausted:
            return None
        raise
