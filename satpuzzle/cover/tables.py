"""Tables: a problem written down once, for everybody who asks about it.

Placements, the exact cover and its symmetry group belong together: option numbers mean the same in all of them.
A bare cover, which belongs to no puzzle, has tables too: its group is trivial, its options are its placements.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.given import Given, given_options
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.placements import Placements, place
from satpuzzle.cover.reasons import Reason, no_place, volumes
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True, eq=False)
class Tables:
    """All placements, the cover with the given pieces in place, and the symmetries that keep both."""

    cover: ExactCover
    symmetry: Symmetry
    placements: Placements
    puzzle: Puzzle | None = None

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        given: Given = None,
        must_preserve: Points | None = None,
        clock: Clock = UNLIMITED,
    ) -> "Tables":
        """Write down a puzzle; its symmetries keep the frame, or the points of `must_preserve` instead.

        Raises PuzzleError if the puzzle is too large or the given pieces make no sense, and Stopped when the clock
        stops.
        """
        placements = place(puzzle, clock)
        clock.check()
        cover = ExactCover.of(puzzle, placements, clock)
        symmetry = symmetry_of(puzzle, cover, must_preserve, clock, placements)
        clock.check()
        if given is not None:
            cover = cover.given(given_options(puzzle, placements, given))
            symmetry = symmetry.stabiliser(cover.chosen)
        return cls(cover, symmetry, placements, puzzle)

    @classmethod
    def bare(cls, cover: ExactCover) -> "Tables":
        """Return the tables of a cover that is no puzzle's."""
        return cls(cover, Symmetry.trivial(cover), Placements(cover.rows, np.zeros(len(cover.rows), np.int64)))

    @property
    def points(self) -> Points | None:
        """The coordinates of the cells, shape (cells, 3), if there are any."""
        return None if self.puzzle is None else self.puzzle.board

    @cached_property
    def meaning(self) -> Meaning:
        """What the problem means, and each subproblem of it."""
        return Meaning(self.puzzle, self.cover, self.symmetry, self.placements.colours)

    @cached_property
    def sizes(self) -> NDArray[np.int64] | None:
        """How many cells each placement covers, if packings must be asked whether they leave too many empty."""
        if self.puzzle is None or not self.puzzle.counts_empty:
            return None
        return np.append(np.bitwise_count(self.placements.cells).sum(axis=1, dtype=np.int64), 0)

    def full_enough(self, batch: Batch) -> Batch:
        """Return the solutions of a batch that leave no more cells empty than the puzzle allows.

        How many are empty is a matter of volumes, which symmetries do not change.
        """
        if self.sizes is None or self.puzzle is None:
            return batch
        filled: Batch = batch[self.sizes[batch].sum(axis=1) >= self.puzzle.least_filled]
        return filled

    @cached_property
    def reason(self) -> Reason | None:
        """Why there cannot be a solution, if volumes or placements show it, else None."""
        return volumes(self.puzzle) or no_place(self.cover, self.puzzle)
