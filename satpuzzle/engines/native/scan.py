"""Scan: always cover the first empty cell.

The cells are put in an order, along the short side of the board, and the first empty one is covered next.  The
options whose first cell it is are known beforehand, a few dozen, and are tested all at once, a vector at a time: an
option fits if it shares no bit with the filled cells and the used pieces, and if it leaves no *hole*, an
empty cell whose neighbours are all filled (`holes.py`).

    filled    111100     the option that covers cell 4 and 5 leaves no hole; the one that
              110.10     covers 4 and 10 (the cell below) would leave 5 alone

All that is filled before the first empty cell need not be remembered, and no option reaches far beyond it.  So the
filled cells are a *window* of 64 cells that slides along: its lowest bit is the first empty cell, and what lies behind
the board's end is filled.  A board may have any length, if every option lies within 64 cells.

    cells      0 1 2 3 4 5 6 7 8 ...        0 1 2 3 4 5 6 7 8 ...
    filled     1 1 0 0 1 0 0 0 0       ->   1 1 1 1 1 0 1 0 0      cells 2, 3 and 6 were covered
    window         0 0 1 0 0 0 0 ...                  0 1 0 0 ...

An item may go first, before all cells: its options make the outermost loop (the c't contest's X-trick: the
piece that is hardest to place), and what they fill ahead comes into the window as it slides.  There may be lists for
every pattern of filled cells near the first empty one (the "plus index"); this does not make the kernel faster, since
the options of a vector are tested sooner than a list is fetched.  A table of the packings of the last cells does
(`endgame.py`).

Harald Bögeholz, Zusammengewürfelt, c't 7/2003, and Ralf Kleberhoff's entry to that contest; John G. Fletcher, A program
to solve the pentomino problem by the recursive use of macros, CACM 8 (1965), scans in this way.
"""

from copy import copy
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words, windows
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import packed, scan_order
from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.blocks import MARK
from satpuzzle.engines.native.endgame import Endings, mix
from satpuzzle.engines.native.holes import distances, have_holes
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, no_dice, roll
from satpuzzle.engines.native.strategy import EFFORT
from satpuzzle.engines.native.vector import fits, lowest
from satpuzzle.puzzle.grids import Points

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

WINDOW = 64  # cells, as a word has bits


def refusal(cover: ExactCover, points: Points | None = None, axes: str = "") -> str | None:
    """Return why a cover cannot be scanned, if so: every option has cells that must be filled, near to each other."""
    cells, others = _sorted(cover, points, axes)
    if len(cells) > 0 and len(others) <= MARK - 1 and len(cover.rows) > 0:
        some = (cover.rows & packed(cells[None], cover.rows.shape[1])).any(axis=1)
        if some.all() and (len(cells) <= WINDOW or _reach(cover.members()[:, cells]) <= WINDOW):
            return None
    return f"allowed where each piece is on cells that must be filled, at most {WINDOW} apart in the order of the scan"


def _reach(inside: Bools) -> int:
    """Return how many cells in a row an option needs from its first cell to its last, at most."""
    first, after_last = inside.argmax(axis=1), inside.shape[1] - inside[:, ::-1].argmax(axis=1)
    return int((after_last - first).max())


def _sorted(cover: ExactCover, points: Points | None, axes: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return which items are cells that must be filled, in order, and which of the others can still be covered."""
    must = (cover.lower == 1) & (cover.upper == 1)
    for item in cover.families.get("pieces", ()):
        must[item] = False
    cells = np.flatnonzero(must)
    if points is not None:
        order = scan_order(points, axes)
        cells = order[must[order]]
    return cells, np.flatnonzero(~must & (cover.upper > 0))


def begin(
    cover: ExactCover,
    points: Points | None = None,
    first: int | None = None,
    effort: int = EFFORT,
    *,
    axes: str = "",
    holes: bool = True,
    hard: bool = True,
    near: int = 0,
    endgame: bool = True,
) -> "Scan":
    """Return the state of a search that begins; see `Scan`.  A table of endings has about `effort` packings."""
    cells, others = _sorted(cover, points, axes)
    return Scan(cover, How(cells, others, first if hard else None, holes, near, endgame), effort)


@dataclass(frozen=True)
class How:
    """How to scan."""

    cells: NDArray[np.intp]  # the items that must be filled, in the order of their bits
    others: NDArray[np.intp]  # the other items, in the order of theirs
    first: int | None = None  # an item that goes before all cells
    holes: bool = True  # whether to look for them
    near: int = 0  # how many cells near the first empty one have a part in choosing the list
    endgame: bool = True  # whether a table of endings may be made


class Scan:
    """All that a search knows, in arrays: it can stop after any node and go on later.

    The cover may be what is left of another after some options were `chosen`, of which it has the items; then the scan
    and the endings are those of the other.  Instead of endings, it may be told how many are worth their time.
    """

    def __init__(self, cover: ExactCover, how: How, endings: Endings | int = 0, chosen: Bools | None = None) -> None:
        cells, others, near, members = how.cells, how.others, how.near, cover.members()
        self.cover, self.how = cover, how
        self.longest = max(1, cover.longest)
        inside = members.take(cells, axis=1)  # which lies in memory row by row, unlike members[:, cells]
        whole = np.zeros(1, np.int64), np.zeros((1, len(cells)), np.bool_)  # every cell is its own neighbour: no holes
        distance, without = distances(inside) if how.holes else whole
        leader = inside.argmax(axis=1)  # the first cell of each option
        body = windows(inside, leader[:, None])[:, 0]
        rest = to_words(members.take(others, axis=1), 1)[:, 0]
        self.near, needs = _nearby(body, near)
        order = np.argsort(leader.astype(np.min_scalar_type(len(cells))), kind="stable")
        bounds = np.searchsorted(leader[order], np.arange(len(cells) + 1)).tolist()
        self._options = body, leader, order, bounds  # from which a table of endings is made as well
        first_here = [order[start:end] for start, end in pairwise(bounds)]
        groups = [
            here[needs[here] & filled == 0] if filled else here for here in first_here for filled in range(1 << near)
        ]
        early = members[:0] if chosen is None else chosen
        taken: Bools = np.logical_or.reduce(early, axis=0)
        begin = int(np.argmin(taken[cells]))
        leads = how.first is not None and cover.upper[how.first] > 0
        if leads:
            hard = np.flatnonzero(members[:, how.first])
            groups.append(hard[~have_holes(inside[hard] | taken[cells], distance, without)])
        else:
            groups.append(groups[begin << near])
        sizes = [(len(group) + 7) // 8 * 8 for group in groups]
        self.start = np.array([0, *accumulate(sizes)])
        every = np.concatenate(groups)
        many = [len(group) for group in groups]
        places = np.arange(len(every)) + np.repeat(self.start[:-1] - np.cumsum(many) + many, many)
        self.body = np.zeros(self.start[-1] + 8, np.uint64)
        self.rest = np.full(self.start[-1] + 8, 1 << MARK, np.uint64)
        self.number = np.zeros(self.start[-1] + 8, np.int64)
        self.body[places], self.rest[places], self.number[places] = body[every], rest[every], every
        if leads:
            self.body[self.start[-2] :] = 0  # they are ahead
        # What is chosen ahead, in a row for each option of the first item, or in one: what it fills, as it comes into
        # the window at each cell, and, as long as it lies wholly ahead, its cells there and its bits in `rest`.
        everywhere = np.arange(len(cells))[None]
        ahead = [*early[:, None], *([members[groups[-1]]] if leads else [])]  # each has rows to choose from
        rows = len(groups[-1]) if leads else 1
        self.ahead, self.later, self.spare = (np.zeros((rows, len(cells)), np.uint64) for _ in range(3))
        self.ahead |= windows(np.zeros((1, len(cells)), np.bool_), everywhere, 1)  # behind the end all is filled
        for options in ahead:
            filled = windows(options[:, cells], everywhere)
            wholly = everywhere <= options[:, cells].argmax(axis=1)[:, None]
            self.ahead |= filled
            self.later |= np.where(wholly, filled, np.uint64(0))
            self.spare |= np.where(wholly, to_words(options[:, others], 1), np.uint64(0))
        self.once = to_words((cover.upper[others] == 1)[None], 1)[0, 0]
        counted = np.flatnonzero(cover.upper[others] > 1)
        self.counted = counted.astype(np.int64)
        self.lower = cover.lower[others[counted]].astype(np.int64)
        self.upper = cover.upper[others[counted]].astype(np.int64)
        self.needed = to_words(((cover.lower[others] == 1) & (cover.upper[others] == 1))[None], 1)[0, 0]
        self.shifts, self.ups = abs(distance), int((distance >= 0).sum())
        open_ = np.ascontiguousarray(windows(without, everywhere, 1).T)  # before the window may be empty cells
        before = np.where(distance < 0, (np.uint64(1) << self.shifts.astype(np.uint64)) - np.uint64(1), np.uint64(0))
        self.inland = open_ | before
        self.room = max(sizes) + 8
        self.cost = (20e-9, 0.3e-9)  # seconds a node and a row, roughly
        self.begin, self.full = begin, to_words((cover.upper[others] == 0)[None], 1)[0, 0] | np.uint64(1 << MARK)
        self.last = max(0, len(cells) - WINDOW)  # the first of the last cells, of which endings are
        self.border = open_[self.last]
        self.endings = endings if isinstance(endings, Endings) else self._endings(endings)
        self._start_over()

    def _start_over(self) -> None:
        depths, counted = self.longest + 2, len(self.counted)
        self.head = np.array([-1, 0, 0], dtype=np.int64)  # depth, nodes, the row of what is ahead
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 4)  # see probe.py
        self.at = np.zeros(depths, np.int64)  # the first empty cell
        self.filled = np.zeros(depths, np.uint64)  # the window there
        self.used = np.zeros(depths, np.uint64)
        self.at[0], self.filled[0] = self.begin, np.bitwise_and.reduce(self.ahead[:, self.begin])
        self.used[0] = self.full
        self.copies = np.zeros((depths, counted), np.int64)
        self.level = np.zeros((depths, 3), np.int64)  # how many fit, how many of them were tried, option chosen
        self.fit = np.zeros(depths * 3 * self.room, np.uint64)  # windows, places and first empty cells after them

    def _endings(self, most: int) -> Endings:
        """Return a table of about `most` packings of the last cells, if there is use for one."""
        cover, cells, others = self.cover, self.how.cells, self.how.others
        once = (cover.lower[others] == 1).all() and (cover.upper[others] == 1).all()
        if not (most and once and self.how.endgame):
            return Endings.none(len(cells))
        body, leader, order, bounds = self._options
        ahead = leader - self.last
        covered = body << np.maximum(ahead, 0).astype(np.uint64) >> np.maximum(-ahead, 0).astype(np.uint64)
        reached = np.bitwise_or.accumulate(np.append(np.uint64(0), covered[order]))
        reach = reached[bounds[self.last : -1]]  # what options of earlier cells cover of the last ones
        lists = 1 << len(self.near)
        return Endings.of(
            self.last, most, self.needed, self.start[self.last * lists :], covered[self.number], self.rest, lists,
            reach, self.shifts, self.ups, self.border, self.room,
        )  # fmt: skip

    def with_table(self, most: int) -> "Scan":
        """Return the state of the same search, which begins, with a table of about `most` endings if it can be made."""
        other = copy(self)
        other.endings = self._endings(most)
        other._start_over()
        return other

    def for_part(self, cover: ExactCover, chosen: Bools) -> "Scan | None":
        """Return the state of a search of what is left of this cover, some options being chosen.

        There is no need for one, and None is returned, unless there is a table of endings that can be shared.
        """
        return Scan(cover, self.how, self.endings, chosen) if self.endings.first < len(self.how.cells) else None

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Do nothing: the lists are fixed."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
        s, e = self, self.endings
        outcome, count = _advance(
            s.near, s.start, s.body, s.rest, s.number, s.ahead, s.later, s.spare, s.once, s.needed, s.counted, s.lower,
            s.upper, s.shifts, s.ups, s.inland, e.first, e.base, e.table, e.shift, s.room, s.head, s.dice, s.weight,
            s.at, s.filled, s.used, s.copies, s.level, s.fit, budget, found,
        )  # fmt: skip
        return int(outcome), int(count)


def _nearby(body: Words, near: int) -> tuple[Ints, Ints]:
    """Return the distances from the first cell to the cells that most options need, and which each option needs."""
    bits = (body[:, None] >> np.arange(1, WINDOW if near else 1, dtype=np.uint64)) & np.uint64(1)
    often = np.argsort(-bits.sum(axis=0, dtype=np.int64), kind="stable")[:near]
    return often + 1, (bits[:, often].astype(np.int64) << np.arange(near)).sum(axis=1)


@kernel
def _advance(
    near: Ints,
    start: Ints,
    body: Words,
    rest: Words,
    number: Ints,
    ahead: Words,
    later: Words,
    spare: Words,
    once: np.uint64,
    needed: np.uint64,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    shifts: Ints,
    ups: int,
    inland: Words,
    endgame: int,
    base: int,
    table: Words,
    shift: np.uint64,
    room: int,
    head: Ints,
    dice: Words,
    weight: NDArray[np.float64],
    cells: Ints,
    filled: Words,
    used: Words,
    copies: Ints,
    level: Ints,
    fit: Words,
    budget: int,
    found: Ints,
) -> tuple[int, int]:
    """Go on from the state in `head`, `cells`, `filled`, `used`, `copies`, `level` and `fit`; it modifies them all."""
    one, full, behind = np.uint64(1), ~np.uint64(0), ahead.shape[1]
    depth, nodes, row = head[0], head[1], head[2]
    last = nodes + budget
    solutions = 0
    outcome = BUDGET_SPENT
    arrived = depth < 0
    if arrived:
        depth = 0
    while True:
        here, at = 3 * room * depth, np.uint64(depth)
        if arrived:  # list what fits on the first empty cell
            arrived = False
            cell = cells[at]
            group = len(start) - 2
            if depth > 0:
                group = cell << len(near)
                for n in range(len(near)):
                    group |= np.int64((filled[at] >> np.uint64(near[n])) & one) << n
            many = fits(
                body, rest, start[group], start[group + 1], filled[at], used[at], shifts, ups, inland,
                cell * len(shifts), fit, here, room,
            )  # fmt: skip
            nodes += 1 if dice[0] else many  # a probe goes on to one of them
            kept = 0
            for k in range(many):  # the window and the first empty cell after each; many loads of the table at a time
                place = np.int64(fit[here + room + k])
                now, then = filled[at] | fit[here + k], cell
                if depth == 0:
                    row = min(place - start[len(start) - 2], len(ahead) - 1)  # one row if no item goes first
                    now |= ahead[row, cell]
                while now == full and then + WINDOW < behind:
                    then += WINDOW
                    now = ahead[row, then]
                if now == full:
                    then = behind
                else:
                    step = lowest(~now)
                    then += step
                    now = (now >> np.uint64(step)) | ahead[np.uint64(row), np.uint64(then)]
                    if then >= endgame:
                        empty = (~now | later[row, then]) << np.uint64(then - base)
                        key = (
                            mix(empty, (used[at] | rest[place]) & ~(one << np.uint64(MARK) | spare[row, then])) >> shift
                        )
                        if (table[key >> np.uint64(6)] >> (key & np.uint64(63))) & one == 0:
                            continue
                fit[here + kept], fit[here + room + kept], fit[here + 2 * room + kept] = now, place, then
                kept += 1
            level[at, np.uint64(0)], level[at, np.uint64(1)] = kept, 0
            if dice[0]:
                weight[depth + 1] = kept * weight[depth]
                weight[-1] += many * weight[depth]
                weight[-2] += many * weight[depth] * (start[group + 1] - start[group])
                if kept > 1:  # go on to one child only
                    chosen = roll(dice, kept)
                    level[at, np.uint64(0)], level[at, np.uint64(1)] = chosen + 1, chosen
        if nodes >= last:
            break
        if solutions == len(found):
            outcome = FOUND_FULL
            break
        tried = level[at, np.uint64(1)]
        if tried == level[at, np.uint64(0)]:
            depth -= 1
            if depth < 0 and dice[1] > 1:
                dice[1] -= one
                depth, arrived = 0, True
            elif depth < 0:
                outcome = EXHAUSTED
                break
            continue
        place = np.int64(fit[here + room + tried])
        level[at, np.uint64(1)] = tried + 1
        level[at, np.uint64(2)] = place
        if depth == 0:
            row = min(place - start[len(start) - 2], len(ahead) - 1)
        child = depth + 1
        block = used[at] | (rest[place] & once)
        for c in range(len(counted)):
            copies[child, c] = copies[depth, c]
            if (rest[place] >> np.uint64(counted[c])) & one:
                copies[child, c] += 1
                if copies[child, c] == upper[c]:
                    block |= one << np.uint64(counted[c])
        then = np.int64(fit[here + 2 * room + tried])
        if then == behind:
            enough = block & needed == needed
            for c in range(len(counted)):
                enough = enough and copies[child, c] >= lower[c]
            if enough and dice[0]:
                weight[-3] += weight[child]
            elif enough:
                for d in range(child):
                    found[solutions, d] = number[level[d, 2]]
                for d in range(child, found.shape[1]):
                    found[solutions, d] = -1
                solutions += 1
            continue
        depth, arrived = child, True
        cells[np.uint64(child)], used[np.uint64(child)], filled[np.uint64(child)] = then, block, fit[here + tried]
    head[0], head[1], head[2] = depth, nodes, row
    return outcome, solutions
