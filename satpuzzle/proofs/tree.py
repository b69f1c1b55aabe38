"""A checker for trees of a search, short enough to be read as a whole, since `verify` rests on it.

A tree says in preorder on which item a complete search branches.  The checker keeps the options that can still be
chosen.  At an item, which must lack options, it goes into each of the item's options in ascending order, and leaves an
option out once it was tried; at a solution, where nothing may be lacking, into all that are left, for larger ones; at a
dead end, where some item must lack more than are left, into none.  So no solution is missed, whatever the tree says.
At a restriction options are left out that are images of others (`symmetry.py`).  `walk` runs as it is, with integers of
any length as words, or compiled, with words of 64 bits.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from satpuzzle.errors import ProofError
from satpuzzle.proofs.symmetry import Reduction

DEAD_END, RESTRICTION = 1, 2  # more than the number of items, which says "a solution"
_UNREAD = -1  # what a node branches on before its number is read
_ROOM = 1 << 18  # for options of solutions that are taken at a time


def walk(numbers: Any, at: int, state: Any, found: Any) -> tuple[int, int]:
    """Go on until `numbers` end, `found` is full or a restriction comes; return the next place in both."""
    rows, live, shift, head, chosen, branched, place, used, lower, upper, bit, listed, start, members, part = state
    items, solutions = len(lower), 0
    while head[0] >= 0:
        d = head[0]
        if branched[d] == _UNREAD:
            if at == len(numbers) or solutions == len(found) or numbers[at] == items + RESTRICTION:
                break
            number, lack = numbers[at], 0
            at, head[1] = at + 1, head[1] + 1
            for item in range(items if number >= items else 0):  # does one lack options, or more than are left?
                lack = lower[item] - used[item]
                for w in range(live.shape[1] if number > items else 0):
                    left = live[d, w] & rows[item, w]
                    while lack > 0 and left != 0:
                        lack, left = lack - 1, left & (left - bit[0])  # less its lowest bit
                    if lack <= 0:
                        break
                if lack > 0:
                    break
            if number < items and used[number] >= lower[number]:
                raise ValueError("it says an item that lacks nothing")
            if number == items and lack > 0:
                raise ValueError("it says a solution, and something is lacking")
            if number > items and (lack <= 0 or number > items + DEAD_END):
                raise ValueError("it says a dead end that is none, or no item at all")
            if number == items:
                found[solutions, :d] = chosen[:d]
                solutions += 1
            branched[d], place[d] = number, start[number]
        end = start[branched[d] + 1]
        while place[d] < end and live[d, listed[place[d]] >> shift] & bit[listed[place[d]]] == 0:
            place[d] += 1
        if place[d] < end:  # into the next option
            option = listed[place[d]]
            live[d, option >> shift] ^= bit[option]
            live[d + 1] = live[d]
            for item in members[part[option] : part[option + 1]]:
                used[item] += 1
                if used[item] == upper[item]:
                    for w in range(live.shape[1]):
                        live[d + 1, w] &= ~rows[item, w]
            head[0], chosen[d], branched[d + 1] = d + 1, option, _UNREAD
        else:  # back
            head[0] = d - 1
            if d > 0:
                for item in members[part[chosen[d - 1]] : part[chosen[d - 1] + 1]]:
                    used[item] -= 1
    return at, solutions


def check(reduced: Reduction, tree: Iterable[Any], take: Callable[[Any], None], compiled: Any = None) -> int:
    """Return the number of nodes of a tree; raise ProofError at the first thing that is wrong with it.

    `tree` yields arrays of its numbers.  `take` gets arrays of solutions, (n, longest), in the order of choice, padded
    with the number of options.  `compiled` is `walk`, compiled, if it is not to be run in plain Python.
    """
    bounds, options = reduced.statement.bounds, reduced.statement.options
    items, many = len(bounds), len(options)
    covering = [*([o for o in range(many) if item in options[o]] for item in range(items)), range(many), ()]
    listed, members = (np.array([x for one in lists for x in one], np.int64) for lists in (covering, options))
    start, part = (np.cumsum([0, *map(len, lists)]) for lists in (covering, options))
    lower, upper = (np.array([pair[i] for pair in bounds], np.int64) for i in (0, 1))
    depths = 2 + min(many, int(upper.sum()) // min(map(len, options), default=1))
    shift, words, kind = (6, many // 64 + 1, np.uint64) if compiled else (62, 1, object)
    bit: Any = np.array([1 << (o % 64 if compiled else o) for o in range(many)], kind)
    rows, live = np.zeros((items + 1, words), kind), np.zeros((depths, words), kind)
    for option, covered in enumerate(options):
        rows[[*covered, items], option >> shift] |= bit[option]
    live[0] = rows[items]
    (chosen, branched, place), head, used = np.full((3, depths), _UNREAD), np.zeros(2, np.int64), np.zeros_like(lower)
    state = [head, chosen, branched, place, used, lower, upper, bit, listed, start, members, part]
    head, chosen, branched, *_ = state = state if compiled else [some.tolist() for some in state]  # lists are faster
    missing = dict(reduced.left_out)
    try:
        for chunk in tree:
            at, numbers = 0, chunk if compiled else chunk.tolist()
            while at < len(chunk) and head[0] >= 0:
                if numbers[at] == items + RESTRICTION:
                    path = tuple(map(int, chosen[: head[0]]))
                    if path not in missing or (path and branched[len(path) - 1] != reduced.restricted[path[:-1]]):
                        raise ValueError("it says a restriction where none can be")
                    for option in missing.pop(path):
                        live[len(path), option >> shift] &= ~bit[option]
                    at += 1
                else:
                    found = np.full((1 + _ROOM // depths, depths - 1), many, np.int64)
                    at, solutions = (compiled or walk)(numbers, at, (rows, live, shift, *state), found)
                    take(found[:solutions])
            if at < len(chunk):
                raise ValueError("the tree goes on after its end")
    except ValueError as error:
        raise ProofError(f"tree, node {head[1]}: {error}") from None
    if head[0] >= 0 or missing:
        raise ProofError(f"the tree ends after {head[1]} nodes, and not all is tried")
    return int(head[1])
