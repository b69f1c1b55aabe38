"""Checks in how many ways shapes tile strips of one width and of every length, by one certificate.

A strip has columns along the first vector of the grid's basis.  The checker fills one column after the other, cell by
cell.  When a column is full, all that matters is which cells beyond it are covered: the *state*, of which there are as
many as the certificate says.  So the numbers of tilings are those of walks from the empty state to itself.

States that lead equally often into each class of a partition have equally many walks to the end, of each length, if
the end is a class of its own; let there be m classes.  Then the numbers are the coefficients of a quotient P / Q with P
of degree m - 1 and Q of degree m at most.  A certificate claims that they are those of N / D.  The power series
(D P - N Q) / Q is zero if its first coefficients are, as many as the degree of D P - N Q may be, and one more.

A claim is written in one way: no two pieces have a copy in common, the last coefficients are not 0, and N and D have no
common factor, since they have none modulo some prime.  So no recurrence has an order below the degree of D.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.check.motions import Cell, cells_of
from satpuzzle.proofs.check.patches import Shape
from satpuzzle.puzzle.grids import Grid

Ways = dict[int, int]  # how many ways lead to each state, or class
WIDEST, MOST_STATES, MOST_PIECES = 64, 200_000, 2000  # in a certificate
_WITHIN, _MOST_STEPS = 4 * MOST_STATES, 5_000_000  # states while a column is filled, steps between states
_PRIMES = 2**61 - 1, 2**31 - 1, 2**19 - 1


@dataclass(frozen=True)
class Columns:
    """The cells of a column as bits from 0 on, those of the next column after them, and the copies that cover each."""

    cells: int
    copies: list[set[int]]

    @classmethod
    def of(cls, shapes: Sequence[Shape], section: Sequence[int], clock: Clock) -> "Columns":
        """Return the columns of a strip with this cross-section, and the copies of shapes that lie in it."""
        grid = shapes[0].grid
        first = cells_of(grid.box((1, *section)))
        number = {cell: place for place, cell in enumerate(first)}
        step = cells_of(grid.basis)[0]
        for column in range(1, max(map(_longest, shapes))):
            for place, cell in enumerate(first):
                there = tuple(a + column * b for a, b in zip(cell, step, strict=True))
                number[there] = column * len(first) + place
        copies: list[set[int]] = [set() for _ in first]
        for shape in shapes:
            for place, cell in clock.each(enumerate(first)):
                for copy in shape.through(cell):
                    if all(each in number for each in copy):
                        copies[place].add(sum(1 << number[each] for each in copy))
        return cls(len(first), copies)

    def following(self, state: int, clock: Clock) -> Ways:
        """Return the states after one more column is filled; raises CertificateError if there are too many."""
        states = {state: 1}
        for place, copies in enumerate(self.copies):
            found: Ways = {}
            for covered, ways in clock.each(states.items()):
                fitting = [0] if covered >> place & 1 else [copy for copy in copies if not copy & covered]
                for copy in fitting:
                    found[covered | copy] = found.get(covered | copy, 0) + ways
                if len(found) > _WITHIN:
                    raise CertificateError(f"more than {_WITHIN} states while a column is filled")
            states = found
        return {covered >> self.cells: ways for covered, ways in states.items()}


def _longest(shape: Shape) -> int:
    """Return the largest number of columns that a copy of a shape can reach over."""
    steps = [shape.grid.units(np.array(cells))[:, 0] for cells in shape.orientations]
    return max(int(each.max() - each.min()) + 1 for each in steps)


def check(
    grid: Grid,
    shapes: Sequence[Shape],
    section: Sequence[int],
    states: int,
    numerator: Sequence[int],
    denominator: Sequence[int],
    clock: Clock = UNLIMITED,
) -> None:
    """Check that the quotient of two polynomials generates the numbers of tilings, and how many states there are.

    Raises CertificateError if something is wrong, and Stopped if the clock stops.
    """
    if len(section) != len(grid.basis) - 1 or denominator[0] != 1:
        raise CertificateError("width is no cross-section of a strip, or denominator does not begin with 1")
    _check_different(shapes)
    steps = _steps(Columns.of(shapes, section, clock), states, clock)
    classes = _classes(steps, clock)
    first = {one: state for state, one in reversed([*enumerate(classes)])}
    many = len(first)
    each = [_into(steps[first[one]], classes) for one in range(many)]
    last = max(len(denominator) - 1 + many - 1, len(numerator) - 1 + many)
    walks = [int(one == classes[0]) for one in range(many)]
    found: list[int] = []
    for number in range(last + 1):
        clock.check()
        found.append(walks[classes[0]])
        product = sum(value * found[number - back] for back, value in enumerate(denominator[: number + 1]))
        if product != (numerator[number] if number < len(numerator) else 0):
            raise CertificateError(f"the numbers of tilings are others: length {number} has {found[number]}")
        walks = [sum(ways * walks[goal] for goal, ways in into.items()) for into in clock.each(each)]
    if all(_common_factor(numerator, denominator, prime, clock) for prime in _PRIMES):
        raise CertificateError("numerator and denominator have a common factor")


def _check_different(shapes: Sequence[Shape]) -> None:
    """Raise CertificateError if a copy is one of two shapes."""
    seen: dict[frozenset[Cell], int] = {}
    for number, shape in enumerate(shapes, 1):
        own = {shape.at_home(frozenset(cells))[0] for cells in shape.orientations}
        if (other := next((seen[copy] for copy in own if copy in seen), None)) is not None:
            raise CertificateError(f"pieces {other} and {number} have a copy in common")
        seen |= dict.fromkeys(own, number)


def _common_factor(one: Sequence[int], other: Sequence[int], prime: int, clock: Clock) -> bool:
    """Tell whether two polynomials have a common factor modulo a prime, or the prime divides a last coefficient."""
    a, b = ([value % prime for value in some] for some in (one, other))
    if not a[-1] or not b[-1]:
        return True
    while len(b) > 1:
        clock.check()
        inverse = pow(b[-1], -1, prime)
        while len(a) >= len(b):
            times, shift = a[-1] * inverse % prime, len(a) - len(b)
            for place, value in enumerate(b, shift):
                a[place] = (a[place] - times * value) % prime
            while a and not a[-1]:
                a.pop()
        if not a:
            return True
        a, b = b, a
    return False


def _steps(columns: Columns, states: int, clock: Clock) -> list[Ways]:
    """Return the steps between states, by their numbers; that of the empty one is 0."""
    number, waiting, found, many = {0: 0}, [0], list[Ways](), 0
    for state in waiting:
        clock.check()
        found.append(columns.following(state, clock))
        new = [goal for goal in found[-1] if goal not in number]
        number |= {goal: len(waiting) + place for place, goal in enumerate(new)}
        waiting += new
        many += len(found[-1])
        if len(waiting) > states:
            break
        if many > _MOST_STEPS:
            raise CertificateError(f"more than {_MOST_STEPS} steps between states")
    if len(waiting) != states:
        raise CertificateError(f"states is {states}, there are {'more' if len(waiting) > states else len(waiting)}")
    return [{number[goal]: ways for goal, ways in following.items()} for following in found]


def _classes(steps: Sequence[Ways], clock: Clock) -> list[int]:
    """Return a class for each state: states of one lead equally often into each, and the first is alone."""
    classes, many = [int(state > 0) for state in range(len(steps))], 0
    while many < (many := len({*classes})):
        pairs = clock.each(zip(classes, steps, strict=True))
        keys = [(own, *sorted(_into(one, classes).items())) for own, one in pairs]
        number = {key: at for at, key in enumerate(dict.fromkeys(keys))}
        classes = [number[key] for key in keys]
    return classes


def _into(following: Ways, classes: Sequence[int]) -> Ways:
    found: Ways = {}
    for goal, ways in following.items():
        found[classes[goal]] = found.get(classes[goal], 0) + ways
    return found
