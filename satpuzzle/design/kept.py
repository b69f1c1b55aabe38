"""Keeps the levels of packings in a file, so that a search for the best packing can continue without repeating work.

The file has a line of JSON for each packing.  A packing is identified by a hash of its pieces and their cells, which is
the same in any version and on any machine.  Lines are only appended, by any number of processes.  If a line was not
written completely, its packing is taken apart again.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.threads import side_by_side
from satpuzzle.puzzle.formats.writing import meant
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution

ENDING = ".levels"  # appended to the name of the journal
_FORMAT = 1


class Kept:
    """An assembler that writes the verdicts and levels of packings to a file, and reads those that are there already.

    Raises PuzzleError if the file is for another puzzle or other rules, and OSError if it cannot be read or written.
    """

    def __init__(self, puzzle: Puzzle, assembler: Assembler, path: Path) -> None:
        import hashlib  # which only a journal needs

        self._assembler = assembler
        self._path = path
        self._lock = Lock()
        self._known: dict[str, dict[str, Any]] = {}
        asked = hashlib.sha256(meant(puzzle).encode()).hexdigest()
        head = {"levels": _FORMAT, "puzzle": asked, "rules": assembler.rules.facts}
        said = data.read(path, data.LARGE) if path.exists() else ""
        first, *lines = said.splitlines() or [""]
        if not first:
            self._write(head)
        elif _parsed(first) != head:
            raise PuzzleError(f"{path}: has no levels of this puzzle {assembler.rules}; move it away to start again")
        elif not said.endswith("\n"):  # the last line was not written completely
            self._append("")
        self._known.update((known["packing"], known) for known in map(_parsed, lines) if _is_level(known))

    def assemblies(self, packings: Iterable[Solution], clock: Clock = UNLIMITED) -> Iterator[Assembly]:
        """Yield how each packing comes apart, in the order of the packings.

        A result that was read from the file has no moves.  Raises Stopped if the clock stops.
        """
        return side_by_side(lambda packing: self._assembly(packing, clock), packings, self._assembler.jobs)

    levels = assemblies  # also in the order of the packings, and with moves

    def _assembly(self, packing: Solution, clock: Clock) -> Assembly:
        key = _key(packing)
        if (said := self._known.get(key)) is not None:
            rules = self._assembler.rules
            return Assembly(
                Verdict(said["verdict"]), rules, rules.open, (), said["level"], (), 0,
                levels=tuple(said["levels"]), least=said["least"], solution=packing,
            )  # fmt: skip
        found = self._assembler.assembly(packing, clock)
        said = {"packing": key, "verdict": str(found.verdict), "level": found.level, "levels": list(found.levels)}
        self._write(said | {"least": found.least})
        return found

    def _write(self, said: dict[str, Any]) -> None:
        self._append(json.dumps(said))

    def _append(self, line: str) -> None:
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def assembler_of(puzzle: Puzzle, rules: Rules, jobs: int | None, journal: str | Path | None) -> Assembler | Kept:
    """Return an assembler; with a journal, it stores levels in a file beside the journal.

    Raises PuzzleError if that file belongs to another puzzle or other rules.
    """
    assembler = Assembler(puzzle, rules, jobs or cores())
    return assembler if journal is None else Kept(puzzle, assembler, Path(f"{journal}{ENDING}"))


def _key(packing: Solution) -> str:
    import hashlib

    placed = json.dumps(sorted(packing.as_list(), key=str), ensure_ascii=False)
    return hashlib.sha256(placed.encode()).hexdigest()[:32]


def _is_level(said: Any) -> bool:
    return (
        isinstance(said, dict)
        and said.keys() == {"packing", "verdict", "level", "levels", "least"}
        and isinstance(said["least"], bool)
        and said["verdict"] in {*Verdict}
        and isinstance(said["level"], str | None)
        and isinstance(said["levels"], list)
        and all(isinstance(number, int) for number in said["levels"])
    )


def _parsed(line: str) -> Any:
    try:
        return data.parsed(line)
    except ValueError:
        return None
