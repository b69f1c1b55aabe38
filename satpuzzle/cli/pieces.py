"""The command `satpuzzle pieces`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle import data
from satpuzzle.api import as_puzzle
from satpuzzle.cli.app import app
from satpuzzle.cli.options import OUT, Quiet, TimeLimit, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.design.shapes import solutions_as_pieces
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats.writing import ENDINGS, set_text
from satpuzzle.puzzle.formats.xmpuzzle import ENDING as BURR
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of_set
from satpuzzle.puzzle.formats.xmpuzzle.writing import save as save_burr
from satpuzzle.puzzle.generating import pieces_in
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import PieceSet
from satpuzzle.puzzle.polyforms import every_piece


@app.command("pieces")
def pieces(
    size: Annotated[int | None, typer.Argument(metavar="[SIZE]", min=1, help="How many cells each piece has.")] = None,
    cut: Annotated[
        str | None,
        typer.Option(
            "--in",
            metavar="PUZZLE",
            help="Make the pieces that can be cut out of a board: each has all cells of the board, but optional"
            " cells may be missing.",
        ),
    ] = None,
    solutions: Annotated[
        str | None,
        typer.Option(
            "--solutions",
            metavar="PUZZLE",
            help="Make a piece of each solution of a puzzle, from all cells that the solution covers.",
        ),
    ] = None,
    notchable: Annotated[
        bool, typer.Option("--notchable", help="With --in or --solutions: only pieces that can be made with a saw.")
    ] = False,
    grid: Annotated[str, choice("--grid", allowed=tuple(GRIDS), help="The grid of the cells.", group=None)] = "square",
    one_sided: Annotated[
        bool | None,
        typer.Option(
            "--one-sided/--free",
            help="Whether mirror images are different pieces; by default they are in space, where no piece can be"
            " turned over into its mirror image.",
        ),
    ] = None,
    time_limit: TimeLimit = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the pieces to a .toml or .json file, as a pool for `choose`, or to a .xmpuzzle file.",
            rich_help_panel=OUT,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make all pieces of a size, or cut them out of a shape.

    With --in, list the pieces that can be cut out of a board; with --solutions, the solutions of a puzzle as pieces.
    There are 12 pieces of 5 squares (pentominoes) and 29 of 5 cubes, or 23 if mirror images are identified.
    """
    check_choice("grid", grid, GRIDS)
    if sum(each is not None for each in (size, cut, solutions)) != 1:
        raise PuzzleError(
            "give one of SIZE (the number of cells of each piece), --in PUZZLE (a board from which pieces are cut) and"
            " --solutions PUZZLE"
        )
    if notchable and size is not None:
        raise PuzzleError("--notchable: needs --in or --solutions")
    clock = Clock(time_limit).start()
    if output is not None and output.suffix.lower() not in (*ENDINGS, BURR):
        raise PuzzleError(f"{output}: a file of pieces ends in {', '.join(ENDINGS)} or {BURR}")
    if cut is not None:
        found = pieces_in(as_puzzle(cut, clock), notchable, clock)
    elif solutions is not None:
        found = solutions_as_pieces(as_puzzle(solutions, clock), notchable, clock)
    else:
        assert size is not None
        found = every_piece(size, GRIDS[grid], one_sided, clock)
    if output is not None and output.suffix.lower() == BURR:
        save_burr(burr_of_set(found), output)
    elif output is not None:
        data.write(output, set_text(found, output.suffix.lower()))
    with open_output(None) as out:
        if output is None:
            out.write("".join(f"{drawn}\n\n" for drawn in _drawings(found)))
        if not quiet:
            written = "" if output is None else f", written to {output}"
            of = "" if size is None else f" of {numbered(size, 'cell')}"
            out.write(f"{numbered(len(found.pieces), 'piece')}{of}: {found.title}{written}\n")


def _drawings(found: PieceSet) -> list[str]:
    return [
        f"{piece.name}\n" + drawing.fold(drawing.draw(dict.fromkeys(map(tuple, piece.cells.tolist()), "*"), found.grid))
        for piece in found.pieces
    ]
