"""Notes of a search for divisions, in a file: what it found, and where it is, so that it can be continued.

The file is a notebook with a line for each division and for a position from time to time.  A search is always at the
last division or position.  The first line says what is searched, and by which version: another one may find sets in
another order, so it keeps the divisions and begins again.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from satpuzzle.puzzle.formats.writing import meant
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.notebook import Notebook
from satpuzzle.version import __version__

FOUND, AT = "found", "at"
Noted = Sequence[tuple[int, int, Sequence[int]]]  # for each set a board, a number of empty cells, and its pieces
_FORMAT = 1


class Notes:
    """The notes of a search of these puzzles; without a path nothing is written.

    Raises JournalError if the file is of another search, was changed, or is written by another process, and OSError if
    it cannot be read or written.
    """

    def __init__(self, path: Path | None, puzzles: Sequence[Puzzle], options: Sequence[Any]) -> None:
        self._notebook: Notebook | None = None
        self.found: list[Noted] = []
        self.at: Noted = []
        if path is None:
            return
        said = json.dumps([[meant(each) for each in puzzles], options])
        head = {"divide": _FORMAT, "asked": hashlib.sha256(said.encode()).hexdigest(), "version": __version__}
        self._notebook = Notebook(path, head, said)
        for line in self._notebook.there:
            [self.at] = line.values()
            self.found += [self.at] * (FOUND in line)
        if self._notebook.head.get("version") != __version__:
            self.at = []

    def note(self, key: str, what: Noted) -> None:
        """Write a division that was `FOUND`, or the position `AT` which the search is."""
        if self._notebook is not None:
            self._notebook.add({key: what}, sure=key == FOUND)

    def close(self) -> None:
        """Let other processes go on with the search."""
        if self._notebook is not None:
            self._notebook.close()
