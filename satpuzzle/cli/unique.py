"""The command `satpuzzle unique`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import given_of, question, reply, save_picture
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import FAILED, LIMIT, OK
from satpuzzle.cli.options import (
    Backend,
    GivenPieces,
    Jobs,
    MemberName,
    Output,
    Problem,
    ProgressMode,
    PuzzleName,
    Quiet,
    TextOrJson,
    TimeLimit,
    UpTo,
)
from satpuzzle.clock import Clock
from satpuzzle.design.unique import Uniqueness
from satpuzzle.design.unique import unique as ask

DrawTo = Annotated[
    Path | None, typer.Option("--draw", metavar="FILE", help="Draw the solutions found to a .svg or .png file.")
]


@app.command("unique")
def unique(
    puzzle: PuzzleName,
    problem: Problem = None,
    backend: Backend = "native",
    up_to: UpTo = "isometries",
    given: GivenPieces = None,
    member: MemberName = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    draw: DrawTo = None,
    output: Output = None,
    format: TextOrJson = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Tell whether a puzzle has exactly one solution.

    The exit status is 1 if it has several solutions or none.
    """
    clock = Clock(time_limit).start()
    with question(format, progress, quiet, clock) as shown:
        about = opened(member_of(puzzle, member), problem, clock, quiet, covers=given is None and draw is None)
        found = ask(
            about.what,
            backend,
            up_to=up_to,
            given=given_of(given),
            jobs=jobs,
            clock=clock,
            watch=shown.update,
        )
    if isinstance(found, Uniqueness):
        save_picture(draw, found.witnesses)
    reply(output, format, found, bool(found.witnesses), quiet, backend)
    raise typer.Exit({"unique": OK, "undecided": LIMIT}.get(found.verdict, FAILED))
