"""Counts solutions without listing them: a frontier moves over the board, cell by cell.

Cells are filled in a fixed order.  All partial packings with the same filled cells and the same pieces used can be
completed in the same ways, so they are one *state*, which has their number as its count.  Equal states are merged as
soon as they arise (`problem.py`, `table.py`).

Counts are exact whatever their size: they have as many 64-bit limbs as the largest one needs so far, so the first half
of a sweep takes half as many as the end.  Residues modulo primes would need as many from the first cell on, and a bound
on the number of packings before it.  The number of states grows with the
board's cross-section and with the number of different pieces, not with the number of packings.

The packings that a symmetry maps to themselves are counted in the same way: each orbit of cells is one cell, and each
orbit of placements that do not overlap each other is one placement.  The number of classes follows (`burnside.py`).

States behind the frontier are not stored here.  Together they are a decision diagram (`diagram.py`); pentominoes-6x10
has 9.4 million states for 9356 packings, which a search lists in milliseconds.

The idea is the transfer matrix of statistical physics, and the memo cache of Nishino, Yasuda, Minato and Nagata,
Dancing with decision diagrams, AAAI 2017, with the order of the cells fixed.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.frontier.problem import Problem
from satpuzzle.engines.frontier.steps import Steps
from satpuzzle.engines.frontier.table import Sweep
from satpuzzle.engines.library import missing
from satpuzzle.errors import FrontierError

Watch = Callable[[], None]


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
    work: float = math.inf,
    under: Group | None = None,
    watch: Watch = lambda: None,
) -> Counted:
    """Count the solutions of a puzzle's cover exactly.

    `order` is the order of the cells, and `memory` the limit in bytes.  `work` limits how often an option is tried on a
    state.  If `under` is a group, only solutions that all its elements map to themselves are counted.  `watch` is
    called several times a second.  Raises FrontierError if a frontier does not support the cover or the states do not
    fit into the memory, and Stopped if the clock stops.
    """
    problem = Problem.of(cover, order, clock, under)
    if (reason := missing()) is not None:
        raise FrontierError(f"there are no compiled kernels: {reason}")
    return _sweep(problem, memory, clock, work, watch)


def _sweep(problem: Problem, memory: int, clock: Clock, work: float, watch: Watch) -> Counted:
    steps, states, widest = Steps(problem), 1, 1
    sweep = Sweep(steps, memory, clock, watch)
    for cell, step in enumerate(steps):
        found = sweep.table.found
        work -= found * (len(step.options) + 1)
        if work < 0:
            raise FrontierError(f"a frontier would take longer, it has {found} states after {cell} cells")
        sweep.advance(step)
        states, widest = states + sweep.table.found, max(widest, sweep.table.found)
    total = sum(count for state, count in sweep.table.counts() if problem.complete(steps.used(state)))
    return Counted(total, states, widest)
