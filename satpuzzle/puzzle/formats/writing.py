"""Writes puzzles to puzzle files, which give the same puzzle when read.

A piece set is written out piece by piece.  The puzzle's name is that of its file.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.checks import FURTHEST, ordered
from satpuzzle.puzzle.formats import json, toml
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, PieceSet, Puzzle


def save(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle to a .toml or .json file, which is replaced only when the new one is complete.

    Raises PuzzleError for another suffix and for a puzzle that files cannot express, and OSError if it cannot be
    written.
    """
    if Path(path).suffix not in ENDINGS:
        raise PuzzleError(f"{path}: a puzzle file ends in {' or '.join(ENDINGS)}")
    data.write(path, text(puzzle, Path(path).suffix))


def text(puzzle: Puzzle, ending: str, clock: Clock = UNLIMITED) -> str:
    """Return the text of a puzzle file with this ending, .toml or .json.

    Raises PuzzleError if what it says would not be read: a puzzle that was made by a program may have two lines in a
    name, or no cells.  Raises Stopped if the clock stops.
    """
    written = _WRITE[ending](puzzle, clock)
    if len(written.encode(errors="backslashreplace")) > data.SMALL:
        raise PuzzleError(f"{puzzle.name}: takes more than the {data.SMALL >> 20} MiB of a puzzle file")
    clock.check()
    parsed(written, ending, puzzle.name, clock)
    return written


def content(puzzle: Puzzle, drawn: bool, clock: Clock = UNLIMITED) -> dict[str, Any]:
    """Return what a file says of a puzzle, by its keys, with drawings where they can say it, or with lists only.

    Raises Stopped if the clock stops.
    """
    usual = any(piece.turn_over for piece in puzzle.pieces)  # what the file says of all pieces; some may say otherwise
    known = puzzle.published.known()
    said = {
        "title": puzzle.title or None,
        "also": list(puzzle.also) or None,
        "lattice": puzzle.grid.name,
        "mirror": None if usual else False,
        **_board(puzzle, drawn),
        "colours": puzzle.colours.tolist() or None,
        "pairs": None if puzzle.pairs is None else [list(pair) for pair in sorted(puzzle.pairs)],
        "holes": puzzle.most_empty,
        "source": puzzle.source or None,
        "counts": known or None,
        "border": puzzle.border or None,
        "rotate": None if puzzle.rotate else False,
        "match": None if puzzle.match else False,
        "interchangeable": " ".join(puzzle.interchangeable) or None,
    }
    if puzzle.tiled:
        said["tiles"] = [_tile(piece, usual) for piece in clock.each(puzzle.pieces)]
    else:
        said["pieces"] = [_piece(piece, puzzle.grid, usual, drawn) for piece in clock.each(puzzle.pieces)]
    return {key: value for key, value in said.items() if value is not None}


def set_text(found: PieceSet, ending: str) -> str:
    """Return the text of a file with this ending that has a set of pieces and no board."""
    usual = any(piece.turn_over for piece in found.pieces)
    drawn = ending == ".toml"
    said = {
        "title": found.title,
        "lattice": found.grid.name,
        **({} if usual else {"mirror": False}),
        "pieces": [_piece(piece, found.grid, usual, drawn) for piece in found.pieces],
    }
    return toml.write(said) if drawn else json.write(said)


def _board(puzzle: Puzzle, drawn: bool) -> dict[str, Any]:
    listed = {"optional": puzzle.board[puzzle.optional].tolist() or None, "frame": puzzle.frame.tolist() or None}
    box = _box(puzzle.board, puzzle.grid)
    if len(puzzle.colours):
        return {"board": puzzle.board.tolist(), **listed}
    if drawn and not (box and not any(listed.values())):
        marks = np.append(np.where(puzzle.optional, "?", "*"), ["#"] * len(puzzle.frame))
        picture = _drawn(np.concatenate([puzzle.board, puzzle.frame]), marks, puzzle.grid)
        if picture:
            return {"board": picture}
    return {"box": box, "board": None if box else puzzle.board.tolist(), **listed}


def _copies(piece: Piece) -> dict[str, Any]:
    if piece.minimum == piece.maximum:
        return {} if piece.maximum == 1 else {"count": piece.maximum}
    return {"min": piece.minimum, "max": piece.maximum}


def _tile(piece: Piece, usual: bool) -> dict[str, Any]:
    mirror = {} if piece.turn_over is usual else {"mirror": piece.turn_over}
    name = {} if piece.name == piece.sides else {"name": piece.name}
    return {**name, "sides": piece.sides, **_copies(piece), **mirror}


def _piece(piece: Piece, grid: Grid, usual: bool, drawn: bool) -> dict[str, Any]:
    copies = _copies(piece)
    mirror = {} if piece.turn_over is usual else {"mirror": piece.turn_over}
    more: dict[str, Any] = {"groups": {str(group): copies for group, copies in piece.groups}} if piece.groups else {}
    more |= {"weight": piece.weight} if piece.weight != 1 else {}
    more |= {"colours": piece.colours.tolist()} if len(piece.colours) else {}
    drawn = drawn and not len(piece.colours)  # these are told for each cell that is listed
    picture = _drawn(piece.cells, np.full(len(piece.cells), "*"), grid) if drawn else None
    return {"name": piece.name, **copies, **mirror, **more, "cells": picture or piece.cells.tolist()}


def _box(cells: Points, grid: Grid) -> list[int] | None:
    """Return the sizes of the box that the cells fill, if they fill one that begins at the origin."""
    steps = np.rint((cells - grid.home(cells)) @ np.linalg.pinv(grid.basis)).astype(np.int64)
    sizes = [int(size) for size in steps.max(axis=0, initial=0) + 1]
    if len(cells) != math.prod(sizes) * len(grid.kinds):
        return None
    return sizes if np.array_equal(ordered(grid.box(sizes)), ordered(cells)) else None


def _drawn(cells: Points, marks: NDArray[np.str_], grid: Grid) -> str | None:
    """Return a drawing that is read as these very cells, or None if there is none or a list is shorter."""
    places = drawing.positions(cells, grid)
    columns, rows, layers = (int(size) for size in places.max(axis=0, initial=0) + 1)
    if not len(cells) or (columns + 1) * rows * layers > _listed(cells):
        return None
    every = np.indices((columns, rows, layers)).reshape(3, -1).T
    empty = every[grid.occupied(every + grid.corner(grid.positions(cells)))]
    table = np.full((layers, rows, columns), " ")
    table[tuple(empty.T[::-1])] = drawing.EMPTY
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
    """Return how many characters a list of cells takes: `[x, y, z], ` each."""
    digits = sum((abs(cells) >= 10**power).sum() for power in range(1, len(str(FURTHEST))))
    return int(11 * len(cells) + digits + (cells < 0).sum())


_WRITE: dict[str, Callable[[Puzzle, Clock], str]] = {
    ".toml": lambda puzzle, clock: toml.write(content(puzzle, drawn=True, clock=clock)),
    ".json": lambda puzzle, clock: json.write(content(puzzle, drawn=False, clock=clock)),
}
ENDINGS = tuple(_WRITE)
