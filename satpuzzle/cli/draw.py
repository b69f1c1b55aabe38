"""`satpuzzle draw`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import Backend, PuzzleName, check_choice, solutions_of
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.output import open_output
from satpuzzle.pictures import STYLES
from satpuzzle.pictures import draw as picture

SolutionFiles = Annotated[
    list[str] | None,
    typer.Argument(metavar="SOLUTION", help="Files or text as `solve` writes them, or - ; else some are found."),
]
Models = Annotated[int, typer.Option("-n", "--models", metavar="N", min=1, help="Find so many if none are given.")]


@app.command("draw")
def draw(
    puzzle: PuzzleName,
    solutions: SolutionFiles = None,
    models: Models = 1,
    backend: Backend = "bitmask",
    style: Annotated[
        str | None,
        typer.Option("--style", help=f"{', '.join(STYLES)}; by default layers if flat, both for one solid."),
    ] = None,
    columns: Annotated[int | None, typer.Option("--columns", min=1, help="Columns of a sheet of several.")] = None,
    background: Annotated[
        str | None, typer.Option("--background", metavar="COLOUR", help="Colour of the paper; transparent by default.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A .svg or .png file; else SVG is printed.")
    ] = None,
) -> None:
    """Draw solutions as SVG or PNG: one, or a contact sheet of several."""
    if style is not None:
        check_choice("style", style, STYLES)
    if output is not None:
        check_choice("output", output.suffix.lower(), (".svg", ".png"))
    found, interrupted = solutions_of(puzzle, solutions, models, backend)
    drawn = picture(found, style, columns=columns, background=background)
    if output is not None:
        drawn.save(output)
    else:
        with open_output(None) as out:
            out.write(drawn.svg + "\n")
    if interrupted:
        complain(f"interrupted; {output or 'the picture'} shows what was found until then, {len(found)} of {models}")
        raise typer.Exit(CTRL_C)
