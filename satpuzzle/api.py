"""The programming interface: solves and counts puzzles, which may be given as names, paths or objects."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, Unpack, overload

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import Rule, solver_config
from satpuzzle.engines.strategy import AUTO
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.machine import cores
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.counting import tally
from satpuzzle.search.request import Request
from satpuzzle.search.run import CoverRun, Run, Search

Watch = Callable[[Search], None]


class Options(TypedDict, total=False):
    """The keywords of `solve` and `count` with their types; only type checkers use it."""

    encoding: str | Recipe | None
    strategy: Rule
    parts: int | None
    presolve: bool | None
    seed: int | None
    up_to: str
    limit: int | None
    seconds: float | None
    clock: Clock
    jobs: int | None
    given: Given
    assemblable: bool
    rules: Rules | None
    journal: str | Path | None
    share: tuple[int, int]
    cluster: Any
    part_seconds: float
    watch: Watch | None


@overload
def solve(subject: Puzzle | str | Path, backend: str | Engine = ..., **options: Unpack[Options]) -> Run: ...
@overload
def solve(subject: ExactCover, backend: str | Engine = ..., **options: Unpack[Options]) -> CoverRun: ...
@named
def solve(
    subject: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "native",
    *,
    encoding: str | Recipe | None = None,
    strategy: Rule = AUTO,
    parts: int | None = None,
    presolve: bool | None = None,
    seed: int | None = None,
    up_to: str = "isometries",
    limit: int | None = None,
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
    jobs: int | None = None,
    given: Given = None,
    assemblable: bool = False,
    rules: Rules | None = None,
    journal: str | Path | None = None,
    share: tuple[int, int] = (1, 1),
    cluster: Any = None,
    part_seconds: float = 60.0,
    watch: Watch | None = None,
) -> Run | CoverRun:
    """Return a run, which yields the solutions of a puzzle (an object, a bundled name or a path) or an exact cover.

    The solver: `backend` names it.  `encoding`, `strategy` and the random `seed` are for solvers that have these.
    `presolve` first removes options that no solution has; this is the default for external solvers.
    The search is split into about `parts` parts, of which `jobs` are solved at a time (by default one per core).

    The solutions: `up_to` is `isometries`, `rotations` or `raw`; solutions that these symmetries map to each other are
    listed once.  The run stops after `limit` solutions, after `seconds` of wall-clock time, or when `clock` stops.
    `given` are pieces that every solution must have, as text, a file or plain data.  With `assemblable`, only packings
    that can be assembled by `rules`, by default by any straight moves, are solutions; if the rules open a side of
    the box, only symmetries that preserve this side count.

    Long searches: a `journal` is a file that records every finished part; if it exists, the run continues from it.  A
    part that takes longer than `part_seconds` is split.  With a `share` (i, n), the run searches the i-th of n shares.
    `cluster` is a Dask client, a scheduler's address, or "local".  `watch` is called with the run several times a
    second.

    Raises PuzzleError for invalid arguments, and TypeError for unknown keywords.
    """
    config = solver_config(backend, encoding, strategy, parts, presolve, seed)
    problem = subject if isinstance(subject, ExactCover) else as_puzzle(subject, clock)
    assembler = None
    if assemblable or rules is not None:
        if isinstance(problem, ExactCover):
            raise PuzzleError("a bare exact cover has no pieces to assemble")
        from satpuzzle.motion.assembly import Assembler

        # With a journal or a cluster, several parts use judges at the same time, so each judge has one thread.
        assembler = Assembler(problem, rules or Rules(), 1 if journal or cluster else jobs or cores())
    request = Request(
        problem,
        config,
        up_to=up_to,
        limit=limit,
        seconds=seconds,
        clock=clock,
        jobs=jobs,
        given=given,
        judge=assembler if assemblable else None,
        must_preserve=None if assembler is None else assembler.must_preserve,
        journal=None if journal is None else Path(journal),
        share=share,
        cluster=cluster,
        part_seconds=part_seconds,
    )
    return CoverRun(request, watch) if isinstance(problem, ExactCover) else Run(request, watch)


@named
def count(
    subject: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "native",
    *,
    method: str = "auto",
    encoding: str | Recipe | None = None,
    strategy: Rule = AUTO,
    parts: int | None = None,
    presolve: bool | None = None,
    seed: int | None = None,
    up_to: str = "isometries",
    limit: int | None = None,
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
    jobs: int | None = None,
    given: Given = None,
    assemblable: bool = False,
    rules: Rules | None = None,
    journal: str | Path | None = None,
    share: tuple[int, int] = (1, 1),
    cluster: Any = None,
    part_seconds: float = 60.0,
    count_only: bool = False,
    watch: Watch | None = None,
) -> Counts:
    """Return the numbers of all solutions.

    `method` is `search` (find every solution), `frontier` (count by dynamic programming over the cells), or `auto` for
    the one that is expected to be faster.  With `count_only`, the journal records only the numbers of solutions of each
    part, not the solutions, so it stays small however many there are.  All other arguments are those of `solve`.

    Raises FrontierError if `method` is `frontier` and a frontier does not support the puzzle or its states do not fit
    into memory.
    """
    run = solve(
        subject,
        backend,
        encoding=encoding,
        strategy=strategy,
        parts=parts,
        presolve=presolve,
        seed=seed,
        up_to=up_to,
        limit=limit,
        seconds=seconds,
        clock=clock,
        jobs=jobs,
        given=given,
        assemblable=assemblable,
        rules=rules,
        journal=journal,
        share=share,
        cluster=cluster,
        part_seconds=part_seconds,
        watch=watch,
    )
    run.request = replace(run.request, count_only=count_only)
    return tally(run, method)


def as_puzzle(subject: Puzzle | str | Path, clock: Clock = UNLIMITED) -> Puzzle:
    """Return the puzzle that is given as an object, a bundled name or a path.

    Raises PuzzleError for anything else, and Stopped if the clock stops while a file is read.
    """
    if isinstance(subject, Puzzle):
        return subject
    if not isinstance(subject, (str, Path)):
        kind = type(subject).__name__
        raise PuzzleError(
            f"{kind}: allowed are a puzzle, its name or path, and an ExactCover;"
            " Puzzle.of(board=..., pieces=...) makes a puzzle"
        )
    return load(subject, clock=clock)
