"""The states of a frontier as a diagram of all solutions (`solutions/stepped.py`); a step decides a cell."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Words, rows_of, shifted
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.frontier import steps
from satpuzzle.engines.frontier.problem import Problem
from satpuzzle.errors import FrontierError
from satpuzzle.solutions.diagram import Diagram
from satpuzzle.solutions.stepped import Step, diagram_of_steps

Numbers = NDArray[np.int64]
_BYTES = 64  # of memory for each step from a state to another, while they are sorted


def diagram_of(cover: ExactCover, order: Numbers, memory: int, clock: Clock = UNLIMITED) -> Diagram:
    """Return the diagram of all solutions of a puzzle's cover; `order` is the order of the cells.

    Raises FrontierError if a frontier does not support the cover or the states need more than `memory` bytes, and
    Stopped if the clock stops.
    """
    problem = Problem.of(cover, order, clock)
    ahead, found = steps.Steps(problem), list[Step]()
    states = rows_of([ahead.start], ahead.words)
    for step, (first, end) in zip(ahead, pairwise(problem.start.tolist()), strict=True):
        try:
            one, states, bytes_used = _advance(step, range(first, end), states, memory, clock)
        except MemoryError:
            raise FrontierError(
                f"{len(states)} states after {len(found)} cells, more do not fit into {memory >> 20} MiB"
            ) from None
        memory -= bytes_used
        found.append(one)
    return diagram_of_steps(found, [not problem.counters.hopeless for _ in states], problem.options, clock)


def _advance(step: steps.Step, options: range, states: Words, memory: int, clock: Clock) -> tuple[Step, Words, int]:
    """Return the step at a cell where some options begin, the states after it, and how many bytes it takes.

    Raises MemoryError and Stopped.
    """
    word, bit = divmod(step.below, 64)
    filled = (states[:, word] >> np.uint64(bit) & np.uint64(1)).astype(np.bool_)
    rest = rows_of([(1 << step.below) - 1], states.shape[1])
    found, many = list[tuple[Numbers, Words]](), 0

    def reach(some: Numbers, goals: Words) -> None:
        nonlocal many
        more, needed, taken, begun = step.ends
        goals = goals + more
        kept = ((goals & needed) == needed).all(axis=1)
        goals = goals[kept] & ~taken | begun
        found.append((some[kept], goals & rest | shifted(goals, -step.decided) & ~rest))
        many += len(found[-1][0])
        if many * _BYTES > memory:
            raise MemoryError

    some = np.flatnonzero(filled | step.optional)
    reach(some, states[some])
    for blocked, added, flags in step.options:
        clock.check()
        more = states + added
        some = np.flatnonzero(~filled & ~((states & blocked) | (more & step.guards)).any(axis=1))
        reach(some, more[some] | flags)
    after, place = np.unique(np.concatenate([goals for _, goals in found]), axis=0, return_inverse=True)
    to = np.split(place.reshape(-1).astype(np.int32), np.cumsum([len(each) for each, _ in found])[:-1])
    pairs = [(each.astype(np.int32), there) for (each, _), there in zip(found, to, strict=True)]
    chosen = [*zip(options, pairs[1:], strict=True)]
    return Step(len(states), pairs[0], chosen), after, 8 * many
