"""Counts the solutions of a cover by remembered states: all of them, or those that a symmetry maps to themselves."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.library import missing
from satpuzzle.engines.memo.compiled import Compiled
from satpuzzle.engines.memo.interpreted import Interpreted
from satpuzzle.engines.memo.problem import Motion, problem_of
from satpuzzle.engines.memo.state import DONE, OVERFLOW, Counting

Watch = Callable[[int, int], None]  # gets the numbers of nodes and of solutions so far


@dataclass(frozen=True)
class Remembered:
    """The number of solutions, of options tried, and of states in the table at the end."""

    packings: int
    nodes: int
    states: int


def count_remembered(
    cover: ExactCover,
    memory: int,
    clock: Clock = UNLIMITED,
    *,
    symmetry: Symmetry | None = None,
    under: Motion | None = None,
    watch: Watch = lambda nodes, found: None,
) -> Remembered:
    """Count the solutions of a cover exactly."""
    options, problem = problem_of(cover, under, clock)
    starts = factors = None
    if symmetry is not None and under is None:
        starts, factors = leaders(cover, symmetry)
        if starts is not None:
            place = np.full(len(cover.rows), -1)
            place[options] = np.arange(len(options))
            starts = place[starts]
    limbs = 1
    while True:
        state: Counting
        if missing() is None:
            state = Compiled(problem, starts, factors, limbs=limbs, memory=memory, clock=clock)
        else:
            state = Interpreted(problem, starts, factors, memory=memory, clock=clock)
        while (outcome := state.advance(clock)) not in (DONE, OVERFLOW):
            watch(state.nodes, state.total << problem.free)
            clock.check()
        if outcome == DONE:
            return Remembered(state.total << problem.free, state.nodes, state.states)
        limbs *= 2  # a count was too large


def leaders(cover: ExactCover, symmetry: Symmetry) -> tuple[Ints | None, Ints | None]:
    """Return options of an item that represent all of its options, and how many each stands for."""
    restricting = symmetry.restricting
    item, restricted = restricting.restrictions(cover)[0]
    if item is None:
        return None, None
    kept = restricted.options_of(item)
    images = restricting.options[restricting.items[:, item] == item][:, kept]
    factors = np.array([len(np.unique(column)) for column in images.T])
    return kept, factors
