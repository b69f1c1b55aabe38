"""A checker for trees of a search, short enough to be read as a whole, since `verify` depends on it.

A tree is a list of numbers, one for each node of a complete search in preorder.  The checker keeps the options that can
still be chosen, as bits.  If the number is an item, the item must lack options; the checker tries each of its options
in ascending order and then removes it.  At a solution no item may lack options, and all remaining options are tried.
At a dead end some item must lack more options than remain, and none is tried.  So no solution is missed, whatever the
numbers are.  A restriction removes images of other options (`symmetry.py`).  A colour has a list of the options that
disagree with it; its first option removes them.  An option may cover an item several times (`weights.py`).  In `walk`,
a set of options is one integer; `engines/native/kernels/tree.c` does the same with words of 64 bits (`walking.py`).
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.colours import disagreements
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.proofs.check.symmetry import Reduction
from satpuzzle.proofs.check.weights import Steps

DEAD_END, RESTRICTION = 1, 2  # added to the number of items, which itself means "a solution"
WRONG = (
    "the tree branches on an item that lacks nothing",
    "the tree has a solution here, but an item lacks options",
    "the tree has a dead end here that is none, or an unknown number",
)
_UNREAD = -1  # stands for the number of a node until it is read
_ROOM = 1 << 18  # how many options, over all solutions, are given to `take` at a time


def walk(numbers: Any, at: int, state: Any, found: Any) -> tuple[int, int]:
    """Check nodes from `at` to a restriction, the end or a full `found`; return the next `at` and the number found."""
    rows, live, head, chosen, branched, used, lower, upper, members, times, part, steps, more = state
    items, solutions = len(lower), 0
    while head[0] >= 0:
        d = head[0]
        if branched[d] == _UNREAD:
            if at == len(numbers) or solutions == len(found) or numbers[at] == items + RESTRICTION:
                break
            number, lack = numbers[at], 0
            at, head[1], branched[d] = at + 1, head[1] + 1, number
            for item in range(items if number >= items else 0):  # find one that lacks options, or more than remain
                left = live[d, 0] & rows[item, 0] if number > items else 0
                lack = lower[item] - used[item] - left.bit_count()
                for step in range(steps[item], steps[item + 1]) if left else ():
                    lack -= more[step] * (left & rows[step, 0]).bit_count()
                if lack > 0:
                    break
            if number < items and used[number] >= lower[number]:
                raise ValueError(WRONG[0])
            if number == items and lack > 0:
                raise ValueError(WRONG[1])
            if number > items and (lack <= 0 or number > items + DEAD_END):
                raise ValueError(WRONG[2])
            if number == items:
                found[solutions, :d] = chosen[:d]
                solutions += 1
        left = live[d, 0] & rows[branched[d], 0]
        if left:  # try the next option
            option = (left & -left).bit_length() - 1
            live[d, 0] ^= 1 << option
            live[d + 1, 0] = live[d, 0]
            for place in range(part[option], part[option + 1]):
                item, before = members[place], used[members[place]]
                used[item] += times[place]
                if used[item] >= upper[item] > before:
                    live[d + 1, 0] &= ~rows[item, 0]
            head[0], chosen[d], branched[d + 1] = d + 1, option, _UNREAD
        else:  # return to the parent node
            head[0] = d - 1
            if d > 0:
                for place in range(part[chosen[d - 1]], part[chosen[d - 1] + 1]):
                    used[members[place]] -= times[place]
    return at, solutions


def check(reduced: Reduction, tree: Iterable[Any], take: Callable[[Any], None], compiled: Any = None) -> int:
    """Check a tree and return the number of its nodes; raises ProofError at the first error.

    `tree` yields arrays of its numbers.  `take` gets solutions, (n, longest), as options in the order of choice, padded
    with the number of options.  `compiled` may replace `walk`; for it, sets of options are words of 64 bits.
    """
    items, many = len(reduced.statement.bounds), len(reduced.statement.options)
    length, one = (64, np.uint64(1)) if compiled else (many + 1, 1)  # of a word, and its first bit
    rows, live, state = _begun(reduced.statement, length, one)
    head, chosen, branched, *_ = state = state if compiled else [some.tolist() for some in state]  # lists are faster
    missing, found = dict(reduced.left_out), np.full((1 + _ROOM // len(live), len(live) - 1), many, np.int64)
    try:
        for chunk in tree:
            at, numbers = 0, chunk if compiled else chunk.tolist()
            while at < len(chunk) and head[0] >= 0:
                if numbers[at] == items + RESTRICTION:
                    path = tuple(map(int, chosen[: head[0]]))
                    if path not in missing or (path and branched[len(path) - 1] != reduced.restricted[path[:-1]]):
                        raise ValueError("the tree has a restriction where none is allowed")
                    for option in missing.pop(path):
                        live[len(path), option // length] &= ~(one << option % length)
                    at += 1
                else:
                    at, solutions = (compiled or walk)(numbers, at, (rows, live, *state), found)
                    take(found[:solutions])
                    found[:solutions] = many
            if at < len(chunk):
                raise ValueError("the tree continues after its end")
    except ValueError as error:
        raise ProofError(f"tree, node {head[1]}: {error}") from None
    if head[0] >= 0 or missing:
        raise ProofError(f"the tree ends after {head[1]} nodes, before all options are tried")
    return int(head[1])


def _begun(statement: Statement, length: int, one: Any) -> tuple[Any, Any, list[Any]]:
    """Return what `walk` keeps, at the root: rows, live and the rest; sets of options are words of `length` bits."""
    bounds, options = statement.bounds, statement.options
    items, many = len(bounds), len(options)
    has, meets, hues = disagreements(statement, items + 2)
    steps = Steps(statement, items + 2 + hues)
    every = [[*steps.covered(option), *((hue, 1) for hue in has[option])] for option in range(many)]
    members, times = (np.array([pair[i] for one in every for pair in one], np.int64) for i in (0, 1))
    part = np.cumsum([0, *map(len, every)])
    lower, upper = (np.array([pair[i] for pair in bounds], np.int64) for i in (0, 1))
    least = min((sum(upper[item] < many for item in covered) for covered in options), default=0)
    depths = 2 + min(many, int(upper[upper < many].sum()) // least if least else many)
    rows, live = (
        np.zeros((count, many // length + 1), getattr(one, "dtype", object)) for count in (steps.start[-1], depths)
    )
    for option, covered in enumerate(options):
        whole = [] if steps.too_heavy(option) else [items]
        own = [*covered, *whole, *meets[option], *steps.having(option)]
        rows[own, option // length] |= one << option % length
    live[0] = rows[items]
    upper = np.array([*upper, *[1] * (2 + hues), *steps.upper], np.int64)  # a colour's first option excludes others
    (chosen, branched), head, used = np.full((2, depths), _UNREAD), np.zeros(2, np.int64), np.zeros_like(upper)
    more = np.array([0] * steps.start[0] + steps.more, np.int64)
    return rows, live, [head, chosen, branched, used, lower, upper, members, times, part, np.array(steps.start), more]
