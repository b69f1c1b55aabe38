"""The Pfaffian of a skew-symmetric matrix of integers, exactly: modulo primes, then by the Chinese remainder theorem.

The rows and columns of two vertices are eliminated together:

     0  a  u
    -a  0  x     Pf = a Pf(R - (uᵀx - xᵀu) / a)
     .  .  R

A vertex has a row only from when a neighbour is eliminated until it is, so along a board of width w there are about w
rows at a time.  Residues are floating-point numbers from -p/2 to p/2 with p < 2^27: a product and a sum are exact in 53
bits.  The fourth power of the Pfaffian is at most the product of the sums of the squares in each row (Hadamard, 1893).
One prime more than this bound needs is a check.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import isqrt, prod

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.errors import MethodError

Rows = Sequence[dict[int, int]]  # for each vertex the entries that are not 0, by vertex
_Residues = NDArray[np.float64]  # (..., primes)
_BITS = 27  # of a prime
_TOGETHER = 128  # primes for which rows are eliminated at the same time
_ROWS = 32  # rows for which there is room at first


def pfaffian(rows: Rows, memory: int, clock: Clock, watch: Callable[[], None] = lambda: None) -> int:
    """Return the Pfaffian; vertices are eliminated in order, so neighbours should be near each other in it.

    `watch` is called several times a second.  Raises MethodError if this takes more than `memory` bytes, and Stopped if
    the clock stops.
    """
    bound = 16 * prod(sum(entry * entry for entry in row.values()) for row in rows)  # of (2 Pf)^4
    primes, total, modulus = _primes(), 0, 1
    while True:
        missing = (bound.bit_length() - 4 * (modulus.bit_length() - 1)) // (4 * (_BITS - 1)) + 2
        batch = [*islice(primes, max(1, min(missing, _TOGETHER)))]
        for prime, residue in _Elimination(rows, batch, memory).residues(clock, watch):
            if modulus**4 > bound:
                found = total if 2 * total < modulus else total - modulus
                if (found - residue) % prime:
                    raise ArithmeticError(f"the determinant is another number modulo {prime}")
                return found
            total += modulus * ((residue - total) * pow(modulus, -1, prime) % prime)
            modulus *= prime


def _primes() -> Iterator[int]:
    """Yield the primes of _BITS bits from the largest on."""
    least = 1 << (_BITS + 1) // 2
    odd = np.ones(least, np.bool_)
    for number in range(3, isqrt(least) + 1, 2):
        odd[number * number :: number] = False
    small = np.arange(3, least, 2)[odd[3::2]]
    for high in range(1 << _BITS, 1 << (_BITS - 1), -256):
        numbers = np.arange(high - 1, high - 256, -2)
        yield from numbers[(numbers[:, None] % small).all(axis=1)].tolist()


class _Elimination:
    """Eliminates the vertices of a matrix modulo some primes."""

    def __init__(self, rows: Rows, primes: Sequence[int], memory: int) -> None:
        self._rows, self._memory, self._primes = rows, memory, np.array(primes, np.float64)
        self._inverse = 1 / self._primes
        self._entries = np.zeros((_ROWS, _ROWS, len(primes)))
        self._place: dict[int, int] = {}  # of each vertex that has a row
        self._vertex = np.zeros(_ROWS, np.int64)  # the vertex at each place
        self._free = [*range(_ROWS)]
        self._begun = [False] * len(rows)  # whether all entries of the vertex were made

    def residues(self, clock: Clock, watch: Callable[[], None]) -> list[tuple[int, int]]:
        """Return the Pfaffian modulo each prime, without those modulo which a pivot happened to be 0."""
        result, order = np.ones(len(self._primes)), list[int]()
        usable = np.ones(len(self._primes), np.bool_)
        for vertex in range(len(self._rows)):
            clock.check()
            watch()
            if self._begun[vertex] and vertex not in self._place:
                continue  # eliminated
            one = self._row(vertex)
            able = np.count_nonzero(self._entries[one], axis=1)
            best = np.flatnonzero(able == max(1, able.max()))
            if not len(best):
                return [(int(prime), 0) for prime in self._primes]
            partner = int(self._vertex[best].min())
            other = self._row(partner)
            pivot = self._entries[one, other].copy()
            usable &= (pivot != 0) | ~self._entries[one].any(axis=0)
            result = self._reduced(result * pivot)
            self._eliminate(one, other, pivot)
            self._drop(vertex)
            self._drop(partner)
            order += [vertex, partner]
        result *= _parity(order)
        return [(int(self._primes[k]), int(result[k])) for k in np.flatnonzero(usable)]

    def _reduced(self, numbers: _Residues) -> _Residues:
        numbers -= self._primes * np.rint(numbers * self._inverse)
        return numbers

    def _eliminate(self, one: int, other: int, pivot: _Residues) -> None:
        """Subtract from all other rows what makes their entries in the columns of two vertices 0."""
        inverse = [pow(int(a), -1, int(p)) if a else 0 for a, p in zip(pivot, self._primes, strict=True)]
        pair = self._entries[[one, other]]
        pair[:, [one, other]] = 0
        u, x = (np.flatnonzero(row.any(axis=1)) for row in pair)
        factors = self._reduced(pair[0, u] * self._reduced(np.array(inverse, np.float64)))
        change = self._reduced(factors[:, None] * pair[1, x])
        above, below = np.ix_(u, x), np.ix_(x, u)
        self._entries[above] = changed = self._reduced(self._entries[above] - change)
        if np.isin(u, x).any():  # else the entries below are those above with the other sign
            changed = self._reduced(-self._entries[below].transpose(1, 0, 2) - change)
        self._entries[below] = -changed.transpose(1, 0, 2)

    def _row(self, vertex: int) -> int:
        """Give a vertex a row with all its entries; return its place."""
        here = self._place_of(vertex)
        if not self._begun[vertex]:
            self._begun[vertex] = True
            for other, entry in self._rows[vertex].items():
                if not self._begun[other]:
                    there = self._place_of(other)
                    self._entries[here, there] += entry
                    self._entries[there, here] -= entry
        return here

    def _place_of(self, vertex: int) -> int:
        if vertex not in self._place:
            if not self._free:
                size = len(self._vertex)
                if 4 * 2 * self._entries.nbytes > self._memory:
                    raise MethodError(f"a matrix with more than {size} rows does not fit into {self._memory >> 20} MiB")
                self._entries = np.pad(self._entries, ((0, size), (0, size), (0, 0)))
                self._vertex, self._free = np.pad(self._vertex, (0, size)), [*range(size, 2 * size)]
            self._place[vertex] = self._free.pop()
            self._vertex[self._place[vertex]] = vertex
        return self._place[vertex]

    def _drop(self, vertex: int) -> None:
        here = self._place.pop(vertex)
        self._entries[here] = self._entries[:, here] = 0
        self._free.append(here)


def _parity(order: Sequence[int]) -> int:
    """Return the sign of a permutation."""
    sign, met = 1, [False] * len(order)
    for start in order:
        length = 0
        while not met[start]:
            met[start], start, length = True, order[start], length + 1
        sign *= -1 if length % 2 == 0 and length else 1
    return sign
