"""The programming interface: solves and counts puzzles, which may be given as names, paths or objects."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, cast, overload

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.files import is_cover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import solver_config
from satpuzzle.engines.covers import load_cover
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named, refuse_unknown
from satpuzzle.machine import cores
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.count import count_solutions
from satpuzzle.search.folded import Folded, folds
from satpuzzle.search.request import Request
from satpuzzle.search.run import CoverRun, Run, Search
from satpuzzle.settings import Options, SearchOptions, SolverOptions

if TYPE_CHECKING:  # only SAT solvers need clauses, and few searches take packings apart
    from satpuzzle.cnf.formula import Formula
    from satpuzzle.cnf.recipe import Recipe
    from satpuzzle.motion.rules import Rules

Watch = Callable[[Search], None]


@overload
def solve(
    subject: Puzzle | str | Path,
    backend: str | Engine = ...,
    *,
    clock: Clock = ...,
    rules: "Rules | None" = ...,
    watch: Watch | None = ...,
    **options: Unpack[Options],
) -> Run: ...
@overload
def solve(
    subject: ExactCover,
    backend: str | Engine = ...,
    *,
    clock: Clock = ...,
    rules: "Rules | None" = ...,
    watch: Watch | None = ...,
    **options: Unpack[Options],
) -> CoverRun: ...
def solve(
    subject: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "native",
    *,
    clock: Clock = UNLIMITED,
    rules: "Rules | None" = None,
    watch: Watch | None = None,
    **options: Unpack[Options],
) -> Run | CoverRun:
    """Return a run, which yields the solutions of a puzzle (an object, a bundled name or a path) or an exact cover.

    The solver: `backend` names it.  `encoding`, `strategy` and the random `seed` are for solvers that have these.
    `presolve` first removes options that no solution has; this is the default for external solvers.
    The search is split into about `parts` parts, of which `jobs` are solved at a time (by default one per core).

    The solutions: `up_to` is `isometries`, `rotations` or `raw`; solutions that these symmetries map to each other are
    listed once.  The run stops after `limit` solutions, after `time_limit` seconds or, if the native backend searches,
    `node_limit` nodes, or when `clock` stops.  `given` are pieces that every solution must have, as text, a file or
    plain data.  With `assemblable`, only packings that can be assembled by `rules`, by default by any straight moves,
    are solutions; if the rules open a side of the box, only symmetries that preserve this side count.

    Long searches: a `journal` is a file that records every finished part; if it exists, the run continues from it.  A
    part that takes longer than `part_seconds` is split.  With `count_only`, the journal records only the numbers of
    solutions of each part, so it stays small however many there are, and the run lists none.  With a `share` (i, n),
    the run searches the i-th of n shares.  `cluster` is a Dask client, a scheduler's address, or "local".  `watch` is
    called with the run several times a second.

    `settings.Options` has all keywords with their types, and `satpuzzle.settings` their defaults and ranges.

    Raises PuzzleError for invalid arguments, and TypeError for unknown keywords.
    """
    refuse_unknown("solve", options, _KEYWORDS)
    problem = as_subject(subject, clock)
    request = _request(problem, backend, clock, rules, options)
    if folds(request):
        return Folded(request, watch)
    return CoverRun(request, watch) if isinstance(problem, ExactCover) else Run(request, watch)


def _request(
    problem: Puzzle | ExactCover, backend: str | Engine, clock: Clock, rules: "Rules | None", options: Options
) -> Request:
    """Return a request: of the options, those of the solver become its configuration."""
    solver = cast(SolverOptions, {name: said for name, said in options.items() if name in _OF_SOLVER})
    searched = cast(SearchOptions, {name: said for name, said in options.items() if name in _OF_SEARCH})
    assemblable, assembler = options.get("assemblable", False), None
    if assemblable or rules is not None:
        if isinstance(problem, ExactCover):
            raise PuzzleError("a bare exact cover has no pieces to assemble")
        from satpuzzle.motion.assembly import Assembler
        from satpuzzle.motion.rules import Rules

        # With a journal or a cluster, several parts use judges at the same time, so each judge has one thread.
        alone = options.get("journal") is not None or options.get("cluster") is not None
        assembler = Assembler(problem, rules or Rules(), 1 if alone else options.get("jobs") or cores())
    judge = assembler if assemblable else None
    preserved = None if assembler is None else assembler.must_preserve
    return Request(
        subject=problem,
        config=solver_config(backend, **solver),
        clock=clock,
        judge=judge,
        must_preserve=preserved,
        **searched,
    )


def count(
    subject: Puzzle | ExactCover | str | Path,
    backend: str | Engine = "native",
    *,
    method: str = "auto",
    clock: Clock = UNLIMITED,
    rules: "Rules | None" = None,
    watch: Watch | None = None,
    **options: Unpack[Options],
) -> Counts:
    """Return the numbers of all solutions.

    `method` is `search` (find every solution), `frontier` (count by dynamic programming over the cells), `memo` (a
    search that remembers how many solutions each subproblem has), `determinant` (for dominoes on a flat board), or
    `auto` for the one that is expected to be fastest.
    All other arguments are those of `solve`.

    Raises MethodError if the method does not support the puzzle, and FrontierError, which is one of these, if the
    states of a frontier fit neither into memory nor on the disk.
    """
    refuse_unknown("count", options, ("method", *_KEYWORDS))
    return count_solutions(solve(subject, backend, clock=clock, rules=rules, watch=watch, **options), method)


@named
def encode(
    subject: Puzzle | ExactCover | str | Path, encoding: "str | Recipe" = "auto", *, clock: Clock = UNLIMITED
) -> "Formula":
    """Return the clauses of a puzzle or an exact cover, without presolve or symmetry breaking, as `export` writes them.

    Variable o + 1 means that option o is chosen.  `encoding` names a recipe, or is one.  `blocks()` of the result
    yields arrays with a clause in each row, and `load` gives them to a PySAT solver.  Raises PuzzleError for a rule
    that judges whole packings, and if an item has too few options, so that there is no solution; and Stopped if the
    clock stops.
    """
    from satpuzzle.cnf.encode import choose_recipe
    from satpuzzle.cnf.encode import encode as clauses_of

    problem = as_subject(subject, clock)
    cover = problem if isinstance(problem, ExactCover) else _bare(problem, clock)
    cover = cover.residual()[1]
    if (hopeless := cover.hopeless()) is not None:
        raise PuzzleError(f"there is no solution: item {cover.names[hopeless]} has too few options")
    return clauses_of(cover, choose_recipe(cover, encoding), clock)


def _bare(puzzle: Puzzle, clock: Clock) -> ExactCover:
    return cover_of(puzzle, place(puzzle, clock), clock)


_OF_SOLVER, _OF_SEARCH = SolverOptions.__annotations__, SearchOptions.__annotations__
_KEYWORDS = ("backend", *Options.__annotations__, "clock", "rules", "watch")


_TAKE_COVERS = "solve, count, unique, best, odds, sample, hint, explain, show, export and certify"


def no_puzzle(name: str | Path) -> PuzzleError:
    """Return the error that a cover is given where a puzzle is needed."""
    return PuzzleError(
        f"{name}: items and options are no puzzle, this needs pieces and cells; {_TAKE_COVERS} take them"
    )


def as_subject(subject: Puzzle | ExactCover | str | Path, clock: Clock = UNLIMITED) -> Puzzle | ExactCover:
    """Return the puzzle or the exact cover that is given as an object, a bundled name or a path.

    Raises PuzzleError for anything else, and Stopped if the clock stops while a file is read.
    """
    if isinstance(subject, ExactCover):
        return subject
    if isinstance(subject, (str, Path)) and is_cover(subject):
        return load_cover(subject, clock)
    return as_puzzle(subject, clock)


def as_puzzle(subject: Puzzle | str | Path, clock: Clock = UNLIMITED) -> Puzzle:
    """Return the puzzle that is given as an object, a bundled name or a path.

    Raises PuzzleError for anything else, and Stopped if the clock stops while a file is read.
    """
    if isinstance(subject, Puzzle):
        return subject
    if isinstance(subject, ExactCover) or (isinstance(subject, (str, Path)) and is_cover(subject)):
        raise no_puzzle("cover" if isinstance(subject, ExactCover) else subject)
    if not isinstance(subject, (str, Path)):
        kind = type(subject).__name__
        raise PuzzleError(
            f"{kind}: allowed are a puzzle, its name or path, and an ExactCover;"
            " make_puzzle(board=..., pieces=...) makes a puzzle"
        )
    return load(subject, clock=clock)
