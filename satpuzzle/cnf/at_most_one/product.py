"""Product at-most-one.

The literals are points of a grid with about sqrt(n) rows and columns.  A true literal makes its row and its
column true, and of the rows, as of the columns, at most one may be true: by the same encoding again, pairwise
when there are few.  About 2 sqrt(n) variables and 2 n + 4 sqrt(n) clauses, the fewest known.  Rows and columns
are free while no literal is true, so there are more models than before.

Jingchao Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010.
"""

from collections.abc import Iterator
from math import isqrt

import numpy as np

from satpuzzle.cnf.at_most_one import pairwise
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications

_FEW = 6  # literals that pairwise clauses serve with fewer


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield the clauses that forbid two of the literals."""
    if len(literals) <= _FEW:
        yield from pairwise.at_most_one(formula, literals)
        return
    height, width = _grid(len(literals))
    rows, columns = formula.fresh(height), formula.fresh(width)
    place = np.arange(len(literals))
    yield implications(literals, rows[place // width])
    yield implications(literals, columns[place % width])
    yield from at_most_one(formula, rows)
    yield from at_most_one(formula, columns)


def size(count: int) -> Size:
    """Return the size for so many literals."""
    if count <= _FEW:
        return pairwise.size(count)
    height, width = _grid(count)
    return Size(height + width, 2 * count).plus(size(height)).plus(size(width))


def _grid(count: int) -> tuple[int, int]:
    width = isqrt(count - 1) + 1
    return -(-count // width), width
