"""Sequential at-most-one.

Auxiliary s[i] means "one of x[0..i] is true", in one direction only, the textbook's form of Sinz's counter for one.
n - 1 variables, 3 n - 4 clauses.

Carsten Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.
"""

from collections.abc import Iterator

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield Sinz's clauses for one: s[i] where x[i] is true and from there on, and x[i] not where s[i-1] is.

    s may begin earlier, so there are more models than before.
    """
    if len(literals) > 1:
        counted = formula.fresh(len(literals) - 1)
        yield implications(literals[:-1], counted)
        yield implications(counted[:-1], counted[1:])
        yield implications(literals[1:], -counted)


def size(count: int) -> Size:
    """Return the size of at-most-one for so many literals."""
    return Size(count - 1, 3 * count - 4) if count > 1 else Size(0, 0)
