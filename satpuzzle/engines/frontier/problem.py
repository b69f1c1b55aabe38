"""The problem that a frontier counts: options as windows, and bits that count how often other items are covered.

Cells are numbered in the order in which they are filled, along the board's short side.  The window of an option begins
at its first cell, and so does that of a state, at the next cell to decide:

    cells    0123456...
    filled   ##.#......
    window     .#......

Beside the window, a state has bits for each piece, and each item of a rule, whose bounds the cells do not imply
(`counters.py`).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import windows
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.frontier.colours import laid_out, orbit_colours
from satpuzzle.engines.frontier.counters import Counted, Counters
from satpuzzle.errors import FrontierError

WORDS = 2  # of a state


class Problem:
    """The options as windows, sorted by their first cell, and the bits of a word that count other items.

    Each orbit of the symmetry is one object: an orbit of cells, of colours, of pieces, or of options that can be chosen
    together.
    """

    @classmethod
    def of(
        cls,
        cover: ExactCover,
        order: NDArray[np.int64],
        clock: Clock,
        under: Group | None = None,
    ) -> "Problem":
        """Return the problem of a cover; raises FrontierError if a frontier does not support it."""
        if cover.chosen:
            raise FrontierError("pieces are given")
        return cls(cover, order, under or (np.arange(len(cover.names))[None], np.arange(len(cover.rows))[None]), clock)

    def __init__(
        self,
        cover: ExactCover,
        order: NDArray[np.int64],
        under: Group,
        clock: Clock,
    ) -> None:
        members = cover.members()
        clock.check()
        rank = np.argsort(order)
        items, options = under
        cells = order[rank[items[:, order]].min(axis=0) == np.arange(len(order))]  # the first of each orbit
        first = np.flatnonzero(options.min(axis=0) == np.arange(options.shape[1]))  # one of each orbit
        repeated = (options[:, first] == first).sum(axis=0)
        covering, covered = cover.entries(clock)
        covering, place = covering[covered < len(order)], rank[covered[covered < len(order)]]
        total = np.zeros((len(first), len(order)), np.uint8)
        for row in options:
            clock.check()
            position = np.full(len(row), -1)
            position[row[first]] = np.arange(len(first))
            here = position[covering] >= 0
            total[position[covering[here]], place[here]] += 1
        inside = total // repeated[:, None].astype(np.uint8)
        clock.check()
        of_orbits, agree = orbit_colours(cover, items, options[:, first])
        clock.check()
        counted = [
            Counted(times[options[:, first]].sum(axis=0) // repeated, int(cover.lower[item]), int(cover.upper[item]))
            for item, times in _counted(cover, members, order, clock)
            if items[:, item].min() == item
        ]
        apart = (inside.max(axis=1, initial=0) <= 1) & agree
        for each in counted:
            clock.check()
            apart &= each.amounts <= each.upper
        of_orbits = of_orbits._replace(own=of_orbits.own[apart], excluded=of_orbits.excluded[apart])
        clock.check()
        first, inside = first[apart], inside[apart] > 0
        clock.check()
        if len(cells) < len(order):
            inside = inside[:, rank[cells]]
        clock.check()
        count = len(cells)
        self.optional = cover.lower[cells] == 0
        if not inside.any(axis=1).all():
            raise FrontierError("an option covers no cell")
        leader = inside.argmax(axis=1)
        clock.check()
        asked, filled, begin = laid_out(inside, leader, of_orbits)
        clock.check()
        reach = begin[-1] - (asked | filled)[:, ::-1].argmax(axis=1) - begin[leader]
        words = begin[leader][:, None] + 64 * np.arange(WORDS)
        self.windows, self.filled = (windows(each, words) for each in (asked, filled))
        clock.check()
        by_leader = np.argsort(leader, kind="stable")
        first, leader = first[by_leader], leader[by_leader]
        self.columns, self.leader, self.ends = begin, leader, begin[leader] + reach[by_leader]
        self.windows, self.filled = self.windows[by_leader], self.filled[by_leader]
        self.options = first  # the number of each option in the cover
        self.start = np.searchsorted(leader, np.arange(count + 1))
        kept = np.flatnonzero(apart)[by_leader]
        self.counters = Counters([each.of(kept) for each in counted], leader, count)
        most = 64 * WORDS - self.counters.used
        if len(reach) and reach.max() > most:
            raise FrontierError(
                f"a piece reaches {reach.max()} cells{' and colours' * bool(cover.colours)} along the frontier, at most"
                f" {most} are possible"
            )


def _counted(
    cover: ExactCover, members: NDArray[np.bool_], order: NDArray[np.int64], clock: Clock
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield the items that are counted, and how often each option covers them; the cells imply the others' bounds.

    If all options of an item cover the same cell, one of them at most is chosen: then only a lower bound matters.
    """
    pieces = np.array(cover.families.get("pieces", ()), dtype=np.int64)
    for item, free in zip(pieces.tolist(), _free(cover, members, order, pieces), strict=True):
        if not free:
            yield item, cover.times(item)
    known = {*order.tolist(), *pieces.tolist(), *cover.colours.items}
    for item in (one for one in range(len(cover.names)) if one not in known):
        clock.check()
        common, times = members[members[:, item]][:, order].all(axis=0).any(), cover.times(item)
        if cover.lower[item] > 0 or not common or times.max(initial=0) > cover.upper[item]:
            yield item, times


def _free(cover: ExactCover, members: Any, cells: Any, pieces: NDArray[np.int64]) -> list[bool]:
    """Tell which pieces need no counter: the cells leave no room for other numbers of copies than are allowed."""
    required, free = int((cover.lower[cells] == 1).sum()), []
    for item in pieces.tolist():
        sizes = members[members[:, item]][:, cells].sum(axis=1)
        smallest, largest = int(sizes.min(initial=len(cells))), int(sizes.max(initial=1))
        lower, upper = int(cover.lower[item]), int(cover.upper[item])
        enough = len(pieces) == 1 and lower <= -(-required // largest)
        few = upper == 0 or (upper + 1) * smallest > len(cells)  # options of a piece with no copies are left out
        free.append((lower == 0 or enough) and few)
    return free
