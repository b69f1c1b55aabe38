"""Files of JSON lines with checksums: what a question found is appended, so that a later run need not find it again.

The first line says what the file is about.  Each line below has a checksum of itself and, if the file is `chained`, of
the lines before it; a changed line is refused.  A line that was not written completely is dropped; so is, if the file
is not chained, one without a checksum, as version 1.1 wrote levels: what it says is found again.
"""

import json
from pathlib import Path
from threading import Lock
from typing import Any
from zlib import crc32

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.json import shown

_CHECK = "check"


class Lines:
    """The lines of a file, to which `add` appends one; `there` are those that were there, `head` is the first.

    `head` must be the first line's, but for the key `version`; checksums begin with that of the text `about`.  Raises
    PuzzleError if a line was changed or, with the words `lacks`, if the file is about something else, and OSError if it
    cannot be read or written.
    """

    def __init__(self, path: Path, head: dict[str, Any], about: str, lacks: str, chained: bool = False) -> None:
        self._path, self._chained, self._lock, self._check = path, chained, Lock(), crc32(about.encode())
        data.check_folder(path)
        content = data.read(path, data.LARGE) if path.exists() else ""
        first, *lines = map(_parsed, content.splitlines() or [json.dumps(head)])
        if not content:
            self._append(json.dumps(head))
        elif not isinstance(first, dict) or first | {"version": None} != head | {"version": None}:
            raise PuzzleError(f"{path}: has {lacks}; move it away to start again")
        elif not content.endswith("\n"):
            self._append("")
        self.head = first
        opened = (self._opened(number, line) for number, line in enumerate(lines, 2) if line is not None)
        self.there = [said for said in opened if said]

    def add(self, said: dict[str, Any]) -> None:
        """Append a line.  Several threads and, unless the file is chained, several processes may do so."""
        with self._lock:
            check = self._sum(said)
            self._append(json.dumps(said | {_CHECK: check}))

    def _opened(self, number: int, line: Any) -> dict[str, Any]:
        """Return what a line says, nothing if that is not to be believed.  Raises PuzzleError if it was changed."""
        if not self._chained and isinstance(line, dict) and _CHECK not in line:
            return {}
        said = {key: value for key, value in line.items() if key != _CHECK} if isinstance(line, dict) else {}
        if not said or line.get(_CHECK) != self._sum(said):
            which = "it or one before it" if self._chained else "it"
            raise PuzzleError(
                f"{self._path}: line {number} is {shown(line)}: {which} was changed; move the file away to start again"
            )
        return said

    def _sum(self, said: dict[str, Any]) -> int:
        """Return the checksum of a line, on which that of the next one depends if the file is chained."""
        check = crc32(json.dumps(said).encode(), self._check)
        if self._chained:
            self._check = check
        return check

    def _append(self, line: str) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def _parsed(line: str) -> Any:
    """Return what a line says, None if it was not written completely."""
    try:
        return data.parsed(line)
    except ValueError:
        return None
