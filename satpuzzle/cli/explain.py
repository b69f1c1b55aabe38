"""`satpuzzle explain`."""

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import answer, given_of, question, with_legend
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import LIMIT, OK
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
from satpuzzle.design.explain import Explanation
from satpuzzle.design.explain import explain as ask


@app.command("explain")
def explain(
    puzzle: PuzzleName,
    problem: Problem = None,
    member: MemberName = None,
    backend: Backend = "bitmask",
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
    with question(format, progress, quiet) as shown:
        about = opened(member_of(puzzle, member), problem, clock, quiet)
        found = ask(about.puzzle, backend, given=given_of(given), jobs=jobs, clock=clock, watch=shown.update)
    answer(output, format, found.as_dict(), lambda: _text(found, quiet))
    raise typer.Exit(LIMIT if found.verdict == "undecided" else OK)


def _text(found: Explanation, quiet: bool) -> str:
    name = found.puzzle.name
    if found.solution is not None:
        drawn = with_legend(found.puzzle, str(found.solution), quiet)
        return f"{drawn}\n\n{name}: there are solutions, and so nothing to explain"
    if found.verdict == "undecided":
        return f"{name}: undecided, a limit stopped the search for a solution or a reason"
    if found.reason is None:
        return f"{name}: the search ended without a solution; no shorter reason was found before a limit"
    drawn = found.reason.drawn(found.puzzle)
    return f"{drawn}\n\n" * bool(drawn) + f"{name}: impossible: {found.reason.text}"
