"""Writes puzzles to puzzle files, from which the same puzzle can be read.

Pieces of a common set are written like other pieces.  The puzzle gets the name of its file when it is read.
"""

import gzip
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.checks import FURTHEST, ordered
from satpuzzle.puzzle.formats.colours import ALL, equal
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.table import PUZZLES, Format, format_named, format_to_write
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids import said as said_of
from satpuzzle.puzzle.model import Counts, Piece, PieceSet, Puzzle
from satpuzzle.puzzle.parts import TOGETHER
from satpuzzle.puzzle.rules import Own, written_as
from satpuzzle.puzzle.rules._base import names_of

_MEANT = ("board", "pairs", "rules")  # keys whose empty list says something


def save(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle to a .toml, .json or .xmpuzzle file, which is replaced only when the new one is complete.

    Raises PuzzleError for another suffix and for a puzzle that such a file cannot express, and OSError if it cannot be
    written.
    """
    format = format_to_write(path, PUZZLES)
    data.write(path, as_bytes(text(puzzle, format.name), format))


def as_bytes(written: str, format: Format) -> bytes:
    """Return the content of a file that has this text, in UTF-8, and packed if the format's files are."""
    octets = written.encode(errors="replace" if format.packed else "strict")
    return gzip.compress(octets, mtime=0) if format.packed else octets


def text(puzzle: Puzzle, format: str, clock: Clock = UNLIMITED) -> str:
    """Return the text of a puzzle file; `format` is a name or an ending of the table of formats.

    Raises PuzzleError if the format cannot express the puzzle, or the text could not be read again: a puzzle that was
    made by a program may have a name of two lines, or no cells.  Raises Stopped if the clock stops.
    """
    known = format_named(format)
    if PUZZLES not in known.writes:
        return set_text(puzzle, format)
    written = _text(puzzle, known, clock)
    if known.tables:
        if len(written.encode(errors="backslashreplace")) > data.SMALL:
            raise PuzzleError(f"{puzzle.name}: takes more than the {data.SMALL >> 20} MiB of a puzzle file")
        clock.check()
        parsed(written, known.name, puzzle.name, clock)
    return written


def _text(puzzle: Puzzle, format: Format, clock: Clock) -> str:
    code = format.code
    return str(code.write(content(puzzle, format.drawn, clock)) if format.own else code.written(puzzle))


def left_out(puzzle: Puzzle, format: Format) -> list[str]:
    """Return sentences on what `text` leaves out: of a puzzle, what its packings do not depend on."""
    more = [] if format.own or PUZZLES not in format.writes else format.code.left_out(puzzle)
    return [format.leaves_out] * bool(format.leaves_out) + more


def meant(puzzle: Puzzle) -> str:
    """Return the text of a puzzle's file without all that influences no packing, such as its title."""
    return text(replace(puzzle, title="", source="", published=Counts(), also=(), hues=(), labels=()), ".json")


def content(puzzle: Puzzle, drawn: bool, clock: Clock = UNLIMITED) -> dict[str, Any]:
    """Return the keys and values of the file for a puzzle.

    With `drawn`, cells are drawings if possible; otherwise they are lists.  Raises Stopped if the clock stops.
    """
    for rule in puzzle.rules:
        if isinstance(rule, Own):
            raise PuzzleError(f"{puzzle.name}: {rule.key} is a function, which a file cannot have")
    usual = any(piece.mirror for piece in puzzle.pieces)  # the puzzle's value of `mirror`; a piece may have another
    known = puzzle.published.known()
    said = {
        "title": puzzle.title,
        "also": list(puzzle.also),
        "grid": said_of(puzzle.grid),
        "mirror": None if usual else False,
        **_board(puzzle, drawn),
        "pairs": _pairs(puzzle),
        "hues": list(puzzle.hues),
        "labels": [[word, list(cell)] for cell, word in puzzle.labels],
        "empty": puzzle.empty,
        "source": puzzle.source,
        "counts": known,
        "wrap": puzzle.wrapping.written,
        "up": puzzle.up if isinstance(puzzle.up, str) else list(puzzle.up),
        "apart": [list(names_of(rule.text) or ()) for rule in puzzle.rules if rule.word == "apart"],
        "rules": _rules(puzzle),
        "parts": None if puzzle.parts == TOGETHER else puzzle.parts,
        "border": puzzle.border,
        "rotate": None if puzzle.rotate else False,
        "match": None if puzzle.match is True else puzzle.match,
        "interchangeable": " ".join(puzzle.interchangeable),
    }
    said = {
        key: value for key, value in said.items() if value not in (None, "", [], {}) or (value == [] and key in _MEANT)
    }
    if puzzle.tiled:
        said["tiles"] = [_tile(piece, usual) for piece in clock.each(puzzle.pieces)]
    else:
        said["pieces"] = [_piece(piece, puzzle.grid, usual, drawn) for piece in clock.each(puzzle.pieces)]
    return said


def set_text(found: PieceSet | Puzzle, format: str) -> str:
    """Return the text of a file for a set of pieces; `format` is a name or an ending of the table of formats.

    Raises PuzzleError if the format cannot express the pieces.
    """
    known = format_named(format)
    if not known.own:
        return str(known.code.written_set(found))
    usual = any(piece.mirror for piece in found.pieces)
    said = {
        "title": found.title,
        "grid": said_of(found.grid),
        **({} if usual else {"mirror": False}),
        "pieces": [_piece(piece, found.grid, usual, known.drawn) for piece in found.pieces],
    }
    return str(known.code.write(said))


def _board(puzzle: Puzzle, drawn: bool) -> dict[str, Any]:
    listed = {"optional": puzzle.board[puzzle.optional].tolist() or None, "frame": puzzle.frame.tolist() or None}
    box, painted = _box(puzzle.board, puzzle.grid), bool(puzzle.colours.any())
    clear = not (painted and puzzle.colours[puzzle.optional].any())  # a cell has one mark in a drawing
    if drawn and clear and (painted or not (box and not any(listed.values()))):
        marks = np.append(
            np.where(puzzle.optional, "?", _marks(puzzle.board, puzzle.colours)), ["#"] * len(puzzle.frame)
        )
        picture = _drawn(np.concatenate([puzzle.board, puzzle.frame]), marks, puzzle.grid)
        if picture:
            return {"board": picture}
    if painted:
        return {"board": puzzle.board.tolist(), **listed, "colours": puzzle.colours.tolist()}
    return {"box": box, "board": None if box else puzzle.board.tolist(), **listed}


def _rules(puzzle: Puzzle) -> list[Any] | None:
    """Return the value of the key `rules`; None if it is the default, so that the key can be omitted."""
    found = [written_as(rule) for rule in puzzle.rules if rule.word != "apart"]
    return None if found == sorted(puzzle.grid.rules) else found


def _copies(piece: Piece) -> dict[str, Any]:
    if piece.min == piece.max:
        return {} if piece.max == 1 else {"count": piece.max}
    return {"min": piece.min, "max": piece.max}


def _value(piece: Piece) -> dict[str, Any]:
    return {"value": piece.value} if piece.value != 1 else {}


def _tile(piece: Piece, usual: bool) -> dict[str, Any]:
    mirror = {} if piece.mirror is usual else {"mirror": piece.mirror}
    name = {} if piece.name == piece.sides else {"name": piece.name}
    return {**name, "sides": piece.sides, **_copies(piece), **mirror, **_value(piece)}


def _piece(piece: Piece, grid: Grid, usual: bool, drawn: bool) -> dict[str, Any]:
    copies = _copies(piece)
    mirror = {} if piece.mirror is usual else {"mirror": piece.mirror}
    more: dict[str, Any] = {"groups": {str(group): copies for group, copies in piece.groups}} if piece.groups else {}
    more |= ({"weight": piece.weight} if piece.weight != 1 else {}) | _value(piece)
    more |= {"paint": piece.paint} if piece.paint else {}
    more |= {} if piece.rotate is True else {"rotate": piece.rotate}
    if piece.chain is not None:
        return {"name": piece.name, **copies, **more, "chain": piece.chain}
    picture = _drawn(piece.cells, _marks(piece.cells, piece.colours), grid) if drawn else None
    if picture is None and piece.colours.any():
        more |= {"colours": piece.colours.tolist()}
    return {"name": piece.name, **copies, **mirror, **more, "cells": picture or piece.cells.tolist()}


def _marks(cells: Points, colours: NDArray[np.int64]) -> NDArray[np.str_]:
    """Return the characters that draw the cells of a piece: a digit for a cell with a colour, `*` for others."""
    each = colours if len(colours) else np.zeros(len(cells), np.int64)
    return np.array(["*", *drawing.HUES[1:]])[each]


def _pairs(puzzle: Puzzle) -> str | list[list[int]] | None:
    """Return the value of the key `pairs`; None if it is the default, so that the key can be omitted."""
    used = equal([puzzle.colours, *(piece.colours for piece in puzzle.pieces)])
    if puzzle.pairs is None:
        return ALL if used else None
    return None if used and puzzle.pairs == used else [list(pair) for pair in sorted(puzzle.pairs)]


def _box(cells: Points, grid: Grid) -> list[int] | None:
    """Return the sizes of the box that begins at the origin and consists of these cells; None if there is none."""
    steps = grid.units(cells)
    sizes = [int(size) for size in steps.max(axis=0, initial=0) + 1]
    if len(cells) != math.prod(sizes) * len(grid.kinds):
        return None
    return sizes if np.array_equal(ordered(grid.box(sizes)), ordered(cells)) else None


def _drawn(cells: Points, marks: NDArray[np.str_], grid: Grid) -> str | None:
    """Return a drawing of the cells, each with its mark, at exactly these coordinates.

    The result is None if a drawing cannot express them, or if a list of the cells is shorter.
    """
    if not np.isin(marks, list(f"*?#{drawing.DIGITS}")).all():
        return None
    places = drawing.positions(cells, grid)
    columns, rows, layers = (int(size) for size in places.max(axis=0, initial=0) + 1)
    if not len(cells) or (columns + 1) * rows * layers > _listed(cells):
        return None
    every = np.indices((columns, rows, layers)).reshape(3, -1).T
    empty = every[grid.occupied(every + grid.corner(grid.positions(cells)))]
    table = np.full((layers, rows, columns), " ")
    table[tuple(empty.T[::-1])] = drawing.EMPTY
    table[tuple(every[grid.points_among(every + grid.corner(grid.positions(cells)))].T[::-1])] = drawing.POINT
    table[tuple(places.T[::-1])] = marks
    text = "\n\n".join("\n".join("".join(row).rstrip() for row in layer) for layer in table)
    try:
        again, found = drawing.marks_and_cells(drawing.split(text), grid)
    except ValueError:
        return None
    one, other = np.lexsort(cells.T), np.lexsort(found.T)
    same = np.array_equal(cells[one], found[other]) and np.array_equal(marks[one], again[other])
    return text if same else None


def _listed(cells: Points) -> int:
    """Return the length of a list of cells as text, with `[x, y, z], ` for each cell."""
    digits = sum((abs(cells) >= 10**power).sum() for power in range(1, len(str(FURTHEST))))
    return int(11 * len(cells) + digits + (cells < 0).sum())
