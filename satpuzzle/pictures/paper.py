"""Sheets: panels side by side with captions, combined to one picture, and its files.

SVG is written here as text; resvg makes PNG from it.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures import panel
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.panel import NOTE_HEIGHT, NOTE_LINE, Panel, gradient, note
from satpuzzle.solutions.palette import shaded

MARGIN = 0.35
_MARK = 0.22  # width of a character of a caption, about
_PIXELS, _MOST_PIXELS = 40.0, 120.0  # pixels of a cell, and the most on a narrow sheet, which is enlarged
_NARROW = 320.0  # pixels; a sheet that is narrower is enlarged to this width
_FAMILIES = "Arial,Helvetica,'Liberation Sans','DejaVu Sans','Noto Sans','Open Sans',Roboto,Ubuntu,FreeSans,sans-serif"
_PAPER = "#ffffff"  # dark outlines vanish on a dark page
_WIDEST = 1000.0  # pixels of a sheet, unless it is scaled


@dataclass(frozen=True)
class Picture:
    """A picture; `svg` is its text, and notebooks display it."""

    svg: str = field(repr=False)
    zoom: float = field(default=2.0, repr=False)  # pixels of a PNG per pixel of the SVG

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        width, height = re.findall(r' (?:width|height)="(\d+)"', self.svg.partition(">")[0])
        return int(width), int(height)

    def scaled(self, width: int) -> "Picture":
        """Return the same picture with this width in pixels, which holds for its SVG and its PNG."""
        head, tag, rest = self.svg.partition(">")
        height = max(1, round(width * self.size[1] / self.size[0]))
        head = re.sub(r' width="\d+" height="\d+"', f' width="{width}" height="{height}"', head)
        return Picture(head + tag + rest, zoom=1.0)

    def png(self, zoom: float | None = None) -> bytes:
        """Return the picture as PNG, enlarged by the factor `zoom`, by default the attribute `zoom`.

        Letters are drawn only if the machine has a font.
        """
        need("PNG needs", "resvg_py", None, "resvg-py")
        from resvg_py import svg_to_bytes

        # resvg takes the generic family for Arial, which few Linux machines have.
        return bytes(
            svg_to_bytes(svg_string=self.svg.replace("px sans-serif", f"px {_FAMILIES}"), zoom=zoom or self.zoom)
        )

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends in .svg or .png; raises PuzzleError for other names."""
        ending = Path(path).suffix.lower()
        if ending == ".svg":
            data.write(path, self.svg + "\n")
        elif ending == ".png":
            data.write(path, self.png())
        else:
            raise PuzzleError(f"{path}: a picture's name ends in .svg or .png")


def scale(sheet: Panel) -> float:
    """Return the size of a cell in pixels for which a sheet has a suitable width."""
    width = sheet.box[2] - sheet.box[0] + 2 * MARGIN
    return min(max(_PIXELS, min(_MOST_PIXELS, _NARROW / width)), _WIDEST / width)


def written(sheet: Panel, title: str, background: str | None = None) -> Picture:
    """Return the picture of a sheet on a background of this SVG colour, white by default; `none` is transparent."""
    left, top, right, bottom = sheet.box
    box = (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    pixels = scale(sheet)
    numbers = " ".join(f"{number:.2f}" for number in box)
    body = "\n".join(sheet.parts)
    used = dict.fromkeys(f"#{name}" for name in re.findall(gradient("#(\\w+)"), body))
    defs = "".join(
        f'<radialGradient id="{gradient(c)}" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="{shaded(c, 1.45)}"/>'
        f'<stop offset=".45" stop-color="{c}"/><stop offset="1" stop-color="{shaded(c, 0.62)}"/></radialGradient>'
        for c in used
    )
    paper = (
        f'<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" fill="{escaped(background or _PAPER)}"/>\n'
    )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="satpuzzle" role="img" viewBox="{numbers}"'
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
