"""Checks a certificate of any form (`tree`, `lrat`, `frontier`), and reports what it proves."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.dlx import parse
from satpuzzle.data import files
from satpuzzle.engines.library import missing
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.proofs import walking
from satpuzzle.proofs.check import frontiers, trees
from satpuzzle.proofs.check.contents import Contents, guarded, opened
from satpuzzle.proofs.write import certificate
from satpuzzle.proofs.write.frontiers import room
from satpuzzle.puzzle.formats.json import shown as quoted
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.solutions.solution import same_content

_GEOMETRY = (
    "symmetry.py and geometry.py with motions.py, polygons.py, wrapped.py, gliding.py, falling.py, chains.py,"
    " acting.py, parts.py, edges.py and rules/"
)
_TREE = (
    "Trusted are the reading of the puzzle file and of the grid's data, the checkers in proofs/check/: tree.py,"
    f" colours.py, weights.py, {_GEOMETRY}, {{how}}, Python and NumPy.  Not trusted are the search, its placements and"
    " symmetries, which were enumerated again, and all other files of the certificate."
)
_TREE_OF_COVER = (
    "Trusted are the reading of the file by proofs/check/options.py, the checkers in proofs/check/: tree.py,"
    " colours.py, weights.py and symmetry.py, {how}, Python and NumPy.  Not trusted are the search and all other files"
    " of the certificate."
)
_FRONTIER = (
    "Trusted are the reading of the puzzle file and of the grid's data, the checkers in proofs/check/: frontier.py,"
    f" classes.py, colours.py, {_GEOMETRY}, Python and NumPy.  Not trusted are the frontier that counts, its placements"
    " and symmetries, which were enumerated again, and all other files of the certificate."
)
_FRONTIER_OF_COVER = (
    "Trusted are the reading of the file by proofs/check/options.py, the checkers in proofs/check/: frontier.py and"
    " colours.py, Python and NumPy.  Not trusted are all other files of the certificate."
)
_LRAT = (
    "Trusted are the reading of the puzzle file, the placements, symmetries and clauses that were derived again"
    " from it, {how}, and Python.  Not trusted are the search, the solver, and all other files of the certificate."
)


@dataclass(frozen=True)
class Verdict:
    """What a certificate proves."""

    puzzle: str  # the name of the puzzle or cover in the manifest
    bundled: bool  # whether the puzzle is the bundled one of this name
    source: str  # the name of the file of the puzzle or cover
    counts: Counts
    listed: bool  # whether there is a complete list of solutions, one per class
    bare: bool  # whether the subject is a cover without a puzzle, which has no symmetries
    form: str  # the kind of proof, in words
    trusted: str  # a sentence about the files and programs that the check trusts, and those that it does not

    def __str__(self) -> str:
        known = self.counts.isometries is not None
        number = self.counts.isometries if known else self.counts.raw
        solutions = f"{number} {'solution' if number == 1 else 'solutions'}"
        classes = "" if self.bare or not known else " up to isometries"
        there = f"there {'is' if number == 1 else 'are'} {solutions}{classes}, not listed"
        shown = f"complete list of {solutions}" if self.listed else there
        name = self.puzzle if self.bundled else f"{self.source} (unverified name {quoted(self.puzzle)})"
        return f"{name}, {shown}{'' if self.bare else f' ({self.counts})'}, by {self.form}"


@named
def verify(
    folder: str | Path,
    checker: str | None = None,
    plain: bool = False,
    *,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
) -> Verdict:
    """Check a certificate of a puzzle or a cover, of any form; return what it proves.

    Those of tilings are checked by `sp.tilings.verify`.

    `checker` is the name of a program that checks an LRAT proof in place of the checker here.  With `plain`, a tree is
    checked without compiled code.  Raises CertificateError with the first error that is found, PuzzleError for an
    option that the form does not have, and Stopped after `time_limit` seconds or if the clock stops.
    """
    clock = Clock(time_limit, within=clock).start()
    if checker is not None and shutil.which(checker) is None:
        raise PuzzleError(f"checker {checker}: there is no such program on the PATH")
    folder = Path(folder)
    contents = guarded(lambda: _opened(folder, clock))
    puzzle = contents.subject.puzzle
    bare = puzzle is None
    about = contents.subject.name, _is_bundled(puzzle), contents.source.name
    form = contents.claims.get("form")
    if form == "frontier":
        if checker is not None:
            raise PuzzleError(f"checker {checker}: it checks LRAT proofs, but this certificate has a frontier")
        counts, states = guarded(lambda: frontiers.verify(contents, room(), clock))
        trusted = _FRONTIER_OF_COVER if bare else _FRONTIER
        return Verdict(*about, counts, False, bare, f"a frontier of {states} states", trusted)
    if form == "veripb":
        raise PuzzleError(
            f"{folder}: a proof for other programs, as in: veripb {folder}/formula.opb {folder}/proof.pbp"
        )
    if form != "tree":
        counts = certificate.verify(folder, checker, clock)
        how = "the program " + checker if checker else "the checker proofs/check/lrat.py"
        return Verdict(*about, counts, True, bare, "an LRAT proof", _LRAT.format(how=how))
    if checker is not None:
        raise PuzzleError(f"checker {checker}: it checks LRAT proofs, but this certificate has a tree")
    plain = plain or missing() is not None
    counts, nodes = guarded(lambda: trees.verify(contents, None if plain else walking.walk, clock))
    compiled = (
        "of which the first runs as engines/native/kernels/tree.c, compiled from C and called by engines/library.py"
    )
    sentence = _TREE_OF_COVER if bare else _TREE
    trusted = sentence.format(how="run as they are" if plain else compiled)
    return Verdict(*about, counts, contents.claims["listed"], bare, f"a search tree of {nodes} nodes", trusted)


def _opened(folder: Path, clock: Clock) -> Contents:
    """Return what a certificate contains; the notation of a bare cover is that which searches read."""
    contents = opened(folder, clock)
    if contents.subject.puzzle is None:
        parse(contents.subject.text, clock)
    return contents


def _is_bundled(puzzle: Puzzle | None) -> bool:
    """Tell whether a puzzle is the bundled puzzle of its name, or a member of a bundled family."""
    if puzzle is None or puzzle.name.partition("#")[0] not in {**files("puzzles"), **files("puzzles/calendars")}:
        return False
    try:
        return same_content(load(puzzle.name), puzzle)
    except PuzzleError:  # there is no such member
        return False
