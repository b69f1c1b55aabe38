"""The command `satpuzzle convert`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import MemberName, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import is_burr
from satpuzzle.clock import UNLIMITED
from satpuzzle.design.sets import pool_of
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import cropped, minimized, mirrored, rotated, scaled, with_pool
from satpuzzle.puzzle.formats.writing import ENDINGS, save, text
from satpuzzle.puzzle.formats.xmpuzzle import ENDING as BURR
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of, left_out
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.puzzle.formats.xmpuzzle.writing import save as save_burr
from satpuzzle.puzzle.grids.base import AXES

_EDIT = "Edit all shapes"


@app.command("convert")
def convert(
    puzzle: PuzzleName,
    output: Annotated[
        str,
        typer.Argument(metavar="[OUT]", help="A .toml, .json or .xmpuzzle file; without it, the puzzle is printed."),
    ] = "-",
    also: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE; the same as OUT.")
    ] = None,
    problem: Problem = None,
    member: MemberName = None,
    format: Annotated[
        str,
        choice(
            "--format",
            allowed=tuple(ending[1:] for ending in ENDINGS),
            help="The format of a puzzle that is printed instead of written to a file.",
        ),
    ] = "toml",
    scale: Annotated[
        int | None,
        typer.Option(
            "--scale",
            metavar="N",
            min=1,
            help="Replace each cell by a square or cube that is N cells wide.",
            rich_help_panel=_EDIT,
        ),
    ] = None,
    minimize: Annotated[
        bool,
        typer.Option(
            "--minimize", help="Scale all shapes down by the same factor, as far as possible.", rich_help_panel=_EDIT
        ),
    ] = False,
    crop: Annotated[
        bool, typer.Option("--crop", help="Move the board and each piece to the origin.", rich_help_panel=_EDIT)
    ] = False,
    mirror: Annotated[
        bool, typer.Option("--mirror", help="Replace all shapes by their mirror images.", rich_help_panel=_EDIT)
    ] = False,
    pool: Annotated[
        str | None,
        typer.Option(
            "--pool",
            metavar="POOL",
            help="Add the pieces of a set of pieces or of a puzzle; each added piece may be left out.",
            rich_help_panel=_EDIT,
        ),
    ] = None,
    rotate: Annotated[
        str | None, choice("--rotate", allowed=AXES, help="Rotate all shapes about an axis.", group=_EDIT)
    ] = None,
) -> None:
    """Write a puzzle as a TOML, JSON or BurrTools file.

    TOML files have drawings, JSON files have lists of cells.
    """
    check_choice("format", format, [ending[1:] for ending in ENDINGS])
    if also is not None and output != "-":
        raise PuzzleError(f"--output {also}: OUT names a file already, {output}")
    output = output if also is None else also
    edited = minimize or crop or mirror or any(asked is not None for asked in (scale, rotate, pool))
    if output != "-" and Path(output).suffix.lower() not in (*ENDINGS, BURR):
        raise PuzzleError(f"{output}: the name of a puzzle file ends in {', '.join((*ENDINGS, BURR))}")
    if is_burr(output) and is_burr(puzzle) and problem is None and not edited:
        save_burr(read(Path(puzzle)), output)
        return
    about = opened(member_of(puzzle, member), problem)
    loaded = about.puzzle if pool is None else with_pool(about.puzzle, pool_of(pool, [about.puzzle], UNLIMITED).pieces)
    loaded = minimized(loaded) if minimize else loaded
    loaded = cropped(loaded) if crop else loaded
    loaded = mirrored(loaded) if mirror else loaded
    loaded = loaded if rotate is None else rotated(loaded, rotate)
    loaded = loaded if scale is None else scaled(loaded, scale)
    if is_burr(output):
        save_burr(burr_of(loaded), output)
        for remark in left_out(loaded):
            complain(f"{output}: {remark}")
        return
    if about.opened is not None and (number := len(about.opened.problem.stored)):
        complain(f"{puzzle}: the stored solutions, {number}, are left out")
    if output != "-":
        save(loaded, output)
        return
    with open_output(None) as out:
        out.write(text(loaded, f".{format}"))
