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

If a strip has too many states, a *beam* of them, chosen at random, is followed from both ends.  Where n of N states are
kept and most of them can be continued, about n²/N pairs meet: a thousandth of the states is often enough to find a
filling.  That there is none is not proved then.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.engines.frontier.steps import Step
from satpuzzle.engines.frontier.table import Sweep, Table
from satpuzzle.engines.library import missing
from satpuzzle.errors import FrontierError
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.shape import normalised
from satpuzzle.questions.tilings.column import MOST_WITHIN, TooManyStates, more_than, placements
from satpuzzle.questions.tilings.prototile import Prototile, encoded

_BITS = 63  # of a state in a table
_DEAD = 64  # states from which a way back fails between two checks of the clock
_TOGETHER = 4  # cells of the gap, after which states are compared with those of the other end
States = NDArray[Any]  # sorted; of 64 bits, or Python's integers if a state has more than 63
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
        small = self._bits <= _BITS and missing() is None
        self.layers: list[States] = [np.array([0], np.uint64 if small else object)]
        self.column = [_Decision(tuple(one >> at for one in some), 0, False) for at, some in enumerate(starting)]
        self.gap = [
            [
                _Decision(_within(some, column * cells, gap * cells), column * cells + at, True)
                for at, some in enumerate(starting)
            ]
            for column in range(gap)
        ]
        self._refused = (0, 0)  # the number of a layer, and a number of states that it exceeds

    def layer(self, number: int, most: int, clock: Clock) -> States:
        """Return a layer; raises TooManyStates, FrontierError and Stopped."""
        while len(self.layers) <= number:
            if self._refused >= (len(self.layers), most):
                raise TooManyStates(more_than(most))
            try:
                self.layers.append(self.after(self.layers[-1], self.column, most, clock))
            except TooManyStates:
                self._refused = (len(self.layers), most)
                raise
        return self.layers[number]

    def after(self, states: States, decisions: Sequence[_Decision], most: int, clock: Clock) -> States:
        """Return the states after some cells; raises TooManyStates, FrontierError and Stopped."""
        if states.dtype == object:
            return _one_by_one(states, decisions, min(most, MOST_WITHIN), clock)
        widest = max(len(decision.options) for decision in decisions)
        sweep = Sweep(Table.of_states(states), widest, machine.free() // 2, clock)
        for decision in decisions:
            sweep.advance(self._step(decision))
            if self._beam is not None and sweep.table.found > 2 * self._beam:
                kept, self.dropped = _some(sweep.table.states(), self._beam), True
                sweep = Sweep(Table.of_states(kept), widest, machine.free() // 2, clock)
            if sweep.table.found > most:
                raise TooManyStates(more_than(most))
        if self._beam is None or sweep.table.found <= self._beam:
            return sweep.table.states()
        self.dropped = True
        return _some(sweep.table.states(), self._beam)

    def _step(self, decision: _Decision) -> Step:
        windows = np.array(decision.options, np.uint64).reshape(-1, 1)
        none = np.zeros(1, np.uint64)
        options = np.stack([windows, np.zeros_like(windows), windows], axis=1)
        return Step(
            options, none, np.zeros((4, 1), np.uint64), decision.kept, decision.bit, not decision.kept, self._bits
        )


def _some(states: States, most: int) -> States:
    """Return so many of the states, always the same ones."""
    return states[np.sort(np.random.default_rng(0).choice(len(states), most, replace=False, shuffle=False))]


def _among(values: States, some: States) -> NDArray[np.bool_]:
    """Tell which values are among some others, which are sorted; `np.isin` takes several times as long."""
    if not len(some):
        return np.zeros(len(values), np.bool_)
    there = some.searchsorted(values)
    there[there == len(some)] = 0
    found: NDArray[np.bool_] = (some[there] == values).astype(np.bool_)
    return found


def _within(copies: Sequence[int], shift: int, bits: int) -> tuple[int, ...]:
    return tuple(one << shift for one in copies if (one << shift).bit_length() <= bits)


def _one_by_one(states: States, decisions: Sequence[_Decision], most: int, clock: Clock) -> States:
    found: set[int] = {*states.tolist()}
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
    return np.array(sorted(found), object)


class Ends:
    """The strips of all lengths with one cross-section, seen from both ends, with a beam of so many states if given."""

    def __init__(
        self, tiles: Sequence[Prototile], section: Sequence[int], clock: Clock = UNLIMITED, beam: int | None = None
    ) -> None:
        starting = placements(tiles, section, clock)
        self._cells = len(starting)
        copies = [one for some in starting for one in some]
        self._gap = max([1, *((one.bit_length() - 1) // self._cells for one in copies)])
        mirrored = _mirrored(copies, self._cells)
        self._last = dict[int, list[States]]()  # what was found for the last length
        self._left = _Layers(starting, self._gap, beam)
        alike = mirrored == [sorted(some) for some in starting]
        self._right = self._left if alike else _Layers(mirrored, self._gap, beam)

    @property
    def compiled(self) -> bool:
        """Whether states fit into a word and are found by a kernel; a beam is of no use otherwise."""
        return self._left.layers[0].dtype != object

    @property
    def complete(self) -> bool:
        """Whether no beam has left out states, so that what was not found is not there."""
        return not self._left.dropped and not self._right.dropped

    def fills(self, length: int, most: int, clock: Clock = UNLIMITED) -> bool:
        """Tell whether copies fill a strip; unless it is `complete`, whether a filling was found.

        Raises TooManyStates and FrontierError if that takes more than `most` states, and Stopped if the clock stops.
        """
        if length < self._gap:
            return 0 in self._left.layer(length, most, clock)[:1]
        return len(self._met(length, most, clock)[-1]) > 0

    def filling(self, length: int, most: int, clock: Clock = UNLIMITED) -> list[Spots]:
        """Return the copies that fill a strip, if copies do; raises as `fills` does."""
        if length < self._gap:
            return self._spots(self._back(self._left, [], length, 0, clock))
        left, right = self._parts(length)
        gap = self._met(length, most, clock)
        end = int(gap[-1][0])
        behind = self._back(self._right, gap, right, end, clock)
        before = self._back(
            self._left, [], left, int(self._left_over(gap[-1][:1], self._gap - 1, self._cells)[0]), clock
        )
        mirrored = [[(length - 1 - column, cell) for column, cell in copy] for copy in self._spots(behind)]
        return [*self._spots(before), *mirrored]

    def _parts(self, length: int) -> tuple[int, int]:
        return (length - self._gap + 1) // 2, (length - self._gap) // 2

    def _met(self, length: int, most: int, clock: Clock) -> list[States]:
        """Return the states of the right side after each column of the gap; the last ones fit states of the left."""
        if length in self._last:
            return self._last[length]
        left, right = self._parts(length)
        states, there = self._left.layer(left, most, clock), self._right.layer(right, most, clock)
        found = list[States]()
        for column, decisions in enumerate(self._right.gap):
            for cell in range(0, self._cells, _TOGETHER):
                some = decisions[cell : cell + _TOGETHER]
                there = self._right.after(there, some, most, clock)
                clock.check()
                outer = np.sort(self._outer(states, column, cell + len(some)))
                there = there[_among(self._left_over(there, column, cell + len(some)), outer)]
            found.append(there)
        self._last = {length: found}
        return found

    def _outer(self, states: States, columns: int, cells: int) -> States:
        """Return what states of the left cover of the last columns of the gap, and of cells of one more."""
        number, here = self._number, (self._gap - 1 - columns) * self._cells
        last: States = states >> number(here) & number((1 << cells) - 1)
        last |= states >> number(here + self._cells) << number(cells)
        return last

    def _left_over(self, states: States, columns: int, cells: int) -> States:
        """Return what states of the right leave empty of the first columns of their gap, and of cells of one more."""
        number = self._number
        found: States = ~(states >> number(columns * self._cells)) & number((1 << cells) - 1)
        for column in range(columns):
            left = ~(states >> number(column * self._cells)) & number((1 << self._cells) - 1)
            found |= left << number((columns - 1 - column) * self._cells + cells)
        return found

    def _number(self, value: int) -> Any:
        return self._left.layers[0].dtype.type(value) if self._left.layers[0].dtype != object else value

    def _back(self, side: _Layers, gap: Sequence[States], number: int, state: int, clock: Clock) -> list[int]:
        """Return the copies that lead from the end to a state behind a layer and columns of the gap, as bits."""
        found = list[int]()
        for column in range(len(gap), 0, -1):
            source = gap[column - 2] if column > 1 else side.layers[number]
            state, copies = _source(side.gap[column - 1], source, state, clock)
            found += [copy << number * self._cells for copy in copies]
        for column in range(number, 0, -1):
            state, copies = _source(side.column, side.layers[column - 1], state, clock)
            found += [copy << (column - 1) * self._cells for copy in copies]
        return found

    def _spots(self, copies: Sequence[int]) -> list[Spots]:
        return [_spots(copy, self._cells) for copy in copies]


def _spots(copy: int, cells: int) -> Spots:
    return [divmod(place, cells) for place in range(copy.bit_length()) if copy >> place & 1]


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
    """Return one of the states from which decisions lead to a state, and the copies that were placed, as bits."""
    dead, last = set[tuple[int, int]](), int(states[-1])
    number_of = int if states.dtype == object else np.uint64

    def back(number: int, here: int) -> tuple[int, list[int]] | None:
        if number == 0:
            return (here, []) if here <= last and states[np.searchsorted(states, number_of(here))] == here else None
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
    steps, kinds = grid.steps(here), len(grid.kinds)
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
