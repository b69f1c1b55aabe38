"""The command `satpuzzle draw`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened, solutions_of
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.making import (
    Box,
    Cell,
    Cut,
    Gap,
    Kerf,
    Making,
    Pieces,
    Separate,
    Thickness,
    Wall,
    whole_board,
)
from satpuzzle.cli.options import Backend, MemberName, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import STYLES, Picture
from satpuzzle.pictures import draw as picture
from satpuzzle.pictures.animation import ENDINGS as ANIMATIONS
from satpuzzle.pictures.animation import WIDTH, check_installed, write_animation
from satpuzzle.pictures.mesh import ENDINGS
from satpuzzle.pictures.turntable import SECONDS, turntable
from satpuzzle.solutions.palette import COLOUR_BY

MOST = 48  # solutions on a sheet by default; on a screen, so many can still be distinguished

SolutionFiles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SOLUTION",
        help="Solutions as solve writes them: files, texts, or - for standard input; by default, search for them.",
    ),
]
Models = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--models",
        metavar="N",
        min=1,
        help=f"Draw at most N solutions; by default 1 that a search finds, or up to {MOST} that are given.",
    ),
]
ColourBy = Annotated[
    str | None,
    choice(
        "--colour-by",
        allowed=COLOUR_BY,
        help="Give each piece, or each copy of a piece, its own colour; each piece by default.",
        group=None,
    ),
]


@app.command("draw")
def draw(
    puzzle: PuzzleName,
    solutions: SolutionFiles = None,
    problem: Problem = None,
    member: MemberName = None,
    models: Models = None,
    backend: Backend = "native",
    style: Annotated[
        str | None,
        choice(
            "--style",
            allowed=STYLES,
            help="How a solution is drawn. Default: layers for a flat board, both (solid and stack) for one solution"
            " in space, else solid.",
            group=None,
        ),
    ] = None,
    columns: Annotated[
        int | None,
        typer.Option("--columns", metavar="N", min=1, help="How many solutions are side by side on a sheet."),
    ] = None,
    colour_by: ColourBy = None,
    legend: Annotated[
        bool | None,
        typer.Option(
            "--legend/--no-legend",
            help="Add a legend with the names of the pieces; by default only if they differ from the letters drawn.",
        ),
    ] = None,
    background: Annotated[
        str | None,
        typer.Option(
            "--background",
            metavar="COLOUR",
            help="Colour of the background, white by default; the word none makes it transparent.",
        ),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", metavar="PIXELS", min=16, max=16384, help="Width of the picture in pixels."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file: a picture (.svg .png), an animation from all sides (.gif .apng), outlines (.dxf) or"
            f" a mesh ({' '.join(ENDINGS)}). By default SVG is printed.",
        ),
    ] = None,
    pieces: Pieces = False,
    cut: Cut = False,
    box: Box = False,
    separate: Separate = False,
    cell: Cell = None,
    gap: Gap = None,
    kerf: Kerf = None,
    thickness: Thickness = None,
    wall: Wall = None,
) -> None:
    """Draw solutions, or write files for laser cutters and 3D printers.

    Pictures are SVG or PNG, with several solutions on one sheet, or GIF or APNG, which turn round.  Outlines are SVG or
    DXF; meshes are STL, 3MF, GLB, PLY or OBJ.
    """
    if style is not None:
        check_choice("style", style, STYLES)
    check_colours(colour_by)
    if output is not None:
        check_choice("output", output.suffix.lower(), (".svg", ".png", *ANIMATIONS, ".dxf", *ENDINGS))
    turning = output is not None and output.suffix.lower() in ANIMATIONS
    if turning and (pieces or (models or 1) > 1):
        raise PuzzleError(f"-o {output}: an animation shows one solution from all sides, without --pieces and -n")
    if turning:
        check_installed()
    options = {"-n": models, "--style": style, "--columns": columns, "--colour-by": colour_by}
    drawing = [f"{name} {value}" for name, value in options.items() if value is not None]
    drawing += [] if legend is None else ["--legend" if legend else "--no-legend"]
    if pieces and (drawing := [*(solutions or ()), *drawing]):
        raise PuzzleError(f"{drawing[0]}: draws solutions, and --pieces draws none")
    sizes = {"cell": cell, "gap": gap, "kerf": kerf, "thickness": thickness, "wall": wall}
    making = Making(output, pieces, cut, box, separate, sizes)
    making.check_installed()
    whole = whole_board(member_of(puzzle, member)) if pieces and making.wanted and problem is None else None
    if whole is not None:
        making.puzzle(*whole)
        return
    about = opened(member_of(puzzle, member), problem)
    if pieces and making.wanted:
        making.puzzle(about.puzzle, None)
        return
    if pieces:
        _write(picture(about.puzzle, background=background), output, width)
        return
    most, wanted = models or MOST, models or 1
    found, interrupted = solutions_of(about, solutions, wanted, backend)
    if making.wanted:
        making.solution(found[0])
        return
    if turning and output is not None:
        shown = turntable(found[0], style or "solid", background=background, colour_by=colour_by, width=width or WIDTH)
        write_animation(shown, output, SECONDS)
        return
    if len(found) > most:
        complain(f"the first {most} of {len(found)} solutions are drawn; -n {len(found)} draws all")
    drawn = picture(found[:most], style, columns=columns, background=background, colour_by=colour_by, legend=legend)
    _write(drawn, output, width)
    if interrupted:
        complain(f"interrupted; {output or 'the picture'} shows what was found until then, {len(found)} of {wanted}")
        raise typer.Exit(CTRL_C)


def _write(drawn: Picture, output: Path | None, width: int | None) -> None:
    if width is not None:
        drawn = drawn.scaled(width)
    if output is not None:
        drawn.save(output)
    else:
        with open_output(None) as out:
            out.write(drawn.svg + "\n")


def check_colours(by: str | None) -> None:
    """Raise PuzzleError unless the value is allowed for --colour-by."""
    if by is not None:
        check_choice("colour-by", by, COLOUR_BY)
