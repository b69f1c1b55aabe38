"""The subject of a certificate, a puzzle or a bare cover, as its folder has it."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import CertificateError, printable
from satpuzzle.proofs.check.geometry import Statement, statement
from satpuzzle.proofs.check.options import statement_of
from satpuzzle.puzzle.formats.reading import files_named, load_file
from satpuzzle.puzzle.model import Counts, Puzzle

COVER = ".dlx"  # the ending of the file of a cover
SOURCES = ("puzzle.toml", "puzzle.json", "cover.dlx")
SET = "pieces-"  # begins the file name of a piece set that the puzzle names


@dataclass(frozen=True, eq=False)
class Subject:
    """A puzzle or a bare cover, and the file from which it was read."""

    name: str
    puzzle: Puzzle | None  # None for a bare cover
    source: Path | None = None  # None if it was made by a program
    text: str = ""  # of a bare cover

    def statement(self, clock: Clock = UNLIMITED) -> Statement:
        """Return the statement for the checkers, from a second enumeration of the puzzle or reader of the file."""
        return statement_of(self.text) if self.puzzle is None else statement(self.puzzle, clock)

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


def copied(source: Path, name: str, sets: dict[str, Path]) -> Subject:
    """Return the subject of an existing certificate, read from its file `source`, with the given name.

    `sets` has the file of each piece set that the puzzle may name.  Nobody has checked the notation of a cover yet.
    """
    if source.suffix == COVER:
        return Subject(printable(name), None, source, data.read(source, data.LARGE))
    for key, named in files_named(source):
        raise CertificateError(f"{source.name}: {key} has {named}: a certificate has its grid and its rules itself")
    puzzle = load_file(source, name, sets)
    return Subject(puzzle.name, puzzle, source)
