"""Checks certificates of counts: a folder with a puzzle, its counts, and the order of a frontier.

docs/certificates.md describes the format.  There are no states in the folder: a checker makes them itself
(`frontier.py`), from the options of a second enumeration (`geometry.py`), and needs as long for that as to look for
them in a file.  What it is told is the order of the items, on which the number of states depends, and how many states
there are, so that it knows beforehand how much memory it needs and finds out at once if they become more.
"""

from collections.abc import Sequence
from pathlib import Path

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import CertificateError, ProofError
from satpuzzle.proofs.check.classes import counted
from satpuzzle.proofs.check.contents import MANIFEST, Contents, check_version, claimed, written
from satpuzzle.proofs.check.frontier import Bounds, Choice, count
from satpuzzle.proofs.check.subject import Subject
from satpuzzle.proofs.check.symmetry import Reduction, reduction
from satpuzzle.puzzle.model import Counts

VERSION = 1  # of the manifest


class Sweeps:
    """Counts solutions by frontiers, and keeps how many states they have."""

    def __init__(self, order: Sequence[int], most: int, clock: Clock) -> None:
        self.order, self.most, self.clock = order, most, clock
        self.states = self.widest = 0

    def __call__(self, bounds: Bounds, given: list[Choice]) -> int:
        """Return the number of solutions; raises ProofError if there are more states than allowed."""
        total = count(bounds, given, self.order, self.most, self.clock)
        self.states, self.widest = self.states + total.states, max(self.widest, total.widest)
        return total.solutions


def manifest(folder: Path, subject: Subject, counts: Counts, reduced: Reduction, sweeps: Sweeps) -> str:
    """Return the text of the manifest."""
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


def verify(contents: Contents, room: int, clock: Clock = UNLIMITED) -> tuple[Counts, int]:
    """Check a certificate of a count; return the counts that it proves and the number of states.

    `room` is how many states after one step fit into the memory.

    Raises CertificateError with the first error that is found, and Stopped if the clock stops.
    """
    claims = contents.claims
    check_version(claims, VERSION)
    contents.expect(("form", "order", "states", "widest"), ())
    order, widest = claims["order"], claims["widest"]
    if not isinstance(order, list) or not all(type(item) is int for item in [widest, *order]):
        raise CertificateError(f"{MANIFEST}: order is a list of items, and widest a number of states")
    reduced = reduction(contents.subject.statement(clock), {})
    sweeps = Sweeps(order, min(widest, room), clock)
    try:
        counts = counted(reduced, sweeps)
    except ProofError as error:
        if widest > room:
            raise MemoryError(f"{error}, the most that fit into the memory") from None
        raise
    contents.agree(counts)
    if contents.manifest != manifest(contents.folder, contents.subject, counts, reduced, sweeps):
        raise CertificateError(f"{MANIFEST}: its claims differ from what the frontier counts")
    return counts, sweeps.states
