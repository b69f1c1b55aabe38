"""The command `satpuzzle view`."""

import contextlib
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle import data
from satpuzzle.api import solve
from satpuzzle.cli.app import app
from satpuzzle.cli.common import interruptible, member_of, opened, rules_of, solutions_of
from satpuzzle.cli.draw import ColourBy, SolutionFiles, check_colours
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.options import Backend, MaxStates, MemberName, Moves, Open, Problem, PuzzleName, Slack
from satpuzzle.clock import Clock, Status
from satpuzzle.design.burrs import Ranking
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.formats import json
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.studio.view import view as page

_SECONDS = 10.0  # for which a packing that comes apart is looked for, if the first ones do not


@app.command("view")
def view(
    puzzle: PuzzleName,
    solutions: SolutionFiles = None,
    problem: Problem = None,
    member: MemberName = None,
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", min=1, help="How many solutions to find, if none are given.")
    ] = 20,
    backend: Backend = "native",
    steps: Annotated[
        Path | None,
        typer.Option(
            "--steps",
            metavar="FILE",
            help="Read the moves that take the first solution apart from FILE: a list such as `steps` in the output"
            " of assemble --format json.",
        ),
    ] = None,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    slack: Slack = None,
    colour_by: ColourBy = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file for the page; a temporary file by default."),
    ] = None,
    show: Annotated[bool, typer.Option("--show/--no-show", help="Open the page in a browser.")] = True,
) -> None:
    """Make a page for rotating solutions and taking them apart.

    The page opens in a browser and works without a network.  It opens on a solution that comes apart, if one is found.
    """
    check_colours(colour_by)
    rules = rules_of(moves, open, max_states, slack) or Rules()
    given = None if steps is None else _read(steps)
    about = opened(member_of(puzzle, member), problem)
    found, interrupted = solutions_of(about, solutions, models, backend)
    assembler = Assembler(found[0].puzzle, rules, cores())
    apart = [*assembler.assemblies(found)]
    none = not given and not interrupted and all(assembly.verdict is not Verdict.YES for assembly in apart)
    if none and not solutions and len(found) == models:
        apart = [*_further(assembler, found[0].puzzle, backend, models), *apart]
        found = [assembly.solution for assembly in apart if assembly.solution is not None]
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


def _further(assembler: Assembler, puzzle: Puzzle, backend: str, before: int) -> list[Assembly]:
    """Search a few seconds for a packing that comes apart; print a message about the result.

    `before` packings were examined already, and none of them comes apart.
    """
    clock = Clock(_SECONDS)
    ranking = Ranking(most=1)
    run = solve(puzzle, backend, clock=clock)
    with interruptible(clock), contextlib.suppress(Stopped):
        for assembly in ranking.taking(assembler.assemblies(run, clock)):
            if assembly.verdict is Verdict.YES:
                complain(f"none of the first {before} packings comes apart; the page opens on a later one, which does")
                return [assembly]
    looked = sum(ranking.counted.values())
    time = f" in {_SECONDS:g} seconds" if clock.status is Status.TIME_LIMIT else ""
    complain(f"none of the {looked} packings that were tried{time} comes apart {assembler.rules}")
    return []


def _read(path: Path) -> list[dict[str, object]]:
    text = data.read(path, data.LARGE)
    try:
        content = json.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None
    if not isinstance(content, list):
        raise PuzzleError(f"{path}: the steps must be a list of objects")
    return content
