"""Sequential at-most-one.

Each of x[0] to x[i] implies the auxiliary s[i]:

    x[i] -> s[i]        s[i-1] -> s[i]        x[i] -> not s[i-1]

The converse is not encoded, as in the textbook form of Sinz's counter for k = 1: s may become true before any literal
does, so the number of models grows.  n - 1 variables, 3 n - 4 clauses.

Carsten Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.
"""

from collections.abc import Iterator

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
    if len(literals) > 1:
        counted = formula.fresh(len(literals) - 1)
        yield implications(literals[:-1], counted)
        yield implications(counted[:-1], counted[1:])
        yield implications(literals[1:], -counted)


def size(count: int) -> Size:
    """Return the size of the encoding for `count` literals."""
    return Size(count - 1, 3 * count - 4) if count > 1 else Size(0, 0)
