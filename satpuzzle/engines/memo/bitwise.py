"""A problem in plain Python: sets of options and of columns are integers with a bit for each."""

from collections.abc import Iterable
from functools import cache

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Bools, places
from satpuzzle.engines.memo.problem import Problem


class Bitwise:
    """The options of each column, the columns of each option, and what options exclude."""

    def __init__(self, problem: Problem, clock: Clock = UNLIMITED) -> None:
        self.covers = [as_bits(column) for column in problem.rows.T]  # the options of each column
        clock.check()
        self.rows = [as_bits(row) for row in problem.rows]
        clock.check()
        self.single = (1 << len(problem.needed)) - 1
        self.pairs = sum(1 << column for column in problem.pairs)
        self.excluded = cache(self._excluded)

    def _excluded(self, option: int) -> int:
        """Return the options that an option excludes whatever else is chosen."""
        row = self.rows[option]
        swapped = union(1 << (at ^ 1) for at in places(row & self.pairs))
        return union(self.covers[at] for at in places(row & self.single | swapped))


def as_bits(truths: Bools) -> int:
    """Return the integer that has a bit for each truth."""
    return int.from_bytes(np.packbits(truths, bitorder="little").tobytes(), "little")


def union(sets: Iterable[int]) -> int:
    """Return the bits of all sets."""
    united = 0
    for each in sets:
        united |= each
    return united
