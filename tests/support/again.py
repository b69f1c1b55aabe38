"""A puzzle that is written in a format, and read again."""

from collections.abc import Callable
from pathlib import Path

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.table import FORMATS, PUZZLES, Format
from satpuzzle.puzzle.formats.writing import as_bytes, content, text
from satpuzzle.puzzle.model import Puzzle

Again = Callable[[Puzzle, Path], Puzzle]  # writes a puzzle to a folder


def link(puzzle: Puzzle) -> str:
    """Return the end of a link to the studio that has the puzzle."""
    return pack({"puzzle": content(puzzle, drawn=False)})


def by_file(format: Format) -> Again:
    """Return what writes a file of a format and reads it."""

    def again(puzzle: Puzzle, folder: Path) -> Puzzle:
        path = folder / f"puzzle{format.ending}"
        path.write_bytes(as_bytes(text(puzzle, format.name), format))
        return sp.load(path)

    return again


AGAIN: dict[str, Again] = {
    **{each.name: by_file(each) for each in FORMATS if PUZZLES in each.writes},
    "link": lambda puzzle, folder: sp.load(link(puzzle)),
}
