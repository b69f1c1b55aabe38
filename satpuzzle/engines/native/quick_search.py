"""The quick search: searches a few thousand nodes before a search is planned.

If the tree is small, searching it takes less time than planning the search.  After some nodes, the share of the tree
that has been searched is estimated; if the whole tree is small enough, it is searched to the end.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import NOTHING, Estimate, Offer, Solver, Stats, renumbered
from satpuzzle.engines.library import missing
from satpuzzle.engines.native.mrv import Mrv, begin
from satpuzzle.engines.state import first_node_seconds, room_for, stretches
from satpuzzle.puzzle.grids import Points

if TYPE_CHECKING:  # of interest only without kernels, or for narrow boards
    from satpuzzle.engines.native.interpreted import Interpreted
    from satpuzzle.engines.native.scan import Scan

    Searched = Mrv | Interpreted | Scan

_FIRST, _MOST = 2_000, 40_000  # nodes searched in any case, and at most; planning takes as long as 20,000 nodes
_LENGTHS = 4  # if solutions are long, at least this many times their number of options is searched
_SECONDS = 0.004  # time limit in seconds, if every node took as long as the first
_MANY = 500  # placements from which on a board with a narrow front is scanned; fewer are searched as soon by `mrv`
_NARROW = 5  # cells of a narrow front, as in `tuning.py`, which takes longer to import than such a search
_BATCHES = 9  # full batches of solutions after which the search is planned instead


@dataclass(frozen=True)
class FinishedSearch(Solver):
    """The solutions of a complete search, as a solver for its cover and for subproblems of it."""

    cover: ExactCover
    found: Batch  # the solutions, in the option numbers of the cover's residual
    nodes: int

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions of the cover, or of a subproblem."""
        stats["nodes"] = self.nodes
        for batch in renumbered(self.cover, [self.found]):
            yield batch if cover is self.cover else _within(cover, batch)

    def estimate(self, cover: ExactCover, nodes: int, clock: Clock) -> Estimate:
        """Return the exact numbers of nodes and solutions of the search, whatever the arguments are."""
        return Estimate(self.nodes, 0.0, len(self.found), 0.0, 0.0)


def _within(cover: ExactCover, batch: Batch) -> Batch:
    """Return the solutions of a batch that are solutions of the subproblem `cover`."""
    allowed = np.append(cover.live, True)
    allowed[list(cover.chosen)] = True
    kept = allowed[batch].all(axis=1)
    for option in cover.chosen:
        kept &= (batch == option).any(axis=1)
    found: Batch = batch[kept]
    return found


class QuickLook(NamedTuple):
    """What a quick search found: a finished search, or None if it was too long, and whether there is a solution."""

    finished: FinishedSearch | None
    solvable: bool
    strategy: str = "mrv"
    candidate: int = 0  # the index of the searched cover in the offer
    seconds: float = math.inf  # that the search by `mrv` is expected to take, if it was too long


def quick_search(offer: Offer, clock: Clock = UNLIMITED) -> QuickLook:
    """Search the first cover on offer with the strategy `mrv`, or the shortest by a scan, up to a limit of nodes.

    A board with a narrow front and many placements is scanned.  Raises Stopped if the clock stops.
    """
    (_, cover), rest = offer.covers[0], offer.residual(0)
    if cover.hopeless() is not None:  # kernels require that every item has options
        return QuickLook(FinishedSearch(cover, NOTHING, 0), False)
    if len(rest.rows) >= _MANY and front(offer.points) <= _NARROW and missing() is None:
        from satpuzzle.engines.native.scan import begin as scanned
        from satpuzzle.engines.native.scan import refusal

        candidate = offer.fewest()
        (item, cover), rest = offer.covers[candidate], offer.residual(candidate)
        if not rest.weights and not refusal(rest, offer.points):
            scan = scanned(rest, offer.points, item, 0, clock=clock)
            finished, solvable, _ = _looked(cover, scan, _FIRST, _MOST, clock)
            return QuickLook(finished, solvable, "scan", candidate)
        (_, cover), rest = offer.covers[0], offer.residual(0)
    state = begin(rest, clock=clock)
    first = max(_FIRST, _LENGTHS * state.longest)
    most = max(first, min(_MOST, int(_SECONDS / first_node_seconds(state, len(rest.rows) * state.words))))
    finished, solvable, work = _looked(cover, state, first, most, clock)
    each, word = state.cost
    seconds = math.inf if finished else (each * state.nodes + word * work) / max(state.fraction, 1e-9)
    return QuickLook(finished, solvable, seconds=seconds)


def _looked(
    cover: ExactCover, state: "Searched", first: int, most: int, clock: Clock
) -> tuple[FinishedSearch | None, bool, int]:
    """Return the finished search of a cover, whether a solution was found, and the work; the state has not begun."""
    found, finished, work = _look(state, first, most, clock)
    solver = FinishedSearch(cover, np.concatenate(found), state.nodes) if finished else None
    return solver, any(map(len, found)), work


def front(points: Points | None) -> float:
    """Return the mean number of cells of a board per step along its longest side, or NaN if there is no board."""
    return len(points) / (np.ptp(points, axis=0).max(initial=0) + 1) if points is not None else np.nan


def _look(state: "Searched", first: int, most: int, clock: Clock) -> tuple[list[Batch], bool, int]:
    """Search between `first` and `most` nodes; return the solutions found, if these are all, and the work."""
    found: list[Batch] = []
    room, count, until, work = room_for(state.longest), 0, first, 0

    def budget() -> int:
        return until - state.nodes

    for batch in stretches(state, budget, room):
        clock.check()
        found.append(batch)
        work += state.spent
        count += len(batch)
        if count >= _BATCHES * len(room):
            return found, False, work
        if state.nodes >= until:
            if until == most or state.nodes > most * max(state.fraction, 1e-9):
                return found, False, work
            until = min(2 * until, most)  # with more nodes, the estimated share is more precise
    return found, True, work
