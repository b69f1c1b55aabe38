"""The search of `kernels/mrv.c` in plain Python: the same tree in the same order, with integers of any length.

A set of options is an integer with one bit for each option, so that a node takes some microseconds.  Tests compare the
kernel with this module node by node.  The module does the searches if there are no kernels.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import places
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.native.shared import no_dice, part_searched, weeded_lists
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, WORK, Steady

_WORD = (1 << 64) - 1
_FEW = 8  # about the number of items of an option
_REACH, _MANY = (2, 5, 9), 32  # as in kernels/weed.c, and what kernels/rarest.h counts to
_NODE, _ITEM = 1 << 12, 1 << 7  # the work of a node, and of an item of an option that is tried, beside the words


@dataclass(slots=True)
class _Level:
    """A node on the path from the root to the current node.

    `tries` is empty before the first visit (see `looked_at`).
    """

    alive: int  # the options that are compatible with the chosen ones
    need: dict[int, int]  # items that must still be covered once, in order, with their numbers of options
    used: dict[int, int]  # the numbers of copies so far of the other items
    size: int  # how many options the list had before any was weeded
    looked_at: bool = False
    tries: list[int] = field(default_factory=list)
    next: int = 0  # the index of the next option to try
    in_turn: bool = False  # whether an option excludes the earlier ones, as with items of several copies


class Interpreted(Steady):
    """The state of a search (see `State`).

    Every item of the cover must have enough options, and no option may be chosen or ruled out, as in a residual.
    Raises Stopped if the clock stops meanwhile.
    """

    def __init__(self, cover: ExactCover, clock: Clock = UNLIMITED) -> None:
        members = cover.members()
        clock.check()
        packed = np.packbits(members.T, axis=1, bitorder="little")
        self.longest = max(1, cover.longest)
        self._items = cache(lambda option: frozenset(np.flatnonzero(members[option]).tolist()))
        self._covers = [int.from_bytes(row.tobytes(), "little") for row in packed]  # the options of each item
        self._single = frozenset(np.flatnonzero(cover.upper == 1).tolist())
        self._lower, self._upper = cover.lower.tolist(), cover.upper.tolist()
        self._heavy = frozenset(cover.weights.items)
        self._counted = [
            i for i, options in enumerate(self._covers) if i not in self._single and self._bounds_anything(i, options)
        ]
        self._steps = {item: _steps(cover, item) for item in self._counted if item in self._heavy}
        self._disagreeing = cache(partial(_disagreeing, cover))
        self._conflicts = cache(self._excluded)
        self._options, self._all = len(members), (1 << len(members)) - 1
        self._levels: list[_Level] = []  # the current path, by depth
        self.head = np.array([-1, 0], np.int64)  # depth (-1 before the first step), nodes
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(self.longest + 5)
        self.cost = (5e-6, 20e-9)  # about the seconds per node and per option
        self.words = 1  # the number of words of a set of options
        self.work = WORK
        self._left = 0  # work that is left
        self._sets = 1 + len(members) // 64  # words that are read for each item
        self.shaved = -1  # the last depth at which lists are shaved (see `Mrv.shaved`)
        self.weeded = False  # whether lists are weeded (see `Mrv.weeded`)
        self._least, self._most = weeded_lists(cover)  # the numbers of options of lists that are weeded

    @property
    def fraction(self) -> float:
        """The share of the tree that has been searched, if sibling nodes have subtrees of equal size."""
        return part_searched((len(level.tries), level.next) for level in self._levels)

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Search about `budget` nodes, or until the work is done or `found` is full; see `State`.

        The work is also in the kernel's unit, but it is spent faster, and a node is never left half done.
        """
        last, self._left = self.nodes + budget, self.work
        if self.head[0] < 0:
            self._levels = [self._root()]
        try:
            return self._search(last, found)
        finally:
            self.head[0] = len(self._levels) - 1

    def _root(self) -> "_Level":
        need = {
            item: (options & self._all).bit_count()
            for item, options in enumerate(self._covers)
            if self._lower[item] == 1 and item not in self._counted
        }
        return _Level(self._all, need, dict.fromkeys(self._counted, 0), self._options)

    def _search(self, last: int, found: Batch) -> tuple[int, int]:
        solutions = 0
        while True:
            if not self._levels[-1].looked_at and self._arrive(self._levels[-1]):
                chosen = [level.tries[level.next - 1] for level in self._levels[:-1]]
                found[solutions, : len(chosen)] = chosen
                found[solutions, len(chosen) :] = -1
                solutions += 1
            if self.nodes >= last or self._left <= 0:
                return BUDGET_SPENT, solutions
            if solutions == len(found):
                return FOUND_FULL, solutions
            while self._levels and self._levels[-1].next == len(self._levels[-1].tries):
                self._levels.pop()
            if self._levels:
                self._choose(self._levels[-1])
            elif self.dice[1] > 1:
                self.dice[1] -= np.uint64(1)
                self._levels = [self._root()]
            else:
                return EXHAUSTED, solutions

    def _arrive(self, level: "_Level") -> bool:
        """Choose the item to branch on and the options to try at a new node; tell whether the node is a solution."""
        level.looked_at = True
        if len(self._levels) - 1 <= self.shaved and not self.dice[0]:
            self._shave(level)
        tried = self._weed(level) if level.need and self._is_weeded(level) else 0
        best, fewest = None, level.alive.bit_count()
        solved = not level.need
        if level.need:
            fewest = min(level.need.values())
            best = next(item for item, available in level.need.items() if available == fewest)
        for item in self._counted:
            missing = self._lower[item] - level.used[item]
            if missing > 0:
                first = self._first_choices(level.alive, item, missing)
                if solved or first < fewest:
                    solved = False
                    best, fewest = item, max(first, 0)
        among = level.alive if best is None else level.alive & self._covers[best]
        level.tries = list(islice(places(among), fewest))
        if self.dice[0]:
            level.tries = self._throw(level, tried, solved)
            solved = False
        level.in_turn = fewest > 0 and best not in self._single
        if not level.in_turn and not tried:
            self.head[1] += len(level.tries)
            level.tries = self._surviving(level, level.tries)
        return solved

    def _first_choices(self, alive: int, item: int, missing: int) -> int:
        """Return how many options of an item that must be covered some more times may be chosen first."""
        rows = (alive & self._covers[item]).bit_count()
        if item not in self._steps:
            return rows - missing + 1
        heavy = [(step, (alive & options).bit_count()) for step, options in self._steps[item]]
        available = rows + sum(step.more * many for step, many in heavy)
        heaviest = max((step.least for step, many in heavy if many), default=1)
        return 0 if available < missing else rows - -(-missing // heaviest) + 1

    def _shave(self, level: "_Level") -> None:
        """Remove from a node the options that would leave an item without options."""
        before = level.alive.bit_count()
        self._keep(level, sum(1 << option for option in self._surviving(level, places(level.alive))))
        level.size -= before - level.alive.bit_count()

    def _is_weeded(self, level: "_Level") -> bool:
        return self.weeded and self._least <= level.size <= self._most

    def _weed(self, level: "_Level") -> int:
        """Remove options of rare items that would leave another item without options; return how many were tried."""
        seen = 0
        for reach in _REACH:
            fewest = min(level.need.values())
            if fewest < 2 or fewest + reach >= _MANY:
                break
            rare = self._covered_by(item for item, options in level.need.items() if options <= fewest + reach)
            trying = level.alive & rare & ~seen
            surviving = sum(1 << option for option in self._surviving(level, places(trying)))
            self._keep(level, level.alive & ~trying | surviving)
            seen |= trying
        if len(self._levels) == 1:
            self._all = level.alive  # for the next probe
        self.head[1] += seen.bit_count()
        return seen.bit_count()

    def _keep(self, level: "_Level", alive: int) -> None:
        level.alive = alive
        level.need = {item: (alive & self._covers[item]).bit_count() for item in level.need}

    def _surviving(self, level: "_Level", options: Iterable[int]) -> list[int]:
        full = [self._covers[item] for item in self._counted if level.used[item] + 1 == self._upper[item]]
        for item, steps in self._steps.items():
            left = self._upper[item] - level.used[item]
            full += [of_step for step, of_step in steps if 2 * step.least > left]
        return [option for option in options if self._survives(level, option, full)]

    def _throw(self, level: "_Level", tried: int, solved: bool) -> list[int]:
        """Add a node to the sums of a random probe; return the options to try, at most one, chosen at random."""
        depth, many = len(self._levels) - 1, len(level.tries)
        self.weight[depth + 1] = many * self.weight[depth]
        tries = self.weight[depth] * (tried or many)
        self.weight[-1] += tries
        self.weight[-2] += tries * level.alive.bit_count()
        self.weight[-3] += self.weight[depth] * solved
        return [level.tries[roll(self.dice, many)]] if many > 1 else level.tries

    def _survives(self, level: "_Level", option: int, full: list[int]) -> bool:
        """Tell whether, after the choice of an option, every item that must still be covered has an option left.

        `full` has sets of options, as bits, of which only one more can be chosen.
        """
        self._left -= (_ITEM + self._sets) * len(level.need)
        items, gone = self._items(option), level.alive & self._ruled_out(option, full)
        left = level.alive & ~gone
        return all(left & self._covers[item] or item in items for item in self._fewer(level.need, gone))

    def _choose(self, level: "_Level") -> None:
        """Choose the next option of a node, and add its child to the path unless some item is left without options."""
        option, before = level.tries[level.next], level.alive
        level.next += 1
        self._left -= _NODE + (_ITEM + self._sets) * len(level.need)
        items, used = self._items(option), level.used
        if self._counted:
            used = {item: copies + (item in items) for item, copies in used.items()}
        for item, steps in self._steps.items():
            used[item] += sum(step.more for step, options in steps if options >> option & 1)
        full = [self._covers[item] for item, copies in used.items() if copies == self._upper[item]]
        if level.in_turn:
            self.head[1] += 1
            level.alive &= ~(1 << option)  # later siblings may not choose it
            level.need.update({item: level.need[item] - 1 for item in items if item in level.need})
        left = level.alive & ~self._ruled_out(option, full) & ~self._too_heavy(used)
        fewer = self._fewer(level.need, before & ~left)
        if fewer is level.need:
            need = {item: (left & self._covers[item]).bit_count() for item in fewer if item not in items}
        else:
            need = {item: available for item, available in level.need.items() if item not in items}
            need.update({item: (left & self._covers[item]).bit_count() for item in fewer if item in need})
        known = not level.in_turn and not self._is_weeded(level)  # to survive
        if known or all(need.values()):
            self._levels.append(_Level(left, need, used, left.bit_count()))

    def _fewer(self, need: dict[int, int], gone: int) -> Iterable[int]:
        """Return the items of `need` that may have lost an option in the set `gone`."""
        if gone.bit_count() * _FEW > len(need):
            return need
        return {item for option in places(gone) for item in self._items(option) if item in need}

    def _bounds_anything(self, item: int, options: int) -> bool:
        bounds = self._lower[item] > 1 or self._upper[item] < options.bit_count() or item in self._heavy
        return options > 0 and bounds

    def _excluded(self, option: int) -> int:
        """Return, as bits, the options that an option excludes whatever else is chosen."""
        return self._covered_by(self._items(option) & self._single) | self._disagreeing(option)

    def _ruled_out(self, option: int, full: list[int]) -> int:
        """Return, as bits, the options that an option excludes, and all those in sets of `full` that have it."""
        found = self._conflicts(option)
        for options in full:
            found |= options if options >> option & 1 else 0
        return found

    def _too_heavy(self, used: dict[int, int]) -> int:
        """Return, as bits, the options that would now cover an item with weights too often."""
        found = 0
        for item, steps in self._steps.items():
            left = self._upper[item] - used[item]
            for step, options in steps:
                found |= options if step.least > left else 0
        return found

    def _covered_by(self, items: Iterable[int]) -> int:
        options = 0
        for item in items:
            options |= self._covers[item]
        return options


class _Step(NamedTuple):
    """A step of a weight: what options that have it weigh at least, and how much that is more than the step before."""

    least: int
    more: int


def _steps(cover: ExactCover, item: int) -> list[tuple[_Step, int]]:
    """Return the steps of an item with weights, each with the options that have it, as bits."""
    found, weights, times = [], cover.weights, cover.times(item)
    for one, least, more in zip(weights.items, weights.least, weights.steps.tolist(), strict=True):
        if one == item:
            octets = np.packbits(times >= least, bitorder="little").tobytes()
            found.append((_Step(least, more), int.from_bytes(octets, "little")))
    return found


def _disagreeing(cover: ExactCover, option: int) -> int:
    """Return, as bits, the options that give an item another colour than an option does."""
    if not cover.colours:
        return 0
    excluded = cover.colours.excluded(cover.rows[option])
    octets = np.packbits((cover.rows & excluded).any(axis=1), bitorder="little").tobytes()
    return int.from_bytes(octets, "little")


def roll(dice: NDArray[np.uint64], sides: int) -> int:
    """Return a random number from 0 to `sides` - 1, and change the state in `dice` (Marsaglia's xorshift)."""
    x = int(dice[0])
    x ^= x << 13 & _WORD
    x ^= x >> 7
    x ^= x << 17 & _WORD
    dice[0] = x
    return (x >> 2) % sides
