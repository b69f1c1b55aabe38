"""Chooses a strategy, and the item that is covered first, by random probes of the search trees.

The strategy `mrv` visits few nodes and takes long for each; a scan visits many and is fast at each.  Symmetry breaking
restricts the options of one item to orbit representatives; which item this is influences the whole tree.  A few probes
are enough to compare strategies; a long search deserves more of them.  A *look* is a set of probes of one strategy on
one cover.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from operator import attrgetter

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.engines.base import Estimate, Offer
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.probe import estimate, solutions_take
from satpuzzle.engines.native.quick_search import front
from satpuzzle.engines.native.trial import weeding_pays
from satpuzzle.engines.native.tuning import TUNING
from satpuzzle.engines.state import State, first_node_seconds
from satpuzzle.engines.strategies import find
from satpuzzle.engines.strategy import Strategy
from satpuzzle.errors import PuzzleError

_HEATS = ((4, 4000), (2, 16000), (1, 48000))  # rounds: (items that remain, nodes of each look)


@dataclass(frozen=True)
class StrategyChoice:
    """A strategy, a cover, the item to branch on first, and the estimated size of the search."""

    strategy: Strategy
    candidate: int  # the index of the cover in the offer
    first: int | None
    effort: int  # the number of entries of tables that are worth making
    estimate: Estimate
    state: State  # the state that the probes used; the search can begin from it

    @property
    def seconds(self) -> float:
        """The estimated seconds of the search, without the time for checking and classifying solutions.

        That time is the same for all choices, since they have the same solutions, although the estimates differ.
        """
        return self.estimate.seconds - solutions_take(self.estimate.solutions, self.state)


def choose_strategy(offer: Offer, strategies: Sequence[Strategy], clock: Clock = UNLIMITED) -> StrategyChoice:
    """Choose one of the strategies and one of the covers on offer.

    `strategies` must begin with those that are fast to probe; the others are probed only if that may pay.  Raises
    PuzzleError if no strategy applies, and Stopped if the clock stops.
    """
    candidates, points = offer.covers, offer.points
    fewest = offer.fewest()
    begun = cache(
        lambda strategy, number: strategy.state(offer.residual(number), points, candidates[number][0], 0, clock)
    )

    def look(strategy: Strategy, number: int, nodes: int, effort: int = 0) -> StrategyChoice:
        clock.check()
        state = begun(strategy, number).with_table(effort) if effort else begun(strategy, number)
        nodes = min(nodes, int(TUNING.look_seconds / first_node_seconds(state, len(offer.residual(number).rows))))
        seen = estimate(state, nodes, clock, enough=partial(_sufficient, strategy))
        return StrategyChoice(strategy, number, candidates[number][0], effort, seen, state)

    def shorter(nodes: int, seconds: float, worth: float = TUNING.full_look) -> int:
        return int(nodes * min(1.0, seconds / worth))

    def soonest(plans: list[StrategyChoice]) -> StrategyChoice:
        return min(plans, key=attrgetter("seconds"))

    across, enough = front(points), TUNING.one_look
    if across <= TUNING.narrow:
        enough = TUNING.narrow_one_look
    elif across >= TUNING.wide:
        strategies, enough = sorted(strategies, key=attrgetter("leads")), TUNING.wide_one_look
    first_looks: list[StrategyChoice] = []
    for strategy in strategies:
        shortest = min((plan.seconds for plan in first_looks), default=np.inf)
        if shortest > enough:
            nodes = shorter(_nodes(strategy), shortest)
            with suppress(PuzzleError):  # the strategy may not apply
                first_looks.append(look(strategy, fewest if strategy.leads else 0, nodes))
    first_looks = first_looks or [look(strategies[0], 0, TUNING.look_nodes)]  # raises PuzzleError with the reason
    best, effort, close = soonest(first_looks), 0, TUNING.close
    # The search ends when it has found enough, after this share of it.
    share = offer.share(best.estimate.nodes, best.estimate.solutions)
    if TUNING.items_from < share * best.seconds < TUNING.items_up_to:
        # More probes, since a few see little of a large tree.
        first_looks = [look(plan.strategy, plan.candidate, 16 * TUNING.look_nodes) for plan in first_looks]
        best, close = soonest(first_looks), 4 * TUNING.close
    if TUNING.table_from < share * best.estimate.seconds < TUNING.items_up_to:
        # A table makes a scan shorter; its size is limited by the time of the search without it.
        effort = min(int(TUNING.entries * share * best.seconds), TUNING.most_entries)
        longest = close * best.seconds
        promising = [plan for plan in first_looks if plan.strategy.leads and plan.seconds < longest]
        sample, nodes = min(effort, TUNING.sample_entries), shorter(TUNING.cheap * TUNING.look_nodes, best.seconds)
        best = soonest([best, *(look(plan.strategy, plan.candidate, nodes, sample) for plan in promising)])
    if TUNING.items_from < share * best.estimate.seconds < TUNING.items_up_to:
        # The smallest of many estimates is probably too small, so the best candidates are probed again.
        numbers = sorted({best.candidate, *range(min(len(candidates), TUNING.most_items))})
        for many, whole in _HEATS:
            nodes = shorter(_nodes(best.strategy, whole), best.seconds, TUNING.full_heats)
            looks = [look(best.strategy, number, nodes, min(best.effort, TUNING.trial_entries)) for number in numbers]
            looks.sort(key=attrgetter("seconds"))
            numbers = [plan.candidate for plan in looks[:many]]
        best = looks[0]
    return look(best.strategy, best.candidate, _nodes(best.strategy), effort) if 0 < best.effort < effort else best


def weeding(plan: StrategyChoice, share: float, clock: Clock = UNLIMITED) -> StrategyChoice:
    """Return the plan with `survivors` in place of `mrv` if that pays in a search of this share of the tree.

    Raises Stopped if the clock stops.
    """
    state = plan.state
    if plan.strategy.name != "mrv" or not isinstance(state, Mrv) or share * plan.seconds < TUNING.weed_from:
        return plan
    if not weeding_pays(state, plan.estimate.nodes, clock):
        return plan
    state.weeded = True
    return replace(plan, strategy=find("survivors"))


def _nodes(strategy: Strategy, most: int = TUNING.look_nodes) -> int:
    """Return the number of nodes to visit in a look: `most`, or more if the strategy's nodes take little time."""
    return TUNING.cheap * most if strategy.leads else most


def _sufficient(strategy: Strategy, seconds: float) -> float:
    """Return how many nodes of probes are enough to estimate a search of about `seconds`."""
    return max(TUNING.look_nodes, _nodes(strategy) * seconds / TUNING.full_look)
