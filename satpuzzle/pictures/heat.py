"""Heat maps: a table of numbers, coloured from light to dark, as SVG."""

import math
from collections.abc import Mapping, Sequence

from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.printed import Picture
from satpuzzle.solutions.palette import GREY, ink, shaded

_WIDE, _HIGH, _MARGIN = 44, 26, 50  # width and height of a field, and width of the row labels, in pixels
_DARK = "#9e2a10"


def heat_map(
    title: str, rows: Sequence[str], columns: Sequence[str], numbers: Mapping[tuple[str, str], int], bound: str = ""
) -> Picture:
    """Draw a table with these labels of rows and columns; the darkness of a field is the logarithm of its number.

    `numbers` has the number of each pair (row, column); the field of a pair without a number is empty.  `bound` is
    written before each number, such as "≥ " for lower bounds.
    """
    most = max([1, *numbers.values()])
    parts = []
    for across, label in enumerate(columns):
        parts.append(_text(_MARGIN + (across + 0.5) * _WIDE, 0.7 * _HIGH, GREY, label))
    for down, label in enumerate(rows, 1):
        parts.append(_text(_MARGIN / 2, (down + 0.7) * _HIGH, GREY, label))
        for across, other in enumerate(columns):
            if (number := numbers.get((label, other))) is None:
                continue
            colour = shaded(_DARK, 1.95 - 0.95 * math.log1p(number) / math.log1p(most))
            x, y = _MARGIN + across * _WIDE, down * _HIGH
            parts.append(f'<rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" fill="{colour}"/>')
            parts.append(_text(x + _WIDE / 2, y + 0.7 * _HIGH, ink(colour), f"{bound}{number}"))
    width, height = _MARGIN + len(columns) * _WIDE, (len(rows) + 1) * _HIGH
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="12" text-anchor="middle">\n'
        f"<title>{escaped(title)}</title>\n" + "\n".join(parts) + "\n</svg>"
    )


def _text(x: float, y: float, colour: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{escaped(text)}</text>'
