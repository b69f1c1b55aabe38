"""The states of a memo as a diagram of all solutions (`solutions/stepped.py`); a step decides a cell.

Options are decided by their first cell, as along a frontier.  But a state is what a memo remembers: the options that
may still be chosen, what must still be covered, and how much each sum has.  So covers of any width and with any rules
have states, and none is kept in which something that must be covered has no option left.  This is plain Python; a
frontier takes less time wherever it can be used.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import places
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.memo.bitwise import Bitwise, as_bits, union
from satpuzzle.engines.memo.problem import Problem, problem_of
from satpuzzle.errors import MethodError
from satpuzzle.solutions.diagram import Diagram
from satpuzzle.solutions.stepped import Step, Ways, diagram_of_steps

State = tuple[int, int, tuple[int, ...]]  # the options left, the columns to cover, and what the sums have
_BYTES = 200  # of memory for a state besides its bits, and for each option that is tried on it


def diagram_of(cover: ExactCover, order: NDArray[np.int64], memory: int, clock: Clock = UNLIMITED) -> Diagram:
    """Return the diagram of all solutions of a puzzle's cover; `order` is the order of the cells.

    Raises MethodError if an option covers no cell or the states need more than `memory` bytes, and Stopped if the clock
    stops.
    """
    options, problem = problem_of(cover, clock=clock)
    inside = cover.members()[np.ix_(options, order)]
    if problem.free or not inside.any(axis=1).all():
        raise MethodError("an option covers no cell")
    first, remembered = inside.argmax(axis=1), _Remembered(problem, clock)
    by_first = np.argsort(first, kind="stable")
    level = np.argsort(by_first)
    number: dict[State, int] = {remembered.start: 0}
    steps, spent = list[Step](), 0
    for cell in range(len(order)):
        clock.check()
        here = as_bits(first == cell)
        states, number = [*number], {}
        skipped, chosen = list[tuple[int, int]](), dict[int, list[tuple[int, int]]]()
        for at, state in enumerate(states):
            if at % 256 == 0:
                clock.check()
            rest = (state[0] & ~here, *state[1:])
            if rest == state or remembered.lives(rest):
                skipped.append((at, number.setdefault(rest, len(number))))
            for option in places(state[0] & here):
                if remembered.lives(then := remembered.after(rest, option)):
                    chosen.setdefault(int(level[option]), []).append((at, number.setdefault(then, len(number))))
                spent += _BYTES
            spent += _BYTES
            if spent + len(number) * (len(options) // 4) > memory:
                raise MethodError(f"{len(states)} states after {cell} cells, more do not fit into {memory >> 20} MiB")
        steps.append(Step(len(states), _ways(skipped), [(at, _ways(chosen[at])) for at in sorted(chosen)]))
    return diagram_of_steps(steps, [remembered.complete(state) for state in number], options[by_first], clock)


def _ways(pairs: list[tuple[int, int]]) -> Ways:
    some = np.array(pairs, np.int32).reshape(-1, 2)
    return some[:, 0], some[:, 1]


class _Remembered:
    """The states of a problem, and what options make of them."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self._bits, self._sums = Bitwise(problem, clock), problem.sums
        self._adding = [union(self._bits.covers[at] for at in one.columns) for one in self._sums]
        self.start: State = ((1 << len(problem.rows)) - 1, as_bits(problem.needed), (0,) * len(self._sums))

    def after(self, state: State, option: int) -> State:
        """Return the state after an option is chosen."""
        left, need, used = state
        row, left = self._bits.rows[option], left & ~self._bits.excluded(option)
        then = list[int]()
        for one, amount in zip(self._sums, used, strict=True):
            amount = min(amount + sum(weight for at, weight in one.columns.items() if row >> at & 1), one.clip)
            then.append(amount)
            for at, weight in one.columns.items():
                if amount + weight > one.upper:
                    left &= ~self._bits.covers[at]
        return left, need & ~row, tuple(then)

    def lives(self, state: State) -> bool:
        """Tell whether whatever must still be covered has an option left."""
        left, need, used = state
        each = zip(self._sums, self._adding, used, strict=True)
        return all(left & self._bits.covers[at] for at in places(need)) and all(
            amount >= one.lower or left & adding for one, adding, amount in each
        )

    def complete(self, state: State) -> bool:
        """Tell whether nothing more must be covered."""
        return not state[1] and all(amount >= one.lower for one, amount in zip(self._sums, state[2], strict=True))
