"""Makes puzzles from the arrays, lists and tables of a program, with the keys of a puzzle file."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.model import Piece, Puzzle


def puzzle_of(content: Mapping[str, Any], name: str) -> Puzzle:
    """Return the puzzle with these keys of a puzzle file and their values; see `Puzzle.of`.

    Arrays, tuples and sets may be used instead of lists.  Raises PuzzleError for invalid values; the message begins
    with `name`, as messages about files begin with the file's name.
    """
    said = {key: _plain(value) for key, value in content.items()}
    if isinstance(pieces := content.get("pieces"), (Mapping, Sequence)) and not isinstance(pieces, str):
        said["pieces"] = _tables(pieces)
    return of_table(said, name)


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
