"""Reads puzzle files, TOML or JSON, as puzzles.

Both notations have the same keys.  A board is `box = [x, y, z]` or `board`, drawn as text or listed as integer triples;
`?` in a drawing or a triple in `optional` is a cell that may stay empty, and `#` or a triple in `frame` a solid cell
beside the board.  `pieces` is the name of a common set or a list of tables with `name`, `cells` (drawn or listed) and
the number of copies: `count`, or `min` and `max`; `burr` is the number of a stick, in place of `cells`.  Every error is
one line: file, key, what was found, what is allowed.
"""

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError, printable
from satpuzzle.puzzle import drawing, sticks
from satpuzzle.puzzle.chains import check_chain, stretched, word_of
from satpuzzle.puzzle.checks import (
    FURTHEST,
    MOST_CELLS,
    MOST_COPIES,
    cells_of,
    check_apart,
    check_different,
    check_names,
    check_on_grid,
    ordered,
)
from satpuzzle.puzzle.formats.colours import CellColours
from satpuzzle.puzzle.formats.json import shown as _shown
from satpuzzle.puzzle.formats.table import (
    COVERS,
    PUZZLES,
    Format,
    endings_said,
    format_named,
    format_of_file,
    format_of_table,
    programs_with_several,
)
from satpuzzle.puzzle.formats.tiles import Tiles
from satpuzzle.puzzle.formats.values import MOTIONS, kind
from satpuzzle.puzzle.grids import Grid, Points, grid_of
from satpuzzle.puzzle.model import CONVENTIONS, Counts, Piece, PieceSet, Puzzle
from satpuzzle.puzzle.parts import TOGETHER
from satpuzzle.puzzle.rules import names_file

if TYPE_CHECKING:  # what few files have is imported where it is read
    from satpuzzle.puzzle.families import Family

SEVERAL = f"only files of {programs_with_several()} have several problems"
_PACKED = b"\x1f\x8b"  # the first bytes of what gzip has packed
_BOARDS = ("box", "board")
ALL = "all"  # in place of the optional cells: those of the box or the board
KEYS = (
    *_BOARDS, "optional", "empty", "frame", "grid", "mirror", "pieces", "tiles", "border", "rotate", "match",
    "interchangeable", "wrap", "up", "apart", "rules", "parts", "title", "also", "counts", "source", "colours", "pairs",
    "hues", "labels", MOTIONS,
)  # fmt: skip
NO_MEMBER = "is a family of boards: choose a member, such as --member today or --member 'Jan 25'"
_FAMILY_KEYS = ("groups", "without")
NOTES = (  # keys of published puzzle collections, which are ignored
    "name", "raw_count", "count", "count_group", "count_full_group", "full_group_order",
    "count_with_reflections", "verified", "verified_by", "notes",
)  # fmt: skip
PIECE_KEYS = (
    "name", "cells", "burr", "chain", "count", "min", "max", "mirror", "rotate", "groups", "weight", "value", "colours",
    "paint", MOTIONS,
)  # fmt: skip

CHAIN_KEYS = ("name", "chain", "count", "min", "max", "value", "paint")


def load_file(
    path: Path, name: str, sets: Mapping[str, Path], clock: Clock = UNLIMITED, problem: int | str | None = None
) -> Puzzle:
    """Return the puzzle in a `.toml` or `.json` file; `sets` are the files of the common piece sets.

    `problem` chooses a problem of a file of Puzzle Studio by its number from 1 or its name.

    Raises PuzzleError, with a one-line message, if the file is invalid, and Stopped if the clock stops.
    """
    content, name = _own(_parse(path), _format(path), problem, str(path), name)
    return _Reader(str(path), sets, clock, path.parent).puzzle(content, name)


def load_family(path: Path, name: str, sets: Mapping[str, Path], clock: Clock = UNLIMITED) -> "Family | None":
    """Return the family in a file, None if the file has no key `family`.  Raises PuzzleError if it is invalid."""
    content = _parse(path)
    return _Reader(str(path), sets, clock, path.parent).family(content, name) if "family" in content else None


def other_names(path: Path) -> tuple[str, ...]:
    """Return the title and the alternative names (key `also`) in the file of a bundled puzzle, without checks."""
    content = _parse(path)
    return (*filter(None, [content.get("title")]), *content.get("also", ()))


def load_set(path: Path, grid: Grid | None = None) -> PieceSet:
    """Return the piece set in a file, on `grid` or else on the grid that the file names.

    Raises PuzzleError if the file is invalid.
    """
    text = data.read(path)
    content = _content(text, _format(path), str(path))
    reader = _Reader(str(path), {}, folder=path.parent)
    reader.known(content, ("title", "grid", "mirror", "rotate", MOTIONS, "pieces"), "")
    content = {**reader.moving(content)}
    on = grid or reader.grid(content)
    pieces = _common(text, path, on, reader.truth(content, "mirror", True), reader.turning(content, True))
    return PieceSet(path.stem, reader.text(content, "title", path.stem), on, pieces)


def load_bare(
    path: Path, sets: Mapping[str, Path], pieces: Sequence[Piece] = (), clock: Clock = UNLIMITED
) -> Puzzle | None:
    """Return the puzzle in a file of a board without pieces, with these; None if the file has pieces of its own.

    Without any it gets a piece of one cell, and no rules, which may name others.  Raises PuzzleError and Stopped as
    `load_file` does.
    """
    content = _parse(path)
    if content.keys() & {"pieces", "tiles", "family"} or format_of_table(content):
        return None
    if not pieces:
        content = {key: value for key, value in content.items() if key not in ("rules", "apart")}
    content["pieces"] = [*pieces] or [{"name": "any", "cells": "*"}]
    return _Reader(str(path), sets, clock, path.parent).puzzle(content, path.stem)


def is_set(path: Path) -> bool:
    """Tell whether a puzzle file has pieces and no board.  Raises PuzzleError if it cannot be read."""
    content = _parse(path)
    return "pieces" in content and not any(key in content for key in _BOARDS)


def set_named(path: Path) -> str | None:
    """Return the name of the common piece set that a puzzle file uses, None if it lists its own pieces.

    Raises PuzzleError if the file cannot be read.
    """
    found = _parse(path).get("pieces")
    return found if isinstance(found, str) and sticks.listed(found) is None else None


def files_named(path: Path) -> list[tuple[str, str]]:
    """Return the files that a puzzle file names, those of its grid and of its rules, each with its key.

    Raises PuzzleError if the file cannot be read.
    """
    content = _parse(path)
    grid, rules = content.get("grid"), content.get("rules")
    named = [("grid", grid)] if isinstance(grid, str) and grid.endswith(".toml") else []
    return named + [("rules", rule) for rule in (rules if isinstance(rules, list) else []) if names_file(rule)]


def of_table(content: Mapping[str, Any], name: str, folder: Path | None = None, clock: Clock = UNLIMITED) -> Puzzle:
    """Return the puzzle with these keys and values.

    Error messages have `name` in place of a file's name.  `folder` is where a file of its grid lies; without it, the
    grid may not be a file.
    """
    return _Reader(name, data.files("puzzles/sets"), clock, folder).puzzle(dict(content), name)


def is_own(path: Path) -> bool:
    """Tell whether a file has the keys of puzzle files as they are.  Raises PuzzleError if it cannot be read."""
    format = format_of_file(path, PUZZLES)
    return format is not None and format.own and format_of_table(_parse(path)) is None


def parsed(
    text: str,
    ending: str,
    name: str,
    clock: Clock = UNLIMITED,
    folder: Path | None = None,
    problem: int | str | None = None,
) -> Puzzle:
    """Return the puzzle in the text of a file whose name has this ending; `folder` is as for `of_table`.

    `problem` is as for `load_file`.

    Raises PuzzleError and Stopped as `load_file` does.
    """
    format = format_named(ending)
    content, named = _own(_content(text, format, name), format, problem, name, name)
    return of_table(content, named, folder, clock)


def is_table(path: Path) -> bool:
    """Tell whether a file of this name is read as a table."""
    format = format_of_file(path)
    return format is not None and format.tables


def _format(path: Path) -> Format:
    format = format_of_file(path)
    if format is None or not format.tables:
        cover = f", of an exact cover in {endings_said(COVERS)}"
        raise PuzzleError(f"{path}: the name of a puzzle file ends in {endings_said(PUZZLES)}{cover}")
    return format


def _parse(path: Path) -> dict[str, Any]:
    format = _format(path)
    return _content(text_of(data.read_bytes(path), str(path)), format, str(path))


def begin_of(octets: bytes) -> bytes:
    """Return the first bytes of a file, unpacked if gzip packed them and they are not damaged."""
    try:
        return zlib.decompressobj(wbits=31).decompress(octets, len(octets)) if octets.startswith(_PACKED) else octets
    except zlib.error:
        return octets


def text_of(octets: bytes, file: str, clock: Clock = UNLIMITED) -> str:
    """Return the text in the bytes of a file, which gzip may have packed.  Raises PuzzleError if it is not UTF-8."""
    if octets.startswith(_PACKED):
        from satpuzzle.puzzle.formats.xmpuzzle.xml import unpacked

        try:
            octets = unpacked(octets, clock)
        except PuzzleError as error:
            raise PuzzleError(f"{file}: {error}") from None
    return data.decoded(BytesIO(octets), file)


def _own(
    content: dict[str, Any], format: Format, problem: int | str | None, file: str, name: str
) -> tuple[dict[str, Any], str]:
    """Return the table and the name of a puzzle from the content of its file, which may have other keys than ours."""
    format = format_of_table(content) or format
    if format.key is None and not format.several:
        if problem is not None:
            raise PuzzleError(f"{file}: problem {problem}: {SEVERAL}")
        return content, name
    try:
        found: tuple[dict[str, Any], str] = format.code.table(content, problem, name)
        return found
    except PuzzleError as error:
        raise PuzzleError(f"{file}: {error}") from None


@lru_cache(maxsize=16, typed=True)  # many puzzles have the same pieces; True is another key than 1
def _common(text: str, path: Path, grid: Grid, mirror: bool, rotate: bool | int) -> tuple[Piece, ...]:
    """Return the pieces of a common set from the text of its file."""
    return _Reader(str(path), {}).pieces(_content(text, _format(path), str(path)), grid, mirror, rotate)


def _content(text: str, format: Format, file: str) -> dict[str, Any]:
    try:
        content = format.code.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{file}: {error}") from None
    if not isinstance(content, dict):
        raise PuzzleError(f"{file}: holds {kind(content)}, a puzzle is a table of keys")
    return content


class _Reader(Tiles, CellColours):
    """Converts the content of a puzzle file to a puzzle; raises PuzzleError if it breaks a rule of the format."""

    def __init__(
        self, file: str, sets: Mapping[str, Path], clock: Clock = UNLIMITED, folder: Path | None = None
    ) -> None:
        super().__init__(file, folder)
        self.sets = sets
        self.clock = clock

    def family(self, content: dict[str, Any], name: str) -> "Family":
        from satpuzzle.puzzle.families import Family

        whole = self.puzzle({key: value for key, value in content.items() if key != "family"}, name)
        table = content["family"]
        if not isinstance(table, dict):
            self.fail(f"family is {kind(table)}, allowed is a table with {', '.join(_FAMILY_KEYS)}")
        self.known(table, _FAMILY_KEYS, "family: ")
        number = {tuple(cell): index for index, cell in enumerate(whole.board.tolist())}
        groups, found = {}, table.get("groups")
        if not isinstance(found, dict) or not found:
            self.fail(f"family: groups is {_shown(found)}, allowed is a table of groups, each a table of labels")
        for group, labels in found.items():
            groups[group] = self.group(group, labels, whole.grid, number)
        having: dict[int, list[str]] = {}
        for group, marked in groups.items():
            for label, cell in marked.items():
                having.setdefault(cell, []).append(f"{_shown(label)} of group {_shown(group)}")
        if twice := next((each for each in having.values() if len(each) > 1), None):
            self.fail(f"family: two groups have the same cell: {' and '.join(twice)}")
        every = Counter(label for labels in groups.values() for label in labels)
        [(label, times)] = every.most_common(1)
        if times > 1:
            self.fail(f"family: two groups have the label {_shown(label)}")
        without = table.get("without", [])
        if not isinstance(without, list) or not all(
            isinstance(w, str) and {*w.split()} <= every.keys() for w in without
        ):
            self.fail(f"family: without is {_shown(without)}, allowed is a list of labels that exclude each other")
        return Family(whole, groups, tuple(frozenset(left_out.split()) for left_out in without))

    def group(self, group: str, labels: object, grid: Grid, number: dict[tuple[int, ...], int]) -> dict[str, int]:
        if not isinstance(labels, dict) or not labels:
            self.fail(f"family: group {_shown(group)} is {_shown(labels)}, allowed is a table of labels and cells")
        for label in labels:
            if not label.isprintable() or not label or set(label) & set(" #"):
                self.fail(f"family: the label {_shown(label)} has a space or #, or nothing to print")
        listed = self.listed(list(labels.values()), grid, f"family: group {_shown(group)}")
        cells = list(map(tuple, listed.tolist()))
        for cell in cells:
            if cell not in number:
                self.fail(f"family: group {_shown(group)} has {list(cell)}, which is not a cell of the board")
        return {label: number[cell] for label, cell in zip(labels, cells, strict=True)}

    def puzzle(self, content: dict[str, Any], name: str) -> Puzzle:
        if "family" in content:
            self.fail(NO_MEMBER)
        self.known(content, KEYS, "", notes=NOTES)
        content = {**self.moving(content)}
        grid = self.grid(content)
        mirror = self.truth(content, "mirror", True)
        board, optional, frame = self.board(content, grid)
        self.room, tiled = len(board), "tiles" in content
        pieces = (
            self.tiles(content, grid, mirror, self.clock)
            if tiled
            else self.pieces(content, grid, mirror, self.turning(content, True))
        )
        self.clock.check()
        colours = self.colours(content, "board", board, grid, "")
        name = printable(name)  # a file's name may be no text
        said: dict[str, Any] = {
            "name": name,
            "grid": grid,
            "board": board,
            "optional": optional,
            "pieces": pieces,
            "title": self.text(content, "title", self.text(content, "name", name)),
            "published": self.counts(content),
            "source": self.text(content, "source", ""),
            "frame": frame,
            "colours": colours,
            "pairs": self.pairs(content, [colours, *(piece.colours for piece in pieces)]),
            "hues": self.texts(content, "hues"),
            "labels": self.labels(content, grid, board),
            "empty": self.whole(content, "empty", 0, MOST_CELLS) if "empty" in content else None,
            "also": self.texts(content, "also"),
            "border": self.text(content, "border", ""),
            "rotate": not tiled or self.truth(content, "rotate", True),
            "match": self.match(content),
            "interchangeable": tuple(self.text(content, "interchangeable", "").split()),
            "wrap": self.wrap(content),
            "up": self.up(content),
            "rules": (*self.apart(content), *self.rules(content, grid)),
            "parts": self.text(content, "parts", TOGETHER),
        }
        with self.complaining():
            return Puzzle(**said)

    def match(self, content: Mapping[str, Any]) -> bool | str:
        """Return whether colours match where tiles meet, or which are opposite, as `Puzzle` has it."""
        found = content.get("match", True)
        return self.text(content, "match", "") if isinstance(found, str) else self.truth(content, "match", True)

    def grid(self, content: Mapping[str, Any]) -> Grid:
        return grid_of(content.get("grid", "cubic"), f"{self.file}: ", self.folder)

    # Cells

    def board(
        self, content: Mapping[str, Any], grid: Grid
    ) -> tuple[Points, np.ndarray[Any, np.dtype[np.bool_]], Points]:
        """Return the board's cells, (n, 3), truth values (n,) that mark the optional ones, and the frame's cells."""
        if sum(key in content for key in _BOARDS) != 1:
            self.fail("give exactly one of the keys box and board")
        cells = optional = frame = np.zeros((0, 3), np.int64)
        if "box" in content:
            cells = self.box(content["box"], grid)
        elif content["board"] not in ("", []) or content.get("optional") in (None, ALL):  # else all cells are optional
            drawn = content["board"]
            if isinstance(drawn, str) and drawn.lstrip().startswith(sticks.WORD):
                drawn = sticks.cage(drawn) or self.fail(f"board is {_shown(drawn)}, allowed is {sticks.CAGES}")
            cells, optional, frame = self.cells(drawn, grid, "board", "*?#", coloured=True)
            if not len(cells) and not len(optional):
                self.fail("board has no cells, at least one is needed")
        if content.get("optional") == ALL:
            cells, optional = cells[:0], np.concatenate([cells, optional])
        elif "optional" in content:
            optional = np.concatenate([optional, self.cells(content["optional"], grid, "optional", "*")[0]])
        if "frame" in content:
            frame = np.concatenate([frame, self.cells(content["frame"], grid, "frame", "*")[0]])
        self.clock.check()
        every, solid = ordered(np.concatenate([cells, optional])), ordered(frame)
        for key, found in (("board", every), ("frame", solid)):
            if len(found) > MOST_CELLS:
                self.fail(f"the {key} has {len(found)} cells, at most {MOST_CELLS} are allowed")
        self.clock.check()
        with self.complaining():
            check_apart(every, solid)
        may_stay_empty = set(map(tuple, optional.tolist()))
        empty = [cell in may_stay_empty for cell in map(tuple, every.tolist())] if len(optional) else False
        return every, np.full(len(every), empty), solid

    def box(self, sizes: object, grid: Grid) -> Points:
        axes = len(grid.basis)
        if not isinstance(sizes, list) or not all(type(n) is int and n > 0 for n in sizes) or len(sizes) != axes:
            self.fail(f"box is {_shown(sizes)}, allowed is a list of {axes} positive integers on the grid {grid.name}")
        total = len(grid.kinds) * prod(sizes)
        if total > MOST_CELLS:
            self.fail(f"box is {_shown(sizes)}, {total} cells: at most {MOST_CELLS} are allowed")
        return grid.box(sizes)

    def cells(
        self, found: object, grid: Grid, key: str, marks: str, coloured: bool = False
    ) -> tuple[Points, Points, Points]:
        """Return three arrays of cells: those drawn as `*` or listed, those drawn as `?`, and those drawn as `#`.

        `found` is a drawing or a list, and `marks` are the characters that a drawing may have.  `x` counts as `*`, as
        `#` does if it is none of them and, with `coloured`, digits do.
        """
        self.clock.check()
        none = np.zeros((0, 3), np.int64)
        cells = {"*": none, "?": none, "#": none}
        if isinstance(found, str):
            try:
                drawn, points = drawing.marks_and_cells(drawing.split(found), grid, clock=self.clock)
            except ValueError as error:
                self.fail(f"{key} has {error}")
            if len(drawn) > MOST_CELLS:
                self.fail(f"{key} has {len(drawn)} cells, at most {MOST_CELLS} are allowed")
            self.clock.check()
            stars = {"x", "#", *(drawing.DIGITS if coloured else "")}.difference(marks)
            drawn = np.where(np.isin(drawn, list(stars)), "*", drawn)
            allowed = np.isin(drawn, list(marks))
            if not allowed.all():
                mark = str(drawn[allowed.argmin()])
                digits = " 1-9" * coloured
                self.fail(
                    f"{key} is drawn with {_shown(mark)}, allowed are {' '.join(marks)}{digits} and {drawing.EMPTY}"
                )
            cells |= {mark: points[drawn == mark] for mark in marks}
        elif isinstance(found, list):
            cells["*"] = self.listed(found, grid, key)
        else:
            self.fail(f"{key} is {kind(found)}, allowed are a drawing and a list of [x, y, z]")
        if not any(map(len, cells.values())):
            self.fail(f"{key} has no cells, at least one is needed")
        return cells["*"], cells["?"], cells["#"]

    def listed(self, found: list[object], grid: Grid, key: str) -> Points:
        for cell in self.clock.each(found):
            if not isinstance(cell, list) or len(cell) != 3 or not all(type(x) is int for x in cell):
                self.fail(f"{key} has {_shown(cell)}, a cell is three integers [x, y, z]")
            if max(map(abs, cell)) > FURTHEST:
                self.fail(f"{key} has {_shown(cell)}, coordinates go up to {FURTHEST}")
        with self.complaining():
            cells = cells_of(found, key)
            check_on_grid(cells, grid, key)
            check_different(cells, key)
        return cells

    def labels(self, content: Mapping[str, Any], grid: Grid, board: Points) -> tuple[tuple[tuple[int, ...], str], ...]:
        """Return the pairs (cell outside the board, word to show on it) under the key `labels`."""
        found = content.get("labels", [])
        if not isinstance(found, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in found):
            self.fail(f'labels is {_shown(found)}, allowed is a list of pairs such as ["Jan", [0, 0, 0]]')
        words = self.texts({"labels": [word for word, _ in found]}, "labels")
        cells = self.listed([cell for _, cell in found], grid, "labels")
        with self.complaining():
            check_apart(board, cells, "labels")
        return tuple(zip(map(tuple, cells.tolist()), words, strict=True))

    # Pieces

    def pieces(self, content: Mapping[str, Any], grid: Grid, mirror: bool, rotate: bool | int) -> tuple[Piece, ...]:
        if "pieces" not in content:
            self.fail('pieces is missing: give a list of pieces, the name of a set such as "pentominoes", or tiles')
        found = content["pieces"]
        if isinstance(found, str):
            found = sticks.listed(found) or found
        if isinstance(found, str):
            if found not in self.sets:
                self.fail(f"pieces is {_shown(found)}: choose from {', '.join(sorted(self.sets))}, or a list of pieces")
            path = self.sets[found]
            return _common(data.read(path), path, grid, mirror, rotate)
        if not isinstance(found, list) or not found:
            self.fail(f"pieces is {_shown(found)}, allowed are the name of a set and a list of pieces; or give tiles")
        pieces = tuple(self.piece(table, number, grid, mirror, rotate) for number, table in enumerate(found, 1))
        with self.complaining():
            check_names(piece.name for piece in pieces)
        return pieces

    def piece(self, table: object, number: int, grid: Grid, mirror: bool, rotate: bool | int) -> Piece:
        if isinstance(table, Piece):
            return table
        if not isinstance(table, dict):
            self.fail(f"piece {number} is {kind(table)}, allowed is a table with {', '.join(PIECE_KEYS)}")
        if sticks.WORD in table and "chain" not in table:
            table = self.stick(table, f"piece {number}: ", grid)
        name = table.get("name")
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            self.fail(
                f"piece {number} has the name {_shown(name)}, allowed is text of at least one character in one line"
            )
        where = f"piece {_shown(name)}: "
        self.known(table, PIECE_KEYS, where)
        if "chain" in table:
            return self.chain(table, name, where, grid)
        table = self.moving(table, where)
        if "cells" not in table:
            self.fail(f"{where}has no cells, at least one is needed")
        cells, _, _ = self.cells(table["cells"], grid, f"{where}cells", "*", coloured=True)
        self.clock.check()
        cells = ordered(cells)
        least, most = self.copies(table, where, len(cells))
        return Piece(
            name=name,
            cells=cells,
            colours=self.colours(table, "cells", cells, grid, where),
            min=least,
            max=most,
            mirror=self.truth(table, "mirror", mirror, where),
            rotate=self.turning(table, rotate, where),
            groups=self.groups(table, where),
            weight=self.whole(table, "weight", -MOST_COPIES, MOST_COPIES, where) if "weight" in table else 1,
            value=self.value(table, where),
            paint=table.get("paint", ""),
        )

    def chain(self, table: dict[str, Any], name: str, where: str, grid: Grid) -> Piece:
        beside = ", ".join(key for key in table if key not in CHAIN_KEYS)
        if beside:
            self.fail(f"{where}{beside} beside chain, allowed are {', '.join(CHAIN_KEYS)}")
        with self.complaining():
            word = word_of(table["chain"], f"{where}chain")
            cells = stretched(word, grid)
            check_chain(word, cells, grid, f"{where}chain")
        least, most = self.copies(table, where, len(cells))
        return Piece(
            name=name,
            cells=cells,
            chain=word,
            min=least,
            max=most,
            value=self.value(table, where),
            paint=table.get("paint", ""),
        )

    def stick(self, table: dict[str, Any], where: str, grid: Grid) -> dict[str, Any]:
        number = self.whole(table, sticks.WORD, 1, sticks.MOST, where)
        if grid.name != "cubic" or "cells" in table:
            self.fail(f"{where}{sticks.WORD} stands in place of cells, on the grid cubic")
        rest = {key: value for key, value in table.items() if key != sticks.WORD}
        return {"name": str(number), **rest, "cells": sticks.drawn(number)}

    # Published counts

    def counts(self, content: Mapping[str, Any]) -> Counts:
        table = content.get("counts", {})
        if not isinstance(table, dict):
            self.fail(f"counts is {kind(table)}, allowed is a table with {', '.join(CONVENTIONS)}")
        self.known(table, CONVENTIONS, "counts: ")
        for key, value in table.items():
            if type(value) is not int or value < 0:
                self.fail(f"counts: {key} is {_shown(value)}, allowed are integers from 0")
        return Counts(**table)
