"""Native cardinality constraints: at most `upper` literals are true, and at most `n - lower` are false.

`at_most_one/native.py` names the solvers that handle them.
"""

from collections.abc import Iterator

from satpuzzle.cnf.cardinality.sequential import highest
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def between(formula: Formula, literals: Literals, lower: int, upper: int) -> Iterator[Clauses]:
    """Add bounds to the formula by which at least `lower` and at most `upper` of the literals are true.

    Raises ValueError unless 0 <= lower <= upper and lower <= the number of literals.
    """
    highest(len(literals), lower, upper)
    if upper < len(literals):
        formula.bound(literals, upper)
    if lower:
        formula.bound(-literals, len(literals) - lower)
    yield from ()


def between_size(count: int, lower: int, upper: int) -> Size:
    """Return the size of the encoding for `count` literals; each bound counts as one clause."""
    highest(count, lower, upper)
    return Size(0, (upper < count) + (lower > 0))
