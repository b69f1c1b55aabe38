"""Which side of a board is up, for checkers only: docs/rules.md defines it.  The search has `puzzle/up.py`."""

from collections.abc import Sequence
from math import gcd
from typing import Any

import numpy as np

from satpuzzle.proofs.check.motions import Cell, cells_of, echelon, home
from satpuzzle.puzzle.model import Puzzle

_PLACES = ("beneath", "underside")  # rows about these need gravity


def upward(puzzle: Puzzle) -> Cell | None:
    """Return the translation of the grid that leads upward, None if the puzzle has none."""
    said: Any = puzzle.up
    if not said:
        tables = [form for rule in puzzle.rules if rule.written for form in _forms(rule.written.content)]
        if not any(row["place"] in _PLACES for form in tables for row in form["items"]):
            return None
        said = "z" if len(puzzle.grid.basis) == 3 else "-y"
    if isinstance(said, str):
        said = [(said == axis) - (said == "-" + axis) for axis in "xyz"]
    lattice, whole = echelon(cells_of(puzzle.grid.basis)), gcd(*said)
    x, y, z = (number // whole for number in said)
    every = ((k * x, k * y, k * z) for k in range(1, 13))
    return next(up for up in every if not any(home(up, lattice)))


def _forms(content: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = content.get("form", [content])
    return found


class Upright:
    """Tells which isometries keep the vector that leads upward."""

    def __init__(self, puzzle: Puzzle, points: Sequence[Cell]) -> None:
        self._up = upward(puzzle)
        if self._up is not None:
            first = puzzle.board.tolist()[0]
            high = [each + step for each, step in zip(first, self._up, strict=True)]
            start, end, *places = cells_of(puzzle.grid.exact(np.array([first, high, *points])))
            self._vector = tuple(b - a for a, b in zip(start, end, strict=True))
            self._places: list[Cell] = places

    def turn(self, matrix: Any) -> bool:
        """Tell whether a matrix, in exact coordinates, keeps it."""
        return self._up is None or tuple(_dot(row, self._vector) for row in matrix) == self._vector

    def balls(self, moved: Sequence[int], proper: bool) -> bool:
        """Tell whether an isometry that carries the points so keeps it, and is proper if told.

        It is determined by its images of points and of the vector, up to a reflection in the plane of these if they
        are in one.  So their inner products are the same, and for a proper one their orientation.
        """
        if self._up is None:
            return True
        own = [_minus(place, self._places[0]) for place in self._places]
        there = [_minus(self._places[to], self._places[moved[0]]) for to in moved]
        if any(_dot(a, self._vector) != _dot(b, self._vector) for a, b in zip(own, there, strict=True)):
            return False
        across = [number for number, a in enumerate(own) if any(_cross(a, self._vector))]
        if not proper or not across:
            return True
        one, many = across[0], range(len(own))
        sides = ((_dot(_cross(each[one], self._vector), each[k]) for each in (own, there)) for k in many)
        return all(a == b for a, b in sides)


def _minus(a: Cell, b: Cell) -> Cell:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Cell, b: Cell) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Cell, b: Cell) -> Cell:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
