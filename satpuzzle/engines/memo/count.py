"""Counts the solutions of a cover by remembered states: all of them, or those that a group maps to themselves."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.classes import Leaders
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.library import missing
from satpuzzle.engines.memo.compiled import Compiled
from satpuzzle.engines.memo.interpreted import Interpreted
from satpuzzle.engines.memo.problem import Problem, problem_of
from satpuzzle.engines.memo.state import DONE, OVERFLOW, UNBOUNDED, Counting, Keeper
from satpuzzle.errors import MethodError, Stopped

_NODE, _WIDE = 120e-9, 480e-9  # about the seconds for a node of a plain problem, and of another one
_STRETCH = 25e-3  # about the seconds for a stretch of the kernel, however long its rows are
_TRIAL = 0.25  # the share of a search's time for which a memo is tried
_WORTH = 0.4  # the share of a search's time up to which a memo is worth its own

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
    leaders: Leaders | None = None,
    under: Group | None = None,
    watch: Watch = lambda nodes, found: None,
    tried: int = UNBOUNDED,
    seconds: float = 0.0,
    keeper: Keeper | None = None,
) -> Remembered:
    """Count the solutions of a cover exactly.

    `memory` is the limit in bytes.  `leaders` are options that represent the orbits of an item's options; if they are
    given, only solutions with one of them are counted one by one.  If `under` is a group, only
    solutions that all its elements map to themselves count.  `watch` is called several times a second.  A `keeper` is
    asked for what earlier runs have found, and told what this one has when it ends, stops, and at times before.
    Raises MethodError after `tried` nodes, or stretches that take a quarter of a search's `seconds`, if a search is
    expected to take less time, and Stopped if the clock stops.
    """
    options, problem = problem_of(cover, under, clock)
    if problem.hopeless:  # as many symmetries make it
        return Remembered(0, 0, 0)
    starts = factors = None
    if leaders is not None:
        place = np.full(len(cover.rows), -1)
        place[options] = np.arange(len(options))
        starts, factors = place[leaders[0]], leaders[1]
    limbs, budget, node = 1, min(tried + 1, UNBOUNDED), _NODE if problem.plain else _WIDE
    name, states = "", None
    if keeper is not None:
        name = problem.name
        if (known := keeper.finished(name)) is not None:
            return Remembered(known, 0, 0)
        limbs, states = keeper.kept(name) or (1, None)

    def keep(state: Counting) -> None:
        if keeper is not None and isinstance(state, Compiled):
            keeper.keep(name, limbs, state.remembered())

    while True:
        state = _begun(problem, starts, factors, limbs, memory, clock)
        if states is not None and isinstance(state, Compiled):
            state.remember(states, clock)
        try:
            stretches = 0
            while (outcome := state.advance(clock, budget)) not in (DONE, OVERFLOW):
                stretches += 1
                watch(state.nodes, state.total << problem.free)
                clock.check()
                spent = max(state.nodes * node, stretches * _STRETCH)
                tested = state.nodes > tried or 0 < _TRIAL * seconds < spent
                if tested and spent > _WORTH * seconds * state.fraction:
                    raise MethodError("a memo would take longer")
                if keeper is not None and keeper.due():
                    keep(state)
        except (Stopped, KeyboardInterrupt):
            keep(state)
            raise
        if outcome == DONE:
            found = Remembered(state.total << problem.free, state.nodes, state.states)
            if keeper is not None:
                keeper.finish(name, found.packings)
            return found
        limbs, states = 2 * limbs, None  # a count was too large


def _begun(
    problem: Problem, starts: Ints | None, factors: Ints | None, limbs: int, memory: int, clock: Clock
) -> Counting:
    if missing() is None:
        return Compiled(problem, starts, factors, limbs=limbs, memory=memory, clock=clock)
    return Interpreted(problem, starts, factors, memory=memory, clock=clock)
