"""The early search: looks for a first solution before a search is planned.

Where solutions abound, planning takes longer than finding one.  So the early search begins at once, with the strategy
`mrv`.  If some thousand nodes are spent in vain, it *restarts* with the options in another order, since a search that
has lost its way at the top of the tree hardly ever returns there; each *slice*, from one restart to the next, has more
nodes than the one before.  The orders and the numbers of nodes are always the same.

Carla P. Gomes, Bart Selman, Nuno Crato and Henry Kautz, Heavy-tailed phenomena in satisfiability and constraint
satisfaction problems, Journal of Automated Reasoning 24 (2000).
"""

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import numpy as np

from satpuzzle.arrays import wide
from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.zobrist import numbers
from satpuzzle.engines.base import Offer, Stats, renumbered
from satpuzzle.engines.native.mrv import Mrv, begin
from satpuzzle.engines.native.sweep import refused
from satpuzzle.engines.state import first_node_seconds, room_for, stretches

if TYPE_CHECKING:  # of interest only without kernels
    from satpuzzle.engines.native.interpreted import Interpreted

_FIRST, _GROWTH = 2_000, 1.2  # nodes of the first slice, and the factor from each slice to the next
_LENGTHS = 4  # if solutions are long, the first slice has at least this many times their number of options
_SMALL = 40_000  # about the nodes of a tree that the first slice searches to the end
_MOST = 2_000_000  # nodes of all slices: at most these, and about as many as the tree has
_FURTHER = 250_000  # nodes of a slice that finds solutions so fast that these are enough for all that are wanted
_STRETCHES = 16  # stretches in vain of a search of a large cover, of which sweeps (`sweep.py`) find a solution sooner
_SECONDS = 1.0  # time limit in seconds of all slices, if every node took as long as the first


def early_search(offer: Offer, stats: Stats, clock: Clock) -> Generator[Batch, None, bool]:
    """Search the first cover on offer; yield solutions, some perhaps twice, and sometimes an empty batch.

    Return whether all solutions were found.  A slice that finds solutions is the last one; it goes on while it finds
    them fast enough.  `stats` gets the number of nodes.  Raises Stopped if the clock stops.
    """
    stats["nodes"], (_, cover), rest = 0, offer.covers[0], offer.residual(0)
    if cover.hopeless() is not None:  # kernels require that every item has options
        return True
    if not len(rest.rows):  # the given options are a solution
        yield from renumbered(cover, [np.full((1, 1), -1, np.int64)])
        return True
    state, order = begin(rest, clock=clock), np.arange(len(rest.rows), dtype=np.int64)
    budget = float(max(_FIRST, _LENGTHS * state.longest))
    seconds = first_node_seconds(state, len(rest.rows) * state.words)
    most = min(max(int(budget), min(_MOST, int(_SECONDS / seconds))), offer.node_limit or _MOST)
    longer, spent, vain = min(_SMALL, most), 0, 0
    patience = _STRETCHES if refused(rest, offer.points) is None else most
    for number in range(1, _MOST):
        label, found = np.append(order, -1), False
        left, room = most - spent, room_for(state.longest)[: offer.limit]
        further = min(_FURTHER, left), offer.limit or _FURTHER
        batches = _slice(state, min(int(budget), left), longer, further, room, clock)
        for batch in renumbered(cover, (label[batch] for batch in batches)):
            stats["nodes"], found = spent + state.nodes, found or len(batch) > 0
            yield batch
            vain += not len(batch)
            if vain > patience and not found:
                return False
        if state.head[0] < 0:  # the search has returned from the root
            return True
        if not spent:
            most = int(min(most, state.nodes / max(state.fraction, 1e-9)))
        spent += state.nodes
        if found or spent >= most:
            break
        order, budget, longer = _shuffled(len(order), number), _GROWTH * budget, 0
        state = begin(rest.reordered(order), clock=clock)
    return False


def _slice(
    state: "Mrv | Interpreted", until: int, longer: int, further: tuple[int, int], room: Batch, clock: Clock
) -> Iterator[Batch]:
    """Search `until` nodes; go on until there are `longer` nodes if the tree seems to have no more than these.

    With `further`, a number of nodes and one of solutions, go on also while it seems that so many are found.
    """
    found, (most, wanted) = 0, further

    def left() -> int:
        return until - state.nodes

    for batch in stretches(state, left, room):
        found += len(batch)
        yield batch
        clock.check()
        if state.nodes >= until:
            if until < longer and state.nodes <= longer * state.fraction:
                until = longer
            elif until < most and state.nodes * wanted <= found * most:
                until = min(2 * until, most)
            else:
                break


def _shuffled(options: int, number: int) -> Ints:
    """Return the options in a random order, which is always the same for the same `number`."""
    odd = np.uint64(2 * int(numbers(number, 62)[number - 1]) + 1)
    return wide(np.argsort(numbers(options, 64) * odd, kind="stable"))
