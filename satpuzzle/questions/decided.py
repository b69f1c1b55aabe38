"""Keeps what was found of many boards in a file, so that a list of answers that was stopped can be continued.

The file is a notebook whose lines have the boards that were decided since the line before.  Its head says which boards
are asked, of which solver, and by which version: another one may number options in another way, so it takes the
verdicts without the packings.
"""

import hashlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from satpuzzle.cover.reasons import Reason
from satpuzzle.errors import JournalError
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.questions.explain import VERDICTS
from satpuzzle.questions.many import Early, Many
from satpuzzle.questions.notebook import Notebook
from satpuzzle.solutions.solution import Solution
from satpuzzle.version import __version__

_FORMAT = 1
_OFTEN = 0.2  # seconds between two lines
_TOGETHER, _ALONE = "together", "alone"  # whose options a packing has: those of all boards' cover, or of a board's


class Decided:
    """The boards that were decided, in a file; without a path, nothing is written.

    Raises JournalError if the file is about other boards or another solver, was changed, or is written by another
    process, and OSError if it cannot be read or written.
    """

    def __init__(self, path: str | Path | None, many: Many, backend: str) -> None:
        self._many, self._notebook = many, None
        self._new, self._written = list[Any](), time.monotonic()
        if path is not None:
            asked = hashlib.sha256(many.meaning().encode()).hexdigest()
            head = {"explain": _FORMAT, "boards": asked, "backend": backend, "version": __version__}
            self._notebook = Notebook(path, head)

    def there(self) -> Iterator[Early]:
        """Yield what the file has of each board."""
        if self._notebook is None:
            return
        same = self._notebook.head.get("version") == __version__
        for line in self._notebook.there:
            for said in line.get("boards", ()):
                try:
                    yield self._early(same, *said)
                except (TypeError, ValueError, KeyError, AssertionError):
                    raise JournalError(f"the journal has {shown(said)}: expected is an answer about a board") from None

    def add(self, number: int, verdict: str, reason: Reason | None, found: Solution | Sequence[int] | None) -> None:
        """Note that a board was decided."""
        if self._notebook is None:
            return
        said = reason and {
            "kind": reason.kind,
            "text": reason.text,
            "cells": [*reason.cells.items()],
            "pieces": reason.pieces,
            "modulus": reason.modulus,
        }
        packing = None
        if isinstance(found, Solution):
            packing = [_ALONE, *found.options]
        elif found is not None:
            packing = [_TOGETHER, *map(int, found)]
        self._new.append([number, verdict, said, packing])
        if time.monotonic() > self._written + _OFTEN:
            self.write()

    def write(self) -> None:
        """Write what is new."""
        if self._notebook is not None and self._new:
            self._notebook.add({"boards": self._new})
            self._new, self._written = [], time.monotonic()

    def close(self) -> None:
        """Write what is new, and let other processes go on."""
        if self._notebook is not None:
            self.write()
            self._notebook.close()

    def _early(self, same: bool, number: int, verdict: str, said: dict[str, Any] | None, packing: Any) -> Early:
        """Return an answer as it was added; raises some error if it is none, or its packing is none of the board."""
        if not 0 <= number < len(self._many) or verdict not in VERDICTS:
            raise ValueError
        reason = None if said is None else Reason(**said | {"cells": dict(said["cells"])})
        if packing is None or not same:
            return Early(number, verdict, reason)
        whose, *options = packing
        return Early(number, verdict, reason, options if whose == _TOGETHER else self._many.alone(number, options))
