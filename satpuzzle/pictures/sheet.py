"""Sheets: pictures of one solution or of several."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.pictures import panel
from satpuzzle.pictures.legend import is_useful, rows
from satpuzzle.pictures.notation import notation
from satpuzzle.pictures.overview import MOST_CELLS, overview
from satpuzzle.pictures.panel import LETTER, Panel
from satpuzzle.pictures.paper import MARGIN, captioned, grid, moved, row, scale, squarest, written
from satpuzzle.pictures.printed import Picture as Picture  # exported from here
from satpuzzle.pictures.scene import Scene
from satpuzzle.pictures.stack import stack
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution, solutions_in

STYLES: dict[str, tuple[Callable[[Scene], Panel], ...]] = {
    "layers": (panel.layers,),
    "stack": (stack,),
    "solid": (panel.solid,),
    "both": (panel.solid, stack),
    "exploded": (panel.exploded,),
}
_SMALLEST, _USUAL = 11.0, 17.0  # the smallest and the largest size of letters in a legend, in pixels
_NARROWEST = 240.0  # smallest width of a legend, in pixels
_BELOW = 1.6  # the distance of a legend from the pictures, in multiples of its letters


@named
def draw(
    solutions: Solution | Iterable[Solution] | Puzzle | Grid | str | Path | None,
    style: str | None = None,
    *,
    columns: int | None = None,
    background: str | None = None,
    colour_by: str | None = None,
    legend: bool | None = None,
) -> Picture:
    """Draw a solution, or several on one sheet with `columns` columns; a puzzle: its board and its pieces; or a grid.

    A puzzle is an object, a bundled name or a path.  Of a grid, some cells are drawn, each with a mark, and beside them
    how they are typed.  None is the solution of a search that found none.

    `style` is one of

    - `layers`: the layers from above, side by side; the default for flat boards
    - `stack`: the layers from a corner, drawn apart
    - `both`: `solid` and `stack`; the default for one solution with several layers
    - `solid`: the whole from a corner; the default otherwise
    - `exploded`: the pieces from a corner, moved apart

    `background` is an SVG colour, white by default; `none` is transparent.  `colour_by` is "piece" or "copy": copies of
    a piece have one colour or different ones; by default they have one, in different shades where they touch.  `legend`
    adds the names of the pieces, by default only if some name differs from the piece's letter.
    Raises PuzzleError if there is no solution, or for an invalid argument.
    """
    if isinstance(solutions, Grid):
        return notation(solutions, background)
    if isinstance(solutions, str | Path):
        solutions = load(solutions)
    if isinstance(solutions, Puzzle):
        if (picture := overview(solutions, background)) is None:
            raise PuzzleError(f"{solutions.name}: has too many cells for a picture, at most {MOST_CELLS} are drawn")
        return picture
    shown = [] if solutions is None else solutions_in(solutions)
    if not shown:
        raise PuzzleError("there is no solution to draw")
    if columns is not None and columns < 1:
        raise PuzzleError(f"columns {columns}: allowed are integers from 1")
    scenes = [Scene.of(solution, colour_by=colour_by) for solution in shown]
    projections = STYLES[_style(style, scenes)]
    pictures = [row([projection(scene) for projection in projections]) for scene in scenes]
    if len(pictures) > 1:
        pictures = [captioned(picture, str(number)) for number, picture in enumerate(pictures, 1)]
    sheet = grid(pictures, columns or squarest(pictures))
    if is_useful(scenes[0]) if legend is None else legend:
        sheet = _with_legend(sheet, scenes)
    return written(sheet, scenes[0].title, background)


def _style(style: str | None, scenes: list[Scene]) -> str:
    """Return how scenes are drawn, by default what suits the board.  Raises PuzzleError for an unknown style."""
    board = scenes[0].board
    if style is None:
        return "layers" if board.flat else "both" if len(scenes) == 1 and board.levels.any() else "solid"
    if style not in STYLES:
        raise PuzzleError(f"style {style}: choose from {', '.join(STYLES)}")
    return style


def highlighted(solution: Solution, options: Sequence[int]) -> Picture:
    """Draw the layers of a complete or partial solution; the pieces of these options have colours, others are grey."""
    scene = Scene.of(solution)
    figures = tuple(
        figure if solution.options[number] in options else figure.faded()
        for number, figure in zip(scene.owner, scene.figures, strict=True)
    )
    return written(panel.layers(replace(scene, figures=figures, ruled=True)), scene.title)


def _with_legend(sheet: Panel, scenes: list[Scene]) -> Panel:
    """Return a sheet with a legend below, in letters that are legible even if the pictures are small."""
    left, top, right, bottom = sheet.box
    pixels = scale(sheet)
    size = max(_SMALLEST / pixels, min(LETTER, _USUAL / pixels))
    found = rows(scenes, max(right - left, _NARROWEST / pixels), size)
    below = moved(found, left, bottom + min(2 * MARGIN, _BELOW * size))
    return Panel([*sheet.parts, *below.parts], (left, top, max(right, below.box[2]), below.box[3]))
