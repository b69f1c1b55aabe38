"""The command `satpuzzle decode`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle import data
from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.options import MemberName, Output, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError
from satpuzzle.models import MODELS, Instance, NoAnswer, WrongAnswer
from satpuzzle.solutions.solution import Solution

_READ = tuple(name for name in MODELS if name != "dlx")


@app.command("decode")
def decode(
    puzzle: PuzzleName,
    answer: Annotated[
        str, typer.Argument(metavar="[ANSWER]", help="A file with the solver's output; standard input by default.")
    ] = "-",
    format: Annotated[str, choice("--format", allowed=_READ, help="The format of the exported file.")] = "dimacs",
    problem: Problem = None,
    member: MemberName = None,
    output: Output = None,
) -> None:
    """Translate the answer of another solver back into a solution.

    The solver must have solved a file that `export` wrote for the same puzzle.
    """
    check_choice("format", format, _READ)
    loaded = opened(member_of(puzzle, member), problem).puzzle
    if answer == "-":
        text, source = data.decoded(sys.stdin.buffer, "standard input", data.LARGE), "standard input"
    else:
        text, source = data.read(Path(answer), data.LARGE), answer
    placements = place(loaded)
    cover = cover_of(loaded, placements)
    try:
        variables = MODELS[format].read(text, Instance(cover))
    except NoAnswer as error:
        raise PuzzleError(f"{source}: says neither that there is a solution nor that there is none: {error}") from None
    except WrongAnswer as error:
        raise PuzzleError(f"{source}: {error}") from None
    with open_output(output) as out:
        if variables is None:
            out.write(f"{loaded.name}: the solver says that there is no solution\n")
            return
        options = sorted(variable - 1 for variable in variables)
        wrong = cover.coverage(options)
        broken = ((wrong < cover.lower) | (wrong > cover.upper)).nonzero()[0]
        if len(broken):
            item = int(broken[0])
            raise PuzzleError(
                f"{source}: is no solution of {loaded.name}: {cover.names[item]} is covered {wrong[item]} times,"
                f" allowed are {cover.lower[item]} to {cover.upper[item]}"
            )
        out.write(f"{Solution(tuple(options), loaded, placements)}\n")
