"""The search of `mrv.py` without a compiler: the same tree, the same order, on Python's integers.

A set of options is one integer with a bit for each, so that a node takes some microseconds.  To compile the kernel
takes as long as some hundred thousand nodes: a small search is over before.
"""

import math
import time
from collections.abc import Iterable
from functools import cache

import numpy as np

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, FOUND_FULL

_FEW = 8  # items of an option that is ruled out, roughly


class Interpreted:
    """All that a search knows: it can stop after any node and go on later.

    The cover must not be hopeless, and nothing be chosen or ruled out in it.  It goes on `until` then, at most, by
    `time.perf_counter`; later it raises TimeoutError.
    """

    def __init__(self, cover: ExactCover, until: float = math.inf) -> None:
        members = cover.members()
        packed = np.packbits(members.T, axis=1, bitorder="little")
        self._until = until
        self.longest = max(1, cover.longest)
        self._items = cache(lambda option: frozenset(np.flatnonzero(members[option]).tolist()))
        self._covers = [int.from_bytes(row.tobytes(), "little") for row in packed]  # the options of each item
        self._single = frozenset(np.flatnonzero(cover.upper == 1).tolist())
        self._lower, self._upper = cover.lower.tolist(), cover.upper.tolist()
        self._counted = [i for i, options in enumerate(self._covers) if options and i not in self._single]
        self._conflicts = cache(lambda option: self._covered_by(self._items(option) & self._single))
        needed = [item for item in sorted(self._single) if self._lower[item]]
        self._alive = [(1 << len(members)) - 1]  # what follows has an entry for each depth: what is compatible
        # Items of one copy that must still be covered, in order, and by how many options they can be.
        self._need = [{item: self._covers[item].bit_count() for item in needed}]
        self._used = [dict.fromkeys(self._counted, 0)]  # copies so far of the others
        self._tries: list[list[int]] = []  # the options to try
        self._next: list[int] = []  # which of them is the next
        self._in_turn: list[bool] = []  # whether one rules out those before it
        self.nodes = 0  # options tried so far

    @property
    def fraction(self) -> float:
        """Which part of the tree has been searched, if all siblings were alike."""
        part, done = 1.0, 0.0
        for tries, following in zip(self._tries, self._next, strict=True):
            done += part * max(0, following - 1) / max(1, len(tries))
            part /= max(1, len(tries))
        return done

    def grow(self) -> None:
        """Do nothing: lists grow by themselves."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
        last, solutions = self.nodes + budget, 0
        while True:
            if time.perf_counter() > self._until:
                raise TimeoutError
            if len(self._tries) < len(self._alive):
                solved = self._arrive()
                if solved:
                    chosen = [tries[place - 1] for tries, place in zip(self._tries, self._next[:-1], strict=False)]
                    found[solutions, : len(chosen)] = chosen
                    solutions += 1
            if self.nodes >= last:
                return BUDGET_SPENT, solutions
            if solutions == len(found):
                return FOUND_FULL, solutions
            while self._tries and self._next[-1] == len(self._tries[-1]):
                for stack in (self._alive, self._need, self._used, self._tries, self._next, self._in_turn):
                    stack.pop()
            if not self._tries:
                return EXHAUSTED, solutions
            self._choose(self._tries[-1][self._next[-1]])

    def _arrive(self) -> bool:
        """Choose the item to branch on and the options to try; return whether what is chosen is a solution."""
        alive, need, used = self._alive[-1], self._need[-1], self._used[-1]
        best, fewest = None, alive.bit_count()
        solved = not need
        if need:
            fewest = min(need.values())
            best = next(item for item, available in need.items() if available == fewest)
        for item in self._counted:
            missing = self._lower[item] - used[item]
            if missing > 0:
                first = (alive & self._covers[item]).bit_count() - missing + 1
                if solved or first < fewest:
                    solved = False
                    best, fewest = item, max(first, 0)
        among = alive if best is None else alive & self._covers[best]
        tries = [option for option, _ in zip(_ones(among), range(fewest), strict=False)]
        in_turn = fewest > 0 and best not in self._single
        if not in_turn:
            self.nodes += fewest
            tries = self._survivors(tries, [item for item in self._counted if used[item] + 1 == self._upper[item]])
        self._tries.append(tries)
        self._next.append(0)
        self._in_turn.append(in_turn)
        return solved

    def _survivors(self, tries: list[int], full: list[int]) -> list[int]:
        """Return those options after whose choice others cover each item that must still be covered."""
        alive, covers, kept = self._alive[-1], self._covers, []
        for option in tries:
            items, gone = self._items(option), alive & self._ruled_out(option, full)
            left = alive & ~gone
            if all(left & covers[item] or item in items for item in self._fewer(gone)):
                kept.append(option)
        return kept

    def _choose(self, option: int) -> None:
        """Go on to what is left beside the next option, unless it is without hope."""
        self._next[-1] += 1
        items, alive, used, covers = self._items(option), self._alive[-1], self._used[-1], self._covers
        if self._counted:
            used = {item: copies + (item in items) for item, copies in used.items()}
        full = [item for item, copies in used.items() if copies == self._upper[item]]
        if self._in_turn[-1]:
            self.nodes += 1
            self._alive[-1] &= ~(1 << option)  # later siblings may not choose it
            self._need[-1].update({item: self._need[-1][item] - 1 for item in items if item in self._need[-1]})
        left = self._alive[-1] & ~self._ruled_out(option, full)
        fewer, known = self._fewer(alive & ~left), self._need[-1]
        if fewer is known:
            need = {item: (left & covers[item]).bit_count() for item in known if item not in items}
        else:
            need = {item: available for item, available in known.items() if item not in items}
            need.update({item: (left & covers[item]).bit_count() for item in fewer if item in need})
        if self._in_turn[-1] and not all(need.values()):
            return
        self._alive.append(left)
        self._need.append(need)
        self._used.append(used)

    def _fewer(self, gone: int) -> Iterable[int]:
        """Return the items that must still be covered, or only those of them that options cover which are gone."""
        need = self._need[-1]
        if gone.bit_count() * _FEW > len(need):
            return need
        return {item for option in _ones(gone) for item in self._items(option) if item in need}

    def _ruled_out(self, option: int, full: list[int]) -> int:
        """Return the options that share an item of one copy, or a `full` one, with an option."""
        items = self._items(option)
        return self._conflicts(option) | self._covered_by(item for item in full if item in items)

    def _covered_by(self, items: Iterable[int]) -> int:
        options = 0
        for item in items:
            options |= self._covers[item]
        return options


def _ones(number: int) -> Iterable[int]:
    """Yield the places of the bits that are set, from below."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
