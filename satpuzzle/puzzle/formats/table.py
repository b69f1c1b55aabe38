"""The formats of puzzles, a row each.  Commands, help and docs read the rows; a format's module is imported when used.

What a module has depends on what its row says.  A format that `reads` puzzles or sets of pieces has one of

    parse(text) -> table                                the keys and values of a puzzle file (see `reading.py`)
    table(content, problem, name) -> (table, name)      beside `parse`, if its own keys differ: those of one problem
    open_text(text, name, problem, clock) -> Opened     if `stores`: a problem with what else the file has

and one that `writes` them one of

    write(table) -> text                                keys and values, or
    written(puzzle) -> text                             a puzzle, perhaps with
    left_out(puzzle) -> sentences                       what `written` leaves out, since no packing depends on it
    written_set(pieces) -> text                         a set of pieces

`parse` and `written` raise PuzzleError, in one line, for what is invalid or cannot be expressed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satpuzzle.errors import PuzzleError, closest

if TYPE_CHECKING:
    from satpuzzle.puzzle.model import Puzzle

PUZZLES, PIECES, BOARDS, COVERS = "puzzles", "pieces", "boards", "covers"  # what a format reads or writes


@dataclass(frozen=True, kw_only=True)
class Format:
    """What is known of a format before its module is imported."""

    name: str
    ending: str  # of the names of files; a table of several formats with one ending tells which it has, by `key`
    program: str = ""  # whose files these are, if they are not our own
    has: str  # what its files have, in words
    module: str = ""  # in this folder; "" if a folder above reads it
    reads: Sequence[str] = ()
    writes: Sequence[str] = ()
    begins: str = ""  # the characters with which a text begins, by which standard input is told
    key: tuple[str, str] | None = None  # a key and its value that no other table has
    several: bool = False  # a file may have several problems
    stores: bool = False  # a file may have solutions, too
    frames: bool = False  # cells beside the board that are solid
    drawn: bool = False  # cells are drawings if possible
    packed: bool = False  # a file is compressed by gzip
    leaves_out: str = ""  # what is left out of what it writes, in words, each time

    @property
    def code(self) -> Any:
        """Return the format's module."""
        return import_module(f"satpuzzle.puzzle.formats.{self.module}")

    @property
    def own(self) -> bool:
        """Tell whether a file has the keys of puzzle files as they are, and so all that a puzzle may have."""
        return PUZZLES in self.writes and not self.program

    @property
    def tables(self) -> bool:
        """Tell whether its files are read as tables."""
        return bool(self.module and {PUZZLES, PIECES} & {*self.reads}) and not self.stores


FORMATS = (
    Format(
        name="toml", ending=".toml", has="all that puzzles have, with drawings", module="toml",
        reads=(PUZZLES, PIECES), writes=(PUZZLES, PIECES), frames=True, drawn=True,
    ),
    Format(
        name="json", ending=".json", has="all that puzzles have, with lists of cells", module="json",
        reads=(PUZZLES, PIECES), writes=(PUZZLES, PIECES), begins="{[", frames=True,
    ),
    Format(
        name="xmpuzzle", ending=".xmpuzzle", program="BurrTools", has="problems and their solutions",
        module="xmpuzzle.format", reads=(PUZZLES,), writes=(PUZZLES, PIECES), begins="<",
        several=True, stores=True, packed=True,
    ),
    Format(
        name="puzzle-studio", ending=".json", program="Puzzle Studio", has="problems of squares or cubes",
        module="puzzlestudio", reads=(PUZZLES,), writes=(PUZZLES,), key=("type", "PuzzleFile"), several=True,
    ),
    Format(
        name="puzzlecad", ending=".scad", program="puzzlecad", has="pieces of cubes, to be printed", module="puzzlecad",
        reads=(PIECES,), writes=(PIECES,),
        leaves_out="has the cells of pieces only; their names and all else are left out",
    ),
    Format(
        name="heesch-sat", ending=".heesch", program="heesch-sat", has="shapes, and verdicts on how they tile",
        module="heesch", reads=(PIECES,), writes=(PIECES,),
        leaves_out="has the cells of pieces only; their names and all else are left out",
    ),
    Format(name="boards", ending=".txt", has="many boards of squares for the same pieces", module="boards",
           reads=(BOARDS,)),
    Format(name="dlx", ending=".dlx", program="Knuth's DLX programs", has="items and options, an exact cover",
           reads=(COVERS,)),
    Format(name="opb", ending=".opb", program="pseudo-Boolean solvers", has="sums of options, an exact cover",
           reads=(COVERS,)),
    Format(name="dimacs", ending=".cnf", program="SAT solvers", has="clauses that `export` wrote, an exact cover",
           reads=(COVERS,)),
)  # fmt: skip


def format_of_file(name: str | Path, reads: str = "") -> Format | None:
    """Return the first format whose files have names with this ending, and that reads this; None if there is none."""
    ending = Path(name).suffix.lower()
    return next((each for each in FORMATS if each.ending == ending and (not reads or reads in each.reads)), None)


def format_of_table(content: object) -> Format | None:
    """Return the format that has a key of a table with its value; None for a table with the keys of puzzle files."""
    keyed = ((each, each.key) for each in FORMATS if each.key is not None and isinstance(content, dict))
    return next((each for each, (key, value) in keyed if content.get(key) == value), None)  # type: ignore[attr-defined]


def format_of_text(start: str) -> Format:
    """Return the format of a text that begins with these characters: the first one, if no other begins so."""
    mark = start.removeprefix("\ufeff").lstrip()[:1]
    return next((each for each in FORMATS if mark and mark in each.begins), FORMATS[0])


def format_named(word: str) -> Format:
    """Return the format with this name, or the first one with this ending.  Raises PuzzleError if there is none."""
    found = [each for each in FORMATS if word == each.name] or [each for each in FORMATS if word == each.ending]
    if not found:
        names = [each.name for each in FORMATS]
        raise PuzzleError(f"format {word!r}{closest(word, names)}: choose from {', '.join(names)}")
    return found[0]


def format_to_write(name: str | Path, *what: str) -> Format:
    """Return the first format that writes one of these things to a file of this name.

    Raises PuzzleError, with the endings, if there is none.
    """
    for each in FORMATS:
        if each.ending == Path(name).suffix.lower() and {*what} & {*each.writes}:
            return each
    raise PuzzleError(f"{name}: a file of {' or '.join(what)} ends in {endings_said(*what, writes=True)}")


def endings(*what: str, writes: bool = False) -> tuple[str, ...]:
    """Return the endings of the files that have one of these things, those that are read or those that are written."""
    able = (each for each in FORMATS if {*what} & {*(each.writes if writes else each.reads)})
    return tuple(dict.fromkeys(each.ending for each in able))


def endings_said(*what: str, writes: bool = False) -> str:
    """Return the endings of `endings` in words, such as `.toml, .json or .xmpuzzle`."""
    *first, last = endings(*what, writes=writes)
    return f"{', '.join(first)} or {last}" if first else last


def writing_formats(*what: str) -> tuple[str, ...]:
    """Return the names of the formats that write one of these things."""
    return tuple(each.name for each in FORMATS if {*what} & {*each.writes})


def programs_with_several() -> str:
    """Return the programs whose files may have several problems, in words."""
    return " or ".join(each.program for each in FORMATS if each.several)


_OURS = {
    "frame": "the frame",
    "tiles": "tiles with coloured edges",
    "chain": "that a chain is folded",
    "wrap": "that the board wraps round",
}


def lost_elsewhere(puzzle: "Puzzle") -> list[str]:
    """Return in words what the packings of a puzzle depend on and no other program's files can say."""
    turned = [] if puzzle.turning[1] is True else ["that pieces are not turned in every way (rotate)"]
    features = [said for feature, said in _OURS.items() if feature in puzzle.features]
    return [*features, *turned, *(rule.said() for rule in puzzle.rules)]
