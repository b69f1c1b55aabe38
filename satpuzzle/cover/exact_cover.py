"""Exact cover: choose options so that every item is covered as often as its bounds say.

Knuth's words (TAOCP 7.2.2.1): an *option* covers *items*.  Item i must be covered at least lower[i]
and at most upper[i] times: (1, 1) is the classic primary item, (0, 1) a secondary one, (3, 3) a
piece with three equal copies.  Items may have colours (`colours.py`), and an option may cover an item several times
(`weights.py`).  `from_puzzle.py` makes the cover of a puzzle.

A subproblem is a cover with some options already chosen (`given`) or ruled out (`without`).  All subproblems of one
cover use the same option numbers, so any two backends can be compared solution by solution.  Given pieces, the parts of
a split search and restrictions by symmetry are all represented as subproblems.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.bits import Words
from satpuzzle.cover.colours import ALONE, UNBOUNDED, Colours
from satpuzzle.cover.sets import (
    check_printable,
    costs_of,
    is_bounds,
    items_of_each,
    palettes,
    without_colours,
    without_weights,
)
from satpuzzle.cover.weights import Weights
from satpuzzle.display import Drawn
from satpuzzle.errors import PuzzleError

_ROWS = 1 << 10  # options whose bits are unpacked at a time
KEPT = 1 << 14  # words of all rows up to which a cover keeps its residual
_WIDE = 8  # words of a row from which on those of all options are not looked at in columns
Batch = NDArray[np.int64]  # (solutions, longest): option numbers, padded with -1
_entries: dict[str, tuple[Words, NDArray[np.intp], NDArray[np.intp]]] = {}  # of the cover asked for last, by its rows


@dataclass(frozen=True, eq=False, repr=False)
class ExactCover(Drawn):
    """Items with bounds, and options as rows of bits over the items."""

    names: tuple[str, ...]
    lower: NDArray[np.int64]  # (items,)
    upper: NDArray[np.int64]  # (items,)
    rows: NDArray[np.uint64]
    # (options, words): bit i of a row says that the option covers item i; then come weights, then colours
    families: Mapping[str, range] = field(default_factory=dict)  # items by kind, such as cells and pieces
    live: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))  # may still be chosen
    chosen: tuple[int, ...] = ()
    colours: Colours = field(default_factory=Colours)
    weights: Weights = field(default_factory=Weights)
    costs: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))  # (options,); none if all cost 0

    name = "cover"  # what answers call it, as they call a puzzle by its name

    @classmethod
    def of_sets(
        cls,
        options: Iterable[Iterable[Hashable]],
        bounds: Sequence[tuple[int, int]] | Mapping[Any, tuple[int, int]] | None = None,
        names: Sequence[str] | None = None,
        clock: Clock = UNLIMITED,
        *,
        costs: Sequence[int] | None = None,
    ) -> "ExactCover":
        """Return a cover from the items of each option and the (lower, upper) bounds of each item.

        If the bounds are a list, the items are its indices; if they are a mapping, the items are its keys.  Without
        bounds, the items are the values in the options, in the order of their first occurrence, and each must be
        covered once.  An option may be left out if none of its items must be covered.  An option that covers nothing is
        in no solution: it has a number and is never chosen.

        An item with the bounds (0, 1) may have colours; in an option it is written Coloured(item, colour).  Several
        options may cover it if they agree on its colour; an option in which it has no colour excludes all others that
        cover it.  Without bounds, items with colours need not be covered.

        An option that covers an item several times has it as Weighted(item, weight), with a weight from 1.  It is never
        chosen if the weight is larger than the upper bound of the item, which has no colours.

        `costs` has what each option costs, an integer from 0; `best` minimises the sum of those chosen.

        Raises PuzzleError, which is a ValueError, for an option that is not a collection of items, an item that has no
        bounds, bounds that do not satisfy 0 <= lower <= upper >= 1, a wrong number of names, a name with line breaks,
        an item with colours and other bounds than (0, 1), an item with two colours or weights in one option, one with
        colours and weights, a weight below 1, a wrong number of costs, and a cost that is not allowed.  Raises Stopped
        if the clock stops.
        """
        sets, heavy = without_weights(items_of_each(options, clock), clock)
        sets, painted = without_colours(sets, clock)
        if bounds is None:
            bounds = {item: (0, 1) if item in painted else (1, 1) for option in sets for item in option}
        clock.check()
        every = list(bounds) if isinstance(bounds, Mapping) else list(range(len(bounds)))
        table = list(bounds.values()) if isinstance(bounds, Mapping) else list(bounds)
        _check_bounds(every, table, painted)
        for item in painted.keys() & heavy.keys():
            raise PuzzleError(f"item {item} has colours and weights: allowed is one of both")
        if names is not None and len(names) != len(every):
            raise PuzzleError(f"{len(names)} names for {len(every)} items: allowed is one for each")
        number = {item: index for index, item in enumerate(every)}
        found = [number.get(item, -1) for option in clock.each(sets) for item in option]
        lengths = [len(option) for option in sets]
        if -1 in found:
            raise _unknown_item(sets, number, isinstance(bounds, Mapping))
        cases_of_weights = [(option, number[item], each[option]) for item, each in heavy.items() for option in each]
        weighed = np.array(cases_of_weights, np.int64).reshape(-1, 3).T
        weights = Weights.behind(len(number), *weighed)
        colours, cases = palettes(painted, number, sets, clock, weights.columns.stop)
        said = tuple(map(str, names or every))
        check_printable(said, "item")
        check_printable(chain.from_iterable(colours.names), "colour")
        columns = max(weights.columns.stop, colours.columns.stop)
        rows = np.zeros((len(sets), -(-columns // 64)), np.uint64)
        items, option = np.array(found, dtype=np.int64), np.repeat(np.arange(len(sets)), lengths)
        np.bitwise_or.at(rows, (option, items // 64), np.uint64(1) << (items % 64).astype(np.uint64))
        limits = np.array(table, dtype=np.int64).reshape(-1, 2)
        clock.check()
        weights.give(rows, *weighed)
        if colours:
            colours.give(rows, *cases.T)
            limits[list(colours.items), 1] = UNBOUNDED
        live = np.array(lengths, dtype=np.int64) > 0
        live[weighed[0, weighed[2] > limits[weighed[1], 1]]] = False
        return cls(
            names=said,
            lower=limits[:, 0],
            upper=limits[:, 1],
            rows=rows,
            families={"items": range(len(every))},
            live=live,
            colours=colours,
            weights=weights,
            costs=costs_of(costs, len(sets)),
        )

    def __repr__(self) -> str:
        left = "" if self.live.all() else f", {int(self.live.sum())} left"
        chosen = f", {len(self.chosen)} chosen" * bool(self.chosen)
        painted = f" ({len(self.colours.items)} with colours)" * bool(self.colours)
        painted += f" ({len(self.weights.heavy)} with weights)" * bool(self.weights)
        return f"<exact cover: items {len(self.names)}{painted}, options {len(self.rows)}{left}{chosen}>"

    # Which options cover which items

    def members(self) -> NDArray[np.bool_]:
        """Tell for each option and item whether the option covers the item, shape (options, items)."""
        return bits.from_words(self.rows, len(self.names))

    def entries(self, clock: Clock = UNLIMITED) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the option and the item of each pair of an option and an item that it covers, option by option.

        In a wide cover these are few, and `members` is large.  Those of the cover asked for last are kept, since they
        are those of all its subproblems.  Raises Stopped if the clock stops.
        """
        known = _entries.get("last")
        if known is None or known[0] is not self.rows:
            found = bits.ones(self.rows, len(self.names), clock)
            for each in found:
                each.setflags(write=False)
            known = _entries["last"] = (self.rows, *found)
        return known[1:]

    def items_of(self, option: int) -> NDArray[np.intp]:
        """Return the items that an option covers, ascending."""
        return np.flatnonzero(bits.from_words(self.rows[option][None], len(self.names)))

    def colours_of(self, option: int) -> dict[int, str]:
        """Return the colours that an option gives to items, by the numbers of the items."""
        each = zip(self.colours.items, self.colours.names, self.colours.of(self.rows[option][None])[0], strict=True)
        return {item: names[colour] for item, names, colour in each if colour >= 0}

    def weights_of(self, option: int) -> dict[int, int]:
        """Return how often an option covers the items that it covers several times, by the numbers of the items."""
        times = self.coverage([option]) if self.weights else np.zeros(0, np.int64)
        return {item: int(times[item]) for item in np.flatnonzero(times > 1).tolist()}

    def words(self, option: int) -> list[str]:
        """Return the names of the items that an option covers, with colours and weights: `item:colour`, `3|item`."""
        colours, weights, names = self.colours_of(option), self.weights_of(option), self.names
        before = {item: f"{weight}|" for item, weight in weights.items()}
        behind = {item: f":{colour}" for item, colour in colours.items()}
        return [f"{before.get(item, '')}{names[item]}{behind.get(item, '')}" for item in self.items_of(option).tolist()]

    def covers(self, item: int) -> NDArray[np.bool_]:
        """Tell for each option whether it covers the item."""
        shifted: NDArray[np.uint64] = self.rows[:, item // 64] >> np.uint64(item % 64)
        return (shifted & np.uint64(1)).astype(np.bool_)

    def times(self, item: int) -> NDArray[np.int64]:
        """Return how often each option covers the item, (options,)."""
        return self.weights.of(item, self.rows)

    def options_of(self, item: int) -> NDArray[np.intp]:
        """Return the live options that cover an item, ascending."""
        return np.flatnonzero(self.live & self.covers(item))

    def coverage(self, options: Iterable[int]) -> NDArray[np.int64]:
        """Return how often these options cover each item."""
        chosen = list(options)
        return self._summed(self.rows[chosen]) if chosen else np.zeros(len(self.names), np.int64)

    def _summed(self, rows: Words) -> NDArray[np.int64]:
        """Return how often options, given as rows, cover each item."""
        items = len(self.names)
        columns = self.weights.columns.stop if self.weights else items
        many: NDArray[np.int64] = bits.from_words(rows, columns).sum(axis=0, dtype=np.int64)
        return self.weights.add(many[:items], many) if self.weights else many

    # Which options exclude each other

    def blocks(self, options: Sequence[int]) -> Words:
        """Return a row of bits; another option can be chosen in addition to these if its row has none of the bits.

        The bits are those of items that have reached their upper bounds, and those of other colours.
        """
        rows = self.rows[list(options)]
        united: Words = np.bitwise_or.reduce(rows, axis=0)
        coverage = self.coverage(options)
        return self.full(self.upper - coverage) | self.colours.excluded(united)

    def full(self, left: NDArray[np.int64]) -> Words:
        """Return a row with the bits of options that would cover an item more often than is `left` of its bound."""
        full: Words = self._mask(left <= 0)
        return full | self.weights.too_heavy(left, len(full)) if self.weights else full

    def exclusions(self) -> Words:
        """Return the row of bits that each option excludes, `blocks([option])`, shape (options, words).

        Two options exclude each other if the row of one in this table and the row of the other in `rows` have a common
        bit.
        """
        found: Words = self.rows & self._mask(self.upper == 1) | self.colours.excluded(self.rows)
        for item in self.weights.heavy.tolist():
            times, left = self.times(item), np.full(len(self.names), UNBOUNDED)
            for weight in np.unique(times[times > 0]).tolist():
                left[item] = self.upper[item] - weight
                found[times == weight] |= self.full(left)
        return found

    def agreeing(self) -> Iterator[tuple[int, list[NDArray[np.intp]]]]:
        """Yield (item, groups) for each item with colours: its live options, grouped by the colour that they give it.

        A solution has options from at most one of the groups.  An option that covers the item without a colour is a
        group of its own.  An item with a single group is left out.
        """
        for number, item in enumerate(self.colours.items):
            options = self.options_of(item)
            colour = self.colours.of_item(number, self.rows[options])
            groups = [options[colour == each] for each in np.unique(colour[colour != ALONE]).tolist()]
            groups += [*options[colour == ALONE][:, None]]
            if len(groups) > 1:
                yield item, groups

    # Subproblems

    def given(self, options: Iterable[int]) -> "ExactCover":
        """Return the subproblem in which these options are chosen.

        Raises ValueError if an option is not live or two of them cannot be chosen together.
        """
        cover = self
        for option in options:
            if not 0 <= option < len(cover.rows):
                raise ValueError(f"option {option}: allowed are 0 to {len(cover.rows) - 1}")
            if not cover.live[option]:
                raise ValueError(f"option {option} cannot be chosen together with {list(cover.chosen)}")
            chosen = tuple(sorted((*cover.chosen, option)))
            cover = replace(cover, live=cover.open_beside(chosen), chosen=chosen)
        return cover

    def open_beside(self, options: Sequence[int]) -> NDArray[np.bool_]:
        """Tell for each option whether it is live and can be chosen in addition to these."""
        blocks = self.blocks(options)
        words = np.flatnonzero(blocks) if len(blocks) > _WIDE else slice(None)  # few words of a wide row have bits
        live = self.live & ~(self.rows[:, words] & blocks[words]).any(axis=1)
        live[list(options)] = False
        return live

    def without(self, options: NDArray[np.bool_]) -> "ExactCover":
        """Return the subproblem in which the options marked true are ruled out; shape (options,)."""
        return replace(self, live=self.live & ~options)

    def residual(self) -> tuple[NDArray[np.intp], "ExactCover"]:
        """Return the cover that remains after the chosen options, with the live options only.

        The first result has the number in this cover of each option of the remaining one.  A small cover makes its
        residual once.
        """
        if not self.chosen and self.live.all():
            return np.arange(len(self.rows)), self
        return self._kept_residual if self.rows.size <= KEPT else self._residual()

    @cached_property
    def made(self) -> dict[object, Any]:
        """What engines have made of this cover and use again, by keys of theirs; copies of the cover lack it."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "made"}

    @cached_property
    def _kept_residual(self) -> tuple[NDArray[np.intp], "ExactCover"]:
        return self._residual()

    def _residual(self) -> tuple[NDArray[np.intp], "ExactCover"]:
        numbers = np.flatnonzero(self.live)
        spent = self.coverage(self.chosen)
        return numbers, replace(
            self,
            lower=np.maximum(self.lower - spent, 0),
            upper=self.upper - spent,
            rows=self.rows[numbers],
            live=np.ones(len(numbers), np.bool_),
            chosen=(),
            costs=self._costs_in(numbers),
        )

    def narrowed(self) -> tuple[NDArray[np.int64], "ExactCover"]:
        """Return a cover with the same solutions in which nothing is chosen: what a chosen option covers must be.

        Only chosen and live options remain; the first result has the number of each in this cover.  It is for covers in
        which each option covers an item that is covered once at most.
        """
        chosen = list(self.chosen)
        numbers = np.flatnonzero(self.live | np.isin(np.arange(len(self.rows)), chosen))
        lower = np.where(self.upper == 1, np.maximum(self.lower, self.coverage(chosen)), self.lower)
        rows, live = self.rows[numbers], np.ones(len(numbers), np.bool_)
        return numbers, replace(self, lower=lower, rows=rows, live=live, chosen=(), costs=self._costs_in(numbers))

    def reordered(self, order: NDArray[np.int64]) -> "ExactCover":
        """Return the cover with its options in another order: new option i is option `order[i]` of this cover.

        Raises ValueError for a subproblem with options already chosen.
        """
        if self.chosen:
            raise ValueError("a subproblem keeps its option numbers; its residual may be reordered")
        return replace(self, rows=self.rows[order], live=self.live[order], costs=self._costs_in(order))

    def _costs_in(self, order: NDArray[np.int64]) -> NDArray[np.int64]:
        return self.costs[order] if len(self.costs) else self.costs

    def available(self, clock: Clock = UNLIMITED) -> NDArray[np.int64]:
        """Return how often all live options together cover each item.  Raises Stopped if the clock stops."""
        many, rows = np.zeros(len(self.names), np.int64), self.rows[self.live]
        for some in clock.slices(len(rows), _ROWS):
            many += self._summed(rows[some])
        return many

    @cached_property
    def reached(self) -> NDArray[np.bool_]:
        """Tell for each item whether a live option covers it."""
        united: NDArray[np.uint64]
        if self.rows.shape[1] > _WIDE:
            united = np.bitwise_or.reduce(self.rows.compress(self.live, axis=0), axis=0)
        else:  # contiguous along the options, which takes a fifth of the time
            united = np.bitwise_or.reduce(np.ascontiguousarray(self.rows.T), axis=1, where=self.live)
        reached: NDArray[np.bool_] = bits.from_words(united[None], len(self.names))[0]
        return reached

    @cached_property
    def unlimited(self) -> NDArray[np.bool_]:
        """Tell which items, of those without colours, need one option at most and cannot be covered too often."""
        found = (self.lower <= 1) & (self.upper > 1)
        found[[*self.colours.items, *self.weights.items]] = False
        if found.any():
            found &= self.upper >= self.available() + len(self.chosen)
        return found

    def hopeless(self) -> int | None:
        """Return an item that cannot reach its lower bound with the live options, None if there is none."""
        return self._hopeless

    @cached_property
    def _hopeless(self) -> int | None:
        missing = self.lower - self.coverage(self.chosen)
        short = missing > self.reached
        for item in np.flatnonzero(short & self.reached).tolist():  # items that need several more options
            short[item] = self.times(item)[self.live].sum() < missing[item]
        found = np.flatnonzero(short)
        return int(found[0]) if len(found) else None

    @cached_property
    def longest(self) -> int:
        """Return an upper bound on the number of options in a solution, from the upper bounds of the items."""
        columns = np.ascontiguousarray(self.rows.compress(self.live, axis=0).T)
        if not columns.shape[1]:
            return 0
        bounds = [int(columns.shape[1])]
        sets = np.zeros((2 + len(self.families), len(self.names)), np.bool_)
        sets[0], sets[1] = True, self.lower > 0
        for items, family in zip(sets[2:], self.families.values(), strict=True):
            items[family.start : family.stop] = True
        for items, mask in zip(sets, bits.to_words(sets, len(columns)), strict=True):
            taken = np.bitwise_count(columns & mask[:, None]).sum(axis=0, dtype=np.int64)
            each = int(taken.min())  # the least number of these items in an option
            if each:
                bounds.append(int(self.upper[items].sum()) // each)
        return min(bounds)

    # Solutions

    def check(self, batch: Batch) -> None:
        """Raise AssertionError unless every row of the batch is a solution of this cover."""
        if not ((batch >= -1) & (batch < len(self.rows))).all():
            raise AssertionError("an option number is out of range")
        before, after = batch[:, :-1], batch[:, 1:]
        if not ((after < 0) | ((before >= 0) & (after > before))).all():  # options that are not in ascending order
            ordered = np.sort(batch, axis=1)
            if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any():
                raise AssertionError("a solution chooses an option twice")
        if not all((batch == option).any(axis=1).all() for option in self.chosen):
            raise AssertionError("a solution lacks an option that was given")
        known = self._checked
        if not known.allowed.take(batch).all():
            raise AssertionError("a solution chooses an option that is ruled out")
        covered = known.rows.take(batch.T, axis=1)  # (words, options, solutions): solutions are contiguous in memory
        twice = np.bitwise_or.reduce(_before(covered) & covered[:, 1:], axis=1)
        lacking = ~np.bitwise_or.reduce(covered, axis=1) & known.needed
        wrong = ((twice & known.once) | lacking).any(axis=0)
        bounding = (self.lower > 0) | (self.upper < batch.shape[1])
        bounding[list(self.weights.items)] = True
        for item in known.counted[bounding[known.counted]]:
            each = self.times(item) if self.weights else self.covers(item)  # truth values take less time
            total = np.append(each, False)[batch].sum(axis=1)
            wrong |= (total < self.lower[item]) | (total > self.upper[item])
        if wrong.any():
            raise AssertionError(f"{batch[wrong.argmax()].tolist()} breaks the bounds of an item")
        if self.colours:
            excluded = known.excluded.take(batch.T, axis=1)
            wrong = (_before(excluded) & covered[:, 1:]).any(axis=(0, 1))
            if wrong.any():
                raise AssertionError(f"{batch[wrong.argmax()].tolist()} has an item in two colours")

    @cached_property
    def _checked(self) -> "_Checked":
        allowed = np.append(self.live, True)
        allowed[list(self.chosen)] = True
        rows = np.concatenate([self.rows, np.zeros((1, self.rows.shape[1]), np.uint64)])
        single = self.upper == 1
        united = (single | self.unlimited) & (self.lower <= 1)  # a union of rows tells whether they are covered
        once, needed = bits.to_words(np.stack([single, united & (self.lower == 1)]), self.rows.shape[1])[..., None]
        counted = np.flatnonzero(~united)
        excluded = self.colours.excluded(rows) if self.colours else rows
        return _Checked(allowed, np.ascontiguousarray(rows.T), np.ascontiguousarray(excluded.T), once, needed, counted)

    def _mask(self, items: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Convert truth values of the items to a row of bits."""
        mask: NDArray[np.uint64] = bits.to_words(items[None], self.rows.shape[1])[0]
        return mask


class _Checked(NamedTuple):
    """What `check` reads; the last row of an array by options is that of padding."""

    allowed: NDArray[np.bool_]  # (options + 1,): may be in a solution
    rows: Words  # (words, options + 1)
    excluded: Words  # (words, options + 1)
    once: Words  # (words, 1): the items with the upper bound 1
    needed: Words  # (words, 1): those of them, and of those without a limit, with the lower bound 1
    counted: NDArray[np.intp]  # the items with other bounds


def _before(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for each option of each solution, except the first, the union of the bits of the options before it.

    `bits` has the shape (words, options, solutions).
    """
    united: NDArray[np.uint64] = np.bitwise_or.accumulate(bits[:, :-1], axis=1)
    return united


def _unknown_item(sets: Sequence[Sequence[Any]], number: Mapping[Any, int], named: bool) -> PuzzleError:
    """Return the error for the first option that covers an item without bounds."""
    wrong = next(k for k, option in enumerate(sets) if not all(item in number for item in option))
    allowed = "the keys of the bounds" if named else f"items 0 to {len(number) - 1}"
    return PuzzleError(f"option {wrong} covers {sets[wrong]}: allowed are {allowed}")


def _check_bounds(
    items: Sequence[Any], table: Sequence[tuple[int, int]], painted: Mapping[Any, Mapping[int, Any]]
) -> None:
    """Raise PuzzleError for wrong bounds; `painted` has the items with colours, and their colours in options."""
    for item, pair in zip(items, table, strict=True):
        if not is_bounds(pair):
            raise PuzzleError(f"item {item} has the bounds {pair}: allowed is 0 <= lower <= upper >= 1")
        if item in painted and tuple(map(index, pair)) != (0, 1):
            wrong, colour = next(iter(painted[item].items()))
            raise PuzzleError(
                f"item {item} has the bounds {pair} and in option {wrong} the colour {colour}:"
                " allowed for an item with colours is (0, 1)"
            )


def batch_of(solutions: Sequence[Sequence[int]]) -> Batch:
    """Return solutions as a batch; shorter ones are padded with -1."""
    batch: Batch = np.full((len(solutions), max(map(len, solutions), default=1) or 1), -1, np.int64)
    for row, options in zip(batch, solutions, strict=True):
        row[: len(options)] = options
    return batch


def ascending(batch: Batch) -> Batch:
    """Return solutions with the options of each in ascending order, the padding last."""
    return np.sort(batch.view(np.uint64), axis=1).view(np.int64)  # read without a sign, -1 is the largest number
