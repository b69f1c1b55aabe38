"""The counting search of `native/kernels/memo.c` in plain Python: the same tree in the same order.

Sets of options and of columns are integers with a bit for each.  The module counts if there are no kernels, and tests
compare the kernel with it.
"""

from dataclasses import dataclass, field
from itertools import islice

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, places
from satpuzzle.engines.memo.bitwise import Bitwise, as_bits, union
from satpuzzle.engines.memo.problem import Problem
from satpuzzle.engines.memo.state import DONE, GOES_ON, UNBOUNDED
from satpuzzle.engines.native.shared import part_searched

_ANY = -1  # in place of a sum: any option at all
_ENTRY = 300  # about the bytes that a state takes
_WORK = 1 << 10  # nodes between two looks at the clock
State = tuple[int, ...]


@dataclass(slots=True)
class _Level:
    """A node on the path from the root to the current node."""

    alive: int  # the options that may be chosen
    need: int  # the columns that must still be covered
    used: tuple[int, ...]  # how much each sum has
    floors: tuple[int, ...]  # the least numbers of options that may add to each sum, and of further options
    state: State
    entered: int  # the number of nodes before this one
    factor: int = 1  # how often its solutions count
    total: int = 0
    tries: list[int] = field(default_factory=list)
    next: int = 0
    looked_at: bool = False
    branch: int | None = None  # the sum whose options are tried in turn


class Interpreted:
    """A counting search; see `Counting`."""

    def __init__(
        self,
        problem: Problem,
        starts: Ints | None = None,
        factors: Ints | None = None,
        *,
        memory: int = 1 << 30,
        clock: Clock = UNLIMITED,
    ) -> None:
        self.nodes, self.met, self._most = 0, 0, memory // _ENTRY
        self._problem, self._sums = problem, problem.sums
        bitwise = Bitwise(problem, clock)
        self._covers, self._rows, self._excluded = bitwise.covers, bitwise.rows, bitwise.excluded
        self._bounding = bitwise.single | bitwise.pairs  # the columns that bound the options left
        self._starts = None if starts is None else starts.tolist()
        self._factors = {} if starts is None or factors is None else dict(zip(starts.tolist(), factors, strict=True))
        self._table: dict[State, int] = {}
        need, idle = as_bits(problem.needed), (0,) * len(self._sums)
        self._levels = [_Level((1 << len(self._rows)) - 1, need, idle, (*idle, 0), (), 0)]

    @property
    def fraction(self) -> float:
        """The share of the tree that has been searched, if sibling nodes have subtrees of equal size."""
        return part_searched((len(level.tries), level.next) for level in self._levels)

    @property
    def stretches(self) -> float:
        """The work that was done; see `Counting`."""
        return self.nodes / _WORK

    @property
    def states(self) -> int:
        """The number of states in the table."""
        return len(self._table)

    @property
    def total(self) -> int:
        """The number of solutions that were counted so far; all of them when the search is done."""
        root, *below = self._levels
        return root.total + sum(level.total for level in below) * (below[0].factor if below else 1)

    def advance(self, clock: Clock, budget: int = UNBOUNDED) -> int:
        """Search for a while; see `Counting`."""
        last = self.nodes + min(_WORK, budget)
        while self.nodes < last:
            level = self._levels[-1]
            if not level.looked_at:
                self._arrive(level)
            if level.next < len(level.tries):
                self._choose(level)
            elif len(self._levels) == 1:
                return DONE
            else:
                self._backtrack()
        return GOES_ON

    def _arrive(self, level: _Level) -> None:
        """Choose the options to try at a new node."""
        level.looked_at = True
        if len(self._levels) == 1 and self._starts is not None:
            tries = self._starts
        else:
            tries, level.branch = self._branching(level)
        if level.branch is None:
            self.nodes += len(tries)
            tries = [option for option in tries if self._survives(level, option)]
        level.tries = tries

    def _branching(self, level: _Level) -> tuple[list[int], int | None]:
        """Return the options to try, and the sum to which they add, or _ANY, if they are tried in turn."""
        column, fewest, branch = None, level.alive.bit_count(), _ANY
        if level.need:
            fewest, column = min(((self._covers[at] & level.alive).bit_count(), at) for at in places(level.need))
        for number, (one, used) in enumerate(zip(self._sums, level.used, strict=True)):
            if (missing := one.lower - used) <= 0:
                continue
            many = {at: (self._covers[at] & level.alive).bit_count() for at in one.columns}
            if sum(one.columns[at] * options for at, options in many.items()) < missing:
                return [], number
            first = sum(many.values()) + 1 - -(-missing // max(one.columns.values()))
            if column is None and (branch == _ANY or first < fewest):
                fewest, branch = first, number
        if column is not None:
            return [*places(self._covers[column] & level.alive)], None
        level.total += branch == _ANY  # nothing more must be covered
        return [*islice(places(self._adding(branch) & level.alive), fewest)], branch

    def _adding(self, branch: int) -> int:
        return ~0 if branch == _ANY else union(self._covers[at] for at in self._sums[branch].columns)

    def _survives(self, level: _Level, option: int) -> bool:
        """Tell whether, after the choice of an option, every item that must still be covered has an option left."""
        row = self._rows[option]
        left = level.alive & ~self._excluded(option)
        for one, used in zip(self._sums, level.used, strict=True):
            for at, weight in one.columns.items():
                if row >> at & 1 and used + 2 * weight > one.upper:
                    left &= ~self._covers[at]
        return all(left & self._covers[at] for at in places(level.need & ~row))

    def _choose(self, level: _Level) -> None:
        """Choose the next option of a node, and look its state up, or add its child to the path."""
        option = level.tries[level.next]
        level.next += 1
        row, floors = self._rows[option], level.floors
        factor = self._factors.get(option, 1) if len(self._levels) == 1 else 1
        if level.branch is not None:
            self.nodes += 1
            level.alive &= ~(1 << option)  # later siblings may not choose it
            own = level.branch % len(floors)  # the last floor is that of any options
            floors = (*floors[:own], option + 1, *floors[own + 1 :])
        left, need = level.alive & ~self._excluded(option), level.need & ~row
        used = tuple(
            amount + sum(weight for at, weight in one.columns.items() if row >> at & 1)
            for one, amount in zip(self._sums, level.used, strict=True)
        )
        for one, amount in zip(self._sums, used, strict=True):
            for at, weight in one.columns.items():
                if amount + weight > one.upper:
                    left &= ~self._covers[at]
        if self._problem.plain:
            state: State | None = (need,)
            if not need:
                level.total += factor
                return
        else:
            state = self._state(left, need, used, floors)
        if state is None:
            return
        if (known := self._table.get(state)) is not None:
            level.total += known * factor
            self.met += 1
            return
        self._levels.append(_Level(left, need, used, floors, state, self.nodes, factor))

    def _state(self, left: int, need: int, used: tuple[int, ...], floors: tuple[int, ...]) -> State | None:
        """Return what bounds the options that are left, or None if something that must be covered has no options."""
        reached = union(self._rows[option] for option in places(left))
        if need & ~reached:
            return None
        state = [reached & self._bounding]
        for one, amount, floor in zip(self._sums, used, floors[:-1], strict=True):
            if any(reached >> at & 1 for at in one.columns):
                state += [min(amount, one.clip) + 1, floor]
            elif amount < one.lower:
                return None
            else:
                state += [0, 0]
        return (*state, floors[-1] if left else 0)

    def _backtrack(self) -> None:
        level = self._levels.pop()
        if self.nodes > level.entered and len(self._table) < self._most:
            self._table[level.state] = level.total
        self._levels[-1].total += level.total * level.factor
