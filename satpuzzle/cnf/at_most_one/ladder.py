"""Ladder at-most-one.

Auxiliary y[i] means "x[i] or a later literal is true".  Validity clauses make y non-increasing; channelling clauses
define x[i] as the place where y falls:

    y[i+1] -> y[i]        x[i] <=> y[i] and not y[i+1]

n variables, 4 n - 2 clauses; the number of models does not change.  (Exactly-one needs one variable less, since y[0]
is true.)

Ian P. Gent and Peter Nightingale, A New Encoding of AllDifferent into SAT, ModRef 2004.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
    if len(literals) < 2:
        return
    y = formula.fresh(len(literals))
    this, following = y[:-1], y[1:]
    yield implications(following, this)
    yield implications(literals, y)
    yield implications(literals[:-1], -following)
    yield np.stack([-this, following, literals[:-1]], axis=1)
    yield implications(y[-1:], literals[-1:])


def size(count: int) -> Size:
    """Return the size of the encoding for `count` literals."""
    return Size(count, 4 * count - 2) if count > 1 else Size(0, 0)
