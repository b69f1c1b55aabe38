"""Numbers of walks without an automaton: a frontier sweeps over the strip, cell by cell.

It keeps only the states at one cell, so it goes where an automaton has too many steps; but it proves nothing about
longer strips.  A state is the window of covered cells from the next cell on (`engines/frontier/table.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

from satpuzzle import machine
from satpuzzle.clock import Clock
from satpuzzle.engines.frontier.steps import MOST, Step, covering, words_for
from satpuzzle.engines.frontier.table import Sweep, Table
from satpuzzle.engines.library import missing
from satpuzzle.questions.tilings.column import MOST_WITHIN, column_of


def swept(starting: Sequence[Sequence[int]], starts: Mapping[int, int], clock: Clock, share: int = 1) -> Iterator[int]:
    """Yield how many walks of 0, 1, 2, ... columns lead from the starts to the empty state.

    `starting` has for each cell of a column the copies whose first cell it is, as bits from this column on.  `share` is
    the number of sweeps that share half of the free memory.  Raises FrontierError if the states do not fit into it,
    TooManyStates if there are more than MOST_WITHIN at a cell that have no table, and Stopped if the clock stops.
    """
    reach = [copy.bit_length() - cell for cell, copies in enumerate(starting) for copy in copies]
    bits = max([1, *reach, *(state.bit_length() for state in starts)])
    if missing() is not None or bits > MOST or not starts:
        return _one_by_one(starting, starts, clock)
    steps = [covering([copy >> cell for copy in copies], bits) for cell, copies in enumerate(starting)]
    return _in_tables(steps, starts, clock, machine.free() // 2 // share)


def _one_by_one(starting: Sequence[Sequence[int]], starts: Mapping[int, int], clock: Clock) -> Iterator[int]:
    states = dict(starts)
    while True:
        yield states.get(0, 0)
        states = column_of(states, starting, most=MOST_WITHIN, clock=clock)


def _in_tables(steps: Sequence[Step], starts: Mapping[int, int], clock: Clock, memory: int) -> Iterator[int]:
    sweep = Sweep(Table.of(starts, words_for(steps[0].bits)), max(len(step.options) for step in steps), memory, clock)
    yield sweep.table.count_of(0)
    for step in cycle(steps):
        sweep.advance(step)
        if step is steps[-1]:
            yield sweep.table.count_of(0)
