"""At most one as a native cardinality constraint.

No clauses and no auxiliary variables: MiniCard and solvers derived from it handle the constraint themselves.  It
propagates like the pairwise encoding, in memory linear in the number of literals.

Mark Liffiton and Jordyn Maglalang, A Cardinality Solver: More Expressive Constraints for Free, SAT 2012.
"""

from collections.abc import Iterator

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Add a bound to the formula; yield no clauses."""
    formula.bound(literals, 1)
    yield from ()


def size(count: int) -> Size:
    """Return the size of the encoding for `count` literals; the bound counts as one clause."""
    return Size(0, 1)
