"""`satpuzzle convert`."""

from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import PuzzleName, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.puzzle import library
from satpuzzle.puzzle.formats.writing import ENDINGS, save, text


@app.command("convert")
def convert(
    puzzle: PuzzleName,
    output: Annotated[
        str, typer.Argument(metavar="[OUT]", help="A .toml or .json file; - prints, and so does nothing.")
    ] = "-",
    format: Annotated[str, typer.Option("--format", help="toml or json, for what is printed.")] = "toml",
) -> None:
    """Write a puzzle as TOML, with drawings, or as JSON, with lists of cells."""
    check_choice("format", format, [ending[1:] for ending in ENDINGS])
    loaded = library.load(puzzle)
    if output != "-":
        save(loaded, output)
        return
    with open_output(None) as out:
        out.write(text(loaded, f".{format}"))
