"""The command `satpuzzle hint`."""

from typing import Annotated, Any

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import answer, given_of, question, reply
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import FAILED, LIMIT, OK
from satpuzzle.cli.options import (
    Backend,
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
from satpuzzle.cover.describe import numbered
from satpuzzle.design.hint import Possible, possible
from satpuzzle.design.hint import hint as ask


@app.command("hint")
def hint(
    puzzle: PuzzleName,
    problem: Problem = None,
    backend: Backend = "native",
    given: GivenPieces = None,
    member: MemberName = None,
    all: Annotated[
        bool,
        typer.Option("--all", help="List all placements that are in a solution, each with its number of solutions."),
    ] = False,
    seed: Seed = 0,
    time_limit: TimeLimit = None,
    output: Output = None,
    format: TextOrJson = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Suggest the next piece, or say which given pieces are wrong."""
    clock = Clock(time_limit).start()
    with question(format, progress, quiet, clock) as shown:
        about, pieces = opened(member_of(puzzle, member), problem, clock, quiet), given_of(given)
        if all:
            every = possible(about.puzzle, pieces, backend, clock=clock, watch=shown.note)
        else:
            found = ask(about.puzzle, pieces, backend, seed=seed, clock=clock, watch=shown.note)
    if all:
        answer(output, format, every.as_dict(), lambda: _table(every), backend if every.final else None)
        raise typer.Exit(OK if every.final else LIMIT)
    reply(output, format, found, found.piece is not None, quiet, backend)
    raise typer.Exit({"wrong": FAILED, "undecided": LIMIT}.get(found.verdict, OK))


def _table(every: Possible) -> str:
    facts = every.as_dict()
    bound = "" if every.final else "≥ "
    lines = [f"{every.puzzle.name}: {bound}{numbered(every.solutions, 'solution')} on the fixed board"]
    for name, placed in facts["pieces"].items():
        lines.append(f"piece {name}: {numbered(len(placed), 'placement')}")
        lines += [f"  {bound}{entry['solutions']}: {_cells(entry['cells'])}{_colours(entry)}" for entry in placed]
    for entry in facts["cells"]:
        pieces = ", ".join(f"{name} {bound}{number}" for name, number in entry["pieces"].items())
        lines.append(f"cell {_cells([entry['cell']])}: {pieces}")
    return "\n".join(lines)


def _cells(cells: list[list[int]]) -> str:
    return " ".join(",".join(map(str, cell)) for cell in cells)


def _colours(entry: dict[str, Any]) -> str:
    return f" in colours {' '.join(map(str, entry['colours']))}" if "colours" in entry else ""
