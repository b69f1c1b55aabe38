"""The door: puzzles, ways to solve and rules by name or as objects, runs and counts out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, overload

from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Engine
from satpuzzle.engines.native.strategy import AUTO
from satpuzzle.engines.way import Rule, way_of
from satpuzzle.errors import PuzzleError
from satpuzzle.motion import Assembler, Rules
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.counting import tally
from satpuzzle.search.request import Request
from satpuzzle.search.run import CoverRun, Run, Search


@overload
def solve(subject: Puzzle | str | Path, backend: str | Engine = ..., **options: Any) -> Run: ...
@overload
def solve(subject: ExactCover, backend: str | Engine = ..., **options: Any) -> CoverRun: ...
def solve(
    subject: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "bitmask",
    *,
    encoding: str | Recipe | None = None,
    strategy: Rule = AUTO,
    parts: int | None = None,
    presolve: bool | None = None,
    seed: int | None = None,
    assemblable: bool = False,
    rules: Rules | None = None,
    journal: str | Path | None = None,
    watch: Callable[[Search], None] = lambda search: None,
    **request: Any,
) -> Run | CoverRun:
    """Return the run that solves a puzzle, given by itself, a bundled name or a path, or a bare exact cover.

    `backend` solves, by an `encoding` or a `strategy` if it takes one, in about so many `parts`, with hopeless options
    ruled out first (`presolve`) by default for solvers that are not ours, and with a `seed` if it takes one.  With
    `assemblable`, only packings that can be put together are solutions, by `rules` or piece by piece; if the rules open
    a side of the box, symmetries keep it.  With a `journal`, a file, every part that is done is written down, and if
    there is one already, the run goes on from it.  The further options are those of `Request`: up_to, limit, seconds,
    jobs, given, cluster, and with a journal share and part_seconds.  See `Search` for `watch`.
    Raises PuzzleError for whatever makes no sense.
    """
    way = way_of(backend, encoding, strategy, parts, presolve, seed)
    request["journal"] = None if journal is None else Path(journal)
    if isinstance(subject, ExactCover):
        return CoverRun(Request(subject, way, **request), watch)
    if not isinstance(subject, (Puzzle, str, Path)):
        raise PuzzleError(f"{type(subject).__name__}: allowed are a puzzle, its name or path, and an ExactCover")
    puzzle = subject if isinstance(subject, Puzzle) else load(subject)
    if assemblable or rules:
        assembler = Assembler(puzzle, rules or Rules())
        request |= {"judge": assembler if assemblable else None, "must_preserve": assembler.must_preserve}
    return Run(Request(puzzle, way, **request), watch)


def count(
    subject: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "bitmask",
    *,
    method: str = "auto",
    **options: Any,
) -> Counts:
    """Return the counts of all solutions, by a `method` of `satpuzzle.search.counting`; see `solve` for the options.

    Raises FrontierError if a frontier was asked for, and does not suit the puzzle or does not fit into memory.
    """
    return tally(solve(subject, backend, **options), method)
