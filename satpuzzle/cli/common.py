"""Functions shared by the commands: they begin and end the run of a search."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from satpuzzle import data
from satpuzzle.api import solve
from satpuzzle.cli import signals
from satpuzzle.cli.decisions import decisions
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import PROGRESS, check_choice
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.subject import Subject, subject
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.given import Given
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle import dates
from satpuzzle.puzzle.checks import number_of
from satpuzzle.puzzle.library import CALENDAR
from satpuzzle.puzzle.model import CONVENTIONS
from satpuzzle.search.run import CoverRun, Run, Search
from satpuzzle.solutions.read import read
from satpuzzle.solutions.solution import Solution

_MOST_SHARES = 10**9


def opened(
    puzzle: str, problem: str | None, clock: Clock = UNLIMITED, quiet: bool = False, covers: bool = False
) -> Subject:
    """Return the puzzle that `puzzle` and `problem` name, or with `covers` an exact cover, too.

    If its BurrTools file has features that the puzzle cannot have, messages name them, unless `quiet`.  Raises Stopped
    if the clock stops.
    """
    found = subject(puzzle, problem, clock)
    if not covers:
        found.only_puzzles()
    for remark in () if quiet else found.remarks:
        complain(remark)
    return found


def begin_run(
    puzzle: str | Subject,
    backend: str,
    *,
    clock: Clock,
    quiet: bool,
    verbose: bool = False,
    progress: str = "auto",
    given: str | None = None,
    up_to: str = "isometries",
    journal: Path | None = None,
    share: str | None = None,
    part_seconds: float | None = None,
    count_only: bool = False,
    **options: Any,
) -> tuple[Run | CoverRun, Progress]:
    """Return a run and its progress line.

    The tables of the run are made here, so that errors occur before anything is written.  With `verbose`, the decisions
    before the search are printed.  Further options are those of `Run`.
    """
    for name, value in (("part", share), ("part-seconds", part_seconds)):
        if value is not None and journal is None and not (name == "part-seconds" and options.get("cluster")):
            raise PuzzleError(f"--{name} {value}: needs --journal")
    if count_only and journal is None and not options.get("cluster"):
        raise PuzzleError("--count-only: needs --journal")
    if share is not None:
        options["share"] = share_of(share)
    if part_seconds is not None:
        options["part_seconds"] = part_seconds
    check_choice("up-to", up_to, CONVENTIONS[::-1])
    check_choice("progress", progress, PROGRESS)
    shown = Progress("none" if quiet else progress)
    if options.get("cluster") is not None:
        _complain_of_warnings(quiet)
    hints: Given = Path(given) if given is not None and data.is_file(given) else given
    about = subject(puzzle, clock=clock) if isinstance(puzzle, str) else puzzle
    if given is not None or options.get("rules") is not None:
        about.only_puzzles()
    if not quiet:
        for remark in about.remarks:
            complain(remark)
    options |= {"up_to": up_to, "given": hints, "journal": journal, "clock": clock}
    run = solve(about.what, backend, watch=shown.update, count_only=count_only, **options)
    with contextlib.suppress(Stopped):  # the run reports it
        run.tabulate()
        for line in decisions(run) if verbose else ():
            complain(line)
    return run, shown


def _complain_of_warnings(quiet: bool) -> None:
    """Print the warnings of a search as messages of the command, unless `quiet`."""
    import logging

    class MessageHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            complain(record.getMessage())

    logger = logging.getLogger("satpuzzle")
    logger.handlers[:] = [logging.NullHandler() if quiet else MessageHandler()]
    logger.propagate = False


def share_of(text: str) -> tuple[int, int]:
    """Return (i, n) from the text I/N.  Raises PuzzleError for any other text."""
    number, of = (number_of(part, _MOST_SHARES) for part in (text.split("/") if text.count("/") == 1 else ("", "")))
    if number is None or of is None:
        raise PuzzleError(f"--part {text[:60]}: allowed are 1/N to N/N")
    return number, of


def member_of(puzzle: str, member: str | None) -> str:
    """Return the name of a family's member, or `puzzle` itself if `member` is None.

    `today` with a member means the calendar of which `today` is a member.
    """
    family = CALENDAR if puzzle.strip().lower() == dates.TODAY else puzzle
    return puzzle if member is None else f"{family}#{member}"


def rules_of(
    moves: str | None, open: str | None, max_states: int | None, slack: float | None, assemblable: bool = True
) -> Rules | None:
    """Return the rules of motion that these options give, or None if no packing must be taken apart.

    They must be if `assemblable`.  Raises PuzzleError for a value that is not allowed, or if an option is given
    although no packing is taken apart.
    """
    given = {"moves": moves, "open": open, "max-states": max_states, "slack": slack}
    for name, value in given.items():
        if value is not None and not assemblable:
            raise PuzzleError(f"--{name} {value}: needs --assemblable")
    if not assemblable:
        return None
    return Rules(**{name.replace("-", "_"): value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def solutions_of(about: Subject, texts: list[str] | None, number: int, backend: str) -> tuple[list[Solution], bool]:
    """Return solutions, and whether a signal interrupted the search for them.

    Each of the `texts` is a file's name, `-` for standard input, or a solution as text.  Without texts, the solutions
    are the first `number` of those stored in a BurrTools file, or found by a search.
    """
    puzzle = about.puzzle
    if not texts:
        if about.opened is not None:
            from satpuzzle.solutions.stored import stored_solutions

            stored, wrong = stored_solutions(about.opened)
            if wrong:
                complain(f"{about.name}: {wrong} of its stored assemblies do not fit and are dropped")
            if stored:
                return [solution for solution, _ in stored[:number]], False
        clock = Clock()
        run = solve(puzzle, backend, limit=number, clock=clock)
        with interruptible(clock):
            found = list(run)
        interrupted = run.status is Status.INTERRUPTED
        if not found:
            if interrupted:
                complain(f"{about.name}: interrupted before a solution was found, nothing is written")
                raise typer.Exit(CTRL_C)
            raise PuzzleError(f"{about.name}: no solution was found")
        return found, interrupted
    found = []
    for text in texts:
        if text == "-":
            standard = data.decoded(sys.stdin.buffer, "standard input", data.LARGE)
            found += read(puzzle, standard, "standard input", partial=True)
        elif data.is_file(text) or Path(text).suffix in (".json", ".ndjson", ".txt"):
            found += read(puzzle, data.read(Path(text), data.LARGE), text, partial=True)
        else:
            found += read(puzzle, text, "solution", partial=True)
    return found, False


def finish(run: Search, failure: str | None, stats: bool) -> None:
    """End the command by raising Exit with the status of the run.

    Before, print statistics if `stats`, and the message `failure` if there is one.
    """
    if stats:
        for key, value in run.stats.items():
            shown = f"{value:.{3 if abs(value) < 1000 else 0}f}" if isinstance(value, float) else value
            print(f"{key:>25}  {shown}", file=sys.stderr)
    if failure is not None:
        complain(failure)
        raise typer.Exit(FAILED)
    codes = {Status.TIME_LIMIT: LIMIT, Status.INTERRUPTED: CTRL_C}
    if run.stats.get("undecided"):
        codes[Status.EXHAUSTED] = codes[Status.SOLUTION_LIMIT] = LIMIT
    raise typer.Exit(codes.get(run.status or Status.EXHAUSTED, OK))


@contextlib.contextmanager
def interruptible(clock: Clock) -> Iterator[None]:
    """Let a signal stop the clock, so that the command reports partial results; a second signal ends the command."""
    with signals.handled(clock.stop):
        yield
