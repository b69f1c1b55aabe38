"""A frontier's problem as steps: the bits of options and of states, in one word if they have room, else in two.

one word     ....wwwwwwwuuuuu     the window above the bits of copies and rules
two words    ..........wwwwww ...........uuuuu
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from satpuzzle.cover.bits import Words
from satpuzzle.engines.frontier.problem import Problem

_MOST = 63  # bits of a state in one word; the last bit tells that an entry of a table is in use


class Step(NamedTuple):
    """What happens at a cell.

    `options`, shape (many, 3, words), has for each option the bits that block it, the number that it adds and the bits
    that it sets; after that a state must not have the bits `guards`, shape (words,).  Then `ends`, shape (4, words),
    has what is added to it, the bits that it must have, those that are taken away, and those that are set.  At last the
    first `decided` bits of a window, which begins at bit `below`, are dropped: they are this cell, and colours that no
    later option depends on.  Now states take `bits` bits, in two words any number.
    """

    options: Words
    guards: Words
    ends: Words
    optional: bool  # whether the cell may stay empty
    below: int
    decided: int
    bits: int


class Steps:
    """The steps of a problem, and the state at the first cell, one number for each word.

    `bits` has for each cell the number of bits that states have after it.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        begin, ends = problem.columns[:-1], problem.columns[:-1].copy()
        np.maximum.at(ends, problem.leader, problem.ends)
        ends = np.maximum.accumulate(ends)
        self.words = 1 if (ends - begin).max(initial=0) + problem.counters.used <= _MOST else 2
        self._below = problem.counters.used if self.words == 1 else 0
        bits = self._below + np.maximum(ends - problem.columns[1:], 0)
        self.bits: list[int] = (bits if self.words == 1 else np.full_like(bits, 64)).tolist()

    @property
    def start(self) -> tuple[int, ...]:
        """The first state."""
        return (0, self._problem.counters.begin)[-self.words :]

    @property
    def widest(self) -> int:
        """The largest number of options that begin at a cell."""
        return int(np.diff(self._problem.start).max(initial=0))

    def __iter__(self) -> Iterator[Step]:
        problem, counters = self._problem, self._problem.counters
        blocked = self._joined(problem.windows, counters.blocked)
        added = self._joined(np.zeros_like(counters.added), counters.added)
        options = np.stack([blocked, added, self._joined(problem.filled, counters.flags)], axis=1)
        guards = self._joined(np.zeros_like(counters.guards), counters.guards)
        decided = np.diff(problem.columns).tolist()
        for cell, (first, end) in enumerate(pairwise(problem.start.tolist())):
            optional = bool(problem.optional[cell])
            ends = self._joined(np.zeros(4, np.uint64), counters.ends[cell])
            yield Step(options[first:end], guards[cell], ends, optional, self._below, decided[cell], self.bits[cell])

    def _joined(self, windows: Words, used: Words) -> Words:
        """Return windows and the bits that count as states, shape (states, words)."""
        if self.words == 2:
            return np.stack([windows, used], axis=1)
        return (windows << np.uint64(self._below) | used)[:, None]
