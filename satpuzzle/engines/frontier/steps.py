"""A frontier's problem as steps: the bits of options and of states, in one word if they have room, else in two.

    ....wwwwwwwuuuuu     the window above the bits of copies and rules

The words are those of `cover/bits.py`, the lowest first.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from satpuzzle.cover.bits import Words, rows_of, shifted
from satpuzzle.engines.frontier.problem import WORDS, Problem

MOST = 64 * WORDS - 1  # bits of a state in a table


def words_for(bits: int) -> int:
    """Return how many words a state of so many bits has; their last bit tells that an entry of a table is in use."""
    return bits // 64 + 1


class Step(NamedTuple):
    """What happens at a cell.

    `options`, shape (many, 3, words), has for each option the bits that block it, the number that it adds and the bits
    that it sets; after that a state must not have the bits `guards`, shape (words,).  Then `ends`, shape (4, words),
    has what is added to it, the bits that it must have, those that are taken away, and those that are set.  At last the
    first `decided` bits of a window, which begins at bit `below`, are dropped: they are this cell, and colours that no
    later option depends on.  Now states take `bits` bits.
    """

    options: Words
    guards: Words
    ends: Words
    optional: bool  # whether the cell may stay empty
    below: int
    decided: int
    bits: int


def covering(copies: Collection[int], bits: int, *, below: int = 0, decided: int = 1, optional: bool = False) -> Step:
    """Return the step at a cell that copies cover, each a number with its bits; nothing is counted."""
    rows = rows_of(copies, words_for(bits))
    none = np.zeros(rows.shape[1], np.uint64)
    options = np.stack([rows, np.zeros_like(rows), rows], axis=1)
    return Step(options, none, np.zeros((4, len(none)), np.uint64), optional, below, decided, bits)


class Steps:
    """The steps of a problem, and the `start`, the state at the first cell, as a number.

    `bits` has for each cell the number of bits that states have after it.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._below = problem, problem.counters.used
        begin, ends = problem.columns[:-1], problem.columns[:-1].copy()
        np.maximum.at(ends, problem.leader, problem.ends)
        ends = np.maximum.accumulate(ends)
        self.words = words_for(self._below + int((ends - begin).max(initial=1)) - 1)  # the first cell is dropped
        self.bits: list[int] = (self._below + np.maximum(ends - problem.columns[1:], 0)).tolist()
        self.start = problem.counters.begin

    @property
    def widest(self) -> int:
        """The largest number of options that begin at a cell."""
        return int(np.diff(self._problem.start).max(initial=0))

    def __iter__(self) -> Iterator[Step]:
        problem, counters = self._problem, self._problem.counters
        windows, filled = (shifted(rows[:, : self.words], self._below) for rows in (problem.windows, problem.filled))
        blocked, added, flags, guards, ends = map(
            self._lowest, (counters.blocked, counters.added, counters.flags, counters.guards, counters.ends)
        )
        options = np.stack([windows | blocked, added, filled | flags], axis=1)
        decided = np.diff(problem.columns).tolist()
        for cell, (first, end) in enumerate(pairwise(problem.start.tolist())):
            optional = bool(problem.optional[cell])
            yield Step(
                options[first:end], guards[cell], ends[cell], optional, self._below, decided[cell], self.bits[cell]
            )

    def _lowest(self, used: Words) -> Words:
        """Return bits that count as the lowest words of states, shape (..., words)."""
        states = np.zeros((*used.shape, self.words), np.uint64)
        states[..., 0] = used
        return states
