"""Counts solutions without listing them: a frontier moves over the board, cell by cell.

Cells are filled in a fixed order.  All partial packings with the same filled cells and the same pieces used can be
completed in the same ways, so they are one *state*, which has their number as its count.  Equal states are merged as
soon as they arise.  Cells are numbered along the board's short side.  A state is the *window*, which begins at the
first empty cell, and the number of copies used of each piece:

    cells   0123456...
    filled  ##.#......
    window    .#......

Counts are exact whatever their size: they have as many 64-bit limbs as they need.  The number of states grows with the
board's cross-section and with the number of different pieces, not with the number of packings.

The packings that a symmetry maps to themselves are counted in the same way: each orbit of cells is one cell, and each
orbit of placements that do not overlap each other is one placement.  The number of classes follows (`burnside.py`).

States behind the frontier are not stored here.  Together they are a decision diagram (`diagram.py`); pentominoes-6x10
has 9.4 million states for 9356 packings, which a search lists in milliseconds.

The idea is the transfer matrix of statistical physics, and the memo cache of Nishino, Yasuda, Minato and Nagata,
Dancing with decision diagrams, AAAI 2017, with the order of the cells fixed.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import windows
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.frontier.colours import laid_out, orbit_colours
from satpuzzle.engines.library import missing
from satpuzzle.errors import FrontierError

Watch = Callable[[], None]

_WINDOW = 64
_BYTES = 17  # size in bytes of an entry of the table, without the limbs


@dataclass(frozen=True)
class Counted:
    """The number of packings, the number of states in all steps, and the largest number of states in one step."""

    packings: int
    states: int
    widest: int


def count_packings(
    cover: ExactCover,
    order: NDArray[np.int64],
    memory: int,
    clock: Clock = UNLIMITED,
    *,
    work: float = math.inf,
    under: Group | None = None,
    watch: Watch = lambda: None,
) -> Counted:
    """Count the solutions of a puzzle's cover exactly.

    `order` is the order of the cells, and `memory` the limit in bytes.  `work` limits how often an option is tried on a
    state.  If `under` is a group, only solutions that all its elements map to themselves are counted.  `watch` is
    called several times a second.  Raises FrontierError if a frontier does not support the cover or the states do not
    fit into the memory, and Stopped if the clock stops.
    """
    problem = Problem.of(cover, order, clock, under)
    if (reason := missing()) is not None:
        raise FrontierError(f"there are no compiled kernels: {reason}")
    limbs = 1
    while True:
        counted = _sweep(problem, limbs, memory, clock, work, watch)
        if counted is not None:
            return counted
        limbs *= 2  # a count was too large


def _unsupported(cover: ExactCover) -> int | None:
    """Return an item that a frontier would ignore although it matters, or None.

    An item that may be covered once does not matter if all its options cover the same cell.
    """
    known = {*cover.colours.items}.union(*(cover.families.get(kind, ()) for kind in ("cells", "pieces")))
    known.update(_flagged(cover))
    members, cells = cover.members(), [*cover.families.get("cells", ())]
    for item in (one for one in range(len(cover.names)) if one not in known):
        common = members[members[:, item]][:, cells].all(axis=0)
        if cover.lower[item] > 0 or not common.any():
            return item
    return None


def _flagged(cover: ExactCover) -> list[int]:
    """Return the items of rules that must be covered, and may be covered by all their options."""
    rules = np.array(cover.families.get("rules", ()), np.int64)
    if not len(rules):
        return []
    unlimited = (cover.lower[rules] == 1) & (cover.upper[rules] >= cover.available()[rules])
    found: list[int] = rules[unlimited & ~np.isin(rules, cover.colours.items)].tolist()
    return found


class Problem:
    """The options as windows, sorted by their first cell, and the bits of a word that count the copies of each piece.

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
        if (other := _unsupported(cover)) is not None:
            raise FrontierError(f"item {cover.names[other]} is neither a cell nor a piece, and has no colours")
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
        pieces = np.array(cover.families["pieces"], dtype=np.int64)
        piece = members[:, pieces].argmax(axis=1)
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
        apart = (inside.max(axis=1, initial=0) <= 1) & agree
        of_orbits = of_orbits._replace(own=of_orbits.own[apart], excluded=of_orbits.excluded[apart])
        clock.check()
        first, repeated, inside = first[apart], repeated[apart], inside[apart] > 0
        clock.check()
        if len(cells) < len(order):
            inside = inside[:, rank[cells]]
        clock.check()
        owner = (items[:, pieces].min(axis=0) - len(order))[piece[first]]  # the first piece of its orbit
        copies = sum((piece[row[first]] == owner).astype(np.int64) for row in options) // repeated
        count = len(cells)
        self.optional = cover.lower[cells] == 0
        if not inside.any(axis=1).all():
            raise FrontierError("an option covers no cell")
        leader = inside.argmax(axis=1)
        clock.check()
        asked, filled, begin = laid_out(inside, leader, of_orbits)
        self.decided = np.diff(begin)
        clock.check()
        reach = begin[-1] - (asked | filled)[:, ::-1].argmax(axis=1) - begin[leader]
        if len(reach) and reach.max() > _WINDOW:
            raise FrontierError(
                f"a piece reaches {reach.max()} cells{' and colours' * bool(cover.colours)} along the frontier, at most"
                f" {_WINDOW} are possible"
            )
        self.windows, self.filled = (windows(each, begin[leader][:, None])[:, 0] for each in (asked, filled))
        clock.check()
        self.shift = np.zeros(len(first), np.uint64)
        self.limit = np.zeros(len(first), np.uint64)  # the largest number of copies of the option's piece, 0 for any
        self.copies = copies.astype(np.uint64)
        self.fields: list[tuple[int, int, int]] = []  # (shift, bits, least copies) of each counted piece
        shift = 0
        for number, (item, free) in enumerate(zip(pieces.tolist(), _free(cover, members, order, pieces), strict=True)):
            if free or items[:, item].min() < item:
                continue
            bits = int(cover.upper[item]).bit_length()
            self.shift[owner == number] = shift
            self.limit[owner == number] = int(cover.upper[item])
            self.fields.append((shift, bits, int(cover.lower[item])))
            shift += bits
        if shift > 64:
            raise FrontierError(f"the copies used take {shift} bits, at most 64 are possible")
        by_leader = np.argsort(leader, kind="stable")
        self.options = first[by_leader]  # the number of each option in the cover
        self.windows, self.filled, self.shift = (each[by_leader] for each in (self.windows, self.filled, self.shift))
        self.limit, self.copies = self.limit[by_leader], self.copies[by_leader]
        self.start = np.searchsorted(leader[by_leader], np.arange(count + 1))
        self.flags, self.closing = np.zeros(len(first), np.uint64), [0] * count
        flagged = [item for item in _flagged(cover) if items[:, item].min() == item]
        has = [members[first][:, items[:, item]].any(axis=1)[by_leader] for item in flagged]
        self._give_flags(has, leader[by_leader], shift)

    def _give_flags(self, covered: list[NDArray[np.bool_]], leader: NDArray[np.intp], shift: int) -> None:
        """Give each item of a rule a bit from `shift` on, which others have before or after it.

        `covered` tells for each item which options cover it, and `leader` where options begin.
        """
        where = [leader[some] if some.any() else leader[:0] for some in covered]
        spans = [(int(min(some, default=0)), int(max(some, default=0)), number) for number, some in enumerate(where)]
        busy: list[int] = []  # the last cell at which each bit is in use
        for low, high, number in sorted(spans):
            bit = next((bit for bit, last in enumerate(busy) if last < low), len(busy))
            busy[bit : bit + 1] = [high]
            if shift + bit >= 64:
                raise FrontierError(
                    f"the rules and the copies used take {shift + bit + 1} bits, at most 64 are possible"
                )
            self.flags[covered[number]] |= np.uint64(1 << (shift + bit))
            self.closing[high] |= 1 << (shift + bit)

    def complete(self, used: int) -> bool:
        """Tell whether every piece has its least number of copies, or more; `used` has the bits that count copies."""
        return all((used >> shift) & ((1 << bits) - 1) >= least for shift, bits, least in self.fields)


def _free(cover: ExactCover, members: Any, cells: Any, pieces: NDArray[np.int64]) -> list[bool]:
    """Tell which pieces need no counter: the cells leave no room for other numbers of copies than are allowed."""
    required, free = int((cover.lower[cells] == 1).sum()), []
    for item in pieces.tolist():
        sizes = members[members[:, item]][:, cells].sum(axis=1)
        smallest, largest = int(sizes.min(initial=len(cells))), int(sizes.max(initial=1))
        lower, upper = int(cover.lower[item]), int(cover.upper[item])
        enough = len(pieces) == 1 and lower <= -(-required // largest)
        free.append((lower == 0 or enough) and (upper + 1) * smallest > len(cells))
    return free


def _sweep(problem: Problem, limbs: int, memory: int, clock: Clock, work: float, watch: Watch) -> Counted | None:
    from satpuzzle.engines.frontier import layer

    windows, used = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    counts = np.zeros((1, limbs), np.uint64)
    counts[0, 0] = 1
    states, widest = 1, 1
    for cell, optional in enumerate(problem.optional.tolist()):
        clock.check()
        part = slice(problem.start[cell], problem.start[cell + 1])
        work -= len(windows) * (part.stop - part.start + 1)
        if work < 0:
            raise FrontierError(f"a frontier would take longer, it has {len(windows)} states after {cell} cells")
        options = layer.Options(
            problem.windows[part], problem.filled[part], problem.shift[part], problem.limit[part],
            problem.copies[part], problem.flags[part],
        )  # fmt: skip
        decided = int(problem.decided[cell])
        room = 1 << max(10, (4 * len(windows)).bit_length())
        while True:
            needed = room * (_BYTES + 8 * limbs) + len(windows) * (16 + 8 * limbs)
            if needed > memory:
                raise FrontierError(
                    f"{len(windows)} states after {cell} cells, more do not fit into {memory >> 20} MiB"
                )
            table = layer.Table(room, limbs)
            outcome = layer.advance(
                windows, used, counts, options, optional, decided, problem.closing[cell], table, clock, watch
            )
            if outcome != layer.FULL:
                break
            room *= 2
        if outcome == layer.OVERFLOW:
            return None
        windows, used, counts = table.states(clock)
        states += table.found
        widest = max(widest, table.found)
    total = 0
    for use, limb in zip(used.tolist(), counts.tolist(), strict=True):
        if problem.complete(use):
            total += sum(value << (64 * place) for place, value in enumerate(limb))
    return Counted(total, states, widest)
