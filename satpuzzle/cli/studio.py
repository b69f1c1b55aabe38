"""The command `satpuzzle studio`."""

import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from satpuzzle import data
from satpuzzle.cli.app import app
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import Problem
from satpuzzle.cli.subject import subject
from satpuzzle.puzzle import library
from satpuzzle.puzzle.formats.link import is_link, unpack
from satpuzzle.studio.page import beginning, page


@app.command("studio")
def studio(
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help="A bundled puzzle, a file, or a link copied from a studio.")
    ] = None,
    problem: Problem = None,
    base: Annotated[
        str | None,
        typer.Option(
            "--base",
            metavar="URL",
            help="The address at which the page will be published, for the links that it makes.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file for the page; a temporary file by default."),
    ] = None,
    show: Annotated[bool, typer.Option("--show/--no-show", help="Open the page in a browser.")] = True,
) -> None:
    """Make a page for drawing, solving and playing puzzles.

    The page opens in a browser and works without a network; with -o it is written and not opened.
    """
    made = page(None if puzzle is None else _begin(puzzle, problem), base)
    path = output or Path(tempfile.mkdtemp(prefix="satpuzzle-")) / "studio.html"
    data.write(path, made)
    if output is not None or not show:
        print(path, file=sys.stderr)
    elif not webbrowser.open(path.absolute().as_uri()):
        complain(f"no browser was found; open {path}")


def _begin(puzzle: str, problem: str | None) -> dict[str, Any]:
    """Return, as plain data, the puzzle that the page shows first.

    Raises PuzzleError if there is no such puzzle.
    """
    if is_link(puzzle):
        _ = subject(puzzle, problem).puzzle  # raises PuzzleError for a link without a valid puzzle
        return unpack(puzzle)
    bundled = library.bundled_name(puzzle) if problem is None else None
    if bundled in library.calendars():
        return {"name": bundled}
    said = beginning(subject(puzzle, problem).puzzle)
    return said if bundled is None else {"name": bundled}
