"""Files of Puzzle Studio, a program that solves packing puzzles in a browser: JSON, where `type` names a class.

A `PuzzleFile` has a `Puzzle`, and this a grid, a tree of shapes and a list of problems.  An `AssemblyProblem` names its
goal and how many copies of which other shapes are placed, by the numbers of shapes.  Voxels are a text such as
`0,0,0; 1,0,0`, in the order x, y, z; those of the goal with the attribute `optional` may stay empty.  On squares,
`flippable` tells whether shapes may be turned over; cubes are never mirrored.  Older versions called shapes pieces.

Michael S. Brown, Mechanical Puzzle Studio, lib/serialize.ts, Puzzle.ts, Shape.ts and Problem.ts, 2026.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError, printable
from satpuzzle.puzzle.checks import MOST_COPIES, chosen
from satpuzzle.puzzle.formats import json
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.formats.table import lost_elsewhere
from satpuzzle.puzzle.formats.values import kind
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.parts import SEPARATE

_FILE = "PuzzleFile"
_GRIDS = {"CubicGrid": "cubic", "SquareGrid": "square"}
_SHAPES = ("Shape", "Piece")
_GROUPS = ("ShapeAssembly", "PieceAssembly", "AssemblyPieceGroup")
_VOXEL = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6}),(-?[0-9]{1,6})")
_HUE = re.compile("#[0-9a-fA-F]{6}")


parse = json.parse


def table(content: dict[str, Any], problem: int | str | None, name: str) -> tuple[dict[str, Any], str]:
    """Return the table of a puzzle file for a problem, by its number from 1 or its name, and the puzzle's name.

    `problem` may be None if there is only one; if there are several, its number is added to `name`.  Raises
    PuzzleError, with the place in the file, for what is no valid puzzle or cannot be expressed here.
    """
    puzzle = _of_type(content, "puzzle", "", ("Puzzle",))
    grid = _of_type(puzzle, "grid", "puzzle: ", _GRIDS)
    problems = _listed(puzzle, "puzzle: ", "problems")
    titles = [_text(each, "label") for each in problems]
    number = chosen(titles, problem)
    where, asked = f"problem {number}: ", problems[number - 1]
    if asked.get("type") != "AssemblyProblem":
        raise PuzzleError(f"{where}type is {shown(asked.get('type'))}, allowed is AssemblyProblem")
    shapes = _shapes(puzzle)
    goal = _first(asked, "goalShapeId", "goalPieceId")
    if type(goal) is not int or goal not in shapes:
        raise PuzzleError(f"{where}goalShapeId is {shown(goal)}, allowed are the ids of shapes: {shown([*shapes])}")
    copies = {each: most for each, most in _copies(asked, where).items() if each in shapes and each != goal and most[1]}
    if not copies:
        raise PuzzleError(f"{where}has no pieces")
    _check_groups(asked, copies, where)
    names = _names([_text(shapes[each], "label") or f"S{each}" for each in copies])
    board, optional = _cells(shapes[goal], f"{where}the goal")
    said = {
        "title": titles[number - 1],
        "grid": _GRIDS[grid["type"]],
        "source": ": ".join(filter(None, (_text(content, "author"), _text(content, "description")))),
        "board": board,
        "optional": optional,
        "pieces": [
            _piece(shapes[each], name, *copies[each], f"{where}piece {shown(name)}")
            for each, name in zip(copies, names, strict=True)
        ],
    }
    one_sided = grid["type"] == "SquareGrid" and not _truth(grid, "flippable", "puzzle: grid: ")
    given = {key: value for key, value in said.items() if value or key == "board"}
    named = f"{name}-{number}" if len(problems) > 1 else name
    return given | ({"mirror": False} if one_sided else {}), named


def written(puzzle: Puzzle) -> str:
    """Return a file of Puzzle Studio with a puzzle as its only problem; the shapes are moved to the origin.

    Raises PuzzleError if Puzzle Studio lacks the grid or a rule; the message names what would be lost.  What the
    packings do not depend on is left out; `left_out` names it.
    """
    if lost := _lost(puzzle):
        raise PuzzleError(f"{puzzle.name}: a file of Puzzle Studio cannot express this: {', '.join(lost)}")
    flat, pieces = puzzle.grid == GRIDS["square"], puzzle.pieces
    goal = _shape(len(pieces), puzzle.board, puzzle.title, "#808080")
    goal |= _optional(puzzle.board, puzzle.optional)
    shapes = [_shape(number, piece.cells, piece.name, _hue(pieces, number)) for number, piece in enumerate(pieces)]
    content = {
        "type": _FILE,
        **({"description": puzzle.source} if puzzle.source else {}),
        "puzzle": {
            "type": "Puzzle",
            "grid": {"type": "SquareGrid", "flippable": pieces[0].mirror} if flat else {"type": "CubicGrid"},
            "shapeTree": [*shapes, goal],
            "problems": [
                {
                    "type": "AssemblyProblem",
                    "id": 0,
                    "label": puzzle.title,
                    "solverId": "assembly",
                    "symmetryReduction": "rotation+mirror",
                    "shapeCounts": {
                        str(number): piece.max if piece.min == piece.max else {"min": piece.min, "max": piece.max}
                        for number, piece in enumerate(pieces)
                    },
                    "disassemble": False,
                    "removeNoDisassembly": True,
                    "goalShapeId": len(pieces),
                }
            ],
            "idCounters": {"shape": len(pieces) + 1, "problem": 1},
        },
    }
    return dumps(content, indent=4, ensure_ascii=False) + "\n"


def left_out(puzzle: Puzzle) -> list[str]:
    """Return a sentence, if any, about what `written` leaves out since the packings do not depend on it."""
    found = {
        "groups and weights of pieces": any(piece.groups or piece.weight != 1 for piece in puzzle.pieces),
        "values of pieces": any(piece.value != 1 for piece in puzzle.pieces),
        "the colours of cells": puzzle.colours.any() or any(piece.colours.any() for piece in puzzle.pieces),
        "the labels of cells beside the board": bool(puzzle.labels),
        f'parts = "{SEPARATE}"': puzzle.parts == SEPARATE,
        "up, which side of the board is up": bool(puzzle.up),
        f"empty = {puzzle.empty}": puzzle.empty is not None,
    }
    lost = ", ".join(said for said, here in found.items() if here)
    return [f"left out: {lost}"] if lost else []


# Reading


def _first(entry: Mapping[str, Any], *keys: str) -> Any:
    """Return the value of the first of these keys that is there, None if none is."""
    return next((entry[key] for key in keys if key in entry), None)


def _of_type(entry: Mapping[str, Any], key: str, where: str, types: Sequence[str] | Mapping[str, str]) -> Any:
    found = entry.get(key)
    if not isinstance(found, dict):
        raise PuzzleError(f"{where}{key} is {kind(found)}, allowed is a table")
    if found.get("type") not in [*types]:
        raise PuzzleError(f"{where}{key} has the type {shown(found.get('type'))}, allowed are {', '.join(types)}")
    return found


def _listed(entry: Mapping[str, Any], where: str, *keys: str) -> list[dict[str, Any]]:
    found = _first(entry, *keys)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise PuzzleError(f"{where}{keys[0]} is {shown(found)}, allowed is a list of tables")
    return found


def _text(entry: Mapping[str, Any], key: str) -> str:
    """Return a text on one line; it is empty if there is none."""
    found = entry.get(key)
    return printable(found) if isinstance(found, str) else ""


def _truth(entry: Mapping[str, Any], key: str, where: str) -> bool:
    found = entry.get(key, False)
    if not isinstance(found, bool):
        raise PuzzleError(f"{where}{key} is {shown(found)}, allowed are true and false")
    return found


def _shapes(puzzle: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return the shapes of a puzzle, those in groups too, by their ids."""
    found: dict[int, dict[str, Any]] = {}
    for number, entry in enumerate(_listed(puzzle, "puzzle: ", "shapeTree", "pieceTree", "pieces"), 1):
        where = f"puzzle: shapeTree: entry {number}: "
        grouped = entry.get("type") in _GROUPS
        for shape in _listed(entry, where, "shapes", "pieces") if grouped else [entry]:
            if shape.get("type") not in _SHAPES:
                raise PuzzleError(f"{where}type is {shown(shape.get('type'))}, allowed are Shape and ShapeAssembly")
            known = shape.get("id")
            if type(known) is not int or known in found:
                raise PuzzleError(f"{where}id is {shown(known)}, allowed are integers, different for each shape")
            found[known] = shape
    return found


def _copies(problem: dict[str, Any], where: str) -> dict[int, tuple[int, int]]:
    """Return the smallest and the largest number of copies of each shape, by its id."""
    found = _first(problem, "shapeCounts", "usedPieceCounts")
    if not isinstance(found, dict) or not all(re.fullmatch("[0-9]{1,9}", each) for each in found):
        raise PuzzleError(f"{where}shapeCounts is {shown(found)}, allowed is a table with ids of shapes")
    return {int(each): _range(count, f"{where}shapeCounts: {each}") for each, count in found.items()}


def _range(found: object, what: str) -> tuple[int, int]:
    least, most = (found.get("min"), found.get("max")) if isinstance(found, dict) else (found, found)
    if type(least) is not int or type(most) is not int or not 0 <= least <= most <= MOST_COPIES:
        raise PuzzleError(
            f"{what} is {shown(found)}, allowed are integers from 0 to {MOST_COPIES}, and min and max in this order"
        )
    return least, most


def _check_groups(problem: dict[str, Any], copies: Mapping[int, tuple[int, int]], where: str) -> None:
    """Raise PuzzleError if a group of pieces limits their number further than the ranges of the pieces do."""
    if problem.get("constraints") is None:
        return
    for number, group in enumerate(_listed(problem, where, "constraints"), 1):
        what = f"{where}constraint {number}"
        if (found := group.get("_type")) != "piece-group":
            raise PuzzleError(f"{what}: _type is {shown(found)}, allowed is piece-group")
        ids = group.get("shapeIds")
        if not isinstance(ids, list) or not all(type(each) is int for each in ids):
            raise PuzzleError(f"{what}: shapeIds is {shown(ids)}, allowed is a list of ids of shapes")
        least, most = _range(group.get("count"), f"{what}: count")
        ranges = [copies.get(each, (0, 0)) for each in {*ids}]
        if ids and not least <= sum(low for low, _ in ranges) <= sum(high for _, high in ranges) <= most:
            raise PuzzleError(f"{what}: limits the number of pieces of several shapes together, which has no rule here")


def _names(plain: list[str]) -> list[str]:
    """Return different names, with the number of the piece behind those that occur more than once."""
    while several := {name for name, times in Counter(plain).items() if times > 1}:
        plain = [f"{name} #{number}" if name in several else name for number, name in enumerate(plain, 1)]
    return plain


def _cells(shape: dict[str, Any], what: str) -> tuple[list[list[int]], list[list[int]]]:
    """Return the cells of a shape that must be filled, and those that may stay empty, each once."""
    found = shape.get("voxels")
    voxels = found.split("; ") if isinstance(found, str) and found else found or []
    if not isinstance(voxels, list):
        raise PuzzleError(f"{what}: voxels is {shown(found)}, allowed is a text such as 0,0,0; 1,0,0")
    cells = {}
    for voxel in voxels:
        if not isinstance(voxel, str) or not (place := _VOXEL.fullmatch(voxel)):
            raise PuzzleError(f"{what}: voxels has {shown(voxel)}, allowed are texts such as 0,0,0")
        cells[voxel] = [int(each) for each in place.groups()]
    attributes = shape.get("voxelAttributes") or {}
    if not isinstance(attributes, dict) or not attributes.keys() <= {"optional"}:
        raise PuzzleError(f"{what}: voxelAttributes is {shown(attributes)}, allowed is a table with optional")
    may = attributes.get("optional", {})
    if not isinstance(may, dict) or not all(isinstance(each, bool) for each in may.values()):
        raise PuzzleError(f"{what}: voxelAttributes: optional is {shown(may)}, allowed is a table of true and false")
    filled = [cell for voxel, cell in cells.items() if not may.get(voxel)]
    return filled, [cell for voxel, cell in cells.items() if may.get(voxel)]


def _piece(shape: dict[str, Any], name: str, least: int, most: int, what: str) -> dict[str, Any]:
    cells, optional = _cells(shape, what)
    if optional:
        raise PuzzleError(f"{what}: has optional voxels, only a goal may have some")
    hue = shape.get("color")
    paint = {"paint": hue} if isinstance(hue, str) and _HUE.fullmatch(hue) else {}
    return {"name": name, "min": least, "max": most, "cells": cells, **paint}


# Writing


def _lost(puzzle: Puzzle) -> list[str]:
    """Return in words what a file cannot express and the packings depend on."""
    known = puzzle.grid in (GRIDS["cubic"], GRIDS["square"])
    lost = [] if known else [f"the grid {puzzle.grid.name}"]
    lost += lost_elsewhere(puzzle)
    if puzzle.grid.two_sided and len({piece.mirror for piece in puzzle.pieces}) > 1:
        lost.append("that some pieces are turned over and others are not (mirror)")
    painted = [piece for piece in puzzle.pieces if piece.colours.any()]
    if puzzle.pairs is not None and (painted or puzzle.colours.any()):
        lost.append("cells with colours")
    most = min(len(puzzle.board) - puzzle.volumes[0], int(puzzle.optional.sum()))
    if puzzle.empty is not None and most > puzzle.empty:
        lost.append(f"empty = {puzzle.empty}")
    return lost


def _shape(number: int, cells: Points, name: str, hue: str) -> dict[str, Any]:
    moved = cells - cells.min(axis=0)
    x, y, z = moved.max(axis=0) + 1
    return {
        "type": "Shape",
        "id": number,
        "voxels": "; ".join(_voxels(cells)),
        "bounds": f"xSize:{x} ySize:{y} zSize:{z}",
        "label": name,
        "color": hue,
    }


def _voxels(cells: Points) -> list[str]:
    return [",".join(map(str, cell)) for cell in (cells - cells.min(axis=0)).tolist()]


def _optional(cells: Points, optional: NDArray[np.bool_]) -> dict[str, Any]:
    may = [voxel for voxel, each in zip(_voxels(cells), optional.tolist(), strict=True) if each]
    return {"voxelAttributes": {"optional": dict.fromkeys(may, True)}} if may else {}


def _hue(pieces: Sequence[Piece], number: int) -> str:
    """Return the colour of a piece, one of evenly spaced hues if it has none; without one it would be black."""
    if pieces[number].paint:
        return pieces[number].paint
    angles = 2 * np.pi * (number / len(pieces) + np.arange(3) / 3)
    return "#" + bytes((128 + 110 * np.cos(angles)).astype(np.uint8)).hex()
