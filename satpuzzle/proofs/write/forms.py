"""Writes certificates of all forms: `tree`, `lrat`, `frontier` and `veripb`."""

from pathlib import Path
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.proofs.write import certificate, frontiers, trees, veripb
from satpuzzle.proofs.write.journaled import Keeping
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.journal.journal import Share

FORMS = ("tree", "lrat", "frontier", "veripb")


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
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    journal: str | Path | None = None,
    share: tuple[int, int] = (1, 1),
    part_seconds: float = 60.0,
) -> Counts:
    """Solve a puzzle completely and write a certificate that no solution is missing to a new folder; return the counts.

    `puzzle` is a puzzle, a bundled name or a path; or an exact cover, or the path of one in Knuth's notation (`.dlx`).
    `problem` selects a problem of a BurrTools file.

    The form `tree` has the tree of the native search as its proof; with `count_only` it lists no solutions.  The form
    `lrat` has clauses with an LRAT proof, derived from the same tree, or written by CaDiCaL if a `backend` or an
    `encoding` is given, by the backend itself if it is a command with the word {proof}.  The form `frontier` proves
    counts by states of a frontier, without a search and a list.  The form `veripb` has inequalities and a proof
    for the checkers of that format, which find the raw count.

    A tree may have a `journal`: a file that records every finished part, with a folder of the parts' trees beside it.
    If the file exists, the search continues from it, and several processes may share it.  A part that takes longer than
    `part_seconds` is split.  With a `share` (i, n), only the i-th of n shares is searched.

    Raises PuzzleError for bad input or a folder that is not a certificate, BackendError if a solver fails, and Stopped
    after `time_limit` seconds or if the clock stops.  The folder appears when it is complete.
    """
    clock = Clock(time_limit, within=clock)
    if form not in FORMS:
        raise PuzzleError(f"form {form}: choose from {', '.join(FORMS)}")
    if journal is None and share != (1, 1):
        raise PuzzleError("a share of a search needs a journal")
    if form != "tree" and journal is not None:
        raise PuzzleError("a journal needs the form tree")
    if form != "lrat" and (backend or encoding):
        reason = "a frontier asks no solver" if form == "frontier" else "the native search records trees"
        raise PuzzleError(f"a backend and an encoding need the form lrat; {reason}")
    if form == "tree":
        keeping = None if journal is None else Keeping(Path(journal), Share(*share), part_seconds)
        how: dict[str, Any] = {"count_only": count_only, "keeping": keeping}
        return trees.certify(puzzle, Path(folder), problem=problem, jobs=jobs, clock=clock, **how)
    if form == "frontier":
        return frontiers.certify(puzzle, Path(folder), problem=problem, clock=clock)
    if count_only and form != "frontier":
        raise PuzzleError(f"count_only needs the form tree or frontier; the form {form} lists the solutions")
    if form == "veripb":
        return veripb.certify(puzzle, Path(folder), problem=problem, clock=clock)
    by_cadical = {"backend": backend, "encoding": encoding}
    how = {name: value for name, value in by_cadical.items() if value} or {"encoding": "default", "by_tree": True}
    return certificate.certify(puzzle, Path(folder), problem=problem, jobs=jobs, clock=clock, **how)
