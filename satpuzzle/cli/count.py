"""`satpuzzle count`."""

import json
from pathlib import Path
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
    MemberName,
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
    begin_run,
    check_choice,
    finish,
    interruptible,
    member_of,
    rules_of,
)
from satpuzzle.cli.exits import complain
from satpuzzle.cli.family import every_member
from satpuzzle.cli.output import open_output
from satpuzzle.cli.writers import Json
from satpuzzle.design.sets import Pieces, count_by_pieces, spelled
from satpuzzle.errors import BackendError, FrontierError, PuzzleError
from satpuzzle.puzzle.library import family_named
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.counting import METHODS, tally
from satpuzzle.search.report import facts, verdict
from satpuzzle.search.run import Run


@app.command("count")
def count(
    puzzle: PuzzleName,
    backend: Backend = "bitmask",
    encoding: Encoding = None,
    strategy: Strategy = "auto",
    jobs: Jobs = None,
    parts: Parts = None,
    presolve: Presolve = None,
    by: Annotated[str | None, typer.Option("--by", help="pieces: a count for each set of pieces that is used.")] = None,
    draw: Annotated[
        Path | None, typer.Option("--draw", metavar="FILE", help="Of a family: a heat map, a .svg or .png file.")
    ] = None,
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
    member: MemberName = None,
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
    check_choice("method", method, METHODS)
    if by is not None:
        check_choice("by", by, ("pieces",))
    if member is None and (family := family_named(puzzle)) is not None:
        every_member(family, backend, time_limit, draw, output, format, progress, quiet)
    if draw is not None:
        raise PuzzleError(f"--draw {draw}: goes with a family of boards")
    check_choice("format", format, ("text", "json"))
    rules = rules_of(moves, open, max_states, assemblable)
    run, shown = begin_run(
        member_of(puzzle, member),
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
        groups: dict[Pieces, Counts] = {}

        def remark(text: str) -> None:
            shown.clear()
            if not quiet:
                complain(text)

        try:
            try:
                if by is not None:
                    groups = count_by_pieces(run)
                else:
                    tally(run, method, memory and memory << 20, remark)
            except FrontierError as error:
                complain(f"{error}; searching")
                run.exhaust()
        except BackendError as error:
            failure = str(error)
        shown.clear()
        if by is not None and failure is None:
            out.write(_by_pieces(run, groups, format, quiet))
        elif format == "json":
            Json(out, listing=False).summary(run)
        else:
            out.write((str(run.counts) if quiet else verdict(run)) + "\n")
    finish(run, failure, stats)


def _by_pieces(run: Run, groups: dict[Pieces, Counts], format: str, quiet: bool) -> str:
    """Return a count for each multiset of pieces, the most frequent first."""
    if format == "json":
        names = [piece.name for piece in run.puzzle.pieces]
        listed = [
            {"pieces": {n: t for n, t in zip(names, used, strict=True) if t}, "counts": counts.known()}
            for used, counts in groups.items()
        ]
        return json.dumps(facts(run) | {"by_pieces": listed}, ensure_ascii=False) + "\n"
    lines = [f"{spelled(run.puzzle, used)}: {counts}" for used, counts in groups.items()]
    return "\n".join([*lines, *([] if quiet else [f"{len(groups)} sets of pieces", verdict(run)])]) + "\n"
