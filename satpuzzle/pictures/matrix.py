"""Draws an exact cover as a matrix: a row per option, a column per item, dark where the option covers the item."""

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.pictures.printed import Picture
from satpuzzle.solutions.palette import COLOURS, GREY

MOST_ROWS, MOST_COLUMNS = 60, 150
_SIDE, _MARGIN, _LINE = 7, 4, 18  # pixels of a field, of the margin, and of a line of text
_OPEN, _CLOSED, _CHOSEN = "#2a4d8f", "#c8c8c8", COLOURS[2]  # colours of possible, ruled-out and chosen options


def matrix(cover: ExactCover) -> Picture:
    """Draw the first options and items of a cover; chosen and ruled out options have other colours than live ones."""
    rows, columns = min(len(cover.rows), MOST_ROWS), min(len(cover.names), MOST_COLUMNS)
    paths = dict.fromkeys((_OPEN, _CLOSED, _CHOSEN), "")
    for option in range(rows):
        colour = _CHOSEN if option in cover.chosen else _OPEN if cover.live[option] else _CLOSED
        for item in cover.items_of(option).tolist():
            if item < columns:
                x, y = _MARGIN + item * _SIDE, _MARGIN + option * _SIDE
                paths[colour] += f"M{x} {y}h{_SIDE - 1}v{_SIDE - 1}h{1 - _SIDE}z"
    wide, high = columns * _SIDE, rows * _SIDE
    words = f"{_of(rows, len(cover.rows))} options (rows), {_of(columns, len(cover.names))} items (columns)"
    width, height = max(wide, 320) + 2 * _MARGIN, high + _LINE + 2 * _MARGIN
    drawn = "".join(f'<path fill="{colour}" d="{path}"/>\n' for colour, path in paths.items() if path)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="12">\n<title>exact cover</title>\n'
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{wide}" height="{high}" fill="none" stroke="{GREY}"'
        f' stroke-width=".5"/>\n{drawn}<text x="{_MARGIN}" y="{height - _MARGIN}" fill="{GREY}">{words}</text>\n</svg>'
    )


def _of(shown: int, every: int) -> str:
    return f"{every}" if shown == every else f"the first {shown} of {every}"
