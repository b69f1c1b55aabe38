"""The header of a journal: its problem and what counts as a solution, as plain data that any version can compare.

The problem and its options are identified by hashes of what they mean, not by numbers: another version, or another
order of pieces in the puzzle's file, may number options differently.  The solution that represents a class depends on
the numbers, so a run that continues from a journal takes over the journal's numbers (`renumbered`).
"""

import json
from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from satpuzzle import data
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution
from satpuzzle.version import __version__

TREE = "tree"  # in place of a convention in the header of a journal that has the tree of a certificate
_SAID = {  # the fields that must agree, and their names in error messages
    "name": "puzzle",
    "problem": "puzzle",
    "given": "given pieces",
    "judge": "filter",
    "up_to": "convention",
    "parts": "number of parts",
}


@dataclass(frozen=True)
class Header:
    """What all runs of one journal have in common: the problem, and what counts as a solution."""

    name: str
    problem: str  # the hash of its meaning
    puzzle: str | None  # the content of a JSON file, None for a bare cover
    up_to: str
    judge: dict[str, Any] | None
    given: list[Any]  # the given pieces, or the given options of a bare cover
    must_preserve: list[list[int]] | None  # points that symmetries must preserve, instead of the puzzle's frame
    parts: int | None  # the number of parts that was asked for
    version: str  # the version of satpuzzle
    count_only: bool = False  # the journal has the numbers of solutions, not the solutions

    @classmethod
    def of(
        cls,
        tables: Tables,
        name: str,
        up_to: str,
        judge: dict[str, Any] | None,
        must_preserve: Points | None,
        parts: int | None,
        count_only: bool = False,
    ) -> "Header":
        """Return the header of a problem; `judge` must consist of values that JSON supports."""
        puzzle, chosen = tables.puzzle, tables.cover.chosen
        placed = chosen if puzzle is None else Solution(chosen, puzzle, tables.placements).as_list()
        return cls(
            name=name,
            problem=tables.meaning.of(),
            puzzle=None if puzzle is None else text(puzzle, ".json"),
            up_to=up_to,
            judge=json.loads(json.dumps(judge)),  # in the form in which it will be read
            given=sorted(placed, key=str),
            must_preserve=None if must_preserve is None else must_preserve.tolist(),
            parts=parts,
            version=__version__,
            count_only=count_only,
        )

    @classmethod
    def read(cls, said: str, path: object) -> "Header":
        """Parse a header from the text that `written` made.

        Raises PuzzleError with the path if the text is damaged.
        """
        try:
            return cls(**data.parsed(said))
        except (TypeError, ValueError):
            raise PuzzleError(f"{path}: is damaged, its header cannot be read") from None

    def written(self) -> str:
        """Return the header as text."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def refuse(self, other: "Header", path: object) -> None:
        """Raise PuzzleError unless a run with the header `other` may continue from the journal with this header."""
        for key, said in _SAID.items():
            here, there = getattr(other, key), getattr(self, key)
            if here == there or (key == "parts" and here is None) or (key == "name" and self.problem == other.problem):
                continue
            if key == "problem":
                raise PuzzleError(
                    f"{path}: begun for another puzzle of the name {self.name}, or other symmetries of it"
                )
            was, wanted = (json.dumps(value, ensure_ascii=False) if value else "none" for value in (there, here))
            if key == "parts":
                was = f"{there}" if there else "as many as the backend chose"
            raise PuzzleError(f"{path}: begun with another {said}: {was}, here {wanted}")
        if self.count_only and not other.count_only:
            raise PuzzleError(f"{path}: has only the numbers of solutions; `satpuzzle count --count-only` continues it")
        if other.count_only and not self.count_only:
            raise PuzzleError(f"{path}: has solutions; continue it without --count-only, or begin another journal")

    def loaded(self) -> Puzzle:
        """Return the puzzle of the header.  Raises PuzzleError if the problem is a bare cover."""
        if self.puzzle is None:
            raise PuzzleError("the journal is of a bare cover, not of a puzzle")
        return parsed(self.puzzle, ".json", self.name)

    def tables(self) -> Tables:
        """Return the problem's tables, with the option numbers of this version."""
        points = None if self.must_preserve is None else np.array(self.must_preserve, dtype=np.int64).reshape(-1, 3)
        tables = Tables.of(self.loaded(), self.given or None, points)
        if tables.meaning.of() != self.problem:
            raise PuzzleError(
                f"{self.name}: the puzzle in the journal is not the one that satpuzzle {self.version} searched"
            )
        return tables


def option_names(tables: Tables) -> bytes:
    """Return the hashes of all options, 16 bytes each, in the order of their numbers."""
    return bytes.fromhex("".join(tables.meaning.options))


def item_names(tables: Tables) -> list[str]:
    """Return the names of all items in the order of their numbers, each after its family's name, as in `pieces I`."""
    kind = {item: name for name, items in tables.cover.families.items() for item in items}
    return [f"{kind.get(item, '')} {name}" for item, name in enumerate(tables.cover.names)]


def renumbered(tables: Tables, names: bytes) -> Tables:
    """Return the tables with their options in the order of `names`, which `option_names` returned.

    Raises PuzzleError if these are not the names of the tables' options.
    """
    ours = option_names(tables)
    if ours == names:
        return tables
    places = defaultdict(list)
    for number in reversed(range(len(ours) // 16)):
        places[ours[16 * number : 16 * number + 16]].append(number)
    try:
        order = np.array([places[names[at : at + 16]].pop() for at in range(0, len(names), 16)], dtype=np.int64)
    except IndexError:
        raise PuzzleError("the journal's placements are not those of its puzzle") from None
    if len(order) != len(tables.cover.rows):
        raise PuzzleError("the journal's placements are not those of its puzzle")
    called = np.argsort(order)  # the new number of each old option
    cover, symmetry = tables.cover, tables.symmetry
    return replace(
        tables,
        cover=replace(
            cover,
            rows=cover.rows[order],
            live=cover.live[order],
            chosen=tuple(sorted(called[list(cover.chosen)].tolist())),
        ),
        symmetry=symmetry.renumbered(order),
        placements=tables.placements.reordered(order),
    )
