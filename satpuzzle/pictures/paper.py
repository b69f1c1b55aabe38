"""Sheets: panels side by side with captions, combined to one picture, whose SVG is written here."""

import math
import re
from collections.abc import Sequence
from itertools import accumulate

from satpuzzle.pictures import panel
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.panel import NOTE_HEIGHT, NOTE_LINE, Panel, gradient, note
from satpuzzle.pictures.printed import Picture
from satpuzzle.solutions.palette import shaded

MARGIN = 0.35
_MARK = 0.22  # width of a character of a caption, about
_PIXELS, _MOST_PIXELS = 40.0, 120.0  # pixels of a cell, and the most on a narrow sheet, which is enlarged
_NARROW = 320.0  # pixels; a sheet that is narrower is enlarged to this width
_PAPER = "#ffffff"  # dark outlines vanish on a dark page
_WIDEST = 1000.0  # pixels of a sheet, unless it is scaled


def scale(sheet: Panel) -> float:
    """Return the size of a cell in pixels for which a sheet has a suitable width."""
    width = sheet.box[2] - sheet.box[0] + 2 * MARGIN
    return min(max(_PIXELS, min(_MOST_PIXELS, _NARROW / width)), _WIDEST / width)


def written(
    sheet: Panel, title: str, background: str | None = None, pixels: float | None = None, margin: float = MARGIN
) -> Picture:
    """Return the picture of a sheet on a background of this SVG colour, white by default; `none` is transparent.

    A cell has so many `pixels`, by default what suits the sheet; the `margin` is in cells.
    """
    left, top, right, bottom = sheet.box
    box = (left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)
    pixels = pixels or scale(sheet)
    x, y, wide, high = (f"{number:.2f}" for number in box)  # whose last digits depend on the processor
    body = "\n".join(sheet.parts)
    used = dict.fromkeys(f"#{name}" for name in re.findall(gradient("#(\\w+)"), body))
    defs = "".join(
        f'<radialGradient id="{gradient(c)}" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="{shaded(c, 1.45)}"/>'
        f'<stop offset=".45" stop-color="{c}"/><stop offset="1" stop-color="{shaded(c, 0.62)}"/></radialGradient>'
        for c in used
    )
    paper = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{escaped(background or _PAPER)}"/>\n'
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="satpuzzle" role="img" viewBox="{x} {y} {wide} {high}"'
        f' width="{box[2] * pixels:.0f}" height="{box[3] * pixels:.0f}">\n<title>{escaped(title)}</title>\n'
        f"<style>{panel.STYLE}</style>\n"
        + f"<defs>{defs}</defs>\n" * bool(defs)
        + paper * (background != "none")
        + f"{body}\n</svg>"
    )


def moved(picture: Panel, x: float, y: float) -> Panel:
    """Return a panel translated by (x, y)."""
    left, top, right, bottom = picture.box
    parts = [f'<g transform="translate({x:.3f} {y:.3f})">', *picture.parts, "</g>"]
    return Panel(parts, (left + x, top + y, right + x, bottom + y))


def scaled(picture: Panel, by: float) -> Panel:
    """Return a panel enlarged by a factor."""
    left, top, right, bottom = picture.box
    return Panel(
        [f'<g transform="scale({by:.5f})">', *picture.parts, "</g>"], (left * by, top * by, right * by, bottom * by)
    )


def row(pictures: list[Panel]) -> Panel:
    """Return a panel with pictures side by side, centred vertically."""
    return pictures[0] if len(pictures) == 1 else grid(pictures, len(pictures))


def captioned(picture: Panel, caption: str) -> Panel:
    """Return a panel with a caption below it."""
    left, top, right, bottom = picture.box
    text = note((left + right) / 2, bottom + NOTE_LINE, caption)
    beside = max(0.0, _MARK * len(caption) - (right - left)) / 2
    return Panel([*picture.parts, text], (left - beside, top, right + beside, bottom)).larger(bottom=NOTE_HEIGHT)


def squarest(pictures: list[Panel]) -> int:
    """Return the number of columns for which a sheet of these pictures has an aspect ratio of about 4:3."""
    width, height = largest(pictures)
    return max(1, min(len(pictures), round(math.sqrt(len(pictures) * height / width * 4 / 3))))


def largest(pictures: Sequence[Panel]) -> tuple[float, float]:
    """Return the largest width and the largest height of pictures."""
    sizes = [(right - left, bottom - top) for left, top, right, bottom in (picture.box for picture in pictures)]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def grid(pictures: Sequence[Panel | None], columns: int) -> Panel:
    """Return a panel with pictures in rows and columns, each centred in its field; None is an empty field.

    A column is as wide as its widest picture, a row as high as its highest.
    """
    columns = min(columns, len(pictures))
    widths, heights = [0.0] * columns, [0.0] * -(-len(pictures) // columns)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        width, height = largest([picture]) if picture is not None else (0.0, 0.0)
        widths[column], heights[row] = max(widths[column], width), max(heights[row], height)
    lefts, tops = ([*accumulate((side + 2 * MARGIN for side in sides), initial=0.0)] for sides in (widths, heights))
    parts = []
    for number, picture in enumerate(pictures):
        if picture is not None:
            row, column = divmod(number, columns)
            left, top, right, bottom = picture.box
            x = (lefts[column] + lefts[column + 1] - left - right) / 2
            y = (tops[row] + tops[row + 1] - top - bottom) / 2
            parts += moved(picture, x, y).parts
    return Panel(parts, (MARGIN, MARGIN, lefts[-1] - MARGIN, tops[-1] - MARGIN))
