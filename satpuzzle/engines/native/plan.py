"""Chooses a strategy and the item that is covered first, by random probes of the search trees.

Minimum remaining values visits few nodes and spends much on each, a scan the other way round; and an item
whose options are restricted to orbit representatives shapes the whole tree.  A few probes tell the
strategies apart well enough; a long search is worth more of them.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.engines.base import Estimate, Offer
from satpuzzle.engines.native.probe import estimate, solutions_take
from satpuzzle.engines.state import State, dearest
from satpuzzle.engines.strategy import Strategy
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points

_OVER = 0.0005  # seconds of a search that takes no longer than a look at another strategy
_NARROW, _EARLY = 5, 0.02  # cells of a front along which a scan is mostly the best, and seconds of one that is enough
_WIDE, _SOON = 7, 0.004  # cells of one along which it rarely is, and seconds of another search that are enough
_SHORT = 0.001  # of one that is worth a closer look, and a table
_WORTH = 0.02  # of one that is worth a whole look: for a shorter one it is so much shorter
_LONG, _HOPELESS = 3.5, 1e9  # seconds of one that is worth trying other items, and of one that will never end
_WHOLE = 15.0  # of one that is worth a whole look at each of them
_GLANCE, _CHEAP = 1000, 8  # nodes that the probes of a first look visit, and times as many where they cost little
_ENTRIES, _MOST = 2_000_000, 1 << 22  # of a table, for each second of the search without them, and in all
_SAMPLE, _TRIAL = 1 << 20, 1 << 18  # of one by which strategies are compared, and covers, at most
_LOOK = 0.1  # seconds of a look, at most, if every node of it were as costly as the first
_CLOSE = 3  # times the shortest that may turn out to be shorter
_CANDIDATES = 12
_HEATS = ((4, 4000), (2, 16000), (1, 48000))  # rounds: how many candidates remain, after probes of so many nodes each


@dataclass(frozen=True)
class StrategyChoice:
    """How to search: the strategy, the cover and the item that goes first there, and what the probes say."""

    strategy: Strategy
    candidate: int  # the number of the cover in the list of candidates
    first: int | None
    effort: int  # the size of tables that are worth making
    estimate: Estimate
    state: State  # that the probes used, ready to be searched

    @property
    def seconds(self) -> float:
        """Those of the search itself: the solutions are the same for all, but the estimates of their number are not."""
        return self.estimate.seconds - solutions_take(self.estimate.solutions, self.state)


def choose_strategy(offer: Offer, strategies: Sequence[Strategy], clock: Clock = UNLIMITED) -> StrategyChoice:
    """Choose among what is offered, each an item and the cover in which its options are restricted.

    The strategies are those to choose among, first those that take little time to look at; the others are looked at if
    that may pay.  Raises PuzzleError if none of them applies, and Stopped when the clock stops.
    """
    candidates, points = offer.covers, offer.points
    fewest = offer.fewest()
    begun = cache(lambda strategy, number: strategy.state(offer.residual(number), points, candidates[number][0], 0))

    def look(strategy: Strategy, number: int, nodes: int, effort: int = 0) -> StrategyChoice:
        clock.check()
        state = begun(strategy, number).with_table(effort) if effort else begun(strategy, number)
        nodes = min(nodes, int(_LOOK / dearest(state, len(offer.residual(number).rows))))
        seen = estimate(state, nodes, clock, enough=partial(_sufficient, strategy))
        return StrategyChoice(strategy, number, candidates[number][0], effort, seen, state)

    def shorter(nodes: int, seconds: float, worth: float = _WORTH) -> int:
        return int(nodes * min(1.0, seconds / worth))

    def soonest(plans: list[StrategyChoice]) -> StrategyChoice:
        return min(plans, key=lambda plan: plan.seconds)

    front, enough = _front(points), _OVER  # a look at another strategy takes a while
    if front <= _NARROW:
        enough = _EARLY
    elif front >= _WIDE:
        strategies, enough = sorted(strategies, key=lambda strategy: strategy.leads), _SOON
    glances: list[StrategyChoice] = []
    for strategy in strategies:
        shortest = min((plan.seconds for plan in glances), default=np.inf)
        if shortest > enough:
            nodes = shorter(_nodes(strategy), shortest)
            with suppress(PuzzleError):  # it may not apply
                glances.append(look(strategy, fewest if strategy.leads else 0, nodes))
    glances = glances or [look(strategies[0], 0, _GLANCE)]  # which says why it does not apply
    best, effort, close = soonest(glances), 0, _CLOSE
    if _LONG < best.seconds < _HOPELESS:  # a few probes see too little of a large tree, and a table makes more of it
        glances = [look(plan.strategy, plan.candidate, 16 * _GLANCE) for plan in glances]
        best, close = soonest(glances), 4 * _CLOSE
    if _SHORT < best.estimate.seconds < _HOPELESS:
        # A table makes a scan shorter; how large it may be, the search without it says.
        effort = min(int(_ENTRIES * best.seconds), _MOST)
        scans = [plan for plan in glances if plan.strategy.leads]
        promising = [plan for plan in scans if plan.seconds < close * best.seconds]
        sample, nodes = min(effort, _SAMPLE), shorter(_CHEAP * _GLANCE, best.seconds)
        best = soonest([best, *(look(plan.strategy, plan.candidate, nodes, sample) for plan in promising)])
    if _LONG < best.estimate.seconds < _HOPELESS:
        # Among many candidates the smallest estimate is likely too small, so those that look good are looked at again.
        numbers = sorted({best.candidate, *range(min(len(candidates), _CANDIDATES))})
        for many, whole in _HEATS:
            nodes = shorter(_nodes(best.strategy, whole), best.seconds, _WHOLE)
            looks = [look(best.strategy, number, nodes, min(best.effort, _TRIAL)) for number in numbers]
            looks.sort(key=lambda plan: plan.seconds)
            numbers = [plan.candidate for plan in looks[:many]]
        best = looks[0]
    return look(best.strategy, best.candidate, _nodes(best.strategy), effort) if 0 < best.effort < effort else best


def _nodes(strategy: Strategy, most: int = _GLANCE) -> int:
    """Return how many nodes a look visits, if it is `most` where they cost much."""
    return _CHEAP * most if strategy.leads else most


def _sufficient(strategy: Strategy, seconds: float) -> float:
    """Return how many nodes are enough to see of a search that takes so long; for a long one none are too many."""
    return max(_GLANCE, _nodes(strategy) * seconds / _WORTH)


def _front(points: Points | None) -> float:
    """Return how many cells a board has for each step along its longest side; not a number if there is none."""
    return len(points) / (np.ptp(points, axis=0).max(initial=0) + 1) if points is not None else np.nan
