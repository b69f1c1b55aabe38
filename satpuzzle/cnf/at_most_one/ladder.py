"""Ladder at-most-one.

Auxiliary y[i] means "a literal from x[i] on is true".  Validity clauses make the ladder of y descend;
channelling clauses say that x[i] is true exactly where it steps down:

    y[i+1] -> y[i]        x[i] <=> y[i] and not y[i+1]

n variables, 4 n - 2 clauses, and as many models as before.  (For exactly one, y[0] is true and one variable less
is enough.)

Ian P. Gent and Peter Nightingale, A New Encoding of AllDifferent into SAT, ModRef 2004.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield the clauses that forbid two of the literals."""
    if len(literals) < 2:
        return
    climbed = formula.fresh(len(literals))  # climbed[i]: a literal from x[i] on is true
    below, above = climbed[:-1], climbed[1:]
    yield implications(above, below)
    yield implications(literals, climbed)
    yield implications(literals[:-1], -above)
    yield np.stack([-below, above, literals[:-1]], axis=1)
    yield implications(climbed[-1:], literals[-1:])


def size(count: int) -> Size:
    """Return the size for so many literals."""
    return Size(count, 4 * count - 2) if count > 1 else Size(0, 0)
