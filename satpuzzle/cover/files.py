"""Reads exact covers from files, in each format that has them."""

from importlib import import_module
from pathlib import Path

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.table import COVERS, format_of_file


def is_cover(name: str | Path) -> bool:
    """Tell whether files of this name have items and options, not puzzles."""
    return format_of_file(name, COVERS) is not None


def load_cover(path: str | Path, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover in a file, whose format its ending tells.

    Raises PuzzleError, which names the file, if it cannot be read, and Stopped if the clock stops.
    """
    format = format_of_file(path, COVERS)
    assert format is not None
    try:
        found: ExactCover = import_module(f"satpuzzle.cover.{format.name}").parse(
            data.read(Path(path), data.LARGE), clock
        )
        return found
    except PuzzleError as error:
        raise PuzzleError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from None
