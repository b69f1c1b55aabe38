"""`satpuzzle show`."""

import json
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import PuzzleName, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.cover.describe import description, text
from satpuzzle.puzzle import library


@app.command("show")
def show(
    puzzle: PuzzleName,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Show a puzzle: board, pieces, placements, symmetries and known counts."""
    check_choice("format", format, ("text", "json"))
    loaded = library.load(puzzle)
    with open_output(None) as out:
        out.write(json.dumps(description(loaded), ensure_ascii=False) + "\n" if format == "json" else text(loaded))
