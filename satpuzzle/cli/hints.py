"""The command `satpuzzle hints`."""

from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import given_of, question, reply
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import (
    Backend,
    GivenPieces,
    MemberName,
    Output,
    Problem,
    ProgressMode,
    PuzzleName,
    Quiet,
    TextOrJson,
    TimeLimit,
)
from satpuzzle.clock import Clock
from satpuzzle.design.hints import hints as ask


@app.command("hints")
def hints(
    puzzle: PuzzleName,
    problem: Problem = None,
    backend: Backend = "native",
    solution: Annotated[
        int | None,
        typer.Option(
            "--solution",
            metavar="K",
            min=1,
            help="Find the fewest pieces for the K-th solution found; by default for the solution that needs the"
            " fewest.",
        ),
    ] = None,
    given: GivenPieces = None,
    member: MemberName = None,
    time_limit: TimeLimit = None,
    output: Output = None,
    format: TextOrJson = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Find the fewest given pieces that leave one solution.

    Solutions that a symmetry of the board maps to each other count as different.
    """
    clock = Clock(time_limit).start()
    with question(format, progress, quiet, clock) as shown:
        about = opened(member_of(puzzle, member), problem, clock, quiet)
        found = ask(about.puzzle, solution, backend, given=given_of(given), clock=clock, watch=shown.note)
    reply(output, format, found, found.given is not None, quiet, backend)
    raise typer.Exit(OK if found.smallest else LIMIT)
