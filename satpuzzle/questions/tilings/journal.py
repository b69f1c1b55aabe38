"""Journals: a line for each answer, written as soon as it is there, so that a stopped question is continued."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from satpuzzle.errors import JournalError
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.questions.notebook import TAKEN, Notebook
from satpuzzle.questions.tilings.prototile import Prototile

_HEAD = "satpuzzle tilings"
_VERSION = 1


class Journal:
    """The answers in a notebook, by keys; `add` appends one."""

    def __init__(self, done: dict[str, Any], notebook: Notebook | None = None) -> None:
        self.done, self._notebook = done, notebook

    def add(self, key: str, answer: Mapping[str, Any]) -> None:
        """Record an answer; it is on the disk when this returns."""
        self.done[key] = answer
        if self._notebook is not None:
            self._notebook.add({"key": key, "answer": answer})


def asked_of(question: str, tiles: Sequence[Prototile]) -> dict[str, Any]:
    """Return what the journal of a question about shapes says in its head."""
    pieces = [[tile.mirror, tile.cells.tolist()] + [False] * (not tile.rotate) for tile in tiles]
    return {"question": question, "grid": tiles[0].grid.name, "pieces": pieces}


@contextlib.contextmanager
def opened(path: str | Path | None, asked: Mapping[str, Any]) -> Iterator[Journal]:
    """Open the journal of a question, or begin it; without a path, nothing is written.

    Raises JournalError if the file is the journal of another question or none at all, if it was changed, or if another
    process has it.
    """
    if path is None:
        yield Journal({})
        return
    notebook = Notebook(path, {_HEAD: _VERSION, **asked}, unsigned=TAKEN)
    try:
        if wrong := next((said for said in notebook.there if said.keys() != {"key", "answer"}), None):
            raise JournalError(f"{path}: {shown(wrong)} is no answer")
        yield Journal({said["key"]: said["answer"] for said in notebook.there}, notebook)
    finally:
        notebook.close()
