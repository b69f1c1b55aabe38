"""Reads packings from text: the pieces, each with the cells that it covers.

A text is one of

- JSON, one object or one object per line (NDJSON): `[{"piece": ..., "cells": ...}]`, alone or in the output of `solve`;
- a list of pieces with their cells, separated by line ends or semicolons: `X: 1,2 2,1 2,2 2,3 3,2`;
- drawings with the pieces' characters and `.` for open cells.  Layers are side by side or one below the other.  There
  may be a space after each character, as on a terminal.  Upper and lower case may be exchanged if that is unambiguous.

If a piece can cover the same cells in several ways, the text must have its colours: in JSON as `"colours": [1, 0,
...]`, one for each cell, or as a second drawing.  The same holds for the sides of tiles, in JSON as `"sides": "ABCB"`.
Legends, remarks and summaries, which contain colons, are ignored.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats import json
from satpuzzle.puzzle.model import LABEL, Puzzle

_LONG = 10**40  # a number with more digits is no coordinate and too long for a message
_LINE = re.compile(r"\s*([^:]+?)\s*:\s*(-?\d+(?:\s*,\s*-?\d+){1,2}(?:\s+-?\d+(?:\s*,\s*-?\d+){1,2})*)\s*")
_ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")  # escape sequences for the colours of a terminal


class Placed(NamedTuple):
    """A placed piece as a text describes it."""

    piece: str
    cells: list[list[int]]
    colours: list[int] | None = None  # the colour of each cell; None if the text has none
    sides: str | None = None  # the colours of a tile's sides; None if the text has none
    along: bool = True  # whether the cells are in the order in which the text has them, as those of a chain are


def packings(puzzle: Puzzle, text: str) -> list[list[Placed]]:
    """Return the placed pieces of each packing, complete or partial, in a text in one of the module's notations.

    Raises PuzzleError if the text cannot be read.
    """
    text = _plain(text)
    if text.lstrip().startswith(("[", "{")):
        return _in_json(text)
    if lines := _lines(text):
        return [list(map(_from_line, lines))]
    return _in_drawings(puzzle, text)


def packing(puzzle: Puzzle, text: str) -> list[Placed]:
    """Return the placed pieces of the first packing in a text.

    If the text is a single drawing, rows and layers at its end may be missing.
    Raises PuzzleError if the text cannot be read.
    """
    text = _plain(text)
    if text.lstrip().startswith(("[", "{")) or _lines(text):
        return next(iter(packings(puzzle, text)), [])
    drawn, colours = _without_colours(puzzle, text)
    drawn, sides = _without_colours(puzzle, drawn, drawing.SIDES)
    drawn, numbers = _without_colours(puzzle, drawn, drawing.NUMBERS)
    blocks, empty = _blocks(puzzle, drawn), _empty(puzzle)
    rows = sum(map(len, blocks)) + len(blocks) - 1
    several = rows > len(empty[0]) if _side_by_side(blocks, empty) else sum(map(bool, blocks)) > len(empty)
    if several:
        return packings(puzzle, text)[0]
    placed = _placed(puzzle, "\n\n".join("\n".join(block) for block in blocks))
    placed = _with_numbers(puzzle, placed, numbers[0]) if numbers else placed
    placed = _with_sides(puzzle, placed, sides[0]) if sides else placed
    return _in_colours(puzzle, placed, colours[0]) if colours else placed


def _plain(text: str) -> str:
    return _ESCAPE.sub("", text).strip("\r\n")


def _lines(text: str) -> list[str]:
    """Return the entries, such as `X: 1,2 2,1`, of a text that lists pieces; an empty list for a drawing."""
    parts = [part for part in text.replace("\n", ";").split(";") if part.strip()]
    cells = any(_LINE.fullmatch(part) for part in parts) or all(":" in part for part in parts)
    return parts if cells else []


# JSON


def _in_json(text: str) -> list[list[Placed]]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        entries = [json.parse(line) for line in lines]
        return [placed_in_json(entry) for entry in entries if not (isinstance(entry, dict) and "summary" in entry)]
    content = json.parse(text)
    for key in ("solutions", "assemblies"):
        if isinstance(content, dict) and isinstance(content.get(key), list):
            return [placed_in_json(entry) for entry in content[key]]
    if isinstance(content, list) and all(isinstance(entry, list) for entry in content):
        return [placed_in_json(entry) for entry in content]
    return [placed_in_json(content)]


def placed_in_json(content: object) -> list[Placed]:
    """Return the placed pieces of a packing in parsed JSON; of the first one if there are several."""
    if isinstance(content, dict):
        content = content.get("solution", content.get("solutions", [content]))
    if isinstance(content, list) and content and isinstance(content[0], list):
        content = content[0]  # the first of several solutions
    placed = []
    for entry in content if isinstance(content, list) else [content]:
        fields = entry if isinstance(entry, dict) else {}
        name, cells, colours, sides = (fields.get(key) for key in ("piece", "cells", "colours", "sides"))
        if not isinstance(name, str) or not isinstance(cells, list) or not all(map(_is_cell, cells)):
            raise PuzzleError('a placed piece is {"piece": name, "cells": [[x, y, z], ...]}')
        if colours is not None and not (_is_cell(colours) and len(colours) == len(cells)):
            raise PuzzleError(f"piece {name}: colours are a list of {len(cells)} numbers, one for each cell")
        if sides is not None and not isinstance(sides, str):
            raise PuzzleError(f"piece {name}: sides are text, a letter for each side of the tile")
        placed.append(Placed(name, cells, colours, sides))
    return placed


def _is_cell(cell: object) -> bool:
    return isinstance(cell, list) and all(type(x) is int and abs(x) < _LONG for x in cell)


# Options of a bare cover


def chosen_options(cover: ExactCover, given: object) -> list[int]:
    """Return the numbers of options that a text or parsed JSON has by their words, those of the first solution.

    In a text, each line has an option; of options with equal words, each is taken once.  Raises PuzzleError for an
    option that the cover has not, or not so often.
    """
    if isinstance(given, str):
        given = _plain(given)
        given = _lists(given) if given.lstrip().startswith(("[", "{")) else _first_block(given)
    free: dict[tuple[str, ...], list[int]] = {}
    for option in range(len(cover.rows)):
        free.setdefault(tuple(sorted(cover.words(option))), []).append(option)
    found = list[int]()
    for words in given if isinstance(given, list) else [given]:
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise PuzzleError("a given option is a list of words, the names of its items")
        if not (same := free.get(tuple(sorted(words)))):
            said = json.shown(" ".join(words))
            again = sorted(words) in [sorted(cover.words(one)) for one in found]
            raise PuzzleError(f"there is no {'further ' * again}option {said}: an option is given by all its words")
        found.append(same.pop(0))
    return found


def _lists(text: str) -> object:
    """Return the first solution in a text that is JSON, or has a JSON object in each line."""
    if (first := text.splitlines()[0]).endswith("}"):
        text = first
    content = json.parse(text)
    if isinstance(content, dict):
        content = content.get("solution", content.get("solutions"))
    nested = isinstance(content, list) and content and isinstance(content[0], list) and content[0]
    return content[0] if nested and isinstance(nested[0], list) else content


def _first_block(text: str) -> list[list[str]]:
    """Return the words of the lines before the first empty one, without comments."""
    lines = [line.split() for line in text.strip().partition("\n\n")[0].splitlines()]
    return [words for words in lines if words and not words[0].startswith("|")]


# Lines


def _from_line(part: str) -> Placed:
    name, _, cells = part.rpartition(":")
    try:
        every = [[int(x) for x in cell.split(",")] for cell in re.sub(r"\s*,\s*", ",", cells).split()]
    except ValueError:
        every = []
    if not name.strip() or not every or not all(map(_is_cell, every)):
        raise PuzzleError(f"{json.shown(part.strip())}: a placed piece is NAME: x,y,z x,y,z ...")
    return Placed(name.strip(), every)


# Drawings


def _in_drawings(puzzle: Puzzle, text: str) -> list[list[Placed]]:
    """Return the placed pieces of each drawing in a text; drawings are separated by blank lines.

    If one packing has a second drawing, of its colours, all must have one; raises PuzzleError otherwise.
    """
    text, colours = _without_colours(puzzle, text)
    text, sides = _without_colours(puzzle, text, drawing.SIDES)
    text, numbers = _without_colours(puzzle, text, drawing.NUMBERS)
    found = _drawings(puzzle, text)
    placed = [_placed(puzzle, drawn) for drawn in found]
    for drawings, what in ((colours, "colours"), (sides, "sides"), (numbers, "numbers")):
        if drawings and len(drawings) != len(placed):
            raise PuzzleError(f"{len(drawings)} drawings of {what} for {len(placed)} solutions")
    if numbers:
        placed = [_with_numbers(puzzle, *both) for both in zip(placed, numbers, strict=True)]
    if sides:
        placed = [_with_sides(puzzle, *both) for both in zip(placed, sides, strict=True)]
    return [_in_colours(puzzle, *both) for both in zip(placed, colours, strict=True)] if colours else placed


def _drawings(puzzle: Puzzle, text: str) -> list[str]:
    """Divide a text into drawings of one packing each, with all its layers."""
    drawn, empty = _blocks(puzzle, text), _empty(puzzle)
    if _side_by_side(drawn, empty):
        return _heights(drawn, len(empty[0]))
    layers = ["\n".join(block) for block in drawn if block]
    each = len(empty)
    if len(layers) % each:
        raise PuzzleError(f"the drawings have {len(layers)} layers in all, which is no multiple of {each}")
    return ["\n\n".join(layers[at : at + each]) for at in range(0, len(layers), each)]


def _side_by_side(blocks: list[list[str]], empty: drawing.Layers) -> bool:
    return len(empty) == 1 or any(len(line) > len(empty[0][0]) for block in blocks for line in block)


def _blocks(puzzle: Puzzle, text: str) -> list[list[str]]:
    """Return the lines of drawings, in blocks that blank lines separate; legends and remarks are removed."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            blocks[-1].append(line)
        else:
            blocks.append([])  # an empty block for each further blank line
    headed = [block for block in blocks if block and drawing.HEADER.fullmatch(block[0].strip())]
    if headed:
        return _beneath(headed, _empty(puzzle))
    drawn = [block for block in blocks if block != [puzzle.legend] and ":" not in "".join(block)]
    return _narrow(drawn, _empty(puzzle))


def _beneath(blocks: list[list[str]], empty: drawing.Layers) -> list[list[str]]:
    """Return each layer as a block, from blocks with a header and several layers side by side; see `drawing.blocks`.

    `empty` is the board's drawing without pieces.
    """
    lines = _narrow([block[1:] for block in blocks], empty)
    return [layer for block in lines for layer in drawing.unfolded(block, len(empty[0][0]))]


def _narrow(blocks: list[list[str]], empty: drawing.Layers) -> list[list[str]]:
    """Remove the space after each character with which a terminal shows drawings.

    Drawings have such spaces if every second column is blank although the board, drawn as `empty`, has cells there.
    If all marks are at cells of the board already, and no cell between them is blank, nothing is removed.
    """
    if _at_cells(blocks, empty):
        return blocks
    rows = [line for block in blocks for line in block]
    margin = min((len(line) - len(line.lstrip()) for line in rows), default=0)
    blank = all(not line[margin + 1 :: 2].strip() for line in rows)
    if not blank or not any(row[1::2].strip() for row in empty[0]):
        return blocks
    return [[line[margin::2] for line in block] for block in blocks]


def _at_cells(blocks: list[list[str]], empty: drawing.Layers) -> bool:
    """Tell whether every mark in the blocks is at a cell of the board, and every cell between marks has a mark.

    The board is drawn as `empty`.  A block is a layer, or all layers side by side.
    """
    height, width = len(empty[0]), len(empty[0][0])
    beside = _side_by_side(blocks, empty)
    for number, block in enumerate(block for block in blocks if block):
        for row, line in enumerate(block):
            first = len(line) - len(line.lstrip())
            for column, mark in enumerate(line.rstrip()):
                layer, x = divmod(column, width + len(drawing.GAP)) if beside else (number % len(empty), column)
                inside = x < width and layer < len(empty) and empty[layer][row % height][x] != " "
                if (mark == " ") == inside and column >= first:
                    return False
    return True


def _heights(blocks: list[list[str]], height: int) -> list[str]:
    """Join the blocks and divide their lines into drawings of `height` lines each.

    Blank lines between drawings are skipped; inside a drawing they belong to a board with a gap.
    """
    lines = [line for block in blocks for line in (*block, "")]
    found = []
    at = 0
    while at < len(lines):
        if lines[at]:
            found.append("\n".join(lines[at : at + height]))
            at += height
        else:
            at += 1
    return found


def _placed(puzzle: Puzzle, text: str) -> list[Placed]:
    """Return the placed pieces of a drawing whose layers are one below the other or side by side."""
    piece_of = {mark: piece.name for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True) for mark in marks}
    cells = defaultdict(list)
    for mark, cell in _marks(puzzle, text):
        meant = mark if mark in piece_of or mark.swapcase() not in piece_of else mark.swapcase()
        if meant not in piece_of:
            raise PuzzleError(f'"{mark}" stands for no piece: choose from {" ".join(piece_of)}')
        cells[meant].append(list(cell))
    return [Placed(piece_of[mark], where, along=False) for mark, where in cells.items()]


def _without_colours(puzzle: Puzzle, text: str, header: str = drawing.COLOURS) -> tuple[str, list[str]]:
    """Separate the drawings of colours, each of which follows a line `header`, from the rest of a text.

    The result is the rest, and the list of these drawings.
    """
    height, lines = len(_empty(puzzle)[0]), text.splitlines()
    kept, found, at = [], [], 0
    while at < len(lines):
        if lines[at].strip() == header:
            found.append("\n".join(lines[at + 1 : at + 1 + height]))
            at += height
        else:
            kept.append(lines[at])
        at += 1
    return "\n".join(kept), found


def _with_sides(puzzle: Puzzle, placed: Sequence[Placed], text: str) -> list[Placed]:
    """Return the placed tiles, completed by the colours of their sides from a drawing of these colours."""
    letters = [
        {cell: mark for mark, cell in _marks(puzzle, drawn)}
        for drawn in drawing.of_words(text, len(puzzle.pieces[0].sides))
    ]
    return [
        tile._replace(sides="".join(each.get(tuple(tile.cells[0]), drawing.EMPTY) for each in letters))
        for tile in placed
    ]


def _with_numbers(puzzle: Puzzle, placed: Sequence[Placed], text: str) -> list[Placed]:
    """Return the placed pieces, the cells of chains in the order of their numbers in a drawing of these."""
    drawn = drawing.of_words(text, numbers_wide(puzzle))
    digits = [{cell: mark for mark, cell in _marks(puzzle, each)} for each in drawn]
    chains = {piece.name for piece in puzzle.pieces if piece.chain is not None}
    found = []
    for piece in placed:
        words = {tuple(cell): "".join(each.get(tuple(cell), " ") for each in digits) for cell in piece.cells}
        if piece.piece in chains:
            for word in words.values():
                if not (word.isascii() and word.isdigit()):
                    raise PuzzleError(f"{json.shown(word)} in a drawing of numbers: piece {piece.piece} is a chain")
            piece = piece._replace(cells=sorted(piece.cells, key=lambda cell: int(words[tuple(cell)])), along=True)
        found.append(piece)
    return found


def numbers_wide(puzzle: Puzzle) -> int:
    """Return the number of digits with which the cells of chains are numbered in a drawing."""
    return len(str(max(len(piece.cells) for piece in puzzle.pieces if piece.chain is not None)))


def _in_colours(puzzle: Puzzle, placed: Sequence[Placed], text: str) -> list[Placed]:
    """Return the placed pieces, completed by the colours of their cells from a drawing of these colours."""
    hues = {cell: drawing.HUES.find(mark) for mark, cell in _marks(puzzle, text)}
    if -1 in hues.values():
        raise PuzzleError(f"a drawing of colours may have only the marks {drawing.HUES} and {drawing.EMPTY}")
    return [piece._replace(colours=[hues.get(tuple(cell), 0) for cell in piece.cells]) for piece in placed]


def _marks(puzzle: Puzzle, text: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the pairs (character, cell) of a drawing of the board, without the characters of labels."""
    corner = puzzle.grid.positions(np.array(list(puzzle.blank()))).min(axis=0)
    try:
        found = drawing.read(drawing.laid_out_like(_empty(puzzle), text), puzzle.grid, corner)
    except ValueError as error:
        raise PuzzleError(str(error)) from None
    labels = {cell for cell, _ in puzzle.labels}
    placed = [(mark, tuple(cell.tolist())) for mark, cell in found]
    return [(mark, cell) for mark, cell in placed if not (mark == LABEL and cell in labels)]


def _empty(puzzle: Puzzle) -> drawing.Layers:
    return drawing.draw(puzzle.blank(), puzzle.grid)
