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
    that it sets.  After that a state must not have the bits `guards`, and must have `closing`, which are taken away;
    both have the shape (words,).  The first `decided` bits of a window, which begins at bit `below`, are dropped: they
    are this cell, and colours that no later option depends on.  Then states take `bits` bits, in two words any number.
    """

    options: Words
    guards: Words
    closing: Words
    optional: bool  # whether the cell may stay empty
    below: int
    decided: int
    bits: int


class Steps:
    """The steps of a problem, and the state at the first cell, one number for each word."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        begin = np.cumsum([0, *problem.decided])  # the first bit of each cell
        ends = begin[:-1].copy()
        for cell, some in enumerate(self._parts()):
            ends[cell] += max(
                (int(one).bit_length() for one in problem.windows[some] | problem.filled[some]), default=0
            )
        ends = np.maximum.accumulate(ends)
        self.words = 1 if (ends - begin[:-1]).max(initial=0) + problem.used <= _MOST else 2
        self._below = problem.used if self.words == 1 else 0
        bits = self._below + np.maximum(ends - begin[1:], 0)
        self._bits: list[int] = (bits if self.words == 1 else np.full_like(bits, 64)).tolist()

    @property
    def start(self) -> list[int]:
        """The first state."""
        return [0, self._problem.begin][-self.words :]

    @property
    def widest(self) -> int:
        """The largest number of options that begin at a cell."""
        return int(np.diff(self._problem.start).max(initial=0))

    def used(self, state: list[int]) -> int:
        """Return the bits of a state that copies and rules have."""
        return state[-1] & ((1 << self._problem.used) - 1)

    def __iter__(self) -> Iterator[Step]:
        problem = self._problem
        nothing = np.zeros(len(problem.options), np.uint64)
        blocked = self._joined(problem.windows, problem.blocked)
        added = self._joined(nothing, problem.added)
        filled = self._joined(problem.filled, problem.flags)
        options = np.stack([blocked, added, filled], axis=1)
        for cell, (some, decided) in enumerate(zip(self._parts(), problem.decided.tolist(), strict=True)):
            guards, closing = (
                self._joined(np.zeros(1, np.uint64), np.array([bits], np.uint64))[0]
                for bits in (problem.guards, problem.closing[cell])
            )
            yield Step(
                options[some], guards, closing, bool(problem.optional[cell]), self._below, decided, self._bits[cell]
            )

    def _parts(self) -> Iterator[slice]:
        """Yield for each cell the options that begin there."""
        start = self._problem.start.tolist()
        yield from (slice(*each) for each in pairwise(start))

    def _joined(self, windows: Words, used: Words) -> Words:
        """Return windows and the bits of copies and rules as states, shape (states, words)."""
        if self.words == 2:
            return np.stack([windows, used], axis=1)
        return (windows << np.uint64(self._below) | used)[:, None]
