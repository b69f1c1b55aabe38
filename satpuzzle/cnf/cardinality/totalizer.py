"""Totalizer.

A tree of unary adders.  Each node counts the true literals in its subtree: its output r[j] means r >= j, where r is
that number.  If a and b are the numbers of its two children, r = a + b is encoded in both directions, so that the
number of models does not change:

    a >= i and b >= j   ->   r >= i + j           a < i + 1 and b < j + 1   ->   r < i + j + 1

A node counts no further than the larger bound k requires.  For n literals there are at most about n log2 n variables,
and O(k^2) clauses a node.

Olivier Bailleux and Yacine Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003.
"""

from collections.abc import Generator, Iterator
from functools import cache

from satpuzzle.cnf.cardinality.sequential import highest
from satpuzzle.cnf.formula import BLOCK, Clauses, Formula, Literals, Size, stacked


def between(formula: Formula, literals: Literals, lower: int, upper: int) -> Iterator[Clauses]:
    """Yield clauses by which at least `lower` and at most `upper` of the literals are true.

    Raises ValueError unless 0 <= lower <= upper and lower <= the number of literals.
    """
    top = highest(len(literals), lower, upper)
    clauses: list[list[int]] = []

    def total(part: list[int]) -> Generator[Clauses, None, list[int]]:
        if len(part) < 2:
            return part
        a = yield from total(part[: len(part) // 2])
        b = yield from total(part[len(part) // 2 :])
        r: list[int] = formula.fresh(min(len(part), top)).tolist()
        for i in range(len(a) + 1):
            for j in range(len(b) + 1):
                if 0 < i + j <= top:
                    clauses.append([*(-x for x in (*a[:i][-1:], *b[:j][-1:])), r[i + j - 1]])
                if i + j < len(r):
                    clauses.append([*a[i : i + 1], *b[j : j + 1], -r[i + j]])
            if len(clauses) > BLOCK:
                yield from stacked(clauses)
                clauses.clear()
        return r

    counted = yield from total(literals.tolist() if top else [])
    if upper < len(literals):
        clauses.append([-counted[upper]])
    if lower > 0:
        clauses.append([counted[lower - 1]])
    yield from stacked(clauses)


def between_size(count: int, lower: int, upper: int) -> Size:
    """Return the size of the encoding for `count` literals and these bounds."""
    top = highest(count, lower, upper)

    @cache
    def total(part: int) -> Size:
        if part < 2:
            return Size(0, 0)
        half, rest = part // 2, part - part // 2
        a, b, r = min(half, top), min(rest, top), min(part, top)
        sums = [i + j for i in range(a + 1) for j in range(b + 1)]
        clauses = sum(0 < both <= top for both in sums) + sum(both < r for both in sums)
        return Size(r, clauses).plus(total(half)).plus(total(rest))

    return total(count if top else 0).plus(Size(0, (upper < count) + (lower > 0)))
