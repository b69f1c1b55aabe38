"""Bounds said to the solver as they are: at most `upper`, and of the negations at most all but `lower`.

See `at_most_one/native.py`.
"""

from collections.abc import Iterator

from satpuzzle.cnf.cardinality.sequential import highest
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def between(formula: Formula, literals: Literals, lower: int, upper: int) -> Iterator[Clauses]:
    """Add to the formula's bounds that at least `lower` and at most `upper` of the literals are true.

    Raises ValueError unless 0 <= lower <= upper and lower <= the number of literals.
    """
    highest(len(literals), lower, upper)
    if upper < len(literals):
        formula.bound(literals, upper)
    if lower:
        formula.bound(-literals, len(literals) - lower)
    yield from ()


def between_size(count: int, lower: int, upper: int) -> Size:
    """Return the size for so many literals and these bounds, a bound taken for a clause."""
    highest(count, lower, upper)
    return Size(0, (upper < count) + (lower > 0))
