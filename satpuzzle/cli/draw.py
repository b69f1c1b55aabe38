"""The command `satpuzzle draw`."""

from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import check_picture
from satpuzzle.cli.common import name_of, opened, solutions_of
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.guide import asks_for
from satpuzzle.cli.making import Making, MakingRows, whole_board
from satpuzzle.cli.options import changed, command, refuse_others
from satpuzzle.cli.output import open_output
from satpuzzle.engines.base import Engine
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import STYLES, Picture
from satpuzzle.pictures import draw as picture
from satpuzzle.pictures.animation import ENDINGS as ANIMATIONS
from satpuzzle.pictures.animation import WIDTH, check_installed, write_animation
from satpuzzle.pictures.mesh import ENDINGS
from satpuzzle.pictures.turntable import SECONDS, turntable
from satpuzzle.puzzle.grids import grid_of
from satpuzzle.rows import again, argument, common, option
from satpuzzle.settings import PUZZLE, BackendRow, SubjectRows
from satpuzzle.solutions.palette import COLOUR_BY
from satpuzzle.solutions.solution import Solution

MOST = 48  # solutions on a sheet by default; on a screen, so many can still be distinguished


# fmt: off
@common
class SolutionsRows:
    """Which solutions, and their colours."""

    solutions: list[str] | None = argument(
        "SOLUTION",
        "Solutions as solve writes them: files, texts, or - for standard input; by default, search for them.",
        default=None)
    colour_by: str | None = option(
        None, "", None, "Give each piece, or each copy of a piece, its own colour; each piece by default.",
        allowed=COLOUR_BY)
# fmt: on


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, SolutionsRows, BackendRow, MakingRows):
    """The options of `draw`."""

    puzzle: str = argument(
        "[PUZZLE]",
        PUZZLE,
        default="", among="puzzles")
    backend: str | Engine = again(BackendRow, "backend", without=("solutions",))
    grid: str | None = option(
        None, "GRID", None,
        "Draw a grid, its name or the path of its file, instead of a puzzle: some cells with letters, and how they are"
        " typed.")
    limit: int | None = option(
        None, "-n N", None,
        f"Draw at most N solutions; by default 1 that a search finds, or up to {MOST} that are given.", least=1)
    style: str | None = option(
        None, "", None,
        "How a solution is drawn. Default: layers for a flat board, both (solid and stack) for one solution in space,"
        " else solid.", allowed=STYLES)
    columns: int | None = option(None, "N", None, "How many solutions are side by side on a sheet.", least=1)
    legend: bool | None = option(
        None, "", None,
        "Add a legend with the names of the pieces; by default only if they differ from the letters drawn.", rare=True)
    background: str | None = option(
        None, "COLOUR", None, "Colour of the background, white by default; the word none makes it transparent.",
        rare=True)
    width: int | None = option(None, "PIXELS", None, "Width of the picture in pixels.", least=16, most=16384)
    output: Path | None = option(
        None, "-o FILE", None,
        "The file: a picture (.svg .png .pdf .html), an animation from all sides (.gif .apng), outlines (.dxf), or a"
        f" mesh ({' '.join(ENDINGS)}). By default SVG is printed.")
# fmt: on


@command
def draw(asked: Asked) -> None:
    """Draw solutions, or write files for laser cutters and 3D printers.

    Pictures are SVG or PNG, with several solutions on one sheet, or GIF or APNG, which turn round.  Outlines are SVG or
    DXF; meshes are STL, 3MF, GLB, PLY or OBJ.
    """
    check_picture(asked.output, "output", (*ANIMATIONS, ".dxf", *ENDINGS))
    if _turning(asked):
        if asked.pieces or (asked.limit or 1) > 1:
            raise PuzzleError(
                f"-o {asked.output}: an animation shows one solution from all sides, without --pieces and -n"
            )
        check_installed()
    if asked.grid is not None:
        _draw_grid(asked, asked.grid)
    elif not asked.puzzle:
        raise PuzzleError(asks_for("draw", "PUZZLE"))
    elif asked.pieces:
        _draw_pieces(asked)
    else:
        _draw_solutions(asked)


def _turning(asked: Asked) -> bool:
    """Tell whether the file is an animation."""
    return asked.output is not None and asked.output.suffix.lower() in ANIMATIONS


def _making(asked: Asked) -> Making:
    """Return the writer of files for making.  Raises PuzzleError if a library is missing."""
    sizes = {name: getattr(asked, name) for name in ("cell", "gap", "kerf", "thickness", "height", "bevel", "wall")}
    making = Making(asked.output, asked.pieces, asked.cut, asked.box, asked.separate, sizes)
    making.check_installed()
    return making


def _draw_grid(asked: Asked, grid: str) -> None:
    obeyed = ("grid", "background", "width", "output")
    refuse_others(asked, obeyed, "with --grid, only --background, --width and --output are possible")
    _write(picture(grid_of(grid, "--"), background=asked.background), asked)


def _draw_pieces(asked: Asked) -> None:
    said = changed(asked)
    of_solutions = [said[name] for name in ("limit", "style", "columns", "colour_by", "legend") if name in said]
    for one in [*(asked.solutions or ()), *of_solutions]:
        raise PuzzleError(f"{one}: draws solutions, and --pieces draws none")
    making = _making(asked)
    whole = whole_board(name_of(asked)) if making.wanted and asked.problem is None else None
    if whole is not None:
        making.puzzle(*whole)
    elif making.wanted:
        making.puzzle(opened(asked).puzzle, None)
    else:
        _write(picture(opened(asked).puzzle, background=asked.background), asked)


def _draw_solutions(asked: Asked) -> None:
    making, about = _making(asked), opened(asked)
    wanted = asked.limit or 1
    found, interrupted = solutions_of(about, asked.solutions, wanted, asked.backend)
    if making.wanted:
        making.solution(found[0])
    elif _turning(asked):
        _animate(asked, found[0])
    else:
        _draw_sheet(asked, found)
        if interrupted:
            shown = f"{asked.output or 'the picture'} shows what was found until then, {len(found)} of {wanted}"
            complain(f"interrupted; {shown}")
            raise typer.Exit(CTRL_C)


def _animate(asked: Asked, solution: Solution) -> None:
    assert asked.output is not None
    style, by, width = asked.style or "solid", asked.colour_by, asked.width or WIDTH
    shown = turntable(solution, style, background=asked.background, colour_by=by, width=width)
    write_animation(shown, asked.output, SECONDS)


def _draw_sheet(asked: Asked, found: list[Solution]) -> None:
    most = asked.limit or MOST
    if len(found) > most:
        complain(f"the first {most} of {len(found)} solutions are drawn; -n {len(found)} draws all")
    drawn = picture(
        found[:most],
        asked.style,
        columns=asked.columns,
        background=asked.background,
        colour_by=asked.colour_by,
        legend=asked.legend,
    )
    _write(drawn, asked)


def _write(drawn: Picture, asked: Asked) -> None:
    drawn = drawn if asked.width is None else drawn.scaled(asked.width)
    if asked.output is not None:
        drawn.save(asked.output)
        return
    with open_output(None) as out:
        out.write(drawn.svg + "\n")
