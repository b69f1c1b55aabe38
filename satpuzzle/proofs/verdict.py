"""Checking a certificate of any form, and saying what was shown."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.proofs import certificate, trees
from satpuzzle.proofs.contents import opened
from satpuzzle.puzzle.model import Counts

_Result = TypeVar("_Result")

_TREE = (
    "Trusted are the reading of the puzzle file and of the grid's data, the checkers proofs/tree.py, proofs/symmetry.py"
    " and proofs/geometry.py, {how}, Python and NumPy.  Not trusted are the search, its placements and symmetries,"
    " which were found again, and all other files of the certificate."
)
_LRAT = (
    "Trusted are the reading of the puzzle file, the placements, symmetries and clauses that were derived again"
    " from it, {how}, and Python.  Not trusted are the search, the solver, and all other files of the certificate."
)


@dataclass(frozen=True)
class Verdict:
    """What a certificate shows."""

    puzzle: str  # its name, in the manifest
    counts: Counts
    listed: bool  # whether there is a complete list of solutions, one a class
    form: str  # what the proof is
    trusted: str  # what one must believe besides

    def __str__(self) -> str:
        number = self.counts.isometries
        solutions = f"{number} {'solution' if number == 1 else 'solutions'}"
        shown = (
            f"complete list of {solutions}" if self.listed else f"there are {solutions} up to isometries, not listed"
        )
        return f"{self.puzzle}, {shown} ({self.counts}), by {self.form}"


def verify(folder: Path, checker: str | None = None, plain: bool = False) -> Verdict:
    """Check a certificate from the puzzle on, whatever its form; return what it shows.

    With `checker`, the name of a program, that program is asked about an LRAT proof; with `plain`, a tree is checked
    without compiled code.  Raises CertificateError with the first thing that is wrong, and PuzzleError for an option
    that the form does not have.
    """
    if checker is not None and shutil.which(checker) is None:
        raise PuzzleError(f"checker {checker}: there is no such program on the PATH")
    contents = _guarded(lambda: opened(folder))
    if contents.claims.get("form") != "tree":
        counts = certificate.verify(folder, checker)
        how = "the program " + checker if checker else "the checker proofs/lrat.py"
        return Verdict(contents.puzzle.name, counts, True, "an LRAT proof", _LRAT.format(how=how))
    if checker is not None:
        raise PuzzleError(f"checker {checker}: goes with LRAT proofs, this certificate has a tree")
    counts, nodes = _guarded(lambda: trees.verify(contents, plain))
    compiled = "of which the first is compiled, kept and loaded by Numba, llvmlite and engines/"
    trusted = _TREE.format(how="run as they are" if plain else compiled)
    return Verdict(contents.puzzle.name, counts, contents.claims["listed"], f"a search tree of {nodes} nodes", trusted)


def _guarded(check: Callable[[], _Result]) -> _Result:
    """Do something with files that may hold anything; what cannot be read to its end shows nothing."""
    try:
        return check()
    except (CertificateError, MemoryError):  # too little memory says nothing about the certificate
        raise
    except Exception as error:
        reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise CertificateError(reason) from None
