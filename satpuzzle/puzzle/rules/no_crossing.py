"""No crossing: nowhere does a piece of sticks cross another one.

          B           two pieces cross at a point if, going round it, one meets A, B, A, B: sticks of one, then of the
      A - + - A       other, of the first again and of the other again
          B

For each point and each four sticks a, b, c, d around it, in this order, there is an item with the bounds (0, 1),
covered by the placements that have a and c, or b and d.  At a point of four sticks, they go straight on there.

Two polysticks may touch at a point, but not cross: so say the puzzles of Brian Barwell (Polysticks, Journal of
Recreational Mathematics 22, 1990) and D. E. Knuth (Dancing Links, 2000), who has an item for each inner point.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Rule, Table


@dataclass(frozen=True)
class NoCrossing(Rule):
    """No two pieces of sticks cross each other."""

    word: ClassVar[str] = "no crossing"

    def said(self) -> str:
        """Return a sentence for people."""
        return "nowhere do two pieces cross each other"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError if the cells are no sticks."""
        if not ground.grid.spokes():
            raise PuzzleError(f"{self.key} is for sticks, and not for the grid {ground.grid.name}")

    def items(self, ground: Ground) -> Items:
        """Return an item for each four sticks around a point."""
        every = {
            frozenset([frozenset([a, c]), frozenset([b, d])]): (a, b, c, d)
            for around in ground.spokes
            for a, b, c, d in combinations(around, 4)
            if min(a, b, c, d) >= 0
        }
        fours = {pairs: every[pairs] for pairs in sorted(every, key=lambda pairs: sorted(map(sorted, pairs)))}
        one, other, third, last = np.array([*fours.values()], np.int64).reshape(-1, 4).T

        def covered(inside: Table, piece: Numbers) -> Table:
            return (inside[:, one] & inside[:, third]) | (inside[:, other] & inside[:, last])

        return Items(
            names=[ground.name(four) for four in fours.values()],
            bounds=[(0, 1)] * len(fours),
            about=[*fours],
            pieces=[None] * len(fours),
            covered=covered,
        )


rule = NoCrossing
