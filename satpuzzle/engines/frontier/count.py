"""Counts solutions without listing them: a frontier moves over the board, cell by cell.

Cells are filled in a fixed order.  All partial packings with the same filled cells and the same pieces used can be
completed in the same ways, so they are one *state*, which has their number as its count.  Equal states are merged as
soon as they arise (`problem.py`, `table.py`).

Counts are exact whatever their size: they have as many 64-bit limbs as the largest one needs so far, so the first half
of a sweep takes half as many as the end.  Residues modulo primes would need as many from the first cell on, and a bound
on the number of packings before it.  The number of states grows with the board's cross-section and with the number of
different pieces, not with the number of packings.

The packings that a symmetry maps to themselves are counted in the same way: each orbit of cells is one cell, and each
orbit of placements that do not overlap each other is one placement.  The number of classes follows (`burnside.py`).

States behind the frontier are not stored here.  Together they are a decision diagram (`diagram.py`); pentominoes-6x10
has 9.4 million states for 9356 packings, which a search lists in milliseconds.

The idea is the transfer matrix of statistical physics, and the memo cache of Nishino, Yasuda, Minato and Nagata,
Dancing with decision diagrams, AAAI 2017, with the order of the cells fixed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.frontier.problem import Problem
from satpuzzle.engines.frontier.spilled import Spilling
from satpuzzle.engines.frontier.steps import Steps
from satpuzzle.engines.frontier.table import Sweep, Table
from satpuzzle.engines.library import missing
from satpuzzle.errors import FrontierError

Watch = Callable[[], None]

_TRY, _STATE, _CELL = 2e-9, 20e-9, 20e-6  # about the seconds for an option that is tried on a state, a state, a cell
_BEHIND = 0.1  # of all cells: how far back growth is looked for
_DAMPED = 0.5  # of the growth so far, to expect for a while


@dataclass(frozen=True)
class Counted:
    """The number of packings, the number of states in all steps, and the largest number of states in one step."""

    packings: int
    states: int
    widest: int


def count_packings(
    cover: ExactCover,
    order: NDArray[np.int64],
    memory: int,
    clock: Clock = UNLIMITED,
    *,
    under: Group | None = None,
    watch: Watch = lambda: None,
    spilled: bool = False,
) -> Counted:
    """Count the solutions of a puzzle's cover exactly; the arguments are those of `Counting`.

    Raises FrontierError if a frontier does not support the cover or the states do not fit into the memory, and Stopped
    if the clock stops.
    """
    return Counting(cover, order, memory, clock, under=under, watch=watch, spilled=spilled).finish()


class Counting:
    """A count of the solutions of a puzzle's cover, cell by cell.

    `order` is the order of the cells, and `memory` the limit in bytes.  If `under` is a group, only solutions that all
    its elements map to themselves are counted.  `watch` is called several times a second.  States that do not fit into
    the memory are written to a temporary file if `spilled`.  Raises FrontierError if a
    frontier does not support the cover, and Stopped if the clock stops.
    """

    def __init__(
        self,
        cover: ExactCover,
        order: NDArray[np.int64],
        memory: int,
        clock: Clock = UNLIMITED,
        *,
        under: Group | None = None,
        watch: Watch = lambda: None,
        spilled: bool = False,
    ) -> None:
        self._problem = Problem.of(cover, order, clock, under)
        if (reason := missing()) is not None:
            raise FrontierError(f"there are no compiled kernels: {reason}")
        self._steps = Steps(self._problem)
        begun, widest = Table.of({self._steps.start: 1}, self._steps.words), self._steps.widest
        self._sweep = (Spilling if spilled else Sweep)(begun, widest, memory, clock, watch)
        self._ahead = iter(self._steps)
        tries = np.diff(self._problem.start) + 1  # of options, for each state
        self._tries: list[int] = np.cumsum([0, *tries[::-1]])[::-1].tolist()  # from each cell on
        self._cell, self._found = 0, [1]  # the number of states at each cell so far
        self.spent = 0.0  # about the seconds so far, by the work that was done

    @property
    def done(self) -> bool:
        """Whether all cells are decided."""
        return self._cell == len(self._tries) - 1

    @property
    def next(self) -> float:
        """About the seconds for the next cell."""
        return self._seconds(self._cell, self._cell + 1, self._found[-1])

    @property
    def left(self) -> float:
        """About the seconds to come.

        The number of states is expected to grow up to half of the cells, and for no more cells than a state has bits,
        less than it has grown lately, and not to change from there on.
        """
        cells, back = len(self._tries) - 1, min(self._cell, 1 + int(_BEHIND * (len(self._tries) - 1)))
        growing = max(0.0, min(cells / 2, max(self._steps.bits, default=0)) - self._cell)
        growth = max(1.0, self._found[-1] / max(1, self._found[-1 - back])) ** (_DAMPED * growing / max(1, back))
        return min(self._seconds(self._cell, cells, growth * self._found[-1]), self.most)

    @cached_property
    def most(self) -> float:
        """About the seconds for all cells, if there were all states at each of them that the bits of a state allow."""
        states, seconds = 1, 0.0
        for cell, bits in enumerate(self._steps.bits):
            seconds += self._seconds(cell, cell + 1, states)
            states = min(states * (self._tries[cell] - self._tries[cell + 1]), 1 << bits)
        return seconds

    def _seconds(self, begin: int, end: int, states: float) -> float:
        """Return about the seconds for some cells with so many states."""
        cells, tries = end - begin, self._tries[begin] - self._tries[end]
        return cells * _CELL + states * (cells * _STATE + tries * _TRY)

    def advance(self) -> None:
        """Decide the next cell; raises FrontierError if the states do not fit into the memory, and Stopped."""
        self.spent += self.next
        self._cell += 1
        self._sweep.advance(next(self._ahead))
        self._found.append(self._sweep.found)

    def finish(self) -> Counted:
        """Decide all other cells; return what was counted.  Raises FrontierError and Stopped."""
        while not self.done:
            self.advance()
        total = 0 if self._problem.counters.hopeless else self._sweep.total
        return Counted(total, sum(self._found), max(self._found))
