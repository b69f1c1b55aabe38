"""Journals: a line of JSON for each answer, written as soon as it is there, so that a stopped question is continued.

The first line says what was asked.  A line that a killed process did not finish is dropped.
"""

import contextlib
import json
import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from satpuzzle import data
from satpuzzle.errors import JournalError

_HEAD = "satpuzzle tilings"
_VERSION = 1
_log = logging.getLogger(__name__)


class Journal:
    """The answers in a file, by keys; `add` appends one."""

    def __init__(self, done: dict[str, Any], file: TextIO | None = None) -> None:
        self.done, self._file = done, file

    def add(self, key: str, answer: Mapping[str, Any]) -> None:
        """Record an answer; it is on the disk when this returns."""
        self.done[key] = answer
        if self._file is not None:
            self._file.write(_line({"key": key, "answer": answer}))
            self._file.flush()
            os.fsync(self._file.fileno())


@contextlib.contextmanager
def opened(path: str | Path | None, asked: Mapping[str, Any]) -> Iterator[Journal]:
    """Open the journal of a question, or begin it; without a path, nothing is written.

    Raises JournalError if the file is the journal of another question or none at all, or if another process has it.
    """
    if path is None:
        yield Journal({})
        return
    head = {_HEAD: _VERSION} | json.loads(json.dumps(asked))
    place = Path(path)
    data.check_folder(place)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(place.open("a+", encoding="utf-8", newline="\n"))
        try:
            data.locked(file.fileno(), place)
        except BlockingIOError as error:
            raise JournalError(str(error)) from None
        lines, done, kept = data.read(place, data.LARGE).splitlines(keepends=True), dict[str, Any](), 0
        for number, line in enumerate(lines):
            try:
                content = data.parsed(line) if line.endswith("\n") else None
            except ValueError:
                content = None
            if content is None and number == len(lines) - 1 and number:
                break
            if number == 0 and content != head:
                raise JournalError(f"{place}: {_difference(content, head)}")
            if content is None or (number and set(content) != {"key", "answer"}):
                raise JournalError(f"{place}, line {number + 1}: it is no answer")
            kept += len(line.encode())
            if number:
                done[content["key"]] = content["answer"]
        file.truncate(kept)
        if not lines:
            _log.info(f"{place}: a new journal")
            file.write(_line(head))
            file.flush()
        yield Journal(done, file)


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _difference(found: Any, head: dict[str, Any]) -> str:
    """Return why a first line is not the one that is expected."""
    if not isinstance(found, dict) or _HEAD not in found:
        return "it is no journal of tilings"
    key = next((key for key in {**found, **head} if found.get(key) != head.get(key)), _HEAD)
    if isinstance(head.get(key), (list, dict)):
        return f"it is the journal of another question: other {key}"
    return f"it is the journal of another question: {key} is {found.get(key)!r}, not {head.get(key)!r}"
