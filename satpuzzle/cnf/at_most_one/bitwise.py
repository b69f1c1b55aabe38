"""Bitwise at-most-one.

The literals are numbered, and a true literal sets auxiliary bits to its number in binary.  ceil(log2 n) variables,
n ceil(log2 n) clauses.  While no literal is true the bits are free, so the number of models grows; with an
additional clause "at least one" it does not.

Steven Prestwich, Variable Dependency in Local Search: Prevention Is Better Than Cure, SAT 2007; Alan M.
Frisch and others, Modelling and Solving the Stable Marriage Problem Using Constraint Programming, 2005.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
    if len(literals) > 1:
        yield from numbered(formula, literals, np.arange(len(literals)))


def numbered(
    formula: Formula, literals: Literals, numbers: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> Iterator[Clauses]:
    """Yield clauses by which each true literal sets new auxiliary bits to its entry of `numbers`."""
    for place, bit in enumerate(formula.fresh(int(numbers.max()).bit_length())):
        yield np.stack([-literals, np.where(numbers >> place & 1, bit, -bit)], axis=1)


def size(count: int) -> Size:
    """Return the size of the encoding for `count` literals."""
    bits = (count - 1).bit_length() if count > 1 else 0
    return Size(bits, count * bits)
