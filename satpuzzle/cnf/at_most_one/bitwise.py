"""Bitwise at-most-one.

Each literal has a number in binary, and when it is true the auxiliary bits show that number.
ceil(log2 n) variables, n ceil(log2 n) clauses.  While no literal is true the bits are free, so there are more
models than before unless "at least one" stands beside it and n is a power of two or the bits are fixed by it.

Steven Prestwich, Variable Dependency in Local Search: Prevention Is Better Than Cure, SAT 2007; Alan M.
Frisch and others, Modelling and Solving the Stable Marriage Problem Using Constraint Programming, 2005.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield the clauses that forbid two of the literals."""
    if len(literals) > 1:
        yield from numbered(formula, literals, np.arange(len(literals)))


def numbered(
    formula: Formula, literals: Literals, numbers: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> Iterator[Clauses]:
    """Yield clauses that make fresh bits show the number of each literal that is true."""
    for place, bit in enumerate(formula.fresh(int(numbers.max()).bit_length())):
        yield np.stack([-literals, np.where(numbers >> place & 1, bit, -bit)], axis=1)


def size(count: int) -> Size:
    """Return the size for so many literals."""
    bits = (count - 1).bit_length() if count > 1 else 0
    return Size(bits, count * bits)
