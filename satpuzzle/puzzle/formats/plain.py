"""Makes puzzles from the arrays, lists and tables of a program, with the keys of a puzzle file, and the reverse."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.values import kind
from satpuzzle.puzzle.formats.writing import content as content_of
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Counts, Piece, Puzzle
from satpuzzle.puzzle.rules import Judging, Rule


@named
def make_puzzle(
    *,
    board: object = None,
    box: Sequence[int] | None = None,
    pieces: object = None,
    tiles: object = None,
    grid: str | Grid = "cubic",
    optional: object = None,
    empty: int | None = None,
    frame: object = None,
    mirror: bool = True,
    motions: str | None = None,
    wrap: str | Sequence[Sequence[int | str]] | None = None,
    up: str | Sequence[int] | None = None,
    apart: Sequence[Sequence[str]] | None = None,
    rules: Sequence[str | Rule | Judging] | None = None,
    parts: str | None = None,
    border: str | None = None,
    rotate: bool | int = True,
    match: bool | str = True,
    interchangeable: str | None = None,
    colours: object = None,
    pairs: object = None,
    hues: Sequence[str] | None = None,
    labels: Sequence[Sequence[Any]] | None = None,
    name: str = "puzzle",
    title: str | None = None,
    also: Sequence[str] | None = None,
    counts: Counts | Mapping[str, int] | None = None,
    source: str | None = None,
) -> Puzzle:
    """Return a puzzle from plain data, by the rules of puzzle files (`puzzles/README.md`).

    `board`, `optional` and `frame` are drawings, lists of triples or integer arrays of the shape (cells, 3), and
    `box` the sizes of a box in place of a board.  `pieces` is the name of a common set (see `sets`), a table of
    drawings or lists by their names, or a list of them; in place of a drawing there may be a table with `cells`,
    `count`, `min`, `max`, `mirror`, `rotate` and the other keys of a piece, or a Piece.  In a list, pieces without
    names are called A, B, C and so on.  `empty` is the largest number of optional cells that stay empty.
    `motions` is "translations" in place of `mirror=False` and `rotate=False`.  `wrap` is "x", "y", "xy", "moebius",
    "klein" or a list of one or two periods, `up` a side such as "z" or a vector, `apart` a list of groups of names,
    `rules` a list of texts such as "no crossroads" and of functions (see `with_rules`), and `parts` "together" or
    "separate".
    `colours` are those of the board's cells, `pairs` the pairs (colour of a piece, colour below it) that are allowed,
    `hues` how colours are drawn, and `labels` the pairs (word, cell beside the board that shows it).  In place of
    `pieces` there may be `tiles`, with `border`, `rotate`, `match` and `interchangeable`.  Raises PuzzleError for
    invalid data, with the same message as for a file.
    """
    said = {
        "grid": grid, "board": board, "box": box, "optional": optional, "frame": frame, "mirror": mirror,
        "pieces": pieces, "tiles": tiles, "border": border, "rotate": rotate, "match": match, "wrap": wrap,
        "up": [*up] if isinstance(up, (tuple, list)) else up,
        "apart": apart, "rules": None if rules is None else [*rules], "parts": parts,
        "interchangeable": interchangeable, "title": title, "source": source, "empty": empty, "also": also,
        "motions": motions, "colours": colours, "pairs": pairs, "hues": hues, "labels": labels,
        "counts": counts.known() if isinstance(counts, Counts) else counts,
    }  # fmt: skip
    if motions is not None:  # True is what both are by default
        said |= {key: None for key in ("mirror", "rotate") if said[key] is True}
    return _puzzle_of({key: value for key, value in said.items() if value is not None}, name, Path())


@named
def from_dict(content: Mapping[str, Any], *, name: str = "puzzle") -> Puzzle:
    """Return the puzzle with these keys of a puzzle file, and the values that `make_puzzle` takes.

    No file is opened, so a puzzle of unknown origin may be given.  Raises PuzzleError for unknown keys and invalid
    values; the message begins with `name`, as messages about files begin with the file's name.
    """
    if not isinstance(content, Mapping):
        raise PuzzleError(f"{name}: is {kind(content)}, allowed is a table with the keys of a puzzle file")
    return _puzzle_of(content, name, None)


def to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return the keys and values of the file of a puzzle, all of them plain data, with cells as lists.

    `from_dict` makes an equal puzzle of it; the name of a puzzle is not among the keys.  Raises
    PuzzleError if the puzzle has a rule that is a function.
    """
    return content_of(puzzle, drawn=False)


def _puzzle_of(content: Mapping[str, Any], name: str, folder: Path | None) -> Puzzle:
    """Return the puzzle with these keys and values.  Arrays, tuples and sets may be used instead of lists."""
    said = {key: _plain(value) for key, value in content.items()}
    if isinstance(pieces := content.get("pieces"), (Mapping, Sequence)) and not isinstance(pieces, str):
        said["pieces"] = _tables(pieces)
    return of_table(said, name, folder)


def _tables(pieces: Mapping[str, Any] | Sequence[Any]) -> list[Any]:
    """Return pieces, given as a table by name or as a list, as the list of tables of a puzzle file."""
    if isinstance(pieces, Mapping):
        named = list(pieces.items())
    else:
        named = [(f"{chr(ord('A') + n)}" if n < 26 else f"P{n + 1}", piece) for n, piece in enumerate(pieces)]
    return [
        piece
        if isinstance(piece, Piece)
        else {"name": name} | {str(key): _plain(value) for key, value in piece.items()}
        if isinstance(piece, Mapping)
        else {"name": name, "cells": _plain(piece)}
        for name, piece in named
    ]


def _plain(value: Any) -> Any:
    """Convert arrays, tuples and sets, also nested ones, to lists, and NumPy's numbers to Python's."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, (set, frozenset)):
        return sorted(map(_plain, value))
    if isinstance(value, (list, tuple)):
        return list(map(_plain, value))
    return {key: _plain(entry) for key, entry in value.items()} if isinstance(value, Mapping) else value
