"""The command `satpuzzle solve`."""

import sys
from collections.abc import Callable, Iterable
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.burr import BurrFile
from satpuzzle.cli.common import begin_run, finish, interruptible, member_of, rules_of
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import (
    AnyFormatOrBurr,
    Assemblable,
    Backend,
    ClusterAt,
    Encoding,
    GivenPieces,
    Jobs,
    JournalFile,
    MaxStates,
    MemberName,
    Moves,
    Once,
    Open,
    Output,
    Parts,
    PartSeconds,
    Presolve,
    Problem,
    ProgressMode,
    PuzzleName,
    Quiet,
    ShareOf,
    Slack,
    Sort,
    Stats,
    Strategy,
    TimeLimit,
    UniquePieces,
    UpTo,
    Verbose,
    check_choice,
)
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import is_burr, subject
from satpuzzle.cli.terminal import folded
from satpuzzle.cli.writers import FEW, Json, NdJson, Text, Writer
from satpuzzle.clock import Clock
from satpuzzle.design.burrs import SORTS, ranked
from satpuzzle.design.kept import assembler_of
from satpuzzle.design.solids import check_free
from satpuzzle.design.solids import once as listed_once
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembly
from satpuzzle.motion.rules import Rules
from satpuzzle.search.report import verdict
from satpuzzle.search.run import Run
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution


@app.command("solve")
def solve(
    puzzle: PuzzleName,
    problem: Problem = None,
    backend: Backend = "native",
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", min=0, help="Stop after N solutions; 0 is all.")
    ] = 0,
    up_to: UpTo = "isometries",
    encoding: Encoding = None,
    strategy: Strategy = "auto",
    jobs: Jobs = None,
    parts: Parts = None,
    presolve: Presolve = None,
    time_limit: TimeLimit = None,
    journal: JournalFile = None,
    cluster: ClusterAt = None,
    part: ShareOf = None,
    part_seconds: PartSeconds = None,
    given: GivenPieces = None,
    member: MemberName = None,
    assemblable: Assemblable = False,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    slack: Slack = None,
    sort: Sort = None,
    unique: UniquePieces = False,
    once: Once = False,
    output: Output = None,
    format: AnyFormatOrBurr = "text",
    stats: Stats = False,
    verbose: Verbose = False,
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Find the solutions of a puzzle and print them as they come.

    By default all solutions are found; -n N stops after N.  With --sort, all are found first, and -n N prints the best
    N.
    """
    check_choice("format", format, ("text", "json", "ndjson"))
    if sort is not None:
        check_choice("sort", sort, SORTS)
    if unique and sort is None:
        raise PuzzleError("--unique: needs --sort")
    if once and sort is None and models:
        raise PuzzleError("--once: needs all solutions: --sort, or no -n")
    clock = Clock(time_limit).start()
    burr = output is not None and is_burr(str(output))
    rules = rules_of(moves, open, max_states, slack, assemblable or burr or sort is not None)
    about = subject(member_of(puzzle, member), problem, clock)
    if once:
        check_free(about.puzzle)
    file = BurrFile(about, output, rules or Rules(), clock, jobs or cores()) if burr and output is not None else None
    run, shown = begin_run(
        about,
        backend,
        clock=clock,
        quiet=quiet,
        verbose=verbose,
        progress=progress,
        given=given,
        encoding=encoding,
        strategy=strategy,
        jobs=jobs,
        parts=parts,
        presolve=presolve,
        up_to=up_to,
        limit=models or None if sort is None else None,
        assemblable=assemblable,
        rules=rules if assemblable or sort is not None else None,
        journal=journal,
        cluster=cluster,
        share=part,
        part_seconds=part_seconds,
    )
    with open_output(None if burr else output, streamed=True) as out, interruptible(clock), shown.of(run):
        few = FEW if out.isatty() and not models else None
        writers: dict[str, Callable[[], Writer]] = {
            "text": lambda: Text(out, few, quiet),
            "json": lambda: Json(out),
            "ndjson": lambda: NdJson(out),
        }
        writer = writers[format]()
        found: Iterable[Solution | Chosen] = run if isinstance(run, Run) else run.chosen()
        failure = None
        try:
            if isinstance(run, Run) and (once or sort is not None):
                packings = listed_once(run, up_to == "isometries") if once else iter(run)
                found = packings
                if sort is not None and rules is not None:
                    assembler = assembler_of(run.puzzle, rules, jobs, journal)
                    apart, number = ranked(assembler.assemblies(packings, clock), sort, models or None, unique)
                    packings.close()  # some are left if the clock stopped
                    found = [one.solution for one in apart if one.solution is not None]
                    if not quiet:
                        complain(_with_levels(apart, number, run, sort))
            if file is not None:
                file.take(found)
            else:
                for solution in found:
                    if out.isatty():
                        shown.clear()
                    writer.solution(solution)
        except BackendError as error:
            failure = str(error)
        shown.clear()
        (file or writer).summary(run)
        if output is not None and format == "text" and not quiet:
            print(folded(verdict(run), sys.stderr), file=sys.stderr)
        finish(run, failure, stats)


def _with_levels(found: list[Assembly], taken_apart: int, run: Run, sort: str) -> str:
    """Return a line with the levels of the listed packings; they are the best of `taken_apart` packings."""
    listed = f"sorted by {sort}; levels: {', '.join(str(one.level) for one in found) or 'none'}"
    every = run.packings.isometries or 0
    part = not run.packings.final or taken_apart < every
    return listed + f"; taken apart: {taken_apart} of {every} packings found so far" * part
