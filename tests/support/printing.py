"""Pieces as files of puzzlecad print them: in parts, each turned at random, with joints that say how to glue them.

This shares nothing with what reads such files.  A cell is a cube or a tetrahedron of one, `(cube, face, edge)`; a joint
is on a cell.  Cubes and directions are vectors, and a turn is a matrix of the rotation group of the cube.
"""

import random
from collections import defaultdict
from itertools import permutations, product
from typing import Any

import numpy as np

from satpuzzle.puzzle.grids import Points

Vector = tuple[int, ...]
Cell = tuple[Vector, Vector, Vector]  # of a whole cube, face and edge are zero
Joint = tuple[str, str, Cell, Vector, Vector]  # what it is, its label, where it is, its face, its edge
Part = tuple[set[Cell], list[Joint]]
WHOLE = (0, 0, 0)
UNITS = [tuple(sign * each for each in unit) for unit in np.eye(3, dtype=int).tolist() for sign in (1, -1)]
TURNS = [
    turn
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3))
    if round(np.linalg.det(turn := np.diag(signs)[list(order)])) == 1
]


def printed(cells: Points, grid: str, dice: random.Random, cuts: int) -> str:
    """Return the call of `burr_plate` for the parts of a piece of the grid cubic or rhombic."""
    parts: list[Part] = [({_cell(cell, grid) for cell in cells.tolist()}, [])]
    for label in "ABCDEFG"[:cuts]:
        parts += _cut(*parts.pop(dice.randrange(len(parts))), label, dice)
    return "burr_plate([" + ",\n".join(_text(*part, dice.choice(TURNS)) for part in parts) + "]);\n"


def _cell(cell: list[int], grid: str) -> Cell:
    if grid == "cubic":
        return tuple(cell), WHOLE, WHOLE
    towards = [each % 5 - 2 for each in cell]  # in a cube of the edge 5: two steps to a face, one to an edge
    face, edge = (tuple(each // far if abs(each) == far else 0 for each in towards) for far in (2, 1))
    return tuple(each // 5 for each in cell), face, edge


def _cut(cells: set[Cell], joints: list[Joint], label: str, dice: random.Random) -> list[Part]:
    """Return both halves of a part, which a joint between two cells joins; the part if it has no such cells."""
    pairs = [pair for pair in product(sorted(cells), repeat=2) if _side_by_side(*pair)]
    if not pairs:
        return [(cells, joints)]
    one, other = dice.choice(pairs)
    moved = {other} | {cell for cell in cells if cell != one and dice.random() < 0.5}
    if one[0] == other[0]:
        ends = ("dm", label, one, *one[1:]), ("df", label, other, *other[1:])
    else:
        face = tuple(b - a for a, b in zip(one[0], other[0], strict=True))
        back = tuple(-each for each in face)
        edge = dice.choice([unit for unit in UNITS if unit not in (face, back)])
        ends = ("m", label, one, face, edge), ("f", label, other, back, edge)
    every = [*joints, *ends]
    return [(half, [joint for joint in every if joint[2] in half]) for half in (cells - moved, moved)]


def _side_by_side(one: Cell, other: Cell) -> bool:
    """Tell whether two cells meet in the diagonal plane of a cube, or are in neighbouring cubes."""
    if one[0] == other[0]:
        return one[1:] == (other[2], other[1]) != (WHOLE, WHOLE)
    return sum(abs(a - b) for a, b in zip(one[0], other[0], strict=True)) == 1


def _text(cells: set[Cell], joints: list[Joint], turn: Any) -> str:
    """Return the texts of the layers of a part after a turn."""

    def turned(vector: Vector) -> Vector:
        return tuple((turn @ vector).tolist())

    def name(*vectors: Vector) -> str:
        axes = [next((axis, step) for axis, step in zip("xyz", turned(each), strict=True) if step) for each in vectors]
        return "".join(axis + "-+"[step > 0] for axis, step in axes)

    cubes = {cell: turned(cell[0]) for cell in cells}
    low, high = np.min(list(cubes.values()), axis=0), np.max(list(cubes.values()), axis=0)
    notes = defaultdict[Vector, dict[str, list[str]]](lambda: defaultdict(list))
    for cell in sorted(cells):
        notes[cubes[cell]]["components"] += [name(*cell[1:])] if cell[1] != WHOLE else []
    for kind, label, cell, face, edge in joints:
        notes[cubes[cell]]["connect"].append(kind + name(face, edge))
        notes[cubes[cell]]["clabel"].append(label)

    def cube(*at: int) -> str:
        if at not in notes:
            return "."
        said = ",".join(f"{key}={{{','.join(values)}}}" for key, values in notes[at].items() if values)
        return f"x{{{said}}}" if said else "x"

    x, y, z = (range(a, b + 1) for a, b in zip(low.tolist(), high.tolist(), strict=True))
    return "[" + ", ".join('"' + "|".join("".join(cube(i, j, k) for i in x) for j in y) + '"' for k in z) + "]"
