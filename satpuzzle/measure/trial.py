"""Trials: what a measurement runs, that is, a puzzle, a solver and limits."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satpuzzle.api import as_puzzle, solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cnf.recipe import Recipe, load_recipe
from satpuzzle.engines.config import engine_of
from satpuzzle.engines.strategies import find
from satpuzzle.engines.strategy import AUTO
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.peers import Peer, equal
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run

Record = dict[str, Any]  # the results and circumstances of a run, ready for JSON
Puzzles = Puzzle | str | Path | Iterable[Puzzle | str | Path]


@dataclass(frozen=True)
class Contender:
    """A backend of satpuzzle with an encoding or a strategy, as one of the solvers to compare."""

    backend: str
    encoding: Recipe | None = None
    strategy: str | None = None
    parts: int | None = None  # about how many parts the search is split into; None if the backend decides
    raw: bool | None = None  # beside peers: whether all get the raw cover; None if the backend gets the puzzle

    def __str__(self) -> str:
        encoding = self.encoding.name if self.encoding else None
        parts = f"in {self.parts}" if self.parts else None
        return " ".join(filter(None, (self.backend, encoding, self.strategy, parts)))

    @classmethod
    def named(cls, text: str) -> "Contender":
        """Return the contender that a text names: a backend, or a backend and an encoding, such as `cadical activity`.

        Raises PuzzleError for unknown names.
        """
        backend, _, encoding = text.partition(" ")
        (contender,) = contenders([backend], [encoding] if encoding else [])
        return contender

    def run(self, puzzle: Puzzle, **options: Any) -> Run:
        """Return a run of this backend on one core; `options` are those of `Run`.

        Raises PuzzleError for invalid options.
        """
        strategy = self.strategy or AUTO
        run = solve(
            puzzle, self.backend, jobs=1, encoding=self.encoding, strategy=strategy, parts=self.parts, **options
        )
        if self.raw is None:
            return run
        beside = Run(run.request, run.watch, tables := equal(puzzle, self.raw))
        beside.stats["placements"] = len(tables.placements)
        return beside


@dataclass(frozen=True)
class Trial:
    """One run to measure: a puzzle, a solver, and limits."""

    puzzle: Puzzle
    contender: Contender | Peer
    time_limit: float | None = None  # time limit of the search; peers have none
    limit: int | None = None  # largest number of solutions; peers have none
    collect: bool = False  # whether solutions are returned; otherwise they are only counted
    seed: int | None = None  # None for the solver's default

    def seeded(self, seed: int) -> "Trial":
        """Return the trial with this seed, or the trial itself if the solver accepts no seed."""
        contender = self.contender
        takes = isinstance(contender, Contender) and engine_of(contender.backend).seeds
        return replace(self, seed=seed) if takes else self


def contenders(
    backends: Iterable[str], encodings: Sequence[str | Recipe] = (), strategies: Sequence[str] = ()
) -> list[Contender]:
    """Return each backend with each encoding or strategy that it accepts.

    Raises PuzzleError for unknown names, and for encodings or strategies that no backend accepts.
    """
    recipes = [one if isinstance(one, Recipe) else load_recipe(one) for one in encodings]
    for strategy in strategies:
        if strategy != AUTO:
            find(strategy)
    found: list[Contender] = []
    for backend in backends:
        engine = engine_of(backend)
        if recipes and engine.reads:
            accepted = filter(engine.takes, recipes)
            found += [Contender(backend, encoding=recipe) for recipe in accepted] or [Contender(backend)]
        elif strategies and engine.strategies:
            found += [Contender(backend, strategy=strategy) for strategy in strategies]
        else:
            found.append(Contender(backend))
    _all_used(found, recipes, strategies, backends)
    found = list(dict.fromkeys(found))
    _all_different("ways to solve", map(str, found))
    return found


def _all_used(
    found: Iterable[Contender], recipes: Sequence[Recipe], strategies: Sequence[str], backends: Iterable[str]
) -> None:
    """Raise PuzzleError if there are encodings or strategies and no contender uses any."""
    if recipes and not any(one.encoding for one in found):
        if not any(engine_of(backend).reads for backend in backends):
            raise PuzzleError("encodings are for SAT backends, and there is none")
        raise PuzzleError(f"encoding {', '.join(one.name for one in recipes)}: not used by {', '.join(backends)}")
    if strategies and not any(one.strategy for one in found):
        raise PuzzleError("strategies are for the backend native, which is not compared")


def trials(
    puzzles: Puzzles,
    solvers: Sequence[Contender | Peer],
    *,
    time_limit: float | None = None,
    limit: int | None = None,
    collect: bool = False,
    clock: Clock = UNLIMITED,
) -> list[Trial]:
    """Return a trial for each combination of puzzle and solver, puzzle by puzzle.

    Raises PuzzleError for invalid puzzles or limits, for two puzzles with the same name, or for peers that are not
    installed.  Raises Stopped if the clock stops or if reading a file takes longer than `time_limit`, which is also the
    limit of a run.
    """
    names: Iterable[Any] = [puzzles] if isinstance(puzzles, Puzzle | str | Path) else puzzles
    loaded = [as_puzzle(puzzle, Clock(time_limit, clock)) for puzzle in names]
    _all_different("puzzles", (puzzle.name for puzzle in loaded))
    for contender in solvers:
        if isinstance(contender, Peer):
            contender.check()
        else:
            for puzzle in loaded:
                replace(contender, raw=None).run(puzzle, time_limit=time_limit, limit=limit)
    return [Trial(puzzle, contender, time_limit, limit, collect) for puzzle in loaded for contender in solvers]


def _all_different(what: str, names: Iterable[str]) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise PuzzleError(f"two {what} are called {twice[0]}")
