"""Keeps the levels of packings in a file, so that a search for the best packing can continue without repeating work.

The file is a notebook with a line for each packing, which is identified by a hash of its pieces and their cells, the
same in any version and on any machine.  Any number of processes may append lines.  If a line was not written
completely, its packing is taken apart again.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.threads import side_by_side
from satpuzzle.puzzle.formats.writing import meant
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.notebook import DROPPED, Notebook
from satpuzzle.solutions.solution import Solution

ENDING = ".levels"  # appended to the name of the journal
_FORMAT = 1


class Kept:
    """An assembler that writes the verdicts and levels of packings to a file, and reads those that are there already.

    Raises JournalError if the file was changed or is for another puzzle or other rules, and OSError if it cannot be
    read or written.
    """

    def __init__(self, puzzle: Puzzle, assembler: Assembler, path: Path) -> None:
        import hashlib  # which only a journal needs

        self._assembler = assembler
        asked = hashlib.sha256(meant(puzzle).encode()).hexdigest()
        head = {"levels": _FORMAT, "puzzle": asked, "rules": assembler.rules.facts}
        self._lines = Notebook(path, head, shared=True, unsigned=DROPPED)
        self._known = {known["packing"]: known for known in self._lines.there}

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
        self._lines.add(said | {"least": found.least}, sure=False)
        return found


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
