"""Labelled copies in lexicographic order, to measure what it costs to distinguish equal pieces.

Auxiliary y[c][i] means "copy c is placed at x[i]", t[c][i] "copy c is placed at one of x[0..i]".  Each copy is placed
at most once, the copies are in ascending order, and the first `lower` copies are placed:

    x[i]    <=>  y[0][i] or y[1][i] or ...
    t[c][i] <=>  t[c][i-1] or y[c][i]          y[c][i] -> not t[c][i-1]          y[c+1][i] -> t[c][i-1]

2 n k variables and about 6 n k clauses for k copies.  The order leaves one labelling of each solution, so the number
of models does not change; without the order there would be k! times as many.

James Crawford, Matthew Ginsberg, Eugene Luks and Amitabha Roy, Symmetry-Breaking Predicates for Search
Problems, KR 1996, for the order.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.cardinality.sequential import highest
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications


def between(formula: Formula, literals: Literals, lower: int, upper: int) -> Iterator[Clauses]:
    """Yield clauses by which at least `lower` and at most `upper` of the literals are true.

    Raises ValueError unless 0 <= lower <= upper and lower <= the number of literals.
    """
    highest(len(literals), lower, upper)
    count, copies = len(literals), min(upper, len(literals))
    if not copies:
        yield -literals[:, None]
        return
    y, t = formula.fresh(2 * count * copies).reshape(count, copies, 2).T
    yield np.concatenate([-literals[:, None], y.T], axis=1)
    for copy in range(copies):
        yield implications(y[copy], literals)
        yield implications(y[copy], t[copy])
        yield implications(t[copy, :-1], t[copy, 1:])
        yield implications(y[copy, 1:], -t[copy, :-1])
        yield np.stack([-t[copy, 1:], t[copy, :-1], y[copy, 1:]], axis=1)
        yield implications(t[copy, :1], y[copy, :1])
        if copy > 0:
            yield implications(y[copy, 1:], t[copy - 1, :-1])
            yield -y[copy, :1, None]
    yield t[:lower, -1, None]


def between_size(count: int, lower: int, upper: int) -> Size:
    """Return the size of the encoding for `count` literals and these bounds."""
    highest(count, lower, upper)
    copies = min(upper, count)
    if not copies:
        return Size(0, count)
    return Size(2 * count * copies, count + copies * (5 * count - 2) + max(copies - 1, 0) * count + lower)
