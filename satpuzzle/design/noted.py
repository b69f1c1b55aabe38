"""Notes of a search for divisions, in a file: what it found, and where it is, so that it can be continued.

The file has a line of JSON for each division and for a position from time to time; lines are only appended.  A search
is always at the last division or position.  The first line says what is searched, and by which version: another one may
find sets in another order, so it keeps the divisions and begins again.  Every other line has a checksum of itself and
the lines before it, since a search that went on from a changed line would miss divisions without a word.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.formats.writing import meant
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.version import __version__

FOUND, AT = "found", "at"
Noted = Sequence[tuple[int, int, Sequence[int]]]  # for each set a board, a number of empty cells, and its pieces
_FORMAT = 1
_CHECK = "check"


class Notes:
    """The notes of a search of these puzzles; without a path nothing is written.

    Raises PuzzleError if the file is of another search or was changed, and OSError if it cannot be read or written.
    """

    def __init__(self, path: Path | None, puzzles: Sequence[Puzzle], options: Sequence[Any]) -> None:
        self._path = path
        self.found: list[Noted] = []
        self.at: Noted = []
        if path is None:
            return
        said = json.dumps([[meant(each) for each in puzzles], options])
        head = {"divide": _FORMAT, "asked": hashlib.sha256(said.encode()).hexdigest(), "version": __version__}
        self._check = crc32(said.encode())
        content = data.read(path, data.LARGE) if path.exists() else ""
        first, *lines = [_parsed(line) for line in content.splitlines()] or [{}]
        if not content:
            self._append(json.dumps(head))
        elif not isinstance(first, dict) or first | {"version": __version__} != head:
            raise PuzzleError(f"{path}: has no notes of this search; move it away to start again")
        elif not content.endswith("\n"):  # the last line was not written completely
            self._append("")
        for number, line in enumerate(lines, 2):
            if line is None:
                continue
            check = line.pop(_CHECK, None) if isinstance(line, dict) else None
            if check is None or check != self._sum(line):
                raise PuzzleError(
                    f"{path}: line {number} is {shown(line)}: it or one before it was changed; move the file away to"
                    " start again"
                )
            self._check = check
            [self.at] = line.values()
            self.found += [self.at] * (FOUND in line)
        if first and first.get("version") != __version__:
            self.at = []

    def note(self, key: str, what: Noted) -> None:
        """Write a division that was `FOUND`, or the position `AT` which the search is."""
        if self._path is not None:
            said = {key: what}
            self._check = self._sum(said)
            self._append(json.dumps(said | {_CHECK: self._check}))

    def _sum(self, said: Any) -> int:
        """Return the checksum of what the next line says and of all lines before it."""
        return crc32(json.dumps(said).encode(), self._check)

    def _append(self, line: str) -> None:
        assert self._path is not None
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def _parsed(line: str) -> Any:
    """Return what a line says, None if it was not written completely."""
    try:
        return data.parsed(line)
    except ValueError:
        return None
