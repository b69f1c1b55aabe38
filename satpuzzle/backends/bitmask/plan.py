"""Which strategy, and which item goes first?  Decided by random probes of the trees, not by the puzzle's name.

Minimum remaining values visits few nodes and spends much on each, a scan the other way round; and an item
whose options are restricted to orbit representatives shapes the whole tree.  A few probes tell the
strategies apart well enough; a long search is worth more of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.backends.bitmask import mrv, scan
from satpuzzle.backends.bitmask.probe import Estimate, estimate
from satpuzzle.cover import ExactCover
from satpuzzle.puzzle import PuzzleError

_SHORT = 0.05  # seconds of a search that is worth a closer look
_LONG = 5.0  # seconds of one that is worth trying other items
_GLANCE = 1000  # nodes that the probes of a first look visit
_CANDIDATES, _FINALISTS = 12, 3


@dataclass(frozen=True)
class Plan:
    """How to search: the strategy, the item that goes first, and what the probes say."""

    strategy: str
    candidate: int  # its number in the list of candidates
    first: int | None
    estimate: Estimate
    state: Any  # that the probes used, ready to be searched


def make_plan(
    candidates: Sequence[tuple[int | None, ExactCover]], order: NDArray[np.int64] | None, strategy: str = "auto"
) -> Plan:
    """Choose among candidates, each an item and the cover in which its options are restricted, most promising first.

    Raises PuzzleError if the strategy asked for does not apply.
    """
    fewest = min(range(len(candidates)), key=lambda number: _size(*candidates[number]))
    residual = cache(lambda number: candidates[number][1].residual()[1])

    def look(strategy: str, number: int, nodes: int) -> Plan:
        first, rest = candidates[number][0], residual(number)
        kernel: Any = scan if strategy == "scan" else mrv
        state = scan.State(rest, order, first) if strategy == "scan" else mrv.State(rest)
        return Plan(strategy, number, first, estimate(state, kernel.advance, nodes), state)

    def soonest(plans: list[Plan]) -> Plan:
        return min(plans, key=lambda plan: plan.estimate.seconds)

    wanted = ("mrv", "scan") if strategy == "auto" else (strategy,)
    strategies = [name for name in wanted if name != "scan" or scan.applies(residual(0))]
    if not strategies:
        raise PuzzleError(scan.REFUSAL)
    usual = [(name, fewest if name == "scan" else 0) for name in strategies]
    best = soonest([look(name, number, _GLANCE) for name, number in usual])
    if best.estimate.seconds > _SHORT:
        best = soonest([look(name, number, 16 * _GLANCE) for name, number in usual])
    if best.estimate.seconds > _LONG:
        # Among many candidates the smallest estimate is likely too small, so those that look good are looked at again.
        looks = [look(best.strategy, number, 16 * _GLANCE) for number in range(min(len(candidates), _CANDIDATES))]
        looks.sort(key=lambda plan: plan.estimate.seconds)
        best = soonest([look(plan.strategy, plan.candidate, 48 * _GLANCE) for plan in [best, *looks[:_FINALISTS]]])
    return best


def _size(item: int | None, cover: ExactCover) -> int:
    return int((cover.live if item is None else cover.live & cover.covers(item)).sum())
