"""Reads grids that are written down: the keys of a file in `grids/`, checked, become a `Tiling`.

Corners are integers over a *frame*: `square` has axes at right angles, `hexagonal` at 60 degrees, `root 2` and `root 3`
have right angles and numbers a + b√2 or a + b√3, which are written `[a, b]`.  The x-axis points to the right and the
y-axis down.  Everything is computed exactly, in coordinates along the two periods (`unit.py`): there the translations
of the grid are integers, and its isometries are integer matrices with a step.

A file may also take the cells of another grid, for forms of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from json import dumps, loads
from math import sqrt
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats import json, toml
from satpuzzle.puzzle.grids.base import Grid, Points, normalised
from satpuzzle.puzzle.grids.exact import Number, Point
from satpuzzle.puzzle.grids.made import MADE
from satpuzzle.puzzle.grids.tiling import Layout, Tiling
from satpuzzle.puzzle.grids.unit import Unit

KEYS = ("title", "grid", "frame", "periods", "cells", "drawing", "points", "forms", "rules", "source")
KEYS_BESIDE = ("title", "grid", "forms", "rules", "source")  # of a grid with the cells of another one
CELL_KEYS = ("name", "corners", "at")
FRAMES = {"square": 1, "hexagonal": 1, "root 2": 2, "root 3": 3}  # the root of each frame
MOST_KINDS, MOST_CORNERS, FARTHEST = 64, 40, 100  # cells of a unit, corners of a cell, a corner's coordinates
_known: dict[tuple[str, str], Grid] = {}  # the grids that were read, by content and name


def load(path: Path, name: str = "") -> Grid:
    """Return the grid in a file; its name is its title, unless one is given.

    Raises PuzzleError, with a one-line message, if the file is invalid.
    """
    return of_table({"title": path.stem} | toml.load(path), str(path), name)


def of_table(content: Mapping[str, Any], where: str, name: str = "") -> Grid:
    """Return the grid with these keys; messages begin with `where`.  Raises PuzzleError if it is not a grid."""
    try:
        text = dumps(content)
    except (TypeError, ValueError):  # dates, for example
        raise PuzzleError(f"{where}: a value is neither text, an integer, a list nor a table") from None
    if (text, name) not in _known:
        _known[text, name] = _Reader(loads(text), where).grid(name)
    return _known[text, name]


class _Reader:
    """Converts the content of a file to a grid; raises PuzzleError if it breaks a rule."""

    def __init__(self, content: Mapping[str, Any], where: str) -> None:
        self.content, self.where = content, where

    def fail(self, message: str) -> NoReturn:
        raise PuzzleError(f"{self.where}: {message}")

    def grid(self, name: str) -> Grid:
        self._text("source", "")
        return self._tiling(name) if "grid" not in self.content else self._beside(name)

    def _beside(self, name: str) -> Grid:
        """Return a grid that has the cells of another one."""
        self._known(self.content, KEYS_BESIDE, "")
        found, files = self.content["grid"], data.files("grids")
        if not isinstance(found, str) or found not in {*MADE, *files}:
            self.fail(f"grid is {json.shown(found)}: choose from {', '.join((*MADE, *files))}")
        other = MADE[found] if found in MADE else load(files[found], found)
        self.names = list(other.names) if isinstance(other, Tiling) else []
        title = self._text("title", name or "written")
        rules = self._rules() if "rules" in self.content else other.rules
        own_keys = {key: value for key, value in self.content.items() if key != "grid"}
        written = {**(other.written or {"grid": found}), **own_keys}
        return replace(other, name=name or title, title=title, forms=self._forms(other), written=written, rules=rules)

    def _tiling(self, name: str) -> Tiling:
        self._known(self.content, KEYS, "")
        frame = self.content.get("frame", "square")
        if not isinstance(frame, str) or frame not in FRAMES:
            self.fail(f"frame is {json.shown(frame)}: choose from {', '.join(FRAMES)}")
        self.slanted, self.root = frame == "hexagonal", FRAMES[frame]
        periods = self._points(self.content.get("periods"), "periods", 2, 2)
        cells = self._cells()
        self.names = [name for name, _ in cells]
        outlines = [outline for _, outline in cells]
        sticks = self._are_sticks(outlines)
        said = [list(map(json.shown, cell["corners"])) for cell in self.content["cells"]]
        try:
            unit = Unit(self.root, self.slanted, periods, self.names, outlines, said)
            behind = unit.sticks() if sticks else unit.tiles()
            group, moves = unit.group()
        except PuzzleError as error:
            self.fail(str(error))
        back = {point: outline[at] for outline, its in zip(outlines, map(unit.within, outlines), strict=True)
                for at, point in enumerate(its)}  # fmt: skip
        places = [np.array([self._place(back[point]) for point in outline]) for outline in unit.corners]
        at = np.array([self._place(point) for point in periods])
        if np.linalg.det(at) < 0:  # the second period follows the first the other way round
            places, behind = [outline[::-1] for outline in places], [_reversed(some) for some in behind]
        title = self._text("title", name or "written")
        found = Tiling(
            name or title,
            np.array([(1, 0, 0), (0, 1, 0)], np.int64),
            group,
            np.array([(0, 0, kind) for kind in range(len(cells))], np.int64),
            title=title,
            written=self.content,
            rules=self._rules(),
            names=tuple(self.names),
            periods=at,
            outlines=tuple(places),
            behind=tuple(map(tuple, behind)),
            moves=moves,
            layout=self._layout(),
        )
        return replace(found, forms=self._forms(found)) if "forms" in self.content else found

    def _are_sticks(self, outlines: Sequence[Sequence[Any]]) -> bool:
        """Tell whether the cells are sticks, with two corners."""
        sticks = [len(outline) == 2 for outline in outlines]
        if any(sticks) and not all(sticks):
            odd = self.names[sticks.index(not sticks[0])]
            self.fail(f"cell {odd} has {'more than ' * sticks[0]}2 corners: the cells are all sticks, or none is")
        return sticks[0]

    # Values

    def _known(self, table: Mapping[str, Any], allowed: Sequence[str], where: str) -> None:
        for key in table:
            if key not in allowed:
                self.fail(f"{where}unknown key {json.shown(key)}: choose from {', '.join(sorted(allowed))}")

    def _text(self, key: str, default: str) -> str:
        value = self.content.get(key, default)
        if not isinstance(value, str) or not value.isprintable():
            self.fail(f"{key} is {json.shown(value)}, allowed is text in one line")
        return value

    def _points(self, found: object, key: str, least: int, most: int) -> list[Point]:
        if not isinstance(found, list) or not least <= len(found) <= most:
            many = least if least == most else f"{least} to {most}"
            self.fail(f"{key} is {json.shown(found)}, allowed is a list of {many} points [x, y]")
        for point in found:
            if not isinstance(point, list) or len(point) != 2:
                self.fail(f"{key} has {json.shown(point)}, a point is [x, y]")
        return [(self._number(x, key), self._number(y, key)) for x, y in found]

    def _number(self, found: object, key: str) -> Number:
        pair: list[Any] = found if isinstance(found, list) and self.root > 1 else [found, 0]
        if len(pair) != 2 or not all(type(part) is int and abs(part) <= FARTHEST for part in pair):
            pairs = f" and pairs [a, b] for a + b√{self.root}"
            roots = ", and with the frames root 2 and root 3 also pairs"
            numbers = f"integers up to {FARTHEST}" + (pairs if self.root > 1 else roots * isinstance(found, list))
            self.fail(f"{key} has {json.shown(found)}, coordinates are {numbers}")
        a, b = pair
        return a, b

    def _cells(self) -> list[tuple[str, list[Point]]]:
        found = self.content.get("cells")
        if not isinstance(found, list) or not 0 < len(found) <= MOST_KINDS:
            self.fail(f"cells is {json.shown(found)}, allowed is a list of 1 to {MOST_KINDS} cells of a unit")
        cells: list[tuple[str, list[Point]]] = []
        for number, cell in enumerate(found, 1):
            if not isinstance(cell, dict):
                self.fail(f"cell {number} is {json.shown(cell)}, allowed is a table with {', '.join(CELL_KEYS)}")
            name = cell.get("name", str(number))
            if not isinstance(name, str) or not name.isprintable() or name in dict(cells) or not name:
                self.fail(f"cell {number} has the name {json.shown(name)}, allowed is a text that no other cell has")
            self._known(cell, CELL_KEYS, f"cell {name}: ")
            cells.append((name, self._points(cell.get("corners"), f"cell {name}: corners", 2, MOST_CORNERS)))
        return cells

    def _layout(self) -> Layout:
        """Return where cells are drawn; without the key `drawing` a unit is a row."""
        cells = self.content["cells"]
        drawn = "drawing" in self.content
        steps = self._pairs(self.content["drawing"] if drawn else [[len(cells), 0], [0, 1]], "drawing", 2)
        (a, b), (c, d) = steps
        if not a * d - b * c:
            self.fail(f"drawing is {json.shown(steps)}, the steps of the periods must differ in direction")
        spots = []
        for number, (name, cell) in enumerate(zip(self.names, cells, strict=True)):
            key = f"cell {name}: at"
            if drawn and "at" not in cell:
                self.fail(f"{key} is missing: with the key drawing, each cell has its column and row, [column, row]")
            spots.append((key, self._pairs([cell["at"]], key, 1)[0] if drawn else [number, 0]))
        points = self._pairs(self.content.get("points", []), "points", None)
        taken = dict[tuple[int, int], str]()
        for key, spot in [*spots, *(("points", point) for point in points)]:
            if (place := self._spot(spot, steps)) in taken:
                self.fail(f"{key} has {spot}, the place of {taken[place]} in a drawing")
            taken[place] = key.removesuffix(": at")
        return Layout(np.array([spot for _, spot in spots]), np.array(steps), np.array(points, np.int64).reshape(-1, 2))

    def _spot(self, spot: Sequence[int], steps: Sequence[Sequence[int]]) -> tuple[int, int]:
        (a, b), (c, d) = steps
        whole = abs(a * d - b * c)
        x, y = spot
        return (x * d - y * c) % whole, (y * a - x * b) % whole

    def _pairs(self, found: object, key: str, many: int | None) -> list[list[int]]:
        fits = isinstance(found, list) and (many is None or len(found) == many)
        if not fits or not all(
            isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and abs(n) <= FARTHEST for n in pair)
            for pair in found  # type: ignore[attr-defined]
        ):
            self.fail(f"{key} is {json.shown(found)}, allowed are columns and rows, [column, row]")
        return found  # type: ignore[return-value]

    def _forms(self, grid: Grid) -> tuple[Points, ...]:
        """Return the forms that the file lists, and their images under isometries, each once up to translation."""
        listed = self.content.get("forms")
        if not isinstance(listed, list) or not listed:
            self.fail(f"forms is {json.shown(listed)}, allowed is a list of lists of cells")
        found: dict[bytes, Points] = {}
        for form in listed:
            if not isinstance(form, list) or not form:
                self.fail(f"forms has {json.shown(form)}, allowed is a list of cells")
            cells = [self._named(cell, grid) for cell in form]
            if len({*cells}) < len(cells):
                self.fail(f"forms has {json.shown(form)}, which has a cell twice")
            found |= {image.tobytes(): image for image in normalised(grid.isometries(np.array(cells)), grid)}
        return tuple(found.values())

    def _named(self, found: object, grid: Grid) -> tuple[int, int, int]:
        x, y, last = found if isinstance(found, list) and len(found) == 3 else (0, 0, found)
        kind = self.names.index(last) if isinstance(last, str) and last in self.names else last
        cell = x, y, kind
        if not all(type(n) is int and abs(n) <= FARTHEST for n in cell) or not grid.contains(np.array(cell)):
            names = f", its name or [x, y, name]; names are {', '.join(self.names)}" if self.names else ""
            self.fail(f"forms has {json.shown(found)}, a cell of the grid is [x, y, z]{names}")
        return cell  # type: ignore[return-value]

    def _rules(self) -> tuple[str, ...]:
        found = self.content.get("rules", [])
        if not isinstance(found, list) or not all(isinstance(rule, str) for rule in found):
            self.fail(f"rules is {json.shown(found)}, allowed is a list of texts")
        return tuple(found)

    def _place(self, point: Point) -> tuple[float, float]:
        """Return Cartesian coordinates."""
        x, y = (a + b * sqrt(self.root) for a, b in point)
        return (x + y / 2, y * sqrt(3) / 2) if self.slanted else (x, y)


def _reversed(behind: Sequence[tuple[int, ...] | None]) -> list[tuple[int, ...] | None]:
    """Return what lies behind the sides of a polygon whose corners are reversed."""
    first, *others = behind[::-1]
    return [*others, first]
