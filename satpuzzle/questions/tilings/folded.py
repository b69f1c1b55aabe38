"""Strips up to symmetry: how many tilings there are if those that an isometry carries to each other are one.

By Burnside's lemma it is the mean, over all isometries of the strip, of the number of tilings that an isometry carries
to themselves.  Each of these numbers is that of walks of an automaton (`transfer.py`):

- An isometry may keep the columns in their places.  Then the copies come in orbits, and an orbit is placed at once.
- It may reverse them.  Then the strip is *folded* in its middle: one half has all that the other has.  Copies across
  the middle come first, as whole orbits; what they cover of the half is the state in which its walk begins.  If the
  number of columns is odd, they cover the middle one.

The square of an isometry that reverses the columns need not be the identity, in space; the half is tiled with orbits
of that square.  An isometry of the grid may carry copies of a shape to mirror images that are no copies.  So tilings
are counted apart by the set of the isometries that carry them to tilings, and each counts as one of that many.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.grids import Grid
from satpuzzle.questions.tilings.column import MOST_STATES, TooManyStates, column_of, placements
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.sums import Sum
from satpuzzle.questions.tilings.transfer import Growth

Spot = tuple[int, int]  # a column, and the number of a cell in it
Placed = frozenset[Spot]


class Isometry(NamedTuple):
    """Where an isometry of a strip carries the cells of a column, and whether it reverses the columns."""

    reverses: bool
    to: tuple[int, ...]

    def image(self, placed: Placed, ends: int) -> Placed:
        """Return the image of cells; if columns are reversed, x goes to ends - x."""
        return frozenset((ends - x if self.reverses else x, self.to[cell]) for x, cell in placed)


Isometries = frozenset[Isometry]


def isometries(grid: Grid, section: Sequence[int], clock: Clock = UNLIMITED) -> list[Isometry]:
    """Return the isometries of all strips with this cross-section; raises Stopped."""
    length = max(section) + 1
    board = ordered(grid.box((length, *section)))
    steps, kinds = grid.units(board), grid.kind(board)
    column = np.ravel_multi_index(steps[:, 1:].T, tuple(section)) * len(grid.kinds) + kinds
    found = set[Isometry]()
    for images in grid.some_isometries(board, clock):
        for goals in onto(board, board, grid, images):
            clock.check()
            first = np.flatnonzero(steps[:, 0] == 0)
            order = first[np.argsort(column[first])]
            reverses = bool((steps[goals[order], 0] > 0).all())
            there = length - 1 - steps[:, 0] if reverses else steps[:, 0]
            to = column[goals[order]]
            if (steps[goals, 0] == there).all() and (column[goals] == to[column]).all():
                found.add(Isometry(reverses, tuple(to.tolist())))
    return sorted(found)


def classes_of(tiles: Sequence[Prototile], section: Sequence[int], clock: Clock = UNLIMITED) -> Sum[Growth]:
    """Return the sum of walks that are the tilings of strips up to symmetry; raises TooManyStates and Stopped."""
    grid = tiles[0].grid
    cells = int(np.prod(section)) * len(grid.kinds)
    copies = {_placed(bits, cells) for bits in clock.each(chain.from_iterable(placements(tiles, section, clock)))}
    group = isometries(grid, section, clock)
    carried = {copy: frozenset(g for g in group if _at_zero(g.image(copy, 0)) in copies) for copy in clock.each(copies)}
    walks = dict[tuple[Isometries, Isometry], tuple[Growth, ...]]()
    parts = list[tuple[int, int, tuple[Growth, ...]]]()
    for its, sums in _exactly(frozenset(group), {*carried.values()}).items():
        for (some, sign), one in product(sums.items(), sorted(its)):
            if (some, one) not in walks:
                among = {copy for copy in clock.each(copies) if carried[copy] >= some}
                whole = [copy for copy in clock.each(among) if _orbit(one, copy) <= among]
                walks[some, one] = _kept_by(one, whole, cells, clock)
            parts.append((sign, len(its), walks[some, one]))
    return Sum(tuple(parts))


def _exactly(group: Isometries, carried: set[Isometries]) -> dict[Isometries, dict[Isometries, int]]:
    """Return how often to add the tilings that each set carries, so that those remain that exactly one set carries.

    The isometries that carry a tiling to a tiling are those that do so with each of its copies: an intersection.
    """
    every = {group}
    for one in carried:
        every |= {one & other for other in every}
    found = dict[Isometries, dict[Isometries, int]]()
    for one in sorted(every, key=lambda some: (-len(some), sorted(some))):
        sums = {one: 1}
        for larger in (other for other in found if other > one):
            for some, sign in found[larger].items():
                sums[some] = sums.get(some, 0) - sign
        found[one] = {some: sign for some, sign in sums.items() if sign}
    return found


def _orbit(one: Isometry, copy: Placed) -> set[Placed]:
    """Return the images of a copy, in the first columns, under the powers of an isometry."""
    found = set[Placed]()
    while copy not in found:
        found.add(copy)
        copy = _at_zero(one.image(copy, 0))
    return found


def _kept_by(one: Isometry, copies: Iterable[Placed], cells: int, clock: Clock) -> tuple[Growth, ...]:
    """Return the walks that are the tilings that an isometry carries to themselves."""
    twice = Isometry(False, tuple(one.to[cell] for cell in one.to)) if one.reverses else one
    starting = _starting(_orbits(twice, clock.each(copies), 0), cells)
    if not one.reverses:
        return (Growth(starting, {0: 1}),)
    even, odd = (_across(one, clock.each(copies), ends) for ends in (-1, 0))
    middle = [some for some in odd if any(x == 0 for x, _ in some)]
    beyond = [_bits(some, cells) >> cells for some in odd if all(x > 0 for x, _ in some)]
    begun = _chosen({0: 1}, [_bits(some, cells) for some in even], clock)
    after = _chosen(column_of({0: 1}, _starting(middle, cells), clock=clock), beyond, clock)
    return Growth(starting, begun), Growth(starting, after)


def _across(one: Isometry, copies: Iterable[Placed], ends: int) -> list[Placed]:
    """Return what the orbits of copies across the middle cover of columns from 0 on; x is opposite to ends - x."""
    moved = (
        frozenset((x - shift, cell) for x, cell in copy)
        for copy in copies
        for shift in range(-ends, max(x for x, _ in copy) + 1)
    )
    return [frozenset((x, cell) for x, cell in orbit if x >= 0) for orbit in _orbits(one, moved, ends)]


def _orbits(one: Isometry, copies: Iterable[Placed], ends: int) -> list[Placed]:
    """Return the cells of each orbit of copies under the powers of an isometry in which no two copies overlap."""
    done, found = set[Placed](), list[Placed]()
    for copy in copies:
        orbit, image = {copy}, one.image(copy, ends)
        while image not in orbit:
            orbit.add(image)
            image = one.image(image, ends)
        if copy not in done:
            done |= orbit
            covered = frozenset(chain.from_iterable(orbit))
            found += [covered] * (len(covered) == len(orbit) * len(copy))
    return found


def _chosen(states: dict[int, int], orbits: Iterable[int], clock: Clock) -> dict[int, int]:
    """Return the states after some of the orbits were placed, none of which overlap, with the numbers of ways.

    Raises TooManyStates and Stopped.
    """
    found = dict(states)
    for orbit in orbits:
        for state, ways in clock.each([*found.items()]):
            if not state & orbit:
                found[state | orbit] = found.get(state | orbit, 0) + ways
        if len(found) > MOST_STATES:
            raise TooManyStates(f"more than {MOST_STATES} states to begin with")
    return found


def _starting(orbits: Iterable[Placed], cells: int) -> list[list[int]]:
    """Return for each cell of a column the orbits whose first cell it is, as bits."""
    found: list[list[int]] = [[] for _ in range(cells)]
    for bits in sorted(_bits(orbit, cells) for orbit in orbits):
        found[(bits & -bits).bit_length() - 1].append(bits)
    return found


def _placed(bits: int, cells: int) -> Placed:
    return frozenset(divmod(place, cells) for place in range(bits.bit_length()) if bits >> place & 1)


def _bits(placed: Placed, cells: int) -> int:
    return sum(1 << (x * cells + cell) for x, cell in placed)


def _at_zero(placed: Placed) -> Placed:
    least = min(x for x, _ in placed)
    return frozenset((x - least, cell) for x, cell in placed)
