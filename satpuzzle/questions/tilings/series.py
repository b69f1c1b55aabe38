"""Minimal recurrences of the numbers of walks, proved.

The walks of an automaton with s states satisfy a recurrence of order s at most, by its characteristic polynomial.  So
2 s numbers determine the recurrence of the least order (Berlekamp and Massey).  It is computed modulo primes; since the
numbers are integers, the coefficients are integers too (Fatou), and follow from enough of their remainders.  That the
recurrence holds is then checked with exact numbers: what is left over satisfies the recurrence of order s as well, so
it vanishes if s of its terms in a row do.

James L. Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on Information Theory 15, 1969.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.questions.tilings.sums import Sum
from satpuzzle.questions.tilings.transfer import Automaton

_LARGEST = 2**31 - 1  # primes are below, so that products have 62 bits


@dataclass(frozen=True)
class Series:
    """A power series: the quotient of two polynomials with integer coefficients, from that of x^0 on."""

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]  # begins with 1

    @property
    def order(self) -> int:
        """The order of the recurrence from which all terms follow, but for those before it holds."""
        return len(self.denominator) - 1

    @property
    def text(self) -> str:
        """The quotient as text."""
        return self.quotient()

    @property
    def recurrence(self) -> str:
        """The recurrence as text: a(n) = 2 a(n-1) - a(n-2); it holds for n from `start` on."""
        return self.recurring()

    def quotient(self, most: int | None = None) -> str:
        """Return the quotient as text, perhaps with at most so many terms of each polynomial."""
        above, below = polynomial(self.numerator, most), polynomial(self.denominator, most)
        above = f"({above})" if " " in above.lstrip("-") else above
        return above if below == "1" else f"{above}/({below})"

    def recurring(self, most: int | None = None) -> str:
        """Return the recurrence as text, perhaps with at most so many terms."""
        terms = [(-value, f"a(n-{back})") for back, value in enumerate(self.denominator) if back and value]
        return f"a(n) = {_sum(terms, most)}"

    @property
    def start(self) -> int:
        """The first n for which the recurrence holds."""
        return max(len(self.numerator), self.order)

    def terms(self) -> Iterator[int]:
        """Yield the coefficients of the series."""
        found = list[int]()
        while True:
            number = len(found)
            value = self.numerator[number] if number < len(self.numerator) else 0
            value -= sum(c * found[number - back] for back, c in enumerate(self.denominator) if 0 < back <= number)
            found.append(value)
            yield value


def polynomial(coefficients: Sequence[int], most: int | None = None) -> str:
    """Return a polynomial as text: 1 - 96 x^9 + x^18; of more than `most` terms, it says how many are left out."""
    powers = ("", "x", *(f"x^{power}" for power in range(2, len(coefficients))))
    return _sum([(value, power) for value, power in zip(coefficients, powers, strict=False) if value], most)


def _sum(terms: Sequence[tuple[int, str]], most: int | None) -> str:
    said, left_out = "", len(terms) - (len(terms) if most is None else most)
    for value, what in terms[:most]:
        size = str(abs(value)) if abs(value) != 1 or not what else ""
        part = f"{size} {what}".strip()
        said += (f" {'-' if value < 0 else '+'} " if said else "-" * (value < 0)) + part
    return said + f" + ... ({numbered(left_out, 'more term')})" * (left_out > 0) or "0"


def series_of(walks: Automaton | Sum[Automaton], clock: Clock = UNLIMITED) -> Series:
    """Return the generating function of the numbers of walks, in lowest terms; raises Stopped."""
    exact = list(islice(walks.walks(clock), 2 * walks.states + 1))
    modulus, remainders, before = 1, np.zeros(0, object), None
    for prime in _primes():
        clock.check()
        found = _shortest(np.array([term % prime for term in exact], np.int64), prime, clock)
        if len(found) < len(remainders):
            continue  # the prime divides what it must not
        if len(found) > len(remainders):
            modulus, remainders = 1, np.zeros(len(found), object)
        # Chinese remainders
        times = (found.astype(object) - remainders) * pow(modulus, -1, prime) % prime
        remainders, modulus = remainders + modulus * times, modulus * prime
        small = [int(value - modulus if 2 * value > modulus else value) for value in remainders]
        if small == before and (series := _checked(small, exact, clock)) is not None:
            return series
        before = small
    raise AssertionError("there are more primes")


def _checked(denominator: list[int], exact: Sequence[int], clock: Clock) -> Series | None:
    """Return the series with this denominator if the exact terms, twice as many as states, are its terms."""
    while len(denominator) > 1 and not denominator[-1]:
        denominator.pop()
    left = list[int]()
    for number in range(len(exact)):
        back = clock.each(enumerate(denominator[: number + 1]))
        left.append(sum(value * exact[number - before] for before, value in back if value))
    half = len(exact) // 2
    if any(left[half:]):
        return None
    numerator = left[:half]
    while len(numerator) > 1 and not numerator[-1]:
        numerator.pop()
    return Series(tuple(numerator), tuple(denominator))


def _primes() -> Iterable[int]:
    number = _LARGEST
    while True:
        if all(number % divisor for divisor in range(3, 46341, 2)):
            yield number
        number -= 2


def _shortest(terms: NDArray[np.int64], prime: int, clock: Clock) -> NDArray[np.int64]:
    """Return the denominator, from x^0 on, of the shortest recurrence of terms modulo a prime (Berlekamp, Massey)."""
    size = len(terms) + 2
    now, old = np.zeros(size, np.int64), np.zeros(size, np.int64)
    now[0] = old[0] = 1
    length, since, last = 0, 1, 1
    for number in clock.each(range(len(terms))):
        window = terms[number - length : number + 1][::-1]
        gap = int((now[: length + 1] * window % prime).sum() % prime)
        if not gap:
            since += 1
            continue
        factor = gap * pow(last, -1, prime) % prime
        kept = now.copy() if 2 * length <= number else None
        now[since:] = (now[since:] - factor * old[: size - since]) % prime
        if kept is None:
            since += 1
        else:
            length, old, last, since = number + 1 - length, kept, gap, 1
    return now[: length + 1]
