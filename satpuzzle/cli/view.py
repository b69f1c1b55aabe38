"""`satpuzzle view`."""

import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle import data
from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened, rules_of, solutions_of
from satpuzzle.cli.draw import ColourBy, SolutionFiles, check_colours
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.options import Backend, MaxStates, MemberName, Moves, Open, Problem, PuzzleName, Slack
from satpuzzle.errors import PuzzleError
from satpuzzle.motion import Assembler, Rules
from satpuzzle.pictures import view as page
from satpuzzle.puzzle.formats import json


@app.command("view")
def view(
    puzzle: PuzzleName,
    solutions: SolutionFiles = None,
    problem: Problem = None,
    member: MemberName = None,
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", min=1, help="How many solutions to find, if none are given.")
    ] = 20,
    backend: Backend = "bitmask",
    steps: Annotated[
        Path | None,
        typer.Option("--steps", metavar="FILE", help="A JSON file with the moves that take the first solution apart."),
    ] = None,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    slack: Slack = None,
    colour_by: ColourBy = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The page; a temporary file by default.")
    ] = None,
    show: Annotated[bool, typer.Option("--show/--no-show", help="Open the page in a browser.")] = True,
) -> None:
    """Make a page in which solutions can be rotated and taken apart.

    It opens in a browser and works without a network.
    """
    check_colours(colour_by)
    rules = rules_of(moves, open, max_states, slack) or Rules()
    given = None if steps is None else _read(steps)
    found, interrupted = solutions_of(opened(member_of(puzzle, member), problem), solutions, models, backend)
    assembler = Assembler(found[0].puzzle, rules)
    apart = [assembler.assembly(solution).as_dict()["steps"] or None for solution in found]
    made = page(found, [given or apart[0], *apart[1:]], colour_by=colour_by)
    path = output or Path(tempfile.mkdtemp(prefix="satpuzzle-")) / f"{found[0].puzzle.name}.html"
    made.save(path)
    if interrupted:
        complain(f"interrupted; {path} shows what was found until then, {len(found)} of {models}")
        raise typer.Exit(CTRL_C)
    if show and not webbrowser.open(path.absolute().as_uri()):
        complain(f"no browser was found; open {path}")
    elif output is None:
        print(path, file=sys.stderr)


def _read(path: Path) -> list[dict[str, object]]:
    text = data.read(path, data.LARGE)
    try:
        content = json.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None
    if not isinstance(content, list):
        raise PuzzleError(f"{path}: steps are a list of objects")
    return content
