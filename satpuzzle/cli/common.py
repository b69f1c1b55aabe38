"""Functions shared by the commands: they begin and end the run of a search."""

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, cast

import typer

from satpuzzle import data
from satpuzzle.api import solve
from satpuzzle.cli import signals
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import changed
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.subject import Subject, subject
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.engines.base import Engine
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle import dates
from satpuzzle.puzzle.library import CALENDAR
from satpuzzle.rows import rows
from satpuzzle.search.run import CoverRun, Run, Search
from satpuzzle.settings import MotionRows, Options, RunRows, SubjectRows

if TYPE_CHECKING:  # few commands take packings apart, or read solutions
    from satpuzzle.motion.rules import Rules
    from satpuzzle.solutions.solution import Solution


def opened(asked: SubjectRows, clock: Clock = UNLIMITED, covers: bool = False) -> Subject:
    """Return the puzzle that a command was asked about, or with `covers` an exact cover, too.

    If its BurrTools file has features that the puzzle cannot have, messages name them, unless the command is to be
    quiet.  Raises Stopped if the clock stops.
    """
    found = asked_about(asked, clock)
    if not covers:
        found.only_puzzles()
    for remark in () if getattr(asked, "quiet", False) else found.remarks:
        complain(remark)
    return found


def begin_run(
    about: Subject, asked: RunRows, clock: Clock, rules: "Rules | None" = None, **more: Unpack[Options]
) -> tuple[Run | CoverRun, Progress]:
    """Return a run and its progress line; `more` replaces options of the command.

    The tables of the run are made here, so that errors occur before anything is written.  With --verbose, the decisions
    before the search are printed.
    """
    shown = Progress("none" if asked.quiet else asked.progress)
    options = cast(
        Options, {name: getattr(asked, name) for name in Options.__annotations__ if hasattr(asked, name)} | {**more}
    )
    del options["time_limit"]  # the clock has it, which runs already
    if rules is not None:
        about.only_puzzles()
    for remark in () if asked.quiet else about.remarks:
        complain(remark)
    run = solve(about.what, asked.backend, watch=shown.update, clock=clock, rules=rules, **options)
    with contextlib.suppress(Stopped):  # the run reports it
        run.tabulate()
        if getattr(asked, "verbose", False):
            from satpuzzle.search.decisions import decisions

            for line in decisions(run):
                complain(line)
    return run, shown


def asked_about(asked: SubjectRows, clock: Clock = UNLIMITED) -> Subject:
    """Return the puzzle or the exact cover that a command was asked about, with the rules of --rule."""
    found = subject(name_of(asked), asked.problem, clock)
    if not asked.rule:
        return found
    from satpuzzle.puzzle.editing import with_rules

    return replace(found, what=with_rules(found.puzzle, asked.rule))


def name_of(asked: SubjectRows) -> str:
    """Return the name of the puzzle, with that of a family's member if --member names one.

    `today` with a member means the calendar of which `today` is a member.
    """
    family = CALENDAR if asked.puzzle.strip().lower() == dates.TODAY else asked.puzzle
    return asked.puzzle if asked.member is None else f"{family}#{asked.member}"


def rules_of(asked: MotionRows, assemblable: bool = True) -> "Rules | None":
    """Return the rules of motion that these options give, or None if no packing must be taken apart.

    They must be if `assemblable`.  Raises PuzzleError for a value that is not allowed, or if an option is given
    although no packing is taken apart.
    """
    given = {name: value for name in rows(MotionRows) if (value := getattr(asked, name)) not in (None, False)}
    if given and not assemblable:
        said = changed(asked)
        raise PuzzleError(f"{next(said[name] for name in given)}: needs --assemblable")
    if not assemblable:
        return None
    from satpuzzle.motion.rules import Rules

    return Rules(**given)


def solutions_of(
    about: Subject, texts: list[str] | None, number: int, backend: str | Engine
) -> "tuple[list[Solution], bool]":
    """Return solutions, and whether a signal interrupted the search for them.

    Each of the `texts` is a file's name, `-` for standard input, or a solution as text.  Without texts, the solutions
    are the first `number` of those stored in a BurrTools file, or found by a search.
    """
    from satpuzzle.solutions.read import read

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
        if text == "-" or data.is_file(text) or Path(text).suffix in (".json", ".ndjson", ".txt"):
            found += read(puzzle, *text_of(text), partial=True)
        else:
            found += read(puzzle, text, "solution", partial=True)
    return found, False


def text_of(name: str) -> tuple[str, str]:
    """Return the text of a file, or of standard input for `-`, and how messages name where it is from."""
    if name == "-":
        return data.decoded(sys.stdin.buffer, "standard input", data.LARGE), "standard input"
    return data.read(Path(name), data.LARGE), name


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
    codes = {Status.TIME_LIMIT: LIMIT, Status.NODE_LIMIT: LIMIT, Status.INTERRUPTED: CTRL_C}
    if run.stats.get("undecided"):
        codes[Status.EXHAUSTED] = codes[Status.SOLUTION_LIMIT] = LIMIT
    raise typer.Exit(codes.get(run.status or Status.EXHAUSTED, OK))


@contextlib.contextmanager
def interruptible(clock: Clock) -> Iterator[None]:
    """Let a signal stop the clock, so that the command reports partial results; a second signal ends the command."""
    with signals.handled(clock.stop):
        yield
