"""Notebooks: what a question found is appended to a file, so that a later run need not find it again.

A notebook has a line of JSON for each thing found; the first line, its *head*, says what was asked.  Every other line
has a checksum of itself and, unless the notebook is *shared*, of the lines before it: a changed line is refused.  A
line that a killed process did not finish is dropped.  Any number of processes may write a shared notebook at the same
time; another notebook is written by one.

Version 1.1 wrote some notebooks without checksums: `unsigned` says what becomes of such lines.
"""

import json
import logging
import os
import weakref
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any
from zlib import crc32

from satpuzzle import data
from satpuzzle.errors import JournalError
from satpuzzle.puzzle.formats.json import shown

REFUSED, DROPPED, TAKEN = "refused", "dropped", "taken"
_CHECK, _VERSION = "check", "version"
_log = logging.getLogger(__name__)


class Notebook:
    """The lines of a file, to which `add` appends one; `there` are those that were there, `head` is the first.

    `head` must be that of the file, but for the key `version`; checksums begin with that of the text `about`, by
    default the rest of the head.  Raises JournalError if the file was changed, is about something else, or is written
    by another process, and OSError if it cannot be read or written.
    """

    def __init__(
        self,
        path: str | Path,
        head: Mapping[str, Any],
        about: str | None = None,
        *,
        shared: bool = False,
        unsigned: str = REFUSED,
    ) -> None:
        self._path, self._shared, self._unsigned, self._guard = Path(path), shared, unsigned, Lock()
        asked = json.dumps({key: value for key, value in head.items() if key != _VERSION})
        self._check = crc32((asked if about is None else about).encode())
        data.check_folder(self._path)
        self._file = self._path.open("a+", encoding="utf-8", newline="\n")
        self.close = weakref.finalize(self, self._file.close)  # lets other processes write the file
        try:
            self.there = self._opened(json.loads(json.dumps(head)))
        except BaseException:
            self.close()
            raise

    def add(self, said: Mapping[str, Any], sure: bool = True) -> None:
        """Append a line; if `sure`, it is on the disk when this returns.  Several threads may do so."""
        with self._guard:
            self._append({**said, _CHECK: self._sum(said)})
            if sure:
                os.fsync(self._file.fileno())

    def _opened(self, head: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what the lines of the file say; begin it if it is new."""
        if not self._shared:
            try:
                data.locked(self._file.fileno(), self._path)
            except BlockingIOError as error:
                raise JournalError(str(error)) from None
        content = data.read(self._path, data.LARGE)
        if not content:
            _log.info(f"{self._path}: a new journal")
            self.head = head
            self._append(head)
            return []
        lines = content.splitlines()
        self.head = _parsed(lines[0])
        if difference := _difference(self.head, head):
            raise JournalError(f"{self._path}: {difference}; move it away to start again")
        found = [_parsed(line) for line in lines[1:]]
        if not content.endswith("\n"):
            self._end(content, complete=not found or found[-1] is not None)
        told = (self._told(number, line) for number, line in enumerate(found, 2) if line is not None)
        return [said for said in told if said is not None]

    def _end(self, content: str, complete: bool) -> None:
        """End the last line; remove it if it is not `complete`, unless another process may go on with it."""
        if complete or self._shared:
            self._file.write("\n")
        else:
            self._file.truncate(len(content[: content.rfind("\n") + 1].encode()))

    def _told(self, number: int, line: Any) -> dict[str, Any] | None:
        """Return what a line says, None if it is dropped.  Raises JournalError if it was changed."""
        if isinstance(line, dict) and _CHECK not in line and self._unsigned != REFUSED:
            return line if self._unsigned == TAKEN else None
        if self._unsigned == TAKEN:  # only above lines with a checksum
            self._unsigned = REFUSED
        said = {key: value for key, value in line.items() if key != _CHECK} if isinstance(line, dict) else {}
        if not said or line.get(_CHECK) != self._sum(said):
            which = "it" if self._shared else "it or one before it"
            raise JournalError(
                f"{self._path}: line {number} is {shown(line)}: {which} was changed; move the file away to start again"
            )
        return said

    def _sum(self, said: Mapping[str, Any]) -> int:
        """Return the checksum of a line, on which that of the next one depends unless the notebook is shared."""
        check = crc32(json.dumps(said).encode(), self._check)
        if not self._shared:
            self._check = check
        return check

    def _append(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def _parsed(line: str) -> Any:
    """Return what a line says, None if it was not written completely."""
    try:
        return data.parsed(line)
    except ValueError:
        return None


def _difference(found: Any, head: dict[str, Any]) -> str:
    """Return why a first line is not the one that is expected, "" if it is."""
    if not isinstance(found, dict) or next(iter(head)) not in found:
        return "it is no journal of such a question"
    key = next((key for key in {**head, **found} if key != _VERSION and found.get(key) != head.get(key)), None)
    if key is None:
        return ""
    if all(isinstance(of.get(key), int | None) for of in (found, head)):
        return f"it is the journal of another question: {key} is {found.get(key)!r}, not {head.get(key)!r}"
    return f"it is the journal of another question: other {key}"
