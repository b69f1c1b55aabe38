"""Peers: exact cover solvers by other authors that pip can install (extra `bench`).

Peers and the solvers that are measured beside them get the same cover, peers as a Boolean matrix: either with the
options of one item restricted to orbit representatives, or with all placements.  No solver breaks further symmetry.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True)
class Peer:
    """An external solver that counts the exact covers of a Boolean matrix with one row per option."""

    name: str
    package: str  # the Python package that it imports
    count: Callable[[NDArray[np.bool_]], int]
    raw: bool = False

    def check(self) -> None:
        """Raise PuzzleError if the package of the program is not installed."""
        need(f"peer {self.name} needs", self.package, "bench")

    def matrix(self, puzzle: Puzzle) -> NDArray[np.bool_]:
        """Return the matrix of a puzzle: a row for each option, and a column for each item, which must be covered once.

        Raises PuzzleError if the puzzle has items with other bounds or rules for whole packings, as no peer does.
        """
        cover = equal(puzzle, self.raw).cover
        once = (cover.lower == 1) & (cover.upper == 1)
        if cover.weights or not (once.all() or _follows(cover, once)):
            raise PuzzleError(f"{puzzle.name}: peers support neither optional items nor items of several copies")
        _, rest = cover.residual()
        return rest.members()[:, once]


def equal(puzzle: Puzzle, raw: bool) -> Tables:
    """Return the tables of the cover that all solvers get: symmetry is broken once, or not at all if `raw`.

    Raises PuzzleError if the puzzle has rules for whole packings.
    """
    tables = Tables.of(puzzle)
    tables.refuse_filters("a peer")
    cover = tables.cover if raw else tables.restricted[0][1]
    return Tables(cover, Symmetry.trivial(cover), tables.placements, puzzle)


def _follows(cover: ExactCover, once: NDArray[np.bool_]) -> bool:
    """Tell whether all items but one must be covered once, and the volumes determine the copies of that one.

    `once` marks the items that must be covered once.
    """
    (others,) = np.nonzero(~once)
    if len(others) > 1 or (cover.lower == 0).any():
        return False
    cells = cover.members()[:, once].sum(axis=1)
    return bool(cells.min(initial=once.sum()) * cover.lower[others[0]] == once.sum())


def _xcover(members: NDArray[np.bool_]) -> int:
    import xcover

    return sum(1 for _ in xcover.covers_bool(members))


def _exact_cover(members: NDArray[np.bool_]) -> int:
    import exact_cover

    return int(exact_cover.get_solution_count(members.astype(np.int32)))


PEERS = {
    peer.name: peer for peer in (Peer("xcover", "xcover", _xcover), Peer("exact-cover", "exact_cover", _exact_cover))
}
