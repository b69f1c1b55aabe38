"""The states of a frontier as a diagram of all solutions (`solutions/stepped.py`); a step decides a cell."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Words
from satpuzzle.cover.exact_cover import ExactCover
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
    windows, used = np.zeros(1, np.uint64), np.array([problem.counters.begin], np.uint64)
    steps = list[Step]()
    for cell in range(len(problem.optional)):
        step, windows, used, bytes_used = _advance(problem, cell, windows, used, memory, clock)
        memory -= bytes_used
        steps.append(step)
    return diagram_of_steps(steps, [not problem.counters.hopeless for _ in used], problem.options, clock)


def _advance(
    problem: Problem, cell: int, windows: Words, used: Words, memory: int, clock: Clock
) -> tuple[Step, Words, Words, int]:
    """Return the step at a cell, the states after it, and how many bytes the step takes."""
    filled, counters = (windows & np.uint64(1)).astype(np.bool_), problem.counters
    decided = np.uint64(problem.columns[cell + 1] - problem.columns[cell])
    found, many = list[tuple[Numbers, Words, Words]](), 0

    def reach(some: Numbers, window: Words, use: Words) -> None:
        nonlocal many
        kept, use = counters.ended(cell, use)
        found.append((some[kept], window[kept] >> decided, use[kept]))
        many += len(found[-1][0])
        if many * _BYTES > memory:
            raise FrontierError(f"{len(windows)} states after {cell} cells, more do not fit into {memory >> 20} MiB")

    some = np.flatnonzero(filled | problem.optional[cell])
    reach(some, windows[some], used[some])
    options = range(int(problem.start[cell]), int(problem.start[cell + 1]))
    for option in options:
        clock.check()
        more = used + counters.added[option]
        fits = ~filled & ((windows & problem.windows[option]) == 0) & ((used & counters.blocked[option]) == 0)
        some = np.flatnonzero(fits & ((more & counters.guards[cell]) == 0))
        reach(some, windows[some] | problem.filled[option], more[some] | counters.flags[option])
    states, place = np.unique(
        np.stack([np.concatenate([each[1] for each in found]), np.concatenate([each[2] for each in found])], axis=1),
        axis=0, return_inverse=True,
    )  # fmt: skip
    to = np.split(place.reshape(-1).astype(np.int32), np.cumsum([len(each) for each, *_ in found])[:-1])
    pairs = [(each.astype(np.int32), there) for (each, *_), there in zip(found, to, strict=True)]
    chosen = [*zip(options, pairs[1:], strict=True)]
    return Step(len(windows), pairs[0], chosen), states[:, 0], states[:, 1], 8 * many
