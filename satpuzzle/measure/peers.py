"""Peers: solvers of exact covers by others, which pip can install (extra `bench`).

They get the same cover as our search, as a plain matrix: the one in which our first choice of an item is restricted to
representatives of its orbits, or the raw one, of all placements.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True)
class Peer:
    """A solver that counts the exact covers of a Boolean matrix, a row for each option."""

    name: str
    package: str  # that it imports
    count: Callable[[NDArray[np.bool_]], int]
    raw: bool = False

    def check(self) -> None:
        """Raise PuzzleError if its package is not installed."""
        if find_spec(self.package) is None:
            raise PuzzleError(
                f"peer {self.name} needs the Python package {self.package}, which is not installed:"
                " pip install '.[bench]'"
            )

    def matrix(self, puzzle: Puzzle) -> NDArray[np.bool_]:
        """Return a puzzle as options, in rows, and items that are covered once, in columns.

        Raises PuzzleError if the puzzle needs items of other kinds, which peers do not know.
        """
        cover = ExactCover.of(puzzle, place(puzzle))
        if not self.raw:
            _, cover = symmetry_of(puzzle, cover).restrictions(cover)[0]
        once = (cover.lower == 1) & (cover.upper == 1)
        if not once.all() and not _follows(cover, once):
            raise PuzzleError(f"{puzzle.name}: peers know neither optional items nor items of several copies")
        _, rest = cover.residual()
        return rest.members()[:, once]


def _follows(cover: ExactCover, once: NDArray[np.bool_]) -> bool:
    """Tell whether the copies of the one other item follow from volumes: of two such items only the sum would."""
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
