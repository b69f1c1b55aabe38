"""Pieces in OpenSCAD files for puzzlecad, a library of modules that print burrs.

A piece is a number of a stick (`sticks.py`), or a text for each layer, from the lowest one: rows divided by `|`, of
which `x` is a cube and `.` none.  `burr_piece` takes one, `burr_plate` a list.  A cube may have annotations, as in
`x{label_text=A}`, or `#` stands for one with those of a text in braces before the first layer.  Rows are in the order
of ours, as in puzzlecad's own conversion of BurrTools files; but there y leads away from the viewer and here towards
the viewer, so what is printed is the mirror image.

Aaron Siegel, puzzlecad 2.2, puzzlecad-parser.scad and puzzlecad-burr-stick.scad, 2022.
"""

import re
from collections import Counter
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.puzzlecad_parts import EDGE, Part, glued, part_of
from satpuzzle.puzzle.formats.puzzlecad_values import Values
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.model import PieceSet, Puzzle
from satpuzzle.puzzle.polyforms import names
from satpuzzle.puzzle.sticks import WORD

_CALL = re.compile(r"(module\s+)?\bburr_(piece|plate)\s*\(")
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_MOST = 1000  # copies
Cells = tuple[tuple[int, ...], ...]


def parse(text: str) -> dict[str, Any]:
    """Return the table of a piece set with all pieces that a file gives to `burr_piece` and `burr_plate`.

    Parts with joints are glued.  Raises PuzzleError, which names the line, if there are none, or they are calculated,
    or joints have no match.
    """
    code = _COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)
    values, found, parts = Values(code), list[int | Part](), list[Part]()
    for number, call in enumerate(_CALL.finditer(code)):
        if call[1] is None:
            where = f"line {code.count(chr(10), 0, call.start()) + 1}: burr_{call[2]}"
            given, keywords = values.arguments(call.end(), where)
            value = given[0] if given else None
            pieces = [value] if call[2] == "piece" else value
            if not isinstance(pieces, list):
                raise PuzzleError(f"{where}: allowed is a list of pieces")
            copies = values.value(keywords["num_copies"], where)[0] if "num_copies" in keywords else 1
            if not isinstance(copies, int) or not 0 < copies <= _MOST:
                raise PuzzleError(f"{where}: num_copies is {copies}, allowed are 1 to {_MOST}")
            for piece in pieces * copies:
                one = _piece(piece, number, where)
                (parts if isinstance(one, Part) and one.joints else found).append(one)  # type: ignore[arg-type]
    found += glued(parts)
    if not found:
        raise PuzzleError("has no burr_piece(...) and no burr_plate(...) with pieces")
    return _table(found)


def _table(found: list[int | Part]) -> dict[str, Any]:
    cut = any(isinstance(each, Part) and each.cut for each in found)
    if cut and not all(isinstance(each, Part) for each in found):
        raise PuzzleError("has sticks by their numbers beside parts of cubes, allowed is one of both")
    cells = [each if isinstance(each, int) else _cells(each, cut) for each in found]
    drawn = iter(names(sum(not isinstance(each, int) for each in {*cells})))
    return {
        "grid": "rhombic" if cut else "cubic",
        "pieces": [
            {WORD: each, "count": copies}
            if isinstance(each, int)
            else {"name": next(drawn), "cells": _drawn(each, cut), "count": copies}
            for each, copies in Counter(cells).items()
        ],
    }


def _cells(part: Part, cut: bool) -> Cells:
    """Return the cells of a part, moved to the origin: whole cubes, or tetrahedra of the grid rhombic."""
    every = np.array(sorted(part.cells))
    cubes = every // EDGE - every.min(axis=0) // EDGE
    towards = every % EDGE - EDGE // 2  # 3 to a face, 2 to an edge, 1 to a corner
    halves = 5 * cubes + 2 + np.sign(towards) * (abs(towards) - 1)
    points, many = np.unique(halves if cut else cubes, axis=0, return_counts=True)
    if (many != (2 if cut else 48)).any():
        raise PuzzleError("a part has half a tetrahedron, which is no cell of the grid rhombic")
    return tuple(map(tuple, points[np.lexsort(points.T[::-1])].tolist()))


def _drawn(cells: Cells, cut: bool) -> list[list[int]] | str:
    """Return cells as a list, or a drawing of cubes."""
    if cut:
        return [list(cell) for cell in cells]
    high = np.array(cells).max(axis=0)
    there = {*cells}
    return "\n\n".join(
        "\n".join("".join(".*"[(x, y, z) in there] for x in range(high[0] + 1)) for y in range(high[1] + 1))
        for z in range(high[2] + 1)
    )


def written_set(of: PieceSet | Puzzle) -> str:
    """Return an OpenSCAD file with a plate of the pieces, all copies of each.

    Raises PuzzleError if they are not of cubes or squares, or have colours.
    """
    pieces, grid = of.pieces, of.grid
    if grid not in (GRIDS["cubic"], GRIDS["square"]):
        raise PuzzleError(f"puzzlecad has pieces of cubes, not of the grid {grid.name}")
    for piece in pieces:
        if piece.colours.any() or piece.sides:
            raise PuzzleError(f"piece {piece.name}: has colours, which a piece of puzzlecad has not")
    lines = [f"    {_layers(piece.cells)}" for piece in pieces for _ in range(piece.max)]
    return "include <puzzlecad.scad>\n\nburr_plate([\n" + ",\n".join(lines) + "\n]);\n"


def _layers(cells: Points) -> str:
    at = cells - cells.min(axis=0)
    table = np.full(at.max(axis=0) + 1, ".")
    table[tuple(at.T)] = "x"
    layers = ("|".join("".join(row) for row in layer.T) for layer in np.moveaxis(table, 2, 0))
    return "[" + ", ".join(f'"{layer}"' for layer in layers) + "]"


def _piece(said: Any, call: int, where: str) -> int | Part:
    """Return the number of a stick or a part."""
    if isinstance(said, int):
        return said
    layers = [said] if isinstance(said, str) else said
    if not isinstance(layers, list) or not layers or not all(isinstance(layer, str) for layer in layers):
        raise PuzzleError(f"{where}: a piece is a number, a text, or a list with a text for each layer")
    part = part_of(layers, call, where)
    if not part.cells:
        raise PuzzleError(f"{where}: a piece has no cubes")
    return part
