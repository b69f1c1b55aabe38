"""Bimander at-most-one.

The literals are grouped in pairs.  One clause forbids both literals of a pair; between pairs the encoding is bitwise:
a true literal sets auxiliary bits to the binary number of its pair.  ceil(log2(n / 2)) variables, about
n / 2 + n log2(n / 2) clauses.  As in `bitwise`, the bits are free while no literal is true.

Steffen Hölldobler and Van-Hau Nguyen, An Efficient Encoding of the At-Most-One Constraint, 2013.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.cnf.at_most_one.bitwise import numbered
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


def at_most_one(formula: Formula, literals: Literals) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true."""
    if len(literals) < 2:
        return
    pairs = len(literals) // 2
    yield np.stack([-literals[0 : 2 * pairs : 2], -literals[1::2]], axis=1)
    yield from numbered(formula, literals, np.arange(len(literals)) // 2)


def size(count: int) -> Size:
    """Return the size of the encoding for `count` literals."""
    bits = ((count + 1) // 2 - 1).bit_length() if count > 1 else 0
    return Size(bits, count // 2 + count * bits)
