"""Exact cover: choose options so that every item is covered as often as its bounds say.

Knuth's words (TAOCP 7.2.2.1): an *option* covers *items*.  Item i must be covered at least lower[i]
and at most upper[i] times: (1, 1) is the classic primary item, (0, 1) a secondary one, (3, 3) a
piece with three equal copies.  Items may have colours (`colours.py`).  Nothing here knows of geometry.

A subproblem is a cover with some options already chosen (`given`) or ruled out (`without`).  Option
numbers mean the same in all subproblems of one cover, so that any two backends can be compared solution by solution;
given pieces, the parts of a split search and restrictions by symmetry are all subproblems.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.colours import ALONE, UNBOUNDED, Colours, Words
from satpuzzle.cover.contacts import Contacts
from satpuzzle.cover.edges import sides_of
from satpuzzle.cover.placements import Placements, packed
from satpuzzle.cover.sets import is_bounds, items_of_each, palettes, without_colours
from satpuzzle.display import Drawn
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle

Batch = NDArray[np.int64]  # (solutions, longest): option numbers, padded with -1


@dataclass(frozen=True, eq=False, repr=False)
class ExactCover(Drawn):
    """Items with bounds, and options as rows of bits over the items."""

    names: tuple[str, ...]
    lower: NDArray[np.int64]  # (items,)
    upper: NDArray[np.int64]  # (items,)
    rows: NDArray[np.uint64]  # (options, words): bit i of a row says that the option covers item i; then come colours
    families: Mapping[str, range] = field(default_factory=dict)  # items by kind, such as cells and pieces
    live: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))  # may still be chosen
    chosen: tuple[int, ...] = ()
    automorphisms: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    # (elements, options) or nothing: a group of permutations of options that carry solutions to solutions
    colours: Colours = field(default_factory=Colours)

    @classmethod
    def of(cls, puzzle: Puzzle, placements: Placements, clock: Clock = UNLIMITED) -> "ExactCover":
        """Return the cover of a puzzle: its items are the board's cells, then the pieces, then the edges of tiles.

        Raises Stopped if the clock stops.
        """
        cells, pieces = len(puzzle.board), len(puzzle.pieces)
        words = -(-(cells + pieces) // 64)
        rows = packed(cells + placements.piece[:, None], words)
        rows[:, : placements.cells.shape[1]] |= placements.cells
        names = [f"{x},{y},{z}" for x, y, z in clock.each(puzzle.board.tolist())]
        names += [piece.name for piece in puzzle.pieces]
        families, colours = {"cells": range(cells), "pieces": range(cells, cells + pieces)}, Colours()
        further: list[str] = []
        if puzzle.tiled or puzzle.apart:
            cells_rows = rows
            if puzzle.tiled:
                where = bits.from_words(placements.cells, cells).argmax(axis=1)
                further, colours, rows = sides_of(puzzle, where, placements.sides, cells + pieces)
            else:
                further, colours, rows = Contacts.of(puzzle).items(placements, cells + pieces)
            rows[:, :words] |= cells_rows
            names = names + further
            families["edges" if puzzle.tiled else "contacts"] = range(cells + pieces, len(names))
        return cls(
            names=tuple(names),
            lower=np.concatenate(
                [~puzzle.optional, [piece.minimum for piece in puzzle.pieces], [0] * len(further)]
            ).astype(np.int64),
            upper=np.array(
                [1] * cells + [piece.maximum for piece in puzzle.pieces] + [UNBOUNDED] * len(further), dtype=np.int64
            ),
            rows=rows,
            families=families,
            colours=colours,
            live=np.ones(len(rows), np.bool_),
        )

    @classmethod
    def of_sets(
        cls,
        options: Iterable[Iterable[Hashable]],
        bounds: Sequence[tuple[int, int]] | Mapping[Any, tuple[int, int]] | None = None,
        names: Sequence[str] | None = None,
    ) -> "ExactCover":
        """Return a cover from the items of each option and the (lower, upper) bounds of each item.

        With a list of bounds, items are the integers that number it; with a mapping, they are its keys; without, they
        are whatever the options name, in the order in which they come, each to be covered once.  An option that has
        only items that need not be covered may be chosen or not.

        An item that need not be covered, of bounds (0, 1), may have colours: in an option it is Coloured(item, colour).
        Options may cover it together if they agree on its colour; one in which it has none excludes all others that
        cover it.  Without bounds, items with colours need not be covered.

        Raises PuzzleError, which is a ValueError, for an option that is no collection of items or has none, an item
        that is not among the bounds, bounds not 0 <= lower <= upper >= 1, another number of names than of items, an
        item with colours and other bounds, or one that has two in an option.
        """
        sets, painted = without_colours(items_of_each(options))
        if bounds is None:
            bounds = {item: (0, 1) if item in painted else (1, 1) for option in sets for item in option}
        every = list(bounds) if isinstance(bounds, Mapping) else list(range(len(bounds)))
        table = list(bounds.values()) if isinstance(bounds, Mapping) else list(bounds)
        for item, pair in zip(every, table, strict=True):
            if not is_bounds(pair):
                raise PuzzleError(f"item {item} has the bounds {pair}: allowed is 0 <= lower <= upper >= 1")
        if names is not None and len(names) != len(every):
            raise PuzzleError(f"{len(names)} names for {len(every)} items: allowed is one for each")
        number = {item: index for index, item in enumerate(every)}
        found = [number.get(item, -1) for option in sets for item in option]
        lengths = [len(option) for option in sets]
        if -1 in found or 0 in lengths:
            wrong = next(k for k, option in enumerate(sets) if not option or not all(item in number for item in option))
            allowed = "the keys of the bounds" if isinstance(bounds, Mapping) else f"items 0 to {len(every) - 1}"
            raise PuzzleError(f"option {wrong} covers {sets[wrong]}: allowed are {allowed}, at least one")
        for item, options_with in painted.items():
            if tuple(map(index, table[number[item]])) != (0, 1):
                wrong, colour = next(iter(options_with.items()))
                raise PuzzleError(
                    f"item {item} has the bounds {table[number[item]]} and in option {wrong} the colour {colour}:"
                    " allowed for an item with colours is (0, 1)"
                )
        colours, each = palettes(painted, number, sets)
        rows = np.zeros((len(sets), -(-max(len(every), colours.columns.stop) // 64)), np.uint64)
        items, option = np.array(found, dtype=np.int64), np.repeat(np.arange(len(sets)), lengths)
        np.bitwise_or.at(rows, (option, items // 64), np.uint64(1) << (items % 64).astype(np.uint64))
        limits = np.array(table, dtype=np.int64).reshape(-1, 2)
        if colours:
            rows |= colours.bits_of(each, rows.shape[1])
            limits[list(colours.items), 1] = UNBOUNDED
        return cls(
            names=tuple(names or map(str, every)),
            lower=limits[:, 0],
            upper=limits[:, 1],
            rows=rows,
            families={"items": range(len(every))},
            live=np.ones(len(sets), np.bool_),
            colours=colours,
        )

    def __repr__(self) -> str:
        left = "" if self.live.all() else f", {int(self.live.sum())} left"
        chosen = f", {len(self.chosen)} chosen" * bool(self.chosen)
        painted = f" ({len(self.colours.items)} with colours)" * bool(self.colours)
        return f"<exact cover: items {len(self.names)}{painted}, options {len(self.rows)}{left}{chosen}>"

    # What covers what

    def members(self) -> NDArray[np.bool_]:
        """Return the whole table, one truth value for each option and item."""
        return bits.from_words(self.rows, len(self.names))

    def items_of(self, option: int) -> NDArray[np.intp]:
        """Return the items that an option covers, ascending."""
        return np.flatnonzero(bits.from_words(self.rows[option][None], len(self.names)))

    def colours_of(self, option: int) -> dict[int, str]:
        """Return the colours of the items that have one in an option, by their numbers."""
        each = zip(self.colours.items, self.colours.names, self.colours.of(self.rows[option][None])[0], strict=True)
        return {item: names[colour] for item, names, colour in each if colour >= 0}

    def words(self, option: int) -> list[str]:
        """Return the names of the items that an option covers, each with its colour: `item:colour`."""
        colours = self.colours_of(option)
        return [
            f"{self.names[item]}:{colours[item]}" if item in colours else self.names[item]
            for item in self.items_of(option).tolist()
        ]

    def covers(self, item: int) -> NDArray[np.bool_]:
        """Tell for each option whether it covers the item."""
        shifted: NDArray[np.uint64] = self.rows[:, item // 64] >> np.uint64(item % 64)
        return (shifted & np.uint64(1)).astype(np.bool_)

    def options_of(self, item: int) -> NDArray[np.intp]:
        """Return the live options that cover an item, ascending."""
        return np.flatnonzero(self.live & self.covers(item))

    def coverage(self, options: Iterable[int]) -> NDArray[np.int64]:
        """Return how often these options cover each item."""
        chosen = list(options)
        total = np.zeros(len(self.names), np.int64)
        return total + bits.from_words(self.rows[chosen], len(self.names)).sum(axis=0) if chosen else total

    # What excludes what

    def blocks(self, options: Sequence[int]) -> Words:
        """Return what options exclude when they are chosen together, as a row of bits.

        An option can be chosen in addition to them unless its own row has one of these bits.
        """
        rows = self.rows[list(options)]
        united: Words = np.bitwise_or.reduce(rows, axis=0)
        return self._mask(self.coverage(options) >= self.upper) | self.colours.excluded(united)

    def exclusions(self) -> Words:
        """Return what each option excludes when it is chosen alone, in rows of bits, as `blocks` does for several.

        Two options exclude each other if a row of these and a row of the other option have a bit in common.
        """
        return self.rows & self._mask(self.upper == 1) | self.colours.excluded(self.rows)

    def agreeing(self) -> Iterator[tuple[int, list[NDArray[np.intp]]]]:
        """Yield each item on whose colour options disagree, and its live options in groups that agree.

        At most one group may be chosen from.  An option that covers the item without a colour is a group of its own.
        """
        for number, item in enumerate(self.colours.items):
            options = self.options_of(item)
            colour = self.colours.of(self.rows[options])[:, number]
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
        """Return which live options could be chosen in addition to these."""
        live = self.live & ~(self.rows & self.blocks(options)).any(axis=1)
        live[list(options)] = False
        return live

    def without(self, options: NDArray[np.bool_]) -> "ExactCover":
        """Return the subproblem in which the options with a true entry are not chosen."""
        return replace(self, live=self.live & ~options)

    def residual(self) -> tuple[NDArray[np.intp], "ExactCover"]:
        """Return the cover of the remaining items and live options, and the numbers of its options in this cover."""
        numbers = np.flatnonzero(self.live)
        spent = self.coverage(self.chosen)
        automorphisms = self.automorphisms
        if len(automorphisms):  # those that keep what is chosen; an option may go where there is none any more, -1
            given = np.array(self.chosen, dtype=np.int64)
            kept = automorphisms[(np.sort(automorphisms[:, given], axis=1) == given).all(axis=1)]
            position = np.append(np.where(self.live, np.cumsum(self.live) - 1, -1), -1)
            automorphisms = position[kept[:, numbers]]
        return numbers, replace(
            self,
            lower=np.maximum(self.lower - spent, 0),
            upper=self.upper - spent,
            rows=self.rows[numbers],
            live=np.ones(len(numbers), np.bool_),
            chosen=(),
            automorphisms=automorphisms,
        )

    def reordered(self, order: NDArray[np.int64]) -> "ExactCover":
        """Return the cover with its options in another order; `order` has the numbers that they have here.

        Raises ValueError for a subproblem with options already chosen.
        """
        if self.chosen:
            raise ValueError("a subproblem keeps its option numbers; its residual may be reordered")
        automorphisms = self.automorphisms
        if len(automorphisms):
            automorphisms = np.append(np.argsort(order), -1)[automorphisms[:, order]]
        return replace(self, rows=self.rows[order], live=self.live[order], automorphisms=automorphisms)

    def available(self) -> NDArray[np.int64]:
        """Return how many live options cover each item."""
        many: NDArray[np.int64] = bits.from_words(self.rows[self.live], len(self.names)).sum(axis=0, dtype=np.int64)
        return many

    def reached(self) -> NDArray[np.bool_]:
        """Tell for each item whether a live option covers it."""
        columns = np.ascontiguousarray(self.rows.T)  # along which this takes a fifth of the time
        united: NDArray[np.uint64] = np.bitwise_or.reduce(columns, axis=1, where=self.live)
        return bits.from_words(united[None], len(self.names)).ravel()

    def hopeless(self) -> int | None:
        """Return an item that the live options cannot cover often enough, or None."""
        missing = self.lower - self.coverage(self.chosen)
        reached = self.reached()
        short = missing > reached
        for item in np.flatnonzero(short & reached).tolist():  # several are missing
            short[item] = len(self.options_of(item)) < missing[item]
        found = np.flatnonzero(short)
        return int(found[0]) if len(found) else None

    @cached_property
    def longest(self) -> int:
        """Return a bound on the number of options in a solution: by the room that items have for them."""
        columns = np.ascontiguousarray(self.rows.compress(self.live, axis=0).T)
        if not columns.shape[1]:
            return 0
        bounds, every = [int(columns.shape[1])], np.arange(len(self.names))
        families = [(every >= family.start) & (every < family.stop) for family in self.families.values()]
        for items in {items.tobytes(): items for items in (every >= 0, self.lower > 0, *families)}.values():
            taken = np.bitwise_count(columns & self._mask(items)[:, None]).sum(axis=0, dtype=np.int64)
            each = int(taken.min())  # how many of these items each option takes up at least
            if each:
                bounds.append(int(self.upper[items].sum()) // each)
        return min(bounds)

    # Solutions

    def check(self, batch: Batch) -> None:
        """Raise AssertionError unless every row of the batch is a solution of this cover."""
        rows = np.concatenate([self.rows, np.zeros((1, self.rows.shape[1]), np.uint64)])
        if not ((batch >= -1) & (batch < len(self.rows))).all():
            raise AssertionError("an option number is out of range")
        before, after = batch[:, :-1], batch[:, 1:]
        if not ((after < 0) | ((before >= 0) & (after > before))).all():  # not in ascending order
            ordered = np.sort(batch, axis=1)
            if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any():
                raise AssertionError("a solution chooses an option twice")
        if not all((batch == option).any(axis=1).all() for option in self.chosen):
            raise AssertionError("a solution lacks an option that was given")
        allowed = self.live.copy()
        allowed[list(self.chosen)] = True
        if not np.append(allowed, True).take(batch).all():
            raise AssertionError("a solution chooses an option that is ruled out")
        once, twice = (np.zeros((len(batch), self.rows.shape[1]), np.uint64) for _ in range(2))
        for column in batch.T:
            covered = rows.take(column, axis=0)
            twice |= once & covered
            once |= covered
        at_most_once, exactly_once = self.upper == 1, (self.lower == 1) & (self.upper == 1)
        wrong = ((twice & self._mask(at_most_once)) | (~once & self._mask(exactly_once))).any(axis=1)
        for item in np.flatnonzero((self.lower > 1) | (self.upper != 1)).tolist():
            total = np.append(self.covers(item), False)[batch].sum(axis=1)
            wrong |= (total < self.lower[item]) | (total > self.upper[item])
        if wrong.any():
            raise AssertionError(f"{batch[wrong.argmax()].tolist()} breaks the bounds of an item")
        blocked = np.zeros_like(once)
        for column in batch.T if self.colours else ():
            chosen = rows.take(column, axis=0)
            wrong |= (chosen & blocked).any(axis=1)
            blocked |= self.colours.excluded(chosen)
        if wrong.any():
            raise AssertionError(f"{batch[wrong.argmax()].tolist()} has an item in two colours")

    def _mask(self, items: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Return these items as a row of bits."""
        mask: NDArray[np.uint64] = bits.to_words(items[None], self.rows.shape[1])[0]
        return mask


def ascending(batch: Batch) -> Batch:
    """Return solutions with the options of each in ascending order, the padding last."""
    return np.sort(batch.view(np.uint64), axis=1).view(np.int64)  # read without a sign, -1 is the largest number
