"""Decides uniqueness: a second solution disproves it; a complete search that finds one solution proves it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, overload

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given
from satpuzzle.cover.reasons import Reason
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.keywords import named
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.explain import why
from satpuzzle.search.run import CoverRun, Search
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution

if TYPE_CHECKING:
    from satpuzzle.pictures.paper import Picture


class _Options(TypedDict, total=False):
    """The keywords of `unique` with their types; only type checkers use it."""

    up_to: str
    given: Given
    jobs: int | None
    time_limit: float | None
    clock: Clock
    watch: Callable[[Search], None] | None


One = TypeVar("One", Solution, Chosen)
_PATIENCE = 0.5  # limit in seconds of the search for a second solution without a placement of the first


class _Verdict(Answer):
    """Whether there is exactly one solution, of whatever kind."""

    verdict: str  # unique, several, none or undecided
    witnesses: tuple[Solution, ...] | tuple[Chosen, ...]  # the solution, or two that are different
    reason: Reason | None  # why there is no solution

    @property
    def exhaustive(self) -> bool:
        """Whether the only solution was found, or none and no reason why."""
        return self.verdict == "unique" or (self.verdict == "none" and self.reason is None)

    def _said(self, unique: str) -> str:
        """Return the verdict in words; `unique` says the best one."""
        return {
            "unique": unique,
            "several": "several solutions, two of them above",
            "none": "no solution" + (f": {self.reason.text}" if self.reason is not None else ""),
            "undecided": "undecided, the search was stopped" + (", one solution is known" if self.witnesses else ""),
        }[self.verdict]


@dataclass(frozen=True, repr=False)
class Uniqueness(_Verdict):
    """Whether a puzzle has exactly one solution, up to the symmetries that `up_to` names."""

    verdict: str
    puzzle: Puzzle
    up_to: str
    witnesses: tuple[Solution, ...] = ()
    reason: Reason | None = None

    @property
    def sentence(self) -> str:
        """The verdict; if there is no solution, also the reason."""
        unique = f"unique up to {self.up_to}" if self.up_to != "raw" else "unique on the fixed board"
        return f"{self.puzzle.name}: {self._said(unique)}"

    @property
    def drawing(self) -> str:
        """The solution or two solutions, or the marks on the board that illustrate why there is none."""
        if self.witnesses:
            return side_by_side(self.witnesses)
        return "" if self.reason is None else self.reason.drawn(self.puzzle)

    def picture(self) -> "Picture | None":
        """Return a picture of the solution or of two solutions, or None if there is none."""
        from satpuzzle.pictures.sheet import draw

        return draw(self.witnesses) if self.witnesses else None

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "verdict": self.verdict,
            "up_to": self.up_to,
            "witnesses": [witness.as_list() for witness in self.witnesses],
            "reason": self.reason and self.reason.as_dict(self.puzzle),
        }


@dataclass(frozen=True, repr=False)
class CoverUniqueness(_Verdict):
    """Whether an exact cover has exactly one solution; it has no symmetries and no picture."""

    verdict: str
    puzzle: ExactCover
    witnesses: tuple[Chosen, ...] = ()
    reason: Reason | None = None

    @property
    def sentence(self) -> str:
        """The verdict; if there is no solution, also the reason."""
        return f"cover: {self._said('unique')}"

    @property
    def drawing(self) -> str:
        """The options of the solution or of two solutions, as the names of their items."""
        return side_by_side(self.witnesses) if any(one.options for one in self.witnesses) else ""

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {
            "puzzle": "cover",
            "verdict": self.verdict,
            "up_to": "raw",
            "witnesses": [witness.as_list() for witness in self.witnesses],
            "reason": self.reason and self.reason.as_dict(),
        }


@overload
def unique(puzzle: Puzzle | str | Path, backend: str | Engine = ..., **options: Unpack[_Options]) -> Uniqueness: ...
@overload
def unique(puzzle: ExactCover, backend: str | Engine = ..., **options: Unpack[_Options]) -> CoverUniqueness: ...
@named
def unique(
    puzzle: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "native",
    *,
    up_to: str = "isometries",
    given: Given = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[Search], None] | None = None,
) -> Uniqueness | CoverUniqueness:
    """Tell whether a puzzle has exactly one solution with the given pieces, up to `isometries`, `rotations` or `raw`.

    Instead of a puzzle there may be an exact cover, which has no pieces and no symmetries.

    The search stops at the second solution.  Raises PuzzleError for invalid arguments.
    """
    run = solve(
        puzzle, backend, up_to=up_to, given=given, jobs=jobs, time_limit=time_limit, clock=clock, limit=2, watch=watch
    )
    if isinstance(run, CoverRun):
        verdict, chosen, reason = _decided(run, list(run.chosen()))
        return CoverUniqueness(verdict, run.tabulate().cover, chosen, reason)
    verdict, found, reason = _decided(run, list(run))
    return Uniqueness(verdict, run.puzzle, up_to, found, reason)


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
    return "\n".join(f"{a:<{width}}     |     {b}".rstrip() for a, b in zip(*drawn, strict=True))


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
