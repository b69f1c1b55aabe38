"""At most one, said to the solver as it is.

No clause and no auxiliary variable: the solver counts the literals itself, which a few can (MiniCard and those made
from it).  It propagates as pairs do and takes a word where pairs take a clause each.

Mark Liffiton and Jordyn Maglalang, A Cardinality Solver: More Expressive Constraints for Free, SAT 2012.
"""

from collections.abc import Iterator

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Add the bound to the formula's; there are no clauses to yield."""
    formula.bound(literals, 1)
    yield from ()


def size(count: int) -> Size:
    """Return the size for so many literals, a bound taken for a clause."""
    return Size(0, 1)
