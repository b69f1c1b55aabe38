"""Pairwise at-most-one.

One clause for each pair: not both.  No auxiliary variables, n (n - 1) / 2 clauses.  It propagates best
of all and grows fastest; also called naive or binomial.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield the clauses that forbid two of the literals."""
    first, second = np.triu_indices(len(literals), 1)
    yield np.stack([-literals[first], -literals[second]], axis=1)


def size(count: int) -> Size:
    """Return the size for so many literals."""
    return Size(0, count * (count - 1) // 2)
