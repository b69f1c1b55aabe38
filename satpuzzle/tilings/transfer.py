"""Transfer automata: how the pieces in a strip continue from one column to the next.

A strip has a cross-section of some cells, and columns along the first axis of the grid's basis.  Columns are filled one
after the other, each from its first cell to its last.  When all columns up to one are full, the state is the set of
cells beyond that are covered too, as bits, column after column.  A walk of n steps from the empty state to itself is a
way to tile n columns, so the numbers of tilings are the powers of a matrix.

Only states on such walks are kept.  States from which equally many walks lead to the end, of each length, are merged:
first all but the end have one class, and classes are divided as long as their states differ in how often they lead
into some class.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import written_sizes
from satpuzzle.errors import PuzzleError
from satpuzzle.tilings.prototile import Prototile, decoded

MOST_STATES = 200_000
_DEEPEST = 8  # rows along a side


class TooManyStates(PuzzleError):
    """A strip is too wide for its automaton."""


@dataclass(frozen=True)
class Automaton:
    """Steps between states: `steps[s]` has the pairs (next state, how many ways); state 0 is the end."""

    steps: tuple[tuple[tuple[int, int], ...], ...]
    found: int  # how many states there were before some were dropped or merged
    starts: tuple[tuple[int, int], ...] = ((0, 1),)  # where walks begin, each with a number of ways

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.steps)

    def walks(self) -> Iterator[int]:
        """Yield how many walks of 0, 1, 2, ... steps lead from the starts to the end."""
        ways = [0] * len(self.steps)
        for state, times in self.starts:
            ways[state] += times
        while True:
            yield ways[0]
            following = [0] * len(self.steps)
            for many, steps in zip(ways, self.steps, strict=True):
                if many:
                    for state, times in steps:
                        following[state] += many * times
            ways = following


def placements(tiles: Sequence[Prototile], section: Sequence[int]) -> list[list[int]]:
    """Return for each cell of a column the copies whose first cell it is, as bits from this column on."""
    grid = tiles[0].grid
    kinds, cells = len(grid.kinds), int(np.prod(section)) * len(grid.kinds)
    found: list[set[int]] = [set() for _ in range(cells)]
    for tile in tiles:
        for image in tile.orientations:
            points = decoded(grid, image)
            steps, kind = grid.steps(points), grid.kind(points)
            steps = steps - steps.min(axis=0)
            room = np.array(section) - steps[:, 1:].max(axis=0)
            for shift in np.ndindex(*np.maximum(room, 0).tolist()):
                at = np.ravel_multi_index((steps[:, 1:] + shift).T, tuple(section)) * kinds + kind
                places = sorted((steps[:, 0] * cells + at).tolist())
                found[places[0]].add(sum(1 << place for place in places))
    return [sorted(some) for some in found]


def automaton(tiles: Sequence[Prototile], section: Sequence[int], clock: Clock = UNLIMITED) -> Automaton:
    """Return the automaton of strips with this cross-section; raises TooManyStates."""
    return automaton_of(placements(tiles, section), {0: 1}, section, clock)


def automaton_of(
    starting: Sequence[Sequence[int]], starts: Mapping[int, int], section: Sequence[int], clock: Clock = UNLIMITED
) -> Automaton:
    """Return the automaton with these copies and states to start in, each with a number of ways; see `placements`.

    Raises TooManyStates.
    """
    order = [0, *(state for state in starts if state)]
    number, steps = {state: at for at, state in enumerate(order)}, list[dict[int, int]]()
    for state in order:
        clock.check()
        following = dict[int, int]()
        for goal, ways in column_of(state, starting).items():
            if goal not in number:
                number[goal] = len(order)
                order.append(goal)
            following[number[goal]] = ways
        steps.append(following)
        if len(order) > MOST_STATES:
            raise TooManyStates(f"a strip of width {written_sizes(section)}: more than {MOST_STATES} states")
    useful = _useful(steps)
    trimmed = [{useful[goal]: ways for goal, ways in steps[state].items() if goal in useful} for state in useful]
    classes = _classes(trimmed, clock)
    merged = tuple(_into(trimmed[classes.index(each)], classes) for each in range(len({*classes})))
    begun = {useful[number[state]]: ways for state, ways in starts.items() if number[state] in useful}
    return Automaton(merged, len(order), _into(begun, classes))


def lengths(
    tiles: Sequence[Prototile], section: Sequence[int], longest: int, most: int, clock: Clock = UNLIMITED
) -> set[int] | None:
    """Return the lengths up to `longest` of strips that can be filled; None if there are more than `most` states."""
    starting, following = placements(tiles, section), dict[int, set[int]]()
    states, found = {0}, set[int]()
    for length in range(1, longest + 1):
        clock.check()
        for state in states:
            if state not in following:
                following[state] = {*column_of(state, starting)}
                if len(following) > most:
                    return None
        states = {goal for state in states for goal in following[state]}
        if 0 in states:
            found.add(length)
    return found


def rows_along_a_side(tiles: Sequence[Prototile], most: int, clock: Clock = UNLIMITED) -> int | None:
    """Return a number of rows along a side of a rectangle, of any length, that copies in it cannot cover.

    They fill no strip of fewer rows either, so they fill no rectangle at all.  None if no such number was found with at
    most so many states, or if they fill a strip.
    """
    reach = max(len(tile.cells) for tile in tiles)
    for rows in range(1, _DEEPEST + 1):
        if (covered := _covered(tiles, rows, rows + reach - 1, most, clock)) is not True:
            return None if covered is None else rows
        if _covered(tiles, rows, rows, most, clock) is not False:
            return None
    return None


def _covered(tiles: Sequence[Prototile], rows: int, width: int, most: int, clock: Clock) -> bool | None:
    """Tell whether copies in a strip of some length can cover its first rows; None with more than `most` states.

    Only copies that cover cells of these rows count.
    """
    starting = placements(tiles, (width,))
    needed, reach = rows * len(tiles[0].grid.kinds), max(len(tile.cells) for tile in tiles)
    first = sum((1 << needed) - 1 << column * len(starting) for column in range(reach))
    starting = [[copy for copy in copies if copy & first] for copies in starting]
    seen, todo = set[int](), [0]
    while todo:
        clock.check()
        for state in column_of(todo.pop(), starting, needed):
            if state == 0:
                return True
            if state not in seen:
                seen.add(state)
                todo.append(state)
        if len(seen) > most:
            return None
    return False


def column_of(state: int, starting: Sequence[Sequence[int]], needed: int | None = None) -> dict[int, int]:
    """Return the states after the first column is filled, each with the number of ways.

    If only so many of its cells are `needed`, the others may stay empty.
    """
    states = {state: 1}
    for cell, copies in enumerate(starting):
        following = dict[int, int]()
        for filled, ways in states.items():
            if filled >> cell & 1 or (needed is not None and cell >= needed):
                following[filled] = following.get(filled, 0) + ways
            if not filled >> cell & 1:
                for copy in copies:
                    if not copy & filled:
                        following[copy | filled] = following.get(copy | filled, 0) + ways
        states = following
    return {filled >> len(starting): ways for filled, ways in states.items()}


def _useful(steps: list[dict[int, int]]) -> dict[int, int]:
    """Return the states from which a walk leads to the end, each with a new number."""
    before: list[list[int]] = [[] for _ in steps]
    for state, following in enumerate(steps):
        for goal in following:
            before[goal].append(state)
    useful, todo = {0}, [0]
    while todo:
        for state in before[todo.pop()]:
            if state not in useful:
                useful.add(state)
                todo.append(state)
    return {state: new for new, state in enumerate(sorted(useful))}


def _classes(steps: list[dict[int, int]], clock: Clock) -> list[int]:
    """Return the class of each state; equivalent states are in one."""
    classes = [int(state > 0) for state in range(len(steps))]
    many = len({*classes})
    while True:
        clock.check()
        keys = [(own, _into(following, classes)) for own, following in zip(classes, steps, strict=True)]
        number = dict[tuple[int, tuple[tuple[int, int], ...]], int]()
        classes = [number.setdefault(key, len(number)) for key in keys]
        if len(number) == many:
            return classes
        many = len(number)


def _into(following: dict[int, int], classes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return how many ways lead into each class."""
    ways = dict[int, int]()
    for goal, times in following.items():
        ways[classes[goal]] = ways.get(classes[goal], 0) + times
    return tuple(sorted(ways.items()))
