"""Commander at-most-one.

The literals are divided into groups of three.  Each group has an auxiliary commander, which is true exactly when a
literal of the group is true.  Within a group the encoding is pairwise; the commanders are encoded recursively.
About n / 2 variables and 7 n / 2 clauses; the number of models does not change.

Will Klieber and Gihwon Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.at_most_one import pairwise
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications

_GROUP = 3
_FEW = 6  # up to this many literals, the pairwise encoding takes no more clauses


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
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
    """Return the size of the encoding for `count` literals."""
    if count <= _FEW:
        return pairwise.size(count)
    groups = -(-count // _GROUP)
    full, last = divmod(count, _GROUP)
    within = full * pairwise.size(_GROUP).clauses + pairwise.size(last).clauses
    return Size(groups, count + groups + within).plus(size(groups))
