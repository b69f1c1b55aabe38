"""The subject of a new certificate, a puzzle or an exact cover, and its file in the folder."""

import json
import re
import shutil
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import dlx
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.files import is_cover
from satpuzzle.cover.tables import Tables
from satpuzzle.data import files
from satpuzzle.engines.covers import load_cover
from satpuzzle.errors import PuzzleError, printable
from satpuzzle.proofs.check.geometry import inexpressible
from satpuzzle.proofs.check.subject import COVER, SET, SOURCES, Subject
from satpuzzle.proofs.check.unpack import LONGEST
from satpuzzle.puzzle.formats.reading import files_named, is_own, set_named
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution


@dataclass(frozen=True, eq=False)
class Chosen(Subject):
    """A subject with what the search needs of it."""

    cover: ExactCover | None = None  # the bare cover, as read from its text

    @property
    def what(self) -> Puzzle | ExactCover:
        """The puzzle or the cover."""
        what = self.puzzle or self.cover
        assert what is not None
        return what

    @property
    def title(self) -> str:
        """The name and the title of the puzzle, or the name of the cover."""
        return self.name if self.puzzle is None else f"{self.name}: {self.puzzle.title or self.name}"

    def tables(self, clock: Clock = UNLIMITED) -> Tables:
        """Return the tables for the search.  Raises Stopped if the clock stops."""
        return Tables.of(self.what, clock=clock)

    def listing(self, tables: Tables) -> "Listing":
        """Return the writer of solutions, which are given as options of these tables."""
        return Listing(self, tables)

    def copy(self, folder: Path, clock: Clock = UNLIMITED) -> None:
        """Write the subject's file to the folder of a certificate, and the file of the piece set that it names.

        Raises PuzzleError for a file that is too large, and Stopped if the clock stops.
        """
        ending = ".dlx" if self.puzzle is None else ".toml" if self.source is None else self.source.suffix
        (place,) = (folder / name for name in SOURCES if name.endswith(ending))
        if self.source is not None:
            shutil.copyfile(self.source, place)
        else:
            written = self.text if self.puzzle is None else text(self.puzzle, ending, clock)
            place.write_text(written, encoding="utf-8")
        if place.stat().st_size > LONGEST:
            raise PuzzleError(f"{self.name}: its file is larger than {LONGEST >> 20} MiB, the most in a certificate")
        if self.source is not None and self.puzzle is not None and (named := set_named(self.source)) is not None:
            shutil.copyfile(files("puzzles/sets")[named], folder / f"{SET}{named}.toml")

    def check_names(self, *more: str) -> None:
        """Raise PuzzleError if the name, the title or one of `more` cannot be written into a comment of the clauses."""
        for name in (self.name, self.title, *more):
            if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", name):
                raise PuzzleError(f"{name!a}: a certificate needs names without control characters and surrogates")


class Listing:
    """Writes solutions, one per line: those of a puzzle as placed pieces, those of a bare cover as option numbers."""

    def __init__(self, subject: Chosen, tables: Tables) -> None:
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


def subject_of(given: Puzzle | ExactCover | str | Path, problem: str | None = None, clock: Clock = UNLIMITED) -> Chosen:
    """Return the subject of a new certificate: `given` is a puzzle, an exact cover, or the name or path of one.

    `problem` chooses a problem of a file that has several.  For a puzzle that has no TOML or JSON file of its own, or
    one that names files of its grid or rules, the certificate will contain a new file.  A cover made by a program is
    written as a file and read again, since the file may change names of items.

    Raises PuzzleError if the input cannot be read or certificates do not support it, and Stopped if the clock stops.
    """
    if isinstance(given, Puzzle):
        _check_supported(given)
        return Chosen(given.name, given)
    if isinstance(given, ExactCover):
        if given.chosen or not given.live.all():
            raise PuzzleError(
                "a certificate needs a whole cover: in this one, options are chosen, ruled out or cover nothing"
            )
        written = dlx.without_costs("".join(f"{line}\n" for line in dlx.write(given)))
        return Chosen("cover", None, text=written, cover=dlx.parse(written, clock))
    source = files("puzzles").get(str(given), Path(given))
    if is_cover(source) and problem is None:
        cover, name = load_cover(source, clock), printable(source.stem)
        if source.suffix.lower() != COVER:
            return replace(subject_of(cover, clock=clock), name=name)
        written = data.read(source, data.LARGE)
        return Chosen(name, None, None if len(cover.costs) else source, dlx.without_costs(written), cover)
    puzzle = load(given, problem, clock=clock)
    _check_supported(puzzle)
    whole = is_own(source) and not files_named(source)
    return Chosen(puzzle.name, puzzle, source if whole else None)


def searched(subject: Subject) -> Chosen:
    """Return the subject of an existing certificate with what the search needs; raises PuzzleError for a bad cover."""
    cover = dlx.parse(subject.text) if subject.puzzle is None else None
    return Chosen(subject.name, subject.puzzle, subject.source, subject.text, cover)
