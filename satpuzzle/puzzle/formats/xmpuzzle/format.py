"""What the table of formats asks for: a file's problems as puzzles, and puzzles and sets of pieces as files."""

from collections.abc import Iterator
from pathlib import Path

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.puzzle.formats.burr import Problem
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of, burr_of_set, left_out
from satpuzzle.puzzle.formats.xmpuzzle.problem import Opened, each, open_file, open_text
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.puzzle.formats.xmpuzzle.writing import text
from satpuzzle.puzzle.model import PieceSet, Puzzle

__all__ = ["again", "every", "left_out", "open_file", "open_text", "written", "written_set"]


def written(puzzle: Puzzle) -> str:
    """Return a file with a puzzle as its only problem.  Raises PuzzleError for what BurrTools lacks."""
    return text(burr_of(puzzle))


def written_set(pieces: PieceSet | Puzzle) -> str:
    """Return a file with pieces as its shapes, and no problem.  Raises PuzzleError if BurrTools lacks the grid."""
    return text(burr_of_set(pieces))


def every(path: Path, clock: Clock = UNLIMITED) -> Iterator[tuple[Problem, Opened | str]]:
    """Return the problems of a file, each as it was opened, or with the reason why it is no puzzle.

    Raises PuzzleError if the file is invalid, and Stopped if the clock stops.
    """
    return each(read(path, clock), path.stem, clock)


def again(path: Path, clock: Clock = UNLIMITED) -> str:
    """Return a file as it is written here, with all its problems.  Raises PuzzleError if it is invalid."""
    return text(read(path, clock))
