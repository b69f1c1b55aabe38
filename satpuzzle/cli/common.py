"""What the commands share: their arguments, where data goes, and how a run begins and ends."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from satpuzzle import library
from satpuzzle.backends import Status
from satpuzzle.backends.bitmask import STRATEGIES
from satpuzzle.given import Given
from satpuzzle.output import Progress
from satpuzzle.placements import place
from satpuzzle.puzzle import PuzzleError
from satpuzzle.run import CONVENTIONS, Run
from satpuzzle.solution import Solution
from satpuzzle.stored import stored_solutions

PuzzleName = Annotated[str, typer.Argument(metavar="PUZZLE", help="A bundled name or a .toml or .json file.")]
Backend = Annotated[str, typer.Option("--backend", "-b", help="Which solver; `satpuzzle list backends` names them.")]
Encoding = Annotated[str | None, typer.Option("--encoding", "-e", help="How SAT backends write the clauses.")]
Strategy = Annotated[
    str, typer.Option("--strategy", "-s", help=f"How the native search goes: {', '.join(STRATEGIES)}.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Cores for a long native search; all by default.")
]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", "-t", metavar="SECONDS", help="Stop searching after this.")
]
GivenPieces = Annotated[
    str | None,
    typer.Option("--given", metavar="FILE-OR-TEXT", help="Pieces already placed: JSON, drawing or NAME: x,y,z ..."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the data here.")]
Stats = Annotated[bool, typer.Option("--stats", help="Show what the search did, on standard error.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Data only: no summary, no progress, no remarks.")]

OK, FAILED, USAGE, LIMIT, CTRL_C = 0, 1, 2, 3, 130


def begin(
    puzzle: str,
    backend: str,
    encoding: str | None,
    strategy: str,
    jobs: int | None,
    up_to: str,
    limit: int | None,
    seconds: float | None,
    given: str | None,
    quiet: bool,
) -> tuple[Run, Progress]:
    """Return a run that has its tables, so that complaints come before anything is written, and its progress line."""
    choose("up-to", up_to, CONVENTIONS)
    progress = Progress(quiet)
    hints: Given = Path(given) if given is not None and _is_file(given) else given
    run = Run(
        library.load(puzzle),
        backend,
        encoding=encoding,
        strategy=strategy,
        jobs=jobs,
        up_to=up_to,
        limit=limit,
        seconds=seconds,
        given=hints,
        watch=progress.update,
    )
    run.tabulate()
    return run, progress


def solutions_of(puzzle: str, texts: list[str] | None, number: int, backend: str) -> list[Solution]:
    """Return the solutions in these files, texts or - for standard input; if there are none, so many are found."""
    if not texts:
        found = list(Run(library.load(puzzle), backend, limit=number))
        if not found:
            raise PuzzleError(f"{puzzle}: no solution was found")
        return found
    loaded = library.load(puzzle)
    placements = place(loaded)
    found = []
    for text in texts:
        where, content = "solution", text
        if text == "-":
            where, content = "standard input", sys.stdin.read()
        elif _is_file(text):
            where, content = text, Path(text).read_text(encoding="utf-8-sig", errors="replace")
        try:
            found += stored_solutions(loaded, placements, content)
        except PuzzleError as error:
            raise PuzzleError(f"{where}: {str(error).removeprefix('given: ')}") from None
    return found


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or a character that no name has
        return False


def choose(what: str, found: str, allowed: Any) -> None:
    """Raise PuzzleError unless the option --`what` has one of the values that are allowed."""
    if found not in allowed:
        raise PuzzleError(f"--{what} {found}: choose from {', '.join(allowed)}")


def finish(run: Run, failure: str | None, stats: bool) -> None:
    """End the command with the exit status that the end of the run deserves."""
    if stats:
        for key, value in run.stats.items():
            print(
                f"{key:>14}  {value:.3f}" if isinstance(value, float) else f"{key:>14}  {value}",
                file=sys.stderr,
            )
    if failure is not None:
        complain(failure)
        raise typer.Exit(FAILED)
    codes = {Status.TIME_LIMIT: LIMIT, Status.INTERRUPTED: CTRL_C}
    raise typer.Exit(codes.get(run.status or Status.EXHAUSTED, OK))


@contextlib.contextmanager
def interruptible(run: Run) -> Iterator[None]:
    """Let Ctrl-C stop the run and report it; a second one stops everything."""

    def stop(number: int, frame: object) -> None:
        run.interrupt()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def open_output(path: Path | None) -> Iterator[TextIO]:
    """Open where the data goes."""
    if path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    with path.open("w", encoding="utf-8", errors="backslashreplace") as out:
        yield out


def complain(message: str) -> None:
    """Say something on standard error."""
    print(f"satpuzzle: {message}", file=sys.stderr)
