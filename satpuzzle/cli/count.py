"""`satpuzzle count`."""

from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import (
    Assemblable,
    Backend,
    ClusterAt,
    Encoding,
    GivenPieces,
    Jobs,
    JournalFile,
    MaxStates,
    Moves,
    Open,
    Output,
    Parts,
    PartSeconds,
    Presolve,
    ProgressMode,
    PuzzleName,
    Quiet,
    ShareOf,
    Stats,
    Strategy,
    TimeLimit,
    begin,
    choose,
    complain,
    finish,
    interruptible,
    rules_of,
)
from satpuzzle.cli.output import open_output
from satpuzzle.cli.writers import Json
from satpuzzle.errors import BackendError, FrontierError
from satpuzzle.search.counting import METHODS, tally
from satpuzzle.search.report import verdict


@app.command()
def count(
    puzzle: PuzzleName,
    backend: Backend = "bitmask",
    encoding: Encoding = None,
    strategy: Strategy = "auto",
    jobs: Jobs = None,
    parts: Parts = None,
    presolve: Presolve = None,
    method: Annotated[
        str, typer.Option("--method", help="auto, search, or frontier: packings counted without listing them.")
    ] = "auto",
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MIB", min=1, help="Room for a frontier; half of what is free.")
    ] = None,
    time_limit: TimeLimit = None,
    journal: JournalFile = None,
    cluster: ClusterAt = None,
    part: ShareOf = None,
    part_seconds: PartSeconds = None,
    given: GivenPieces = None,
    assemblable: Assemblable = False,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    output: Output = None,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    stats: Stats = False,
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Count the solutions of a puzzle by all three conventions."""
    choose("method", method, METHODS)
    choose("format", format, ("text", "json"))
    rules = rules_of(moves, open, max_states, assemblable)
    run, shown = begin(
        puzzle,
        backend,
        quiet=quiet,
        progress=progress,
        given=given,
        encoding=encoding,
        strategy=strategy,
        jobs=jobs,
        parts=parts,
        presolve=presolve,
        seconds=time_limit,
        assemblable=assemblable,
        rules=rules,
        journal=journal,
        cluster=cluster,
        share=part,
        part_seconds=part_seconds,
    )
    with open_output(output) as out, interruptible(run), shown.of(run):
        failure = None

        def remark(text: str) -> None:
            shown.clear()
            if not quiet:
                complain(text)

        try:
            try:
                tally(run, method, memory and memory << 20, remark)
            except FrontierError as error:
                complain(f"{error}; searching")
                run.exhaust()
        except BackendError as error:
            failure = str(error)
        shown.clear()
        if format == "json":
            Json(out, listing=False).summary(run)
        else:
            out.write((str(run.counts) if quiet else verdict(run)) + "\n")
    finish(run, failure, stats)
