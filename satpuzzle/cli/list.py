"""The command `satpuzzle list`."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from satpuzzle import data
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import table
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.describe import columns, entry
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.strategies import STRATEGIES, TRICKS, describe
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import library
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.grids import GRIDS, describe_grid
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import kinds
from satpuzzle.rows import argument
from satpuzzle.settings import FormatRow
from satpuzzle.structured import as_json

_FOLDED = ("title", "description")
_SPARE = ("rotations", "raw", "grid", "cells", "pieces")  # the first is left out first


Row = dict[str, Any]


def _puzzle(puzzle: Puzzle, text: str) -> Row:
    """Return the row of a puzzle; if its title lacks the text, another name that has it follows the title."""
    row = entry(puzzle)
    named = [name for name in (puzzle.title, *puzzle.also) if text.casefold() in name.casefold()]
    return row if puzzle.title in named or not named else row | {"title": f"{puzzle.title}, also {named[0]}"}


def _calendar(family: Family) -> Row:
    """Return the row of a calendar in the table; its number of solutions depends on the day."""
    row = entry(family.whole)
    return row | {"title": f"{row['title']}, a calendar: --member today", "raw": None}


def _set(name: str) -> Row:
    """Return the row of a piece set in the table."""
    found = library.piece_set(name)
    sizes = sorted({len(piece.cells) for piece in found.pieces})
    return {
        "name": name,
        "title": found.title,
        "grid": found.grid.name,
        "pieces": len(found.pieces),
        "cells": f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}",
    }


def _described(name: str, description: str) -> Row:
    """Return a row of the table; backquotes and the final full stop of a description are removed."""
    return {"name": name, "description": description.replace("`", "").rstrip(".")}


def _puzzles(text: str) -> list[Row]:
    families = filter(None, map(library.family_named, library.calendars()))
    return [*(_puzzle(library.load(name), text) for name in library.puzzles()), *map(_calendar, families)]


def _encodings(text: str) -> list[Row]:
    return [_described(recipe.name, recipe.description) for recipe in map(load_recipe, data.files("encodings"))]


def _strategies(text: str) -> list[Row]:
    tricks = [_described(f"scan:{trick}", what) for trick, what in TRICKS.items()]
    return [*(_described(name, describe(name)) for name in STRATEGIES), *tricks]


_TABLES: dict[str, Callable[[str], list[Row]]] = {
    "puzzles": _puzzles,
    "sets": lambda text: [_set(name) for name in library.sets()],
    "grids": lambda text: [_described(name, describe_grid(name)) for name in GRIDS],
    "encodings": _encodings,
    "backends": lambda text: [_described(name, engine.description) for name, engine in BACKENDS.items()],
    "strategies": _strategies,
    "rules": lambda text: [_described(rule.form(), rule.described()) for rule in kinds()],
}


@dataclass(frozen=True, kw_only=True)
class Asked(FormatRow):
    """The options of `list`."""

    kind: str = argument(
        "[KIND]", f"What to list: {', '.join(_TABLES)} or all.", default="all", allowed=("all", *_TABLES)
    )
    text: str = argument("[TEXT]", "List only what has this text in its name, title or description.", default="")


@command
def list_(asked: Asked) -> None:
    """List the bundled puzzles, sets, grids, backends and more."""
    kind, text = asked.kind, asked.text
    tables = {title: rows(text) for title, rows in _TABLES.items() if kind in ("all", title)}
    tables = {title: [row for row in rows if _mentions(row, text)] for title, rows in tables.items()}
    if not any(tables.values()):
        raise PuzzleError(f'nothing listed has "{text}" in its name, title or description')
    with open_output(None) as out:
        if asked.format == "json":
            out.write(as_json(tables) + "\n")
            return
        for number, (title, rows) in enumerate((title, rows) for title, rows in tables.items() if rows):
            out.write("\n" * bool(number) + f"{title.upper()}\n" * (kind == "all"))
            out.write(table(rows, sys.stdout, _FOLDED, _SPARE) if out.isatty() else columns(rows))


def _mentions(row: Row, text: str) -> bool:
    """Tell whether the text is in what a row says in words, in capitals or not."""
    return any(text.casefold() in row[key].casefold() for key in ("name", *_FOLDED) if row.get(key))
