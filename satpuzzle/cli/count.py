"""`satpuzzle count`."""

from typing import Annotated

import typer

from satpuzzle.backends import BackendError
from satpuzzle.cli.app import app
from satpuzzle.cli.common import (
    Backend,
    Encoding,
    GivenPieces,
    Jobs,
    Output,
    Parts,
    Presolve,
    PuzzleName,
    Quiet,
    Stats,
    Strategy,
    TimeLimit,
    begin,
    choose,
    complain,
    finish,
    interruptible,
    open_output,
)
from satpuzzle.frontier import FrontierError
from satpuzzle.output import Json, verdict
from satpuzzle.run import METHODS


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
        str, typer.Option("--method", help="search, or frontier: raw packings without listing them.")
    ] = "search",
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MIB", min=1, help="Room for a frontier; half of what is free.")
    ] = None,
    time_limit: TimeLimit = None,
    given: GivenPieces = None,
    output: Output = None,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    stats: Stats = False,
    quiet: Quiet = False,
) -> None:
    """Count the solutions of a puzzle by all three conventions."""
    choose("method", method, METHODS)
    choose("format", format, ("text", "json"))
    run, progress = begin(
        puzzle, backend, encoding, strategy, jobs, parts, presolve, "isometries", None, time_limit, given, quiet
    )
    with open_output(output) as out, interruptible(run), progress.of(run):
        failure = None
        try:
            if method == "frontier":
                try:
                    run.sweep(memory and memory << 20)
                except FrontierError as error:
                    complain(f"{error}; searching instead")
                    method = "search"
            if method == "search":
                run.exhaust()
        except BackendError as error:
            failure = str(error)
        progress.clear()
        if format == "json":
            Json(out, listing=False).summary(run)
        else:
            out.write((str(run.counts) if quiet else verdict(run)) + "\n")
    finish(run, failure, stats)
