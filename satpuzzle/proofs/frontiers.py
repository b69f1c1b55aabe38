"""Certificates of counts: a folder with a puzzle, its counts, and the order in which a frontier decides its options.

docs/certificates.md describes the format.  There are no states in the folder: a checker makes them itself
(`frontier.py`), from the options of a second enumeration (`geometry.py`), and needs as long for that as to look for
them in a file.  What it is told is the order of the items, on which the number of states depends, and how many states
there are, so that it knows beforehand how much memory it needs and finds out at once if they become more.
"""

from collections.abc import Sequence
from pathlib import Path

from satpuzzle import machine
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.errors import CertificateError, ProofError, PuzzleError
from satpuzzle.proofs.classes import counted
from satpuzzle.proofs.contents import MANIFEST, Contents, check_version, claimed, written
from satpuzzle.proofs.folder import check_replaceable, new_folder
from satpuzzle.proofs.frontier import Bounds, Choice, count
from satpuzzle.proofs.geometry import Statement
from satpuzzle.proofs.motions import cells_of
from satpuzzle.proofs.subject import Subject, subject_of
from satpuzzle.proofs.symmetry import Reduction, reduction
from satpuzzle.puzzle.model import Counts, Puzzle

VERSION = 1  # of the manifest
_BYTES = 400  # of memory for a state and those that it becomes


class _Sweeps:
    """Counts solutions by frontiers, and keeps how many states they have."""

    def __init__(self, order: Sequence[int], most: int, clock: Clock) -> None:
        self.order, self.most, self.clock = order, most, clock
        self.states = self.widest = 0

    def __call__(self, bounds: Bounds, given: list[Choice]) -> int:
        total = count(bounds, given, self.order, self.most, self.clock)
        self.states, self.widest = self.states + total.states, max(self.widest, total.widest)
        return total.solutions


def certify(
    puzzle: Puzzle | ExactCover | str | Path, folder: Path, *, problem: str | None = None, clock: Clock = UNLIMITED
) -> Counts:
    """Count the solutions of a puzzle by the states of a frontier, and write a certificate to a new folder.

    Raises PuzzleError for bad input, a folder that is not a certificate, or if the states do not fit into the memory,
    and Stopped if the clock stops.
    """
    subject = subject_of(puzzle, problem, clock)
    check_replaceable(folder)
    reduced, most = reduction(subject.statement(clock), {}), _room()
    sweeps = _Sweeps(_order(subject, reduced.statement), most, clock)
    try:
        counts = counted(reduced, sweeps)
    except ProofError as error:
        raise PuzzleError(
            f"{subject.name}: {error}, the most that fit into the memory; the form tree has none"
        ) from None
    subject.check_published(counts)
    with new_folder(folder) as place:
        subject.copy(place, clock)
        (place / MANIFEST).write_text(_manifest(place, subject, counts, reduced, sweeps), encoding="utf-8")
    return counts


def _room() -> int:
    """Return how many states after one step fit into the memory."""
    return machine.free() // 2 // _BYTES


def _order(subject: Subject, statement: Statement) -> list[int]:
    """Return the items in the order of a frontier: cells along the board's short side, or those of a cover."""
    if subject.puzzle is None:
        return [*range(len(statement.bounds))]
    board = subject.puzzle.board
    number = {cell: place for place, cell in enumerate(cells_of(board))}
    return [number[cell] for cell in map(tuple, board[scan_order(board)].tolist())]


def _manifest(folder: Path, subject: Subject, counts: Counts, reduced: Reduction, sweeps: _Sweeps) -> str:
    content = {
        "satpuzzle certificate": VERSION,
        "form": "frontier",
        "puzzle": subject.name,
        "counts": claimed(counts),
        "symmetry": reduced.orders,
        "order": [*sweeps.order],
        "states": sweeps.states,
        "widest": sweeps.widest,
    }
    return written(folder, content)


def verify(contents: Contents, clock: Clock = UNLIMITED) -> tuple[Counts, int]:
    """Check a certificate of a count; return the counts that it proves and the number of states.

    Raises CertificateError with the first error that is found, and Stopped if the clock stops.
    """
    claims = contents.claims
    check_version(claims, VERSION)
    contents.expect(("form", "order", "states", "widest"), ())
    order, widest = claims["order"], claims["widest"]
    if not isinstance(order, list) or not all(type(item) is int for item in [widest, *order]):
        raise CertificateError(f"{MANIFEST}: order is a list of items, and widest a number of states")
    reduced, room = reduction(contents.subject.statement(clock), {}), _room()
    sweeps = _Sweeps(order, min(widest, room), clock)
    try:
        counts = counted(reduced, sweeps)
    except ProofError as error:
        if widest > room:
            raise MemoryError(f"{error}, the most that fit into the memory") from None
        raise
    contents.agree(counts)
    if contents.manifest != _manifest(contents.folder, contents.subject, counts, reduced, sweeps):
        raise CertificateError(f"{MANIFEST}: its claims differ from what the frontier counts")
    return counts, sweeps.states
