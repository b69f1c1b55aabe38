"""`satpuzzle convert`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import MemberName, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import is_burr
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.writing import ENDINGS, save, text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of, lost_elsewhere
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.puzzle.formats.xmpuzzle.writing import save as save_burr


@app.command("convert")
def convert(
    puzzle: PuzzleName,
    output: Annotated[
        str, typer.Argument(metavar="[OUT]", help="A .toml, .json or .xmpuzzle file; without one it is printed.")
    ] = "-",
    problem: Problem = None,
    member: MemberName = None,
    format: Annotated[
        str,
        choice(
            "--format", allowed=tuple(ending[1:] for ending in ENDINGS), help="The format of a puzzle that is printed."
        ),
    ] = "toml",
) -> None:
    """Write a puzzle as a TOML, JSON or BurrTools file.

    TOML files have drawings, JSON files have lists of cells.
    """
    check_choice("format", format, [ending[1:] for ending in ENDINGS])
    if is_burr(output) and is_burr(puzzle) and problem is None:
        save_burr(read(Path(puzzle)), output)
        return
    about = opened(member_of(puzzle, member), problem)
    loaded = about.puzzle
    if is_burr(output):
        save_burr(burr_of(loaded), output)
        return
    if about.opened is not None:
        if lost := lost_elsewhere(loaded):
            raise PuzzleError(f"{puzzle}: a .toml or .json file cannot say this: {', '.join(lost)}")
        if number := len(about.opened.problem.stored):
            complain(f"{puzzle}: the stored solutions, {number}, are left out")
    if output != "-":
        save(loaded, output)
        return
    with open_output(None) as out:
        out.write(text(loaded, f".{format}"))
