"""The problem that a frontier counts: options as windows, and bits that count the copies of pieces.

Cells are numbered in the order in which they are filled, along the board's short side.  The window of an option begins
at its first cell, and so does that of a state, at the next cell to decide:

    cells    0123456...
    filled   ##.#......
    window     .#......

Beside the window, a state has bits for the copies used of each piece whose bounds the cells do not imply, and for each
item of a rule that must be covered.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import windows
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.frontier.colours import laid_out, orbit_colours
from satpuzzle.errors import FrontierError

_WINDOW = 64


class Field(NamedTuple):
    """The bits that count the copies of a piece, and the least number that they must have at the end."""

    shift: int
    bits: int
    least: int


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
        owner = items[:, pieces].min(axis=0)[piece[first]] - len(order)  # the first piece of its orbit
        copies = sum((piece[row[first]] == owner).astype(np.int64) for row in options) // repeated
        apart = (inside.max(axis=1, initial=0) <= 1) & agree & (copies <= cover.upper[pieces[owner]])
        of_orbits = of_orbits._replace(own=of_orbits.own[apart], excluded=of_orbits.excluded[apart])
        clock.check()
        first, inside, owner, copies = first[apart], inside[apart] > 0, owner[apart], copies[apart]
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
        if len(reach) and reach.max() > _WINDOW:
            raise FrontierError(
                f"a piece reaches {reach.max()} cells{' and colours' * bool(cover.colours)} along the frontier, at most"
                f" {_WINDOW} are possible"
            )
        self.windows, self.filled = (windows(each, begin[leader][:, None])[:, 0] for each in (asked, filled))
        clock.check()
        by_leader = np.argsort(leader, kind="stable")
        first, leader = first[by_leader], leader[by_leader]
        self.columns, self.leader, self.ends = begin, leader, begin[leader] + reach[by_leader]
        self.windows, self.filled = self.windows[by_leader], self.filled[by_leader]
        self.options = first  # the number of each option in the cover
        self.start = np.searchsorted(leader, np.arange(count + 1))
        self.blocked, self.added, self.flags = np.zeros((3, len(first)), np.uint64)
        self.begin = self.guards = self.used = 0
        self.closing = [0] * count
        self._fields = list[Field]()
        for item, free in zip(pieces.tolist(), _free(cover, members, order, pieces), strict=True):
            if not free and items[:, item].min() == item:
                mine = owner[by_leader] == item - len(order)
                self._count_copies(mine, copies[by_leader], int(cover.lower[item]), int(cover.upper[item]))
        flagged = [item for item in _flagged(cover) if items[:, item].min() == item]
        self._give_flags([members[first][:, items[:, item]].any(axis=1) for item in flagged], leader)

    def _count_copies(self, mine: NDArray[np.bool_], copies: NDArray[np.int64], lower: int, upper: int) -> None:
        """Give a piece bits that count its copies; `mine` tells which options are its own.

        A number of copies begins so high that one above `upper` sets the guard, the highest of its bits.  A piece of
        one copy needs no guard: its bit must be free, and is set.
        """
        bits = upper.bit_length()
        shift, offset = self._take(bits + (upper > 1)), (1 << bits) - 1 - upper
        if upper == 1:
            self.blocked[mine] |= np.uint64(1 << shift)
            self.flags[mine] |= np.uint64(1 << shift)
        else:
            self.added[mine] += copies[mine].astype(np.uint64) << np.uint64(shift)
            self.guards |= 1 << (shift + bits)
        self.begin |= offset << shift
        self._fields.append(Field(shift, bits, lower + offset))

    def _give_flags(self, covered: list[NDArray[np.bool_]], leader: NDArray[np.intp]) -> None:
        """Give each item of a rule a bit, which others have before or after it.

        `covered` tells for each item which options cover it, and `leader` where options begin.
        """
        where = [leader[some] if some.any() else leader[:0] for some in covered]
        spans = [(int(min(some, default=0)), int(max(some, default=0)), number) for number, some in enumerate(where)]
        busy = dict[int, int]()  # the last cell at which each bit is in use
        for low, high, number in sorted(spans):
            bit = next((bit for bit, last in busy.items() if last < low), None)
            bit = self._take(1) if bit is None else bit
            busy[bit] = high
            self.flags[covered[number]] |= np.uint64(1 << bit)
            self.closing[high] |= 1 << bit

    def _take(self, bits: int) -> int:
        """Return the first of some bits of a state that are free."""
        self.used += bits
        if self.used > _WINDOW:
            raise FrontierError(f"the rules and the copies used take {self.used} bits, at most {_WINDOW} are possible")
        return self.used - bits

    def complete(self, used: int) -> bool:
        """Tell whether every piece has its least number of copies, or more, in the last bits of a state."""
        return all((used >> shift) & ((1 << bits) - 1) >= least for shift, bits, least in self._fields)


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
