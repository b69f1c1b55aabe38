"""Which lengths of a strip can be filled, and how: sets of states from both ends, which meet in a gap.

                 left layer    gap    right layer
    columns     0 ...    a-1 | ... | n-b   ...  n-1
    covered     ############# ##   # ##############
                             s       t

A state of a layer is what its copies cover of the gap: the *left layer* a has those of all copies that begin in the
first a columns and cover these; the *right layer* b is that of the mirrored strip.  Copies have at most one column more
than the gap, so none of them is in both.  All others lie in the gap.  They are added to the right layer, column by
column, and what is left empty must be a state of the left layer, from the far end of the gap on.

The number of states grows with the length, so two halves have far fewer than the whole (the *meet in the middle* of
Ellis Horowitz and Sartaj Sahni, Computing partitions with applications to the knapsack problem, Journal of the ACM 21,
1974).  A filling is found by walking back through the layers.

If a strip has too many states, a *beam* of them is followed from both ends: those that cover the fewest cells, and
among equals those to which the most packings lead.  Few states are as smooth and as frequent, so more of them meet than
of those chosen at random.  More pairs are had from images of the left states under motions that keep the columns, and
from other places of the gap.  That there is no filling is not proved then.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.arrays import bincount
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Words, from_words, in_order, keys, numbers_of, rows_of, shifted, to_words
from satpuzzle.engines.frontier.steps import MOST, Step, covering, words_for
from satpuzzle.engines.frontier.table import Sweep, Table
from satpuzzle.engines.library import missing
from satpuzzle.errors import FrontierError
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.shape import normalised
from satpuzzle.questions.tilings.column import MOST_WITHIN, TooManyStates, more_than, placements
from satpuzzle.questions.tilings.folded import isometries
from satpuzzle.questions.tilings.prototile import Prototile, encoded

_DEAD = 64  # states from which a way back fails between two checks of the clock
_PLACES = 4  # of the gap, from the middle on, if a beam has left out states
_TOGETHER = 4  # cells of the gap, after which states are compared with those of the other end
States = Words  # (states, words)
Ways = NDArray[np.uint64]
Spots = list[tuple[int, int]]  # a copy: its cells, each a column and the number of a cell in it
Tiling = tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]  # the name and the cells of each copy


class _Decision(NamedTuple):
    """What happens at a cell that is not covered yet: one of the options covers it, or it stays so if it is `kept`."""

    options: tuple[int, ...]
    bit: int  # of the cell, which is dropped unless it is kept
    kept: bool

    def before(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield the states that may lead to this one, each with the option that does, or 0."""
        whole = state if self.kept else state << 1 | 1
        yield whole, 0
        yield from ((whole ^ option, option) for option in self.options if whole & option == option)


class _Layers:
    """The layers of one end.  `starting` has the copies, see `placements`, and `gap` is the number of its columns.

    Of more states than `beam`, so many are kept.
    """

    def __init__(self, starting: Sequence[Sequence[int]], gap: int, beam: int | None = None) -> None:
        cells, self._beam = len(starting), beam
        self.dropped = False  # whether the beam left out states
        reach = [one.bit_length() - at for at, some in enumerate(starting) for one in some]
        self._bits = max([gap * cells, *reach])
        self.compiled = self._bits <= MOST and missing() is None
        self.layers: list[States] = [rows_of([0], words_for(self._bits))]
        self.column = [_Decision(tuple(one >> at for one in some), 0, False) for at, some in enumerate(starting)]
        self.gap = [
            [
                _Decision(_within(some, column * cells, gap * cells), column * cells + at, True)
                for at, some in enumerate(starting)
            ]
            for column in range(gap)
        ]
        self._ways = np.ones(1, np.uint64)  # of the states of the last layer
        self._refused = (0, 0)  # the number of a layer, and a number of states that it exceeds

    def layer(self, number: int, most: int, clock: Clock) -> States:
        """Return the states of a layer; raises TooManyStates, FrontierError and Stopped."""
        while len(self.layers) <= number:
            if self._refused >= (len(self.layers), most):
                raise TooManyStates(more_than(most))
            try:
                states, self._ways = self.after(self.layers[-1], self.column, most, clock, self._ways)
                self.layers.append(states)
            except TooManyStates:
                self._refused = (len(self.layers), most)
                raise
        return self.layers[number]

    def after(
        self, states: States, decisions: Sequence[_Decision], most: int, clock: Clock, ways: Ways | None = None
    ) -> tuple[States, Ways]:
        """Return the states after some cells, and about in how many ways they are reached, with at most 33 bits.

        Raises TooManyStates, FrontierError and Stopped.
        """
        ways = np.ones(len(states), np.uint64) if ways is None else ways
        if not self.compiled:
            return _one_by_one(states, decisions, min(most, MOST_WITHIN), clock), ways
        widest = max(len(decision.options) for decision in decisions)
        sweep = Sweep(Table.of_states(states, ways), widest, machine.free() // 2, clock)
        for decision in decisions:
            sweep.advance(self._step(decision))
            last = decision is decisions[-1]
            if self._beam is not None and sweep.table.found > (self._beam if last else 2 * self._beam):
                self.dropped = True
                kept = Table.of_states(*_smoothest(*_of(sweep.table), self._beam))
                sweep = Sweep(kept, widest, machine.free() // 2, clock)
            if sweep.table.found > most:
                raise TooManyStates(more_than(most))
        return _of(sweep.table)

    def _step(self, decision: _Decision) -> Step:
        kept = decision.kept
        return covering(decision.options, self._bits, below=decision.bit, decided=int(not kept), optional=kept)


def _of(table: Table) -> tuple[States, Ways]:
    """Return the states of a table, and numbers of at most 33 bits that are about in proportion to their counts."""
    states, counts = table.states()
    return states, np.maximum(1, counts * (2.0**32 / counts.max(initial=1))).astype(np.uint64)


def _smoothest(states: States, ways: Ways, most: int) -> tuple[States, Ways]:
    """Return so many states: those that cover the fewest cells, and among equals those with the most ways."""
    covered = np.bitwise_count(states).sum(axis=1, dtype=np.intp)
    level = int(np.searchsorted(np.cumsum(bincount(covered)), most))
    fewer, equal = np.flatnonzero(covered < level), np.flatnonzero(covered == level)
    others = ways[equal]
    least = np.partition(others, len(fewer) - most)[len(fewer) - most]
    chosen = np.concatenate([fewer, equal[others > least], equal[others == least]])[:most]
    return states[chosen], ways[chosen]


def _among(values: States, some: States) -> NDArray[np.bool_]:
    """Tell which values are among some others; `np.isin` takes several times as long."""
    if not len(some):
        return np.zeros(len(values), np.bool_)
    some = in_order(some)
    there = keys(some).searchsorted(keys(values))
    there[there == len(some)] = 0
    found: NDArray[np.bool_] = (some[there] == values).all(axis=1)
    return found


def _holds(states: States, number: int) -> bool:
    """Tell whether a number is one of the states, which are in order."""
    if number.bit_length() > 64 * states.shape[1]:
        return False
    row = rows_of([number], states.shape[1])
    place = int(keys(states).searchsorted(keys(row))[0])
    return place < len(states) and bool((states[place] == row).all())


def _taken(states: States, runs: Sequence[tuple[int, int, int]]) -> States:
    """Return numbers with bits of states; a run is the first bit, where it goes, and how many follow each other."""
    found, bits = np.zeros_like(states), max(to + many for _, to, many in runs)
    for at, to, many in runs:
        found |= shifted(shifted(states, -at) & rows_of([(1 << many) - 1], states.shape[1]), to)
    return found[:, : -(-bits // 64)]


def _within(copies: Sequence[int], shift: int, bits: int) -> tuple[int, ...]:
    return tuple(one << shift for one in copies if (one << shift).bit_length() <= bits)


def _one_by_one(states: States, decisions: Sequence[_Decision], most: int, clock: Clock) -> States:
    found: set[int] = {*numbers_of(states)}
    for options, bit, kept in decisions:
        following = set[int]()
        for state in clock.each(found):
            covered = state >> bit & 1
            if covered or kept:
                following.add(state)
            if not covered:
                following.update(state | option for option in options if not state & option)
        if len(following) > most:
            raise TooManyStates(more_than(most))
        found = following if kept else {state >> 1 for state in following}
    return rows_of(sorted(found), states.shape[1])


class Ends:
    """The strips of all lengths with one cross-section, seen from both ends, with a beam of so many states if given."""

    def __init__(
        self, tiles: Sequence[Prototile], section: Sequence[int], clock: Clock = UNLIMITED, beam: int | None = None
    ) -> None:
        starting = placements(tiles, section, clock)
        self._tiles, self._section, self._starting = tiles, section, starting
        self._cells = len(starting)
        copies = [one for some in starting for one in some]
        self._gap = max([1, *((one.bit_length() - 1) // self._cells for one in copies)])
        mirrored = _mirrored(copies, self._cells)
        self._last = dict[int, tuple[int, int, list[States]]]()  # what was found for the last length
        self._left = _Layers(starting, self._gap, beam)
        alike = mirrored == [sorted(some) for some in starting]
        self._right = self._left if alike else _Layers(mirrored, self._gap, beam)

    @property
    def compiled(self) -> bool:
        """Whether states fit into a word and are found by a kernel; a beam is of no use otherwise."""
        return self._left.compiled

    @property
    def complete(self) -> bool:
        """Whether no beam has left out states, so that what was not found is not there."""
        return not self._left.dropped and not self._right.dropped

    @cached_property
    def _motions(self) -> list[NDArray[np.int64]]:
        """Where motions that carry copies to copies, and each column to itself, carry the cells of a column."""
        copies = {one for some in self._starting for one in some}
        found = [one.to for one in isometries(self._tiles[0].grid, self._section) if not one.reverses]
        kept = [to for to in found if {_image(copy, to) for copy in copies} == copies]
        return [np.array(to, np.int64) for to in kept]

    def fills(self, length: int, most: int, clock: Clock = UNLIMITED) -> bool:
        """Tell whether copies fill a strip; unless it is `complete`, whether a filling was found.

        Raises TooManyStates and FrontierError if that takes more than `most` states, and Stopped if the clock stops.
        """
        if length < self._gap:
            return bool(_among(self._left.layers[0], self._left.layer(length, most, clock)).all())  # the empty state
        return len(self._met(length, most, clock)[-1][-1]) > 0

    def filling(self, length: int, most: int, clock: Clock = UNLIMITED) -> list[Spots]:
        """Return the copies that fill a strip, if copies do; raises as `fills` does."""
        if length < self._gap:
            return self._spots(self._back(self._left, [], length, 0, clock=clock))
        left, right, gap = self._met(length, most, clock)
        end = gap[-1][:1]
        behind = self._spots(self._back(self._right, gap, right, *numbers_of(end), clock=clock))
        mirrored = [[(length - 1 - column, cell) for column, cell in copy] for copy in behind]
        here = self._left_over(end, self._gap - 1, self._cells)
        to = next(to for to in self._motions if _among(self._moved(here, to), self._left.layers[left]).all())
        before = self._spots(self._back(self._left, [], left, *numbers_of(self._moved(here, to)), clock=clock))
        origin = np.argsort(to).tolist()
        return [*([(column, origin[cell]) for column, cell in copy] for copy in before), *mirrored]

    def _met(self, length: int, most: int, clock: Clock) -> tuple[int, int, list[States]]:
        """Return a left and a right layer, and the states of the right side after each column of the gap.

        The last ones fit states of the left.
        """
        if length not in self._last:
            least, more = divmod(length - self._gap, 2)
            for aside in range(min(_PLACES, least + 1)):
                left, right = least + more + aside, least - aside
                found = self._meeting(left, right, most, clock)
                self._last = {length: (left, right, found)}
                if self.complete or len(found[-1]):
                    break
        return self._last[length]

    def _meeting(self, left: int, right: int, most: int, clock: Clock) -> list[States]:
        """Return the states of a right layer after each column of the gap, as far as they fit states of the left."""
        states, there = self._left.layer(left, most, clock), self._right.layer(right, most, clock)
        if self._left.dropped:
            states = np.concatenate([self._moved(states, to) for to in self._motions])
        found = list[States]()
        for column, decisions in enumerate(self._right.gap):
            for cell in range(0, self._cells, _TOGETHER):
                some = decisions[cell : cell + _TOGETHER]
                there, _ = self._right.after(there, some, most, clock)
                clock.check()
                outer = self._outer(states, column, cell + len(some))
                there = there[_among(self._left_over(there, column, cell + len(some)), outer)]
            found.append(there)
        return found

    def _moved(self, states: States, to: NDArray[np.int64]) -> States:
        """Return the images of states under a motion."""
        table = from_words(states, self._gap * self._cells)
        images = np.empty_like(table)
        images[:, (np.arange(self._gap)[:, None] * self._cells + to).ravel()] = table
        return to_words(images, self._left.layers[0].shape[1])

    def _outer(self, states: States, columns: int, cells: int) -> States:
        """Return what states of the left cover of the last columns of the gap, and of cells of one more."""
        here = (self._gap - 1 - columns) * self._cells
        return _taken(states, [(here, 0, cells), (here + self._cells, cells, columns * self._cells)])

    def _left_over(self, states: States, columns: int, cells: int) -> States:
        """Return what states of the right leave empty of the first columns of their gap, and of cells of one more."""
        size = self._cells
        others = [(at * size, (columns - 1 - at) * size + cells, size) for at in range(columns)]
        return _taken(~states, [(columns * size, 0, cells), *others])

    def _back(self, side: _Layers, gap: Sequence[States], number: int, state: int, *, clock: Clock) -> list[int]:
        """Return the copies that lead from the end to a state behind a layer and columns of the gap, as bits."""
        found = list[int]()
        for column in range(len(gap), 0, -1):
            source = gap[column - 2] if column > 1 else side.layers[number]
            state, copies = _source(side.gap[column - 1], in_order(source), state, clock)
            found += [copy << number * self._cells for copy in copies]
        for column in range(number, 0, -1):
            state, copies = _source(side.column, in_order(side.layers[column - 1]), state, clock)
            found += [copy << (column - 1) * self._cells for copy in copies]
        return found

    def _spots(self, copies: Sequence[int]) -> list[Spots]:
        return [_spots(copy, self._cells) for copy in copies]


def _spots(copy: int, cells: int) -> Spots:
    return [divmod(place, cells) for place in range(copy.bit_length()) if copy >> place & 1]


def _image(copy: int, to: Sequence[int]) -> int:
    return sum(1 << (column * len(to) + to[cell]) for column, cell in _spots(copy, len(to)))


def _mirrored(copies: Sequence[int], cells: int) -> list[list[int]]:
    """Return copies with their columns reversed, for each cell those whose first cell it is."""
    found: list[list[int]] = [[] for _ in range(cells)]
    for copy in copies:
        spots = _spots(copy, cells)
        last = max(column for column, _ in spots)
        places = [(last - column) * cells + cell for column, cell in spots]
        found[min(places)].append(sum(1 << place for place in places))
    return [sorted(some) for some in found]


def _source(decisions: Sequence[_Decision], states: States, state: int, clock: Clock) -> tuple[int, list[int]]:
    """Return one of the states from which decisions lead to a state, and the copies that were placed, as bits.

    The states are in order.
    """
    dead = set[tuple[int, int]]()

    def back(number: int, here: int) -> tuple[int, list[int]] | None:
        if number == 0:
            return (here, []) if _holds(states, here) else None
        if (number, here) in dead:
            return None
        if len(dead) % _DEAD == 0:
            clock.check()
        decision = decisions[number - 1]
        for before, option in decision.before(here):
            if (found := back(number - 1, before)) is not None:
                return found[0], found[1] + [option << (0 if decision.kept else number - 1)] * bool(option)
        dead.add((number, here))
        return None

    found = back(len(decisions), state)
    assert found is not None, "a state of a layer has one before it"
    return found


def lengths(
    tiles: Sequence[Prototile], section: Sequence[int], some: Iterable[int], most: int, clock: Clock = UNLIMITED
) -> set[int] | None:
    """Return which of some lengths strips have that can be filled; None if there are more than `most` states.

    Raises Stopped if the clock stops.
    """
    ends = Ends(tiles, section, clock)
    try:
        return {length for length in some if ends.fills(length, most, clock)}
    except (TooManyStates, FrontierError):
        return None


def named(tiles: Sequence[Prototile], copies: Sequence[Spots], box: Sequence[int], sizes: Sequence[int]) -> Tiling:
    """Return copies that fill a box, of which the first size is the number of columns, as a tiling of another box.

    The second box is the image of the first under a motion that carries copies to copies.
    """
    grid = tiles[0].grid
    here, there = ordered(grid.box(tuple(box))), ordered(grid.box(tuple(sizes)))
    steps, kinds = grid.units(here), len(grid.kinds)
    cells = np.ravel_multi_index(steps[:, 1:].T, tuple(box[1:])) * kinds + grid.kind(here)
    number = {spot: at for at, spot in enumerate(zip(steps[:, 0].tolist(), cells.tolist(), strict=True))}
    assert sorted(spot for copy in copies for spot in copy) == sorted(number), "each cell is covered once"
    names = {orientation: tile.name for tile in reversed(tiles) for orientation in tile.orientations}
    for images in grid.some_isometries(here, UNLIMITED):
        for goals in onto(here, there, grid, images):
            placed = [ordered(there[goals[[number[spot] for spot in copy]]]) for copy in copies]
            codes = (tuple(encoded(grid, normalised(copy, grid)).tolist()) for copy in placed)
            said = [*takewhile(bool, map(names.get, codes))]
            if len(said) == len(copies):
                return tuple(
                    (name or "", tuple(map(tuple, copy.tolist()))) for name, copy in zip(said, placed, strict=True)
                )
    raise AssertionError("no motion carries the box to the other one")
