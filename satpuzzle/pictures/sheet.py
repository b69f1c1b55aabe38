"""Sheets: pictures of one solution or of many, as SVG and PNG.

SVG is a language of a few words, written here directly; PNG is made from it by resvg.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import panel
from satpuzzle.pictures.legend import is_useful, rows
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.panel import LETTER, NOTE_HEIGHT, NOTE_LINE, Panel, gradient, note
from satpuzzle.pictures.scene import Scene
from satpuzzle.solutions.palette import COLOURS, shaded
from satpuzzle.solutions.solution import Solution

STYLES: dict[str, tuple[Callable[[Scene], Panel], ...]] = {
    "layers": (panel.layers,),
    "stack": (panel.stack,),
    "solid": (panel.solid,),
    "both": (panel.solid, panel.stack),
}
_PIXELS = 40.0  # a cell
_WIDEST = 1000.0  # pixels of a sheet, unless it is scaled
_MARGIN = 0.35
_SMALLEST = 11.0  # pixels of a letter in a legend, however many pictures share the sheet
_NARROWEST = 4.0  # cells of a legend's rows


@dataclass(frozen=True)
class Picture:
    """A picture: `svg` is its text; notebooks show it."""

    svg: str = field(repr=False)

    def _repr_html_(self) -> str:
        return self.svg

    def png(self, zoom: float = 2.0) -> bytes:
        """Return the picture as PNG, `zoom` pixels for each of the SVG's.  Letters need some font on the machine."""
        from resvg_py import svg_to_bytes

        return bytes(svg_to_bytes(svg_string=self.svg, zoom=zoom))

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends in .svg or .png; raises PuzzleError for other names."""
        ending = Path(path).suffix.lower()
        if ending == ".svg":
            data.write(path, self.svg + "\n")
        elif ending == ".png":
            data.write(path, self.png())
        else:
            raise PuzzleError(f"{path}: a picture's name ends in .svg or .png")


def draw(
    solutions: Solution | Iterable[Solution],
    style: str | None = None,
    *,
    columns: int | None = None,
    background: str | None = None,
    colour_by: str | None = None,
    legend: bool | None = None,
) -> Picture:
    """Draw a solution, or several of them on a contact sheet with so many columns.

    `style` is `layers` (from above, side by side), `stack` (of layers, apart, from a corner), `solid` (whole, from a
    corner) or `both` of these; by default layers for a flat board, both for one solid of several layers, else `solid`.
    The paper is transparent unless `background` names a colour of SVG.  Each `piece` has a colour, or each `copy` of
    one, as `colour_by` says; by default pieces do if there are several.  `legend` adds the pieces' names; by default
    they are there if letters do not say them.
    Raises PuzzleError if there is nothing to draw, no such style or no such way to colour.
    """
    shown = [solutions] if isinstance(solutions, Solution) else list(solutions)
    if not shown:
        raise PuzzleError("there is no solution to draw")
    scenes = [Scene.of(solution, colour_by=colour_by) for solution in shown]
    board = scenes[0].board
    if style is None:
        style = "layers" if board.flat else "both" if len(shown) == 1 and board.levels.any() else "solid"
    if style not in STYLES:
        raise PuzzleError(f"style {style}: choose from {', '.join(STYLES)}")
    if columns is not None and columns < 1:
        raise PuzzleError(f"columns {columns}: allowed are integers from 1")
    pictures = [_row([look(scene) for look in STYLES[style]]) for scene in scenes]
    if len(pictures) > 1:
        pictures = [_captioned(picture, str(number)) for number, picture in enumerate(pictures, 1)]
    sheet = _grid(pictures, columns or _squarest(pictures))
    if is_useful(scenes[0]) if legend is None else legend:
        sheet = _with_legend(sheet, scenes)
    return Picture(_svg(sheet, scenes[0].title, background))


def _with_legend(sheet: Panel, scenes: list[Scene]) -> Panel:
    """Return a sheet with the pieces' names below, in letters that can be read however small the pictures are."""
    left, top, right, bottom = sheet.box
    found = rows(scenes, max(right - left, _NARROWEST), max(LETTER, _SMALLEST / _scale(sheet)))
    below = _moved(found, left, bottom + 2 * _MARGIN)
    return Panel([*sheet.parts, *below.parts], (left, top, max(right, below.box[2]), below.box[3]))


def _scale(sheet: Panel) -> float:
    """Return how many pixels a cell has."""
    return min(_PIXELS, _WIDEST / (sheet.box[2] - sheet.box[0] + 2 * _MARGIN))


def _svg(sheet: Panel, title: str, background: str | None) -> str:
    left, top, right, bottom = sheet.box
    box = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    scale = _scale(sheet)
    numbers = " ".join(f"{number:.2f}" for number in box)
    body = "\n".join(sheet.parts)
    used = [colour for colour in COLOURS if gradient(colour) in body]
    defs = "".join(
        f'<radialGradient id="{gradient(c)}" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="{shaded(c, 1.45)}"/>'
        f'<stop offset=".45" stop-color="{c}"/><stop offset="1" stop-color="{shaded(c, 0.62)}"/></radialGradient>'
        for c in used
    )
    paper = f'<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" fill="{escaped(background or "")}"/>\n'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="satpuzzle" role="img" viewBox="{numbers}"'
        f' width="{box[2] * scale:.0f}" height="{box[3] * scale:.0f}">\n<title>{escaped(title)}</title>\n'
        f"<style>{panel.STYLE}</style>\n"
        + f"<defs>{defs}</defs>\n" * bool(defs)
        + paper * bool(background)
        + f"{body}\n</svg>"
    )


def _moved(picture: Panel, x: float, y: float) -> Panel:
    left, top, right, bottom = picture.box
    parts = [f'<g transform="translate({x:.3f} {y:.3f})">', *picture.parts, "</g>"]
    return Panel(parts, (left + x, top + y, right + x, bottom + y))


def _row(pictures: list[Panel]) -> Panel:
    """Return pictures side by side, their middles at one height."""
    return pictures[0] if len(pictures) == 1 else _grid(pictures, len(pictures))


def _captioned(picture: Panel, caption: str) -> Panel:
    left, _, right, bottom = picture.box
    text = note((left + right) / 2, bottom + NOTE_LINE, caption)
    return Panel([*picture.parts, text], picture.box).larger(bottom=NOTE_HEIGHT)


def _squarest(pictures: list[Panel]) -> int:
    """Return how many columns make a sheet about four times as wide as three times high."""
    width, height = _largest(pictures)
    return max(1, min(len(pictures), round(math.sqrt(len(pictures) * height / width * 4 / 3))))


def _largest(pictures: list[Panel]) -> tuple[float, float]:
    sizes = [(right - left, bottom - top) for left, top, right, bottom in (picture.box for picture in pictures)]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _grid(pictures: list[Panel], columns: int) -> Panel:
    """Return pictures in rows of so many, each in the middle of its place."""
    width, height = _largest(pictures)
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN
    parts = []
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        left, top, right, bottom = picture.box
        x = column * width + (width - left - right) / 2
        y = row * height + (height - top - bottom) / 2
        parts += _moved(picture, x, y).parts
    rows = -(-len(pictures) // columns)
    return Panel(parts, (_MARGIN, _MARGIN, min(columns, len(pictures)) * width - _MARGIN, rows * height - _MARGIN))
