"""Uniqueness: two solutions disprove it; a complete search that finds one solution proves it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.given import Given
from satpuzzle.cover.reasons import Reason
from satpuzzle.design.explain import why
from satpuzzle.errors import Stopped
from satpuzzle.keywords import named
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run, Search
from satpuzzle.solutions.solution import Solution

_PATIENCE = 0.5  # limit in seconds of the search for a second solution without a placement of the first


@dataclass(frozen=True)
class Uniqueness:
    """Whether a puzzle has exactly one solution, up to the symmetries that `up_to` names."""

    verdict: str  # unique, several, none or undecided
    puzzle: Puzzle
    up_to: str
    witnesses: tuple[Solution, ...] = ()  # the solution, or two that are different
    reason: Reason | None = None  # why there is no solution

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "verdict": self.verdict,
            "up_to": self.up_to,
            "witnesses": [witness.as_list() for witness in self.witnesses],
            "reason": self.reason and self.reason.as_dict(self.puzzle),
        }


@named
def unique(
    puzzle: Puzzle | str | Path,
    backend: str = "bitmask",
    *,
    up_to: str = "isometries",
    given: Given = None,
    jobs: int | None = None,
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[Search], None] | None = None,
) -> Uniqueness:
    """Tell whether a puzzle has exactly one solution with the given pieces, up to `isometries`, `rotations` or `raw`.

    The search stops at the second solution.  Raises PuzzleError for invalid arguments.
    """
    run = solve(
        puzzle, backend, up_to=up_to, given=given, jobs=jobs, seconds=seconds, clock=clock, limit=2, watch=watch
    )
    found = list(run)
    if len(found) > 1:
        return Uniqueness("several", run.puzzle, up_to, (found[0], _farthest(run, found[0]) or found[1]))
    if run.status is not Status.EXHAUSTED:
        return Uniqueness("undecided", run.puzzle, up_to, tuple(found))
    if found:
        return Uniqueness("unique", run.puzzle, up_to, tuple(found))
    return Uniqueness("none", run.puzzle, up_to, reason=run.obstacle or why(run.tabulate(), run.clock, True))


def _farthest(run: Run, first: Solution) -> Solution | None:
    """Return a solution that has no placement in common with any image of the first, None if none is found in time."""
    tables = run.tabulate()
    images = np.unique(tables.symmetry.images(np.array([first.options], dtype=np.int64)))
    apart = [~int(option) for option in images if option not in tables.cover.chosen]
    try:
        for options in run.config.engine.solutions(
            tables.cover, run.request.config, Clock(_PATIENCE, within=run.clock), apart
        ):
            if options != first.options:  # equal if both are empty
                return Solution(options, first.puzzle, first.placements)
    except Stopped:
        pass
    return None
