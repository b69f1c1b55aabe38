"""A second count of solutions by a frontier, short enough to be read as a whole, since `verify` depends on it.

Options are decided in a fixed order: first those that cover the first item of a list, then the others that cover the
second one, and so on.  Later options depend on what was chosen only by its *state*: how often each item is covered
that some later option covers, and in which colour.  Each state has the number of sets of options that lead to it, so
equal states are one.  An item that no later option covers is *closed*: states with too few options there are dropped,
and the others forget the item.  So the numbers at the end count each solution once, whatever the list is; the list
decides only how many states there are.

    an option is decided     state 10 (5 sets)  →  without it: 10 (5),  with it: 11 (5)
    the left item is closed  11 (5), 01 (7)     →  1 (5)

The upper bound of an item needs no state if it cannot be exceeded: if each option of the item covers so many items that
are covered at most once that there is no room for more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.colours import disagreements
from satpuzzle.proofs.check.geometry import Statement

Bounds = Sequence[tuple[int, int]]
_PORTION = 1 << 16  # states between two looks at the clock


@dataclass(frozen=True)
class Choice:
    """Options that are chosen together, mostly a single one; a symmetric solution has all or none of an orbit."""

    covers: dict[int, int]  # how often the options cover each item
    colours: frozenset[int]  # the colours that they give to items
    against: frozenset[int]  # the colours with which they disagree


class Total(NamedTuple):
    """The number of solutions, that of the states after all steps, and that of the most states after one."""

    solutions: int
    states: int
    widest: int


class _Place(NamedTuple):
    """Where a state holds the number of options that cover an item, or whether a colour is there."""

    closed: int  # the step after which no option asks for it
    shift: int
    mask: int
    least: int  # the smallest number that is allowed when it is closed
    most: int  # the largest number that is held; a greater one is not allowed, or counts as this one
    limited: bool


def choices(statement: Statement, orbits: Iterable[Sequence[int]]) -> list[Choice]:
    """Return the choices between orbits of options, without those whose options exclude each other."""
    has, meets, _ = disagreements(statement, len(statement.bounds))
    found = []
    for orbit in orbits:
        covers: dict[int, int] = {}
        for one in orbit:
            for item in statement.options[one]:
                covers[item] = covers.get(item, 0) + statement.times(one, item)
        if not any({*has[one]} & {*meets[other]} for one in orbit for other in orbit if one != other):
            colours, against = (frozenset(c for option in orbit for c in each[option]) for each in (has, meets))
            found.append(Choice(covers, colours, against))
    return found


def count(bounds: Bounds, given: Sequence[Choice], order: Sequence[int], most: int, clock: Clock = UNLIMITED) -> Total:
    """Return how many sets of choices cover each item as often as its bounds say; `order` is the list of items.

    Raises ProofError if the list is none of different items, if a choice covers none of its items or if a step has more
    than `most` states, and Stopped if the clock stops.
    """
    steps = _steps(bounds, given, order)
    places = _places(bounds, steps)
    states, gone, seen, widest = {0: 1}, 0, 1, 1
    for step, some in enumerate(steps):
        several = not order or bounds[order[step]][1] > 1  # the options of the step may be chosen together
        before: list[tuple[int, int]] = []
        for place, choice in enumerate(some):
            if several or not place:
                before = [*states.items()]
            for portion in clock.slices(len(before), _PORTION):
                _choose(states, before[portion], choice, bounds, places, gone)
            if len(states) > (len(some) + 1) * most:
                raise ProofError(f"step {step} has more than {most} states")
        closed = [one for one in places.values() if one.closed == step]
        states, gone = _closed(states, closed, gone)
        clock.check()
        seen, widest = seen + len(states), max(widest, len(states))
        if widest > most:
            raise ProofError(f"step {step} has more than {most} states")
    return Total(sum(states.values()), seen, widest)


def _steps(bounds: Bounds, given: Sequence[Choice], order: Sequence[int]) -> list[list[Choice]]:
    """Return the choices of each step, by their first item in the order; those that exceed a bound are left out."""
    rank = {item: place for place, item in enumerate(order)}
    if len(rank) < len(order) or not rank.keys() <= {*range(len(bounds))}:
        raise ProofError("the order has an item twice, or one that is none")
    if not all(rank.keys() & choice.covers for choice in given):
        raise ProofError("an option covers no item of the order")
    steps: list[list[Choice]] = [[] for _ in order] or [[]]
    for choice in given:
        if all(many <= bounds[item][1] for item, many in choice.covers.items()):
            steps[min(rank[item] for item in rank.keys() & choice.covers)].append(choice)
    return steps


def _places(bounds: Bounds, steps: Sequence[Sequence[Choice]]) -> dict[int, _Place]:
    """Return the places of items and colours that states must hold; those that are closed first come first."""
    given = [choice for some in steps for choice in some]
    last = {item: 0 for item, (least, _) in enumerate(bounds) if least}  # items that no option covers, too
    for step, some in enumerate(steps):
        last |= {one: step for choice in some for one in (*choice.covers, *choice.colours, *choice.against)}
    places, shift = dict[int, _Place](), 0
    for one in sorted(last, key=lambda one: (last[one], one)):
        least, most = bounds[one] if one < len(bounds) else (0, 1)
        limited = one >= len(bounds) or _exceedable(bounds, given, one)
        top = most if limited else least
        if top:
            places[one] = _Place(last[one], shift, (1 << top.bit_length()) - 1, least, top, limited)
            shift += top.bit_length()
    return places


def _exceedable(bounds: Bounds, given: Sequence[Choice], item: int) -> bool:
    """Tell whether more options may cover the item than its upper bound, as far as room and numbers tell."""
    mine, most = [choice for choice in given if item in choice.covers], bounds[item][1]
    if most == 1 or sum(choice.covers[item] for choice in mine) <= most:
        return most == 1 < len(mine)
    single = [{other for other in choice.covers if other != item and bounds[other][1] == 1} for choice in mine]
    room = len(set[int]().union(*single))
    return any(choice.covers[item] * room >= (most + 1) * len(own) for choice, own in zip(mine, single, strict=True))


def _choose(
    states: dict[int, int],
    before: Sequence[tuple[int, int]],
    choice: Choice,
    bounds: Bounds,
    places: dict[int, _Place],
    gone: int,
) -> None:
    """Add to `states` those that result if the choice is taken in the states `before`; `gone` bits are closed."""
    block = fill = 0
    counted = list[tuple[int, int, int, int, bool]]()
    for item, many in choice.covers.items():
        if (place := places.get(item)) is None:
            continue
        if place.mask == 1 and place.limited:
            block, fill = block | 1 << place.shift >> gone, fill | 1 << place.shift >> gone
        else:
            counted.append((place.shift - gone, place.mask, many, place.most, place.limited))
    for colour in choice.against:
        block |= 1 << places[colour].shift >> gone
    for colour in choice.colours:
        fill |= 1 << places[colour].shift >> gone
    for state, number in before:
        if state & block:
            continue
        after = state | fill
        for shift, mask, many, most, limited in counted:
            had = after >> shift & mask
            if limited and had + many > most:
                break
            after += (min(had + many, most) - had) << shift
        else:
            states[after] = states.get(after, 0) + number


def _closed(states: dict[int, int], closed: Sequence[_Place], gone: int) -> tuple[dict[int, int], int]:
    """Return the states that have enough at the closed places, without these, and the new number of closed bits."""
    width = sum(place.mask.bit_length() for place in closed)
    needed = [(place.shift - gone, place.mask, place.least) for place in closed if place.least]
    found: dict[int, int] = {}
    for state, number in states.items():
        if all(state >> shift & mask >= least for shift, mask, least in needed):
            found[state >> width] = found.get(state >> width, 0) + number
    return found, gone + width
