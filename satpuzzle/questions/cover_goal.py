"""The goal of a bare exact cover: the fewest or the most options, or the least or the greatest cost.

It has the face of `Goal`: what is to be minimised counts as negative.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.extended import with_items
from satpuzzle.cover.tables import Tables
from satpuzzle.solutions.chosen import Chosen

OBJECTIVES = ("options", "cost")


@dataclass(frozen=True)
class CoverGoal:
    """A bare cover with an objective, one of OBJECTIVES, of which there should be as much or as little as possible."""

    tables: Tables
    puzzle: ExactCover
    objective: str
    maximise: bool

    @property
    def levels(self) -> bool:
        """Whether `at` has the covers of each worth."""
        return self.objective == "options"

    def number(self, worth: int) -> int:
        """Return the value of the objective for a solution of this worth."""
        return worth if self.maximise else -worth

    @cached_property
    def worth(self) -> NDArray[np.int64]:
        """What each option is worth, shape (options,)."""
        none = np.zeros(len(self.puzzle.rows), np.int64)
        costs = self.puzzle.costs if len(self.puzzle.costs) else none
        return (none + 1 if self.objective == "options" else costs) * (1 if self.maximise else -1)

    def of(self, options: Sequence[int]) -> int:
        """Return the worth of a solution."""
        return int(self.worth[list(options)].sum())

    def solution(self, options: Sequence[int]) -> Chosen:
        """Return a solution."""
        return Chosen(tuple(sorted(options)), self.puzzle)

    @property
    def cost(self) -> NDArray[np.int64]:
        """What engines that minimise add up: the worth, with the other sign."""
        return -self.worth

    def most_at(self, cost: int) -> int:
        """Return what a solution is worth at most if its options cost this much at least."""
        return -cost

    @property
    def limits(self) -> tuple[int, int] | None:
        """The least and the greatest worth that the numbers of options allow; None if they allow no solution."""
        fewest, most = self._options
        ordered = np.sort(np.abs(self.worth[self._possible]))
        least, greatest = int(ordered[:fewest].sum()), int(ordered[::-1][:most].sum())
        if fewest > most:
            return None
        return (least, greatest) if self.maximise else (-greatest, -least)

    @property
    def _possible(self) -> NDArray[np.bool_]:
        cover = self.tables.cover
        return cover.live | np.isin(np.arange(len(cover.rows)), cover.chosen)

    @property
    def _options(self) -> tuple[int, int]:
        """The smallest and the largest number of options, by how often items must and may be covered in all."""
        cover, some = self.tables.cover, np.flatnonzero(self._possible)
        if not len(some):
            return int(cover.lower.any()), 0
        uncoloured = np.ones(len(cover.names), np.bool_)
        uncoloured[list(cover.colours.items)] = False
        covers = cover.members()[some].astype(np.int64)
        for item in {*cover.weights.items}:
            covers[:, item] = cover.times(item)[some]
        sizes = covers[:, uncoloured].sum(axis=1)
        must, may = int(cover.lower.sum()), int(np.minimum(cover.upper, covers.sum(axis=0))[uncoloured].sum())
        largest, smallest = int(covers.sum(axis=1).max()), int(sizes.min())
        return -(-must // largest), len(some) if not smallest else min(len(some), may // smallest)

    def at(self, worth: int) -> Iterator[Tables]:
        """Yield tables whose solutions are all solutions of this worth: an item counts the options."""
        number, cover = self.number(worth), self.tables.cover
        left = number - len(cover.chosen)
        if left >= 0:
            every = np.ones((len(cover.rows), 1), np.bool_)
            counted = with_items(cover, ["number of options"], [(number, max(1, number))], every)
            if not left:
                counted = counted.without(every[:, 0])
            yield replace(self.tables, cover=counted, symmetry=self.tables.symmetry.trivial(counted))
