"""The library: loads puzzles by name, bundled ones and those in files."""

from functools import lru_cache
from pathlib import Path

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.data import files
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.formats.reading import load_family, load_file
from satpuzzle.puzzle.formats.xmpuzzle import ENDING
from satpuzzle.puzzle.model import Puzzle


def load(name_or_path: str | Path, problem: int | str | None = None, *, clock: Clock = UNLIMITED) -> Puzzle:
    """Load a bundled puzzle by its name, or a puzzle from a `.toml`, `.json` or `.xmpuzzle` file.

    FAMILY#MEMBER names a member of a family.  `problem` chooses a problem of a BurrTools file by its number from 1 or
    its name, and may be omitted if there is only one.  Raises PuzzleError, with a one-line message, if there is no such
    puzzle or its file is invalid, and Stopped if the clock stops.
    """
    text = str(name_or_path)
    path = Path(name_or_path)
    if path.suffix.lower() == ENDING:
        from satpuzzle.puzzle.formats.xmpuzzle.problem import open_file

        return open_file(path, problem, clock).puzzle
    if problem is not None:
        raise PuzzleError(f"problem {problem}: {text} is not a {ENDING} file; only these have several problems")
    if "#" in text and (family := family_named(text.rpartition("#")[0], clock)) is not None:
        return family.member(text.rpartition("#")[2])
    bundled = {**files("puzzles"), **files("puzzles/calendars")}
    if isinstance(name_or_path, str) and text in bundled:
        return _bundled(text, bundled[text])
    if path.suffix not in (".toml", ".json") and not _exists(path):
        near = closest(text, bundled)
        raise PuzzleError(
            f"{text or repr(text)}: no bundled puzzle has this name{near};"
            f" a file's name ends in {ENDING}, .toml or .json"
        )
    return load_file(path, path.stem, files("puzzles/sets"), clock)


@lru_cache(maxsize=64)  # a puzzle is immutable
def _bundled(name: str, path: Path) -> Puzzle:
    return load_file(path, name, files("puzzles/sets"))


def puzzles() -> list[str]:
    """Return the names of the bundled puzzles, in alphabetical order; `load` takes them."""
    return list(files("puzzles"))


def sets() -> list[str]:
    """Return the names of the common sets of pieces, in alphabetical order; `Puzzle.of` takes them."""
    return list(files("puzzles/sets"))


def family_named(name_or_path: str | Path, clock: Clock = UNLIMITED) -> Family | None:
    """Return the family with this bundled name or path; None if there is no such file or it has a single puzzle.

    Raises PuzzleError, with a one-line message, if the file is invalid, and Stopped if the clock stops.
    """
    bundled = files("puzzles/calendars")
    path = bundled.get(str(name_or_path), Path(name_or_path))
    if path.suffix not in (".toml", ".json") or not _exists(path):
        return None
    return load_family(path, path.stem, files("puzzles/sets"), clock)


def _exists(path: Path) -> bool:
    try:
        return path.exists() and path != Path()
    except (OSError, ValueError):  # too long, or a null character
        return False
