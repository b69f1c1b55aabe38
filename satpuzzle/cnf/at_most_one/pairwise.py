"""Pairwise at-most-one.

One clause forbids both literals of each pair.  No auxiliary variables, n (n - 1) / 2 clauses: it propagates without
intermediate steps, but grows quadratically.  Also called naive or binomial.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
    first, second = np.triu_indices(len(literals), 1)
    yield np.stack([-literals[first], -literals[second]], axis=1)


def size(count: int) -> Size:
    """Return the size of the encoding for `count` literals."""
    return Size(0, count * (count - 1) // 2)
