"""Decides whether a search weeds its lists (`kernels/weed.c`): random parts of its tree are searched with and without.

A part is what lies below a random path that has taken so many choices that, by Knuth's estimate (`probe.py`), its share
of the tree is a given one.  Estimates of the two trees would not do, since they differ more than the trees do; the same
part, searched in both ways, differs little from the next one.  Work is compared, the words that a kernel reads, and not
seconds, so that a plan is the same each time.
"""

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.probe import estimate
from satpuzzle.engines.native.shared import weeded_lists
from satpuzzle.engines.native.tuning import TUNING
from satpuzzle.engines.state import EXHAUSTED, STACK_FULL, room_for

_SEED, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1
_SHARE, _MOST = 0.008, 100_000  # the nodes of all parts: this share of the tree, and at most
_PARTS, _FEWEST, _PATHS = 10, 3, 40  # parts that are compared, those that are enough to see that it does not pay; paths
_LONG, _LONGER = 8, 40  # parts of so many times the wanted nodes are left; the same with weeding
_PAYS, _PAYS_NOT = 0.8, 1.1  # the share of the work without weeding


def weeding_pays(state: Mrv, nodes: float, clock: Clock = UNLIMITED) -> bool:
    """Return whether a search of about `nodes` nodes that has not begun takes clearly less work with weeding.

    The search can begin afterwards.  Raises Stopped if the clock stops.
    """
    wanted = min(_SHARE * nodes, _MOST) / _PARTS
    plain, weeded, compared = 0, 0.0, 0
    for path in range(_PATHS):
        if compared == _PARTS or (compared >= _FEWEST and weeded > _PAYS_NOT * plain):
            break
        if (without := _work(state, False, path, nodes, wanted, clock)) is not None:
            plain += without
            weeded += _work(state, True, path, nodes, wanted, clock) or _PAYS_NOT * without
            compared += 1
    state.weeded = False
    state.dice[:], state.head[:2] = 0, (-1, 0)
    return compared >= _FEWEST and weeded < _PAYS * plain


def weeds(cover: ExactCover, seconds: float, clock: Clock = UNLIMITED) -> bool:
    """Return whether weeding pays in a search of a residual that is expected to take so many seconds or more.

    Raises Stopped if the clock stops.
    """
    if len(cover.rows) < weeded_lists(cover)[0] or cover.hopeless() is not None:
        return False
    state = Mrv(cover, clock)
    seen = estimate(state, TUNING.look_nodes, clock)
    return seen.seconds >= seconds and weeding_pays(state, seen.nodes, clock)


def _work(state: Mrv, weeded: bool, path: int, nodes: float, wanted: float, clock: Clock) -> int | None:
    """Return the work of the part below a path; None if there is none, or if it is too long."""
    found, spent = room_for(state.longest), 0
    state.weeded = False
    state.dice[:], state.head[:2] = (_SEED * (path + 1) & _WORD, 1), (-1, 0)
    state.weight[:], state.weight[0] = 0, 1
    while state.weight[int(state.head[0]) + 1] * wanted < nodes:
        clock.check()
        outcome, _ = state.advance(1, found)
        if outcome == STACK_FULL:
            state.grow()
        if outcome == EXHAUSTED:
            return None
    state.dice[:], state.weeded = 0, weeded
    last = state.nodes + int((_LONGER if weeded else _LONG) * wanted)
    while state.nodes < last:
        clock.check()
        outcome, _ = state.advance(last - state.nodes, found)
        spent += state.spent
        if outcome == STACK_FULL:
            state.grow()
        if outcome == EXHAUSTED:
            return spent
    return None
