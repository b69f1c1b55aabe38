"""Shapes in the text form of heesch-sat, and what is known of how they tile.

A shape is a line: a letter for the grid, perhaps a question mark, and the coordinates x y of each cell.  Without the
question mark a second line follows, the verdict, and after it as many patches as its last number says:

    H 0 0 1 0 2 0 1 1
    ~ 1 1 0             not a tile: Heesch number 1, and 1 if the last corona may have holes

Other verdicts are `O` for a hole, `I n` and `# n` for tilings with n orbits of copies, `$` for an aperiodic tile, `!`
for an open one.  A patch is a line with its number of copies, and a line for each.

Craig S. Kaplan, github.com/isohedral/heesch-sat, src/tileio.h, 2022.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import FURTHEST
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.model import PieceSet, Puzzle

_VERDICTS = "?O!~I#$"
_NUMBER = r"\d{1,9}"  # Python refuses to read numbers of thousands of digits


class _Map(NamedTuple):
    """A grid there: where the two periods lead, and where the cell of each kind in the first unit lies."""

    grid: str
    periods: tuple[tuple[int, int], tuple[int, int]]
    kinds: tuple[tuple[int, int], ...]


# fmt: off
_MAPS = {
    "O": _Map("square", ((1, 0), (0, 1)), ((0, 0),)),
    "H": _Map("hexagonal", ((1, 0), (0, 1)), ((0, 0),)),
    "I": _Map("triangular", ((3, 0), (0, 3)), ((0, 0), (1, 1))),
    "o": _Map("octasquares", ((1, -1), (1, 1)), ((0, 1), (1, 1))),
    "T": _Map("trihexes", ((1, 1), (2, -1)), ((0, 0), (1, -1), (1, 0))),
    "K": _Map("kites", ((2, 2), (4, -2)), ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))),
    "D": _Map("drafters", ((7, 0), (0, 7)), (
        (2, -3), (3, -2), (3, -1), (2, 1), (1, 2), (-1, 3), (-2, 3), (-3, 2), (-3, 1), (-2, -1), (-1, -2), (1, -3))),
}
# fmt: on
_NO_GRID = {"A": "polyaboloes", "h": "half cairos", "B": "the tiling 4.6.12"}
GRIDS_THERE = tuple(each.grid for each in _MAPS.values())


class Record(NamedTuple):
    """A shape of a file: its grid, its cells, and its verdict, "" or a mark and numbers."""

    grid: Grid
    cells: list[list[int]]
    verdict: str


def records(text: str) -> Iterator[Record]:
    """Yield the shapes of a file.  Raises PuzzleError, which names the line, for one that is not of this form."""
    lines = [line.strip() for line in text.splitlines()]
    at = 0
    while at < len(lines):
        if not lines[at]:
            at += 1
            continue
        letter, bare, said = _parts(at + 1, lines[at])
        grid, cells = _cells(at + 1, letter, said)
        verdict, at = "", at + 1
        if not bare:
            verdict, patches = _verdict(at + 1, lines[at] if at < len(lines) else "")
            at = _behind(lines, at + 1, patches)
        yield Record(grid, cells, verdict)


def parse(text: str) -> dict[str, Any]:
    """Return the table of a set of pieces; raises PuzzleError."""
    found = [*records(text)]
    if not found:
        raise PuzzleError("has no shape")
    names = sorted({one.grid.name for one in found})
    if len(names) > 1:
        raise PuzzleError(f"has shapes on the grids {' and '.join(names)}: choose one")
    pieces = [{"name": str(number), "cells": one.cells} for number, one in enumerate(found, 1)]
    return {"grid": names[0], "pieces": pieces}


def written_set(of: PieceSet | Puzzle) -> str:
    """Return the pieces as shapes without a verdict.  Raises PuzzleError for a grid that is not known there."""
    return "".join(shape(of.grid, piece.cells) for piece in of.pieces)


def shape(grid: Grid, cells: Points, verdict: str = "") -> str:
    """Return the lines of a shape, with a verdict if there is one, but no patches; raises PuzzleError."""
    letter = next((letter for letter, each in _MAPS.items() if GRIDS[each.grid] is grid), None)
    if letter is None:
        raise PuzzleError(f"the grid {grid.name} is not one of heesch-sat: choose from {', '.join(GRIDS_THERE)}")
    there = grid.steps(cells)[:, :2] @ np.array(_MAPS[letter].periods)
    there = there + np.array(_MAPS[letter].kinds)[grid.kind(cells)]
    line = f"{letter}{'' if verdict else '?'} {' '.join(map(str, there.ravel().tolist()))}\n"
    return line + (f"{verdict} 0\n" if verdict else "")


def _parts(number: int, line: str) -> tuple[str, bool, list[int]]:
    """Return the letter of a shape's grid, whether it has no verdict, and its numbers."""
    parsed = re.fullmatch(rf"([A-Za-z]?)(\??)\s*(-?{_NUMBER}(?:\s+-?{_NUMBER})*)", line)
    if parsed is None:
        raise PuzzleError(f"line {number} is {line[:40]!r}, allowed are a letter and the coordinates of cells")
    return parsed[1] or "O", bool(parsed[2]), [int(word) for word in parsed[3].split()]


def _cells(number: int, letter: str, said: list[int]) -> tuple[Grid, list[list[int]]]:
    if letter not in _MAPS:
        what = f", {_NO_GRID[letter]}," if letter in _NO_GRID else ""
        raise PuzzleError(f"line {number}: the grid {letter}{what} is not known: choose from {', '.join(_MAPS)}")
    if len(said) % 2:
        raise PuzzleError(f"line {number} has {len(said)} coordinates, an even number is needed")
    if abs(far := max(said, key=abs)) > FURTHEST:
        raise PuzzleError(f"line {number} has {far}, coordinates go up to {FURTHEST}")
    there, mapped = np.array(said).reshape(-1, 2), _MAPS[letter]
    grid, ((a, b), (c, d)) = GRIDS[mapped.grid], mapped.periods
    area = a * d - b * c
    found, known = np.zeros((len(there), 3), np.int64), np.zeros(len(there), np.bool_)
    for kind, first in enumerate(mapped.kinds):
        steps = (there - first) @ np.array([[d, -b], [-c, a]])  # times the area
        here = (steps % area == 0).all(axis=1)
        found[here] = steps[here] // area @ grid.basis + grid.kinds[kind]
        known |= here
    if not known.all():
        x, y = there[~known][0].tolist()
        raise PuzzleError(f"line {number}: {x} {y} is no cell of the grid {letter}")
    if len({*map(tuple, found.tolist())}) < len(found):
        raise PuzzleError(f"line {number} has a cell twice")
    return grid, found.tolist()


def _verdict(number: int, line: str) -> tuple[str, int]:
    """Return a verdict, "" if it is not known, and the number of patches behind it."""
    if not re.fullmatch(r"\?( N)?|[O!$] N|[I#] N N|~ N N N".replace("N", _NUMBER), line):
        raise PuzzleError(f"line {number} is {line[:40]!r}, allowed is a verdict: {' '.join(_VERDICTS)} and numbers")
    mark, *numbers = line.split()
    return " ".join([mark, *numbers[:-1]]).removeprefix("?"), int(numbers[-1]) if numbers else 0


def _behind(lines: list[str], at: int, patches: int) -> int:
    """Return the line behind so many patches, whose copies are not read."""
    for _ in range(patches):
        said = lines[at] if at < len(lines) else ""
        if not re.fullmatch(_NUMBER, said):
            raise PuzzleError(f"line {at + 1} is {said[:40]!r}, allowed is the number of copies of a patch")
        at += 1
        if (left := len(lines) - at) < int(said):
            raise PuzzleError(f"line {at} says that a patch has {int(said)} copies, {left} lines are left")
        at += int(said)
    return at
