"""The subject of a command: a puzzle, a problem of a BurrTools file, or an exact cover in Knuth's notation."""

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satpuzzle import data
from satpuzzle.api import no_puzzle
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.files import is_cover
from satpuzzle.engines.covers import load_cover
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import library
from satpuzzle.puzzle.formats.table import FORMATS
from satpuzzle.puzzle.library import storing_format
from satpuzzle.puzzle.model import Puzzle

if TYPE_CHECKING:  # few subjects are BurrTools files
    from satpuzzle.puzzle.formats.burr import Problem
    from satpuzzle.puzzle.formats.xmpuzzle.problem import Opened


_INPUT = "standard input"


@dataclass(frozen=True, eq=False)
class Subject:
    """A puzzle or an exact cover to solve, and the BurrTools file from which it was read, if any."""

    name: str
    what: Puzzle | ExactCover
    opened: "Opened | None" = None

    @property
    def remarks(self) -> list[str]:
        """Return messages, one line each, about features of the BurrTools file that the puzzle cannot have."""
        return [] if self.opened is None else [f"{self.name}: {remark}" for remark in self.opened.remarks]

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle.  Raises PuzzleError if the subject is an exact cover."""
        if isinstance(self.what, ExactCover):
            raise no_puzzle(self.name)
        return self.what

    def only_puzzles(self) -> None:
        """Raise PuzzleError if the subject is an exact cover, which has no pieces to show or move."""
        _ = self.puzzle


@dataclass(frozen=True, eq=False)
class NoPuzzle:
    """A problem of a BurrTools file that cannot be read as a puzzle, with the reason."""

    number: int  # from 1
    problem: "Problem"
    reason: str

    def facts(self) -> dict[str, Any]:
        """Return the problem's number and name, and the error, as plain data."""
        return {"problem": self.number, "name": self.problem.name, "error": self.reason}


def framed(file: str | Path | None, program: str, puzzle: Puzzle) -> str:
    """Return a message about the frame of a puzzle in a file for another program."""
    flat = "; it has neither floor nor cover there, so pieces can be lifted out" if puzzle.grid.two_sided else ""
    return f"{file}: the frame is written as a piece that must fill its place: {program} has no frames{flat}"


def every_problem(name: str, clock: Clock = UNLIMITED) -> list[Subject | NoPuzzle]:
    """Return all problems of a BurrTools file.

    Raises PuzzleError if the file is no BurrTools file or none of its problems is a puzzle, and Stopped if the clock
    stops.
    """
    if (format := storing_format(name)) is None:
        endings = " or ".join(each.ending for each in FORMATS if each.stores)
        raise PuzzleError(f"--problem all: {name} is no {endings} file, and only these are counted as a whole")
    found: list[Subject | NoPuzzle] = [
        NoPuzzle(number, problem, each) if isinstance(each, str) else Subject(name, each.puzzle, each)
        for number, (problem, each) in enumerate(format.code.every(Path(name), clock), 1)
    ]
    if not any(isinstance(each, Subject) for each in found):
        reasons = [f"problem {each.number}: {each.reason}" for each in found if isinstance(each, NoPuzzle)]
        raise PuzzleError(f"{name}: {'; '.join(reasons) or 'has no problem'}")
    return found


def subject(name: str, problem: str | None = None, clock: Clock = UNLIMITED) -> Subject:
    """Return the puzzle or the exact cover with this name; `problem` selects a problem of a BurrTools file.

    Raises PuzzleError, with a one-line message, if there is none, and Stopped if the clock stops.
    """
    if name == "-":
        return _of_standard_input(problem, clock)
    if (storing := storing_format(name)) is not None:
        found = storing.code.open_file(Path(name), problem, clock)
        return Subject(name, found.puzzle, found)
    if is_cover(name) and problem is None:
        return Subject(name, load_cover(name, clock))
    return Subject(name, library.load(name, problem, clock=clock))


def _of_standard_input(problem: str | None, clock: Clock) -> Subject:
    """Return what standard input has, whose format is that of its first characters, as if it were a file."""
    content = sys.stdin.buffer.read(data.LARGE)
    format = library.format_of(content)
    if format.stores:
        found = format.code.open_text(content, _INPUT, problem, clock)
        return Subject(_INPUT, found.puzzle, found)
    if format.name == "toml" and b"=" not in content and problem is None:
        from satpuzzle.cover import dlx

        try:
            return Subject(_INPUT, dlx.parse(data.decoded(BytesIO(content), _INPUT, data.LARGE), clock))
        except PuzzleError as error:
            raise PuzzleError(f"{_INPUT}: {str(error).removeprefix(f'{_INPUT}: ')}") from None
    return Subject(_INPUT, library.loads(content, name=_INPUT, problem=problem, folder=Path(), clock=clock))
