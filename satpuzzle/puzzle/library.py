"""The library: names to puzzles, bundled ones and those in files."""

from functools import lru_cache
from pathlib import Path

from satpuzzle.data import files
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.formats.reading import load_family, load_file
from satpuzzle.puzzle.formats.xmpuzzle import ENDING
from satpuzzle.puzzle.model import Puzzle


def load(name_or_path: str | Path, problem: int | str | None = None) -> Puzzle:
    """Load a puzzle by its bundled name or from a `.toml`, `.json` or `.xmpuzzle` file; FAMILY#MEMBER is a member.

    A `problem` of a BurrTools file is told by its number from 1 or its name; where there is one only, it need not be.
    Raises PuzzleError, with a one-line message, if there is no such puzzle or its file is wrong.
    """
    text = str(name_or_path)
    path = Path(name_or_path)
    if path.suffix.lower() == ENDING:
        from satpuzzle.puzzle.formats.xmpuzzle.problem import open_file

        return open_file(path, problem).puzzle
    if problem is not None:
        raise PuzzleError(f"problem {problem}: {text} is no {ENDING} file, only these have several")
    if "#" in text and (family := family_named(text.rpartition("#")[0])) is not None:
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
    return load_file(path, path.stem, files("puzzles/sets"))


@lru_cache(maxsize=64)  # a puzzle is immutable
def _bundled(name: str, path: Path) -> Puzzle:
    return load_file(path, name, files("puzzles/sets"))


def family_named(name_or_path: str | Path) -> Family | None:
    """Return the family of boards with this bundled name or path; None if there is none, or it is one puzzle's file.

    Raises PuzzleError, with a one-line message, if its file is wrong.
    """
    bundled = files("puzzles/calendars")
    path = bundled.get(str(name_or_path), Path(name_or_path))
    if path.suffix not in (".toml", ".json") or not _exists(path):
        return None
    return load_family(path, path.stem, files("puzzles/sets"))


def _exists(path: Path) -> bool:
    try:
        return path.exists() and path != Path()
    except (OSError, ValueError):  # too long for a name, or a character that no name has
        return False
