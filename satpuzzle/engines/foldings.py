"""The foldings of a chain that is alone on a board, found one after the other.

`native/kernels/foldings.c` explains how the search works; this module makes its arrays, and does the same in Python if
there are no kernels.  `cover/foldings.py` lists the foldings of chains among other pieces.

Two trials, of November 2026, made nothing faster: to begin at a cell in the middle of the chain, since two ends are
unknown while the first half grows; and to look whether all free cells are connected, which saves a quarter of the
nodes and takes several times as long.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.engines.base import Stats
from satpuzzle.engines.library import Call, missing
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, FOUND_FULL
from satpuzzle.puzzle.chains import EITHER, LETTERS, STRAIGHT

_NODES = {True: 1 << 18, False: 1 << 12}  # between two looks at the clock, with kernels and without
_ROOM = 1 << 16  # numbers of cells in an array of foldings
_LOOKED, _MOST = 16, 200_000  # cells and nodes by which the two ends of a chain are compared


class Foldings:
    """A search for the foldings of a chain, in arrays that the kernel has, too."""

    def __init__(self, word: str, ahead: NDArray[np.int64], compiled: bool | None = None) -> None:
        """Prepare a search; `ahead` is that of `chains.ahead`.  Without kernels it is made in Python."""
        cells = len(ahead)
        self.length = len(word) + 2
        self.ahead = np.ascontiguousarray(ahead, np.int64)
        self.letters = np.array([LETTERS.index(letter) for letter in (EITHER, *word, EITHER)], np.int64)
        self.path, self.way, self.next = np.zeros((3, self.length), np.int64)
        self.taken = np.zeros(cells, np.int64)
        self.near = (ahead >= 0).sum(axis=1, dtype=np.int64)
        self.head = np.zeros(3, np.int64)
        self.begun, self.fills = 0, int(self.length == cells)
        self._compiled = missing() is None if compiled is None else compiled
        self._call: Call | None = None
        self._stretch = _NODES[self._compiled]

    @property
    def nodes(self) -> int:
        """The number of cells that the path went to so far."""
        return int(self.head[1])

    def begin(self, cells: Sequence[int]) -> bool:
        """Let the path have these cells at its beginning; return False if it cannot be a folding then."""
        while self.head[0]:
            self._back()
        self.begun, alive = len(cells), True
        for cell in cells:
            many, nodes = int(self.head[0]), self.nodes
            step = int((self.ahead[self.path[many - 1]] == cell).argmax()) if many else 0
            alive &= self._go(cell, step)
            self.head[1] = nodes  # the same beginnings are not counted again
        return alive

    def advance(self, budget: int, found: NDArray[np.int64]) -> tuple[int, int]:
        """Try about `budget` nodes; return why the search paused, and how many foldings it wrote into `found`."""
        if not self._compiled:
            return self._advance(budget, found)
        if self._call is None:
            arrays = {
                "ahead": self.ahead, "letters": self.letters, "path": self.path, "way": self.way, "next": self.next,
                "taken": self.taken, "near": self.near, "head": self.head,
            }  # fmt: skip
            self._call = Call(
                "foldings", {**arrays, "steps": self.ahead.shape[1], "length": self.length, "fills": self.fills}
            )
        call = self._call
        call["begun"], call["budget"], call["solutions"] = self.begun, budget, 0
        call.hand_over("found", found)
        call["found_rows"], call["found_width"] = found.shape
        return call(), call["solutions"]

    def of(self, begin: Sequence[int], clock: Clock, stats: Stats) -> Iterator[NDArray[np.int64]]:
        """Yield portions of the foldings that begin with these cells, (foldings, length); some are empty.

        `stats` has the number of nodes.  Raises Stopped if the clock stops.
        """
        if not self.begin(begin):
            return
        outcome, found = BUDGET_SPENT, np.zeros((max(1, _ROOM // self.length), self.length), np.int64)
        while outcome != EXHAUSTED:
            clock.check()
            before = self.nodes
            outcome, many = self.advance(self._stretch, found)
            stats["nodes"] = stats.get("nodes", 0) + self.nodes - before
            yield found[:many].copy()

    def _change(self, cell: int, by: int) -> bool:
        """Change the neighbours that are left to those of a cell; return whether a free one has none."""
        lost = False
        for beside in self.ahead[cell].tolist():
            if beside >= 0:
                before = int(self.near[beside])
                self.near[beside] = before + by
                if not self.taken[beside]:
                    self.head[2] += (before + by == 1) - (before == 1)
                    lost |= before + by == 0
        return lost

    def _go(self, cell: int, step: int) -> bool:
        many = int(self.head[0])
        self.path[many], self.way[many], self.next[many] = cell, step, 0
        self.head[:2] += 1
        self.taken[cell] = 1
        if not self.fills:
            return True
        self.head[2] -= self.near[cell] == 1
        lost = many > 0 and self._change(int(self.path[many - 1]), -1)
        return not lost and bool(self.head[2] <= 1)

    def _back(self) -> None:
        self.head[0] -= 1
        many = int(self.head[0])
        cell = int(self.path[many])
        if self.fills:
            if many:
                self._change(int(self.path[many - 1]), 1)
            self.head[2] += self.near[cell] == 1
        self.taken[cell] = 0

    def _next_step(self) -> int:
        last = int(self.head[0]) - 1
        letter, there = LETTERS[self.letters[last]], self.ahead[self.path[last]].tolist()
        for step in range(int(self.next[last]), len(there)):
            allowed = letter == EITHER or (letter == STRAIGHT) == (step == self.way[last])
            if allowed and there[step] >= 0 and not self.taken[there[step]]:
                return step
        return len(there)

    def _advance(self, budget: int, found: NDArray[np.int64]) -> tuple[int, int]:
        steps, many = self.ahead.shape[1], 0
        while budget > 0:
            last, whole = int(self.head[0]) - 1, self.head[0] == self.length
            if whole:
                if many == len(found):
                    return FOUND_FULL, many
                found[many] = self.path
                many += 1
            step = steps if whole else self._next_step()
            if step < steps:
                self.next[last] = step + 1
                budget -= 1
                if not self._go(int(self.ahead[self.path[last], step]), step):
                    self._back()
            elif self.head[0] == self.begun:
                return EXHAUSTED, many
            else:
                self._back()
        return BUDGET_SPENT, many


def harder_end(word: str, ahead: NDArray[np.int64], first: Sequence[int], clock: Clock) -> str:
    """Return the word or its reversal: from its end, the first cells of the chain can be folded in fewer ways.

    `first` has cells of the board at which foldings begin.
    """
    tried = []
    for each in dict.fromkeys([word, word[::-1]]):
        stats, search = Stats(), Foldings(each[: _LOOKED - 2], ahead)
        for cell in first:
            for _ in search.of([cell], clock, stats):
                if stats["nodes"] > _MOST:
                    break
        tried.append((stats.get("nodes", 0), each))
    return min(tried, key=lambda pair: pair[0])[1]
