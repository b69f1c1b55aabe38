"""The command `satpuzzle rate`."""

from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import answer, given_of, question
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import (
    GivenPieces,
    MemberName,
    Output,
    Problem,
    ProgressMode,
    PuzzleName,
    Quiet,
    Seed,
    TextOrJson,
    TimeLimit,
)
from satpuzzle.clock import Clock
from satpuzzle.design.rate import TRIES
from satpuzzle.design.rate import rate as ask


@app.command("rate")
def rate(
    puzzle: PuzzleName,
    problem: Problem = None,
    member: MemberName = None,
    given: GivenPieces = None,
    tries: Annotated[
        int,
        typer.Option("--tries", metavar="N", min=1, help="How often the simulated player tries to solve the puzzle."),
    ] = TRIES,
    seed: Seed = 0,
    time_limit: TimeLimit = None,
    output: Output = None,
    format: TextOrJson = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Rate how hard a puzzle is for a careful player.

    The player is simulated: it looks one step ahead and otherwise chooses at random.
    """
    clock = Clock(time_limit).start()
    with question(format, progress, quiet, clock) as shown:
        about = opened(member_of(puzzle, member), problem, clock, quiet)
        found = ask(about.puzzle, given_of(given), tries=tries, seed=seed, clock=clock, watch=shown.note)
    answer(output, format, found.as_dict(), lambda: str(found))
    raise typer.Exit(OK if found.final else LIMIT)
