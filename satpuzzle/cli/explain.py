"""The command `satpuzzle explain`."""

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import given_of, question, reply
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import LIMIT, OK, complain
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
)
from satpuzzle.clock import Clock
from satpuzzle.design.explain import explain as ask


@app.command("explain")
def explain(
    puzzle: PuzzleName,
    problem: Problem = None,
    member: MemberName = None,
    backend: Backend = "native",
    given: GivenPieces = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    output: Output = None,
    format: TextOrJson = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Explain why a puzzle has no solution, or show one.

    The reason is the simplest one that holds, such as a colouring of the board.
    """
    clock = Clock(time_limit).start()
    with question(format, progress, quiet, clock) as shown:
        about = opened(member_of(puzzle, member), problem, clock, quiet)

        def remark(text: str) -> None:
            shown.clear()
            if not quiet:
                complain(text)

        found = ask(
            about.puzzle, backend, given=given_of(given), jobs=jobs, clock=clock, watch=shown.update, remark=remark
        )
    reply(output, format, found, found.solution is not None, quiet, backend)
    raise typer.Exit(LIMIT if found.verdict == "undecided" else OK)
