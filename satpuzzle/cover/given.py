"""Given pieces: hints such as "these three are already in".

They are written as a solution is printed: as JSON (`[{"piece": ..., "cells": ...}]`), as a drawing with the
pieces' characters and `.` for what is still open, or in one line as `X: 1,2 2,1 2,2 2,3 3,2; ...`.  Where a piece can
cover the same cells in several ways, its colours must be told: in JSON as `"colours": [1, 0, ...]`, one for each cell,
or as a second drawing.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from satpuzzle import data
from satpuzzle.cover.placements import Placements
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats import json
from satpuzzle.puzzle.model import LABEL, Puzzle

Given = str | Path | list[dict[str, Any]] | None


class Placed(NamedTuple):
    """A piece in its place, as it is told."""

    piece: str
    cells: list[list[int]]
    colours: list[int] | None = None  # of each of the cells; None if they are not told


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


def _parse(puzzle: Puzzle, text: str) -> list[Placed]:
    text = text.strip("\r\n")
    if text.lstrip().startswith(("[", "{")):
        return placed_in_json(json.parse(text))
    drawn, colours = without_colours(puzzle, text)
    if ":" in drawn:
        return [_from_line(part) for part in text.replace("\n", ";").split(";") if part.strip()]
    placed = placed_in_drawing(puzzle, drawn)
    return in_colours(puzzle, placed, colours[0]) if colours else placed


def placed_in_json(content: object) -> list[Placed]:
    """Return the placed pieces of a solution as JSON, the first if there are several."""
    if isinstance(content, dict):
        content = content.get("solution", content.get("solutions", [content]))
    if isinstance(content, list) and content and isinstance(content[0], list):
        content = content[0]  # the first of several solutions
    placed = []
    for entry in content if isinstance(content, list) else [content]:
        told = entry if isinstance(entry, dict) else {}
        name, cells, colours = told.get("piece"), told.get("cells"), told.get("colours")
        if not isinstance(name, str) or not isinstance(cells, list) or not all(map(_is_cell, cells)):
            raise PuzzleError('a placed piece is {"piece": name, "cells": [[x, y, z], ...]}')
        if colours is not None and not (_is_cell(colours) and len(colours) == len(cells)):
            raise PuzzleError(f"piece {name}: colours are a list of {len(cells)} numbers, one for each cell")
        placed.append(Placed(name, cells, colours))
    return placed


def _is_cell(cell: object) -> bool:
    return isinstance(cell, list) and all(type(x) is int for x in cell)


def _from_line(part: str) -> Placed:
    name, _, cells = part.rpartition(":")
    try:
        return Placed(name.strip(), [[int(x) for x in cell.split(",")] for cell in cells.split()])
    except ValueError:
        raise PuzzleError(f'"{part.strip()}": a placed piece is NAME: x,y,z x,y,z ...') from None


def placed_in_drawing(puzzle: Puzzle, text: str) -> list[Placed]:
    """Read a drawing that has its layers one below the other or, as solutions are printed, side by side."""
    piece_of = {mark: piece.name for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True) for mark in marks}
    cells = defaultdict(list)
    for mark, cell in _marks(puzzle, text):
        cells[mark].append(list(cell))
    for mark in cells:
        if mark not in piece_of:
            raise PuzzleError(f'"{mark}" stands for no piece: choose from {" ".join(piece_of)}')
    return [Placed(piece_of[mark], where) for mark, where in cells.items()]


def without_colours(puzzle: Puzzle, text: str) -> tuple[str, list[str]]:
    """Return a text without the drawings of colours that are in it, and these."""
    height, lines = len(_empty(puzzle)[0]), text.splitlines()
    kept, found, at = [], [], 0
    while at < len(lines):
        if lines[at].strip() == drawing.COLOURS:
            found.append("\n".join(lines[at + 1 : at + 1 + height]))
            at += height
        else:
            kept.append(lines[at])
        at += 1
    return "\n".join(kept), found


def in_colours(puzzle: Puzzle, placed: list[Placed], text: str) -> list[Placed]:
    """Return placed pieces with the colours that a drawing has where they lie."""
    hues = {cell: drawing.HUES.find(mark) for mark, cell in _marks(puzzle, text)}
    if -1 in hues.values():
        raise PuzzleError(f"a drawing of colours has other marks than {drawing.HUES} and {drawing.EMPTY}")
    return [piece._replace(colours=[hues.get(tuple(cell), 0) for cell in piece.cells]) for piece in placed]


def _marks(puzzle: Puzzle, text: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the marks of a drawing and the cells that they stand on."""
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


def options_of(puzzle: Puzzle, placements: Placements, placed: list[Placed]) -> list[int]:
    """Return the option numbers of placed pieces; raises PuzzleError if they do not go together."""
    number = {tuple(cell): index for index, cell in enumerate(puzzle.board.tolist())}
    names = [piece.name for piece in puzzle.pieces]
    options: list[int] = []
    left = {piece.name: piece.maximum for piece in puzzle.pieces}
    taken: dict[int, str] = {}
    for name, cells, colours in placed:
        if name not in names:
            raise PuzzleError(f'there is no piece "{name}": choose from {", ".join(names)}')
        dimension = puzzle.grid.dimension
        cells = [[*cell, *[0] * (3 - dimension)] if len(cell) == dimension else cell for cell in cells]
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
        found = placements.find(names.index(name), numbers, colours)
        if not found:
            raise PuzzleError(f"piece {name} cannot lie on {cells}" + f" with the colours {colours}" * bool(colours))
        if len(found) > 1:
            raise PuzzleError(
                f"piece {name} can lie on {cells} in {len(found)} ways that differ in colours:"
                ' tell which, in JSON by "colours": [...]'
            )
        options += found
    return options
