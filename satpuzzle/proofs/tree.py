"""A checker for trees of a search, short enough to be read as a whole, since `verify` rests on it.

A tree tells in preorder, by a number a node, on which item a complete search branches.  The checker keeps, as bits, the
options that can still be chosen.  At a node that says an item, which must lack options, it goes into each of the item's
options in ascending order, and leaves an option out once it was tried; fewer options than the item lacks are a dead
end.  The number of items says "a solution": nothing may be lacking, and all options that are left are tried, for
larger solutions.  So no solution is missed, whatever the numbers are; those that make no sense are refused.

At some nodes near the top options are left out that are images of others (`symmetry.py`).

`walk` runs as it is, with integers of any length as words, or compiled, with words of 64 bits.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from satpuzzle.errors import ProofError
from satpuzzle.proofs.geometry import Statement
from satpuzzle.proofs.symmetry import Reduction

# What `head` holds: the depth; whether a number is to be read there (1) or the host looks first (2); how deep the host
# looks; how many items lack options; the nodes so far.
_DEPTH, _READING, _PAUSE, _LACKING, _NODES = range(5)
_ROOM = 1 << 18  # entries of the table of solutions that are reported at a time


def walk(  # type: ignore[no-untyped-def]  # words are integers or arrays' 64 bits
    codes, at, head, lower, upper, bit, listed, start, members, part, used, chosen, branched, place, shift, rows, live,
    found,
):  # fmt: skip
    """Go on until numbers are used up, `found` is full or the host must look; return the next place in both."""
    number, items = 0, len(lower)
    while head[_DEPTH] >= 0:
        d = head[_DEPTH]
        if head[_READING] != 0:
            if head[_READING] == 2 or at == len(codes) or number == len(found):
                break
            item = codes[at]
            if item > items or (item == items and head[_LACKING] > 0):
                raise ValueError("it says a solution, and something is lacking, or no item at all")
            if item < items and used[item] >= lower[item]:
                raise ValueError("it says an item that lacks nothing")
            if item == items:
                found[number, :d] = chosen[:d]
                number += 1
            at += 1
            head[_NODES] += 1
            head[_READING] = 0
            branched[d], place[d] = item, start[item + 1]
            for w in range(live.shape[1]):
                if live[d, w] & rows[item, w] != 0:
                    place[d] = start[item]
                    break
            if item < items and lower[item] - used[item] > 1:
                lack = lower[item] - used[item]
                for p in range(start[item], start[item + 1]):
                    lack -= live[d, listed[p] >> shift] & bit[listed[p]] != 0
                if lack > 0:
                    place[d] = start[item + 1]
        option, end = -1, start[branched[d] + 1]
        while place[d] < end and option < 0:
            if live[d, listed[place[d]] >> shift] & bit[listed[place[d]]] != 0:
                option = listed[place[d]]
            place[d] += 1
        if option < 0:
            head[_DEPTH] = d - 1
            if d > 0:
                for m in members[part[chosen[d - 1]] : part[chosen[d - 1] + 1]]:
                    head[_LACKING] += used[m] == lower[m]
                    used[m] -= 1
            continue
        live[d, option >> shift] ^= bit[option]
        live[d + 1] = live[d]
        for m in members[part[option] : part[option + 1]]:
            used[m] += 1
            head[_LACKING] -= used[m] == lower[m]
            if used[m] == upper[m]:
                for w in range(live.shape[1]):
                    live[d + 1, w] &= ~rows[m, w]
        chosen[d] = option
        head[_DEPTH] = d + 1
        head[_READING] = 2 if d + 1 <= head[_PAUSE] else 1
    return at, number


def check(
    statement: Statement, reduction: Reduction, tree: Iterable[Any], report: Callable[[Any], None],
    step: Any = walk, bits: int | None = None,
) -> int:  # fmt: skip
    """Return the number of nodes of a tree; raise ProofError at the first thing that is wrong with it.

    `tree` yields arrays of its numbers, `step` is `walk`, perhaps compiled, and `bits` the length of its words.
    `report` gets arrays of solutions, (n, longest), in the order of choice, padded with the number of options.
    """
    options, items, many = statement.options, len(statement.bounds), len(statement.options)
    lower, upper = (np.array([pair[i] for pair in statement.bounds], np.int64) for i in (0, 1))
    shift, words, kind = (6, many // 64 + 1, np.uint64) if bits else (62, 1, object)
    bit: Any = np.array([1 << (o % 64 if bits else o) for o in range(many)], kind)
    covering: list[list[int]] = [[] for _ in range(items)]
    for option, covered in enumerate(options):
        for item in covered:
            covering[item].append(option)
    rows: Any = np.zeros((items + 1, words), kind)  # the options of each item, and at the end all
    for item, some in enumerate([*covering, list(range(many))]):
        for option in some:
            rows[item, option >> shift] |= bit[option]
    lists = [*covering, list(range(many))]
    depths = 2 + min(many, int(upper.sum()) // min(map(len, options), default=1))
    live: Any = np.zeros((depths, words), kind)
    live[0] = rows[-1]
    head = np.array([0, 2, 0, (lower > 0).sum(), 0], np.int64)
    vectors = [
        head, lower, upper, bit, np.concatenate([*map(np.array, lists)]).astype(np.int64),
        np.cumsum([0, *map(len, lists)]), np.array([item for covered in options for item in covered], np.int64),
        np.cumsum([0, *map(len, options)]), np.zeros(items, np.int64), *np.zeros((3, depths), np.int64),
    ]  # fmt: skip
    if not bits:  # lists are faster than arrays, one by one
        vectors = [vector.tolist() for vector in vectors]
    head, _, _, bit, _, _, _, _, _, chosen, branched, _ = vectors
    looked = 0
    try:
        for chunk in tree:
            at, numbers = 0, chunk if bits else chunk.tolist()
            while at < len(chunk):
                depth = int(head[_DEPTH])
                if depth < 0:
                    raise ValueError("the tree goes on after its end")
                if head[_READING] == 2:
                    path, head[_PAUSE], head[_READING] = tuple(map(int, chosen[:depth])), depth, 1
                    if path in reduction.restricted:
                        if path and branched[depth - 1] != reduction.restricted[path[:-1]]:
                            raise ValueError("a restriction below a node that branches on another item")
                        for option in reduction.left_out[path]:
                            live[depth, option >> shift] &= ~bit[option]
                        head[_PAUSE], looked = depth + 1, looked + 1
                found = np.full((1 + _ROOM // depths, depths - 1), many, np.int64)
                at, number = step(numbers, at, *vectors, shift, rows, live, found)
                if number:
                    report(found[:number])
    except ValueError as error:
        raise ProofError(f"tree, node {head[_NODES] + 1}: {error}") from None
    if head[_DEPTH] >= 0 or looked < len(reduction.restricted):
        raise ProofError(f"the tree ends after {head[_NODES]} nodes, and not all is tried")
    return int(head[_NODES])
