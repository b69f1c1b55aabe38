"""Writes certificates of counts, by the checker of them (`check/frontiers.py`)."""

from pathlib import Path

from satpuzzle import machine
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.errors import ProofError, PuzzleError
from satpuzzle.proofs.check.classes import counted
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.check.frontiers import Sweeps, manifest
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.proofs.check.motions import cells_of
from satpuzzle.proofs.check.subject import Subject
from satpuzzle.proofs.check.symmetry import reduction
from satpuzzle.proofs.write.folder import check_replaceable, new_folder
from satpuzzle.proofs.write.subject import subject_of
from satpuzzle.puzzle.model import Counts, Puzzle

_BYTES = 400  # of memory for a state and those that it becomes


def certify(
    puzzle: Puzzle | ExactCover | str | Path, folder: Path, *, problem: str | None = None, clock: Clock = UNLIMITED
) -> Counts:
    """Count the solutions of a puzzle by the states of a frontier, and write a certificate to a new folder.

    Raises PuzzleError for bad input, a folder that is not a certificate, or if the states do not fit into the memory,
    and Stopped if the clock stops.
    """
    subject = subject_of(puzzle, problem, clock)
    check_replaceable(folder)
    reduced, most = reduction(subject.statement(clock), {}), room()
    sweeps = Sweeps(_order(subject, reduced.statement), most, clock)
    try:
        counts = counted(reduced, sweeps)
    except ProofError as error:
        raise PuzzleError(
            f"{subject.name}: {error}, the most that fit into the memory; the form tree has none"
        ) from None
    subject.check_published(counts)
    with new_folder(folder) as place:
        subject.copy(place, clock)
        (place / MANIFEST).write_text(manifest(place, subject, counts, reduced, sweeps), encoding="utf-8")
    return counts


def room() -> int:
    """Return how many states after one step fit into the memory."""
    return machine.free() // 2 // _BYTES


def _order(subject: Subject, statement: Statement) -> list[int]:
    """Return the items in the order of a frontier: cells along the board's short side, or those of a cover."""
    if subject.puzzle is None:
        return [*range(len(statement.bounds))]
    board = subject.puzzle.board
    number = {cell: place for place, cell in enumerate(cells_of(board))}
    return [number[cell] for cell in map(tuple, board[scan_order(board)].tolist())]
