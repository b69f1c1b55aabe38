"""Lists the solutions in a journal, as a run does."""

from collections.abc import Iterator

from satpuzzle.search.header import renumbered
from satpuzzle.search.integrity import verify
from satpuzzle.search.journal import DONE, Journal, Share
from satpuzzle.solutions.solution import Solution


def solutions(journal: Journal) -> Iterator[Solution]:
    """Yield the solutions of the finished parts, in the order of the plan.

    Solutions that are the same by the journal's convention are listed once.  Raises PuzzleError if the journal is
    damaged, or of a bare cover.
    """
    verify(journal)
    header, puzzle, at = journal.header, journal.header.loaded(), b""
    tables = renumbered(header.tables(), journal.fact("options"))
    while rows := journal.walk(at, Share()):
        for at, state in rows:
            batch = journal.solutions(at)
            if state != DONE or not len(batch):
                continue
            for row in tables.symmetry.expand(batch, header.up_to).tolist():
                yield Solution(tuple(option for option in row if option >= 0), puzzle, tables.placements)
