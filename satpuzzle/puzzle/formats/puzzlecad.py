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
from collections.abc import Iterator
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.model import PieceSet, Puzzle
from satpuzzle.puzzle.polyforms import names
from satpuzzle.puzzle.sticks import WORD

_CALL = re.compile(r"(module\s+)?\bburr_(piece|plate)\s*\(")
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TOKEN = re.compile(r'\s*([\[\],]|"(?:\\.|[^"\\])*"|\d+)')
_PRINTED = {"clabel", "label_orient", "label_text", "label_font", "label_hoffset", "label_voffset", "label_scale"}
_PRINTED.add("circle")  # annotations that change no cube


def parse(text: str) -> dict[str, Any]:
    """Return the table of a piece set with all pieces that a file gives to `burr_piece` and `burr_plate`.

    Raises PuzzleError, which names the line, if there are none, or they are not written out, or are not whole cubes.
    """
    code = _COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)
    found: list[Any] = []
    for call in _CALL.finditer(code):
        if call[1] is None:
            where = f"line {code.count(chr(10), 0, call.start()) + 1}: burr_{call[2]}"
            value, _ = _value(code, call.end(), where)
            pieces = [value] if call[2] == "piece" else value
            if not isinstance(pieces, list):
                raise PuzzleError(f"{where}: allowed is a list of pieces")
            found += (_piece(piece, where) for piece in pieces)
    if not found:
        raise PuzzleError("has no burr_piece(...) and no burr_plate(...) with pieces")
    drawn = iter(names(sum(isinstance(each, str) for each in {*found})))
    return {
        "grid": "cubic",
        "pieces": [
            {"name": next(drawn), "cells": each, "count": copies}
            if isinstance(each, str)
            else {WORD: each, "count": copies}
            for each, copies in Counter(found).items()
        ],
    }


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


def _value(code: str, at: int, where: str) -> tuple[Any, int]:
    """Return the number, text or list that is written at a place of the code, and where it ends."""
    found = _TOKEN.match(code, at)
    if found is None or found[1] in ("]", ","):
        raise PuzzleError(f"{where}: allowed are numbers, texts and lists of them, not names and calculations")
    if found[1] != "[":
        return found[1][1:-1] if found[1][0] == '"' else int(found[1][:9]), found.end()
    values, at = [], found.end()
    while (token := _TOKEN.match(code, at)) is None or token[1] != "]":
        value, at = _value(code, at, where)
        values.append(value)
        token = _TOKEN.match(code, at)
        if token is not None and token[1] == ",":
            at = token.end()
    return values, token.end()


def _piece(said: Any, where: str) -> int | str:
    """Return the number of a stick or the drawing of a piece."""
    if isinstance(said, int):
        return said
    layers = [said] if isinstance(said, str) else said
    if not isinstance(layers, list) or not layers or not all(isinstance(layer, str) for layer in layers):
        raise PuzzleError(f"{where}: a piece is a number, a text, or a list with a text for each layer")
    known = layers[0].startswith("{")
    return "\n\n".join("\n".join(_rows(layer, known, where)) for layer in layers[known:])


def _rows(layer: str, known: bool, where: str) -> Iterator[str]:
    row, at = "", 0
    while at < len(layer):
        mark, at = layer[at], at + 1
        if mark == "|":
            yield row
            row = ""
        elif mark == "{" and row:
            end = _closing(layer, at, where)
            for annotation in re.split(r",(?![^{]*\})", layer[at:end]):
                if (key := annotation.partition("=")[0]) not in _PRINTED:
                    raise PuzzleError(
                        f"{where}: {{{annotation}}}: a piece here is of whole cubes and in one part ({key})"
                    )
            at = end + 1
        elif mark in ".x" or (mark == "#" and known):
            row += "." if mark == "." else "*"
        else:
            raise PuzzleError(f'{where}: "{mark}" in "{layer[:40]}": allowed are x, ., | and annotations after an x')
    yield row


def _closing(layer: str, at: int, where: str) -> int:
    """Return where the brace that was opened before a place is closed."""
    depth = 1
    for end in range(at, len(layer)):
        depth += {"{": 1, "}": -1}.get(layer[end], 0)
        if not depth:
            return end
    raise PuzzleError(f'{where}: "{layer[:40]}" has a brace that is not closed')
