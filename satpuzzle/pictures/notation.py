"""How a grid is typed: some of its cells, each with a mark, and a drawing in which the same marks stand for them.

The cells are those of the first units, and the first unit has the strongest colours, one for each kind of cell.
"""

from string import ascii_letters, digits

import numpy as np

from satpuzzle.pictures import panel
from satpuzzle.pictures.geometry import places
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import MARGIN, captioned, moved, row, squarest, written
from satpuzzle.pictures.paper import grid as in_columns
from satpuzzle.pictures.printed import Picture
from satpuzzle.pictures.scene import Board, Copy, Scene
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.wrapping import Wrapping
from satpuzzle.solutions.palette import colour, shaded

MARKS = ascii_letters.swapcase() + digits + "αβ"  # as many as a unit may have cells
_USUAL = 52  # more cells only where one unit has more
_MOST_UNITS = 6  # along each period
_PALE = 1.55  # cells of all units but the first
_STEP = 0.55  # between the characters of a drawing


def notation(grid: Grid, background: str | None = None) -> Picture:
    """Draw the first cells of a grid, layer by layer, each beside a drawing of them as a person types it.

    `background` is an SVG colour, white by default.
    """
    cells = first_cells(grid)
    marks, unit = MARKS[: len(cells)], len(grid.kinds)
    kinds = grid.kind(cells).tolist()
    copies = [
        Copy(number, mark, mark, shaded(colour(kind), 1 if number < unit else _PALE))
        for number, (mark, kind) in enumerate(zip(marks, kinds, strict=True))
    ]
    height = grid.positions(cells)[:, 2]
    layers = [
        row([_shown(grid, cells[here], [copies[at] for at in np.flatnonzero(here)]), moved(_typed(rows), MARGIN, 0)])
        for layer, rows in enumerate(typed(grid, cells))
        for here in [height == height.min() + layer]
    ]
    said = ", ".join(f"{marks[at]} is [{', '.join(map(str, cells[at].tolist()))}]" for at in sorted({0, unit - 1}))
    return written(captioned(in_columns(layers, squarest(layers)), said), grid.name, background)


def first_cells(grid: Grid) -> Points:
    """Return the cells of the first units, those of the first one first, no more than there are marks."""
    axes = len(grid.basis)
    units = max(1, min(_MOST_UNITS, int((_USUAL / len(grid.kinds)) ** (1 / axes) + 1e-9)))
    return grid.box([units] * axes)


def typed(grid: Grid, cells: Points) -> drawing.Layers:
    """Return a drawing of cells, each with its mark."""
    if grid.single_layer:
        return [drawing.flat(cells, grid, MARKS[: len(cells)]).splitlines()]
    return drawing.draw(dict(zip(map(tuple, cells.tolist()), MARKS, strict=False)), grid)


def _shown(grid: Grid, cells: Points, copies: list[Copy]) -> Panel:
    """Return a panel of cells from above, each with its letter and colour."""
    board = Board(cells, places(cells, grid), grid, Wrapping.of(cells, grid, ""))
    taken = tuple(np.arange(len(cells))[:, None])
    figures = tuple(board.figure(its, copy) for its, copy in zip(taken, copies, strict=True))
    return panel.layers(Scene(grid.name, tuple(copies), figures, (), board, taken))


def _typed(rows: list[str]) -> Panel:
    """Return a panel of the characters of a drawing."""
    parts = [
        f'<text x="{_STEP * column:.2f}" y="{_STEP * line:.2f}">{escaped(mark)}</text>'
        for line, characters in enumerate(rows)
        for column, mark in enumerate(characters)
        if mark != " "
    ]
    return Panel(parts, (-_STEP / 2, -_STEP, _STEP * (max(map(len, rows)) - 0.5), _STEP * (len(rows) - 0.5)))
