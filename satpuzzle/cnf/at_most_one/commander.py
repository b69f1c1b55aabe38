"""Commander at-most-one.

The literals stand in groups of three, each with a commander, which is true exactly when one of its
group is.  Within a group the clauses are pairwise; of the commanders at most one may be true, by the same
encoding again.  About n / 2 variables and 7 n / 2 clauses, and as many models as before.

Will Klieber and Gihwon Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.at_most_one import pairwise
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications

_GROUP = 3
_FEW = 6  # literals that pairwise clauses serve with no more clauses


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield the clauses that forbid two of the literals."""
    if len(literals) <= _FEW:
        yield from pairwise.at_most_one(formula, literals)
        return
    commanders = formula.fresh(-(-len(literals) // _GROUP))
    yield implications(literals, commanders[np.arange(len(literals)) // _GROUP])
    for number, commander in enumerate(commanders):
        group = literals[_GROUP * number : _GROUP * (number + 1)]
        yield np.concatenate([[-commander], group])[None].astype(np.int32)
        yield from pairwise.at_most_one(formula, group)
    yield from at_most_one(formula, commanders)


def size(count: int) -> Size:
    """Return the size for so many literals."""
    if count <= _FEW:
        return pairwise.size(count)
    groups = -(-count // _GROUP)
    full, last = divmod(count, _GROUP)
    within = full * pairwise.size(_GROUP).clauses + pairwise.size(last).clauses
    return Size(groups, count + groups + within).plus(size(groups))
