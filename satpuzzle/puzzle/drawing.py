"""Drawings: cells as rows of characters, layers separated by blank lines.

The grid defines the column, row and layer of each cell, so one notation serves square boards, boxes of cubes and
pyramids of balls (where layer k lies in the hollows of layer k - 1).  Solutions are printed with their layers side by
side, to save space.  If the colours of cells distinguish solutions, a drawing of the colours follows after the line
`colours:`.  After the line `sides:`, a drawing of tiles has the colours of a tile's sides instead of its character.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import dedent, indent

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import repeat
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Grid, Points

EMPTY = "."
POINT = "+"  # a mark that is no cell, at the ends of sticks (`Grid.points_among`)
COLOURS = "colours:"  # the line above a drawing of colours
SIDES = "sides:"  # the line above a drawing of the sides of tiles
NUMBERS = "numbers:"  # the line above a drawing of the numbers of cells along chains
HUES = "-123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzαβ"  # the mark of each colour, first of no colour
DIGITS = HUES[1:10]  # the marks of cells with colours in puzzle files
MOST = 4_000_000  # largest number of characters of a drawing
GAP = "   "

Layers = list[list[str]]  # layers of rows of characters


def split(text: str) -> Layers:
    """Return the layers of a text, which are separated by blank lines; common indentation is removed.

    Raises PuzzleError if the text is too long.
    """
    layers: Layers = [[]]
    for line in _expanded(text).splitlines():
        if line.strip():
            layers[-1].append(line.rstrip())
        elif layers[-1]:
            layers.append([])
    margin = min((len(row) - len(row.lstrip()) for layer in layers for row in layer), default=0)
    return [[row[margin:] for row in layer] for layer in layers if layer]


def _expanded(text: str) -> str:
    """Return a text with its tabs replaced by spaces."""
    _bounded(len(text) + 7 * text.count("\t"))
    return text.expandtabs()


def _bounded(characters: int) -> None:
    if characters > MOST:
        raise PuzzleError(f"a drawing of {characters} characters, at most {MOST} are allowed")


def read(layers: Layers, grid: Grid, corner: Points | None = None) -> list[tuple[str, Points]]:
    """Return the pairs (character, cell) of a drawing, without `.`, `+` and spaces; see `marks_and_cells`."""
    return list(zip(*marks_and_cells(layers, grid, corner), strict=True))


def marks_and_cells(
    layers: Layers, grid: Grid, corner: Points | None = None, clock: Clock = UNLIMITED
) -> tuple[NDArray[np.str_], Points]:
    """Return the characters that are neither `.`, `+` nor a space, (n,), and their cells, (n, 3).

    `corner` is the position of the first column, row and layer; without it, the grid chooses one, up to translation.
    Raises ValueError if a character is at a position without a cell, on some grids `.` too (`Grid.dots_are_cells`), or
    if a flat grid has several layers; raises Stopped if the clock stops.
    """
    if grid.single_layer and len(layers) > 1:
        raise ValueError(f"{len(layers)} layers, on the flat grid {grid.name} one is allowed")
    lines = [line for rows in layers for line in rows]
    marks = np.frombuffer("".join(lines).encode("utf-32-le", "surrogatepass"), "<U1")
    lengths = np.array([len(line) for line in lines], np.int64)
    line = repeat(np.arange(len(lines)), lengths)
    heights = np.array([len(rows) for rows in layers], np.int64)
    layer = repeat(np.arange(len(layers)), heights)[line]
    column = np.arange(len(marks)) - (np.cumsum(lengths) - lengths)[line]
    row = line - (np.cumsum(heights) - heights)[layer]
    places = np.stack([column, row, layer], axis=1)
    points = places[marks == POINT]
    drawn = (marks != " ") & (marks != POINT) & ((marks != EMPTY) | grid.dots_are_cells)
    places = places[drawn]
    clock.check()
    cells = grid.drawn(places, points) if corner is None else grid.cells_at(places + corner)
    filled = marks[drawn] != EMPTY
    return marks[drawn][filled], cells[filled]


def positions(cells: Points, grid: Grid) -> NDArray[np.int64]:
    """Return column, row and layer of each cell, (n, 3), counted from 0, in a drawing of these cells alone."""
    found = grid.positions(cells)
    counted: NDArray[np.int64] = found - grid.corner(found)
    return counted


def draw(marks: Mapping[tuple[int, ...], str], grid: Grid) -> Layers:
    """Draw the character of each cell in `marks`, and spaces elsewhere; return the layers of the drawing.

    The drawing is cropped to the marks.  Raises PuzzleError if the cells are too far apart.
    """
    places = grid.positions(np.array(list(marks), dtype=np.int64))
    places = places - places.min(axis=0)
    columns, rows, layers = (int(size) for size in places.max(axis=0) + 1)
    _bounded(columns * rows * layers)
    table = np.full((layers, rows, columns), " ", dtype="<U1")
    table[tuple(places.T[::-1])] = list(marks.values())
    return [["".join(row) for row in layer] for layer in table]


def flat(cells: Points, grid: Grid, marks: Sequence[str] = "*") -> str:
    """Return a drawing of cells on a flat grid that is read as these cells, up to a translation of the grid.

    `marks` has the character of each cell, or one for all.  Where a drawing does not begin with a cell, dots, and `+`
    where there may be, stand before it.  No row is blank.
    """
    places = positions(cells, grid)
    columns, rows, _ = (int(size) for size in places.max(axis=0) + 1)
    _bounded(columns * rows)
    every = np.indices((columns, rows, 1)).reshape(3, -1).T
    before = every[(every < places.min(axis=0)).any(axis=1)]
    there = before + grid.corner(grid.positions(cells))
    table = np.full((rows, columns), " ")
    for mark, some in (
        (EMPTY, before[grid.occupied(there)]),
        (POINT, before[grid.points_among(there)]),
        (marks, places),
    ):
        table[some[:, 1], some[:, 0]] = [*mark]
    return "\n".join("".join(row).rstrip() or EMPTY for row in table)


def fold(layers: Layers) -> str:
    """Return a drawing as text with its layers side by side."""
    return "\n".join(GAP.join(rows).rstrip() for rows in zip(*layers, strict=True))


def in_words(marks: Mapping[tuple[int, ...], str], words: Mapping[tuple[int, ...], str], grid: Grid) -> str:
    """Return a drawing on a flat grid that shows a word, instead of one character, for each cell.

    All words have the same length and are separated by spaces.  A cell in `marks` that has no word shows its mark,
    repeated to that length.
    """
    many = len(next(iter(words.values()), ""))
    each = [
        fold(draw({**marks} | {cell: word[at] for cell, word in words.items()}, grid)).splitlines()
        for at in range(many)
    ]
    return "\n".join(
        " ".join(map("".join, zip_longest(*rows, fillvalue=" "))).rstrip() for rows in zip(*each, strict=True)
    )


def of_words(text: str, many: int) -> list[str]:
    """Split a drawing by `in_words` into `many` drawings: of the words' first letters, second letters and so on."""
    return ["\n".join(line[at :: many + 1].rstrip() for line in text.splitlines()) for at in range(many)]


def blocks(layers: Layers, room: int) -> list[tuple[str, list[str]]]:
    """Divide layers into blocks that fit on a terminal of `room` columns, and return (header, lines) of each block.

    The layers of a block are side by side.  Each character is printed with a space after it, so it takes two columns.
    The header names the layers; it is empty if all layers fit into one block.
    """
    each = len(layers[0][0]) + len(GAP)
    many = max(1, (room // 2 + len(GAP)) // each)
    if many >= len(layers):
        return [("", fold(layers).splitlines())]
    return [
        (_numbered(at + 1, min(at + many, len(layers))), fold(layers[at : at + many]).splitlines())
        for at in range(0, len(layers), many)
    ]


def _numbered(first: int, last: int) -> str:
    return f"layer {first}:" if first == last else f"layers {first} to {last}:"


HEADER = re.compile(r"layers? (\d+)(?: to (\d+))?:")  # the line above a block


def unfolded(lines: list[str], width: int) -> Layers:
    """Return the layers, each of this width, that the lines of a block show side by side; see `blocks`."""
    step = width + len(GAP)
    longest = max(map(len, lines), default=0)
    return [[line[start : start + width].rstrip() for line in lines] for start in range(0, longest, step)]


def laid_out_like(board: Layers, text: str) -> Layers:
    """Return the layers of a text that draws pieces on a board with the layers `board`.

    The layers of the text may be one below the other or side by side.  Raises ValueError if there is a mark between
    the layers or beyond the last one.
    """
    layers = split(text)
    width = len(board[0][0])
    margin = " " * min(len(row) - len(row.lstrip()) for row in fold(board).splitlines() if row)
    # If the drawing of the board begins with a margin, the width of the text includes its indentation.
    rows = _expanded(text).splitlines() if margin else [row for layer in layers for row in layer]
    if len(board) > 1 and max((len(row.rstrip()) for row in rows), default=0) <= width:
        return layers
    lines = indent(dedent(_expanded(text)), margin).strip("\n").splitlines()
    step = width + len(GAP)
    if any(line[start + width : start + step].strip() for line in lines for start in range(0, len(line), step)) or any(
        line[step * len(board) :].strip() for line in lines
    ):
        layers_of = f"{len(board)} layer{'s' * (len(board) > 1)} of {width} columns"
        raise ValueError(f"marks outside the board: draw all of it, {layers_of}, with a dot for an empty cell")
    return [[line[start : start + width] for line in lines] for start in range(0, step * len(board), step)]
