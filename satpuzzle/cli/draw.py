"""`satpuzzle draw`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened, solutions_of
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.options import Backend, MemberName, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import STYLES, Picture
from satpuzzle.pictures import draw as picture
from satpuzzle.pictures.mesh import CELL, ENDINGS, GAP, bodies_of, names, packed, plate, save
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.palette import COLOUR_BY

MOST = 48  # solutions on a sheet by default; on a screen, so many can still be distinguished

SolutionFiles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SOLUTION", help="Files or texts as written by solve, - for standard input; without any, search."
    ),
]
Models = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--models",
        metavar="N",
        min=1,
        help=f"Draw at most N: 1 by default if they are searched for, {MOST} of those that are given.",
    ),
]
ColourBy = Annotated[
    str | None,
    choice("--colour-by", allowed=COLOUR_BY, help="What has its own colour; pieces by default.", group=None),
]


@app.command("draw")
def draw(
    puzzle: PuzzleName,
    solutions: SolutionFiles = None,
    problem: Problem = None,
    member: MemberName = None,
    models: Models = None,
    backend: Backend = "bitmask",
    style: Annotated[
        str | None,
        choice(
            "--style",
            allowed=STYLES,
            help="By default, layers of a flat board, both for one solution in space, else solid.",
            group=None,
        ),
    ] = None,
    columns: Annotated[
        int | None, typer.Option("--columns", metavar="N", min=1, help="How many solutions side by side on a sheet.")
    ] = None,
    colour_by: ColourBy = None,
    legend: Annotated[
        bool | None,
        typer.Option(
            "--legend/--no-legend", help="Add the names of the pieces; by default if letters are not their names."
        ),
    ] = None,
    background: Annotated[
        str | None,
        typer.Option(
            "--background", metavar="COLOUR", help="Colour of the paper, white by default; none: transparent."
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
            help=f"A .svg, .png or mesh ({' '.join(ENDINGS)}) file; by default SVG is printed.",
        ),
    ] = None,
    pieces: Annotated[
        bool,
        typer.Option("--pieces", help="Draw the board and the pieces instead of a solution; as meshes, on a plate."),
    ] = False,
    separate: Annotated[bool, typer.Option("--separate", help="With --pieces: write a file for each piece.")] = False,
    cell: Annotated[
        float | None, typer.Option("--cell", metavar="MM", help=f"Size of a cell of a mesh; {CELL:g} by default.")
    ] = None,
    gap: Annotated[
        float | None, typer.Option("--gap", metavar="MM", help=f"Gap between pieces of a mesh; {GAP:g} by default.")
    ] = None,
) -> None:
    """Draw solutions as SVG or PNG, or write meshes for a 3D printer.

    Several solutions are drawn on one sheet.
    """
    meshed = output is not None and output.suffix.lower() in ENDINGS
    given = {"separate": separate, "cell": cell is not None, "gap": gap is not None}
    for name, is_given in given.items():
        if is_given and not meshed:
            raise PuzzleError(f"--{name}: needs -o and a file of meshes, {', '.join(ENDINGS)}")
    if separate and not pieces:
        raise PuzzleError("--separate: needs --pieces")
    if style is not None:
        check_choice("style", style, STYLES)
    check_colours(colour_by)
    if output is not None:
        check_choice("output", output.suffix.lower(), (".svg", ".png", *ENDINGS))
    sizes = {"cell": CELL if cell is None else cell, "gap": GAP if gap is None else gap}
    about = opened(member_of(puzzle, member), problem)
    if pieces and meshed and output is not None:
        _write_pieces(about.puzzle, output, separate, sizes)
        return
    if pieces:
        _write(picture(about.puzzle, background=background), output, width)
        return
    most, wanted = models or MOST, models or 1
    found, interrupted = solutions_of(about, solutions, wanted, backend)
    if meshed and output is not None:
        save(packed(found[0], **sizes), output)
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


def _write_pieces(puzzle: Puzzle, output: Path, separate: bool, sizes: dict[str, float]) -> None:
    bodies = bodies_of(puzzle, **sizes)
    if not separate:
        save(plate(bodies, sizes["cell"]), output)
        return
    for path, mesh in zip(names([*bodies], output), bodies.values(), strict=True):
        save(mesh, path)
