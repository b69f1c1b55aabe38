"""Legends: the letters and colours of the pieces with their names, as SVG elements below a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from satpuzzle.pictures import markup
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.scene import Copy, Scene
from satpuzzle.pictures.wedges import PAPER

# In multiples of the letter size.
_TILE = 1.5  # side of a tile; a row is higher by the gap
_GAP = 0.25  # between tiles, between rows, and before a name
_APART = 1.0  # between pieces


def is_useful(scene: Scene) -> bool:
    """Tell whether a legend is useful: there are several pieces, and some piece's name differs from its letter."""
    names = {copy.name for copy in scene.copies}
    return len(names) > 1 and any(copy.letter != copy.name for copy in scene.copies)


def rows(scenes: Sequence[Scene], width: float, size: float) -> Panel:
    """Return the legend of the pieces in scenes of one puzzle, in rows that are at most `width` wide.

    A name that is longer than a row exceeds it.  `size` is the letter size.  All lengths are in units of cells.
    Letters of tiles are on white, since colours are those of sides.
    """
    figures = [(figure, scene.copies) for scene in scenes for figure in scene.figures]
    copies = {
        figure.copy.number: replace(
            figure.copy,
            colour=PAPER if figure.sides else figure.copy.colour,
            letter=every[figure.copy.number].letter,  # the cells of a chain have their numbers instead
        )
        for figure, every in figures
        if figure.copy
    }
    in_order = [copies[number] for number in sorted(copies)]
    entries = [(name, [*together]) for name, together in groupby(in_order, key=lambda copy: copy.name)]
    parts: list[str] = []
    x, y, right, row = 0.0, 0.0, 0.0, (_TILE + _GAP) * size
    for name, together in entries:
        if x and x + sum(wide for wide, _ in _tokens(name, together)) * size > width:
            x, y = 0.0, y + row
        for wide, token in _tokens(name, together):
            if x and x + wide * size > width:
                x, y = 0.0, y + row
            parts.append(f'<g transform="translate({x:.3f} {y:.3f}) scale({size:.3f})">{token}</g>')
            x += wide * size
            right = max(right, x)
        x += _APART * size
    return Panel(parts, (0, 0, right, y + _TILE * size))


def _tokens(name: str, copies: Sequence[Copy]) -> Iterator[tuple[float, str]]:
    """Yield (width, SVG element) for the coloured square of each copy of a piece, then for the piece's name."""
    line = _TILE / 2 + 0.36  # the baseline that centres letters in a tile
    for copy in copies:
        yield (
            _TILE + _GAP,
            f'<rect width="{_TILE}" height="{_TILE}" rx=".2" fill="{copy.colour}"/>'
            f'<text class="tile" x="{_TILE / 2}" y="{line:.2f}" fill="{copy.ink}">{escaped(copy.letter)}</text>',
        )
    yield markup.wide(name), f'<text class="name" x="{_GAP}" y="{line:.2f}">{escaped(name)}</text>'
