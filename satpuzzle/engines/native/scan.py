"""Scan: always cover the first empty cell.

The cells are put in an order, along the short side of the board, and the first empty one is covered next.  The
options whose first cell it is are known beforehand, a few dozen, and are tested all at once, eight a vector: an
option fits if it shares no bit with the filled cells and the used pieces, and if it leaves no *hole*, an
empty cell whose neighbours are all filled.

    filled    111100     the option that covers cell 4 and 5 leaves no hole; the one that
              110.10     covers 4 and 10 (the cell below) would leave 5 alone

What a neighbour is, the options tell: H(c) is a small set of cells such that every option that covers c covers
one of H(c) as well.  Cells are bits of one word, and H(c) mostly lies at the same distances from c, so that holes
are found for all cells at once by a few shifts: bit c of `holes[d]` is set if c + d is in H(c).

An item may go first, before all cells: its options make the outermost loop (the c't contest's X-trick: the
piece that is hardest to place).  There may be lists for every pattern of filled cells near the first empty one (the
"plus index"); this does not make the kernel faster, since eight options at a time are tested sooner than a list is
fetched.  A table of the packings of the last cells does (`endgame.py`).

Harald Bögeholz, Zusammengewürfelt, c't 7/2003, and Ralf Kleberhoff's entry to that contest; John G. Fletcher, A program
to solve the pentomino problem by the recursive use of macros, CACM 8 (1965), scans in this way.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.blocks import MARK
from satpuzzle.engines.native.endgame import endings as endings_of
from satpuzzle.engines.native.endgame import mix
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, no_dice, roll
from satpuzzle.engines.native.strategy import EFFORT
from satpuzzle.engines.native.vector import fits, lowest
from satpuzzle.puzzle.grids import Points

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

MOST_CELLS = 64  # bits of a word
_TABLE = 14  # binary digits of the number of words of the endgame's table, for 2^16 packings


def refusal(cover: ExactCover) -> str | None:
    """Return why a cover cannot be scanned, if so: up to 64 cells must be filled, and every option has one."""
    cells, others = _sorted(cover)
    applies = 0 < cells.sum() <= MOST_CELLS and others.sum() <= MARK - 1 and len(cover.rows) > 0
    if applies and cover.members()[:, cells].any(axis=1).all():
        return None
    return f"allowed with up to {MOST_CELLS} cells, each piece on one that must be filled"


def _sorted(cover: ExactCover) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which items are cells that must be filled, and which of the others can still be covered."""
    cells = (cover.lower == 1) & (cover.upper == 1)
    for item in cover.families.get("pieces", ()):
        cells[item] = False
    return cells, ~cells & (cover.upper > 0)


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
    cells, others = map(np.flatnonzero, _sorted(cover))
    if points is not None:
        order = scan_order(points, axes)
        cells = order[np.isin(order, cells)]
    return Scan(cover, cells, others, first if hard else None, holes, near, effort if endgame else 0)


class Scan:
    """All that a search knows, in arrays: it can stop after any node and go on later.

    `cells` and `others` are the items in the order of their bits, `first` an item that goes before all cells, `holes`
    tells whether to look for them, `near` how many cells near the first empty one have a part in choosing the list, and
    `endings` how many packings of the last cells are worth their time.
    """

    def __init__(
        self,
        cover: ExactCover,
        cells: NDArray[np.intp],
        others: NDArray[np.intp],
        first: int | None = None,
        holes: bool = True,
        near: int = 0,
        endings: int = 0,
    ) -> None:
        members = cover.members()
        self.all = np.uint64((1 << len(cells)) - 1)
        self.longest = max(1, cover.longest())
        inside = members[:, cells]
        body = _bits(inside)
        rest = _bits(members[:, others])
        leader = inside.argmax(axis=1)  # the first cell of each option
        self.near, needs = _nearby(body, leader, near)
        groups = [
            np.flatnonzero((leader == cell) & (needs & filled == 0))
            for cell in range(len(cells))
            for filled in range(1 << near)
        ]
        groups.append(np.flatnonzero(members[:, first]) if first is not None else groups[0])
        sizes = [(len(group) + 7) // 8 * 8 for group in groups]
        self.start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.body = np.zeros(self.start[-1] + 8, np.uint64)
        self.rest = np.full(self.start[-1] + 8, 1 << MARK, np.uint64)
        self.number = np.zeros(self.start[-1] + 8, np.int64)
        for start, group in zip(self.start, groups, strict=False):
            self.body[start : start + len(group)] = body[group]
            self.rest[start : start + len(group)] = rest[group]
            self.number[start : start + len(group)] = group
        self.once = _bits((cover.upper[others] == 1)[None])[0]
        counted = np.flatnonzero(cover.upper[others] != 1)
        self.counted = counted.astype(np.int64)
        self.lower = cover.lower[others[counted]].astype(np.int64)
        self.upper = cover.upper[others[counted]].astype(np.int64)
        self.needed = _bits(((cover.lower[others] == 1) & (cover.upper[others] == 1))[None])[0]
        alone = np.zeros(1, np.int64), 1, np.zeros(1, np.uint64)  # every cell is its own neighbour: no holes
        self.shifts, self.ups, self.inland = _holes(inside.tobytes(), inside.shape) if holes else alone
        depths = self.longest + 2
        self.room = max(sizes) + 8
        self.head = np.array([-1, 0], dtype=np.int64)  # depth, nodes
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 4)  # see probe.py
        self.cost = (20e-9, 0.3e-9)  # seconds a node and a row, roughly
        self.filled = np.zeros(depths, np.uint64)
        self.used = np.zeros(depths, np.uint64)
        self.copies = np.zeros((depths, len(counted)), np.int64)
        self.level = np.zeros((depths, 3), np.int64)  # how many fit, how many of them were tried, option chosen
        self.fit = np.zeros(depths * 2 * self.room, np.uint64)  # their cells and places, depth after depth
        # The last cells, and the packings of which they are: bits at the upper bits of a hash.
        self.endgame, self.table, self.shift = MOST_CELLS, np.zeros(1, np.uint64), np.uint64(0)
        if endings and (cover.lower[others] == 1).all() and (cover.upper[others] == 1).all():
            digits = max(6, endings.bit_length() - 16 + _TABLE)
            self.table, self.shift = np.zeros(1 << digits, np.uint64), np.uint64(58 - digits)
            reach = np.array([np.bitwise_or.reduce(body[leader < cell], initial=0) for cell in range(len(cells))])
            hard = np.zeros(len(body), np.bool_) if first is None else members[:, first]
            block = np.bitwise_and.reduce(rest[hard], initial=0 if first is None else (1 << 64) - 1) | 1 << MARK
            self.endgame = endings_of(
                self.all, self.needed, block, self.start, self.body, self.rest, 1 << near, reach, body[hard],
                self.shifts, self.ups, self.inland, self.room, endings, self.table, self.shift,
            )  # fmt: skip

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Do nothing: the lists are fixed."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
        s = self
        outcome, count = _advance(
            s.all, s.near, s.start, s.body, s.rest, s.number, s.once, s.needed, s.counted, s.lower, s.upper, s.shifts,
            s.ups, s.inland, s.endgame, s.table, s.shift, s.room, s.head, s.dice, s.weight, s.filled, s.used, s.copies,
            s.level, s.fit, budget, found,
        )  # fmt: skip
        return int(outcome), int(count)


def _bits(members: NDArray[np.bool_]) -> Words:
    """Return each row of up to 64 truth values as a word."""
    return to_words(members, 1)[:, 0].copy()


def _nearby(body: Words, leader: NDArray[np.intp], near: int) -> tuple[Ints, Ints]:
    """Return the distances from the first cell to the cells that most options need, and which each option needs."""
    after = (body >> leader.astype(np.uint64))[:, None]
    bits = (after >> np.arange(1, MOST_CELLS if near else 1, dtype=np.uint64)) & np.uint64(1)
    often = np.argsort(-bits.sum(axis=0, dtype=np.int64), kind="stable")[:near]
    return often + 1, (bits[:, often].astype(np.int64) << np.arange(near)).sum(axis=1)


def neighbours(inside: NDArray[np.bool_]) -> list[list[int]]:
    """Return for each cell a small set of cells such that every option that covers the cell covers one of them.

    `inside` has a row for each option and a column for each cell.  Where an option covers a single cell, the cell
    itself stands for it.  The sets are chosen greedily: next is the cell that most options still without one cover.
    """
    cells = np.arange(inside.shape[1])
    alone = inside[inside.sum(axis=1) == 1].any(axis=0)  # some option covers this cell only: never a hole
    alone |= ~inside.any(axis=0)
    columns = to_words(inside.T, -(-len(inside) // 64))
    open_ = np.where(alone[:, None], np.uint64(0), columns)  # options that cover the cell and no neighbour so far
    found = [[cell] if alone[cell] else [] for cell in cells.tolist()]
    while open_.any():
        often = np.bitwise_count(open_[:, None] & columns).sum(axis=2) - abs(cells - cells[:, None]) / 1024  # or nearer
        often[cells, cells] = -1
        other = often.argmax(axis=1)
        for cell in np.flatnonzero(open_.any(axis=1)).tolist():
            found[cell].append(int(other[cell]))
        open_ &= ~columns[other]
    return found


@lru_cache(maxsize=4)  # a plan looks at a cover before it is searched
def _holes(table: bytes, shape: tuple[int, int]) -> tuple[Ints, int, Words]:
    """Return distances to neighbours, later ones first, how many these are, and for each the cells without one."""
    beside: dict[int, int] = {}
    for cell, others in enumerate(neighbours(np.frombuffer(table, np.bool_).reshape(shape))):
        for other in others:
            beside[other - cell] = beside.get(other - cell, 0) | 1 << cell
    ups, downs = sorted(d for d in beside if d >= 0), sorted(d for d in beside if d < 0)
    distances = np.array([*ups, *downs], dtype=np.int64)
    inland = [~beside[d] & (1 << 64) - 1 for d in distances.tolist()]
    return abs(distances), len(ups), np.array(inland, dtype=np.uint64)


@kernel
def _advance(
    everything: np.uint64,
    near: Ints,
    start: Ints,
    body: Words,
    rest: Words,
    number: Ints,
    once: np.uint64,
    needed: np.uint64,
    counted: Ints,
    lower: Ints,
    upper: Ints,
    shifts: Ints,
    ups: int,
    inland: Words,
    endgame: int,
    table: Words,
    shift: np.uint64,
    room: int,
    head: Ints,
    dice: Words,
    weight: NDArray[np.float64],
    filled: Words,
    used: Words,
    copies: Ints,
    level: Ints,
    fit: Words,
    budget: int,
    found: Ints,
) -> tuple[int, int]:
    """Go on from the state in `head`, `filled`, `used`, `copies`, `level` and `fit`, all of which it modifies."""
    one = np.uint64(1)
    depth, nodes = head[0], head[1]
    last = nodes + budget
    solutions = 0
    outcome = BUDGET_SPENT
    arrived = depth < 0
    if arrived:
        depth = 0
        used[0] = one << np.uint64(MARK)
    while True:
        base, at = 2 * room * depth, np.uint64(depth)
        if arrived:  # list what fits on the first empty cell
            arrived = False
            group = len(start) - 2
            if depth > 0:
                cell = lowest(~filled[at])
                group = cell << len(near)
                for n in range(len(near)):
                    group |= np.int64((filled[at] >> np.uint64(cell) >> np.uint64(near[n])) & one) << n
                if cell >= endgame:
                    key = mix(filled[at], used[at] & ~(one << np.uint64(MARK))) >> shift
                    if (table[key >> np.uint64(6)] >> (key & np.uint64(63))) & one == 0:
                        depth -= 1
                        continue
            many = fits(
                body, rest, start[group], start[group + 1], filled[at], used[at], everything, shifts, ups, inland,
                fit, base, room,
            )  # fmt: skip
            level[at, np.uint64(0)], level[at, np.uint64(1)] = many, 0
            if dice[0]:
                weight[depth + 1] = many * weight[depth]
                weight[-1] += weight[depth + 1]
                weight[-2] += weight[depth + 1] * (start[group + 1] - start[group])
                if many > 1:  # go on to one child only
                    chosen = roll(dice, many)
                    level[at, np.uint64(0)], level[at, np.uint64(1)] = chosen + 1, chosen
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
        if nodes >= last:
            break
        if solutions == len(found):
            outcome = FOUND_FULL
            break
        place = np.int64(fit[base + room + tried])
        level[at, np.uint64(1)] = tried + 1
        level[at, np.uint64(2)] = place
        nodes += 1
        now = filled[at] | fit[base + tried]
        child = depth + 1
        block = used[at] | (rest[place] & once)
        for c in range(len(counted)):
            copies[child, c] = copies[depth, c]
            if (rest[place] >> np.uint64(counted[c])) & one:
                copies[child, c] += 1
                if copies[child, c] == upper[c]:
                    block |= one << np.uint64(counted[c])
        if now == everything:
            enough = block & needed == needed
            for c in range(len(counted)):
                enough = enough and copies[child, c] >= lower[c]
            if enough and dice[0]:
                weight[-3] += weight[child]
            elif enough:
                for d in range(child):
                    found[solutions, d] = number[level[d, 2]]
                solutions += 1
            continue
        depth, arrived = child, True
        filled[np.uint64(child)], used[np.uint64(child)] = now, block
    head[0], head[1] = depth, nodes
    return outcome, solutions
