"""Walk: any rule that names the item to cover next, in a plain search over fixed lists.

A *rule* is a function of a `Node` that is compiled into the search.  It returns the number of an item that must still
be covered, ANY to leave the choice to the search, or GIVE_UP where it knows that there is no solution.  The options of
that item are then tried one after the other, each tested against what is covered already.  Nothing is precomputed on
the way down, as in the programs that the articles show; `mrv.py` and `scan.py` are the fast ones.

Items of several copies are handled as in Knuth's Algorithm M (TAOCP 7.2.2.1): an option once tried is left out.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.holes import neighbours
from satpuzzle.engines.native.shared import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, no_dice, roll
from satpuzzle.engines.native.strategy import Strategy
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

ANY, GIVE_UP = -1, -2  # what a rule may return besides an item
_WRONG = 4  # an outcome: the rule returned something else

# Columns of `level`: the item branched on, the next place in its list and the last, the option chosen.
_ITEM, _NEXT, _STOP, _CHOSEN = range(4)


class Node(NamedTuple):
    """What a rule sees.  Items are numbered cells first, then pieces; nothing here may be changed."""

    needed: NDArray[np.bool_]  # (items,): whether the item must still be covered, once or more
    cells: Ints  # the numbers of the cells, in the order of a scan
    pieces: Ints  # the numbers of the pieces
    items: Ints  # both
    points: Ints  # (cells, 3): where the cells are
    layer: Ints  # (cells,): the number of the layer, layers lying across the longest extent
    start: Ints  # (items + 2,): the options of item i are options[start[i]:start[i + 1]]; last come all options
    options: Ints
    neighbour_start: Ints  # (cells + 1,): the neighbours of cell c are neighbours[start[c]:start[c + 1]]
    neighbours: Ints  # every option that covers c covers one of them as well
    rows: Words  # (options, words): the items of each option, as bits
    full: Words  # (words,): the items that cannot be covered again, as bits
    out: Ints  # (options,): above 0 if the option is left out because it was tried before


@kernel
def fits(view: Node, option: int) -> bool:
    """Tell whether an option can still be chosen."""
    for w in range(len(view.full)):
        if view.rows[option, w] & view.full[w]:
            return False
    return bool(view.out[option] == 0)


@kernel
def options_left(view: Node, item: int) -> int:
    """Return how many options of an item can still be chosen."""
    number = 0
    for place in range(view.start[item], view.start[item + 1]):
        number += fits(view, view.options[place])
    return number


@kernel
def free_neighbours(view: Node, cell: int) -> int:
    """Return how many neighbours of a cell can still be covered."""
    number = 0
    for place in range(view.neighbour_start[cell], view.neighbour_start[cell + 1]):
        other = view.neighbours[place]
        number += (view.full[other >> 6] >> np.uint64(other & 63)) & np.uint64(1) == 0
    return number


@kernel
def first_needed(view: Node, items: Ints) -> int:
    """Return the first of these items that must still be covered, or ANY."""
    for item in items:
        if view.needed[item]:
            return int(item)
    return ANY


@kernel
def fewest_options(view: Node, items: Ints) -> int:
    """Return the first of those items that must still be covered and have the fewest options, or ANY."""
    best, fewest = ANY, len(view.rows) + 1
    for item in items:
        if view.needed[item]:
            number = options_left(view, item)
            if number < fewest:
                best, fewest = item, number
    return best


class Walk:
    """All that a walk knows, in arrays."""

    def __init__(self, rule: Callable[[Node], int], cover: ExactCover, points: Points | None) -> None:
        members = cover.members()
        number, count = members.shape
        pieces = np.array(cover.families.get("pieces", ()), dtype=np.int64)
        cells = np.setdiff1d(np.arange(count), pieces)
        if points is None:
            points = np.zeros((len(cells), 3), np.int64)
        inside = members[:, cells]
        beside = neighbours(inside)
        tall = np.argmax(np.ptp(points, axis=0)) if len(points) else 0
        self.view = Node(
            needed=cover.lower > 0,
            cells=cells[scan_order(points)],
            pieces=pieces,
            items=np.concatenate([cells[scan_order(points)], pieces]),
            points=points,
            layer=points[:, tall] - points[:, tall].min(initial=0),
            start=np.concatenate([[0], np.cumsum([*members.sum(axis=0), number])]).astype(np.int64),
            options=np.concatenate([np.nonzero(members.T)[1], np.arange(number)]).astype(np.int64),
            neighbour_start=np.concatenate([[0], np.cumsum([len(cell) for cell in beside])]).astype(np.int64),
            neighbours=np.array([other for cell in beside for other in cell], dtype=np.int64),
            rows=cover.rows,
            full=np.zeros(cover.rows.shape[1], np.uint64),
            out=np.zeros(number, np.int64),
        )
        for item in np.flatnonzero(cover.upper == 0).tolist():
            self.view.full[item // 64] |= np.uint64(1 << item % 64)
        self.lower = cover.lower.astype(np.int64)
        self.upper = np.append(cover.upper, number + 1).astype(np.int64)  # the last is for "any option"
        self.copies = np.zeros(count, np.int64)
        self.part = np.concatenate([[0], np.cumsum(members.sum(axis=1))]).astype(np.int64)
        self.parts = np.nonzero(members)[1].astype(np.int64)
        self.longest = max(1, cover.longest)
        self.head = np.array([-1, 0, (cover.lower > 0).sum(), ANY], dtype=np.int64)  # depth, nodes, needed, choice
        self.dice = no_dice()
        self.weight = np.zeros(self.longest + 5)
        self.level = np.zeros((self.longest + 2, 4), np.int64)
        counts = not {"fewest_options", "options_left"}.isdisjoint(rule.__code__.co_names)  # the options of all items
        self.cost = (100e-9, 16e-9 if counts else 2e-9)  # seconds a node and an option, roughly
        self._advance = _compiled(rule)

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self.head[1])

    def grow(self) -> None:
        """Do nothing: the lists are fixed."""

    def with_table(self, most: int) -> "Walk":
        """Return itself: it has no use for a table."""
        return self

    def for_part(self, cover: ExactCover, chosen: NDArray[np.bool_]) -> None:
        """Return None: nothing is precomputed."""

    def advance(self, budget: int, found: Batch) -> tuple[int, int]:
        """Work for about `budget` nodes, or until `found` is full; return the outcome and how many were found."""
        s = self
        arrays = s.lower, s.upper, s.copies, s.part, s.parts, s.head, s.dice, s.weight, s.level
        outcome, count = s._advance(s.view, *arrays, budget, found)
        if outcome == _WRONG:
            raise PuzzleError(
                f"a strategy's rule returned {s.head[3]}: allowed are an item that must still be covered, "
                f"ANY ({ANY}) and GIVE_UP ({GIVE_UP})"
            )
        return int(outcome), int(count)


def choose(view: Node) -> int:
    """Stand in for the rule; each compiled search has its own."""
    return ANY


def _advance(
    view: Node,
    lower: Ints,
    upper: Ints,
    copies: Ints,
    part: Ints,
    parts: Ints,
    head: Ints,
    dice: Words,
    weight: NDArray[np.float64],
    level: Ints,
    budget: int,
    found: Ints,
) -> tuple[int, int]:
    """Go on from the state in `head`, `level`, `copies` and the view, all of which it modifies."""
    one = np.uint64(1)
    items = len(lower)
    depth, nodes, wanted = head[0], head[1], head[2]
    last = nodes + budget
    solutions = 0
    outcome = BUDGET_SPENT
    arrived = depth < 0
    depth = max(depth, 0)
    while True:
        if arrived:
            arrived = False
            item = items  # after a solution: any option at all
            if wanted > 0:
                item = choose(view)
                if item == ANY:
                    item = first_needed(view, view.items)
                if item != GIVE_UP and (item < 0 or item >= items or not view.needed[item]):
                    head[3] = item
                    outcome = _WRONG
                    break
            elif dice[0]:
                weight[-3] += weight[depth]
            else:
                for d in range(depth):
                    found[solutions, d] = level[d, _CHOSEN]
                for d in range(depth, found.shape[1]):
                    found[solutions, d] = -1
                solutions += 1
            level[depth, _ITEM] = max(item, 0)
            level[depth, _NEXT] = view.start[item] if item != GIVE_UP else 0
            level[depth, _STOP] = view.start[item + 1] if item != GIVE_UP else 0
            level[depth, _CHOSEN] = -1
            if dice[0]:
                children = options_left(view, item) if item != GIVE_UP else 0
                weight[depth + 1] = children * weight[depth]
                weight[-1] += weight[depth + 1]
                weight[-2] += weight[depth + 1] * (level[depth, _STOP] - level[depth, _NEXT])
                if children > 1:  # go on to one child only
                    skipped = roll(dice, children)
                    place = level[depth, _NEXT]
                    while skipped > 0 or not fits(view, view.options[place]):
                        skipped -= fits(view, view.options[place])
                        place += 1
                    level[depth, _NEXT], level[depth, _STOP] = place, place + 1
        if nodes >= last:
            break
        if solutions == len(found):
            outcome = FOUND_FULL
            break

        item = level[depth, _ITEM]
        option = level[depth, _CHOSEN]
        if option >= 0:  # take it back
            for place in range(part[option], part[option + 1]):
                covered = parts[place]
                copies[covered] -= 1
                view.full[covered >> 6] &= ~(one << np.uint64(covered & 63))
                if copies[covered] < lower[covered] and not view.needed[covered]:
                    view.needed[covered] = True
                    wanted += 1
        option = -1
        place = level[depth, _NEXT]
        while place < level[depth, _STOP] and option < 0:
            if fits(view, view.options[place]):
                option = view.options[place]
            place += 1
        level[depth, _NEXT], level[depth, _CHOSEN] = place, option
        if option < 0:
            if upper[item] > 1:  # all that were left out here are possible again
                for place in range(view.start[item], view.start[item + 1]):
                    if view.out[view.options[place]] == depth + 1:
                        view.out[view.options[place]] = 0
            depth -= 1
            if depth < 0 and dice[1] > 1:
                dice[1] -= one
                depth, arrived = 0, True
            elif depth < 0:
                outcome = EXHAUSTED
                break
            continue
        nodes += 1
        if upper[item] > 1:
            view.out[option] = depth + 1
        for place in range(part[option], part[option + 1]):
            covered = parts[place]
            copies[covered] += 1
            if copies[covered] == upper[covered]:
                view.full[covered >> 6] |= one << np.uint64(covered & 63)
            if copies[covered] == lower[covered]:
                view.needed[covered] = False
                wanted -= 1
        depth += 1
        arrived = True
    head[0], head[1], head[2] = depth, nodes, wanted
    return outcome, solutions


@cache
def _compiled(rule: Callable[[Node], int]) -> Callable[..., Any]:
    """Return the search with this rule in it.

    What Numba keeps in its cache is found by the function's name; so the name tells the rule and its code.
    """
    code = rule.__code__
    digest = hashlib.sha256(repr((code.co_code, code.co_consts, code.co_names)).encode()).hexdigest()[:12]
    ours = (rule.__module__ or "").startswith("satpuzzle.")
    function = FunctionType(_advance.__code__, globals() | {"choose": kernel(rule, cache=ours)}, _advance.__name__)
    function.__qualname__ = f"advance_{rule.__module__}_{rule.__name__}_{digest}"
    return kernel(function, cache=ours)


def strategy_of(rule: Callable[[Node], int]) -> Strategy:
    """Return the strategy that follows a rule.

    Raises PuzzleError when it is used, if the rule cannot be compiled or returns what it must not.
    """

    def begin(cover: ExactCover, points: Points | None, first: int | None, effort: int) -> Walk:
        state = Walk(rule, cover, points)
        try:
            state.advance(0, np.zeros((1, state.longest), np.int64))
        except Exception as error:
            from numba.core.errors import NumbaError  # what compiles is not needed where nothing is compiled

            if not isinstance(error, NumbaError):
                raise
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            raise PuzzleError(f"strategy {rule.__name__}: cannot be compiled: {' '.join(lines[1:3])}") from error
        state.head[:2] = -1, 0
        return state

    return Strategy(begin)
