"""Transfer automata: how the pieces in a strip continue from one column to the next.

A strip has a cross-section of some cells, and columns along the first axis of the grid's basis.  Columns are filled one
after the other, each from its first cell to its last.  When all columns up to one are full, the state is the set of
cells beyond that are covered too, as bits, column after column.  A walk of n steps from the empty state to itself is a
way to tile n columns, so the numbers of tilings are the powers of a matrix.

Only states on such walks are kept.  States from which equally many walks lead to the end, of each length, are merged:
first all but the end have one class, and classes are divided as long as their states differ in how often they lead
into some class.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.questions.tilings.column import MOST_STATES, TooManyStates, column_of, placements
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.sweep import swept

MOST_STEPS = 5_000_000
_DEEPEST = 8  # rows along a side


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

    def walks(self, clock: Clock = UNLIMITED) -> Iterator[int]:
        """Yield how many walks of 0, 1, 2, ... steps lead from the starts to the end; raises Stopped."""
        ways = dict(self.starts)
        while True:
            yield ways.get(0, 0)
            following = dict[int, int]()
            for state, many in clock.each(ways.items()):
                for goal, times in self.steps[state]:
                    following[goal] = following.get(goal, 0) + many * times
            ways = following


class Growth:
    """Strips with some copies and states to start in, each with a number of ways; see `placements`."""

    def __init__(self, starting: Sequence[Sequence[int]], starts: Mapping[int, int]) -> None:
        self._starting, self._starts = starting, starts
        self._order = [0, *(state for state in starts if state)]
        self._number = {state: at for at, state in enumerate(self._order)}
        self._steps = list[tuple[tuple[int, int], ...]]()

    def sweep(self, clock: Clock = UNLIMITED, share: int = 1) -> Iterator[int]:
        """Yield the numbers of walks of 0, 1, 2, ... steps, without the automaton; see `swept`."""
        return swept(self._starting, self._starts, clock, share=share)

    def automaton(self, clock: Clock = UNLIMITED) -> Automaton:
        """Return the automaton; raises TooManyStates and Stopped."""
        self._grow(clock)
        useful = _useful(self._steps, clock)
        trimmed = [
            tuple((useful[goal], ways) for goal, ways in self._steps[state] if goal in useful)
            for state in clock.each(useful)
        ]
        classes = _classes(trimmed, clock)
        first = {each: state for state, each in reversed([*enumerate(classes)])}
        merged = tuple(_into(trimmed[first[each]], classes) for each in clock.each(range(len(first))))
        begun = ((useful[at], ways) for state, ways in self._starts.items() if (at := self._number[state]) in useful)
        return Automaton(merged, len(self._order), _into(begun, classes))

    def _grow(self, clock: Clock) -> None:
        many = 0
        for state in self._order:
            following = column_of({state: 1}, self._starting, clock=clock)
            for goal in following:
                if goal not in self._number:
                    self._number[goal] = len(self._order)
                    self._order.append(goal)
            self._steps.append(tuple((self._number[goal], ways) for goal, ways in following.items()))
            many += len(following)
            if len(self._order) > MOST_STATES:
                raise TooManyStates(f"more than {MOST_STATES} states")
            if many > MOST_STEPS:
                raise TooManyStates(f"more than {MOST_STEPS} steps between states")


def automaton(tiles: Sequence[Prototile], section: Sequence[int], clock: Clock = UNLIMITED) -> Automaton:
    """Return the automaton of strips with this cross-section; raises TooManyStates and Stopped."""
    return Growth(placements(tiles, section, clock), {0: 1}).automaton(clock)


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
    starting = placements(tiles, (width,), clock)
    needed, reach = rows * len(tiles[0].grid.kinds), max(len(tile.cells) for tile in tiles)
    first = sum((1 << needed) - 1 << column * len(starting) for column in range(reach))
    starting = [[copy for copy in copies if copy & first] for copies in starting]
    seen, todo = set[int](), [0]
    while todo:
        try:
            following = column_of({todo.pop(): 1}, starting, needed, 4 * most, clock)
        except TooManyStates:
            return None
        for state in following:
            if state == 0:
                return True
            if state not in seen:
                seen.add(state)
                todo.append(state)
        if len(seen) > most:
            return None
    return False


def _useful(steps: Sequence[Sequence[tuple[int, int]]], clock: Clock) -> dict[int, int]:
    """Return the states from which a walk leads to the end, each with a new number."""
    before: list[list[int]] = [[] for _ in steps]
    for state, following in clock.each(enumerate(steps)):
        for goal, _ in following:
            before[goal].append(state)
    useful, todo = {0}, [0]
    while todo:
        for state in clock.each(before[todo.pop()]):
            if state not in useful:
                useful.add(state)
                todo.append(state)
    return {state: new for new, state in enumerate(sorted(useful))}


def _classes(steps: Sequence[Sequence[tuple[int, int]]], clock: Clock) -> list[int]:
    """Return the class of each state; equivalent states are in one."""
    classes = [int(state > 0) for state in range(len(steps))]
    many = len({*classes})
    while True:
        keys = ((own, _into(following, classes)) for own, following in zip(classes, steps, strict=True))
        number = dict[tuple[int, tuple[tuple[int, int], ...]], int]()
        classes = [number.setdefault(key, len(number)) for key in clock.each(keys)]
        if len(number) == many:
            return classes
        many = len(number)


def _into(following: Iterable[tuple[int, int]], classes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return how many ways lead into each class."""
    ways = dict[int, int]()
    for goal, times in following:
        ways[classes[goal]] = ways.get(classes[goal], 0) + times
    return tuple(sorted(ways.items()))
