"""Writes certificates of any form."""

from pathlib import Path
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.proofs import certificate, trees
from satpuzzle.puzzle.model import Counts, Puzzle

FORMS = ("tree", "lrat")


@named
def certify(
    puzzle: Puzzle | ExactCover | str | Path,
    folder: str | Path,
    form: str = "tree",
    *,
    backend: str | None = None,
    encoding: str | None = None,
    count_only: bool = False,
    problem: str | None = None,
    jobs: int | None = None,
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
) -> Counts:
    """Solve a puzzle completely and write a certificate that no solution is missing to a new folder; return the counts.

    `puzzle` is a puzzle, a bundled name or a path; or an exact cover, or the path of one in Knuth's notation (`.dlx`).
    `problem` selects a problem of a BurrTools file.

    The form `tree` has the tree of the native search as its proof; with `count_only` it lists no solutions.  The form
    `lrat` has clauses with an LRAT proof, derived from the same tree, or written by CaDiCaL if a `backend` or an
    `encoding` is given.

    Raises PuzzleError for bad input or a folder that is not a certificate, BackendError if a solver fails, and Stopped
    after `seconds` or if the clock stops.  The folder appears when it is complete.
    """
    clock = Clock(seconds, within=clock)
    if form not in FORMS:
        raise PuzzleError(f"form {form}: choose from {', '.join(FORMS)}")
    if form == "tree":
        if backend or encoding:
            raise PuzzleError("a backend and an encoding need the form lrat; the native search records trees")
        return trees.certify(puzzle, Path(folder), problem=problem, jobs=jobs, clock=clock, count_only=count_only)
    if count_only:
        raise PuzzleError("count_only needs the form tree; the form lrat lists the solutions")
    by_cadical: dict[str, Any] = {"backend": backend, "encoding": encoding}
    how = {name: value for name, value in by_cadical.items() if value} or {"encoding": "default", "by_tree": True}
    return certificate.certify(puzzle, Path(folder), problem=problem, jobs=jobs, clock=clock, **how)
