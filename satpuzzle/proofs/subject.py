"""The subject of a certificate, which is a puzzle or an exact cover, and the file of the subject in the folder."""

import json
import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import dlx
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.data import files
from satpuzzle.errors import CertificateError, PuzzleError, printable
from satpuzzle.proofs.geometry import Statement, inexpressible, statement
from satpuzzle.proofs.options import statement_of
from satpuzzle.proofs.unpack import LONGEST
from satpuzzle.puzzle.formats.endings import COVER
from satpuzzle.puzzle.formats.reading import grid_named, is_studio, load_file, set_named
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.solutions.solution import Solution

SOURCES = ("puzzle.toml", "puzzle.json", "cover.dlx")
SET = "pieces-"  # begins the file name of a piece set that the puzzle names


@dataclass(frozen=True, eq=False)
class Subject:
    """A puzzle or a bare cover, and the file from which it was read."""

    name: str
    what: Puzzle | ExactCover
    source: Path | None = None  # the file that is copied to the folder; if it is None, a file is written there
    written: str = ""  # the text of that file for a cover made by a program, from which `what` was read

    @property
    def title(self) -> str:
        """The name and the title of the puzzle, or the name of the cover."""
        return f"{self.name}: {self.what.title or self.name}" if isinstance(self.what, Puzzle) else self.name

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, or None for a bare cover."""
        return self.what if isinstance(self.what, Puzzle) else None

    def tables(self, clock: Clock = UNLIMITED) -> Tables:
        """Return the tables for the search.  Raises Stopped if the clock stops."""
        return Tables.of(self.what, clock=clock) if isinstance(self.what, Puzzle) else Tables.bare(self.what)

    def statement(self, clock: Clock = UNLIMITED) -> Statement:
        """Return the statement for the checkers, from a second enumeration of the puzzle or reader of the file."""
        if isinstance(self.what, Puzzle):
            return statement(self.what, clock)
        assert self.source is not None
        return statement_of(self.source.read_text(encoding="utf-8"))

    def listing(self, tables: Tables) -> "Listing":
        """Return the writer of solutions, which are given as options of these tables."""
        return Listing(self, tables)

    def copy(self, folder: Path, clock: Clock = UNLIMITED) -> None:
        """Write the subject's file to the folder of a certificate, and the file of the piece set that it names.

        Raises PuzzleError for a file that is too large, and Stopped if the clock stops.
        """
        ending = ".dlx" if isinstance(self.what, ExactCover) else ".toml" if self.source is None else self.source.suffix
        (place,) = (folder / name for name in SOURCES if name.endswith(ending))
        if self.source is not None:
            shutil.copyfile(self.source, place)
        elif isinstance(self.what, ExactCover):
            place.write_text(self.written, encoding="utf-8")
        else:
            place.write_text(text(self.what, ending, clock), encoding="utf-8")
        if place.stat().st_size > LONGEST:
            raise PuzzleError(f"{self.name}: its file is larger than {LONGEST >> 20} MiB, the most in a certificate")
        if self.source is not None and self.puzzle is not None and (named := set_named(self.source)) is not None:
            shutil.copyfile(files("puzzles/sets")[named], folder / f"{SET}{named}.toml")

    def check_published(self, counts: Counts, file: str = "") -> None:
        """Raise CertificateError if the puzzle has published counts that differ from these.

        The message begins with `file` or, if that is empty, with the name of the puzzle.
        """
        known = {} if self.puzzle is None else self.puzzle.published.known()
        for convention, number in known.items():
            if (right := counts.known().get(convention, number)) != number:
                raise CertificateError(
                    f"{file or self.name}: its counts have {convention} = {number}, but there are {right}"
                )

    def check_names(self, *more: str) -> None:
        """Raise PuzzleError if the name, the title or one of `more` cannot be written into a comment of the clauses."""
        for name in (self.name, self.title, *more):
            if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", name):
                raise PuzzleError(f"{name!a}: a certificate needs names without control characters and surrogates")


class Listing:
    """Writes solutions, one per line: those of a puzzle as placed pieces, those of a bare cover as option numbers."""

    def __init__(self, subject: Subject, tables: Tables) -> None:
        self._puzzle, self._placements = subject.puzzle, tables.placements
        self._text = cache(self._in_words)

    def _in_words(self, option: int) -> str:
        if self._puzzle is None:
            return str(option)
        return "".join(
            json.dumps(placed, ensure_ascii=False)
            for placed in Solution((option,), self._puzzle, self._placements).as_list()
        )

    def line(self, options: list[int]) -> str:
        """Return the line for a solution, which is given as options; -1 is padding."""
        return f"[{', '.join(filter(None, (self._text(option) for option in options if option >= 0)))}]\n"


def _check_supported(puzzle: Puzzle) -> None:
    """Raise PuzzleError if certificates do not support the puzzle."""
    if (lacking := inexpressible(puzzle)) is not None:
        raise PuzzleError(f"{puzzle.name}: a certificate cannot express this: {lacking}")


def subject_of(
    given: Puzzle | ExactCover | str | Path, problem: str | None = None, clock: Clock = UNLIMITED
) -> Subject:
    """Return the subject of a new certificate: `given` is a puzzle, an exact cover, or the name or path of one.

    `problem` chooses a problem of a file that has several.  For a puzzle that has no TOML or JSON file of its own, or
    one that names the file of its grid, the certificate will contain a new file.  A cover made by a program is written
    as a file and read again, since the file may change names of items.

    Raises PuzzleError if the input cannot be read or certificates do not support it, and Stopped if the clock stops.
    """
    if isinstance(given, Puzzle):
        _check_supported(given)
        return Subject(given.name, given)
    if isinstance(given, ExactCover):
        if given.chosen or not given.live.all():
            raise PuzzleError(
                "a certificate needs a whole cover: in this one, options are chosen, ruled out or cover nothing"
            )
        written = "".join(f"{line}\n" for line in dlx.write(given))
        return Subject("cover", dlx.parse(written, clock), written=written)
    source = files("puzzles").get(str(given), Path(given))
    if source.suffix == COVER and problem is None:
        return Subject(printable(source.stem), dlx.load_dlx(source, clock), source)
    puzzle = load(given, problem, clock=clock)
    _check_supported(puzzle)
    whole = source.suffix in (".toml", ".json") and grid_named(source) is None and not is_studio(source)
    return Subject(puzzle.name, puzzle, source if whole else None)


def copied(source: Path, name: str, sets: dict[str, Path]) -> Subject:
    """Return the subject of an existing certificate, read from its file `source`, with the given name.

    `sets` has the file of each piece set that the puzzle may name.
    """
    if source.suffix == COVER:
        return Subject(printable(name), dlx.load_dlx(source), source)
    if (grid := grid_named(source)) is not None:
        raise CertificateError(f"{source.name}: grid is {grid}: a certificate describes its grid itself")
    puzzle = load_file(source, name, sets)
    return Subject(puzzle.name, puzzle, source)
