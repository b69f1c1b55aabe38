"""Reads options as a user gives them: collections of items, some of them with colours."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from operator import index

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.colours import ALONE, Coloured, Colours
from satpuzzle.cover.weights import Weighted
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.json import shown

MOST_TIMES = 1_000_000  # the largest upper bound of an item in a file, and the largest weight
Painted = dict[Hashable, dict[int, Hashable]]  # the colours of an item, by the numbers of the options
Heavy = dict[Hashable, dict[int, int]]  # the weights of an item, by the numbers of the options


def items_of_each(options: Iterable[Iterable[Hashable]], clock: Clock) -> list[list[Hashable]]:
    """Return the items of each option without repetitions.  Raises PuzzleError if an option is no collection."""
    sets: list[list[Hashable]] = []
    if not isinstance(options, Iterable):
        raise PuzzleError(f"options {options!r}: allowed is a list of collections of hashable items")
    for number, option in enumerate(clock.each(options)):
        try:
            sets.append(list(dict.fromkeys(option)))
        except TypeError:
            raise PuzzleError(f"option {number} is {option!r}: allowed are collections of hashable items") from None
    return sets


def without_weights(sets: list[list[Hashable]], clock: Clock) -> tuple[list[list[Hashable]], Heavy]:
    """Separate items from their weights.

    Return the items of each option, perhaps with colours, and for each item with weights a table from the numbers of
    options to its weight.
    """
    if Weighted not in set(map(type, chain.from_iterable(sets))):
        return sets, {}
    plain: list[list[Hashable]] = []
    heavy: Heavy = {}
    for number, option in enumerate(clock.each(sets)):
        plain.append([entry.item if isinstance(entry, Weighted) else entry for entry in option])
        if len(set(plain[-1])) < len(option):
            ((item, _),) = Counter(plain[-1]).most_common(1)
            raise PuzzleError(f"option {number} has the item {item} several times: allowed is once, with a weight")
        for entry in option:
            if isinstance(entry, Weighted):
                heavy.setdefault(entry.item, {})[number] = _weight(entry, number)
    return plain, heavy


def _weight(entry: Weighted, number: int) -> int:
    if type(entry.weight) is not int or not 1 <= entry.weight <= MOST_TIMES or isinstance(entry.item, Coloured):
        raise PuzzleError(
            f"option {number} has the item {entry.item} with the weight {entry.weight}: allowed are 1 to {MOST_TIMES},"
            " and no colour"
        )
    return entry.weight


def costs_of(costs: Sequence[int] | None, options: int) -> NDArray[np.int64]:
    """Return what each option costs as an array, an empty one if none costs anything.

    Raises PuzzleError unless there is an integer from 0 to MOST_TIMES for each option.
    """
    each = [] if costs is None else list(costs)
    if len(each) not in (0, options):
        raise PuzzleError(f"{len(each)} costs for {options} options: allowed is one for each")
    for number, cost in enumerate(each):
        if not isinstance(cost, int | np.integer) or not 0 <= cost <= MOST_TIMES:
            raise PuzzleError(f"option {number} has the cost {cost}: allowed are integers from 0 to {MOST_TIMES}")
    return np.array(each if any(each) else [], np.int64)


def without_colours(sets: list[list[Hashable]], clock: Clock) -> tuple[list[list[Hashable]], Painted]:
    """Separate items from their colours.

    Return the items of each option, and for each item with colours a table from the numbers of options to its colour.
    """
    if Coloured not in set(map(type, chain.from_iterable(sets))):
        return sets, {}
    plain: list[list[Hashable]] = []
    painted: Painted = {}
    for number, option in enumerate(clock.each(sets)):
        plain.append([entry.item if isinstance(entry, Coloured) else entry for entry in option])
        if len(set(plain[-1])) < len(option):
            ((item, _),) = Counter(plain[-1]).most_common(1)
            several = [entry for entry, plainly in zip(option, plain[-1], strict=True) if plainly == item]
            found = ", ".join(str(entry.colour) if isinstance(entry, Coloured) else "none" for entry in several)
            raise PuzzleError(f"option {number} has the item {item} with the colours {found}: allowed is one")
        for entry in option:
            if isinstance(entry, Coloured):
                painted.setdefault(entry.item, {})[number] = entry.colour
    return plain, painted


def palettes(
    painted: Painted, number: dict[Hashable, int], sets: list[list[Hashable]], clock: Clock, columns: int
) -> tuple[Colours, NDArray[np.int64]]:
    """Return the colours of the cover's items, and all cases in which an option gives a colour to an item.

    A case is a row of three numbers: the option, the index of the item among those with colours, and the colour, or
    ALONE.  Colours are numbered in order of appearance.  `number` has the number of each item; the bits of colours
    follow after `columns` others.
    """
    found = sorted((number[item], each) for item, each in painted.items())
    palettes = [{colour: at for at, colour in enumerate(dict.fromkeys(each.values()))} for _, each in found]
    colours = Colours.behind(columns, [item for item, _ in found], [list(map(str, each)) for each in palettes])
    place = {item: at for at, item in enumerate(colours.items)}
    cases = []
    for option, items in enumerate(clock.each(sets if found else ())):
        for item in items:
            if (at := place.get(number[item], -1)) >= 0:
                given = found[at][1]
                cases.append((option, at, palettes[at][given[option]] if option in given else ALONE))
    return colours, np.array(cases, np.int64).reshape(-1, 3)


def is_bounds(pair: tuple[int, int]) -> bool:
    """Tell whether a pair is 0 <= lower <= upper >= 1."""
    try:
        lower, upper = map(index, pair)
    except (TypeError, ValueError):
        return False
    return 0 <= lower <= upper >= 1


def check_printable(names: Iterable[str], what: str) -> None:
    """Raise PuzzleError for a name that is not printable in one line, as files and messages need it."""
    for name in names:
        if not name.isprintable():
            raise PuzzleError(f"{what} {shown(name)}: allowed is a name without line breaks and control characters")
