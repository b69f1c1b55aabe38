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
piece that is hardest to place).

Harald Bögeholz, Zusammengewürfelt, c't 7/2003, and Ralf Kleberhoff's entry to that contest; John G. Fletcher, A program
to solve the pentomino problem by the recursive use of macros, CACM 8 (1965), scans in this way.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.backends.bitmask.compiled import kernel
from satpuzzle.backends.bitmask.probe import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, no_dice, roll
from satpuzzle.backends.bitmask.vector import MARK, fits, lowest
from satpuzzle.bits import to_words
from satpuzzle.cover import ExactCover

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

MOST_CELLS = 64  # bits of a word
REFUSAL = f"strategy scan: allowed with up to {MOST_CELLS} cells, each piece on one that must be filled"


def applies(cover: ExactCover) -> bool:
    """Tell whether a cover can be scanned: up to 64 cells that must be filled, and every option has one."""
    cells, others = _sorted(cover)
    if not 0 < cells.sum() <= MOST_CELLS or others.sum() > MARK - 1 or not len(cover.rows):
        return False
    return bool(cover.members()[:, cells].any(axis=1).all())


def _sorted(cover: ExactCover) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which items are cells that must be filled, and which of the others can still be covered."""
    cells = (cover.lower == 1) & (cover.upper == 1)
    for item in cover.families.get("pieces", ()):
        cells[item] = False
    return cells, ~cells & (cover.upper > 0)


class State:
    """All that a search knows, in arrays: it can stop after any node and go on later."""

    def __init__(self, cover: ExactCover, order: NDArray[np.int64] | None = None, first: int | None = None) -> None:
        members = cover.members()
        cell, other = _sorted(cover)
        items = np.arange(len(cover.names)) if order is None else order
        cells, others = items[cell[items]], items[other[items]]
        self.all = np.uint64((1 << len(cells)) - 1)
        self.longest = max(1, cover.longest())
        inside = members[:, cells]
        body = _bits(inside)
        rest = _bits(members[:, others])
        leader = inside.argmax(axis=1)  # the first cell of each option
        groups = [np.flatnonzero(leader == c) for c in range(len(cells))]
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
        self.shifts, self.ups, self.inland = _holes(inside.tobytes(), inside.shape)
        depths = self.longest + 2
        self.room = max(sizes) + 8
        self.head = np.array([-1, 0], dtype=np.int64)  # depth, nodes
        self.dice = no_dice()  # see probe.py
        self.weight = np.zeros(depths + 3)  # of the nodes on a probe's way; at the end, sums of rows and nodes
        self.cost = (20e-9, 0.3e-9)  # seconds a node and a row, roughly
        self.filled = np.zeros(depths, np.uint64)
        self.used = np.zeros(depths, np.uint64)
        self.copies = np.zeros((depths, len(counted)), np.int64)
        self.level = np.zeros((depths, 3), np.int64)  # how many fit, how many of them were tried, option chosen
        self.fit = np.zeros(depths * 2 * self.room, np.uint64)  # their cells and places, depth after depth

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])


def _bits(members: NDArray[np.bool_]) -> Words:
    """Return each row of up to 64 truth values as a word."""
    return to_words(members, 1)[:, 0].copy()


@lru_cache(maxsize=4)  # a plan looks at a cover before it is searched
def _holes(table: bytes, shape: tuple[int, int]) -> tuple[Ints, int, Words]:
    """Return distances to neighbours, later ones first, how many these are, and for each the cells without one.

    Neighbours are chosen greedily, for all cells at once: the cell that most options still without one cover.
    """
    inside = np.frombuffer(table, np.bool_).reshape(shape)
    cells = np.arange(inside.shape[1])
    alone = inside[inside.sum(axis=1) == 1].any(axis=0)  # some option covers this cell only: never a hole
    alone |= ~inside.any(axis=0)
    columns = to_words(inside.T, -(-len(inside) // 64))
    open_ = np.where(alone[:, None], np.uint64(0), columns)  # options that cover the cell and no neighbour so far
    neighbours = {0: int(_bits(alone[None])[0])} if alone.any() else {}
    while open_.any():
        often = np.bitwise_count(open_[:, None] & columns).sum(axis=2) - abs(cells - cells[:, None]) / 1024  # or nearer
        often[cells, cells] = -1
        other = often.argmax(axis=1)
        for cell in np.flatnonzero(open_.any(axis=1)).tolist():
            distance = int(other[cell]) - cell
            neighbours[distance] = neighbours.get(distance, 0) | 1 << cell
        open_ &= ~columns[other]
    ups, downs = sorted(d for d in neighbours if d >= 0), sorted(d for d in neighbours if d < 0)
    distances = np.array([*ups, *downs], dtype=np.int64)
    inland = [~neighbours[d] & (1 << 64) - 1 for d in distances.tolist()]
    return abs(distances), len(ups), np.array(inland, dtype=np.uint64)


def advance(state: State, budget: int, found: Ints) -> tuple[int, int]:
    """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
    s = state
    outcome, count = _advance(
        s.all, s.start, s.body, s.rest, s.number, s.once, s.needed, s.counted, s.lower, s.upper, s.shifts, s.ups,
        s.inland, s.room, s.head, s.dice, s.weight, s.filled, s.used, s.copies, s.level, s.fit, budget, found,
    )  # fmt: skip
    return int(outcome), int(count)


@kernel
def _advance(
    everything: np.uint64,
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
        base = 2 * room * depth
        if arrived:  # list what fits on the first empty cell
            arrived = False
            group = lowest(~filled[depth]) if depth > 0 else len(start) - 2
            many = fits(
                body, rest, start[group], start[group + 1], filled[depth], used[depth], everything, shifts, ups, inland,
                fit, base, room,
            )  # fmt: skip
            level[depth, 0], level[depth, 1] = many, 0
            if dice[0]:
                weight[depth + 1] = many * (weight[depth] if depth > 0 else 1.0)
                weight[-1] += weight[depth + 1]
                weight[-2] += weight[depth + 1] * (start[group + 1] - start[group])
                if many > 1:  # go on to one child only
                    chosen = roll(dice, many)
                    level[depth, 0], level[depth, 1] = chosen + 1, chosen
        tried = level[depth, 1]
        if tried == level[depth, 0]:
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
        level[depth, 1] = tried + 1
        level[depth, 2] = place
        nodes += 1
        now = filled[depth] | fit[base + tried]
        child = depth + 1
        block = used[depth] | (rest[place] & once)
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
            if enough and dice[0] == 0:
                for d in range(child):
                    found[solutions, d] = number[level[d, 2]]
                solutions += 1
            continue
        depth, arrived = child, True
        filled[depth], used[depth] = now, block
    head[0], head[1] = depth, nodes
    return outcome, solutions
