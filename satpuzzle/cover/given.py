"""Given pieces: hints such as "these three are already in".

They are written as a solution is printed: as JSON (`[{"piece": ..., "cells": ...}]`), as a drawing with the
pieces' characters and `.` for what is still open, or in one line as `X: 1,2 2,1 2,2 2,3 3,2; ...`.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle import data
from satpuzzle.cover.placements import Placements
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats import json
from satpuzzle.puzzle.model import Puzzle

Given = str | Path | list[dict[str, Any]] | None

Placed = list[tuple[str, list[list[int]]]]


def given_options(puzzle: Puzzle, placements: Placements, given: str | Path | list[dict[str, Any]]) -> list[int]:
    """Return the option numbers of the pieces that are already in place.

    `given` is the text, a path to a file that holds it, or the parsed JSON.
    Raises PuzzleError if it cannot be read, names what is not there, or its pieces do not go together.
    """
    where = "given"
    if isinstance(given, Path) or (isinstance(given, str) and given.endswith((".json", ".txt")) and "\n" not in given):
        where = str(given)
        given = data.read(Path(given))
    try:
        placed = _parse(puzzle, given) if isinstance(given, str) else placed_in_json(given)
        return options_of(puzzle, placements, placed)
    except PuzzleError as error:
        raise PuzzleError(f"{where}: {error}") from None


def _parse(puzzle: Puzzle, text: str) -> Placed:
    text = text.strip("\r\n")
    if text.lstrip().startswith(("[", "{")):
        return placed_in_json(json.parse(text))
    if ":" in text:
        return [_from_line(part) for part in text.replace("\n", ";").split(";") if part.strip()]
    return placed_in_drawing(puzzle, text)


def placed_in_json(content: object) -> Placed:
    """Return the placed pieces of a solution as JSON, the first if there are several."""
    if isinstance(content, dict):
        content = content.get("solution", content.get("solutions", [content]))
    if isinstance(content, list) and content and isinstance(content[0], list):
        content = content[0]  # the first of several solutions
    placed = []
    for entry in content if isinstance(content, list) else [content]:
        name, cells = (entry.get("piece"), entry.get("cells")) if isinstance(entry, dict) else (None, None)
        if not isinstance(name, str) or not isinstance(cells, list) or not all(map(_is_cell, cells)):
            raise PuzzleError('a placed piece is {"piece": name, "cells": [[x, y, z], ...]}')
        placed.append((name, cells))
    return placed


def _is_cell(cell: object) -> bool:
    return isinstance(cell, list) and all(type(x) is int for x in cell)


def _from_line(part: str) -> tuple[str, list[list[int]]]:
    name, _, cells = part.rpartition(":")
    try:
        return name.strip(), [[int(x) for x in cell.split(",")] for cell in cells.split()]
    except ValueError:
        raise PuzzleError(f'"{part.strip()}": a placed piece is NAME: x,y,z x,y,z ...') from None


def placed_in_drawing(puzzle: Puzzle, text: str) -> Placed:
    """Read a drawing that has its layers one below the other or, as solutions are printed, side by side."""
    piece_of = {mark: piece.name for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True) for mark in marks}
    empty = drawing.draw(dict.fromkeys(map(tuple, puzzle.board.tolist()), drawing.EMPTY), puzzle.grid)
    corner = puzzle.grid.positions(puzzle.board).min(axis=0)
    cells = defaultdict(list)
    try:
        for mark, cell in drawing.read(drawing.laid_out_like(empty, text), puzzle.grid, corner):
            cells[mark].append(cell.tolist())
    except ValueError as error:
        raise PuzzleError(str(error)) from None
    for mark in cells:
        if mark not in piece_of:
            raise PuzzleError(f'"{mark}" stands for no piece: choose from {" ".join(piece_of)}')
    return [(piece_of[mark], where) for mark, where in cells.items()]


def options_of(puzzle: Puzzle, placements: Placements, placed: Placed) -> list[int]:
    """Return the option numbers of placed pieces; raises PuzzleError if they do not go together."""
    number = {tuple(cell): index for index, cell in enumerate(puzzle.board.tolist())}
    names = [piece.name for piece in puzzle.pieces]
    options: list[int] = []
    left = {piece.name: piece.maximum for piece in puzzle.pieces}
    taken: dict[int, str] = {}
    for name, cells in placed:
        if name not in names:
            raise PuzzleError(f'there is no piece "{name}": choose from {", ".join(names)}')
        told = puzzle.grid.dimension
        cells = [[*cell, *[0] * (3 - told)] if len(cell) == told else cell for cell in cells]
        numbers = [number.get(tuple(cell), -1) for cell in cells]
        if -1 in numbers:
            raise PuzzleError(f"piece {name}: {cells[numbers.index(-1)]} is not a cell of the board")
        for cell in numbers:
            if cell in taken:
                raise PuzzleError(f"pieces {taken[cell]} and {name} both cover {puzzle.board[cell].tolist()}")
            taken[cell] = name
        left[name] -= 1
        if left[name] < 0:
            raise PuzzleError(f"piece {name} is placed more often than it occurs")
        for option in np.flatnonzero(placements.piece == names.index(name)):
            if placements.covered(int(option)).tolist() == sorted(numbers):
                options.append(int(option))
                break
        else:
            raise PuzzleError(f"piece {name} cannot lie on {cells}")
    return options
