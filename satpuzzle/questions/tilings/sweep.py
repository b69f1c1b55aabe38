"""Numbers of walks without an automaton: a frontier sweeps over the strip, cell by cell.

It keeps only the states at one cell, so it goes where an automaton has too many steps; but it proves nothing about
longer strips.  A state is the window of covered cells from the next cell on (`engines/frontier/table.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

import numpy as np

from satpuzzle import machine
from satpuzzle.clock import Clock
from satpuzzle.engines.frontier.steps import Step
from satpuzzle.engines.frontier.table import Sweep, Table
from satpuzzle.engines.library import missing
from satpuzzle.questions.tilings.column import MOST_WITHIN, column_of

_BITS = 63  # of a state in a table


def swept(starting: Sequence[Sequence[int]], starts: Mapping[int, int], clock: Clock, share: int = 1) -> Iterator[int]:
    """Yield how many walks of 0, 1, 2, ... columns lead from the starts to the empty state.

    `starting` has for each cell of a column the copies whose first cell it is, as bits from this column on.  `share` is
    the number of sweeps that share half of the free memory.  Raises FrontierError if the states do not fit into it,
    TooManyStates if there are more than MOST_WITHIN at a cell that have no table, and Stopped if the clock stops.
    """
    reach = [copy.bit_length() - cell for cell, copies in enumerate(starting) for copy in copies]
    bits = max([1, *reach, *(state.bit_length() for state in starts)])
    if missing() is not None or bits > _BITS or not starts:
        return _one_by_one(starting, starts, clock)
    steps = [_step(copies, cell, bits) for cell, copies in enumerate(starting)]
    return _in_tables(steps, starts, clock, machine.free() // 2 // share)


def _one_by_one(starting: Sequence[Sequence[int]], starts: Mapping[int, int], clock: Clock) -> Iterator[int]:
    states = dict(starts)
    while True:
        yield states.get(0, 0)
        states = column_of(states, starting, most=MOST_WITHIN, clock=clock)


def _in_tables(steps: Sequence[Step], starts: Mapping[int, int], clock: Clock, memory: int) -> Iterator[int]:
    begun = Table.of({(state,): ways for state, ways in starts.items()})
    sweep = Sweep(begun, max(len(step.options) for step in steps), memory, clock)
    yield sweep.table.count_of(0)
    for step in cycle(steps):
        sweep.advance(step)
        if step is steps[-1]:
            yield sweep.table.count_of(0)


def _step(copies: Sequence[int], cell: int, bits: int) -> Step:
    """Return the step at a cell, which must be covered."""
    windows = np.array([[copy >> cell] for copy in copies], np.uint64).reshape(-1, 1)
    none = np.zeros(1, np.uint64)
    options = np.stack([windows, np.zeros_like(windows), windows], axis=1)
    return Step(options, none, np.zeros((4, 1), np.uint64), optional=False, below=0, decided=1, bits=bits)
