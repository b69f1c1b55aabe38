"""The library: loads puzzles by name, bundled ones and those in files, and reads puzzles in texts."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.data import files, is_file
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.keywords import named
from satpuzzle.puzzle import dates
from satpuzzle.puzzle.formats.link import is_link, unpack
from satpuzzle.puzzle.formats.reading import (
    NO_MEMBER,
    SEVERAL,
    begin_of,
    is_set,
    is_table,
    load_bare,
    load_family,
    load_file,
    load_set,
    of_table,
    other_names,
    parsed,
    text_of,
)
from satpuzzle.puzzle.formats.table import (
    BOARDS,
    FORMATS,
    PIECES,
    PUZZLES,
    Format,
    endings_said,
    format_of_file,
    format_of_text,
)
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece, PieceSet, Puzzle

if TYPE_CHECKING:  # few puzzles are members of families
    from satpuzzle.puzzle.families import Family

_NO_NAME = "is no name or path of a puzzle: make_puzzle(board=..., pieces=...) makes a puzzle in Python"
CALENDAR = "a-puzzle-a-day"  # the calendar whose member for the current date is called `today`


def load(name_or_path: str | Path, problem: int | str | None = None, *, clock: Clock = UNLIMITED) -> Puzzle:
    """Load a bundled puzzle by its name or title, a file (`.toml`, `.json`, `.xmpuzzle`), or a link of the studio.

    FAMILY#MEMBER is a member of a family, such as NAME#today of a calendar; `today` alone is today's member of the
    default calendar.  `problem` chooses a problem of a file that may have several, of BurrTools or Puzzle Studio, by
    its number from 1 or its name, and may be omitted if there is only one.  Raises PuzzleError, with a one-line
    message, if there is no such puzzle or its file is invalid, and Stopped if the clock stops.
    """
    if not isinstance(name_or_path, (str, Path)):
        raise PuzzleError(f"a {type(name_or_path).__name__} {_NO_NAME}")
    text = str(name_or_path)
    path = Path(name_or_path)
    if (storing := storing_format(path)) is not None:
        puzzle: Puzzle = storing.code.open_file(path, problem, clock).puzzle
        return puzzle
    if problem is not None and not (_may_have_several(path) and _exists(path)):
        raise PuzzleError(f"problem {problem}: {text}: {SEVERAL}")
    if is_link(text):
        return _linked(text, "link", None, clock)
    if text.strip().lower() == dates.TODAY and not _exists(path):
        text = f"{CALENDAR}#{text}"
    if (member := _member(text, clock)) is not None:
        return member
    if isinstance(name_or_path, str) and (name := bundled_name(text)) is not None:
        if name in files("puzzles/calendars"):
            raise PuzzleError(f"{name}: {NO_MEMBER}")
        return _bundled(name, _bundled_files()[name])
    _check_puzzle_file(path, text)
    return load_file(path, path.stem, files("puzzles/sets"), clock, problem)


def _may_have_several(path: Path) -> bool:
    """Tell whether a file of this name may have several problems."""
    return any(each.several and each.ending == path.suffix.lower() for each in FORMATS)


def _member(text: str, clock: Clock) -> Puzzle | None:
    """Return the member of a family or of a file of boards with this name, None if the name is none of a member."""
    file, mark, number = text.rpartition("#")
    if is_boards(file if mark else number):
        if not mark:
            raise PuzzleError(f"{text}: has many boards: choose one, such as {text}#1; explain answers for all")
        from satpuzzle.puzzle.formats.boards import load_boards

        return load_boards(file).member(number)
    family = family_named(file, clock) if mark else None
    return None if family is None else family.member(number)


def _check_puzzle_file(path: Path, text: str) -> None:
    """Raise PuzzleError if a path cannot be that of a puzzle file, or nothing is there."""
    if (format := format_of_file(path)) is not None and [*format.reads] == [PIECES] and _exists(path):
        raise PuzzleError(f"{path}: has pieces and no board: see choose, and convert with --pool")
    if is_table(path) or _exists(path):
        return
    if "\n" in text:
        raise PuzzleError(f"a text of several lines {_NO_NAME}")
    near = closest(text, [*_bundled_files(), *(() if text in sets() else sets())])
    a_set = f"; {text} is a set of pieces, and a puzzle has a board too" * (text in sets())
    raise PuzzleError(
        f"{text or repr(text)}: no bundled puzzle has this name{near}{a_set};"
        f" a file's name ends in {endings_said(PUZZLES)}"
    )


def is_boards(name: str) -> bool:
    """Tell whether a name is that of a file of boards."""
    return format_of_file(name, BOARDS) is not None and "\n" not in name and is_file(name)


def storing_format(name: str | Path) -> Format | None:
    """Return the format of a file of this name if such files store solutions, too, else None."""
    format = format_of_file(name, PUZZLES)
    return format if format is not None and format.stores else None


@named
def loads(
    text: str | bytes,
    *,
    name: str = "puzzle",
    problem: int | str | None = None,
    folder: Path | None = None,
    clock: Clock = UNLIMITED,
) -> Puzzle:
    """Return the puzzle in the content of a file, as text or as bytes, with this name; or in a link of the studio.

    The format is found out: TOML, JSON, or a file of BurrTools or Puzzle Studio, of which `problem` chooses a problem
    as for `load`.  No file is opened, so a text of unknown origin may be given; only if `folder` is given, a text may
    name a file in it that has the grid.  Raises PuzzleError, with a line that begins with the name, if the text is
    invalid, and Stopped if the clock stops.
    """
    if not isinstance(text, (str, bytes)):
        raise PuzzleError(f"{name}: is a {type(text).__name__}, allowed are text and bytes; from_dict takes a table")
    if (format := format_of(text)).stores:
        puzzle: Puzzle = format.code.open_text(text, name, problem, clock).puzzle
        return puzzle
    if problem is None and isinstance(text, str) and is_link(text.strip()):
        return _linked(text.strip(), name, folder, clock)
    octets = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    return parsed(text_of(octets, name, clock), format.name, name, clock, folder, problem)


def _linked(link: str, name: str, folder: Path | None, clock: Clock) -> Puzzle:
    """Return the puzzle in a link: its keys, or the name of a bundled one; of a calendar it is today's."""
    said = unpack(link)
    if "puzzle" in said:
        return of_table(said["puzzle"], name, folder, clock)
    called = said["name"]
    if called in calendars() and (calendar := family_named(called, clock)) is not None:
        return calendar.member(dates.TODAY)
    if called not in files("puzzles"):
        raise PuzzleError(f"{name}: no bundled puzzle has the name {called!r}")
    return _bundled(called, files("puzzles")[called])


def format_of(text: str | bytes) -> Format:
    """Return the format of files of this content, which gzip may have packed."""
    return format_of_text(text[:1000] if isinstance(text, str) else begin_of(text[:1000]).decode(errors="replace"))


def bundled_name(text: str) -> str | None:
    """Return the name of the bundled puzzle that has this name, title or alternative name.

    Titles are compared without regard to case, spaces and punctuation.  The result is None if there is no such puzzle,
    or if `text` is the path of a file.
    """
    if text in _bundled_files():
        return text
    if is_table(Path(text)) or _exists(Path(text)):
        return None
    return _other_names().get(_folded(text))


def _folded(name: str) -> str:
    return "".join(mark for mark in name.casefold() if mark.isalnum())


@lru_cache(maxsize=1)
def _other_names() -> dict[str, str]:
    """Return a table from the folded names, titles and alternative names of bundled puzzles to their names.

    If two puzzles share a title, the first one has it.
    """
    found: dict[str, str] = {}
    for name, path in _bundled_files().items():
        for other in (name, *other_names(path)):
            found.setdefault(_folded(other), name)
    return found


def _bundled_files() -> dict[str, Path]:
    return {**files("puzzles"), **files("puzzles/calendars")}


@lru_cache(maxsize=64)  # puzzles are immutable
def _bundled(name: str, path: Path) -> Puzzle:
    return load_file(path, name, files("puzzles/sets"))


def calendars() -> list[str]:
    """Return the names of the bundled families of boards; `load` takes NAME#MEMBER, such as `NAME#today`."""
    return list(files("puzzles/calendars"))


def puzzles() -> list[str]:
    """Return the names of the bundled puzzles, in alphabetical order; `load` takes them."""
    return list(files("puzzles"))


def sets() -> list[str]:
    """Return the names of the common sets of pieces, in alphabetical order; `make_puzzle` takes them."""
    return list(files("puzzles/sets"))


def piece_set(name: str, grid: Grid | None = None) -> PieceSet:
    """Return the common set of pieces with this name, or the set in the file with this path.

    The pieces are on `grid`, or else on the grid that the set's file names.

    Raises PuzzleError if there is no such set.
    """
    known = files("puzzles/sets")
    if is_table(Path(name)):
        return load_set(Path(name), grid)
    if name not in known:
        raise PuzzleError(f"{name}: no set of pieces has this name{closest(name, known)}: see satpuzzle list sets")
    return load_set(known[name], grid)


def names_set(name: str) -> bool:
    """Tell whether `name` is a common set of pieces and no puzzle, or the path of a file with pieces but no board.

    Raises PuzzleError if the file cannot be read.
    """
    path = Path(name)
    if is_table(path):
        return _exists(path) and is_set(path)
    return name in files("puzzles/sets") and bundled_name(name) is None


def names_puzzle(name: str) -> bool:
    """Tell whether `name` is that of a bundled puzzle, or the path of a file with a board.

    Raises PuzzleError if the file cannot be read.
    """
    path = Path(name)
    return (_exists(path) and not is_set(path)) if is_table(path) else bundled_name(name) is not None


def family_named(name_or_path: str | Path, clock: Clock = UNLIMITED) -> "Family | None":
    """Return the family with this bundled name or path; None if there is no such file or it has a single puzzle.

    Raises PuzzleError, with a one-line message, if the file is invalid, and Stopped if the clock stops.
    """
    text = str(name_or_path)
    name = bundled_name(text) if isinstance(name_or_path, str) else None
    path = Path(name_or_path) if name is None else _bundled_files()[name]
    if name is not None and name not in files("puzzles/calendars"):
        return None
    if not is_table(path) or not _exists(path):
        return None
    return load_family(path, path.stem, files("puzzles/sets"), clock)


def bare_board(name_or_path: str | Path, pieces: Sequence[Piece] = (), clock: Clock = UNLIMITED) -> Puzzle | None:
    """Return the puzzle in a file of a board without pieces, with these; None for all others.

    Without any it gets a piece of one cell, and no rules, which may name others.  Raises PuzzleError if the file is
    invalid, and Stopped if the clock stops.
    """
    path = Path(name_or_path)
    if not is_table(path) or not _exists(path):
        return None
    return load_bare(path, files("puzzles/sets"), pieces, clock)


def _exists(path: Path) -> bool:
    try:
        return path.exists() and path != Path()
    except (OSError, ValueError):  # too long, or a null character
        return False
