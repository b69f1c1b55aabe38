"""The command `satpuzzle pieces`."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle import data
from satpuzzle.api import as_puzzle
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats.table import PIECES, endings_said, format_to_write
from satpuzzle.puzzle.formats.writing import as_bytes, set_text
from satpuzzle.puzzle.generating import pieces_in
from satpuzzle.puzzle.grids import Points, grid_of
from satpuzzle.puzzle.model import PieceSet
from satpuzzle.puzzle.polyforms import every_piece
from satpuzzle.questions.shapes import solutions_as_pieces
from satpuzzle.rows import argument, option
from satpuzzle.settings import OUT, TimeLimitRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(TimeLimitRow):
    """The options of `pieces`."""

    size: int | None = argument(
        "[SIZE]", "How many cells, or half squares and such, each piece has.", default=None, least=1)
    cut: str | None = option(
        None, "--in PUZZLE", None,
        "Make the pieces that can be cut out of a board: each has all cells of the board, but optional cells may be"
        " missing.", among="puzzles")
    solutions: str | None = option(
        None, "PUZZLE", None, "Make a piece of each solution of a puzzle, from all cells that the solution covers.",
        among="puzzles")
    notchable: bool = option(
        False, "", None, "With --in or --solutions: only pieces that can be made with a saw.",
        needs=("cut", "solutions"))
    grid: str = option(
        "square", "GRID", None, "The grid of the cells: its name, or the path of its file.",
        without=("cut", "solutions"))
    one_sided: bool | None = option(
        None, "--one-sided/--free", None,
        "Whether mirror images are different pieces; by default they are in space, where no piece can be turned over"
        " into its mirror image.", without=("cut", "solutions"))
    output: Path | None = option(
        None, "-o FILE", OUT,
        f"Write the pieces to a file, as a pool for `choose`; its name ends in {endings_said(PIECES, writes=True)}.")
    quiet: bool = option(False, "-q", OUT, "Write only data: no summary.")
# fmt: on


@command
def pieces(asked: Asked) -> None:
    """Make all pieces of a size, or cut them out of a shape.

    With --in, list the pieces that can be cut out of a board; with --solutions, the solutions of a puzzle as pieces.
    There are 12 pieces of 5 squares (pentominoes) and 29 of 5 cubes, or 23 if mirror images are identified.
    """
    size, cut, solutions, output = asked.size, asked.cut, asked.solutions, asked.output
    if sum(each is not None for each in (size, cut, solutions)) != 1:
        raise PuzzleError(
            "give one of SIZE (the number of cells of each piece), --in PUZZLE (a board from which pieces are cut) and"
            " --solutions PUZZLE"
        )
    clock = Clock(asked.time_limit).start()
    format = None if output is None else format_to_write(output, PIECES)
    if cut is not None:
        found = pieces_in(as_puzzle(cut, clock), asked.notchable, clock)
    elif solutions is not None:
        found = solutions_as_pieces(as_puzzle(solutions, clock), asked.notchable, clock)
    else:
        assert size is not None
        found = every_piece(size, grid_of(asked.grid, "--"), asked.one_sided, clock)
    if output is not None and format is not None:
        data.write(output, as_bytes(set_text(found, format.name), format))
        if format.leaves_out and not asked.quiet:
            complain(f"{output}: {format.leaves_out}")
    with open_output(None) as out:
        if output is None:
            out.write("".join(f"{drawn}\n\n" for drawn in _drawings(found)))
        if not asked.quiet:
            written = "" if output is None else f", written to {output}"
            unit = "cell" if len(found.grid.forms[0]) == 1 else "form"
            of = "" if size is None else f" of {numbered(size, unit)}"
            out.write(f"{numbered(len(found.pieces), 'piece')}{of}: {found.title}{written}\n")


def _drawings(found: PieceSet) -> list[str]:
    def drawn(cells: Points) -> str:
        if found.grid.single_layer:
            return drawing.flat(cells, found.grid)
        return drawing.fold(drawing.draw(dict.fromkeys(map(tuple, cells.tolist()), "*"), found.grid))

    return [f"{piece.name}\n{drawn(piece.cells)}" for piece in found.pieces]
