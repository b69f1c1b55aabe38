"""Product at-most-one.

The literals are points of a grid with about sqrt(n) rows and columns, which have auxiliary variables.  A true literal
implies its row and its column; rows and columns are encoded recursively, pairwise when there are few.  About 2 sqrt(n)
variables and 2 n + 4 sqrt(n) clauses, the fewest known.  While no literal is true, a row and a column may be true, so
the number of models grows.

Jingchao Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010.
"""

from collections.abc import Iterator
from math import isqrt

import numpy as np

from satpuzzle.cnf.at_most_one import pairwise
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications

_FEW = 6  # up to this many literals, the pairwise encoding takes fewer clauses


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
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
    """Return the size of the encoding for `count` literals."""
    if count <= _FEW:
        return pairwise.size(count)
    height, width = _grid(count)
    return Size(height + width, 2 * count).plus(size(height)).plus(size(width))


def _grid(count: int) -> tuple[int, int]:
    width = isqrt(count - 1) + 1
    return -(-count // width), width
